//! Gates: what a scenario expects, held against its plan.

use super::{Failure, Plan};
use crate::roster::Roster;
use crate::scenario::{Bound, Expectation, ExpectedFailure, Lane, LaneExpectation, Measure, Pattern};

/// One gate and what falls short of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateResult {
    /// Its name, or what it expects in short.
    pub name: String,
    /// Where it stands in its file.
    pub at: crate::diagnostics::At,
    /// Everything that differs; empty means it passes.
    pub shortfalls: Vec<Shortfall>,
}

impl GateResult {
    /// Whether it passes.
    pub fn passes(&self) -> bool {
        self.shortfalls.is_empty()
    }
}

/// Whether a plan fails although none of its gates expects it to.
pub fn fails_unexpectedly(expected: &[Expectation], results: &[GateResult], plan: &Plan) -> bool {
    let is_expected = expected
        .iter()
        .zip(results)
        .any(|(expectation, result)| expectation.fails.is_some() && result.passes());
    plan.failure.is_some() && !is_expected
}

/// One way in which a plan differs from a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// A tool is in another lane.
    Lane {
        /// The tool.
        tool: String,
        /// Where it should be.
        expected: Lane,
        /// Where it is.
        found: Lane,
        /// Why it is there, as a reason code.
        reason: &'static str,
    },
    /// A name or glob that matches no tool of the scenario.
    NoSuchTool {
        /// The name or glob.
        pattern: String,
    },
    /// A lane that should be empty is not.
    NotEmpty {
        /// The lane.
        lane: Lane,
        /// Who is in it.
        tools: Vec<String>,
    },
    /// A token figure out of its bound.
    Tokens {
        /// What was measured.
        measure: &'static str,
        /// What is allowed.
        bound: Bound,
        /// What it is.
        found: u64,
    },
    /// An item figure out of its bound.
    Items {
        /// The class.
        class: &'static str,
        /// What is allowed.
        bound: Bound,
        /// What it is.
        found: u64,
    },
    /// The plan fails otherwise than expected, or not at all.
    Fails {
        /// What was expected.
        expected: ExpectedFailure,
        /// What happens.
        found: Option<Failure>,
    },
}

/// Holds every gate against the plan.
pub fn check_gates(expectations: &[Expectation], roster: &Roster, plan: &Plan) -> Vec<GateResult> {
    expectations
        .iter()
        .map(|expectation| GateResult {
            name: expectation.name.clone().unwrap_or_else(|| short_name(expectation)),
            at: expectation.at,
            shortfalls: shortfalls(expectation, roster, plan),
        })
        .collect()
}

fn shortfalls(expectation: &Expectation, roster: &Roster, plan: &Plan) -> Vec<Shortfall> {
    let mut found = Vec::new();
    for (lane, who) in &expectation.lanes {
        match who {
            LaneExpectation::Nobody => found.extend(not_empty(*lane, roster, plan)),
            LaneExpectation::These(patterns) => {
                for pattern in patterns {
                    lane_of(pattern, *lane, roster, plan, &mut found);
                }
            }
        }
    }
    for &(measure, bound) in &expectation.tokens {
        let value = match measure {
            Measure::Class(class) => plan.class_tokens(class),
            Measure::Prefix => plan.prefix_tokens,
        };
        if !bound.holds(value) {
            found.push(Shortfall::Tokens {
                measure: measure.id(),
                bound,
                found: value,
            });
        }
    }
    for &(class, bound) in &expectation.items {
        let value = plan.class(class).map_or(0, |class| class.used_items);
        if !bound.holds(value) {
            found.push(Shortfall::Items {
                class: class.id(),
                bound,
                found: value,
            });
        }
    }
    if let Some(expected) = &expectation.fails
        && !fails_as(expected, plan.failure.as_ref())
    {
        found.push(Shortfall::Fails {
            expected: expected.clone(),
            found: plan.failure.clone(),
        });
    }
    found
}

fn not_empty(lane: Lane, roster: &Roster, plan: &Plan) -> Option<Shortfall> {
    let tools: Vec<String> = roster
        .catalog
        .ids()
        .filter(|id| plan.decision(*id).outcome == lane)
        .map(|id| roster.catalog.tool(id).name.to_string())
        .collect();
    (!tools.is_empty()).then_some(Shortfall::NotEmpty { lane, tools })
}

fn lane_of(pattern: &str, lane: Lane, roster: &Roster, plan: &Plan, found: &mut Vec<Shortfall>) {
    // Most are names, which need no automaton.
    let glob = pattern.contains(['*', '?', '[', '{']).then(|| Pattern::new(pattern));
    let matching: Vec<_> = roster
        .catalog
        .ids()
        .filter(|id| {
            let name = &*roster.catalog.tool(*id).name;
            glob.as_ref().map_or(name == pattern, |glob| glob.matches(name))
        })
        .collect();
    if matching.is_empty() {
        found.push(Shortfall::NoSuchTool {
            pattern: pattern.to_owned(),
        });
    }
    for id in matching {
        let decision = plan.decision(id);
        if decision.outcome != lane {
            found.push(Shortfall::Lane {
                tool: roster.catalog.tool(id).name.to_string(),
                expected: lane,
                found: decision.outcome,
                reason: decision.reason.code(),
            });
        }
    }
}

/// Whether a plan fails as a gate expects; also what makes an expected failure no failure of `roster check`.
pub fn fails_as(expected: &ExpectedFailure, found: Option<&Failure>) -> bool {
    found.is_some_and(|found| {
        found.code() == expected.code
            && expected
                .class
                .as_deref()
                .is_none_or(|class| found.class_id() == Some(class))
            && expected.tool.as_deref().is_none_or(|tool| found.tool() == Some(tool))
    })
}

/// A gate without a name is called by what it expects.
fn short_name(expectation: &Expectation) -> String {
    let mut parts = Vec::new();
    for (lane, who) in &expectation.lanes {
        parts.push(match who {
            LaneExpectation::Nobody => format!("nothing {}", lane.id()),
            LaneExpectation::These(names) if names.len() == 1 => format!("{} {}", names[0], lane.id()),
            LaneExpectation::These(names) => format!("{} and {} more {}", names[0], names.len() - 1, lane.id()),
        });
    }
    parts.extend(
        expectation
            .tokens
            .iter()
            .map(|(measure, _)| format!("tokens of {}", measure.id())),
    );
    parts.extend(
        expectation
            .items
            .iter()
            .map(|(class, _)| format!("items of {}", class.id())),
    );
    if let Some(failure) = &expectation.fails {
        parts.push(format!("fails with {}", failure.code));
    }
    if parts.is_empty() {
        "an empty gate".to_owned()
    } else {
        parts.join(", ")
    }
}
