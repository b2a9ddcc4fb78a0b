//! Every gate of a scenario: what it expects of its plan, its calls, its sessions and its briefs, in one list.
//!
//! `roster check`, the window and the reports ask here, so that all hold a file to the same things. Deliberately absent:
//! holding anything against anything, which is each room's own, and the words for what differs, which are its `explain`'s.

use crate::call;
use crate::diagnostics::At;
use crate::plan::explain::counted;
use crate::plan::{self, Difference, Planned};
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

    /// Whether the file gets what it expects, in a sentence; `None` where it expects nothing and plans.
    pub fn verdict(&self) -> Option<String> {
        let (count, fallen) = (self.gates.len(), self.fallen());
        let gates = counted(count as u64, "gate", "gates");
        match (count, fallen) {
            (0, _) => None,
            (_, 0) => Some(format!("The file states {gates}, and none of them falls.")),
            _ => {
                let names = self.gates.iter().filter(|gate| !gate.passes()).map(Gate::title);
                let verb = if fallen == 1 { "falls" } else { "fall" };
                let names = names.collect::<Vec<_>>().join("; ");
                Some(format!("The file states {gates}, of which {fallen} {verb}: {names}."))
            }
        }
    }

    /// Whether the file gets what it expects.
    pub fn hold(&self) -> bool {
        self.fallen() == 0 && !self.plan_fails_unexpectedly
    }
}

fn call_gate(planned: &Planned, call: &ScriptedCall) -> Option<Gate> {
    let trace = call::trace(planned, &call.request);
    let differences = call::differences(&call.expect, &trace);
    // Where the call ended says more than which word differs.
    let reason = || call::explain::ended(&trace);
    let gate = gate(About::Call, &call.name, call.at, &differences, reason);
    expects_or_falls(gate, !call.expect.is_empty())
}

fn session_gate(open: &OpenSession, outcome: &Outcome) -> Option<Gate> {
    let differences = session::session_differences(&open.expect, outcome);
    let reason = || session::explain::outcome(outcome);
    let gate = gate(About::Session, &open.name, open.at, &differences, reason);
    expects_or_falls(gate, !open.expect.is_empty())
}

fn delegation_gate(planned: &Planned, delegation: &Delegation) -> Option<Gate> {
    let child = session::delegate(planned, &delegation.tools);
    let differences = session::delegation_differences(&delegation.expect, &child);
    let reason = || {
        let mut reasons = vec![session::explain::child(&child)];
        reasons.extend(child.refused.iter().map(session::explain::refusal));
        reasons.join(" ")
    };
    let gate = gate(About::Delegation, &delegation.name, delegation.at, &differences, reason);
    expects_or_falls(gate, !delegation.expect.is_empty())
}

/// A gate that tells what differs, and then why it came to that.
fn gate(about: About, name: &str, at: At, differences: &[Difference], reason: impl FnOnce() -> String) -> Gate {
    let mut told: Vec<String> = differences.iter().map(plan::explain::difference).collect();
    if !told.is_empty() {
        told.push(reason());
    }
    Gate {
        about,
        name: name.to_owned(),
        at,
        differences: told,
    }
}

/// What expects nothing is there to be looked at and no gate, unless it cannot be as the file says.
fn expects_or_falls(gate: Gate, expects: bool) -> Option<Gate> {
    (expects || !gate.passes()).then_some(gate)
}
