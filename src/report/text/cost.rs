//! Whether deferring pays, and the rejected alternatives side by side, as text.

use super::failing;
use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table_telling};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::explore::{Alternative, Worth, explain};
use crate::plan::Planned;
use crate::plan::explain::{failure_sentence, grouped, signed};
use crate::scenario::{Class, ToolKind};
use std::fmt::Write as _;

/// Deferral weighed tool by tool, then the alternatives. `None` where the file has no `usage`.
pub fn cost(planned: &Planned, worth: Option<&Worth>, alternatives: &[Alternative], title: &str, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(title)));
    out.push_str(&failing(planned, look));
    match worth {
        Some(worth) => out.push_str(&weighed(planned, worth, look)),
        None => {
            let mut text = explain::no_use(&planned.scenario).to_owned();
            if planned.scenario.usage.is_none() {
                text.push_str(&format!(
                    " Write `usage: {{ days: 30, requests: 1200, calls: {{ {}: 210 }} }}`.",
                    visible(called(planned))
                ));
            }
            out.push_str(&paragraph(&text, look.columns, "", ""));
        }
    }
    let heading = "Alternatives that ADR-0123 rejected, on this scenario";
    let _ = write!(
        out,
        "\n{}\n{}",
        look.paint(Role::Heading, heading),
        table_of(alternatives, look)
    );
    if alternatives.iter().any(|alternative| alternative.net.is_some()) {
        out.push_str(&paragraph(explain::NET_OF_ALTERNATIVES, look.columns, "", ""));
    }
    out
}

/// A tool of the scenario that usage could name.
fn called(planned: &Planned) -> &str {
    let mut tools = planned.plan.pinned().map(|id| planned.roster.catalog.tool(id));
    let tool = tools.find(|tool| tool.kind != ToolKind::Control);
    tool.map_or("people.search", |tool| &tool.name)
}

fn weighed(planned: &Planned, worth: &Worth, look: Look) -> String {
    let mut out = String::new();
    let role = match (worth.is_sent, worth.costs_more()) {
        (false, _) => Role::Bad,
        (true, true) => Role::Warning,
        (true, false) => Role::Good,
    };
    let verdict = paragraph(&explain::worth_verdict(worth), look.columns, "", "");
    let _ = writeln!(out, "{}", look.paint(role, verdict.trim_end()));
    if !worth.is_sent {
        return out;
    }
    out.push_str(&paragraph(&explain::recorded_use(worth), look.columns, "", ""));
    out.push_str(&paragraph(&explain::cost_model(worth), look.columns, "", ""));
    if worth.tools.is_empty() {
        return out;
    }
    out.push('\n');
    let right = |heading, fit| Column {
        heading,
        align: Align::Right,
        fit,
    };
    let left = |heading, fit| Column {
        heading,
        align: Align::Left,
        fit,
    };
    let columns = [
        left("tool", Fit::Whole),
        left("now", Fit::Whole),
        right("calls", Fit::Whole),
        right("break-even", Fit::Whole),
        right("lighter by", Fit::Drop(0)),
        right("saved", Fit::Drop(1)),
        right("spent", Fit::Drop(1)),
        right("net", Fit::Whole),
        left("deferring it", Fit::Whole),
    ];
    let rows: Vec<Vec<Cell>> = worth
        .tools
        .iter()
        .map(|tool| {
            let word = explain::worth_of(tool);
            let role = if tool.is_deferred && tool.costs_more() {
                Role::Warning
            } else {
                Role::Plain
            };
            vec![
                Cell::new(visible(&planned.roster.catalog.tool(tool.tool).name)),
                Cell::new(if tool.is_deferred { "deferred" } else { "defined" }),
                Cell::new(explain::per_100(tool.calls_per_100)),
                Cell::new(explain::per_100(tool.break_even_per_100)),
                Cell::new(signed(tool.lighter_tokens)),
                Cell::new(explain::input_tokens(tool.saved)),
                Cell::new(explain::input_tokens(tool.spent)),
                Cell::new(explain::net_tokens(tool.saved, tool.spent)),
                Cell::painted(role, word),
            ]
        })
        .collect();
    out.push_str(&table_telling(&columns, &rows, "json", look));
    out
}

fn table_of(alternatives: &[Alternative], look: Look) -> String {
    let right = |heading, fit| Column {
        heading,
        align: Align::Right,
        fit,
    };
    let columns = [
        Column {
            heading: "alternative",
            align: Align::Left,
            fit: Fit::Whole,
        },
        right("defined", Fit::Whole),
        right("deferred", Fit::Whole),
        right("skipped", Fit::Whole),
        right("definitions", Fit::Drop(1)),
        right("index", Fit::Drop(0)),
        right("prefix", Fit::Drop(2)),
        right("steps", Fit::Whole),
        right("lost", Fit::Whole),
        right("net", Fit::Whole),
        Column {
            heading: "",
            align: Align::Left,
            fit: Fit::WrapFirst,
        },
    ];
    let rows: Vec<Vec<Cell>> = alternatives
        .iter()
        .map(|alternative| {
            let plan = &alternative.planned.plan;
            let number = |number: u64| Cell::new(grouped(number));
            let per_100 = |figure: Option<f64>| Cell::new(figure.map_or_else(|| "–".to_owned(), explain::per_100));
            let steps = alternative.steps;
            vec![
                Cell::new(visible(&alternative.title)),
                number(plan.defined.len() as u64),
                number(plan.deferred.len() as u64),
                number(plan.skipped.len() as u64),
                number(plan.class_tokens(Class::ToolDefinitions)),
                number(plan.class_tokens(Class::DeferredToolIndex)),
                number(plan.prefix_tokens),
                per_100(steps.map(|steps| steps.extra_steps_per_100())),
                per_100(steps.map(|steps| steps.lost_calls_per_100())),
                Cell::new(alternative.net.map_or_else(|| "–".to_owned(), explain::input_tokens)),
                match alternative.failure() {
                    Some(failure) => {
                        Cell::painted(Role::Bad, format!("fails: {}", visible(&failure_sentence(failure))))
                    }
                    None => Cell::new(""),
                },
            ]
        })
        .collect();
    table_telling(&columns, &rows, "json", look)
}
