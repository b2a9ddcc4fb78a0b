//! Delegation: the child of a brief gets the tools that the brief names as definitions, deferred ones included, because
//! they are pinned (domain §9).

use crate::plan::{Planned, Settings, explain, plan};
use crate::roster::{Availability, Roster, ToolId, Unavailable};
use crate::scenario::{Lane, Scenario, TOOL_CALL};
use std::collections::HashSet;
use std::sync::Arc;

/// What comes of a brief.
#[derive(Clone, Debug)]
pub struct Child {
    /// The tools that the brief names and the run pins, each once, in the brief's order, with the lane that they have in
    /// the parent's plan.
    pub granted: Vec<(ToolId, Lane)>,
    /// Names that are an error. If there is one, there is no child.
    pub refused: Vec<Refusal>,
    /// The child's plan; `None` if a name is refused.
    pub planned: Option<Arc<Planned>>,
}

/// A name that a brief must not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not pinned.
    NotPinned {
        /// The name.
        name: String,
        /// Why, in a sentence.
        why: String,
    },
    /// `tool.call` reaches what is deferred, and a child defers nothing.
    ReachesNothing,
    /// The parent's plan fails, so no run is there to delegate.
    NoRun,
}

impl Refusal {
    /// The name in the brief.
    pub fn name(&self) -> &str {
        match self {
            Self::NotPinned { name, .. } => name,
            Self::ReachesNothing => TOOL_CALL,
            Self::NoRun => "",
        }
    }
}

impl Child {
    /// Tokens of the child's definitions.
    pub fn definition_tokens(&self) -> u64 {
        let tokens = |planned: &Arc<Planned>| planned.plan.class_tokens(crate::scenario::Class::ToolDefinitions);
        self.planned.as_ref().map_or(0, tokens)
    }

    /// What counting them as one text adds to the sum of each alone: tokens are rounded once (domain §4).
    pub fn joined_tokens(&self) -> i64 {
        let alone = |planned: &Arc<Planned>| -> u64 {
            let tokens = self.granted.iter().map(|(id, _)| planned.plan.decision(*id));
            tokens.map(|decision| decision.definition_tokens).sum()
        };
        let signed = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        signed(self.definition_tokens()) - signed(self.planned.as_ref().map_or(0, alone))
    }
}

/// Plans the child of a brief under its parent's caps and builder. Every tool of the brief must be defined: like an
/// `always_define`, one that finds no slot fails the child's plan.
pub fn delegate(parent: &Planned, brief: &[String]) -> Child {
    let mut child = Child {
        granted: Vec::new(),
        refused: Vec::new(),
        planned: None,
    };
    if parent.plan.failure.is_some() {
        child.refused.push(Refusal::NoRun);
        return child;
    }
    let mut seen = HashSet::new();
    for name in brief.iter().filter(|name| seen.insert(name.as_str())) {
        match standing(parent, name) {
            Ok(granted) => child.granted.push(granted),
            Err(refusal) => child.refused.push(refusal),
        }
    }
    if child.refused.is_empty() {
        child.planned = Some(Arc::new(planned(parent, &child.granted)));
    }
    child
}

fn standing(parent: &Planned, name: &str) -> Result<(ToolId, Lane), Refusal> {
    if name == TOOL_CALL {
        return Err(Refusal::ReachesNothing);
    }
    match parent.pinned(name) {
        Some(id) => Ok((id, parent.plan.decision(id).outcome)),
        None => Err(Refusal::NotPinned {
            name: name.to_owned(),
            why: explain::why_not_pinned(&parent.plan, &parent.roster, name),
        }),
    }
}

/// The parent's roster with the brief's tools as its configured ones and no others.
fn planned(parent: &Planned, granted: &[(ToolId, Lane)]) -> Planned {
    let ids: Vec<ToolId> = granted.iter().map(|(id, _)| *id).collect();
    let names: Vec<String> = ids
        .iter()
        .map(|id| parent.roster.catalog.tool(*id).name.to_string())
        .collect();
    let mut scenario: Scenario = (*parent.scenario).clone();
    scenario.agent.enabled_tools = Some(names.clone());
    scenario.agent.deferred_tools = Vec::new();
    scenario.agent.always_define = names;
    scenario.session.website_profile = false;
    let in_brief: HashSet<ToolId> = ids.iter().copied().collect();
    let availability = parent
        .roster
        .catalog
        .ids()
        .map(|id| match &parent.roster.availability[id.index()] {
            Availability::Candidate if !in_brief.contains(&id) => Availability::Unavailable(Unavailable::NotInBrief),
            other => other.clone(),
        })
        .collect();
    let roster = Roster {
        availability,
        configured: ids,
        ..(*parent.roster).clone()
    };
    let settings = Settings::of(&scenario);
    let plan = plan(&roster, &settings);
    Planned {
        scenario: Arc::new(scenario),
        roster: Arc::new(roster),
        settings,
        plan,
    }
}
