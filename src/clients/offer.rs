//! What a scenario has on, before any client decides: the tools, and what their servers say of themselves.

use crate::plan::Planned;
use crate::roster::{Availability, NotAdmitted, Roster, SourceRef, Tool, ToolId, Unavailable};
use crate::scenario::{Admission, Scenario, SessionKind, SourceKind, TOOL_CALL, ToolKind};
use indexmap::IndexMap;
use std::collections::HashSet;
use std::sync::Arc;

/// The tools that a client would get.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The plan that the scenario itself comes to.
    pub planned: Arc<Planned>,
    /// Its tools as they are without our admission, which other clients do not have.
    pub roster: Arc<Roster>,
    /// The offered tools, in the file's order.
    pub tools: Vec<ToolId>,
    /// Servers and devices that are on, in the file's order.
    pub sources: Vec<OfferedSource>,
    /// By catalog index: whether the server asks to keep the tool.
    always_load: Vec<bool>,
    /// By catalog index: whether the agent pins it.
    always_define: Vec<bool>,
    /// By catalog index: whether the agent marks it for deferral.
    marked: Vec<bool>,
}

/// A server or device that is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedSource {
    /// Which.
    pub source: SourceRef,
    /// Its title.
    pub title: Option<String>,
    /// What it says of itself, if that is known.
    pub instructions: Option<Arc<str>>,
    /// The same in tokens, measured elsewhere.
    pub instructions_tokens: Option<u64>,
}

impl Offer {
    /// Some offered tools, by their places, each with its source's others.
    pub(super) fn by_source(&self, places: &[usize]) -> IndexMap<&SourceRef, Vec<usize>> {
        let mut groups: IndexMap<&SourceRef, Vec<usize>> = IndexMap::new();
        for &place in places {
            let source = &self.tool(self.tools[place]).source;
            groups.entry(source).or_default().push(place);
        }
        groups
    }

    /// What a planned scenario has on.
    pub fn new(planned: &Arc<Planned>) -> Self {
        let scenario = &planned.scenario;
        let roster = if scenario.admission == Admission::default() {
            Arc::clone(&planned.roster)
        } else {
            let mut open = (**scenario).clone();
            open.admission = Admission::default();
            Arc::new(Roster::new(&open, None))
        };
        let catalog = &roster.catalog;
        let is_offered = |id: &ToolId| {
            let tool = catalog.tool(*id);
            is_on(&roster.availability[id.index()]) && !tool.application_only && &*tool.name != TOOL_CALL
        };
        let names = |names: &[String]| {
            let named: HashSet<&str> = names.iter().map(String::as_str).collect();
            let tools = catalog.tools().iter();
            tools.map(|tool| named.contains(&*tool.name)).collect::<Vec<bool>>()
        };
        let always_define = names(&scenario.agent.always_define);
        let mut marked = names(&scenario.agent.deferred_tools);
        for (place, tool) in catalog.tools().iter().enumerate() {
            marked[place] &= tool.kind != ToolKind::Control && !always_define[place];
        }
        Self {
            tools: catalog.ids().filter(is_offered).collect(),
            sources: sources(scenario),
            always_load: always_load(scenario),
            always_define,
            marked,
            planned: Arc::clone(planned),
            roster,
        }
    }

    /// One tool.
    pub fn tool(&self, id: ToolId) -> &Tool {
        self.roster.catalog.tool(id)
    }

    /// Whether it comes from a server or a device.
    pub fn is_remote(&self, id: ToolId) -> bool {
        self.tool(id).source.is_discovered()
    }

    /// Whether its server asks to keep it.
    pub fn is_always_load(&self, id: ToolId) -> bool {
        self.always_load.get(id.index()).copied().unwrap_or(false)
    }

    /// Whether the agent pins it.
    pub fn is_always_define(&self, id: ToolId) -> bool {
        self.always_define[id.index()]
    }

    /// Whether the agent marks it for deferral.
    pub fn is_marked(&self, id: ToolId) -> bool {
        self.marked[id.index()]
    }
}

/// Whether a tool is on for clients that have no admission and know no conflict of *our* names.
fn is_on(availability: &Availability) -> bool {
    match availability {
        Availability::Candidate | Availability::Unavailable(Unavailable::CatalogConflict) => true,
        Availability::Unavailable(Unavailable::NotAdmitted(reason)) => *reason != NotAdmitted::SchemaNotAnObject,
        Availability::Unavailable(_) => false,
    }
}

/// In catalog order: builtins, then the tools of servers, then those of devices.
fn always_load(scenario: &Scenario) -> Vec<bool> {
    let builtins = scenario.tools.iter().map(|_| false);
    let of_kind = |kind: SourceKind| {
        let sources = scenario.sources(kind).values();
        sources.flat_map(|source| source.tools.iter().map(|tool| tool.always_load))
    };
    builtins
        .chain(of_kind(SourceKind::Server))
        .chain(of_kind(SourceKind::Device))
        .collect()
}

fn sources(scenario: &Scenario) -> Vec<OfferedSource> {
    if scenario.session.kind == SessionKind::OperationalEmail {
        return Vec::new();
    }
    let is_flag_on = |flag: &String| scenario.flags.get(flag).is_some_and(|flag| flag.enabled);
    scenario
        .all_sources()
        .filter(|(_, _, source)| source.enabled && source.requires.iter().all(is_flag_on))
        .map(|(kind, id, source)| OfferedSource {
            source: SourceRef::Remote(kind, Arc::from(id.as_str())),
            title: source.title.clone(),
            instructions: source.instructions.clone(),
            instructions_tokens: source.instructions_tokens,
        })
        .collect()
}
