//! The fill: two walks along the ranked list and one along the index candidates (domain §5.2, §5.4 to §5.7).
//!
//! What one scenario's walks have in common is a [`Filling`]; the caps come with each walk, so that asking what other caps
//! would do ([`thresholds`](super::thresholds)) follows the same steps as planning.

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

/// The caps of the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DefinitionCaps {
    pub max_items: u64,
    pub max_tokens: u64,
}

impl DefinitionCaps {
    /// Those of a scenario.
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            max_items: settings.max_definitions(),
            max_tokens: settings.max_definition_tokens(),
        }
    }
}

/// The walks that a scenario knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    /// Without configured deferrals and without `tool.call`: does anything overflow at all? (domain §5.4)
    Kept,
    /// The same with `tool.call` holding the first slot (domain §5.5).
    KeptBehindToolCall,
    /// As for an agent without `tool.call` (domain §5.7).
    All,
}

/// What a walk does with one tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It takes the next slot.
    Selected {
        /// Tokens of the definitions with it.
        tokens: u64,
        /// Whether those tokens could have kept it out.
        is_bound_by_tokens: bool,
    },
    /// It does not fit.
    Overflows(Overflow),
}

/// The tools of a scenario as its walks meet them.
pub(super) struct Filling<'a> {
    roster: &'a Roster,
    ranked: &'a Ranked,
    /// Configured deferrals, in `enabled_tools` order.
    pub deferrals: Vec<ToolId>,
    /// The ranked list without them.
    kept: Vec<ToolId>,
}

impl<'a> Filling<'a> {
    /// Parts the ranked list.
    pub(super) fn new(roster: &'a Roster, settings: &Settings, ranked: &'a Ranked) -> Self {
        let deferrals = configured_deferrals(roster, settings, ranked);
        let apart: HashSet<ToolId> = deferrals.iter().copied().collect();
        Self {
            roster,
            ranked,
            deferrals,
            kept: ranked.all.iter().copied().filter(|id| !apart.contains(id)).collect(),
        }
    }

    /// Walks along a list and tells what becomes of each tool (domain §5.4).
    pub(super) fn each(&self, along: Along, caps: DefinitionCaps, mut tell: impl FnMut(ToolId, Step)) {
        let configured = self.ranked.configured;
        let (list, configured) = match along {
            Along::All => (&self.ranked.all, configured),
            // Every configured deferral is a configured tool.
            Along::Kept | Along::KeptBehindToolCall => (&self.kept, configured - self.deferrals.len()),
        };
        let holder = self.ranked.tool_call.filter(|_| along == Along::KeptBehindToolCall);
        let mut total = DefinitionTotal::new(self.roster.costs.counter());
        let free = holder.into_iter().chain(list[..configured].iter().copied());
        let bound = list[configured..].iter().copied();
        let tools = free.map(|id| (id, false)).chain(bound.map(|id| (id, true)));
        for (id, is_bound_by_tokens) in tools {
            if total.tools() >= caps.max_items {
                let max_items = caps.max_items;
                tell(id, Step::Overflows(Overflow::Items { max_items }));
                continue;
            }
            let grown = total.with(self.roster.costs.definition(id));
            let tokens = grown.tokens();
            if is_bound_by_tokens && tokens > caps.max_tokens {
                let max_tokens = caps.max_tokens;
                tell(
                    id,
                    Step::Overflows(Overflow::Tokens {
                        would_be: tokens,
                        max_tokens,
                    }),
                );
                continue;
            }
            total = grown;
            tell(
                id,
                Step::Selected {
                    tokens,
                    is_bound_by_tokens,
                },
            );
        }
    }

    /// Whether these caps let `tool.call` hold a slot, and then what it reaches: `index` fills the index with configured
    /// deferrals and overflow, and says nothing if nothing went in (domain §5.5, §5.7). Otherwise the walk over all.
    pub(super) fn settle<T>(&self, caps: DefinitionCaps, index: impl FnOnce(&Walk) -> Option<T>) -> (Walk, Option<T>) {
        if self.ranked.tool_call.is_some() && caps.max_items > 0 {
            let has_deferrals = !self.deferrals.is_empty();
            if has_deferrals || !self.walk(Along::Kept, caps).overflow.is_empty() {
                let second = self.walk(Along::KeptBehindToolCall, caps);
                if let Some(filled) = index(&second) {
                    return (second, Some(filled));
                }
            }
        }
        (self.walk(Along::All, caps), None)
    }

    fn walk(&self, along: Along, caps: DefinitionCaps) -> Walk {
        let mut walk = Walk::default();
        let mut total = DefinitionTotal::new(self.roster.costs.counter());
        self.each(along, caps, |id, step| match step {
            Step::Selected { .. } => {
                total = total.with(self.roster.costs.definition(id));
                walk.selected.push(id);
            }
            Step::Overflows(overflow) => walk.overflow.push((id, overflow)),
        });
        walk.total = Some(total);
        walk
    }

    fn unplaced(&self, walk: &Walk) -> Option<ToolId> {
        let required = &self.ranked.all[..self.ranked.required];
        let mut overflow = walk.overflow.iter().map(|(tool, _)| *tool);
        overflow.find(|tool| required.contains(tool))
    }
}

/// A walk's result.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    pub selected: Vec<ToolId>,
    pub overflow: Vec<(ToolId, Overflow)>,
    total: Option<DefinitionTotal>,
}

/// Fills slots and index.
pub(super) fn fill(roster: &Roster, settings: &Settings, ranked: &Ranked) -> Selection {
    let filling = Filling::new(roster, settings, ranked);
    let (walk, index) = filling.settle(DefinitionCaps::of(settings), |walk| {
        let (deferred, skipped) = fill_index(roster, settings, &filling.deferrals, walk);
        (!deferred.is_empty()).then_some((deferred, skipped))
    });
    let (deferred, skipped) = index.unwrap_or_else(|| (Vec::new(), without_index(&walk)));
    Selection {
        unplaced_required: filling.unplaced(&walk),
        defined: walk.selected,
        deferred,
        skipped,
        total: walk
            .total
            .unwrap_or_else(|| DefinitionTotal::new(roster.costs.counter())),
        overflow: walk.overflow,
    }
}

fn without_index(walk: &Walk) -> Vec<Skip> {
    let overflow = walk.overflow.iter();
    let skip = |&(tool, overflow)| Skip {
        tool,
        definition: Some(overflow),
        index: None,
    };
    overflow.map(skip).collect()
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
