//! An import before it is written, as text.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::gates::Gates;
use crate::inventory::import::{Change, Import};
use crate::plan::Planned;
use crate::plan::explain::{counted, grouped, lane_counts, unusable_sentence, verdict};
use crate::rows::import_rows;
use std::sync::Arc;

/// Each server with what becomes of it, what to know of them, the plan that follows, and the files to write.
pub fn import(import: &Import, planned: &Arc<Planned>, look: Look) -> String {
    let rows = import_rows(import, planned);
    let cells: Vec<Vec<Cell>> = rows
        .iter()
        .map(|row| {
            let role = match row.server.change {
                Change::New | Change::Updated { .. } => Role::Good,
                Change::Same => Role::Aside,
                Change::WithoutTools => Role::Warning,
            };
            let unknown = row.server.change == Change::WithoutTools;
            let figure = |number: u64| if unknown { "?".to_owned() } else { grouped(number) };
            vec![
                Cell::new(&row.server.id),
                Cell::new(figure(row.tools)),
                Cell::new(figure(row.tokens)),
                Cell::painted(role, row.server.change.words()),
                Cell::new(visible(&row.from())),
            ]
        })
        .collect();
    let column = |heading, align, fit| Column { heading, align, fit };
    let columns = [
        column("server", Align::Left, Fit::Whole),
        column("tools", Align::Right, Fit::Whole),
        column("tokens", Align::Right, Fit::Whole),
        column("change", Align::Left, Fit::Whole),
        column("from", Align::Left, Fit::Wrap),
    ];
    let mut out = table(&columns, &cells, look);
    let remarks = rows
        .iter()
        .flat_map(|row| row.server.remarks.iter().map(|text| (&row.server.id, text)));
    let remarks: Vec<String> = remarks
        .map(|(id, text)| paragraph(&visible(&format!("{id}: {text}")), look.columns, "  ", "    "))
        .collect();
    if !remarks.is_empty() {
        out.push_str(&format!(
            "\n{}\n{}",
            look.paint(Role::Heading, "To know"),
            remarks.concat()
        ));
    }
    let tools: u64 = rows.iter().map(|row| row.tools).sum();
    let tokens: u64 = rows.iter().map(|row| row.tokens).sum();
    out.push_str(&format!(
        "\n{}, {}, {} tokens of definitions{} by {}\n{}: {}\n",
        counted(rows.len() as u64, "server", "servers"),
        counted(tools, "tool", "tools"),
        grouped(tokens),
        // A plan counts them as one text.
        if planned.roster.costs.counter().counts_one_array() {
            ", each counted alone,"
        } else {
            ""
        },
        planned.scenario.estimator.id(),
        look.paint(Role::Heading, &visible(&verdict(&planned.plan))),
        lane_counts(&planned.plan),
    ));
    if let Some(unusable) = unusable_sentence(&planned.plan) {
        out.push_str(&look.paint(Role::Warning, &paragraph(&unusable, look.columns, "", "  ")));
    }
    let gates = Gates::of(planned);
    if let Some(verdict) = gates.verdict() {
        let role = if gates.hold() { Role::Plain } else { Role::Bad };
        out.push_str(&look.paint(role, &paragraph(&visible(&verdict), look.columns, "", "  ")));
    }
    if let Some(first) = import.lacks_tools() {
        let text = format!(
            "A configuration names servers, not their tools. Take them with `roster capture --config {first} -o servers`, then \
             import servers/*.json, too",
        );
        out.push_str(&paragraph(&visible(&text), look.columns, "", "  "));
    }
    if import.others > 0 {
        let others = counted(import.others as u64, "other server", "other servers");
        out.push_str(&format!("{others} of the file as before\n"));
    }
    out
}
