//! Scripted calls as a file states them: `calls`. Running them is the `call` room's.

use crate::diagnostics::At;
use serde_json::{Map, Value};

/// A call that the model makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRequest {
    /// The name that is called: the deferred tool's, or any other that the model may think of.
    pub tool: String,
    /// Whether it is called by its own name rather than through `tool.call`.
    pub direct: bool,
    /// The arguments. With `tool: tool.call` and `direct`, the wrapper as the model wrote it.
    pub arguments: Value,
    /// Whether the turn has consumed external content (domain §8.3).
    pub tainted: bool,
    /// Scopes of this call instead of the scenario's.
    pub scopes: Option<Vec<String>>,
    /// What the owner answers, where approval is asked for.
    pub approval: Approval,
}

impl CallRequest {
    /// A call through `tool.call` with no arguments, in a clean turn.
    pub fn through_tool_call(tool: impl Into<String>) -> Self {
        Self {
            tool: tool.into(),
            direct: false,
            arguments: Value::Object(Map::new()),
            tainted: false,
            scopes: None,
            approval: Approval::Waits,
        }
    }
}

/// The owner's answer to an approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Approval {
    /// None yet: the run is parked.
    #[default]
    Waits,
    /// Yes.
    Granted,
    /// No.
    Refused,
}

impl Approval {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Waits, Self::Granted, Self::Refused];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Waits => "waits",
            Self::Granted => "granted",
            Self::Refused => "refused",
        }
    }
}

/// How a call stands when its trace ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallOutcome {
    /// The tool ran.
    Completed,
    /// The run is parked until the owner answers.
    ApprovalRequired,
    /// A rule said no.
    Denied,
    /// The call could not be made as asked.
    Failed,
}

impl CallOutcome {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Completed, Self::ApprovalRequired, Self::Denied, Self::Failed];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::ApprovalRequired => "approval_required",
            Self::Denied => "denied",
            Self::Failed => "failed",
        }
    }
}

/// Why a call ended before its tool ran. The first four are the platform's words (domain §8); it names no code for a
/// hardline rule, a class that the matrix denies and an owner who says no: those three are this program's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallCode {
    /// The wrapper or the arguments do not fit.
    ArgumentsInvalid,
    /// `tool.call` names what is not pinned, or a control tool.
    NotOffered,
    /// What is called by its own name is not pinned.
    UnknownTool,
    /// A scope that the tool needs is not granted.
    ScopeMissing,
    /// A hardline rule.
    Hardline,
    /// The matrix denies the tool's class.
    MatrixDenied,
    /// The owner said no.
    ApprovalRefused,
    /// The plan fails, so there is no run in which to call.
    PlanFailed,
}

impl CallCode {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::ArgumentsInvalid,
        Self::NotOffered,
        Self::UnknownTool,
        Self::ScopeMissing,
        Self::Hardline,
        Self::MatrixDenied,
        Self::ApprovalRefused,
        Self::PlanFailed,
    ];

    /// As events and files write it.
    pub fn id(self) -> &'static str {
        match self {
            Self::ArgumentsInvalid => "tool.arguments_invalid",
            Self::NotOffered => "tool.not_found.not_offered",
            Self::UnknownTool => "policy.matrix.unknown_tool",
            Self::ScopeMissing => "policy.scope.missing",
            Self::Hardline => "policy.hardline.denied",
            Self::MatrixDenied => "policy.matrix.denied",
            Self::ApprovalRefused => "policy.approval.refused",
            Self::PlanFailed => "run.plan_failed",
        }
    }
}

/// Whose text something is, as far as the model is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trust {
    /// The platform's own.
    Trusted,
    /// Of a server, a device or the world outside; stands in an envelope.
    ExternalUntrusted,
}

impl Trust {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Trusted, Self::ExternalUntrusted];

    /// As files and envelopes write it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Trusted => "trusted",
            Self::ExternalUntrusted => "external_untrusted",
        }
    }
}

/// A named call and what is expected of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedCall {
    /// Its name; made of what it calls where the file is silent.
    pub name: String,
    /// Where it stands.
    pub at: At,
    /// The call.
    pub request: CallRequest,
    /// What must come of it.
    pub expect: CallExpectation,
}

/// What must come of a call; what is `None` may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallExpectation {
    /// How it ends.
    pub outcome: Option<CallOutcome>,
    /// Why it ends before its tool runs.
    pub code: Option<CallCode>,
    /// The name that its last event carries.
    pub name: Option<String>,
    /// Trust of what the result holds beside the platform's own words.
    pub result: Option<Trust>,
    /// Whether the result carries the tool's input schema, and with which trust.
    pub schema: Option<Option<Trust>>,
}

impl CallExpectation {
    /// Whether it expects nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
