//! Every tool of a scenario, resolved: what no flag and no cap can change.

use super::NotAdmitted;
use super::admission::{admitted_description, check_schema};
use super::entry::IndexEntry;
use crate::scenario::{Admission, Builtin, Scenario, SideEffect, Source, SourceKind, ToolKind, registry_name};
use crate::tokens::contract_json;
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// A tool's place in its catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolId(pub u32);

impl ToolId {
    /// As an index into the catalog's tools.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a tool comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SourceRef {
    /// The platform itself.
    Builtin,
    /// A server or a device, by id.
    Remote(SourceKind, Arc<str>),
}

impl SourceRef {
    /// Whether tools of it are discovered rather than configured (domain §1).
    pub fn is_discovered(&self) -> bool {
        matches!(self, Self::Remote(..))
    }

    /// `builtin`, or the id of the server or device.
    pub fn id(&self) -> &str {
        match self {
            Self::Builtin => "builtin",
            Self::Remote(_, id) => id,
        }
    }
}

/// A tool under its registry name, as admission left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Registry name (domain §2).
    pub name: Arc<str>,
    /// The name on the wire, of a discovered tool.
    pub remote_name: Option<Arc<str>>,
    /// Where it comes from.
    pub source: SourceRef,
    /// Capability or control.
    pub kind: ToolKind,
    /// What it does to the world.
    pub side_effect: SideEffect,
    /// Flags that must all be on; its source has its own.
    pub requires: Vec<String>,
    /// Hidden from the model.
    pub application_only: bool,
    /// Scopes that a call needs.
    pub scopes: Vec<String>,
    /// As the model reads it, after admission.
    pub description: String,
    /// JSON Schema of its arguments, as the source states it.
    pub input_schema: Arc<Value>,
    /// Canonical JSON of the model-visible contract (domain §4): the definition as sent.
    pub contract_json: String,
    /// Its line in the index (domain §7).
    pub entry: IndexEntry,
    /// A figure measured elsewhere, in tokens.
    pub measured_tokens: Option<u64>,
    /// Whether admission let it in.
    pub admission: Result<(), NotAdmitted>,
    /// The remote names that share its registry name, its own among them; empty unless there is a catalog conflict. One
    /// list for all of them: a hundred thousand tools of one name must not hold one each.
    pub same_name: Arc<[Arc<str>]>,
}

/// The tools of a scenario in its own order: builtins, then servers, then devices.
#[derive(Debug)]
pub struct Catalog {
    tools: Vec<Tool>,
    by_name: HashMap<Arc<str>, ToolId>,
    made_from: Ingredients,
}

/// What a catalog is a function of. Pointers suffice to see that nothing changed: edits share what they leave alone.
#[derive(Clone, Debug)]
struct Ingredients {
    builtins: Arc<IndexMap<String, Arc<Builtin>>>,
    sources: Vec<(SourceKind, Arc<str>, Arc<Vec<crate::scenario::RemoteTool>>)>,
    admission: Admission,
}

impl Ingredients {
    fn of(scenario: &Scenario) -> Self {
        let of_kind = |kind: SourceKind| {
            scenario
                .sources(kind)
                .iter()
                .map(move |(id, source)| (kind, Arc::from(id.as_str()), Arc::clone(&source.tools)))
        };
        Self {
            builtins: Arc::clone(&scenario.tools),
            sources: of_kind(SourceKind::Server).chain(of_kind(SourceKind::Device)).collect(),
            admission: scenario.admission,
        }
    }

    fn is_same_as(&self, other: &Self) -> bool {
        self.admission == other.admission
            && Arc::ptr_eq(&self.builtins, &other.builtins)
            && self.sources.len() == other.sources.len()
            && self
                .sources
                .iter()
                .zip(&other.sources)
                .all(|(a, b)| a.0 == b.0 && a.1 == b.1 && Arc::ptr_eq(&a.2, &b.2))
    }
}

impl Catalog {
    /// Resolves every tool of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let mut tools: Vec<Tool> = scenario
            .tools
            .iter()
            .map(|(name, builtin)| resolve_builtin(name, builtin, &scenario.admission))
            .collect();
        for kind in [SourceKind::Server, SourceKind::Device] {
            for (id, source) in scenario.sources(kind) {
                tools.extend(resolve_source(kind, id, source, &scenario.admission));
            }
        }
        let mut by_name = HashMap::with_capacity(tools.len());
        for (index, tool) in tools.iter().enumerate() {
            by_name
                .entry(Arc::clone(&tool.name))
                .or_insert(ToolId(u32::try_from(index).unwrap_or(u32::MAX)));
        }
        Self {
            tools,
            by_name,
            made_from: Ingredients::of(scenario),
        }
    }

    /// Whether this is the catalog of that scenario already.
    pub fn is_of(&self, scenario: &Scenario) -> bool {
        self.made_from.is_same_as(&Ingredients::of(scenario))
    }

    /// All tools, in catalog order.
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// All identities, in catalog order.
    pub fn ids(&self) -> impl Iterator<Item = ToolId> + use<> {
        (0..u32::try_from(self.tools.len()).unwrap_or(u32::MAX)).map(ToolId)
    }

    /// One tool.
    pub fn tool(&self, id: ToolId) -> &Tool {
        &self.tools[id.index()]
    }

    /// The tool of a registry name; of tools in conflict, the first.
    pub fn find(&self, name: &str) -> Option<ToolId> {
        self.by_name.get(name).copied()
    }
}

fn resolve_builtin(name: &str, builtin: &Builtin, admission: &Admission) -> Tool {
    finish(Tool {
        name: Arc::from(name),
        remote_name: None,
        source: SourceRef::Builtin,
        kind: builtin.kind,
        side_effect: builtin.side_effect,
        requires: builtin.requires.clone(),
        application_only: builtin.application_only,
        scopes: builtin.scopes.clone(),
        description: admitted_description(&builtin.description, admission),
        input_schema: Arc::clone(&builtin.input_schema),
        contract_json: String::new(),
        entry: IndexEntry {
            raw: String::new(),
            text: String::new(),
        },
        measured_tokens: builtin.measured_tokens,
        admission: check_schema(&builtin.input_schema, admission),
        same_name: Arc::default(),
    })
}

fn resolve_source(kind: SourceKind, id: &str, source: &Source, admission: &Admission) -> Vec<Tool> {
    let source_id: Arc<str> = Arc::from(id);
    let mut tools: Vec<Tool> = source
        .tools
        .iter()
        .map(|remote| {
            finish(Tool {
                name: Arc::from(registry_name(kind.prefix(), id, &remote.remote_name)),
                remote_name: Some(Arc::from(remote.remote_name.as_str())),
                source: SourceRef::Remote(kind, Arc::clone(&source_id)),
                kind: ToolKind::Capability,
                side_effect: remote.side_effect,
                requires: Vec::new(),
                application_only: remote.application_only,
                scopes: remote.scopes.clone(),
                description: admitted_description(&remote.description, admission),
                input_schema: Arc::clone(&remote.input_schema),
                contract_json: String::new(),
                entry: IndexEntry {
                    raw: String::new(),
                    text: String::new(),
                },
                measured_tokens: remote.measured_tokens,
                admission: check_schema(&remote.input_schema, admission),
                same_name: Arc::default(),
            })
        })
        .collect();
    let mut same_name: HashMap<Arc<str>, Vec<usize>> = HashMap::new();
    for (index, tool) in tools.iter().enumerate() {
        same_name.entry(Arc::clone(&tool.name)).or_default().push(index);
    }
    // Each group is written to its own tools: the order cannot show.
    for group in same_name.into_values().filter(|group| group.len() > 1) {
        let names: Arc<[Arc<str>]> = group
            .iter()
            .filter_map(|&index| tools[index].remote_name.clone())
            .collect();
        for index in group {
            tools[index].same_name = Arc::clone(&names);
        }
    }
    tools
}

/// Fills in what follows from the rest: the contract and the index line.
fn finish(mut tool: Tool) -> Tool {
    tool.contract_json = contract_json(&tool.name, &tool.description, &tool.input_schema);
    tool.entry = IndexEntry::new(
        &tool.name,
        &tool.description,
        &tool.input_schema,
        tool.source.is_discovered(),
    );
    tool
}
