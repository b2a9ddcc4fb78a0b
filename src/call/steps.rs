//! The steps of the pipeline, and what each found.

use super::policy::Ruling;
use crate::json_schema::Mismatch;
use crate::plan::Failure;
use crate::scenario::{CallCode, Lane};

/// A step, in the order of domain §8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StepKind {
    /// There is a run: the plan stands.
    Plan,
    /// `tool.call` is taken apart before anything is resolved.
    Unwrap,
    /// The named tool is one of the run's pins.
    Resolve,
    /// The agent may use it.
    Enabled,
    /// Its scopes are granted.
    Scopes,
    /// The arguments fit its input schema.
    Arguments,
    /// No hardline rule forbids it.
    Hardline,
    /// The matrix, raised by the trust overlay.
    Policy,
    /// The owner agrees.
    Approval,
    /// The tool runs, once, under its own name.
    Run,
}

impl StepKind {
    /// All of them, in order.
    pub const ALL: [Self; 10] = [
        Self::Plan,
        Self::Unwrap,
        Self::Resolve,
        Self::Enabled,
        Self::Scopes,
        Self::Arguments,
        Self::Hardline,
        Self::Policy,
        Self::Approval,
        Self::Run,
    ];

    /// As JSON writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Unwrap => "unwrap",
            Self::Resolve => "resolve",
            Self::Enabled => "enabled",
            Self::Scopes => "scopes",
            Self::Arguments => "arguments",
            Self::Hardline => "hardline",
            Self::Policy => "policy",
            Self::Approval => "approval",
            Self::Run => "run",
        }
    }

    /// The rule that it follows.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Plan => "§6",
            Self::Unwrap => "§8.1",
            Self::Resolve | Self::Enabled | Self::Scopes | Self::Arguments => "§8.2",
            Self::Hardline | Self::Policy => "§8.3",
            Self::Approval | Self::Run => "§8.4",
        }
    }
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepVerdict {
    /// The call goes on.
    Passed,
    /// There was nothing to do.
    NotNeeded,
    /// The call waits here.
    Waits,
    /// The call ends here.
    Stopped(CallCode),
    /// The call ended before.
    NotReached,
}

impl StepVerdict {
    /// As JSON writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::NotNeeded => "not_needed",
            Self::Waits => "waits",
            Self::Stopped(_) => "stopped",
            Self::NotReached => "not_reached",
        }
    }
}

/// One step of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which.
    pub kind: StepKind,
    /// What it came to.
    pub verdict: StepVerdict,
    /// What it found, with the facts that decided.
    pub finding: Finding,
}

/// What a step found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It was not reached.
    Nothing,
    /// The plan stands.
    PlanStands,
    /// The plan fails: no run begins.
    PlanFails(Failure),
    /// The tool is called by its own name.
    NotWrapped,
    /// The call goes on as the named tool.
    Unwrapped {
        /// The tool that the wrapper names.
        name: String,
    },
    /// The wrapper does not fit its schema.
    WrapperMalformed(Vec<Mismatch>),
    /// The wrapper names a control tool.
    ControlTool {
        /// Which.
        name: String,
    },
    /// The wrapper, or the model itself, names what is not pinned.
    NotPinned {
        /// The name.
        name: String,
        /// Why, in a sentence: the plan's own words, or that no tool has that name.
        why: String,
    },
    /// It is pinned.
    Pinned {
        /// In which lane.
        lane: Lane,
        /// `builtin`, or the id of its server or device.
        source: String,
    },
    /// The agent may use it: it names the tool, or the tool is discovered.
    Enabled {
        /// Whether the agent names it.
        is_named: bool,
    },
    /// The tool asks for no scope.
    NoScopes,
    /// All scopes that it asks for are granted; `withheld` is false where the scenario withholds none at all.
    ScopesGranted {
        /// What it asks for.
        scopes: Vec<String>,
        /// Whether anything says which scopes are granted.
        is_restricted: bool,
    },
    /// Some are not.
    ScopesMissing {
        /// What it asks for and does not get.
        missing: Vec<String>,
    },
    /// The arguments fit.
    ArgumentsFit {
        /// How many there are.
        count: usize,
    },
    /// They do not.
    ArgumentsWrong(Vec<Mismatch>),
    /// The tool's schema cannot be asked, so nothing fits.
    SchemaUnusable(String),
    /// No rule watches this tool, or none matches these arguments.
    NoRuleMatches {
        /// Rules that watch the tool.
        watching: usize,
    },
    /// A rule forbids it.
    RuleMatches {
        /// Its name.
        rule: String,
    },
    /// What policy says.
    Ruled(Ruling),
    /// Nobody needs to be asked.
    NoApproval,
    /// The owner is asked and has not answered.
    ApprovalWaits,
    /// The owner agreed.
    ApprovalGranted,
    /// The owner said no.
    ApprovalRefused,
    /// It ran.
    Ran,
}
