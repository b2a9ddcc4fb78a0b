//! Sentences about a plan, made from its numbers in this one place: every surface says the same words.

mod binding;

pub use binding::binding;

use super::{Decision, Difference, Failure, Overflow, Plan, Reason, Shortfall};
pub use crate::diagnostics::grouped;
use crate::diagnostics::nearest;
use crate::roster::{NotAdmitted, Roster, ToolId, Unavailable};
use crate::scenario::{Bound, Lane, SourceKind};

/// A change with its sign: `+1,204`, `−16`, `±0`.
pub fn signed(change: i64) -> String {
    let size = grouped(change.unsigned_abs());
    match change.signum() {
        1 => format!("+{size}"),
        -1 => format!("−{size}"),
        _ => "±0".to_owned(),
    }
}

/// `1 tool`, `2 tools`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// The largest text on screen: what the plan comes to, in words.
pub fn verdict(plan: &Plan) -> String {
    if let Some(failure) = &plan.failure {
        return format!("The plan fails: {}", failure_sentence(failure));
    }
    let skipped = plan.skipped.len() as u64;
    if skipped == 0 {
        if plan.ranked.is_empty() {
            return "No tools".to_owned();
        }
        let unusable = unusable(plan);
        return if unusable.is_empty() {
            "Nothing lost".to_owned()
        } else {
            let tools = counted(unusable.len() as u64, "tool", "tools");
            format!("Nothing lost, but {tools} cannot be used")
        };
    }
    let lost = counted(skipped, "tool lost", "tools lost");
    if plan.skips_recorded {
        lost
    } else {
        format!("{lost}, silently")
    }
}

/// The tools that no switch and no cap brings: their names are in conflict, or admission keeps them out. By catalog index.
pub fn unusable(plan: &Plan) -> Vec<(usize, &'static str)> {
    let decisions = plan.decisions.iter().enumerate();
    let why = |reason: &Reason| match reason {
        Reason::Unavailable(Unavailable::CatalogConflict) => Some("name conflict"),
        Reason::Unavailable(Unavailable::NotAdmitted(_)) => Some("not admitted"),
        _ => None,
    };
    decisions
        .filter_map(|(place, decision)| Some((place, why(&decision.reason)?)))
        .collect()
}

/// The same in a sentence; `None` where all can be used.
pub fn unusable_sentence(plan: &Plan) -> Option<String> {
    let unusable = unusable(plan);
    let count = |which: &str| unusable.iter().filter(|(_, why)| *why == which).count() as u64;
    let reasons: Vec<String> = ["name conflict", "not admitted"]
        .into_iter()
        .filter(|which| count(which) > 0)
        .map(|which| format!("{} {which}", grouped(count(which))))
        .collect();
    let tools = counted(unusable.len() as u64, "tool", "tools");
    (!unusable.is_empty()).then(|| {
        format!(
            "{tools} cannot be used: {}; `roster explain FILE TOOL` says why.",
            reasons.join(", ")
        )
    })
}

/// What fails a plan, with its figures.
pub fn failure_sentence(failure: &Failure) -> String {
    let tokens_over = |what: &str, tokens: u64, cap: u64| {
        let verb = if what.ends_with('s') { "need" } else { "needs" };
        format!(
            "{what} {verb} {} of {} tokens, {} over",
            grouped(tokens),
            grouped(cap),
            grouped(tokens.saturating_sub(cap))
        )
    };
    match failure {
        Failure::Tokens { class, tokens, cap } => tokens_over(class.title(), *tokens, *cap),
        Failure::Items { class, items, cap } => {
            format!("{} holds {} of {} items", class.title(), grouped(*items), grouped(*cap))
        }
        Failure::Prefix { tokens, cap } => tokens_over("the prefix", *tokens, *cap),
        Failure::RequiredUnavailable(tool) => format!("{tool} must be defined and is not available"),
        Failure::RequiredUnplaced(tool) => format!("{tool} must be defined and found no slot"),
    }
}

/// The deciding reason in a few words, for a table cell.
pub fn short_reason(decision: &Decision) -> String {
    match &decision.reason {
        Reason::Required => "required".to_owned(),
        Reason::Configured => "configured".to_owned(),
        Reason::Discovered => "discovered, ranked high enough".to_owned(),
        Reason::ReachesDeferredTools => "reaches deferred tools".to_owned(),
        Reason::DeferredByConfiguration => "deferred by configuration".to_owned(),
        Reason::NoDefinition(overflow) | Reason::SkippedWithoutIndex(overflow) => match overflow {
            Overflow::Items { .. } => "no slot".to_owned(),
            Overflow::Tokens { .. } => "no definition tokens".to_owned(),
        },
        Reason::IndexFull { index, .. } => match index {
            Overflow::Items { .. } => "index is full".to_owned(),
            Overflow::Tokens { .. } => "no index tokens".to_owned(),
        },
        Reason::NothingDeferred => "nothing to reach".to_owned(),
        Reason::Unavailable(reason) => match reason {
            Unavailable::NoToolSurface => "no tool surface".to_owned(),
            Unavailable::NotEnabled => "not enabled".to_owned(),
            Unavailable::SourceOff(kind) => format!("{} off", kind.word()),
            Unavailable::FlagOff { flag, .. } => format!("flag {flag} off"),
            Unavailable::CatalogConflict => "name conflict".to_owned(),
            Unavailable::ApplicationOnly => "application only".to_owned(),
            Unavailable::NoSkills => "no skills".to_owned(),
            Unavailable::NotAdmitted(_) => "not admitted".to_owned(),
            Unavailable::NotInBrief => "not in the brief".to_owned(),
        },
    }
}

/// Why a name is not pinned: the plan's own words about that tool, or that there is none, and what was perhaps meant.
pub fn why_not_pinned(plan: &Plan, roster: &Roster, name: &str) -> String {
    if let Some(id) = roster.catalog.find(name) {
        return detail(plan, roster, id);
    }
    let near = nearest(name, plan.pinned().map(|id| &*roster.catalog.tool(id).name));
    match near {
        Some(near) => format!("The scenario has no tool of that name; did you mean {near}?"),
        None => "The scenario has no tool of that name.".to_owned(),
    }
}

/// Why a tool is where it is: a sentence or two with the numbers that decided.
pub fn detail(plan: &Plan, roster: &Roster, id: ToolId) -> String {
    let decision = plan.decision(id);
    let tool = roster.catalog.tool(id);
    let ranked = match decision.rank {
        Some(rank) => format!("Ranked {rank} of {}", plan.ranked.len()),
        None => "Never ranked".to_owned(),
    };
    let slot = decision.slot.unwrap_or(0);
    match &decision.reason {
        Reason::Required => format!("It must be defined and ranks before everything; it has slot {slot}."),
        Reason::Configured => format!("The agent names it. {ranked}; it has slot {slot}."),
        Reason::Discovered => format!(
            "{ranked} as a discovered tool ({}); it fits in slot {slot}.",
            tool.side_effect.id()
        ),
        Reason::ReachesDeferredTools => format!(
            "It holds the first slot because {} reached through it.",
            counted(plan.deferred.len() as u64, "tool is", "tools are")
        ),
        Reason::DeferredByConfiguration => {
            format!(
                "The agent defers it on purpose; it is line {} of the index.",
                decision.entry.unwrap_or(0)
            )
        }
        Reason::NoDefinition(overflow) => format!(
            "{ranked}. {} It is line {} of the index.",
            no_definition(overflow),
            decision.entry.unwrap_or(0)
        ),
        Reason::SkippedWithoutIndex(overflow) => format!(
            "{ranked}. {} {}",
            no_definition(overflow),
            if plan.skips_recorded {
                "There is no index to go to, because tool.call is not available; the skip is recorded."
            } else {
                "This builder cuts it silently: production would not say so."
            }
        ),
        Reason::IndexFull { definition, index } => {
            let first = definition
                .as_ref()
                .map_or_else(|| "The agent defers it on purpose.".to_owned(), no_definition);
            let second = match index {
                Overflow::Items { max_items } => {
                    format!("The index is full at {}.", counted(*max_items, "entry", "entries"))
                }
                Overflow::Tokens { would_be, max_tokens } => format!(
                    "With its line the index would cost {} of {} tokens.",
                    grouped(*would_be),
                    grouped(*max_tokens)
                ),
            };
            format!("{ranked}. {first} {second} The skip is recorded.")
        }
        Reason::NothingDeferred if !plan.skips_recorded => "This builder knows no tool.call.".to_owned(),
        Reason::NothingDeferred => {
            "Nothing ended in the index, so there is nothing to reach and no slot is spent on it.".to_owned()
        }
        Reason::Unavailable(reason) => unavailable(reason, roster, id),
    }
}

fn no_definition(overflow: &Overflow) -> String {
    match overflow {
        Overflow::Items { max_items } => {
            format!("All {} were taken before it.", counted(*max_items, "slot", "slots"))
        }
        Overflow::Tokens { would_be, max_tokens } => format!(
            "With it the definitions would cost {} of {} tokens.",
            grouped(*would_be),
            grouped(*max_tokens)
        ),
    }
}

fn unavailable(reason: &Unavailable, roster: &Roster, id: ToolId) -> String {
    let tool = roster.catalog.tool(id);
    match reason {
        Unavailable::NoToolSurface => "An operational_email session renders no tool surface.".to_owned(),
        Unavailable::NotEnabled => {
            "The agent's enabled_tools does not name it, and only servers and devices bring discovered tools."
                .to_owned()
        }
        Unavailable::SourceOff(kind) => {
            let word = match kind {
                SourceKind::Server => "Server",
                SourceKind::Device => "Device",
            };
            format!("{word} {} is off.", tool.source.id())
        }
        Unavailable::FlagOff { flag, by_source } => {
            let who = if *by_source {
                format!("Its source {}", tool.source.id())
            } else {
                "It".to_owned()
            };
            format!("{who} requires the flag {flag}, which is off.")
        }
        Unavailable::CatalogConflict => {
            const NAMED_AT_MOST: usize = 8;
            let own = tool.remote_name.as_deref().unwrap_or(&tool.name);
            let mut is_own_out = false;
            // A remote name may stand twice: only one of the two is this tool.
            let mut others: Vec<&str> = tool
                .same_name
                .iter()
                .map(|name| &**name)
                .filter(|&name| {
                    let is_own = !is_own_out && name == own;
                    is_own_out |= is_own;
                    !is_own
                })
                .take(NAMED_AT_MOST)
                .collect();
            let rest = (tool.same_name.len() - 1).saturating_sub(NAMED_AT_MOST);
            let more = format!("{rest} more");
            if rest > 0 {
                others.push(&more);
            }
            format!(
                "{own} and {} have the same registry name on {}; neither is offered.",
                others.join(", "),
                tool.source.id()
            )
        }
        Unavailable::ApplicationOnly => "It is for the application, not for the model.".to_owned(),
        Unavailable::NoSkills => "The skill catalog holds no skill to load.".to_owned(),
        Unavailable::NotInBrief => "The brief of this child does not name it.".to_owned(),
        Unavailable::NotAdmitted(reason) => match reason {
            NotAdmitted::SchemaNotAnObject => "Its input schema is not an object.".to_owned(),
            NotAdmitted::SchemaTooDeep { levels, max_levels } => {
                format!("Its schema nests {levels} levels, {max_levels} are admitted.")
            }
            NotAdmitted::SchemaTooLarge { bytes, max_bytes } => format!(
                "Its schema has {} bytes, {} are admitted.",
                grouped(*bytes),
                grouped(*max_bytes)
            ),
            NotAdmitted::HoldsRef => "Its schema holds $ref, which is not admitted.".to_owned(),
        },
    }
}

/// What a gate allows.
pub fn bound(bound: Bound) -> String {
    match (bound.min, bound.max) {
        (Some(min), Some(max)) if min == max => grouped(min),
        (Some(min), Some(max)) => format!("{} to {}", grouped(min), grouped(max)),
        (Some(min), None) => format!("at least {}", grouped(min)),
        (None, Some(max)) => format!("at most {}", grouped(max)),
        (None, None) => "anything".to_owned(),
    }
}

/// One difference between a gate and its plan.
pub fn shortfall(shortfall: &Shortfall) -> String {
    match shortfall {
        Shortfall::Lane {
            tool,
            expected,
            found,
            reason,
        } => format!("{tool} is {} ({reason}), expected {}", found.id(), expected.id()),
        Shortfall::NoSuchTool { pattern } => format!("{pattern} matches no tool of the scenario"),
        Shortfall::NotEmpty { lane, tools } => {
            const SHOWN: usize = 4;
            let shown = tools.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
            let rest = tools.len().saturating_sub(SHOWN);
            let more = if rest > 0 {
                format!(" and {rest} more")
            } else {
                String::new()
            };
            let count = counted(tools.len() as u64, "tool is", "tools are");
            format!("{count} {}, expected none: {shown}{more}", lane.id())
        }
        Shortfall::Tokens { measure, bound, found } => figure(measure, "tokens", *bound, *found),
        Shortfall::Items { class, bound, found } => figure(class, "items", *bound, *found),
        Shortfall::Fails { expected, found } => {
            let what = |code: &str, class: Option<&str>, tool: Option<&str>| {
                let of = class.or(tool).map_or_else(String::new, |of| format!(" in {of}"));
                format!("{code}{of}")
            };
            let expected = what(&expected.code, expected.class.as_deref(), expected.tool.as_deref());
            match found {
                None => format!("the plan is ok, expected {expected}"),
                Some(found) => {
                    format!(
                        "the plan fails with {}, expected {expected}",
                        what(found.code(), found.class_id(), found.tool())
                    )
                }
            }
        }
    }
}

fn figure(what: &str, unit: &str, allowed: Bound, found: u64) -> String {
    let nearest = match (allowed.min, allowed.max) {
        (Some(min), _) if found < min => min,
        (_, Some(max)) => max,
        _ => found,
    };
    let gap = i64::try_from(found).unwrap_or(i64::MAX) - i64::try_from(nearest).unwrap_or(i64::MAX);
    format!(
        "{what} has {} {unit}, expected {} ({})",
        grouped(found),
        bound(allowed),
        signed(gap)
    )
}

/// One difference between what a file expects and what comes of it.
pub fn difference(difference: &Difference) -> String {
    let Difference { what, expected, found } = difference;
    format!("{what} is {found}, expected {expected}")
}

/// `30 defined · 17 deferred · 0 skipped`.
pub fn lane_counts(plan: &Plan) -> String {
    [Lane::Defined, Lane::Deferred, Lane::Skipped]
        .map(|lane| format!("{} {}", plan.count(lane), lane.id()))
        .join(" · ")
}

#[cfg(test)]
mod tests {
    use super::{grouped, signed};

    #[test]
    fn numbers_are_grouped_and_signed() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(5_908), "5,908");
        assert_eq!(grouped(1_000_000), "1,000,000");
        assert_eq!(signed(-16), "−16");
        assert_eq!(signed(1_204), "+1,204");
    }
}
