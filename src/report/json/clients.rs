//! What other clients would do with a scenario as JSON.

use crate::clients::{Fate, Outcome, Preset, explain};
use crate::plan::Planned;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The format of [`clients`] and [`presets`].
pub const CLIENTS_FORMAT: &str = "roster-clients/1";

/// Every client; with its tools where `has_tools`.
pub fn clients(planned: &Planned, outcomes: &[Outcome], has_tools: bool) -> Value {
    json!({
        "format": CLIENTS_FORMAT,
        "label": explain::LABEL,
        "scenario": planned.scenario.name,
        "estimator": planned.scenario.estimator.id(),
        "context_window": planned.scenario.context_window_tokens,
        "clients": outcomes.iter().map(|outcome| client(planned, outcome, has_tools)).collect::<Vec<_>>(),
    })
}

/// The presets alone.
pub fn presets(presets: &[Arc<Preset>]) -> Value {
    json!({
        "format": CLIENTS_FORMAT,
        "label": explain::LABEL,
        "clients": presets.iter().map(|preset| Value::Object(stated(preset))).collect::<Vec<_>>(),
    })
}

fn stated(preset: &Preset) -> Map<String, Value> {
    let rules: Map<String, Value> = explain::rules(preset)
        .into_iter()
        .map(|(name, rule)| (name.replace(' ', "_"), rule.into()))
        .collect();
    let stated = [
        ("client", json!(preset.id)),
        ("title", json!(preset.title)),
        ("sources", json!(preset.sources)),
        ("as_of", json!(preset.as_of)),
        ("mark", json!(preset.mark.id())),
        ("notes", json!(preset.notes)),
        ("rules", Value::Object(rules)),
    ];
    stated.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
}

fn client(planned: &Planned, outcome: &Outcome, has_tools: bool) -> Value {
    let mut value = stated(&outcome.preset);
    let parts = outcome.parts;
    let counts: Map<String, Value> = Fate::ALL
        .into_iter()
        .map(|fate| (fate.id().to_owned(), outcome.count(fate).into()))
        .collect();
    let told = [
        ("verdict", json!(outcome.verdict().id())),
        ("failure", json!(explain::failures(outcome))),
        (
            "failures",
            json!(outcome.failures.iter().map(explain::failure).collect::<Vec<_>>()),
        ),
        ("counts", Value::Object(counts)),
        ("broken_names", json!(outcome.broken())),
        (
            "tokens",
            json!({
                "definitions": parts.definitions,
                "visible_of_deferred": parts.visible,
                "instructions": parts.instructions,
                "control_tools": parts.control,
                "total": outcome.has_tokens().then(|| parts.total()),
                "is_least": outcome.is_least(),
            }),
        ),
        ("window_percent", json!(explain::window_percent(outcome))),
        (
            "unknown",
            json!(
                outcome
                    .unknowns
                    .iter()
                    .map(|one| explain::unknown(*one))
                    .collect::<Vec<_>>()
            ),
        ),
        (
            "remarks",
            json!(
                outcome
                    .remarks
                    .iter()
                    .map(|one| explain::remark(*one))
                    .collect::<Vec<_>>()
            ),
        ),
    ];
    value.extend(told.map(|(key, told)| (key.to_owned(), told)));
    if has_tools {
        let catalog = planned.roster.catalog.tools().iter().zip(&outcome.tools);
        let tools = catalog.map(|(tool, outcome)| {
            json!({
                "tool": &*tool.name,
                "source": tool.source.id(),
                "name": &*outcome.name,
                "outcome": outcome.fate.id(),
                "broken": outcome.broken.as_ref().map(explain::broken_name),
            })
        });
        value.insert("tools".to_owned(), tools.collect::<Vec<_>>().into());
    }
    Value::Object(value)
}
