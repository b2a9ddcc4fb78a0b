//! What other clients would do with the same tools: published caps, thresholds and name rules, laid over a scenario.
//!
//! A [`Preset`] is data: what was published of a client, with source, date and mark, and nothing that was not. [`Outcome`] is
//! a pure function of a scenario and a preset. It approximates published behaviour and promises nothing; what a source does
//! not state is an [`Unknown`], never a saving. The one row that is no approximation is the plan itself.
//! Deliberately absent: files, any request to a client, and what a client does after the first message. Sentences are made
//! in [`explain`].
//!
//! What the sources leave open is decided so:
//! - All tools that are on are there, whatever our own caps and admission say; what only the application sees is not.
//!   `tool.call` is ours: another client does not get it.
//! - Builtins count as tools of the agent itself, as a client's own do: nothing defers them unless it defers what is marked.
//!   Their names get `_` for `.`, which no provider takes. Devices count as servers do.
//! - The order is the file's where a source states none.
//! - What is larger than the scenario's context window fails, stated or not.

mod cache;
pub mod explain;
mod listing;
mod names;
mod offer;
mod outcome;
mod policy;
mod preset;
mod read;
mod under;

pub use names::{BrokenName, NameForm, NameRule};
pub use offer::Offer;
pub use outcome::{Failure, Fate, Outcome, Parts, Remark, ToolOutcome, Unknown, Verdict};
pub use preset::{
    Broken, Counted, Deferral, Grouping, Keep, Limit, Listing, Order, Overflow, Preset, Shows, Trigger, Warning,
};
pub use read::{OWN_PLAN, PRESET_FORMAT, preset, shipped_presets};
pub use under::outcomes;
