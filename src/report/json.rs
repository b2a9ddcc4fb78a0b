//! The plan as JSON, format `roster-plan/1`.

use crate::plan::{Failure, Plan, explain, names};
use crate::roster::Roster;
use crate::scenario::{Class, Scenario};
use serde_json::{Map, Value, json};

/// The format that this file writes.
pub const FORMAT: &str = "roster-plan/1";

/// A whole plan. `scenario` is the title of the file.
pub fn plan(scenario: &Scenario, roster: &Roster, plan: &Plan) -> Value {
    let mut pinned: Vec<&str> = plan.tool_names(roster);
    pinned.extend(names(roster, &plan.deferred));
    pinned.sort_unstable();
    json!({
        "format": FORMAT,
        "scenario": scenario.name,
        "builder": scenario.builder.to_string(),
        "estimator": scenario.estimator.id(),
        "status": if plan.failure.is_some() { "failed" } else { "ok" },
        "failure": plan.failure.as_ref().map_or(Value::Null, failure),
        "verdict": explain::verdict(plan),
        "tool_names": plan.tool_names(roster),
        "deferred_tool_names": names(roster, &plan.deferred),
        "skipped_tool_names": names(roster, &plan.skipped),
        "skips_recorded": plan.skips_recorded,
        "pinned_tool_names": pinned,
        "tokens": {
            "tool_definitions": plan.class_tokens(Class::ToolDefinitions),
            "deferred_tool_index": plan.class_tokens(Class::DeferredToolIndex),
            "prefix": plan.prefix_tokens,
            "ceiling": plan.ceiling_tokens,
            "measured_in_part": plan.measured_in_part,
        },
        "index_text": plan.index.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>(),
        "decisions": roster.catalog.ids().map(|id| decision(roster, plan, id)).collect::<Vec<_>>(),
    })
}

fn decision(roster: &Roster, plan: &Plan, id: crate::roster::ToolId) -> Value {
    let (tool, decision) = (roster.catalog.tool(id), plan.decision(id));
    let mut value = json!({
        "tool": &*tool.name,
        "outcome": decision.outcome.id(),
        "reason": decision.reason.code(),
        "rank": decision.rank,
        "definition_tokens": decision.definition_tokens,
        "index_tokens": decision.index_tokens,
        "detail": explain::detail(plan, roster, id),
        "rule": decision.reason.rule(),
    });
    if let (Some(remote), Some(map)) = (&tool.remote_name, value.as_object_mut()) {
        map.insert("remote_name".to_owned(), Value::from(&**remote));
    }
    value
}

/// A failure, as the format writes it.
pub fn failure(failure: &Failure) -> Value {
    let mut map = Map::new();
    map.insert("code".to_owned(), failure.code().into());
    if let Some(class) = failure.class_id() {
        map.insert("class".to_owned(), class.into());
    }
    match failure {
        Failure::Tokens { tokens, cap, .. } | Failure::Prefix { tokens, cap } => {
            map.insert("tokens".to_owned(), (*tokens).into());
            map.insert("cap".to_owned(), (*cap).into());
        }
        Failure::Items { items, cap, .. } => {
            map.insert("items".to_owned(), (*items).into());
            map.insert("cap".to_owned(), (*cap).into());
        }
        Failure::RequiredUnavailable(tool) | Failure::RequiredUnplaced(tool) => {
            map.insert("tool".to_owned(), tool.as_str().into());
        }
    }
    Value::Object(map)
}
