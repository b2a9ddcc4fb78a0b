//! Token estimates (domain §4): canonical JSON, the model-visible contract, the estimators.
//!
//! The only room that names tiktoken-rs. Every estimate is a pure function of its text. Deliberately absent: tools,
//! caps and plans; callers bring texts and get numbers. No vocabulary is loaded before an encoding is first asked to count.

mod canonical;
mod contract;
mod count;
mod totals;

pub use canonical::{canonical_json, holds_ref};
pub use contract::{contract_json, renamed_contract, without_redundant_annotations};
pub use count::{TextCounter, is_loaded, load};
pub use totals::{DefinitionCost, DefinitionTotal};

/// What every definition and every text block costs on top of its text, in tokens (domain §4).
pub const FRAMING_TOKENS: u64 = 4;
