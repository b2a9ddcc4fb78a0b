//! The pieces of a section as HTML: statements, tables, figures, texts word for word.

use crate::plan::explain::grouped;
use crate::report::escape::escape;
use crate::report::review::{Block, Cell, Chart, Shape, Table, Verbatim, lane_title, percent};
use crate::scenario::Lane;
use std::fmt::Write as _;

/// The marks of tools, drawn once and used by name: shape says who brings a tool, filling the lane, as in the window.
pub(super) const MARKS: &str = "<svg class=\"marks\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n\
    <symbol id=\"defined-square\" viewBox=\"0 0 12 12\"><rect x=\"1\" y=\"1\" width=\"10\" height=\"10\" rx=\"1.5\"/></symbol>\n\
    <symbol id=\"defined-circle\" viewBox=\"0 0 12 12\"><circle cx=\"6\" cy=\"6\" r=\"5.4\"/></symbol>\n\
    <symbol id=\"defined-diamond\" viewBox=\"0 0 12 12\"><path d=\"M6 0 12 6 6 12 0 6Z\"/></symbol>\n\
    <symbol id=\"deferred-square\" viewBox=\"0 0 12 12\"><rect class=\"hollow\" x=\"1.9\" y=\"1.9\" width=\"8.2\" height=\"8.2\" rx=\"1\"/></symbol>\n\
    <symbol id=\"deferred-circle\" viewBox=\"0 0 12 12\"><circle class=\"hollow\" cx=\"6\" cy=\"6\" r=\"4.6\"/></symbol>\n\
    <symbol id=\"skipped\" viewBox=\"0 0 12 12\"><path class=\"hollow\" d=\"M2 2 10 10M10 2 2 10\"/></symbol>\n\
    <symbol id=\"unavailable\" viewBox=\"0 0 12 12\"><path class=\"hollow\" d=\"M2 6H10\"/></symbol>\n\
    </svg>\n";

/// A mark in its lane's colour. The word stands beside it, so a screen reader need not say it.
pub(super) fn mark(lane: Lane, shape: Shape) -> String {
    let symbol = match (lane, shape) {
        (Lane::Defined, Shape::Square) => "defined-square",
        (Lane::Defined, Shape::Circle) => "defined-circle",
        (Lane::Defined, Shape::Diamond) => "defined-diamond",
        (Lane::Deferred, Shape::Circle) => "deferred-circle",
        (Lane::Deferred, _) => "deferred-square",
        (Lane::Skipped, _) => "skipped",
        (Lane::Unavailable, _) => "unavailable",
    };
    format!(
        "<svg class=\"mark {}\" width=\"12\" height=\"12\" aria-hidden=\"true\"><use href=\"#{symbol}\"/></svg>",
        lane.id()
    )
}

/// A piece of a section.
pub(super) fn block(block: &Block) -> String {
    match block {
        Block::Lead(tone, sentence) => format!("<p class=\"lead {}\">{}</p>\n", tone.id(), escape(sentence)),
        Block::Text(sentences) => format!("<p>{}</p>\n", escape(sentences)),
        Block::Aside(sentences) => format!("<p class=\"aside\">{}</p>\n", escape(sentences)),
        Block::Heading(heading) => format!("<h3>{}</h3>\n", escape(heading)),
        Block::Lane(lane, count, remark) => {
            let remark = if remark.is_empty() {
                String::new()
            } else {
                format!(" <span class=\"remark\">{}</span>", escape(remark))
            };
            format!(
                "<h3 class=\"lane {}\">{}{} <span class=\"count\">{}</span>{remark}</h3>\n",
                lane.id(),
                mark(*lane, Shape::Square),
                lane_title(*lane),
                grouped(*count)
            )
        }
        Block::Table(one) => table(one),
        Block::Chart(one) => chart(one),
        Block::Verbatim(one) => verbatim(one),
        Block::Commands(commands) => {
            let lines: Vec<String> = commands.iter().map(|command| escape(command)).collect();
            format!("<pre class=\"commands\">{}</pre>\n", lines.join("\n"))
        }
    }
}

fn chart(chart: &Chart) -> String {
    let mut twin = chart.twin.clone();
    twin.is_folded = true;
    format!(
        "<figure>\n<figcaption>{}</figcaption>\n{}\n<p class=\"aside\">{}</p>\n{}</figure>\n",
        escape(&chart.title),
        chart.svg,
        escape(&chart.description),
        table(&twin)
    )
}

fn verbatim(verbatim: &Verbatim) -> String {
    let trust = if verbatim.is_untrusted { "untrusted" } else { "trusted" };
    let lines = verbatim.text.lines().fold(String::new(), |out, line| {
        out + "<span class=\"row\">" + &escape(line) + "</span>"
    });
    format!(
        "<div class=\"verbatim {trust}\">\n<p class=\"from\"><b>{}</b> <span class=\"remark\">{}</span></p>\n<pre>{}</pre>\n</div>\n",
        escape(&verbatim.title),
        escape(&verbatim.remark),
        lines
    )
}

/// A table in a box of its own that scrolls where it is too wide; folded ones open by their caption.
fn table(table: &Table) -> String {
    let caption = escape(&table.caption);
    let mut rows = String::new();
    let first_total = table.rows.len() - table.totals.min(table.rows.len());
    for (place, cells) in table.rows.iter().enumerate() {
        rows.push_str(if place < first_total {
            "<tr>"
        } else {
            "<tr class=\"total\">"
        });
        for (number, (cell, column)) in cells.iter().zip(&table.columns).enumerate() {
            let class = if column.is_figure { " class=\"figure\"" } else { "" };
            // The first words of a row say what it is about.
            let is_head = table.columns.iter().position(|column| !column.is_figure) == Some(number);
            let (open, close) = if is_head && *cell != Cell::Empty {
                ("<th scope=\"row\"", "</th>")
            } else {
                ("<td", "</td>")
            };
            let _ = write!(rows, "{open}{class}>{}{close}", content(cell));
        }
        rows.push_str("</tr>\n");
    }
    let mut heads = String::new();
    for column in &table.columns {
        let class = if column.is_figure { " class=\"figure\"" } else { "" };
        let _ = write!(heads, "<th scope=\"col\"{class}>{}</th>", escape(column.heading));
    }
    let hidden = if table.is_folded { " class=\"unseen\"" } else { "" };
    let narrow = if table.columns.len() <= 2 {
        " class=\"narrow\""
    } else {
        ""
    };
    let whole = format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n<table{narrow}>\n\
         <caption{hidden}>{caption}</caption>\n<thead>\n<tr>{heads}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    );
    if table.is_folded {
        let count = grouped((table.rows.len() - table.totals.min(table.rows.len())) as u64);
        format!("<details>\n<summary>{caption} <span class=\"count\">{count}</span></summary>\n{whole}</details>\n")
    } else {
        whole
    }
}

fn content(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => escape(text),
        Cell::Toned(tone, text) => {
            const SHORT: usize = 24;
            let room = if text.chars().count() <= SHORT { " nowrap" } else { "" };
            format!("<span class=\"{}{room}\">{}</span>", tone.id(), escape(text))
        }
        Cell::Lines(lines) => lines.iter().fold(String::new(), |out, line| {
            out + "<span class=\"line\">" + &escape(line) + "</span>"
        }),
        Cell::Tool(lane, shape, name) => format!("{}{}", mark(*lane, *shape), code(name)),
        Cell::Name(name) => code(name),
        Cell::Names(names) => {
            let names: Vec<String> = names.iter().map(|name| code(name)).collect();
            names.join(", ")
        }
        Cell::Lane(lane) => lane_word(Some(*lane)),
        Cell::Move(before, after) if before == after => lane_word(*after),
        Cell::Move(before, after) => format!(
            "<span class=\"nowrap\">{} <span class=\"arrow\">→</span> {}</span>",
            lane_word(*before),
            lane_word(*after)
        ),
        Cell::Share(part, whole) => share(*part, *whole),
    }
}

fn lane_word(lane: Option<Lane>) -> String {
    match lane {
        Some(lane) => format!(
            "<span class=\"nowrap\">{}{}</span>",
            mark(lane, Shape::Square),
            lane.id()
        ),
        None => "<span class=\"nowrap weak\">not there</span>".to_owned(),
    }
}

/// A name, on one line unless it is long: then a line may break behind each dot and underscore.
fn code(name: &str) -> String {
    const LONG: usize = 44;
    if name.chars().count() <= LONG {
        return format!("<code>{}</code>", escape(name));
    }
    let parts = name.split_inclusive(['.', '_']).map(escape);
    format!(
        "<code class=\"long\">{}</code>",
        parts.collect::<Vec<_>>().join("<wbr>")
    )
}

/// A part of its whole as a small bar with its percentage.
fn share(part: u64, whole: u64) -> String {
    const WIDTH: u64 = 72;
    let filled = match part.min(whole).saturating_mul(WIDTH).checked_div(whole) {
        Some(filled) => filled,
        None if part > 0 => WIDTH,
        None => 0,
    };
    let class = if part > whole { " over" } else { "" };
    format!(
        "<span class=\"nowrap\"><svg class=\"share{class}\" width=\"{WIDTH}\" height=\"8\" aria-hidden=\"true\"><rect class=\"track\" width=\"{WIDTH}\" height=\"8\" rx=\"2\"/><rect class=\"part\" width=\"{filled}\" height=\"8\" rx=\"2\"/></svg> {}</span>",
        percent(part, whole)
    )
}
