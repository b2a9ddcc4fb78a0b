//! The roster table and sweeps as CSV (RFC 4180), for spreadsheets and scripts: lines ended by CR LF.
//!
//! A spreadsheet takes a cell that starts with `=`, `+`, `-`, `@`, a tab or a CR for a formula. Names and sentences come from
//! servers, so such a cell gets an apostrophe in front, which a spreadsheet reads as "this is text". Control and
//! bidirectional characters are made visible as everywhere. Figures have no separators.

use crate::clients::{Fate, Outcome, Preset, explain as clients_explain};
use crate::diagnostics::visible;
use crate::explore::{Grid, Point, Sweep};
use crate::plan::{Failure, Planned, explain};
use crate::rows::Rows;
use std::sync::Arc;

/// The columns of the roster table.
const HEADINGS: [&str; 9] = [
    "rank",
    "lane",
    "tool",
    "source",
    "effect",
    "definition_tokens",
    "index_tokens",
    "reason",
    "detail",
];

/// The figures of a sweep's point.
const FIGURES: [&str; 9] = [
    "defined",
    "deferred",
    "skipped",
    "definition_tokens",
    "index_tokens",
    "prefix_tokens",
    "failure",
    "extra_steps_per_100",
    "lost_calls_per_100",
];

/// The roster table, a row a tool in rank order.
pub fn table(planned: &Planned) -> String {
    let (plan, roster) = (&planned.plan, &planned.roster);
    let mut out = line(HEADINGS.map(str::to_owned));
    for row in Rows::new(planned, planned, None).table {
        out.push_str(&line([
            row.rank.map_or_else(String::new, |rank| rank.to_string()),
            row.lane.id().to_owned(),
            row.name.to_string(),
            row.source_id,
            row.effect.id().to_owned(),
            row.definition_tokens.to_string(),
            row.index_tokens.to_string(),
            plan.decision(row.id).reason.code().to_owned(),
            explain::detail(plan, roster, row.id),
        ]));
    }
    out
}

/// A line a value; the last cell names what moved since the value before, `tool:from>to` parted by spaces.
pub fn sweep(sweep: &Sweep) -> String {
    let first = [sweep.parameter.path()].into_iter();
    let mut out = line(first.chain(FIGURES.map(str::to_owned)).chain(["moved".to_owned()]));
    for point in &sweep.points {
        let moved = point.moved.iter();
        let moved: Vec<String> = moved
            .map(|side| format!("{}:{}>{}", side.name, side.from.id(), side.to.id()))
            .collect();
        let value = [point.value.to_string()].into_iter();
        out.push_str(&line(value.chain(figures(point)).chain([moved.join(" ")])));
    }
    out
}

/// A line a pair of values.
pub fn grid(grid: &Grid) -> String {
    let first = ["row".to_owned(), grid.parameter.path()].into_iter();
    let mut out = line(first.chain(FIGURES.map(str::to_owned)));
    for (row, cells) in grid.rows.iter().zip(&grid.cells) {
        for cell in cells {
            let values = [row.clone(), cell.point.value.to_string()].into_iter();
            out.push_str(&line(values.chain(figures(&cell.point))));
        }
    }
    out
}

/// The columns of a client.
const CLIENT: [&str; 19] = [
    "client",
    "as_of",
    "mark",
    "source",
    "verdict",
    "defined",
    "deferred",
    "lost",
    "broken_names",
    "definition_tokens",
    "visible_tokens",
    "instruction_tokens",
    "control_tokens",
    "total_tokens",
    "is_least",
    "context_window",
    "window_percent",
    "failure",
    "notes",
];

/// A line a client.
pub fn clients(outcomes: &[Outcome]) -> String {
    let mut out = line(CLIENT.map(str::to_owned));
    for outcome in outcomes {
        let parts = outcome.parts;
        let notes = clients_explain::notes(outcome).join(" ");
        let figures = [
            clients_explain::verdict(outcome),
            outcome.count(Fate::Defined).to_string(),
            outcome.deferred().to_string(),
            outcome.lost().to_string(),
            outcome.broken().map_or_else(String::new, |broken| broken.to_string()),
            parts.definitions.to_string(),
            parts.visible.to_string(),
            parts.instructions.to_string(),
            parts.control.to_string(),
            if outcome.has_tokens() {
                parts.total().to_string()
            } else {
                String::new()
            },
            outcome.is_least().to_string(),
            outcome.window_tokens.to_string(),
            clients_explain::window_percent(outcome).map_or_else(String::new, |share| format!("{share:.3}")),
            clients_explain::failures(outcome).unwrap_or_default(),
            notes,
        ];
        out.push_str(&line(stated(&outcome.preset).into_iter().chain(figures)));
    }
    out
}

/// A line a preset.
pub fn presets(presets: &[Arc<Preset>]) -> String {
    let mut out = line(["client", "as_of", "mark", "source"].map(str::to_owned));
    for preset in presets {
        out.push_str(&line(stated(preset)));
    }
    out
}

fn stated(preset: &Preset) -> [String; 4] {
    [
        preset.id.clone(),
        preset.as_of.clone(),
        preset.mark.id().to_owned(),
        preset.sources.join(" "),
    ]
}

fn figures(point: &Point) -> [String; 9] {
    let per_100 = |figure: Option<f64>| figure.map_or_else(String::new, |figure| format!("{figure:.3}"));
    [
        point.defined.to_string(),
        point.deferred.to_string(),
        point.skipped.to_string(),
        point.definition_tokens.to_string(),
        point.index_tokens.to_string(),
        point.prefix_tokens.to_string(),
        point.failure.as_ref().map_or("", Failure::code).to_owned(),
        per_100(point.steps.map(|steps| steps.extra_steps_per_100())),
        per_100(point.steps.map(|steps| steps.lost_calls_per_100())),
    ]
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| field(&cell)).collect();
    let mut line = cells.join(",");
    line.push_str("\r\n");
    line
}

/// A cell as RFC 4180 writes it, harmless to a spreadsheet.
fn field(text: &str) -> String {
    // What is trimmed away in front of a formula would not disarm it.
    let is_formula = text.starts_with(['\t', '\r']) || text.trim_start().starts_with(['=', '+', '-', '@']);
    let mut cell = visible(text);
    if is_formula {
        cell.insert(0, '\'');
    }
    if cell.contains([',', '"', '\n', '\r']) {
        cell = format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn formulas_are_disarmed() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "' =1"),
            ("\rx", "'\\u{d}x"),
            (" =1", "' =1"),
            ("a=1", "a=1"),
        ] {
            assert_eq!(field(text), cell);
        }
    }

    #[test]
    fn separators_and_quotes_are_quoted() {
        assert_eq!(field("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(field("=cmd|'/c calc',1"), "\"'=cmd|'/c calc',1\"");
        assert_eq!(field("a\nb\u{202e}"), "a\\nb\\u{202e}");
    }
}
