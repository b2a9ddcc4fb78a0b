//! A stored inventory beside what its server lists now, with what that does to a plan.

use crate::explore::Comparison;
use crate::inventory::drift::{Drift, ToolDrift};
use crate::inventory::{Listing, definition_tokens, listing_tokens};
use crate::plan::explain::counted;

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
    /// Whether changes that servers make by themselves count for nothing.
    pub ignores_noise: bool,
}

/// What several servers came to that were checked together, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Those that were compared.
    pub compared: Vec<String>,
    /// Those of them that drifted.
    pub drifted: Vec<String>,
    /// Those that could not be asked, or not be compared.
    pub failed: Vec<String>,
    /// Those of the configuration of which nothing is stored.
    pub not_stored: Vec<String>,
    /// Those that are stored and not in the configuration.
    pub not_configured: Vec<String>,
    /// Those whose tools stand in the scenario itself.
    pub inline: Vec<String>,
}

impl Checked {
    /// A sentence each: how many drifted, then those with nothing to compare.
    pub fn sentences(&self) -> Vec<String> {
        let servers = |count: usize| counted(count as u64, "server", "servers");
        let mut lines = vec![match (self.drifted.len(), self.compared.len()) {
            (_, 0) => "No server was compared".to_owned(),
            (0, all) => format!("0 of {} drifted", servers(all)),
            (some, all) => format!("{some} of {} drifted: {}", servers(all), self.drifted.join(", ")),
        }];
        for (ids, one, several) in [
            (
                &self.failed,
                "server could not be compared",
                "servers could not be compared",
            ),
            (
                &self.not_stored,
                "server of the configuration is not stored",
                "servers of the configuration are not stored",
            ),
            (
                &self.not_configured,
                "stored server is not in the configuration",
                "stored servers are not in the configuration",
            ),
            (
                &self.inline,
                "server has its tools in the scenario itself, and no inventory to compare",
                "servers have their tools in the scenario itself, and no inventory to compare",
            ),
        ] {
            if !ids.is_empty() {
                let count = counted(ids.len() as u64, one, several);
                lines.push(format!("{count}: {}", ids.join(", ")));
            }
        }
        lines
    }
}

impl Drifted {
    /// Whether it is drift that counts.
    pub fn is_drift(&self) -> bool {
        self.drift.is_drift() && !(self.ignores_noise && self.drift.is_only_noise())
    }

    /// The verdict, and that it counts for nothing where it does.
    pub fn verdict(&self) -> String {
        let verdict = self.drift.verdict();
        if self.drift.is_drift() && !self.is_drift() {
            return format!("{verdict}; only what the server writes anew at every start, which is ignored");
        }
        verdict
    }

    /// What speaks for another server than the one that was stored, a sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let (before, after) = (&self.before.about, &self.after.about);
        let pairs = [
            ("it was captured from", &before.captured_from, &after.captured_from),
            ("it called itself", &before.server_name, &after.server_name),
        ];
        let other = pairs.into_iter().filter_map(|(what, before, after)| {
            let (before, after) = (before.as_ref()?, after.as_ref()?);
            (before != after).then(|| format!("{what} `{before}`, and now `{after}`: check that it is the same server"))
        });
        other.collect()
    }

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
