//! What a deploy does to the sessions that are open when it comes, and what a delegated child gets (domain §9).
//!
//! A session's plan is pinned. [`Deploy`] says for each open session what its next message does: kept, rotated into a new
//! epoch, or, parked on an approval, resumed or failed. [`delegate`] plans the child of a brief. Pure functions of plans;
//! sentences are made in [`explain`] and nowhere else. Deliberately absent: files, clocks, and any history to keep: that a
//! rotation keeps it is a rule, not something that is simulated.

mod delegation;
mod deploy;
mod epoch;
pub mod explain;
mod gate;
mod outcome;
mod pins;
mod prefix;

pub use delegation::{Child, Refusal, delegate};
pub use deploy::Deploy;
pub use epoch::{Epoch, KeptBecause};
pub use gate::{delegation_differences, session_differences};
pub use outcome::{CannotBe, Outcome, Parked};
pub use pins::{LaneMove, PinMove, lane_moves, pin_moves};
pub use prefix::prefix_sha256;
