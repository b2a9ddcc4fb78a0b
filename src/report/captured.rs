//! What became of one of several servers that were captured together.

use crate::inventory::capture::{CaptureError, Captured};
use crate::inventory::drift::Drift;
use crate::inventory::listing_tokens;
use crate::scenario::{Encoding, Estimator};

/// One of several servers.
#[derive(Clone, Debug)]
pub struct CapturedServer {
    /// The name in the configuration.
    pub name: String,
    /// The same as an id of a scenario.
    pub id: String,
    /// Whether there was an inventory file of it before.
    pub has_file_before: bool,
    /// What became of it.
    pub outcome: CapturedOutcome,
}

/// What became of it.
#[derive(Clone, Debug)]
pub enum CapturedOutcome {
    /// It was captured.
    Captured {
        /// What came.
        captured: Box<Captured>,
        /// The file that it was written into.
        file: Option<String>,
        /// What differs from what that file held; `None` where there was none.
        drift: Option<Box<Drift>>,
    },
    /// It is switched off.
    Off,
    /// Only its client can start it, and why.
    Elsewhere(String),
    /// A person stopped the capture before it had ended.
    Stopped,
    /// It was not captured, and why.
    Failed {
        /// A sentence, perhaps with help on the lines below.
        message: String,
        /// What the server did, if it came to that.
        error: Option<Box<CaptureError>>,
    },
}

impl CapturedOutcome {
    /// The word that JSON and tables use.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Captured { .. } => "ok",
            Self::Off => "off",
            Self::Elsewhere(_) => "elsewhere",
            Self::Stopped => "stopped",
            Self::Failed { .. } => "failed",
        }
    }
}

impl CapturedServer {
    /// What its tokens are counted by: what an import writes into a scenario.
    pub const ESTIMATOR: Estimator = Estimator::Encoding(Encoding::O200kBase);

    /// Tokens of all definitions under the id that it would have in a scenario, if it was captured.
    pub fn tokens(&self) -> Option<u64> {
        match &self.outcome {
            CapturedOutcome::Captured { captured, .. } => {
                Some(listing_tokens(&captured.listing, &self.id, Self::ESTIMATOR))
            }
            _ => None,
        }
    }

    /// What it lists beside what its file held before, in words.
    pub fn beside(&self) -> Option<String> {
        match &self.outcome {
            CapturedOutcome::Captured { drift, .. } => {
                let drift = drift.as_ref()?;
                Some(drift.changes().unwrap_or_else(|| "as before".to_owned()))
            }
            _ => None,
        }
    }
}
