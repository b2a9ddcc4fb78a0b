//! What becomes of one open session.

use super::epoch::{Epoch, Pinned};
use super::pins::{LaneMove, PinMove};
use crate::diagnostics::At;
use crate::plan::{Failure, Planned};
use crate::scenario::{NextMessage, PolicyDecision, SideEffect, TOOL_PIN_MISMATCH};
use std::sync::Arc;

/// What becomes of a session at its next message.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What people call it.
    pub name: String,
    /// Where it stands in its file.
    pub at: At,
    /// What it was opened under, as a person would write it.
    pub opened_under: String,
    /// What it pinned beside its tools.
    pub pinned: Pinned,
    /// The plan that it was opened with.
    pub before: Arc<Planned>,
    /// The plan that its next message is answered with; the same one where it is kept.
    pub after: Arc<Planned>,
    /// Kept or rotated.
    pub epoch: Epoch,
    /// What becomes of its parked run, if it has one.
    pub parked: Option<Parked>,
    /// Why it cannot be as the file says; then nothing else counts.
    pub impossible: Option<CannotBe>,
    /// The pins that a rebuilt plan would move, whether it is rebuilt or not.
    pub pin_moves: Arc<[PinMove]>,
    /// Tools whose lane changes at the next message; none where the plan is kept.
    pub lane_moves: Arc<[LaneMove]>,
    /// Pinned tools of a kept plan that are not there any more in what is deployed: calls of them reach nothing.
    pub pins_gone: Arc<[Arc<str>]>,
    /// Scopes that its run had and has no more. They rewrite nothing; calls that need them are denied.
    pub scopes_lost: Vec<String>,
    /// `prefix_sha256` of the plan that it was opened with.
    pub prefix_before: String,
    /// And of the plan of its next message.
    pub prefix_after: String,
    /// Whether its file expects just this of it.
    pub is_as_expected: bool,
}

/// A run that waits for an approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parked {
    /// The tool that it waits for.
    pub tool: String,
    /// Whether it goes on. If not, the pins that a rebuilt plan moves are why.
    pub is_resumed: bool,
    /// Scopes that the tool needs and that are gone: once it is approved, the call is denied.
    pub scopes_missing: Vec<String>,
}

/// Why a session cannot be as a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotBe {
    /// Its own plan fails: it could not have been opened.
    NeverOpened(Failure),
    /// It is parked on a tool that its plan does not pin, so nothing could have been asked.
    ParkedOnUnpinned {
        /// The tool.
        tool: String,
        /// Why, in a sentence.
        why: String,
    },
    /// It is parked on a tool whose class nobody is ever asked about: policy denies it, or it is a read that it allows.
    NobodyAsked {
        /// The tool.
        tool: String,
        /// Its class.
        effect: SideEffect,
        /// What policy says of it.
        decision: PolicyDecision,
    },
}

impl Outcome {
    /// What its next message does.
    pub fn next(&self) -> NextMessage {
        if self.impossible.is_some() || self.failure_code().is_some() {
            return NextMessage::Failed;
        }
        match (&self.parked, self.epoch) {
            (Some(_), _) => NextMessage::Resumed,
            (None, Epoch::Kept(_)) => NextMessage::Kept,
            (None, Epoch::Rotated(_)) => NextMessage::Rotated,
        }
    }

    /// The code of its failure: `tool_pin_mismatch`, or how the rebuilt plan fails.
    pub fn failure_code(&self) -> Option<&'static str> {
        if self.parked.as_ref().is_some_and(|parked| !parked.is_resumed) {
            return Some(TOOL_PIN_MISMATCH);
        }
        self.rebuilt_fails().map(Failure::code)
    }

    /// How the rebuilt plan fails, if it is rebuilt and does.
    pub fn rebuilt_fails(&self) -> Option<&Failure> {
        match self.epoch {
            Epoch::Kept(_) => None,
            Epoch::Rotated(_) => self.after.plan.failure.as_ref(),
        }
    }

    /// Whether its run is parked and does not go on: what `roster deploy` exits with 1 for.
    pub fn is_parked_and_fails(&self) -> bool {
        self.impossible.is_none() && self.parked.is_some() && self.next() == NextMessage::Failed
    }

    /// Whether its next message is answered with another plan than the one it was opened with.
    pub fn is_rebuilt(&self) -> bool {
        matches!(self.epoch, Epoch::Rotated(_))
    }

    /// Whether the prefix stays byte for byte.
    pub fn is_prefix_kept(&self) -> bool {
        self.prefix_before == self.prefix_after
    }
}
