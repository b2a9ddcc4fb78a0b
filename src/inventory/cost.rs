//! What the definitions of a listing would cost a prompt, under the names that a server's tools get.

use super::Listing;
use crate::scenario::{Estimator, registry_name};
use crate::tokens::{DefinitionCost, DefinitionTotal, TextCounter, contract_json};
use serde_json::{Map, Value};

/// Tokens of one definition alone. `server` is the id that stands in its registry name.
pub fn definition_tokens(tool: &Map<String, Value>, server: &str, estimator: Estimator) -> u64 {
    let counter = TextCounter::new(estimator);
    DefinitionTotal::alone(counter, cost(tool, server, counter))
}

/// Tokens of all definitions of a listing together.
pub fn listing_tokens(listing: &Listing, server: &str, estimator: Estimator) -> u64 {
    let counter = TextCounter::new(estimator);
    let total = listing.tools.iter().fold(DefinitionTotal::new(counter), |total, tool| {
        total.with(cost(tool, server, counter))
    });
    total.tokens()
}

fn cost(tool: &Map<String, Value>, server: &str, counter: TextCounter) -> DefinitionCost {
    let text = |key: &str| tool.get(key).and_then(Value::as_str).unwrap_or_default();
    let schema = tool.get("inputSchema").unwrap_or(&Value::Null);
    let contract = contract_json(&registry_name("mcp", server, text("name")), text("description"), schema);
    DefinitionCost::Counted(counter.measure(&contract))
}
