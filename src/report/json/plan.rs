//! The plan as JSON, format `roster-plan/1`, and the answers to narrower questions about it.

use crate::diagnostics::{Problem, Sources};
use crate::explore::Moves;
use crate::gates::Gates;
use crate::plan::{ClassUse, Failure, Plan, Planned, Settings, Trust, explain, names};
use crate::roster::{Roster, ToolId};
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
        "status": status(plan),
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
        "classes": plan.classes.iter().map(class).collect::<Vec<_>>(),
        "binding": explain::binding(plan, roster, &Settings::of(scenario)),
        "index_text": plan.index.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>(),
        "decisions": roster.catalog.ids().map(|id| decision(roster, plan, id)).collect::<Vec<_>>(),
    })
}

/// The format of [`tools`].
pub const EXPLAIN_FORMAT: &str = "roster-explain/1";

/// The decisions about some tools with all that is known of each: those of the plan, what would move it, and what the model
/// reads.
pub fn tools(planned: &Planned, ids: &[ToolId]) -> Value {
    let Planned {
        scenario, roster, plan, ..
    } = planned;
    let decisions: Vec<Value> = ids
        .iter()
        .map(|&id| {
            let (tool, about) = (roster.catalog.tool(id), plan.decision(id));
            let block = plan.index.blocks.iter().find(|block| block.entries.contains(&id));
            let mut value = decision(roster, plan, id);
            if let Some(map) = value.as_object_mut() {
                map.insert("slot".to_owned(), json!(about.slot));
                map.insert("entry".to_owned(), json!(about.entry));
                map.insert(
                    "index_block".to_owned(),
                    json!(block.map(|block| match block.trust {
                        Trust::Trusted => "trusted",
                        Trust::ExternalUntrusted => "external_untrusted",
                    })),
                );
                map.insert("source".to_owned(), tool.source.id().into());
                map.insert("side_effect".to_owned(), tool.side_effect.id().into());
                map.insert("requires".to_owned(), json!(tool.requires));
                map.insert("measured_tokens".to_owned(), json!(tool.measured_tokens));
                map.insert("index_line".to_owned(), tool.entry.text.as_str().into());
                map.insert(
                    "definition".to_owned(),
                    serde_json::from_str(&tool.contract_json).unwrap_or(Value::Null),
                );
                map.insert("moves".to_owned(), super::moves(&Moves::new(planned, id)));
            }
            value
        })
        .collect();
    json!({
        "format": EXPLAIN_FORMAT,
        "scenario": scenario.name,
        "status": status(plan),
        "verdict": explain::verdict(plan),
        "binding": explain::binding(plan, roster, &Settings::of(scenario)),
        "ranked": plan.ranked.len(),
        "decisions": decisions,
    })
}

/// The gates of one file against its plan.
pub fn gates(plan: &Plan, gates: &Gates) -> Value {
    json!({
        "status": status(plan),
        "failure": plan.failure.as_ref().map_or(Value::Null, failure),
        "verdict": explain::verdict(plan),
        "gates": gates
            .gates
            .iter()
            .map(|gate| json!({
                "about": gate.about.id(),
                "name": gate.name,
                "line": gate.at.line,
                "passes": gate.passes(),
                "differences": gate.differences,
            }))
            .collect::<Vec<_>>(),
    })
}

/// A problem with its place.
pub fn problem(problem: &Problem, sources: &Sources) -> Value {
    let at = problem.at.filter(|at| at.line > 0);
    json!({
        "severity": problem.severity.word(),
        "code": problem.code,
        "message": problem.message,
        "help": problem.help,
        "file": problem.at.map(|at| sources.path(at.file).to_string_lossy().into_owned()),
        "line": at.map(|at| at.line),
        "column": at.map(|at| at.column),
    })
}

fn class(class: &ClassUse) -> Value {
    json!({
        "class": class.class.id(),
        "used_tokens": class.used_tokens,
        "max_tokens": class.max_tokens,
        "used_items": class.max_items.map(|_| class.used_items),
        "max_items": class.max_items,
    })
}

/// The format of [`problems`].
pub const PROBLEMS_FORMAT: &str = "roster-problems/1";

/// A scenario that cannot be planned, where a plan was asked for.
pub fn problems(problems: &[Problem], sources: &Sources) -> Value {
    json!({
        "format": PROBLEMS_FORMAT,
        "problems": problems.iter().map(|one| problem(one, sources)).collect::<Vec<_>>(),
    })
}

fn status(plan: &Plan) -> &'static str {
    if plan.failure.is_some() { "failed" } else { "ok" }
}

fn decision(roster: &Roster, plan: &Plan, id: ToolId) -> Value {
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
