//! What the plan itself says: its gates, its budgets, and every tool in its lane with the reason.

use super::Review;
use super::document::{Block, Cell, Column, Section, Shape, Table, Tone};
use crate::gates::{Gate, Gates};
use crate::plan::explain::{self, counted, grouped, signed};
use crate::plan::{Plan, Trust};
use crate::report::unavailable_by_reason;
use crate::roster::{Roster, ToolId};
use crate::rows::{Row, Rows};
use crate::scenario::{Class, Lane};

/// Rows of a lane above which it is folded.
const MOST_OPEN_ROWS: usize = 60;

/// Each gate and how it fell.
pub(super) fn gates(review: &Review<'_>) -> Section {
    let gates = review.gates;
    let mut blocks = vec![gates_lead(gates)];
    let mut rows: Vec<Vec<Cell>> = gates.gates.iter().map(gate_row).collect();
    if gates.plan_fails_unexpectedly {
        rows.push(vec![
            Cell::Toned(Tone::Bad, "falls".to_owned()),
            Cell::text("The plan fails and no gate expects it to"),
            Cell::Empty,
        ]);
    }
    if !rows.is_empty() {
        let columns = [
            Column::text("result"),
            Column::text("gate"),
            Column::text("what differs"),
        ];
        blocks.push(Block::Table(Table::new(
            "What the file expects, and what came of it",
            &columns,
            rows,
        )));
    }
    Section {
        id: "gates",
        title: "Gates",
        blocks,
    }
}

fn gates_lead(gates: &Gates) -> Block {
    if gates.gates.is_empty() && !gates.plan_fails_unexpectedly {
        return Block::Lead(Tone::Warning, "No gates: nothing is expected of this plan".to_owned());
    }
    let (passed, fallen) = (gates.passed() as u64, gates.fallen() as u64);
    if gates.hold() {
        let sentence = if passed == 1 {
            "The one gate holds".to_owned()
        } else {
            format!("All {passed} gates hold")
        };
        return Block::Lead(Tone::Good, sentence);
    }
    let mut sentence = format!("{passed} of {} hold", counted(passed + fallen, "gate", "gates"));
    if fallen > 0 {
        sentence.push_str(&format!(", {fallen} {}", if fallen == 1 { "falls" } else { "fall" }));
    }
    if gates.plan_fails_unexpectedly {
        sentence.push_str("; the plan fails and no gate expects it to");
    }
    Block::Lead(Tone::Bad, sentence)
}

fn gate_row(gate: &Gate) -> Vec<Cell> {
    let result = if gate.passes() {
        Cell::Toned(Tone::Good, "holds".to_owned())
    } else {
        Cell::Toned(Tone::Bad, "falls".to_owned())
    };
    vec![
        result,
        Cell::Text(gate.title()),
        if gate.passes() {
            Cell::Empty
        } else {
            Cell::Lines(gate.differences.clone())
        },
    ]
}

/// Every class against its caps.
pub(super) fn budgets(review: &Review<'_>) -> Section {
    let plan = &review.planned.plan;
    let row = |title: &str, used: u64, cap: u64, items: Option<(u64, u64)>, remark: Cell| {
        vec![
            Cell::text(title),
            Cell::number(used),
            Cell::number(cap),
            Cell::Share(used, cap),
            Cell::optional(items.map(|(used, _)| used)),
            Cell::optional(items.map(|(_, cap)| cap)),
            remark,
        ]
    };
    let mut rows: Vec<Vec<Cell>> = plan
        .classes
        .iter()
        .map(|class| {
            let items = class.max_items.map(|cap| (class.used_items, cap));
            let is_measured = class.class == Class::ToolDefinitions && plan.measured_in_part;
            let otherwise = if is_measured { "measured in part" } else { "" };
            let remark = over(class.used_tokens, class.max_tokens, items, otherwise);
            row(class.class.title(), class.used_tokens, class.max_tokens, items, remark)
        })
        .collect();
    rows.push(row(
        "prefix",
        plan.prefix_tokens,
        plan.ceiling_tokens,
        None,
        over(plan.prefix_tokens, plan.ceiling_tokens, None, ""),
    ));
    let columns = [
        Column::text("class"),
        Column::figure("tokens"),
        Column::figure("cap"),
        Column::text("used"),
        Column::figure("items"),
        Column::figure("item cap"),
        Column::text("remark"),
    ];
    let scenario = &review.planned.scenario;
    let window = scenario.context_window_tokens;
    let reserve = scenario.budget.output_reserve_tokens;
    let left = window.saturating_sub(plan.prefix_tokens).saturating_sub(reserve);
    Section {
        id: "budgets",
        title: "Budgets",
        blocks: vec![
            Block::Table(Table::new("Classes of the prefix against their caps", &columns, rows).with_totals(1)),
            Block::Aside(format!(
                "Of a context window of {} tokens, {} are kept free for the answer and {} are left for the conversation.",
                grouped(window),
                grouped(reserve),
                grouped(left)
            )),
        ],
    }
}

fn over(used: u64, cap: u64, items: Option<(u64, u64)>, otherwise: &str) -> Cell {
    if used > cap {
        return Cell::Toned(Tone::Bad, format!("{} tokens over", grouped(used - cap)));
    }
    match items {
        Some((used, cap)) if used > cap => Cell::Toned(Tone::Bad, format!("{} items over", grouped(used - cap))),
        _ if otherwise.is_empty() => Cell::Empty,
        _ => Cell::text(otherwise),
    }
}

/// Every tool in its lane.
pub(super) fn lanes(review: &Review<'_>, rows: &Rows) -> Section {
    let (plan, roster) = (&review.planned.plan, &review.planned.roster);
    let mut blocks = Vec::new();
    for lane in [Lane::Defined, Lane::Deferred, Lane::Skipped] {
        let places = match lane {
            Lane::Defined => &rows.slots,
            Lane::Deferred => &rows.entries,
            _ => &rows.skipped,
        };
        let tools: Vec<&Row> = places.iter().filter_map(|&place| rows.table.get(place)).collect();
        let remark = if lane == Lane::Skipped && !tools.is_empty() && !plan.skips_recorded {
            "silently: this builder records no skips"
        } else {
            ""
        };
        blocks.push(Block::Lane(lane, tools.len() as u64, remark));
        if !tools.is_empty() {
            blocks.push(Block::Table(lane_table(plan, roster, lane, &tools)));
        }
    }
    let groups = unavailable_by_reason(plan, roster);
    blocks.push(Block::Lane(Lane::Unavailable, plan.count(Lane::Unavailable) as u64, ""));
    if !groups.is_empty() {
        blocks.push(Block::Table(unavailable_table(roster, &groups)));
    }
    Section {
        id: "lanes",
        title: "Tools by lane",
        blocks,
    }
}

/// The tools of a lane in its order, with the sums that make its class.
fn lane_table(plan: &Plan, roster: &Roster, lane: Lane, tools: &[&Row]) -> Table {
    let place = match lane {
        Lane::Defined => "slot",
        Lane::Deferred => "line",
        _ => "rank",
    };
    let mut rows: Vec<Vec<Cell>> = tools
        .iter()
        .map(|row| {
            let number = match lane {
                Lane::Defined => row.slot,
                Lane::Deferred => row.entry,
                _ => row.rank,
            };
            vec![
                Cell::optional(number.map(u64::from)),
                Cell::Tool(lane, shape(row), row.name.to_string()),
                Cell::text(&*row.source_title),
                Cell::text(row.effect.id()),
                Cell::number(row.definition_tokens),
                Cell::number(row.index_tokens),
                why(plan, roster, lane, row),
            ]
        })
        .collect();
    let totals = total_rows(plan, lane, tools);
    let count = totals.len();
    rows.extend(totals);
    let columns = [
        Column::figure(place),
        Column::text("tool"),
        Column::text("source"),
        Column::text("effect"),
        Column::figure("definition"),
        Column::figure("index line"),
        Column::text("why"),
    ];
    let caption = match lane {
        Lane::Defined => "Sent as definitions, in the order in which they took their slots; figures are tokens",
        Lane::Deferred => "Lines of the index, in its order; figures are tokens",
        _ => "Neither defined nor in the index, in rank order; figures are tokens",
    };
    Table::new(caption, &columns, rows)
        .with_totals(count)
        .folded_if(tools.len() > MOST_OPEN_ROWS)
}

/// What is lost is told whole.
fn why(plan: &Plan, roster: &Roster, lane: Lane, row: &Row) -> Cell {
    if lane == Lane::Skipped {
        Cell::Text(explain::detail(plan, roster, row.id))
    } else {
        Cell::text(&*row.why)
    }
}

/// What brings the parts to the whole that is sent, and the whole.
fn total_rows(plan: &Plan, lane: Lane, tools: &[&Row]) -> Vec<Vec<Cell>> {
    let has_envelope = || {
        let blocks = &plan.index.blocks;
        blocks.iter().any(|block| block.trust == Trust::ExternalUntrusted)
    };
    let (parts, total, difference, whole): (u64, _, _, _) = match lane {
        Lane::Defined => (
            tools.iter().map(|row| row.definition_tokens).sum(),
            plan.class_tokens(Class::ToolDefinitions),
            "counted as one text",
            "all definitions",
        ),
        Lane::Deferred => (
            tools.iter().map(|row| row.index_tokens).sum(),
            plan.class_tokens(Class::DeferredToolIndex),
            if has_envelope() { "note and envelope" } else { "note" },
            "the whole index",
        ),
        Lane::Skipped | Lane::Unavailable => return Vec::new(),
    };
    let row = |title: &str, tokens: String| {
        let (definition, index) = if lane == Lane::Defined {
            (Cell::Text(tokens), Cell::Empty)
        } else {
            (Cell::Empty, Cell::Text(tokens))
        };
        let title = Cell::text(title);
        vec![
            Cell::Empty,
            title,
            Cell::Empty,
            Cell::Empty,
            definition,
            index,
            Cell::Empty,
        ]
    };
    let change = i64::try_from(total).unwrap_or(i64::MAX) - i64::try_from(parts).unwrap_or(i64::MAX);
    let mut rows = Vec::new();
    if change != 0 {
        rows.push(row(difference, signed(change)));
    }
    rows.push(row(whole, grouped(total)));
    rows
}

fn unavailable_table(roster: &Roster, groups: &[(String, Vec<ToolId>)]) -> Table {
    let rows: Vec<Vec<Cell>> = groups
        .iter()
        .map(|(reason, tools)| {
            let names = tools.iter().map(|&id| roster.catalog.tool(id).name.to_string());
            vec![
                Cell::text(&**reason),
                Cell::number(tools.len() as u64),
                Cell::Names(names.collect()),
            ]
        })
        .collect();
    let columns = [Column::text("why"), Column::figure("tools"), Column::text("names")];
    let count: usize = groups.iter().map(|(_, tools)| tools.len()).sum();
    Table::new("No candidates, by what keeps them out", &columns, rows).folded_if(count > MOST_OPEN_ROWS)
}

/// The shape of a tool's mark, as in the window.
pub(super) fn shape(row: &Row) -> Shape {
    match (row.is_configured, row.rank) {
        (true, None) if row.lane == Lane::Defined => Shape::Diamond,
        (true, _) => Shape::Square,
        (false, _) => Shape::Circle,
    }
}
