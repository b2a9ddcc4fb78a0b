//! Sentences about two plans side by side.

use super::named;
use crate::explore::{Comparison, Effect, Gate, PrefixBreak, PrefixPlace, ToolChange};
use crate::plan::explain::{counted, detail, grouped, short_reason};
use crate::plan::{Decision, Planned};

/// What a comparison comes to: `2 tools lost · 6 deferred`, or that nothing differs.
pub fn verdict(comparison: &Comparison) -> String {
    if comparison.is_same() {
        return "Nothing differs".to_owned();
    }
    let mut parts = Vec::new();
    match (&comparison.before.plan.failure, &comparison.after.plan.failure) {
        (None, Some(_)) => parts.push("the plan fails now".to_owned()),
        (Some(_), None) => parts.push("the plan stands now".to_owned()),
        (Some(_), Some(_)) => parts.push("the plan fails on both sides".to_owned()),
        (None, None) => {}
    }
    for effect in Effect::ALL {
        let count = comparison.count(effect) as u64;
        if count > 0 {
            parts.push(format!("{} {}", counted(count, "tool", "tools"), effect.id()));
        }
    }
    if comparison.changes.is_empty() && parts.is_empty() {
        parts.push("No tool differs; the budget does".to_owned());
    }
    let text = parts.join(" · ");
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// `defined → deferred`, `added: deferred`, `removed: was defined`, or where it stays.
pub fn lanes(before: Option<&Decision>, after: Option<&Decision>) -> String {
    match (before, after) {
        (Some(before), Some(after)) if before.outcome == after.outcome => after.outcome.id().to_owned(),
        (Some(before), Some(after)) => format!("{} → {}", before.outcome.id(), after.outcome.id()),
        (None, Some(after)) => format!("added: {}", after.outcome.id()),
        (Some(before), None) => format!("removed: was {}", before.outcome.id()),
        (None, None) => String::new(),
    }
}

/// What an effect means, for who meets the word for the first time.
pub fn effect_hint(effect: Effect) -> &'static str {
    match effect {
        Effect::Lost => "Defined or deferred before, neither now: the model cannot reach it",
        Effect::Deferred => "Lost its definition for an index line: a call of it can take one step more",
        Effect::Gained => "Defined or deferred now, neither before",
        Effect::Defined => "An index line before, a definition now",
        Effect::Reclassified => {
            "Stays where it is, and calls of it are judged otherwise: side effect, policy or scopes"
        }
        Effect::Rewritten => "Stays where it is, and its definition or index line reads otherwise",
        Effect::Elsewhere => {
            "Out of reach before and now, in another lane: skipped, unavailable or not there; or tool.call, which comes and goes with what is deferred"
        }
        Effect::Recounted => "The same text costs otherwise",
        Effect::Reranked => "Only its rank differs",
    }
}

/// `mail.send: deferred, defined → deferred`: a change as a screen reader says it.
pub fn change(comparison: &Comparison, change: &ToolChange) -> String {
    let lanes = lanes(comparison.decision_before(change), comparison.decision_after(change));
    format!("{}: {}, {lanes}", change.name, change.effect.id())
}

/// `44 → 31`, `44`, `– → 12`.
pub fn ranks(before: Option<&Decision>, after: Option<&Decision>) -> String {
    let rank = |decision: Option<&Decision>| decision.and_then(|decision| decision.rank).map(u64::from);
    from_to(rank(before), rank(after))
}

/// Tokens of the definition on both sides.
pub fn definition_tokens(before: Option<&Decision>, after: Option<&Decision>) -> String {
    let tokens = |decision: Option<&Decision>| decision.map(|decision| decision.definition_tokens);
    from_to(tokens(before), tokens(after))
}

/// What a tool brings to the prompt on both sides: its definition, its index line, or nothing.
pub fn prompt_tokens(before: Option<&Decision>, after: Option<&Decision>) -> String {
    from_to(
        before.map(crate::explore::compare::prompt_tokens),
        after.map(crate::explore::compare::prompt_tokens),
    )
}

/// Two figures, or one where they are the same; `–` for none.
pub fn from_to(before: Option<u64>, after: Option<u64>) -> String {
    let shown = |figure: Option<u64>| figure.map_or_else(|| "–".to_owned(), grouped);
    if before == after {
        shown(after)
    } else {
        format!("{} → {}", shown(before), shown(after))
    }
}

/// Both reasons in a few words, or one where they are the same.
pub fn reasons(before: Option<&Decision>, after: Option<&Decision>) -> String {
    match (before.map(short_reason), after.map(short_reason)) {
        (Some(before), Some(after)) if before == after => after,
        (Some(before), Some(after)) => format!("{before} → {after}"),
        (None, Some(only)) | (Some(only), None) => only,
        (None, None) => String::new(),
    }
}

/// The reason before, whole; `None` for an added tool.
pub fn detail_before(comparison: &Comparison, change: &ToolChange) -> Option<String> {
    let before = &comparison.before;
    change.before.map(|id| detail(&before.plan, &before.roster, id))
}

/// The reason after, whole; `None` for a removed tool.
pub fn detail_after(comparison: &Comparison, change: &ToolChange) -> Option<String> {
    let after = &comparison.after;
    change.after.map(|id| detail(&after.plan, &after.roster, id))
}

/// Where the prefix breaks, and what that costs.
pub fn prefix(prefix: Option<&PrefixBreak>, after: &Planned) -> String {
    if after.plan.failure.is_some() {
        return "The plan after fails: it sends no request, so a prompt cache has nothing to keep.".to_owned();
    }
    let Some(found) = prefix else {
        return "The request prefix is the same: a prompt cache loses nothing.".to_owned();
    };
    let place = match &found.place {
        PrefixPlace::Class(class) => format!("at the first byte of {}", class.title()),
        PrefixPlace::Definition { before, after } => {
            let name = |name: &Option<std::sync::Arc<str>>| name.as_deref().unwrap_or("the end").to_owned();
            if before == after {
                format!("in the definition of {}", name(after))
            } else {
                format!(
                    "in the definitions, where {} stood and {} stands",
                    name(before),
                    name(after)
                )
            }
        }
        PrefixPlace::IndexLine { is_untrusted, line } => {
            let block = if *is_untrusted { "untrusted" } else { "trusted" };
            format!("at line {line} of the {block} index block")
        }
    };
    format!(
        "The request prefix first differs {place}: a prompt cache keeps {} of {} tokens and loses {}, once for every open conversation.",
        grouped(found.kept_tokens),
        grouped(after.plan.prefix_tokens),
        grouped(found.lost_tokens)
    )
}

/// Why a gate of a comparison falls.
pub fn gate(gate: Gate, tools: &[&ToolChange]) -> String {
    let count = tools.len() as u64;
    let names = named(tools.iter().map(|change| &*change.name));
    let tools = counted(count, "tool", "tools");
    match gate {
        Gate::Lost => format!("{tools} can be reached no more: {names}"),
        Gate::Skipped => format!("{tools} newly skipped: {names}"),
        Gate::Deferred => format!("{tools} lost the definition for an index line: {names}"),
        Gate::Unavailable => format!("{tools} newly unavailable or gone: {names}"),
        Gate::Reclassified => {
            let them = if count == 1 { "it" } else { "them" };
            format!("{tools} changed: calls of {them} are judged otherwise: {names}")
        }
        Gate::Rewritten => {
            let read = if count == 1 { "reads" } else { "read" };
            format!("{tools} {read} otherwise: {names}")
        }
        Gate::Prefix => "the request prefix differs".to_owned(),
        Gate::Any => "the plans differ".to_owned(),
    }
}
