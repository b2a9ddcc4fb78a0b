//! A catalog under the switches as they stand: the value that is planned.

use super::availability::{availability, configured};
use super::{Availability, Catalog, ToolId};
use crate::scenario::Scenario;
use crate::tokens::{DefinitionCost, TextCounter};
use std::sync::Arc;

/// What each tool of a catalog costs under one estimator. Kept between edits.
#[derive(Clone, Debug)]
pub struct Costs {
    counter: TextCounter,
    definitions: Vec<DefinitionCost>,
    entry_lines: Vec<u64>,
}

impl Costs {
    /// Counts every tool of a catalog once.
    pub fn new(catalog: &Catalog, counter: TextCounter) -> Self {
        Self {
            counter,
            definitions: catalog
                .tools()
                .iter()
                .map(|tool| match tool.measured_tokens {
                    Some(tokens) => DefinitionCost::Measured(tokens),
                    None => DefinitionCost::Counted(counter.measure(&tool.contract_json)),
                })
                .collect(),
            entry_lines: catalog
                .tools()
                .iter()
                .map(|tool| counter.measure_line(&tool.entry.text))
                .collect(),
        }
    }

    /// The same costs with another definition of one tool: what if its text were another?
    #[must_use]
    pub fn with_definition(&self, id: ToolId, cost: DefinitionCost) -> Self {
        let mut costs = self.clone();
        if let Some(definition) = costs.definitions.get_mut(id.index()) {
            *definition = cost;
        }
        costs
    }

    /// The counter that these figures come from.
    pub fn counter(&self) -> TextCounter {
        self.counter
    }

    /// What a tool's definition brings into a total.
    pub fn definition(&self, id: ToolId) -> DefinitionCost {
        self.definitions[id.index()]
    }

    /// The measure of a tool's index line with the line break that parts it from the next.
    pub fn entry_line(&self, id: ToolId) -> u64 {
        self.entry_lines[id.index()]
    }
}

/// Every tool of a scenario with its availability and its costs.
#[derive(Clone, Debug)]
pub struct Roster {
    /// The tools.
    pub catalog: Arc<Catalog>,
    /// What they cost under the scenario's estimator.
    pub costs: Arc<Costs>,
    /// Standing of each tool, by catalog index.
    pub availability: Vec<Availability>,
    /// The configured candidates in order (domain §1), `tool.call` among them.
    pub configured: Vec<ToolId>,
}

impl Roster {
    /// Resolves a scenario. What `earlier` already resolved or counted and the edit did not touch is shared, not redone.
    pub fn new(scenario: &Scenario, earlier: Option<&Self>) -> Self {
        let catalog = match earlier {
            Some(earlier) if earlier.catalog.is_of(scenario) => Arc::clone(&earlier.catalog),
            _ => Arc::new(Catalog::new(scenario)),
        };
        let counter = TextCounter::new(scenario.estimator);
        let costs = match earlier {
            Some(earlier) if Arc::ptr_eq(&earlier.catalog, &catalog) && earlier.costs.counter() == counter => {
                Arc::clone(&earlier.costs)
            }
            _ => Arc::new(Costs::new(&catalog, counter)),
        };
        let availability = availability(&catalog, scenario);
        let configured = configured(&catalog, scenario, &availability);
        Self {
            catalog,
            costs,
            availability,
            configured,
        }
    }

    /// Whether a tool is a candidate.
    pub fn is_candidate(&self, id: ToolId) -> bool {
        self.availability[id.index()].is_candidate()
    }
}
