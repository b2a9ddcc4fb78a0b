//! Where two request prefixes first differ, and what a prompt cache loses by it.
//!
//! A cache keeps what stands in front of the first byte that differs. The prefix is Region A in the order of its classes
//! (domain §6): policy, instructions, persona, definitions sorted by name (domain §5.8), index, skills, memory. Of the
//! classes that the plan does not fill a scenario knows a size and perhaps a version: where one of the two differs, the text
//! does, from its first byte as far as anybody can tell. A provider that sends the definitions in front of everything else
//! loses no more of them, and the rest with them.

use crate::plan::Planned;
use crate::scenario::{Class, Versions};
use crate::tokens::{DefinitionTotal, FRAMING_TOKENS};
use std::sync::Arc;

/// What stands where the prefixes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrefixPlace {
    /// A class of which only size and version are known.
    Class(Class),
    /// The definitions: the first name at which they differ on either side, `None` where one side has ended.
    Definition {
        /// Before.
        before: Option<Arc<str>>,
        /// After.
        after: Option<Arc<str>>,
    },
    /// The index: the number of its line, from 1 in its block, counting the note or the envelope.
    IndexLine {
        /// Whether it stands in the block of what servers and devices say.
        is_untrusted: bool,
        /// The line.
        line: usize,
    },
}

/// The first difference of two prefixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixBreak {
    /// Where it is.
    pub place: PrefixPlace,
    /// Tokens of the prefix after that stand in front of it: what a cache still has.
    pub kept_tokens: u64,
    /// Tokens of the prefix after from there on: what every open conversation pays anew once.
    pub lost_tokens: u64,
}

/// Finds it.
pub(super) fn first_difference(before: &Planned, after: &Planned) -> Option<PrefixBreak> {
    let mut kept = 0;
    for class in Class::ALL {
        let found = match class {
            Class::ToolDefinitions => definitions(before, after),
            Class::DeferredToolIndex => index(before, after),
            _ => sized(before, after, class),
        };
        if let Some((place, kept_of_class)) = found {
            let kept_tokens = (kept + kept_of_class).min(after.plan.prefix_tokens);
            return Some(PrefixBreak {
                place,
                kept_tokens,
                lost_tokens: after.plan.prefix_tokens - kept_tokens,
            });
        }
        kept += after.plan.class_tokens(class);
    }
    None
}

fn sized(before: &Planned, after: &Planned, class: Class) -> Option<(PrefixPlace, u64)> {
    let version = |versions: &Versions| match class {
        Class::PlatformPolicy => versions.policy.clone(),
        Class::AgentInstructions => versions.agent_prefix.clone(),
        Class::Persona => versions.persona.clone(),
        _ => None,
    };
    let (was, is) = (version(&before.scenario.versions), version(&after.scenario.versions));
    // What a version leaves unsaid cannot differ.
    let is_other_version = was.is_some() && is.is_some() && was != is;
    let is_other_size = before.plan.class_tokens(class) != after.plan.class_tokens(class);
    (is_other_version || is_other_size).then_some((PrefixPlace::Class(class), 0))
}

/// Names and contracts in the order in which they are sent.
fn sent(planned: &Planned) -> Vec<(&Arc<str>, &str, crate::roster::ToolId)> {
    let catalog = &planned.roster.catalog;
    let mut sent: Vec<_> = planned
        .plan
        .defined
        .iter()
        .map(|&id| (&catalog.tool(id).name, catalog.tool(id).contract_json.as_str(), id))
        .collect();
    sent.sort_unstable();
    sent
}

fn definitions(before: &Planned, after: &Planned) -> Option<(PrefixPlace, u64)> {
    let (was, is) = (sent(before), sent(after));
    let same = was.iter().zip(&is).take_while(|(a, b)| a.1 == b.1).count();
    if same == was.len() && same == is.len() {
        return None;
    }
    let name = |sent: &[(&Arc<str>, &str, _)]| sent.get(same).map(|(name, ..)| Arc::clone(name));
    let costs = &after.roster.costs;
    let kept = is[..same]
        .iter()
        .fold(DefinitionTotal::new(costs.counter()), |total, (_, _, id)| {
            total.with(costs.definition(*id))
        });
    let place = PrefixPlace::Definition {
        before: name(&was),
        after: name(&is),
    };
    Some((place, kept.tokens()))
}

fn index(before: &Planned, after: &Planned) -> Option<(PrefixPlace, u64)> {
    let (was, is) = (&before.plan.index.blocks, &after.plan.index.blocks);
    let counter = after.roster.costs.counter();
    let mut kept = 0;
    for place in 0..was.len().max(is.len()) {
        let text = |blocks: &[crate::plan::Block]| blocks.get(place).map_or("", |block| &block.text).to_owned();
        let (old, new) = (text(was), text(is));
        if old == new {
            kept += is.get(place).map_or(0, |block| block.tokens);
            continue;
        }
        let same: Vec<&str> = old
            .lines()
            .zip(new.lines())
            .take_while(|(a, b)| a == b)
            .map(|(a, _)| a)
            .collect();
        if !same.is_empty() {
            kept += counter.tokens_of(counter.measure(&same.join("\n"))) + FRAMING_TOKENS;
        }
        let of = is.get(place).or(was.get(place));
        let is_untrusted = of.is_some_and(|block| block.trust == crate::plan::Trust::ExternalUntrusted);
        let place = PrefixPlace::IndexLine {
            is_untrusted,
            line: same.len() + 1,
        };
        return Some((place, kept));
    }
    None
}
