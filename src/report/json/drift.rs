//! Drift as JSON.

use super::comparison;
use crate::explore::difference;
use crate::gates::Gates;
use crate::inventory::capture::CaptureError;
use crate::inventory::drift::{Change, DiffLine, Noise, ToolDrift};
use crate::report::{Checked, Drifted};
use serde_json::{Value, json};

/// The format of [`drift`].
pub const DRIFT_FORMAT: &str = "roster-drift/1";

/// All servers that were checked, each as one of the other functions writes it.
pub fn drift(servers: &[Value]) -> Value {
    let is = |status: &str| servers.iter().any(|server| server["status"] == status);
    let status = if is("failed") {
        "failed"
    } else if is("drift") {
        "drift"
    } else {
        "same"
    };
    json!({ "format": DRIFT_FORMAT, "status": status, "servers": servers })
}

/// Several servers that were checked together. A server with nothing on the other side is listed by itself.
pub fn checked(servers: &[Value], checked: &Checked) -> Value {
    let mut value = drift(servers);
    if checked.compared.is_empty() || !checked.failed.is_empty() {
        value["status"] = "failed".into();
    }
    let one_sided = |ids: &[String], status: &str| -> Vec<Value> {
        let sided = ids.iter().map(|id| json!({ "server": id, "status": status }));
        sided.collect()
    };
    value["compared"] = checked.compared.len().into();
    value["drifted"] = json!(checked.drifted);
    value["failed"] = json!(checked.failed);
    value["not_stored"] = one_sided(&checked.not_stored, "not-stored").into();
    value["not_configured"] = one_sided(&checked.not_configured, "not-configured").into();
    value["inline"] = one_sided(&checked.inline, "inline").into();
    value["summary"] = json!(checked.sentences());
    value
}

/// One server that was compared.
pub fn drifted(drifted: &Drifted) -> Value {
    let found = &drifted.drift;
    let (before, after) = drifted.all_tokens();
    let titles = [drifted.stored.as_str(), "now"];
    json!({
        "server": drifted.server,
        "stored": drifted.stored,
        "status": match (drifted.is_drift(), found.is_drift()) {
            (true, _) => "drift",
            (false, true) => "noise",
            (false, false) => "same",
        },
        "verdict": drifted.verdict(),
        "remarks": drifted.remarks(),
        "before": drifted.before.about,
        "after": drifted.after.about,
        "reordered": found.is_reordered,
        "instructions": found.instructions.as_ref().map(|changed| lines(changed)),
        "estimator": drifted.comparison.after.scenario.estimator.id(),
        "tokens": { "before": before, "after": after, "change": difference(before, after) },
        "tools": found.tools.iter().map(|tool| one(drifted, tool)).collect::<Vec<_>>(),
        "plan": comparison(&drifted.comparison, titles, &[], &Gates::of(&drifted.comparison.after)),
    })
}

/// One server that could not be captured.
pub fn not_captured(server: &str, error: &CaptureError) -> Value {
    json!({
        "server": server,
        "status": "failed",
        "error": { "code": error.cause.code(), "message": error.to_string(), "help": error.cause.help() },
    })
}

fn one(drifted: &Drifted, tool: &ToolDrift) -> Value {
    let (before, after) = drifted.tokens(tool);
    json!({
        "name": tool.name,
        "change": tool.kind().id(),
        "tokens": { "before": before, "after": after },
        "parts": tool.parts.iter().map(|part| json!({
            "part": part.part.key(),
            "noise": part.noise.map(Noise::id),
            "lines": lines(&part.lines),
        })).collect::<Vec<_>>(),
    })
}

/// As in a patch: each line behind `-`, `+` or a blank; `…` where some are left out.
fn lines(lines: &[DiffLine]) -> Vec<String> {
    let marked = lines.iter().map(|line| match line.change {
        Change::Same => format!(" {}", line.text),
        Change::Removed => format!("-{}", line.text),
        Change::Added => format!("+{}", line.text),
        Change::Gap => "…".to_owned(),
    });
    marked.collect()
}
