//! An import as JSON.

use crate::gates::{Gate, Gates};
use crate::inventory::import::{Change, Import};
use crate::plan::Planned;
use crate::plan::explain::unusable;
use crate::rows::import_rows;
use crate::scenario::Lane;
use serde_json::{Value, json};
use std::sync::Arc;

/// The format of an import as JSON.
pub const IMPORT_FORMAT: &str = "roster-import/1";

/// Each server with what becomes of it, the plan that follows, and the files. `is_written` says whether they were; `None` where no path
/// is named that they go to.
pub fn import(import: &Import, planned: &Arc<Planned>, is_written: Option<bool>) -> Value {
    let servers: Vec<Value> = import_rows(import, planned)
        .iter()
        .map(|row| {
            let mut value = json!({
                "server": row.server.id,
                "from": row.server.from,
                "form": row.server.form,
                "tools": row.tools,
                "definition_tokens": row.tokens,
                "change": match row.server.change {
                    Change::New => "new",
                    Change::Updated { .. } => "updated",
                    Change::Same => "unchanged",
                    Change::WithoutTools => "without-tools",
                },
                "remarks": row.server.remarks,
            });
            if let Change::Updated {
                added,
                removed,
                changed,
            } = row.server.change
            {
                value["added"] = json!(added);
                value["removed"] = json!(removed);
                value["changed"] = json!(changed);
            }
            value
        })
        .collect();
    let unusable: Vec<Value> = unusable(&planned.plan)
        .into_iter()
        .filter_map(|(place, why)| {
            let tool = planned.roster.catalog.tools().get(place)?;
            Some(json!({ "tool": &*tool.name, "source": tool.source.id(), "why": why }))
        })
        .collect();
    let gates = Gates::of(planned);
    let fallen = gates.gates.iter().filter(|gate| !gate.passes()).map(Gate::title);
    let files: Vec<Value> = import
        .files
        .iter()
        .filter(|_| is_written.is_some())
        .map(|file| json!({ "path": file.path.display().to_string(), "new": file.is_new }))
        .collect();
    json!({
        "format": IMPORT_FORMAT,
        "scenario": is_written.map(|_| import.path.display().to_string()),
        "written": is_written == Some(true),
        "servers": servers,
        "files": files,
        "plan": {
            "status": if planned.plan.failure.is_some() { "failed" } else { "ok" },
            "defined": planned.plan.count(Lane::Defined),
            "deferred": planned.plan.count(Lane::Deferred),
            "skipped": planned.plan.count(Lane::Skipped),
            "unavailable": planned.plan.count(Lane::Unavailable),
            "unusable": unusable,
        },
        "gates": { "passed": gates.passed(), "fallen": fallen.collect::<Vec<_>>() },
    })
}
