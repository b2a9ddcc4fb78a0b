//! A stored inventory beside what its server lists now, with what that does to a plan.

use crate::explore::Comparison;
use crate::inventory::drift::{Drift, ToolDrift};
use crate::inventory::{Listing, definition_tokens, listing_tokens};

/// A stored inventory beside what its server lists now.
#[derive(Clone, Debug)]
pub struct Drifted {
    /// Where the stored one lies, as a person named it.
    pub stored: String,
    /// The id of the server in the plans.
    pub server: String,
    /// As stored.
    pub before: Listing,
    /// As the server lists now.
    pub after: Listing,
    /// What differs.
    pub drift: Drift,
    /// The plan with the one and with the other: of the scenario that uses it, or of the server alone under the default caps.
    pub comparison: Comparison,
}

impl Drifted {
    /// Tokens of a tool's definition before and after, where it is.
    pub fn tokens(&self, tool: &ToolDrift) -> (Option<u64>, Option<u64>) {
        let estimator = self.comparison.after.scenario.estimator;
        let tokens = |tool: &Option<_>| {
            tool.as_ref()
                .map(|tool| definition_tokens(tool, &self.server, estimator))
        };
        (tokens(&tool.before), tokens(&tool.after))
    }

    /// Tokens of all definitions before and after.
    pub fn all_tokens(&self) -> (u64, u64) {
        let estimator = self.comparison.after.scenario.estimator;
        let tokens = |listing| listing_tokens(listing, &self.server, estimator);
        (tokens(&self.before), tokens(&self.after))
    }
}
