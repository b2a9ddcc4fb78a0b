//! Sessions that are open when a deploy comes, and briefs of delegated children: `sessions` and `delegations` as a file
//! states them. What becomes of them is the `session` room's.

use super::{Bound, Builder, ExpectedFailure, Scenario, Versions};
use crate::diagnostics::At;
use std::sync::Arc;

/// A session that was opened before the deploy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// What people call it.
    pub name: String,
    /// Where it stands.
    pub at: At,
    /// The roster that it was opened under; `None` means the state before the deploy, or this scenario where there is no
    /// other.
    pub opened_under: Option<OpenedUnder>,
    /// Its builder, where it is not that roster's.
    pub builder: Option<Builder>,
    /// What it pinned, where it is not that roster's.
    pub versions: Versions,
    /// The scopes that its run had, where they are not that roster's.
    pub scopes: Option<Vec<String>>,
    /// The tool whose approval its run waits for.
    pub parked_on: Option<String>,
    /// Builders that count as the deployed one for this session; `None` means what the scenario says.
    pub equivalent_builders: Option<Vec<Builder>>,
    /// What must become of it.
    pub expect: SessionExpectation,
}

/// A variant that a session names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedUnder {
    /// As the file names it.
    pub path: String,
    /// What the file says.
    pub scenario: Arc<Scenario>,
}

/// What a session's next message does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NextMessage {
    /// Its run cannot go on.
    Failed,
    /// Its plan is rebuilt in a new epoch.
    Rotated,
    /// Its parked run goes on.
    Resumed,
    /// Its plan stays.
    Kept,
}

impl NextMessage {
    /// All of them, the worst first.
    pub const ALL: [Self; 4] = [Self::Failed, Self::Rotated, Self::Resumed, Self::Kept];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Rotated => "rotated",
            Self::Resumed => "resumed",
            Self::Kept => "kept",
        }
    }
}

/// Why a plan is rebuilt (domain §9): of several, the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the platform's own")]
pub enum RotationReason {
    RunAuthorityChanged,
    ModelChanged,
    PolicyVersionChanged,
    BuilderVersionChanged,
    PersonaChanged,
    AgentPrefixChanged,
}

impl RotationReason {
    /// All of them, in the order in which the first counts.
    pub const ALL: [Self; 6] = [
        Self::RunAuthorityChanged,
        Self::ModelChanged,
        Self::PolicyVersionChanged,
        Self::BuilderVersionChanged,
        Self::PersonaChanged,
        Self::AgentPrefixChanged,
    ];

    /// As events and files write it.
    pub fn id(self) -> &'static str {
        match self {
            Self::RunAuthorityChanged => "run_authority_changed",
            Self::ModelChanged => "model_changed",
            Self::PolicyVersionChanged => "policy_version_changed",
            Self::BuilderVersionChanged => "builder_version_changed",
            Self::PersonaChanged => "persona_changed",
            Self::AgentPrefixChanged => "agent_prefix_changed",
        }
    }
}

/// What must become of a session; what is `None` may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionExpectation {
    /// What its next message does.
    pub next: Option<NextMessage>,
    /// Why its plan is rebuilt.
    pub reason: Option<RotationReason>,
    /// The code of its failure: `tool_pin_mismatch`, or how the rebuilt plan fails.
    pub code: Option<String>,
    /// Names and globs that each match a tool whose pin moved; empty means that no pin moved.
    pub moved: Option<Vec<String>>,
    /// Whether `prefix_sha256` stays.
    pub prefix_kept: Option<bool>,
}

impl SessionExpectation {
    /// Whether it expects nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The code of a parked run whose pins would differ (domain §9).
pub const TOOL_PIN_MISMATCH: &str = "tool_pin_mismatch";

/// A brief that names the tools of a delegated child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delegation {
    /// What people call it.
    pub name: String,
    /// Where it stands.
    pub at: At,
    /// Registry names.
    pub tools: Vec<String>,
    /// What must come of it.
    pub expect: DelegationExpectation,
}

/// What must come of a brief; what is `None` may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DelegationExpectation {
    /// Names and globs of tools that the child must have as definitions.
    pub defined: Option<Vec<String>>,
    /// Names that must be refused; empty means none.
    pub refused: Option<Vec<String>>,
    /// Tokens of the child's definitions.
    pub tokens: Option<Bound>,
    /// How the child's plan must fail.
    pub fails: Option<ExpectedFailure>,
}

impl DelegationExpectation {
    /// Whether it expects nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
