//! Every gate of a scenario: what it expects of its plan, its calls, its sessions and its briefs, in one list.
//!
//! `roster check`, the window and the reports ask here, so that all hold a file to the same things. Deliberately absent:
//! holding anything against anything, which is each room's own, and the words for what differs, which are its `explain`'s.

use crate::call;
use crate::diagnostics::At;
use crate::plan::{self, Planned};
use crate::scenario::{Delegation, OpenSession, ScriptedCall};
use crate::session::{self, Deploy, Outcome};
use std::sync::Arc;

/// What a gate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// The plan (`expect`).
    Plan,
    /// A call of the model (`calls`).
    Call,
    /// A session across the deploy (`sessions`).
    Session,
    /// A brief (`delegations`).
    Delegation,
}

impl About {
    /// As JSON writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Call => "call",
            Self::Session => "session",
            Self::Delegation => "delegation",
        }
    }
}

/// One gate and what falls short of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// What it is about.
    pub about: About,
    /// Its name.
    pub name: String,
    /// Where it stands in its file.
    pub at: At,
    /// Everything that differs, in sentences; empty means that it passes.
    pub differences: Vec<String>,
}

impl Gate {
    /// Whether it passes.
    pub fn passes(&self) -> bool {
        self.differences.is_empty()
    }

    /// Its name with what it is about, unless that is the plan.
    pub fn title(&self) -> String {
        match self.about {
            About::Plan => self.name.clone(),
            about => format!("{}: {}", about.id(), self.name),
        }
    }
}

/// All gates of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gates {
    /// In file order, kind by kind.
    pub gates: Vec<Gate>,
    /// Whether the plan fails although no gate expects it to.
    pub plan_fails_unexpectedly: bool,
}

impl Gates {
    /// Holds every gate of a scenario against what becomes of it. `deploy` is what becomes of its sessions.
    pub fn new(planned: &Planned, deploy: &Deploy) -> Self {
        let scenario = &planned.scenario;
        let on_plan = plan::check_gates(&scenario.expect, &planned.roster, &planned.plan);
        let plan_fails_unexpectedly = plan::fails_unexpectedly(&scenario.expect, &on_plan, &planned.plan);
        let mut gates: Vec<Gate> = on_plan
            .into_iter()
            .map(|gate| Gate {
                about: About::Plan,
                differences: gate.shortfalls.iter().map(plan::explain::shortfall).collect(),
                name: gate.name,
                at: gate.at,
            })
            .collect();
        gates.extend(scenario.runs.calls.iter().filter_map(|call| call_gate(planned, call)));
        if !deploy.are_implied {
            let sessions = scenario.runs.sessions.iter().zip(&deploy.outcomes);
            gates.extend(sessions.filter_map(|(open, outcome)| session_gate(open, outcome)));
        }
        let delegations = scenario.runs.delegations.iter();
        gates.extend(delegations.filter_map(|delegation| delegation_gate(planned, delegation)));
        Self {
            gates,
            plan_fails_unexpectedly,
        }
    }

    /// The same for a scenario alone.
    pub fn of(planned: &Arc<Planned>) -> Self {
        Self::new(planned, &Deploy::of(planned))
    }

    /// How many pass.
    pub fn passed(&self) -> usize {
        self.gates.iter().filter(|gate| gate.passes()).count()
    }

    /// How many fall.
    pub fn fallen(&self) -> usize {
        self.gates.len() - self.passed()
    }

    /// Whether the file gets what it expects.
    pub fn hold(&self) -> bool {
        self.fallen() == 0 && !self.plan_fails_unexpectedly
    }
}

fn call_gate(planned: &Planned, call: &ScriptedCall) -> Option<Gate> {
    let trace = call::trace(planned, &call.request);
    let shortfalls = call::shortfalls(&call.expect, &trace);
    let differences = shortfalls
        .iter()
        .map(|one| differs(one.what, &one.found, &one.expected))
        .collect();
    let gate = Gate {
        about: About::Call,
        name: call.name.clone(),
        at: call.at,
        // Where the call ended says more than which word differs.
        differences: with_reason(differences, || call::explain::ended(&trace)),
    };
    expects_or_falls(gate, !call.expect.is_empty())
}

fn session_gate(open: &OpenSession, outcome: &Outcome) -> Option<Gate> {
    let shortfalls = session::session_shortfalls(&open.expect, outcome);
    let differences = shortfalls
        .iter()
        .map(|one| differs(one.what, &one.found, &one.expected))
        .collect();
    let gate = Gate {
        about: About::Session,
        name: open.name.clone(),
        at: open.at,
        differences: with_reason(differences, || session::explain::outcome(outcome)),
    };
    expects_or_falls(gate, !open.expect.is_empty())
}

fn delegation_gate(planned: &Planned, delegation: &Delegation) -> Option<Gate> {
    let child = session::delegate(planned, &delegation.tools);
    let shortfalls = session::delegation_shortfalls(&delegation.expect, &child);
    let differences = shortfalls
        .iter()
        .map(|one| differs(one.what, &one.found, &one.expected))
        .collect();
    let reason = || {
        let mut reasons = vec![session::explain::child(&child)];
        reasons.extend(child.refused.iter().map(session::explain::refusal));
        reasons.join(" ")
    };
    let gate = Gate {
        about: About::Delegation,
        name: delegation.name.clone(),
        at: delegation.at,
        differences: with_reason(differences, reason),
    };
    expects_or_falls(gate, !delegation.expect.is_empty())
}

/// What expects nothing is there to be looked at and no gate, unless it cannot be as the file says.
fn expects_or_falls(gate: Gate, expects: bool) -> Option<Gate> {
    (expects || !gate.passes()).then_some(gate)
}

fn differs(what: &str, found: &str, expected: &str) -> String {
    format!("{what} is {found}, expected {expected}")
}

/// What differs, and then why it came to that.
fn with_reason(mut differences: Vec<String>, reason: impl FnOnce() -> String) -> Vec<String> {
    if !differences.is_empty() {
        differences.push(reason());
    }
    differences
}
