//! The charts, each with the table that says the same.

use super::Review;
use super::document::{Block, Cell, Chart, Column, Section, Table, percent};
use super::tools::shape;
use crate::explore::{Parameter, Point, Sweep, explain};
use crate::plan::explain::{counted, failure_sentence, grouped, signed};
use crate::report::svg;
use crate::rows::{ChartData, Rows};

/// All charts.
pub(super) fn section(review: &Review<'_>, rows: &Rows) -> Section {
    let data = &rows.charts;
    let mut charts = vec![prefix(data)];
    if !review.planned.plan.defined.is_empty() {
        charts.push(sources(data));
        charts.push(treemap(rows));
    }
    if !data.curve.is_empty() {
        charts.push(curve(data, rows));
        let item_cap = Parameter::CAPS[0];
        let range = item_cap.usual_range(review.planned);
        charts.push(sweep(&Sweep::new(review.planned, item_cap, range)));
    }
    Section {
        id: "charts",
        title: "Charts",
        blocks: charts.into_iter().map(|chart| Block::Chart(Box::new(chart))).collect(),
    }
}

fn prefix(data: &ChartData) -> Chart {
    let (total, ceiling) = data.prefix;
    let title = "The prefix, class by class";
    let description = format!(
        "Each class starts where the one before ended; its box is its cap. Together {} of {} tokens.",
        grouped(total),
        grouped(ceiling)
    );
    let row = |title: &str, used: u64, cap: u64| {
        vec![
            Cell::text(title),
            Cell::number(used),
            Cell::number(cap),
            Cell::Text(percent(used, cap)),
        ]
    };
    let mut rows: Vec<Vec<Cell>> = data
        .classes
        .iter()
        .map(|class| row(class.class.title(), class.used_tokens, class.max_tokens))
        .collect();
    rows.push(row("prefix", total, ceiling));
    let columns = [
        Column::text("class"),
        Column::figure("tokens"),
        Column::figure("cap"),
        Column::figure("used"),
    ];
    Chart {
        svg: svg::prefix("chart-prefix", title, &description, data),
        title: title.to_owned(),
        description,
        twin: Table::new("Figures of the prefix", &columns, rows).with_totals(1),
    }
}

fn sources(data: &ChartData) -> Chart {
    let title = "Definitions by source";
    let (total, cap) = data.definition_total;
    let description = format!("Tokens of the definitions: {} of {}.", grouped(total), grouped(cap));
    let mut rows: Vec<Vec<Cell>> = data
        .definitions
        .iter()
        .map(|bar| {
            let tokens = if bar.source_place.is_some() {
                Cell::number(bar.tokens.unsigned_abs())
            } else {
                Cell::Text(signed(bar.tokens))
            };
            vec![
                Cell::text(&*bar.title),
                Cell::optional(bar.source_place.map(|_| bar.tools)),
                tokens,
            ]
        })
        .collect();
    let tools = data.definitions.iter().map(|bar| bar.tools).sum();
    rows.push(vec![
        Cell::text("all definitions"),
        Cell::number(tools),
        Cell::number(total),
    ]);
    let columns = [
        Column::text("source"),
        Column::figure("tools"),
        Column::figure("tokens"),
    ];
    Chart {
        svg: svg::sources("chart-sources", title, &description, data),
        title: title.to_owned(),
        description,
        twin: Table::new("Figures by source", &columns, rows).with_totals(1),
    }
}

fn treemap(rows: &Rows) -> Chart {
    let title = "Definitions by source and tool";
    let sources = &rows.map.sources;
    let tokens: u64 = sources.iter().map(|source| source.tokens).sum();
    let description = format!(
        "Areas are definition tokens, each definition counted alone: {} in all.",
        grouped(tokens)
    );
    let table_rows = sources
        .iter()
        .flat_map(|source| {
            source.tools.iter().map(|tool| {
                vec![
                    Cell::Name(rows.table[tool.row].name.to_string()),
                    Cell::text(&*source.title),
                    Cell::number(tool.tokens),
                    Cell::Text(percent(tool.tokens, tokens)),
                ]
            })
        })
        .collect();
    let columns = [
        Column::text("tool"),
        Column::text("source"),
        Column::figure("tokens"),
        Column::figure("of all"),
    ];
    Chart {
        svg: svg::treemap("chart-treemap", title, &description, rows),
        title: title.to_owned(),
        description,
        twin: Table::new("Figures by source and tool", &columns, table_rows),
    }
}

fn curve(data: &ChartData, rows: &Rows) -> Chart {
    let title = "Definition tokens along the ranking";
    let (items, tokens) = data.caps;
    let description = format!(
        "What the definitions would cost if every tool up to a place had one, with both caps: {} and {} tokens. Full dots are defined, rings are deferred, squares are skipped.",
        counted(items, "slot", "slots"),
        grouped(tokens)
    );
    let table_rows = data
        .curve
        .iter()
        .map(|point| {
            let tool = match rows.row(&point.tool) {
                Some(row) => Cell::Tool(point.lane, shape(row), point.tool.to_string()),
                None => Cell::Name(point.tool.to_string()),
            };
            vec![
                Cell::number(point.place),
                tool,
                Cell::Lane(point.lane),
                Cell::number(point.tokens),
            ]
        })
        .collect();
    let columns = [
        Column::figure("place"),
        Column::text("tool"),
        Column::text("lane"),
        Column::figure("tokens up to here"),
    ];
    Chart {
        svg: svg::curve("chart-curve", title, &description, data),
        title: title.to_owned(),
        description,
        twin: Table::new("Figures along the ranking", &columns, table_rows),
    }
}

fn sweep(sweep: &Sweep) -> Chart {
    let title = "What the item cap buys";
    let range = match (sweep.points.first(), sweep.points.last()) {
        (Some(first), Some(last)) => format!("{} to {}", grouped(first.value), grouped(last.value)),
        _ => "no values".to_owned(),
    };
    let description = format!(
        "The {} from {range}, {}; now it is {}.",
        sweep.parameter.title(),
        explain::planned_values(sweep.step),
        grouped(sweep.current)
    );
    let rows = sweep.points.iter().map(sweep_row).collect();
    let columns = [
        Column::figure("item cap"),
        Column::figure("defined"),
        Column::figure("deferred"),
        Column::figure("skipped"),
        Column::figure("definitions"),
        Column::figure("index"),
        Column::figure("prefix"),
        Column::figure("extra steps"),
        Column::text("what moved"),
    ];
    Chart {
        svg: svg::sweep("chart-sweep", title, &description, sweep),
        title: title.to_owned(),
        description,
        twin: Table::new(
            "Figures of the sweep: tools, tokens, and steps in 100 requests",
            &columns,
            rows,
        ),
    }
}

fn sweep_row(point: &Point) -> Vec<Cell> {
    let mut moved = explain::moved(&point.moved);
    if let Some(failure) = &point.failure {
        moved = format!("fails: {}", failure_sentence(failure));
    }
    let steps = point.steps.map(|steps| explain::per_100(steps.extra_steps_per_100()));
    vec![
        Cell::number(point.value),
        Cell::number(point.defined as u64),
        Cell::number(point.deferred as u64),
        Cell::number(point.skipped as u64),
        Cell::number(point.definition_tokens),
        Cell::number(point.index_tokens),
        Cell::number(point.prefix_tokens),
        steps.map_or(Cell::Empty, Cell::Text),
        Cell::Text(moved),
    ]
}
