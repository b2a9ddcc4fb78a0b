//! What a decision needs beside the plan: whether deferring pays, what the rejected alternatives would do, and which tools
//! are nearly the same.

use super::Review;
use super::document::{Block, Cell, Column, Section, Shape, Table, Tone};
use crate::explore::{Alike, Alternative, ToolWorth, Worth, alike, alternatives, explain};
use crate::plan::Planned;
use crate::plan::explain::{grouped, signed, verdict};
use crate::roster::{SourceRef, ToolId};
use crate::scenario::{Class, Lane};

/// Rows of a table above which it is folded.
const MOST_OPEN_ROWS: usize = 24;

/// What the columns of a weighed tool are.
const FIGURES: &str = "Figures are of 100 requests. Lighter by: tokens that deferring takes off every step. Saved and spent: \
                       input tokens. Break-even: calls above which deferring costs more than it saves.";

/// All of them.
pub(super) fn sections(review: &Review<'_>) -> Vec<Section> {
    let planned = review.planned;
    let mut sections = vec![worth(planned), alternatives_section(planned)];
    sections.extend(near_duplicates(planned));
    sections
}

fn worth(planned: &Planned) -> Section {
    let blocks = match Worth::new(planned) {
        None => vec![Block::Text(explain::no_use(&planned.scenario).to_owned())],
        Some(worth) if !worth.is_sent => vec![Block::Lead(Tone::Bad, explain::worth_verdict(&worth))],
        Some(worth) => {
            let tone = if worth.costs_more() { Tone::Warning } else { Tone::Plain };
            let mut blocks = vec![
                Block::Lead(tone, explain::worth_verdict(&worth)),
                Block::Text(explain::recorded_use(&worth)),
            ];
            let tools = |is_deferred: bool| {
                let tools = worth.tools.iter().filter(|tool| tool.is_deferred == is_deferred);
                tools.collect::<Vec<_>>()
            };
            let (deferred, defined) = (tools(true), tools(false));
            if !deferred.is_empty() {
                blocks.push(Block::Table(worth_table(planned, "Deferred tools, weighed", &deferred)));
            }
            if !defined.is_empty() {
                let table = worth_table(planned, "Defined tools, were they deferred", &defined);
                blocks.push(Block::Table(table.folded_if(true)));
            }
            blocks.push(Block::Aside(FIGURES.to_owned()));
            blocks.push(Block::Aside(explain::cost_model(&worth)));
            blocks
        }
    };
    Section {
        id: "worth",
        title: "Whether deferring pays",
        blocks,
    }
}

fn worth_table(planned: &Planned, caption: &str, tools: &[&ToolWorth]) -> Table {
    let rows: Vec<Vec<Cell>> = tools.iter().map(|tool| worth_row(planned, tool)).collect();
    let columns = [
        Column::text("tool"),
        Column::figure("calls"),
        Column::figure("lighter by"),
        Column::figure("saved"),
        Column::figure("spent"),
        Column::figure("break-even"),
        Column::text("verdict"),
    ];
    let count = rows.len();
    Table::new(caption, &columns, rows).folded_if(count > MOST_OPEN_ROWS)
}

fn worth_row(planned: &Planned, tool: &ToolWorth) -> Vec<Cell> {
    let verdict = explain::worth_of(tool);
    vec![
        tool_cell(planned, tool.tool),
        Cell::Text(explain::per_100(tool.calls_per_100)),
        Cell::Text(signed(tool.lighter_tokens)),
        Cell::Text(explain::input_tokens(tool.saved)),
        Cell::Text(explain::input_tokens(tool.spent)),
        Cell::Text(explain::per_100(tool.break_even_per_100)),
        if tool.is_deferred && tool.costs_more() {
            Cell::Toned(Tone::Warning, verdict.to_owned())
        } else {
            Cell::text(verdict)
        },
    ]
}

fn tool_cell(planned: &Planned, id: ToolId) -> Cell {
    let tool = planned.roster.catalog.tool(id);
    let shape = match tool.source {
        SourceRef::Builtin => Shape::Square,
        SourceRef::Remote(..) => Shape::Circle,
    };
    Cell::Tool(planned.plan.decision(id).outcome, shape, tool.name.to_string())
}

fn alternatives_section(planned: &Planned) -> Section {
    let all = alternatives(planned);
    let rows = all.iter().map(alternative_row).collect();
    let columns = [
        Column::text("planned so"),
        Column::figure("defined"),
        Column::figure("deferred"),
        Column::figure("skipped"),
        Column::figure("definitions"),
        Column::figure("index"),
        Column::figure("prefix"),
        Column::figure("extra steps"),
        Column::figure("lost calls"),
        Column::figure("net"),
        Column::text("comes to"),
    ];
    let caption = "The alternatives of ADR-0123 on this scenario: tools, tokens, and steps and calls in 100 requests";
    let mut blocks = vec![Block::Table(Table::new(caption, &columns, rows))];
    if all.iter().any(|alternative| alternative.net.is_some()) {
        blocks.push(Block::Aside(explain::NET_OF_ALTERNATIVES.to_owned()));
    }
    Section {
        id: "alternatives",
        title: "Alternatives",
        blocks,
    }
}

fn alternative_row(alternative: &Alternative) -> Vec<Cell> {
    let plan = &alternative.planned.plan;
    let steps = alternative.steps;
    let figure = |figure: Option<f64>| figure.map_or(Cell::Empty, |figure| Cell::Text(explain::per_100(figure)));
    let tone = match (alternative.failure(), plan.skipped.is_empty()) {
        (Some(_), _) => Tone::Bad,
        (None, false) => Tone::Warning,
        (None, true) => Tone::Plain,
    };
    vec![
        Cell::text(&*alternative.title),
        Cell::number(plan.count(Lane::Defined) as u64),
        Cell::number(plan.count(Lane::Deferred) as u64),
        Cell::number(plan.count(Lane::Skipped) as u64),
        Cell::number(plan.class_tokens(Class::ToolDefinitions)),
        Cell::number(plan.class_tokens(Class::DeferredToolIndex)),
        Cell::number(plan.prefix_tokens),
        figure(steps.map(|steps| steps.extra_steps_per_100())),
        figure(steps.map(|steps| steps.lost_calls_per_100())),
        alternative
            .net
            .map_or(Cell::Empty, |net| Cell::Text(explain::input_tokens(net))),
        Cell::Toned(tone, verdict(plan)),
    ]
}

/// Tools that differ by an account only; no section where there are none.
fn near_duplicates(planned: &Planned) -> Option<Section> {
    let groups = alike(planned);
    if groups.is_empty() {
        return None;
    }
    let rows = groups.iter().map(alike_row).collect();
    let columns = [
        Column::text("tool"),
        Column::text("accounts"),
        Column::figure("defined"),
        Column::figure("tokens"),
        Column::figure("merged"),
        Column::figure("saves tokens"),
        Column::figure("saves slots"),
    ];
    let saved_tokens: u64 = groups.iter().map(|alike| alike.saved_tokens).sum();
    let saved_slots: u64 = groups.iter().map(|alike| alike.saved_slots).sum();
    Some(Section {
        id: "alike",
        title: "Nearly the same",
        blocks: vec![
            Block::Text(format!(
                "Tools whose contracts are equal but for an account. Told the account by an argument, they would take {} definition tokens and {} slots less.",
                grouped(saved_tokens),
                grouped(saved_slots)
            )),
            Block::Table(Table::new(
                "Tools that differ by an account only, the largest saving on top",
                &columns,
                rows,
            )),
        ],
    })
}

fn alike_row(alike: &Alike) -> Vec<Cell> {
    vec![
        Cell::Name(alike.name.clone()),
        Cell::Text(alike.accounts.join(", ")),
        Cell::Text(format!("{} of {}", alike.defined, alike.tools.len())),
        Cell::number(alike.definition_tokens),
        Cell::number(alike.merged_tokens),
        Cell::number(alike.saved_tokens),
        Cell::number(alike.saved_slots),
    ]
}
