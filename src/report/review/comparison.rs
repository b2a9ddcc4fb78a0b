//! What differs from the baseline: every tool that moved with the reason on both sides, the budgets, and the prefix.

use super::Against;
use super::document::{Block, Cell, Column, Section, Table, Tone};
use crate::explore::{Budget, ClassChange, Comparison, Effect, ToolChange, explain};
use crate::plan::Decision;
use crate::plan::explain::{grouped, short_reason, signed};

/// The section of the comparison.
pub(super) fn section(against: &Against<'_>) -> Section {
    let comparison = against.comparison;
    let mut blocks = vec![
        Block::Lead(tone(comparison), explain::verdict(comparison)),
        Block::Aside(format!("From {} ({}) to this scenario.", against.title, against.origin)),
    ];
    let (moved, numbered): (Vec<_>, Vec<_>) = comparison.changes.iter().partition(|change| is_move(change));
    if !moved.is_empty() {
        blocks.push(Block::Table(moved_table(comparison, &moved)));
    }
    blocks.push(Block::Table(budget_table(comparison)));
    blocks.push(Block::Heading("What the prompt cache loses".to_owned()));
    blocks.push(Block::Text(explain::prefix(
        comparison.prefix.as_ref(),
        &comparison.after,
    )));
    if !numbered.is_empty() {
        blocks.push(Block::Table(numbered_table(comparison, &numbered)));
    }
    Section {
        id: "comparison",
        title: "Compared with the baseline",
        blocks,
    }
}

/// Whether more than numbers differ.
fn is_move(change: &ToolChange) -> bool {
    !matches!(change.effect, Effect::Recounted | Effect::Reranked)
}

fn tone(comparison: &Comparison) -> Tone {
    let fails_now = comparison.after.plan.failure.is_some() && comparison.before.plan.failure.is_none();
    if fails_now || comparison.count(Effect::Lost) > 0 {
        Tone::Bad
    } else if comparison.count(Effect::Deferred) + comparison.count(Effect::Reclassified) > 0 {
        Tone::Warning
    } else {
        Tone::Plain
    }
}

fn moved_table(comparison: &Comparison, changes: &[&ToolChange]) -> Table {
    let lane = |decision: Option<&Decision>| decision.map(|decision| decision.outcome);
    let absent = || Cell::text("not there");
    let rows = changes
        .iter()
        .map(|change| {
            let tone = match change.effect {
                Effect::Lost => Tone::Bad,
                Effect::Deferred | Effect::Reclassified => Tone::Warning,
                Effect::Gained | Effect::Defined => Tone::Good,
                _ => Tone::Plain,
            };
            let (before, after) = (comparison.decision_before(change), comparison.decision_after(change));
            // What is lost is told whole.
            let now = match (after, change.effect) {
                (None, _) => None,
                (Some(_), Effect::Lost) => explain::detail_after(comparison, change),
                (Some(after), _) => Some(short_reason(after)),
            };
            let now = match explain::judged(comparison, change) {
                Some(judged) => now.map(|now| format!("{now}. {judged}")),
                None => now,
            };
            vec![
                Cell::Name(change.name.to_string()),
                Cell::Toned(tone, explain::effects(change)),
                Cell::Move(lane(before), lane(after)),
                Cell::Text(explain::ranks(before, after)),
                Cell::text(signed(change.prompt_tokens)),
                before.map(short_reason).map_or_else(absent, Cell::Text),
                now.map_or_else(absent, Cell::Text),
            ]
        })
        .collect();
    let columns = [
        Column::text("tool"),
        Column::text("effect"),
        Column::text("from → to"),
        Column::figure("rank"),
        Column::figure("prompt"),
        Column::text("why before"),
        Column::text("why now"),
    ];
    Table::new(
        "Tools that differ, the largest effect on top; prompt: tokens that each adds to the prefix or takes off it",
        &columns,
        rows,
    )
}

fn numbered_table(comparison: &Comparison, changes: &[&ToolChange]) -> Table {
    let rows = changes
        .iter()
        .map(|change| {
            let (before, after) = (comparison.decision_before(change), comparison.decision_after(change));
            vec![
                Cell::Name(change.name.to_string()),
                after.map_or(Cell::Empty, |decision| Cell::Lane(decision.outcome)),
                Cell::Text(explain::ranks(before, after)),
                Cell::Text(explain::definition_tokens(before, after)),
                Cell::Text(explain::reasons(before, after)),
            ]
        })
        .collect();
    let columns = [
        Column::text("tool"),
        Column::text("lane"),
        Column::figure("rank"),
        Column::figure("definition tokens"),
        Column::text("why"),
    ];
    Table::new("Tools that stay and have another rank or cost", &columns, rows).folded_if(changes.len() > 8)
}

fn budget_table(comparison: &Comparison) -> Table {
    let rows = comparison.classes.iter().map(budget_row).collect();
    let columns = [
        Column::text("class"),
        Column::figure("tokens before"),
        Column::figure("after"),
        Column::figure("change"),
        Column::figure("token cap"),
        Column::figure("items"),
        Column::figure("item cap"),
    ];
    Table::new("Budgets side by side", &columns, rows).with_totals(1)
}

fn budget_row(class: &ClassChange) -> Vec<Cell> {
    let figure = |of: &dyn Fn(&Budget) -> Option<u64>| {
        let before = class.before.as_ref().and_then(of);
        let after = class.after.as_ref().and_then(of);
        if before.is_none() && after.is_none() {
            Cell::Empty
        } else {
            Cell::Text(explain::from_to(before, after))
        }
    };
    let tokens = |budget: Option<Budget>| match budget {
        Some(budget) => Cell::Text(grouped(budget.used_tokens)),
        None => Cell::text("–"),
    };
    let change = class.change_tokens();
    vec![
        Cell::text(class.title()),
        tokens(class.before),
        tokens(class.after),
        if change == 0 {
            Cell::Empty
        } else {
            Cell::Text(signed(change))
        },
        figure(&|budget| Some(budget.max_tokens)),
        figure(&|budget| budget.items.map(|(used, _)| used)),
        figure(&|budget| budget.items.map(|(_, cap)| cap)),
    ]
}
