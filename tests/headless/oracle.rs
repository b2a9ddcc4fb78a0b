//! The planner against an independent one: 220 scenarios with their right plans (`tests/oracle.jsonl`).

use roster::plan::{Plan, names};
use roster::roster::Availability;
use roster::scenario::{Class, Lane, load_text};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(serde::Deserialize)]
struct Case<'a> {
    #[serde(rename = "case")]
    number: u64,
    /// As written: the order of its tools carries meaning.
    #[serde(borrow)]
    scenario: &'a serde_json::value::RawValue,
    plan: Value,
}

#[test]
fn every_case_of_the_independent_planner_agrees() {
    let mut wrong = Vec::new();
    let mut cases = 0;
    for line in include_str!("../oracle.jsonl").lines() {
        let case: Case<'_> = serde_json::from_str(line).unwrap();
        let found = planned(case.scenario.get());
        if found != case.plan {
            wrong.push(format!("case {}\n{}", case.number, differences(&case.plan, &found)));
        }
        cases += 1;
    }
    assert_eq!(cases, 220);
    assert!(
        wrong.is_empty(),
        "{} of {cases} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The plan in the oracle's own shape.
fn planned(text: &str) -> Value {
    let loaded = load_text(None, text, &[]).unwrap_or_else(|failed| panic!("{:?}", failed.problems));
    let (roster, plan) = Plan::of(&loaded.scenario);
    let failure = plan.failure.as_ref().map_or(Value::Null, roster::report::json::failure);
    let mut reasons = BTreeMap::new();
    let mut unavailable = BTreeMap::new();
    for id in roster.catalog.ids() {
        let (name, decision) = (roster.catalog.tool(id).name.to_string(), plan.decision(id));
        match decision.outcome {
            Lane::Deferred | Lane::Skipped => {
                reasons.insert(name, decision.reason.code());
            }
            // The oracle lists only what is no candidate; `tool.call` with nothing to reach is one.
            Lane::Unavailable if !matches!(roster.availability[id.index()], Availability::Candidate) => {
                unavailable.insert(name, decision.reason.code());
            }
            _ => {}
        }
    }
    json!({
        "status": if plan.failure.is_some() { "failed" } else { "ok" },
        "failure": failure,
        "tool_names": plan.tool_names(&roster),
        "deferred_tool_names": names(&roster, &plan.deferred),
        "skipped_tool_names": names(&roster, &plan.skipped),
        "skips_recorded": plan.skips_recorded,
        "tokens": {
            "tool_definitions": plan.class_tokens(Class::ToolDefinitions),
            "deferred_tool_index": plan.class_tokens(Class::DeferredToolIndex),
            "prefix": plan.prefix_tokens,
            "ceiling": plan.ceiling_tokens,
        },
        "reasons": reasons,
        "unavailable": unavailable,
        "index_text": plan.index.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>(),
    })
}

fn differences(expected: &Value, found: &Value) -> String {
    let (Some(expected), Some(found)) = (expected.as_object(), found.as_object()) else {
        return "not objects".to_owned();
    };
    expected
        .iter()
        .filter(|(key, value)| found.get(*key) != Some(value))
        .map(|(key, value)| {
            format!(
                "  {key}\n    expected {value}\n    found    {}",
                found.get(key).unwrap_or(&Value::Null)
            )
        })
        .collect::<Vec<_>>()
        .join("\n")
}
