//! Whether a tool is a candidate (domain §3), and if not, the first reason that holds.

use super::{Catalog, NotAdmitted, SourceRef, Tool, ToolId};
use crate::scenario::{Class, SKILL_LOAD, Scenario, SessionKind, SourceKind};
use std::collections::HashSet;

/// A tool's standing before ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// Available to this session.
    Candidate,
    /// Not available, and why.
    Unavailable(Unavailable),
}

impl Availability {
    /// Whether the tool is a candidate.
    pub fn is_candidate(&self) -> bool {
        matches!(self, Self::Candidate)
    }
}

/// Why a tool is not a candidate, in the order in which the first counts (scenario format, reasons).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// The session renders no tool surface.
    NoToolSurface,
    /// A builtin that `enabled_tools` does not name.
    NotEnabled,
    /// Its server or device is off.
    SourceOff(SourceKind),
    /// A flag that it, or its source, requires is off. `by_source` tells which of the two asks for it.
    FlagOff {
        /// The first flag that is off.
        flag: String,
        /// Whether the source requires it rather than the tool.
        by_source: bool,
    },
    /// Two tools of one source have the same registry name.
    CatalogConflict,
    /// Hidden from the model.
    ApplicationOnly,
    /// `skill.load` with an empty skill catalog.
    NoSkills,
    /// Admission kept it out.
    NotAdmitted(NotAdmitted),
    /// A delegated child's brief does not name it (domain §9).
    NotInBrief,
}

/// Availability of every tool of a catalog under a scenario's switches.
pub(super) fn availability(catalog: &Catalog, scenario: &Scenario) -> Vec<Availability> {
    let enabled: HashSet<&str> = scenario.enabled_tools().into_iter().collect();
    catalog
        .tools()
        .iter()
        .map(|tool| match first_obstacle(tool, scenario, &enabled) {
            Some(reason) => Availability::Unavailable(reason),
            None => Availability::Candidate,
        })
        .collect()
}

fn first_obstacle(tool: &Tool, scenario: &Scenario, enabled: &HashSet<&str>) -> Option<Unavailable> {
    if scenario.session.kind == SessionKind::OperationalEmail {
        return Some(Unavailable::NoToolSurface);
    }
    let is_off = |flag: &&String| !scenario.flags.get(flag.as_str()).is_some_and(|flag| flag.enabled);
    let flag_off = |flags: &[String], by_source| {
        let flag = flags.iter().find(is_off)?.clone();
        Some(Unavailable::FlagOff { flag, by_source })
    };
    match &tool.source {
        SourceRef::Builtin => {
            if !enabled.contains(&*tool.name) {
                return Some(Unavailable::NotEnabled);
            }
        }
        SourceRef::Remote(kind, id) => {
            if let Some(source) = scenario.sources(*kind).get(&**id) {
                if !source.enabled {
                    return Some(Unavailable::SourceOff(*kind));
                }
                if let Some(reason) = flag_off(&source.requires, true) {
                    return Some(reason);
                }
            }
        }
    }
    if let Some(reason) = flag_off(&tool.requires, false) {
        return Some(reason);
    }
    if !tool.same_name.is_empty() {
        return Some(Unavailable::CatalogConflict);
    }
    if tool.application_only {
        return Some(Unavailable::ApplicationOnly);
    }
    if &*tool.name == SKILL_LOAD && scenario.budget.class(Class::SkillCatalog).used_items == 0 {
        return Some(Unavailable::NoSkills);
    }
    match &tool.admission {
        Ok(()) => None,
        Err(reason) => Some(Unavailable::NotAdmitted(reason.clone())),
    }
}

/// The configured candidates in `enabled_tools` order, each where it first stands.
pub(super) fn configured(catalog: &Catalog, scenario: &Scenario, availability: &[Availability]) -> Vec<ToolId> {
    let mut seen = HashSet::new();
    scenario
        .enabled_tools()
        .into_iter()
        .filter_map(|name| catalog.find(name))
        .filter(|id| availability[id.index()].is_candidate() && seen.insert(*id))
        .collect()
}
