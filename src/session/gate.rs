//! What a file expects of its sessions and briefs, held against what becomes of them.

use super::delegation::{Child, Refusal};
use super::epoch::Epoch;
use super::outcome::Outcome;
use crate::plan::explain::{bound, grouped};
use crate::plan::{Difference, Failure, fails_as};
use crate::scenario::{DelegationExpectation, Lane, NextMessage, Pattern, RotationReason, SessionExpectation};

/// Everything that differs for a session; empty means that it passes.
pub fn session_differences(expect: &SessionExpectation, outcome: &Outcome) -> Vec<Difference> {
    if outcome.impossible.is_some() {
        return vec![Difference::new("session", "possible", "impossible")];
    }
    let reason = match outcome.epoch {
        Epoch::Rotated(reason) => reason.id(),
        Epoch::Kept(_) => "none",
    };
    let prefix = |kept: bool| if kept { "kept" } else { "changed" };
    let words = [
        Difference::between("next", expect.next.map(NextMessage::id), outcome.next().id()),
        Difference::between("reason", expect.reason.map(RotationReason::id), reason),
        Difference::between("code", expect.code.as_deref(), outcome.failure_code().unwrap_or("none")),
        Difference::between(
            "prefix",
            expect.prefix_kept.map(prefix),
            prefix(outcome.is_prefix_kept()),
        ),
    ];
    let mut differences: Vec<Difference> = words.into_iter().flatten().collect();
    if let Some(expected) = &expect.moved {
        let names: Vec<&str> = if outcome.is_rebuilt() {
            outcome.pin_moves.iter().map(|moved| &**moved.tool()).collect()
        } else {
            Vec::new()
        };
        if expected.is_empty() {
            differences.extend(Difference::between("moved", Some("none"), listed(&names)));
        } else {
            differences.extend(unmatched("moved", expected, &names));
        }
    }
    differences
}

/// Everything that differs for a brief; empty means that it passes.
pub fn delegation_differences(expect: &DelegationExpectation, child: &Child) -> Vec<Difference> {
    if child.refused.contains(&Refusal::NoRun) {
        return vec![Difference::new(
            "run",
            "one to delegate from",
            "one that does not begin",
        )];
    }
    let mut differences = Vec::new();
    // A brief that is refused is an error unless it is meant to be.
    let refused: Vec<&str> = child.refused.iter().map(Refusal::name).collect();
    let expected: Vec<&str> = expect.refused.iter().flatten().map(String::as_str).collect();
    if !has_same_names(&refused, &expected) {
        differences.push(Difference::new("refused", listed(&expected), listed(&refused)));
    }
    let failure = child.planned.as_ref().and_then(|planned| planned.plan.failure.as_ref());
    let is_as_expected = match &expect.fails {
        Some(expected) => fails_as(expected, failure),
        None => failure.is_none(),
    };
    if !is_as_expected {
        let expected = expect.fails.as_ref().map_or("ok", |expected| &expected.code);
        differences.push(Difference::new("plan", expected, failure.map_or("ok", Failure::code)));
    }
    let expected = expect.defined.as_deref().unwrap_or_default();
    differences.extend(unmatched("defined", expected, &defined_names(child)));
    if let Some(allowed) = expect.tokens
        && !allowed.holds(child.definition_tokens())
    {
        let found = grouped(child.definition_tokens());
        differences.push(Difference::new("token total", bound(allowed), found));
    }
    differences
}

/// Every pattern that matches none of the names.
fn unmatched(what: &'static str, patterns: &[String], names: &[&str]) -> impl Iterator<Item = Difference> {
    patterns
        .iter()
        .filter(|text| {
            let pattern = Pattern::new(text);
            !names.iter().any(|name| pattern.matches(name))
        })
        .map(move |text| Difference::new(what, text, listed(names)))
}

fn has_same_names(some: &[&str], others: &[&str]) -> bool {
    let (mut some, mut others) = (some.to_vec(), others.to_vec());
    some.sort_unstable();
    others.sort_unstable();
    some == others
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

fn defined_names(child: &Child) -> Vec<&str> {
    let Some(planned) = &child.planned else {
        return Vec::new();
    };
    child
        .granted
        .iter()
        .filter(|(id, _)| planned.plan.decision(*id).outcome == Lane::Defined)
        .map(|(id, _)| &*planned.roster.catalog.tool(*id).name)
        .collect()
}
