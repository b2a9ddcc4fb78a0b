//! The fill: two walks along the ranked list and one along the index candidates (domain §5.2, §5.4 to §5.7).

use super::index::IndexFill;
use super::ranking::Ranked;
use super::{Overflow, Settings};
use crate::roster::{Roster, ToolId};
use crate::tokens::DefinitionTotal;
use std::collections::HashSet;

/// Where each candidate ended, before the caps of the classes are checked.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    /// In slot order; `tool.call` first if it is there.
    pub defined: Vec<ToolId>,
    /// In index order, with why each has no definition (`None`: configured deferral).
    pub deferred: Vec<(ToolId, Option<Overflow>)>,
    /// In rank order.
    pub skipped: Vec<Skip>,
    /// Total of the definitions.
    pub total: DefinitionTotal,
    /// A required tool that found no slot: the plan fails, and the lists show the walk that was reached, this tool among
    /// what overflowed.
    pub unplaced_required: Option<ToolId>,
    /// Tools that overflowed, in rank order, in the walk that counted.
    pub overflow: Vec<(ToolId, Overflow)>,
}

/// A tool that fits in neither.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skip {
    pub tool: ToolId,
    /// Why it has no definition; `None` for a configured deferral.
    pub definition: Option<Overflow>,
    /// Why it has no index entry; `None` where there is no index.
    pub index: Option<Overflow>,
}

/// Fills slots and index.
pub(super) fn fill(roster: &Roster, settings: &Settings, ranked: &Ranked) -> Selection {
    let deferrals = configured_deferrals(roster, settings, ranked);
    if let Some(tool_call) = ranked.tool_call
        && settings.max_definitions() > 0
    {
        let apart: HashSet<ToolId> = deferrals.iter().copied().collect();
        let kept: Vec<ToolId> = ranked.all.iter().copied().filter(|id| !apart.contains(id)).collect();
        let first = walk(roster, settings, ranked, &kept, None);
        if !deferrals.is_empty() || !first.overflow.is_empty() {
            let second = walk(roster, settings, ranked, &kept, Some(tool_call));
            let (deferred, skipped) = fill_index(roster, settings, &deferrals, &second);
            if !deferred.is_empty() {
                return Selection {
                    unplaced_required: unplaced(ranked, &second),
                    defined: second.selected,
                    deferred,
                    skipped,
                    total: second.total,
                    overflow: second.overflow,
                };
            }
        }
    }
    let walk = walk(roster, settings, ranked, &ranked.all, None);
    Selection {
        unplaced_required: unplaced(ranked, &walk),
        skipped: walk
            .overflow
            .iter()
            .map(|&(tool, overflow)| Skip {
                tool,
                definition: Some(overflow),
                index: None,
            })
            .collect(),
        defined: walk.selected,
        deferred: Vec::new(),
        total: walk.total,
        overflow: walk.overflow,
    }
}

fn is_required(ranked: &Ranked, tool: ToolId) -> bool {
    ranked.all[..ranked.required].contains(&tool)
}

fn unplaced(ranked: &Ranked, walk: &Walk) -> Option<ToolId> {
    walk.overflow
        .iter()
        .map(|(tool, _)| *tool)
        .find(|tool| is_required(ranked, *tool))
}

/// Configured candidates named in `agent.deferred_tools`, in `enabled_tools` order (domain §5.2).
fn configured_deferrals(roster: &Roster, settings: &Settings, ranked: &Ranked) -> Vec<ToolId> {
    if ranked.tool_call.is_none() {
        return Vec::new();
    }
    let named: HashSet<&str> = settings.deferred_tools.iter().map(String::as_str).collect();
    ranked.all[ranked.required..ranked.configured]
        .iter()
        .copied()
        .filter(|&id| {
            let tool = roster.catalog.tool(id);
            tool.kind != crate::scenario::ToolKind::Control && named.contains(&*tool.name)
        })
        .collect()
}

struct Walk {
    selected: Vec<ToolId>,
    overflow: Vec<(ToolId, Overflow)>,
    total: DefinitionTotal,
}

/// Domain §5.4. `holder` is `tool.call` in the second walk: it holds the first slot and its tokens.
fn walk(roster: &Roster, settings: &Settings, ranked: &Ranked, along: &[ToolId], holder: Option<ToolId>) -> Walk {
    let configured: HashSet<ToolId> = ranked.all[..ranked.configured].iter().copied().collect();
    let (max_items, max_tokens) = (settings.max_definitions(), settings.max_definition_tokens());
    let mut walk = Walk {
        selected: Vec::new(),
        overflow: Vec::new(),
        total: DefinitionTotal::new(roster.costs.counter()),
    };
    for &id in holder.iter().chain(along) {
        if walk.selected.len() as u64 >= max_items {
            walk.overflow.push((id, Overflow::Items { max_items }));
            continue;
        }
        let grown = walk.total.with(roster.costs.definition(id));
        let is_bound_by_tokens = Some(id) != holder && !configured.contains(&id);
        if is_bound_by_tokens && grown.tokens() > max_tokens {
            walk.overflow.push((
                id,
                Overflow::Tokens {
                    would_be: grown.tokens(),
                    max_tokens,
                },
            ));
            continue;
        }
        walk.selected.push(id);
        walk.total = grown;
    }
    walk
}

type Deferred = Vec<(ToolId, Option<Overflow>)>;

/// Domain §5.6: the candidates in order; one that does not fit is skipped and the walk goes on.
fn fill_index(roster: &Roster, settings: &Settings, deferrals: &[ToolId], walk: &Walk) -> (Deferred, Vec<Skip>) {
    let (max_items, max_tokens) = (settings.max_index_entries(), settings.max_index_tokens());
    let mut index = IndexFill::new(roster);
    let mut deferred = Vec::new();
    let mut skipped = Vec::new();
    let candidates = deferrals
        .iter()
        .map(|&id| (id, None))
        .chain(walk.overflow.iter().map(|&(id, overflow)| (id, Some(overflow))));
    for (tool, definition) in candidates {
        let refused = if deferred.len() as u64 >= max_items {
            Some(Overflow::Items { max_items })
        } else {
            let would_be = index.tokens_with(tool);
            (would_be > max_tokens).then_some(Overflow::Tokens { would_be, max_tokens })
        };
        if refused.is_some() {
            skipped.push(Skip {
                tool,
                definition,
                index: refused,
            });
        } else {
            index.push(tool);
            deferred.push((tool, definition));
        }
    }
    (deferred, skipped)
}
