//! What binds: which cap decides first, in words.

use super::{counted, grouped};
use crate::plan::{Caps, Overflow, Plan, Settings};
use crate::roster::Roster;
use crate::scenario::Class;

/// What binds, in one or two sentences: which cap, at which rank, what stays unused.
pub fn binding(plan: &Plan, roster: &Roster, settings: &Settings) -> String {
    let (items, tokens) = (plan.defined.len() as u64, plan.class_tokens(Class::ToolDefinitions));
    let free_tokens = settings.max_definition_tokens().saturating_sub(tokens);
    let free_slots = settings.max_definitions().saturating_sub(items);
    let max_tokens = settings.max_definition_tokens();
    let mut text = match plan.binding.definitions {
        None if tokens > max_tokens => over_tokens(tokens, max_tokens),
        None => format!(
            "No cap binds the definitions: {} and {} tokens stay unused.",
            counted(free_slots, "slot", "slots"),
            grouped(free_tokens)
        ),
        Some(Caps { tool, rank, overflow }) => {
            let name = &roster.catalog.tool(tool).name;
            match overflow {
                Overflow::Items { max_items } if tokens > max_tokens => format!(
                    "{} All {} are taken, too, when {name} comes, rank {rank}.",
                    over_tokens(tokens, max_tokens),
                    counted(max_items, "slot", "slots")
                ),
                Overflow::Items { max_items } => format!(
                    "The item cap binds: all {} are taken when {name} comes, rank {rank}. {} tokens stay unused.",
                    counted(max_items, "slot", "slots"),
                    grouped(free_tokens)
                ),
                Overflow::Tokens { would_be, max_tokens } => format!(
                    "The token cap binds: with {name}, rank {rank}, definitions would cost {} of {}. {} {} empty.",
                    grouped(would_be),
                    grouped(max_tokens),
                    counted(free_slots, "slot", "slots"),
                    if free_slots == 1 { "stays" } else { "stay" }
                ),
            }
        }
    };
    if let Some(Caps { tool, overflow, .. }) = plan.binding.index {
        let name = &roster.catalog.tool(tool).name;
        text.push(' ');
        text.push_str(&match overflow {
            Overflow::Items { max_items } => {
                format!(
                    "The index is full at {} before {name}.",
                    counted(max_items, "entry", "entries")
                )
            }
            Overflow::Tokens { would_be, max_tokens } => format!(
                "The index has no tokens for {name}: {} of {}.",
                grouped(would_be),
                grouped(max_tokens)
            ),
        });
    }
    text
}

/// Tools that must be defined take their slots whatever they cost: the token cap binds then, whatever the item cap turns
/// away behind them.
fn over_tokens(tokens: u64, cap: u64) -> String {
    format!(
        "The token cap binds: what must be defined costs {} of {}, {} over.",
        grouped(tokens),
        grouped(cap),
        grouped(tokens.saturating_sub(cap))
    )
}
