//! Sentences about where tokens go and what is offered twice.

use crate::explore::Alike;
use crate::plan::explain::{counted, grouped};
use indexmap::IndexSet;

/// `12.5%`; nothing of nothing has no share.
pub fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return String::new();
    }
    format!("{:.1}%", part as f64 * 100.0 / whole as f64)
}

/// What merging a group would save, in a few words.
pub fn saving(alike: &Alike) -> String {
    if alike.saved_slots == 0 {
        return "saves nothing while fewer than two are defined".to_owned();
    }
    format!(
        "saves {} tokens and {}",
        grouped(alike.saved_tokens),
        counted(alike.saved_slots, "slot", "slots")
    )
}

/// What a group differs by, and what one tool in its place would cost.
pub fn merged(alike: &Alike) -> String {
    let accounts: IndexSet<&str> = alike.accounts.iter().map(String::as_str).collect();
    let accounts: Vec<&str> = accounts.into_iter().collect();
    format!(
        "differ by an account only ({}); merged, with an argument for the account: {} tokens for {}",
        accounts.join(", "),
        grouped(alike.merged_tokens),
        grouped(alike.definition_tokens)
    )
}

/// What merging a group would save.
pub fn alike(alike: &Alike) -> String {
    format!("{}, {}", merged(alike), saving(alike))
}
