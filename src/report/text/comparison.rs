//! Two plans side by side as text: the tools that differ as a table, then why, the budgets, and where the prefix breaks.

use super::failing;
use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::explore::{Budget, ClassChange, Comparison, Effect, ToolChange, explain};
use crate::gates::Gates;
use crate::plan::explain::{grouped, signed};
use std::fmt::Write as _;

/// Two plans side by side.
pub fn comparison(comparison: &Comparison, before: &str, after: &str, look: Look) -> String {
    let mut out = String::new();
    let heading = format!("{} → {}", visible(before), visible(after));
    let _ = writeln!(out, "{}", look.paint(Role::Heading, &heading));
    let verdict = visible(&explain::verdict(comparison));
    out.push_str(&look.paint(role(comparison), paragraph(&verdict, look.columns, "", "").trim_end()));
    out.push('\n');
    out.push_str(&failing(&comparison.after, look));
    if !comparison.changes.is_empty() {
        let _ = write!(out, "\n{}", tools(comparison, look));
        let _ = write!(
            out,
            "\n{}\n{}",
            look.paint(Role::Heading, "Why"),
            whys(comparison, look)
        );
    }
    let _ = write!(
        out,
        "\n{}\n{}",
        look.paint(Role::Heading, "Budget"),
        budgets(&comparison.classes, look)
    );
    let prefix = visible(&explain::prefix(comparison.prefix.as_ref(), &comparison.after));
    let _ = write!(
        out,
        "\n{}\n{}",
        look.paint(Role::Heading, "Prompt cache"),
        paragraph(&prefix, look.columns, "  ", "  ")
    );
    out
}

/// Whether what the scenario after expects of itself still holds; nothing where it expects nothing.
pub fn gates_after(gates: &Gates, look: Look) -> String {
    let Some(verdict) = gates.verdict() else {
        return String::new();
    };
    let role = if gates.hold() { Role::Plain } else { Role::Bad };
    let text = paragraph(&visible(&verdict), look.columns, "  ", "  ");
    let heading = look.paint(Role::Heading, "Gates after");
    format!("\n{heading}\n{}\n", look.paint(role, text.trim_end()))
}

fn role(comparison: &Comparison) -> Role {
    if comparison.after.plan.failure.is_some() || comparison.count(Effect::Lost) > 0 {
        Role::Bad
    } else if comparison.count(Effect::Deferred) + comparison.count(Effect::Reclassified) > 0 {
        Role::Warning
    } else {
        Role::Good
    }
}

fn tools(comparison: &Comparison, look: Look) -> String {
    let column = |heading, align, fit| Column { heading, align, fit };
    let columns = [
        column("effect", Align::Left, Fit::Whole),
        column("tool", Align::Left, Fit::Whole),
        column("lane", Align::Left, Fit::Whole),
        column("rank", Align::Right, Fit::Drop(1)),
        column("tokens", Align::Right, Fit::Drop(2)),
        column("prompt", Align::Right, Fit::Whole),
        column("why", Align::Left, Fit::Drop(0)),
    ];
    let rows: Vec<Vec<Cell>> = comparison
        .changes
        .iter()
        .map(|change| {
            let (was, is) = (comparison.decision_before(change), comparison.decision_after(change));
            let lane = match is {
                Some(decision) => Role::Lane(decision.outcome),
                None => Role::Bad,
            };
            vec![
                Cell::new(explain::effects(change)),
                Cell::new(visible(&change.name)),
                Cell::painted(lane, explain::lanes(was, is)),
                Cell::new(explain::ranks(was, is)),
                Cell::new(explain::definition_tokens(was, is)),
                Cell::new(signed(change.prompt_tokens)),
                Cell::new(visible(&explain::reasons(was, is))),
            ]
        })
        .collect();
    table(&columns, &rows, look)
}

/// The whole reasons of what moved, both sides; what only changed its rank has none worth a line.
fn whys(comparison: &Comparison, look: Look) -> String {
    let mut out = String::new();
    let moved = |change: &&ToolChange| !matches!(change.effect, Effect::Reranked | Effect::Recounted);
    for change in comparison.changes.iter().filter(moved) {
        let _ = writeln!(out, "  {}", visible(&change.name));
        let sides = [
            ("before: ", explain::detail_before(comparison, change)),
            ("after:  ", explain::detail_after(comparison, change)),
        ];
        for (side, detail) in sides {
            let detail = detail.unwrap_or_else(|| "It is not there.".to_owned());
            let text = paragraph(&visible(&detail), look.columns, &format!("    {side}"), "            ");
            out.push_str(&text);
        }
        if let Some(judged) = explain::judged(comparison, change) {
            out.push_str(&paragraph(
                &visible(&judged),
                look.columns,
                "    calls:  ",
                "            ",
            ));
        }
    }
    if out.is_empty() {
        out.push_str("  no tool changes its lane or its text\n");
    }
    out
}

fn budgets(classes: &[ClassChange], look: Look) -> String {
    let column = |heading, align| Column {
        heading,
        align,
        fit: Fit::Whole,
    };
    let columns = [
        column("class", Align::Left),
        column("before", Align::Right),
        column("after", Align::Right),
        column("change", Align::Right),
        column("items before", Align::Right),
        column("after", Align::Right),
    ];
    let tokens = |side: Option<Budget>| match side {
        None => Cell::painted(Role::Aside, "no such class"),
        Some(budget) => {
            let role = if budget.used_tokens > budget.max_tokens {
                Role::Bad
            } else {
                Role::Plain
            };
            let text = format!("{} / {}", grouped(budget.used_tokens), grouped(budget.max_tokens));
            Cell::painted(role, text)
        }
    };
    let items = |side: Option<Budget>| {
        let items = side.and_then(|budget| budget.items);
        Cell::new(items.map_or_else(String::new, |(used, cap)| {
            format!("{} / {}", grouped(used), grouped(cap))
        }))
    };
    let rows: Vec<Vec<Cell>> = classes
        .iter()
        .map(|class| {
            vec![
                Cell::new(class.title()),
                tokens(class.before),
                tokens(class.after),
                Cell::new(signed(class.change_tokens())),
                items(class.before),
                items(class.after),
            ]
        })
        .collect();
    table(&columns, &rows, look)
}
