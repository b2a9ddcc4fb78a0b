//! At which caps a tool gains or loses its definition: what to try, without trying every number.
//!
//! A walk reads a cap only where it compares with it, so between two values at which a comparison turns nothing changes.
//! Item caps have a handful of such values; token caps are followed from one to the next, as a higher cap may let a tool in
//! that pushes a later one out. Only the definitions are looked at here: a caller plans what it is given, to see the whole.

use super::fill::{Along, DefinitionCaps, Filling, Step, Walk};
use super::index::IndexFill;
use super::ranking::{Ranked, rank};
use super::{Overflow, Settings};
use crate::roster::{Roster, ToolId};
use std::cell::OnceCell;

/// All walks there are.
const WALKS: [Along; 3] = [Along::Kept, Along::KeptBehindToolCall, Along::All];

/// Which way a cap moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To higher values.
    Up,
    /// To lower values.
    Down,
}

impl Direction {
    /// Both of them.
    pub const BOTH: [Self; 2] = [Self::Up, Self::Down];
}

/// A tool, and whether it should be defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The tool.
    pub tool: ToolId,
    /// Whether it should have a definition.
    pub is_defined: bool,
}

/// The caps at which places change, of one roster under some settings.
pub struct Thresholds<'a> {
    roster: &'a Roster,
    settings: &'a Settings,
    ranked: Ranked,
    /// What an index with one entry alone would cost, in tokens, by catalog index; `u64::MAX` for what is no candidate.
    alone: OnceCell<Vec<u64>>,
}

impl<'a> Thresholds<'a> {
    /// Ranks the candidates.
    pub fn new(roster: &'a Roster, settings: &'a Settings) -> Self {
        Self {
            roster,
            settings,
            ranked: rank(roster, settings),
            alone: OnceCell::new(),
        }
    }

    /// Whether a tool takes part in the walks at all: what is unavailable, no cap can define.
    pub fn is_ranked(&self, tool: ToolId) -> bool {
        self.ranked.all.contains(&tool) || self.ranked.tool_call == Some(tool)
    }

    /// The item caps on one side of the one that stands, nearest first, at which the aim is reached. The nearest of all is
    /// among them: behind `tool.call` and without it a tool is defined from its own place on, and the walk without
    /// `tool.call` counts from some cap on.
    pub fn item_caps(&self, aim: Aim, direction: Direction) -> Vec<u64> {
        let filling = self.filling();
        let now = DefinitionCaps::of(self.settings);
        let unlimited = DefinitionCaps {
            max_items: u64::MAX,
            ..now
        };
        let mut values = vec![0];
        for along in WALKS {
            let mut place = 0;
            filling.each(along, unlimited, |id, step| {
                if let Step::Selected { .. } = step {
                    place += 1;
                    if id == aim.tool {
                        values.extend([place, place - 1]);
                    }
                }
            });
        }
        let without = self.first_cap_without_tool_call(&filling, now);
        values.extend([without, without.saturating_sub(1)]);
        let mut values = on_one_side(values, now.max_items, direction);
        values.retain(|&max_items| self.reaches(&filling, DefinitionCaps { max_items, ..now }, aim));
        values
    }

    /// The nearest token cap on one side of the one that stands at which the aim is reached and the caller agrees.
    pub fn token_cap(&self, aim: Aim, direction: Direction, mut agrees: impl FnMut(u64) -> bool) -> Option<u64> {
        let filling = self.filling();
        let mut caps = DefinitionCaps::of(self.settings);
        loop {
            caps.max_tokens = next_token_cap(&filling, caps, direction)?;
            if self.reaches(&filling, caps, aim) && agrees(caps.max_tokens) {
                return Some(caps.max_tokens);
            }
        }
    }

    /// The index caps (items, then tokens) on which it hangs whether `tool.call` holds a slot: the nearest values at which
    /// an index that is empty would not be, or the other way round.
    pub fn index_caps(&self) -> (Option<u64>, Option<u64>) {
        let filling = self.filling();
        let caps = DefinitionCaps::of(self.settings);
        let mut smallest = None;
        // With every candidate for the index told, this is the smallest index that is not empty.
        filling.settle(caps, |walk| {
            let alone = self.alone();
            smallest = candidates(&filling, walk).map(|id| alone[id.index()]).min();
            Some(())
        });
        let Some(smallest) = smallest else { return (None, None) };
        let (max_items, max_tokens) = (self.settings.max_index_entries(), self.settings.max_index_tokens());
        let is_empty = max_items == 0 || smallest > max_tokens;
        if !is_empty {
            return (Some(0), Some(smallest.saturating_sub(1)));
        }
        let items = (max_items == 0 && smallest <= max_tokens).then_some(1);
        let tokens = (max_items > 0).then_some(smallest);
        (items, tokens)
    }

    /// How many tokens the definitions are over what would let the next tool in, at the walks' comparisons behind which
    /// nothing has changed yet; `None` if no tool is kept out by tokens.
    pub fn smallest_excess_tokens(&self) -> Option<u64> {
        let filling = self.filling();
        let caps = DefinitionCaps::of(self.settings);
        let mut smallest: Option<u64> = None;
        for along in WALKS {
            filling.each(along, caps, |_, step| {
                if let Step::Overflows(Overflow::Tokens { would_be, max_tokens }) = step {
                    let excess = would_be - max_tokens;
                    smallest = Some(smallest.map_or(excess, |known| known.min(excess)));
                }
            });
        }
        smallest
    }

    /// Whether the tool is defined as things stand.
    pub fn is_defined(&self, tool: ToolId) -> bool {
        let aim = Aim { tool, is_defined: true };
        self.reaches(&self.filling(), DefinitionCaps::of(self.settings), aim)
    }

    fn filling(&self) -> Filling<'_> {
        Filling::new(self.roster, self.settings, &self.ranked)
    }

    fn alone(&self) -> &[u64] {
        self.alone.get_or_init(|| {
            let empty = IndexFill::new(self.roster);
            let mut alone = vec![u64::MAX; self.roster.catalog.tools().len()];
            for &id in &self.ranked.all {
                alone[id.index()] = empty.tokens_with(id);
            }
            alone
        })
    }

    /// Whether any of the candidates would make an index.
    fn has_entry(&self, filling: &Filling<'_>, walk: &Walk) -> bool {
        let (max_items, max_tokens) = (self.settings.max_index_entries(), self.settings.max_index_tokens());
        max_items > 0 && {
            let alone = self.alone();
            candidates(filling, walk).any(|id| alone[id.index()] <= max_tokens)
        }
    }

    fn settle(&self, filling: &Filling<'_>, caps: DefinitionCaps) -> (Walk, bool) {
        let (walk, entry) = filling.settle(caps, |walk| self.has_entry(filling, walk).then_some(()));
        (walk, entry.is_some())
    }

    fn reaches(&self, filling: &Filling<'_>, caps: DefinitionCaps, aim: Aim) -> bool {
        self.settle(filling, caps).0.selected.contains(&aim.tool) == aim.is_defined
    }

    /// The smallest item cap from 1 on under which `tool.call` holds no slot: what overflows only becomes less with it.
    fn first_cap_without_tool_call(&self, filling: &Filling<'_>, now: DefinitionCaps) -> u64 {
        let (mut low, mut high) = (1, self.ranked.all.len() as u64 + 1);
        while low < high {
            let max_items = low.midpoint(high);
            if self.settle(filling, DefinitionCaps { max_items, ..now }).1 {
                low = max_items + 1;
            } else {
                high = max_items;
            }
        }
        low
    }
}

/// What may go to the index: configured deferrals, then overflow (domain §5.5).
fn candidates<'w>(filling: &'w Filling<'_>, walk: &'w Walk) -> impl Iterator<Item = ToolId> + 'w {
    let overflow = walk.overflow.iter().map(|(id, _)| *id);
    filling.deferrals.iter().copied().chain(overflow)
}

/// The next token cap at which any walk compares otherwise.
fn next_token_cap(filling: &Filling<'_>, caps: DefinitionCaps, direction: Direction) -> Option<u64> {
    let mut next: Option<u64> = None;
    for along in WALKS {
        filling.each(along, caps, |_, step| {
            let value = match (direction, step) {
                (Direction::Up, Step::Overflows(Overflow::Tokens { would_be, .. })) => would_be,
                (
                    Direction::Down,
                    Step::Selected {
                        tokens,
                        is_bound_by_tokens: true,
                    },
                ) => match tokens.checked_sub(1) {
                    Some(value) => value,
                    None => return,
                },
                _ => return,
            };
            next = Some(match (direction, next) {
                (_, None) => value,
                (Direction::Up, Some(known)) => known.min(value),
                (Direction::Down, Some(known)) => known.max(value),
            });
        });
    }
    next
}

/// The values on one side of another, nearest first.
fn on_one_side(mut values: Vec<u64>, of: u64, direction: Direction) -> Vec<u64> {
    values.retain(|&value| match direction {
        Direction::Up => value > of,
        Direction::Down => value < of,
    });
    values.sort_unstable();
    values.dedup();
    if direction == Direction::Down {
        values.reverse();
    }
    values
}
