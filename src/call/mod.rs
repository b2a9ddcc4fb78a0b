//! What a run would see of a call: the pipeline of domain §8 over one plan, step by step.
//!
//! [`trace`] is a pure function of a plan and a [`CallRequest`](crate::scenario::CallRequest). Nothing is executed: what a
//! tool would answer is not known here, only under which name, policy and trust it would. Sentences are made in
//! [`explain`] and nowhere else. Deliberately absent: files, clocks, tools that run.

mod events;
pub mod explain;
mod gate;
mod pipeline;
mod policy;
mod result;
mod skeleton;
mod steps;
mod trace;

pub use events::{Event, EventKind};
pub use gate::differences;
pub use pipeline::trace;
pub use policy::Ruling;
pub use result::{SCHEMA_SOURCE, WHAT_IT_RETURNS};
pub use skeleton::{skeleton, starting_value};
pub use steps::{Finding, Step, StepKind, StepVerdict};
pub use trace::{CALL_ID, Part, ResultItem, Trace};
