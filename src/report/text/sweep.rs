//! What a cap buys, as text: the values at which something changes, or all; a grid as a table.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table_telling};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::explore::{Grid, Point, Sweep, explain};
use crate::plan::Failure;
use crate::plan::explain::{counted, failure_sentence, grouped};
use std::fmt::Write as _;

/// Spaces between two columns of a grid.
const GAP: usize = 2;

/// A plan a value. Values at which nothing moves are left out, unless all are asked for; the one that stands is marked.
pub fn sweep(sweep: &Sweep, title: &str, all: bool, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(title)));
    let values = counted(sweep.points.len() as u64, "value", "values");
    let apart = explain::apart(sweep.step);
    let told = format!(
        "{} over {values}{apart}; it stands at {}",
        sweep.parameter.title(),
        grouped(sweep.current)
    );
    out.push_str(&paragraph(&told, look.columns, "", ""));
    out.push('\n');
    let last = sweep.points.len().saturating_sub(1);
    let fails_anew = |place: usize, point: &Point| {
        let before = place.checked_sub(1).and_then(|before| sweep.points.get(before));
        before.is_some_and(|before| {
            before.failure.as_ref().map(Failure::code) != point.failure.as_ref().map(Failure::code)
        })
    };
    let is_told = |place: usize, point: &Point| {
        let is_end = place == 0 || place == last;
        all || is_end || !point.moved.is_empty() || fails_anew(place, point) || point.value == sweep.current
    };
    let has_use = sweep.points.iter().any(|point| point.steps.is_some());
    let rows: Vec<Vec<Cell>> = sweep
        .points
        .iter()
        .enumerate()
        .filter(|(place, point)| is_told(*place, point))
        .map(|(_, point)| row(point, sweep.current, has_use))
        .collect();
    let left_out = sweep.points.len() - rows.len();
    out.push_str(&table_telling(&columns(has_use), &rows, "csv", look));
    if left_out > 0 {
        let rest = format!(
            "{} between {} no tool's place; --all lists them",
            counted(left_out as u64, "value", "values"),
            if left_out == 1 { "changes" } else { "change" }
        );
        let _ = writeln!(out, "{}", look.paint(Role::Aside, &rest));
    }
    if has_use {
        let _ = writeln!(
            out,
            "{}",
            look.paint(Role::Aside, "steps and lost calls are of 100 requests")
        );
    }
    out
}

fn columns(has_use: bool) -> Vec<Column> {
    let column = |heading, fit| Column {
        heading,
        align: Align::Right,
        fit,
    };
    let mut columns = vec![
        column("value", Fit::Whole),
        column("defined", Fit::Whole),
        column("deferred", Fit::Whole),
        column("skipped", Fit::Whole),
        column("definitions", Fit::Drop(3)),
        column("index", Fit::Drop(0)),
        column("prefix", Fit::Drop(1)),
    ];
    if has_use {
        columns.push(column("steps", Fit::Whole));
        columns.push(column("lost", Fit::Whole));
    }
    columns.push(Column {
        heading: "what moves",
        align: Align::Left,
        fit: Fit::WrapFirst,
    });
    columns
}

fn row(point: &Point, current: u64, has_use: bool) -> Vec<Cell> {
    let number = |number: u64| Cell::new(grouped(number));
    let is_current = point.value == current;
    let value = grouped(point.value);
    let mut row = vec![
        if is_current {
            Cell::painted(Role::Heading, format!("> {value}"))
        } else {
            Cell::new(value)
        },
        number(point.defined as u64),
        number(point.deferred as u64),
        if point.skipped > 0 {
            Cell::painted(Role::Warning, grouped(point.skipped as u64))
        } else {
            number(0)
        },
        number(point.definition_tokens),
        number(point.index_tokens),
        number(point.prefix_tokens),
    ];
    if has_use {
        let per_100 = |figure: Option<f64>| Cell::new(figure.map(explain::per_100).unwrap_or_default());
        row.push(per_100(point.steps.map(|steps| steps.extra_steps_per_100())));
        row.push(per_100(point.steps.map(|steps| steps.lost_calls_per_100())));
    }
    row.push(match &point.failure {
        Some(failure) => Cell::painted(Role::Bad, format!("fails: {}", visible(&failure_sentence(failure)))),
        None => Cell::new(visible(&explain::moved(&point.moved))),
    });
    row
}

/// Plans over two ranges: in each place `defined+deferred`, and what is lost behind a minus.
pub fn grid(grid: &Grid, title: &str, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(title)));
    let told = format!(
        "{} from left to right, {} from top to bottom; each place says defined+deferred, and −skipped where tools are lost; \
         ! fails, [ ] stands now",
        grid.parameter.title(),
        grid.axis.title()
    );
    out.push_str(&paragraph(&told, look.columns, "", ""));
    out.push('\n');
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut head = vec![String::new()];
    head.extend(grid.values.iter().map(|value| grouped(*value)));
    lines.push(head);
    for (title, cells) in grid.rows.iter().zip(&grid.cells) {
        let mut line = vec![visible(title)];
        line.extend(cells.iter().map(|cell| {
            let point = &cell.point;
            let mut text = format!("{}+{}", point.defined, point.deferred);
            if point.skipped > 0 {
                let _ = write!(text, "−{}", point.skipped);
            }
            if point.failure.is_some() {
                text.push('!');
            }
            if cell.is_current { format!("[{text}]") } else { text }
        }));
        lines.push(line);
    }
    out.push_str(&aligned(&lines, look.columns));
    out
}

/// Columns as wide as their widest cell, the first to the left and the others to the right. Those for which there is no room
/// stand below the others, each time with the first.
fn aligned(lines: &[Vec<String>], room: usize) -> String {
    use unicode_width::UnicodeWidthStr as _;
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|place| {
            let cells = lines.iter().filter_map(|line| line.get(place));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        })
        .collect();
    let first = widths.first().copied().unwrap_or(0);
    let mut out = String::new();
    let mut from = 1;
    while from < columns {
        let mut taken = first + GAP + widths[from];
        let mut to = from + 1;
        while to < columns && taken + GAP + widths[to] <= room {
            taken += GAP + widths[to];
            to += 1;
        }
        if from > 1 {
            out.push('\n');
        }
        for line in lines {
            let Some(title) = line.first() else { continue };
            let mut text = format!("{title}{}", " ".repeat(first.saturating_sub(title.width())));
            for (cell, width) in line.iter().zip(&widths).take(to).skip(from) {
                text.push_str(&" ".repeat(GAP + width.saturating_sub(cell.width())));
                text.push_str(cell);
            }
            let _ = writeln!(out, "{}", text.trim_end());
        }
        from = to;
    }
    out
}
