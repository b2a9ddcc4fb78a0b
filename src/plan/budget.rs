//! Region A's sums and what fails a plan (domain §6), and the plan put together.

use super::decision::{Decision, Reason};
use super::fill::Selection;
use super::ranking::Ranked;
use super::{Binding, Caps, Index, Overflow, Plan, Settings};
use crate::roster::{Availability, Roster, ToolId};
use crate::scenario::{Class, Lane};
use crate::tokens::DefinitionTotal;

/// One class of Region A in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassUse {
    /// The class.
    pub class: Class,
    /// Tokens in it.
    pub used_tokens: u64,
    /// Its token cap.
    pub max_tokens: u64,
    /// Items in it.
    pub used_items: u64,
    /// Its item cap, if it counts items.
    pub max_items: Option<u64>,
}

/// How production would refuse a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A class is above its token cap.
    Tokens {
        /// The class.
        class: Class,
        /// Tokens in it.
        tokens: u64,
        /// Its cap.
        cap: u64,
    },
    /// A class is above its item cap.
    Items {
        /// The class.
        class: Class,
        /// Items in it.
        items: u64,
        /// Its cap.
        cap: u64,
    },
    /// The sum of the classes is above the ceiling.
    Prefix {
        /// The sum.
        tokens: u64,
        /// The ceiling.
        cap: u64,
    },
    /// A required name is no candidate.
    RequiredUnavailable(String),
    /// A required tool found no slot.
    RequiredUnplaced(String),
}

impl Failure {
    /// The word that files and JSON use.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Tokens { .. } | Self::Items { .. } | Self::Prefix { .. } => "context-overflow",
            Self::RequiredUnavailable(_) => "required-tool-unavailable",
            Self::RequiredUnplaced(_) => "required-tool-unplaced",
        }
    }

    /// The class that overflows, `prefix` for the sum.
    pub fn class_id(&self) -> Option<&'static str> {
        match self {
            Self::Tokens { class, .. } | Self::Items { class, .. } => Some(class.id()),
            Self::Prefix { .. } => Some("prefix"),
            Self::RequiredUnavailable(_) | Self::RequiredUnplaced(_) => None,
        }
    }

    /// The required tool.
    pub fn tool(&self) -> Option<&str> {
        match self {
            Self::RequiredUnavailable(tool) | Self::RequiredUnplaced(tool) => Some(tool),
            _ => None,
        }
    }
}

/// Puts the plan together and checks the classes.
pub(super) fn assemble(
    roster: &Roster,
    settings: &Settings,
    ranked: Ranked,
    selection: Selection,
    index: Index,
) -> Plan {
    let classes = classes(settings, &selection, &index);
    let prefix_tokens = classes
        .iter()
        .fold(0_u64, |sum, class| sum.saturating_add(class.used_tokens));
    let ceiling_tokens = settings
        .budget
        .ceiling_tokens
        .unwrap_or_else(|| settings.budget.sum_of_caps_tokens(settings.builder));
    let failure = failure(roster, &ranked, &selection, &classes, prefix_tokens, ceiling_tokens);
    let decisions = decisions(roster, &ranked, &selection);
    let rank_of = |tool: ToolId| decisions[tool.index()].rank.unwrap_or(0);
    let caps = |tool: ToolId, overflow: Overflow| Caps {
        tool,
        rank: rank_of(tool),
        overflow,
    };
    let binding = Binding {
        definitions: selection.overflow.first().map(|&(tool, overflow)| caps(tool, overflow)),
        index: selection
            .skipped
            .iter()
            .find_map(|skip| skip.index.map(|overflow| caps(skip.tool, overflow))),
    };
    Plan {
        failure,
        defined: selection.defined,
        deferred: selection.deferred.into_iter().map(|(tool, _)| tool).collect(),
        skipped: selection.skipped.into_iter().map(|skip| skip.tool).collect(),
        skips_recorded: settings.builder.defers(),
        ranked: ranked.all,
        decisions,
        classes,
        prefix_tokens,
        ceiling_tokens,
        index,
        measured_in_part: selection.total.is_measured_in_part(),
        binding,
    }
}

fn classes(settings: &Settings, selection: &Selection, index: &Index) -> Vec<ClassUse> {
    Class::ALL
        .into_iter()
        .filter(|class| class.exists_under(settings.builder))
        .map(|class| {
            let budget = settings.budget.class(class);
            let (used_tokens, used_items) = match class {
                Class::ToolDefinitions => (selection.total.tokens(), selection.defined.len() as u64),
                Class::DeferredToolIndex => (index.tokens(), selection.deferred.len() as u64),
                _ => (budget.used_tokens, budget.used_items),
            };
            ClassUse {
                class,
                used_tokens,
                max_tokens: budget.max_tokens,
                used_items,
                max_items: budget.max_items,
            }
        })
        .collect()
}

fn failure(
    roster: &Roster,
    ranked: &Ranked,
    selection: &Selection,
    classes: &[ClassUse],
    prefix_tokens: u64,
    ceiling_tokens: u64,
) -> Option<Failure> {
    if let Some(name) = &ranked.missing_required {
        return Some(Failure::RequiredUnavailable(name.clone()));
    }
    if let Some(tool) = selection.unplaced_required {
        return Some(Failure::RequiredUnplaced(roster.catalog.tool(tool).name.to_string()));
    }
    for class in classes {
        if class.used_tokens > class.max_tokens {
            return Some(Failure::Tokens {
                class: class.class,
                tokens: class.used_tokens,
                cap: class.max_tokens,
            });
        }
        if let Some(cap) = class.max_items
            && class.used_items > cap
        {
            return Some(Failure::Items {
                class: class.class,
                items: class.used_items,
                cap,
            });
        }
    }
    (prefix_tokens > ceiling_tokens).then_some(Failure::Prefix {
        tokens: prefix_tokens,
        cap: ceiling_tokens,
    })
}

fn decisions(roster: &Roster, ranked: &Ranked, selection: &Selection) -> Vec<Decision> {
    let counter = roster.costs.counter();
    let mut decisions: Vec<Decision> = roster
        .catalog
        .ids()
        .map(|id| Decision {
            outcome: Lane::Unavailable,
            reason: match &roster.availability[id.index()] {
                Availability::Unavailable(reason) => Reason::Unavailable(reason.clone()),
                // Only `tool.call` is a candidate that ends in no list; the lists below overwrite all others.
                Availability::Candidate => Reason::NothingDeferred,
            },
            rank: None,
            slot: None,
            entry: None,
            definition_tokens: DefinitionTotal::alone(counter, roster.costs.definition(id)),
            index_tokens: counter.tokens_of(roster.costs.entry_line(id)),
        })
        .collect();
    let number = |place: usize| Some(u32::try_from(place + 1).unwrap_or(u32::MAX));
    for (place, tool) in ranked.all.iter().enumerate() {
        decisions[tool.index()].rank = number(place);
    }
    for (place, &tool) in selection.defined.iter().enumerate() {
        let decision = &mut decisions[tool.index()];
        decision.outcome = Lane::Defined;
        decision.slot = number(place);
        let rank = decision.rank.map_or(0, |rank| rank as usize);
        decision.reason = match rank {
            0 => Reason::ReachesDeferredTools,
            rank if rank <= ranked.required => Reason::Required,
            rank if rank <= ranked.configured => Reason::Configured,
            _ => Reason::Discovered,
        };
    }
    for (place, &(tool, definition)) in selection.deferred.iter().enumerate() {
        let decision = &mut decisions[tool.index()];
        decision.outcome = Lane::Deferred;
        decision.entry = number(place);
        decision.reason = definition.map_or(Reason::DeferredByConfiguration, Reason::NoDefinition);
    }
    for skip in &selection.skipped {
        let decision = &mut decisions[skip.tool.index()];
        decision.outcome = Lane::Skipped;
        decision.reason = match (skip.definition, skip.index) {
            (definition, Some(index)) => Reason::IndexFull { definition, index },
            (Some(definition), None) => Reason::SkippedWithoutIndex(definition),
            (None, None) => Reason::DeferredByConfiguration,
        };
    }
    decisions
}
