//! Drift as JSON.

use super::comparison;
use crate::explore::difference;
use crate::gates::Gates;
use crate::inventory::capture::CaptureError;
use crate::inventory::drift::{Change, DiffLine, Noise, ToolDrift};
use crate::report::Drifted;
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

/// One server that was compared.
pub fn drifted(drifted: &Drifted) -> Value {
    let found = &drifted.drift;
    let (before, after) = drifted.all_tokens();
    let titles = [drifted.stored.as_str(), "now"];
    json!({
        "server": drifted.server,
        "stored": drifted.stored,
        "status": if found.is_drift() { "drift" } else { "same" },
        "verdict": found.verdict(),
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
