//! What planning needs to know besides the tools.

use crate::scenario::{Budget, Builder, Class, Ranking, Scenario, Session, Usage};
use std::sync::Arc;

/// Caps, builder, order and pins of one plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Generation of the context builder.
    pub builder: Builder,
    /// Region A's caps and uses.
    pub budget: Budget,
    /// Order of discovered tools.
    pub ranking: Ranking,
    /// Names that must be defined.
    pub always_define: Vec<String>,
    /// Names that go to the index.
    pub deferred_tools: Vec<String>,
    /// What asks.
    pub session: Session,
    /// Calls, for `most-used`.
    pub usage: Option<Arc<Usage>>,
}

impl Settings {
    /// The settings of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            builder: scenario.builder,
            budget: scenario.budget,
            ranking: scenario.ranking.clone(),
            always_define: scenario.agent.always_define.clone(),
            deferred_tools: scenario.agent.deferred_tools.clone(),
            session: scenario.session,
            usage: scenario.usage.clone(),
        }
    }

    /// Slots for definitions.
    pub fn max_definitions(&self) -> u64 {
        self.budget.class(Class::ToolDefinitions).max_items.unwrap_or(u64::MAX)
    }

    /// Token cap of the definitions.
    pub fn max_definition_tokens(&self) -> u64 {
        self.budget.class(Class::ToolDefinitions).max_tokens
    }

    /// Lines of the index.
    pub fn max_index_entries(&self) -> u64 {
        self.budget
            .class(Class::DeferredToolIndex)
            .max_items
            .unwrap_or(u64::MAX)
    }

    /// Token cap of the index.
    pub fn max_index_tokens(&self) -> u64 {
        self.budget.class(Class::DeferredToolIndex).max_tokens
    }

    /// The names that must be defined, in order (domain §5.1): a bound website profile's browser tools, then the pins.
    /// Builders before `@12` know no required tools.
    pub fn required_names(&self) -> Vec<&str> {
        if !self.builder.defers() {
            return Vec::new();
        }
        let bound: &[&str] = if self.session.website_profile {
            &["browser.navigate", "browser.observe", "browser.act"]
        } else {
            &[]
        };
        let mut names: Vec<&str> = Vec::new();
        for name in bound
            .iter()
            .copied()
            .chain(self.always_define.iter().map(String::as_str))
        {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
