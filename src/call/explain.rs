//! Sentences about a call, made in this one place: every surface says the same words.

use super::policy::Ruling;
use super::steps::{Finding, StepKind, StepVerdict};
use super::trace::Trace;
use crate::json_schema::Mismatch;
use crate::plan::explain::{counted, failure_sentence};
use crate::scenario::{CallOutcome, PolicyDecision, TOOL_CALL, Trust};

/// What the call comes to, in words.
pub fn verdict(trace: &Trace) -> String {
    let name = trace.name();
    let code = trace.code.map_or("", crate::scenario::CallCode::id);
    match trace.outcome {
        CallOutcome::Completed => format!("{name} runs"),
        CallOutcome::ApprovalRequired => format!("{name} waits for approval"),
        CallOutcome::Denied => format!("{name} is denied: {code}"),
        CallOutcome::Failed if trace.events.is_empty() => "No run begins: the plan fails".to_owned(),
        CallOutcome::Failed => format!("{name} fails: {code}"),
    }
}

/// Where a call ended or waits, and what was found there.
pub fn ended(trace: &Trace) -> String {
    let last = trace.steps.iter().rfind(|step| step.verdict != StepVerdict::NotReached);
    last.map_or_else(String::new, |step| {
        format!("{}: {}", title(step.kind), finding(&step.finding))
    })
}

/// What a step asks.
pub fn title(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Plan => "Is there a run?",
        StepKind::Unwrap => "Unwrap tool.call",
        StepKind::Resolve => "Resolve the name",
        StepKind::Enabled => "Enabled for the agent",
        StepKind::Scopes => "Scopes",
        StepKind::Arguments => "Arguments",
        StepKind::Hardline => "Hardline rules",
        StepKind::Policy => "Policy",
        StepKind::Approval => "Approval",
        StepKind::Run => "Run",
    }
}

/// A step's verdict in a word.
pub fn verdict_word(verdict: StepVerdict) -> &'static str {
    match verdict {
        StepVerdict::Passed => "pass",
        StepVerdict::NotNeeded => "–",
        StepVerdict::Waits => "wait",
        StepVerdict::Stopped(_) => "STOP",
        StepVerdict::NotReached => "",
    }
}

/// What a step found: a sentence or two with the facts that decided.
pub fn finding(finding: &Finding) -> String {
    match finding {
        Finding::Nothing => String::new(),
        Finding::PlanStands => "The plan stands, and its tools are pinned.".to_owned(),
        Finding::PlanFails(failure) => format!("The plan fails: {}. No run begins.", failure_sentence(failure)),
        Finding::NotWrapped => "Called by its own name.".to_owned(),
        Finding::Unwrapped { name } => {
            format!("The call goes on as {name}, under the model's call id. {TOOL_CALL} is not executed.")
        }
        Finding::WrapperMalformed(mismatches) => {
            format!("The wrapper does not fit: {}.", joined(mismatches))
        }
        Finding::ControlTool { name } => {
            format!("{name} is a control tool, which {TOOL_CALL} never reaches.")
        }
        Finding::NotPinned { name, why } => format!("{name} is not pinned. {why}"),
        Finding::Pinned { lane, source } => format!("Pinned, {}; from {source}.", lane.id()),
        Finding::Enabled { is_named } => if *is_named {
            "The agent names it."
        } else {
            "Discovered: enabled when the session opened."
        }
        .to_owned(),
        Finding::NoScopes => "It needs none.".to_owned(),
        Finding::ScopesGranted { scopes, is_restricted } => {
            let how = if *is_restricted {
                "granted"
            } else {
                "the scenario withholds none"
            };
            format!("It needs {}: {how}.", scopes.join(", "))
        }
        Finding::ScopesMissing { missing } => format!("Not granted: {}.", missing.join(", ")),
        Finding::ArgumentsFit { count } => {
            format!(
                "{} the input schema.",
                match count {
                    0 => "No arguments, which fits".to_owned(),
                    1 => "1 argument fits".to_owned(),
                    _ => format!("{} fit", counted(*count as u64, "argument", "arguments")),
                }
            )
        }
        Finding::ArgumentsWrong(mismatches) => format!("They do not fit the input schema: {}.", joined(mismatches)),
        Finding::SchemaUnusable(why) => format!("Nothing fits, for the tool's input schema cannot be used: {why}."),
        Finding::NoRuleMatches { watching: 0 } => "No rule watches it.".to_owned(),
        Finding::NoRuleMatches { watching } => {
            let verb = if *watching == 1 {
                "watches it and does"
            } else {
                "watch it and do"
            };
            format!("{} {verb} not match.", counted(*watching as u64, "rule", "rules"))
        }
        Finding::RuleMatches { rule } => format!("Forbidden by “{rule}”; no approval lifts it."),
        Finding::Ruled(ruling) => self::ruling(*ruling),
        Finding::NoApproval => "Nobody is asked.".to_owned(),
        Finding::ApprovalWaits => "The owner is asked, and the run is parked until the answer.".to_owned(),
        Finding::ApprovalGranted => "The owner was asked and agreed.".to_owned(),
        Finding::ApprovalRefused => "The owner was asked and said no.".to_owned(),
        Finding::Ran => "It runs once, under its own name; one invocation row, one result.".to_owned(),
    }
}

fn ruling(ruling: Ruling) -> String {
    let says = |decision: PolicyDecision| match decision {
        PolicyDecision::Allow => "allowed",
        PolicyDecision::RequireApproval => "requires approval",
        PolicyDecision::Deny => "denied",
    };
    let who = if ruling.is_overridden { " by this scenario" } else { "" };
    let mut text = format!("{} is {}{who}", ruling.effect.id(), says(ruling.matrix)).replace("is requires", "requires");
    if ruling.is_raised() {
        text.push_str(&format!(
            "; the turn consumed external content, so it {}",
            says(ruling.decision)
        ));
    } else if ruling.is_tainted {
        text.push_str("; that the turn consumed external content changes nothing");
    }
    text.push('.');
    text
}

/// One thing that does not fit.
pub fn mismatch(mismatch: &Mismatch) -> String {
    if mismatch.pointer.is_empty() {
        mismatch.message.clone()
    } else {
        format!("{}: {}", mismatch.pointer, mismatch.message)
    }
}

fn joined(mismatches: &[Mismatch]) -> String {
    mismatches.iter().map(mismatch).collect::<Vec<_>>().join("; ")
}

/// What the model is told in the platform's own words. Nothing of a server's text is in it.
pub(super) fn to_the_model(finding: &Finding) -> String {
    match finding {
        Finding::ArgumentsWrong(mismatches) => format!(
            "The arguments do not fit the tool's input schema: {}.",
            counted(mismatches.len() as u64, "problem", "problems")
        ),
        Finding::SchemaUnusable(_) => "The tool's input schema cannot be used, so no arguments fit it.".to_owned(),
        Finding::NotPinned { name, .. } => format!("`{name}` is not offered in this conversation."),
        Finding::ControlTool { name } => format!("`{name}` cannot be reached through {TOOL_CALL}."),
        Finding::WrapperMalformed(mismatches) => {
            format!("The arguments of {TOOL_CALL} do not fit: {}.", joined(mismatches))
        }
        Finding::ScopesMissing { .. } => "A scope that this tool needs is not granted.".to_owned(),
        Finding::RuleMatches { .. } => "A rule that no approval lifts forbids this call.".to_owned(),
        Finding::Ruled(_) => "Policy denies this call.".to_owned(),
        Finding::ApprovalRefused => "The owner did not approve this call.".to_owned(),
        other => self::finding(other),
    }
}

/// What a part of a result is, for a heading.
pub fn trust_words(trust: Trust) -> &'static str {
    match trust {
        Trust::Trusted => "trusted: the platform's own",
        Trust::ExternalUntrusted => "external, untrusted: in its envelope",
    }
}
