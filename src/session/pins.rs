//! What differs between two plans: pins, which a parked run is held to, and lanes, which a person asks about.

use crate::plan::Planned;
use crate::scenario::Lane;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a pin differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PinMove {
    /// Pinned before, not any more.
    Gone(Arc<str>),
    /// Pinned now, not before.
    New(Arc<str>),
    /// Pinned in both, with another contract.
    Redefined(Arc<str>),
}

impl PinMove {
    /// Which tool.
    pub fn tool(&self) -> &Arc<str> {
        match self {
            Self::Gone(tool) | Self::New(tool) | Self::Redefined(tool) => tool,
        }
    }

    /// As JSON writes it.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Gone(_) => "gone",
            Self::New(_) => "new",
            Self::Redefined(_) => "redefined",
        }
    }
}

/// The pins that differ: what is gone, what is new, what is defined otherwise, each by name. A run's pins hold defined and
/// deferred tools alike (domain §1), each with its contract: a tool that only changes its lane is pinned as before.
pub fn pin_moves(before: &Planned, after: &Planned) -> Vec<PinMove> {
    if Arc::ptr_eq(&before.roster.catalog, &after.roster.catalog) {
        return same_tools_pinned(before, after);
    }
    let (old, new) = (pins(before), pins(after));
    let mut moves: Vec<PinMove> = Vec::new();
    for (name, contract) in &old {
        match new.get(name) {
            None => moves.push(PinMove::Gone(Arc::clone(name))),
            Some(other) if other != contract => moves.push(PinMove::Redefined(Arc::clone(name))),
            Some(_) => {}
        }
    }
    let added = new.keys().filter(|name| !old.contains_key(*name));
    moves.extend(added.map(|name| PinMove::New(Arc::clone(name))));
    moves.sort_unstable();
    moves
}

/// The pins of two plans over the same tools, which have the same contracts.
fn same_tools_pinned(before: &Planned, after: &Planned) -> Vec<PinMove> {
    let catalog = &after.roster.catalog;
    let mut moves: Vec<PinMove> = catalog
        .ids()
        .filter_map(|id| {
            let was = before.plan.decision(id).outcome.is_pinned();
            let is = after.plan.decision(id).outcome.is_pinned();
            let name = || Arc::clone(&catalog.tool(id).name);
            match (was, is) {
                (true, false) => Some(PinMove::Gone(name())),
                (false, true) => Some(PinMove::New(name())),
                _ => None,
            }
        })
        .collect();
    moves.sort_unstable();
    moves
}

fn pins(planned: &Planned) -> BTreeMap<Arc<str>, &str> {
    let catalog = &planned.roster.catalog;
    let ids = planned.plan.pinned();
    ids.map(|id| {
        let tool = catalog.tool(id);
        (Arc::clone(&tool.name), tool.contract_json.as_str())
    })
    .collect()
}

/// How a tool's lane differs; `None`: the scenario has no such tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneMove {
    /// Which tool.
    pub tool: Arc<str>,
    /// Where it was.
    pub from: Option<Lane>,
    /// Where it is.
    pub to: Option<Lane>,
}

/// Tools whose lane differs, what is lost first, then what is won, then the rest, each by name.
pub fn lane_moves(before: &Planned, after: &Planned) -> Vec<LaneMove> {
    if Arc::ptr_eq(&before.roster.catalog, &after.roster.catalog) {
        return sorted(same_tools(before, after).collect());
    }
    let (old, new) = (lanes(before), lanes(after));
    let mut names: Vec<&Arc<str>> = old.keys().chain(new.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let moves = names
        .into_iter()
        .map(|name| LaneMove {
            tool: Arc::clone(name),
            from: old.get(name).copied(),
            to: new.get(name).copied(),
        })
        .filter(is_worth_telling);
    sorted(moves.collect())
}

/// The moves of two plans over the same tools, which an edit makes: nothing has to be looked up by name.
fn same_tools<'p>(before: &'p Planned, after: &'p Planned) -> impl Iterator<Item = LaneMove> + 'p {
    let catalog = &after.roster.catalog;
    let lanes = catalog
        .ids()
        .map(|id| (id, before.plan.decision(id).outcome, after.plan.decision(id).outcome));
    lanes.filter(|(_, from, to)| from != to).map(|(id, from, to)| LaneMove {
        tool: Arc::clone(&catalog.tool(id).name),
        from: Some(from),
        to: Some(to),
    })
}

fn is_worth_telling(moved: &LaneMove) -> bool {
    moved.from != moved.to && (is_seen(moved.from) || is_seen(moved.to))
}

/// What is lost first, then what is won, then the rest, each by name.
fn sorted(mut moves: Vec<LaneMove>) -> Vec<LaneMove> {
    moves.sort_by(|a, b| a.tool.cmp(&b.tool));
    moves.sort_by_key(|moved| match (is_pinned(moved.from), is_pinned(moved.to)) {
        (true, false) => 0,
        (false, true) => 1,
        _ => 2,
    });
    moves
}

fn lanes(planned: &Planned) -> BTreeMap<Arc<str>, Lane> {
    let catalog = &planned.roster.catalog;
    catalog
        .ids()
        .map(|id| (Arc::clone(&catalog.tool(id).name), planned.plan.decision(id).outcome))
        .collect()
}

/// Whether anybody would ask: what is unavailable on both sides, or not there, moved nowhere.
fn is_seen(lane: Option<Lane>) -> bool {
    lane.is_some_and(|lane| lane != Lane::Unavailable)
}

fn is_pinned(lane: Option<Lane>) -> bool {
    lane.is_some_and(Lane::is_pinned)
}
