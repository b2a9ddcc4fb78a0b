//! What a file expects of its sessions and briefs, held against what becomes of them.

use super::delegation::{Child, Refusal};
use super::outcome::Outcome;
use crate::plan::{Plan, fails_as, matcher};
use crate::scenario::{DelegationExpectation, Lane, SessionExpectation};

/// One way in which something differs from what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// What differs.
    pub what: &'static str,
    /// What was expected.
    pub expected: String,
    /// What it is.
    pub found: String,
}

fn differs(what: &'static str, expected: Option<String>, found: String) -> Option<Shortfall> {
    let expected = expected.filter(|expected| *expected != found)?;
    Some(Shortfall { what, expected, found })
}

/// Everything that differs for a session; empty means that it passes.
pub fn session_shortfalls(expect: &SessionExpectation, outcome: &Outcome) -> Vec<Shortfall> {
    if outcome.impossible.is_some() {
        return vec![Shortfall {
            what: "session",
            expected: "possible".to_owned(),
            found: "impossible".to_owned(),
        }];
    }
    let none = || "none".to_owned();
    let reason = match outcome.epoch {
        super::Epoch::Rotated(reason) => reason.id().to_owned(),
        super::Epoch::Kept(_) => none(),
    };
    let prefix = |kept: bool| if kept { "kept" } else { "changed" }.to_owned();
    let mut shortfalls: Vec<Shortfall> = [
        differs(
            "next",
            expect.next.map(|next| next.id().to_owned()),
            outcome.next().id().to_owned(),
        ),
        differs("reason", expect.reason.map(|reason| reason.id().to_owned()), reason),
        differs(
            "code",
            expect.code.clone(),
            outcome.failure_code().map_or_else(none, str::to_owned),
        ),
        differs(
            "prefix",
            expect.prefix_kept.map(prefix),
            prefix(outcome.is_prefix_kept()),
        ),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let Some(expected) = &expect.moved {
        shortfalls.extend(moved(expected, outcome));
    }
    shortfalls
}

/// Each pattern must match a pin that moves at the next message; no pattern means that none moves.
fn moved(expected: &[String], outcome: &Outcome) -> Vec<Shortfall> {
    let names: Vec<&str> = if outcome.is_rebuilt() {
        outcome.pin_moves.iter().map(|moved| &**moved.tool()).collect()
    } else {
        Vec::new()
    };
    let found = if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    };
    if expected.is_empty() {
        return differs("moved", Some("none".to_owned()), found).into_iter().collect();
    }
    expected
        .iter()
        .filter(|pattern| !names.iter().any(|name| matches(pattern, name)))
        .map(|pattern| Shortfall {
            what: "moved",
            expected: pattern.clone(),
            found: found.clone(),
        })
        .collect()
}

/// Everything that differs for a brief; empty means that it passes.
pub fn delegation_shortfalls(expect: &DelegationExpectation, child: &Child) -> Vec<Shortfall> {
    if child.refused.contains(&Refusal::NoRun) {
        return vec![Shortfall {
            what: "run",
            expected: "one to delegate from".to_owned(),
            found: "one that does not begin".to_owned(),
        }];
    }
    let mut shortfalls = Vec::new();
    let refused: Vec<&str> = child.refused.iter().map(Refusal::name).collect();
    let said = |names: &[&str]| {
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        }
    };
    // A brief that is refused is an error unless it is meant to be.
    let expected: Vec<&str> = expect
        .refused
        .as_deref()
        .unwrap_or_default()
        .iter()
        .map(String::as_str)
        .collect();
    let (mut sorted, mut sorted_expected) = (refused.clone(), expected.clone());
    sorted.sort_unstable();
    sorted_expected.sort_unstable();
    if sorted != sorted_expected {
        shortfalls.push(Shortfall {
            what: "refused",
            expected: said(&expected),
            found: said(&refused),
        });
    }
    let plan = child.planned.as_ref().map(|planned| &planned.plan);
    let failure = plan.and_then(|plan| plan.failure.as_ref());
    match &expect.fails {
        Some(expected) if !fails_as(expected, failure) => shortfalls.push(Shortfall {
            what: "plan",
            expected: expected.code.clone(),
            found: failure.map_or_else(|| "ok".to_owned(), |failure| failure.code().to_owned()),
        }),
        None if failure.is_some() => shortfalls.push(Shortfall {
            what: "plan",
            expected: "ok".to_owned(),
            found: failure.map_or_else(String::new, |failure| failure.code().to_owned()),
        }),
        _ => {}
    }
    let defined = defined_names(child, plan);
    for pattern in expect.defined.iter().flatten() {
        if !defined.iter().any(|name| matches(pattern, name)) {
            shortfalls.push(Shortfall {
                what: "defined",
                expected: pattern.clone(),
                found: said(&defined),
            });
        }
    }
    if let Some(bound) = expect.tokens
        && !bound.holds(child.definition_tokens())
    {
        shortfalls.push(Shortfall {
            what: "token total",
            expected: crate::plan::explain::bound(bound),
            found: crate::plan::explain::grouped(child.definition_tokens()),
        });
    }
    shortfalls
}

fn defined_names<'c>(child: &'c Child, plan: Option<&Plan>) -> Vec<&'c str> {
    let (Some(planned), Some(plan)) = (&child.planned, plan) else {
        return Vec::new();
    };
    child
        .granted
        .iter()
        .filter(|(id, _)| plan.decision(*id).outcome == Lane::Defined)
        .map(|(id, _)| &*planned.roster.catalog.tool(*id).name)
        .collect()
}

fn matches(pattern: &str, name: &str) -> bool {
    pattern == name || matcher(pattern).is_some_and(|glob| glob.is_match(name))
}
