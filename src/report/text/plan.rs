//! A whole plan as text: what it comes to, what binds, the budget, and the lanes.

use super::Subject;
use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::plan::explain::{self, grouped, signed};
use crate::plan::{Plan, Settings, Trust};
use crate::report::unavailable_by_reason;
use crate::roster::{Roster, ToolId};
use crate::scenario::{Class, Lane};
use std::fmt::Write as _;

/// Names of one group of unavailable tools that are written out; the rest is counted.
const UNAVAILABLE_SHOWN: usize = 24;

/// A whole plan.
pub fn plan(subject: &Subject<'_>, look: Look) -> String {
    let mut out = head(subject, look);
    let settings = Settings::of(subject.scenario);
    let binding = visible(&explain::binding(subject.plan, subject.roster, &settings));
    out.push('\n');
    out.push_str(&paragraph(&binding, look.columns, "", ""));
    for part in [
        budget(subject, look),
        defined(subject, look),
        deferred(subject, look),
        skipped(subject, look),
        unavailable(subject, look),
    ] {
        if !part.is_empty() {
            out.push('\n');
            out.push_str(&part);
        }
    }
    out
}

/// Title, what-if, verdict, counts.
pub(super) fn head(subject: &Subject<'_>, look: Look) -> String {
    let (scenario, plan) = (subject.scenario, subject.plan);
    let mut out = String::new();
    let _ = writeln!(out, "{}", look.paint(Role::Heading, &visible(subject.title)));
    for change in subject.what_if {
        let _ = writeln!(out, "with {}", visible(change));
    }
    let role = match (&plan.failure, plan.skipped.is_empty()) {
        (Some(_), _) => Role::Bad,
        (None, false) => Role::Warning,
        (None, true) => Role::Good,
    };
    out.push_str(&super::painted_lines(&visible(&explain::verdict(plan)), role, look));
    let mut counts = explain::lane_counts(plan);
    let _ = write!(
        counts,
        " · {} {}",
        plan.count(Lane::Unavailable),
        Lane::Unavailable.id()
    );
    for lane in Lane::ALL {
        counts = counts.replace(lane.id(), &look.paint(Role::Lane(lane), lane.id()));
    }
    let _ = writeln!(out, "{counts}");
    let planned = format!("{}, tokens by {}", scenario.builder, scenario.estimator);
    let _ = writeln!(out, "{}", look.paint(Role::Aside, &planned));
    out
}

fn column(heading: &'static str, align: Align, fit: Fit) -> Column {
    Column { heading, align, fit }
}

fn number(number: u64) -> Cell {
    Cell::new(grouped(number))
}

fn optional(number: Option<u64>) -> Cell {
    Cell::new(number.map(grouped).unwrap_or_default())
}

fn budget(subject: &Subject<'_>, look: Look) -> String {
    let plan = subject.plan;
    let over = |used: u64, cap: u64| used.checked_sub(cap).filter(|over| *over > 0);
    let remark = |tokens: Option<u64>, items: Option<u64>, otherwise: &str| match tokens.or(items) {
        Some(over) => Cell::painted(Role::Bad, format!("{} over", grouped(over))),
        None => Cell::painted(Role::Aside, otherwise),
    };
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for class in &plan.classes {
        let is_measured = class.class == Class::ToolDefinitions && plan.measured_in_part;
        rows.push(vec![
            Cell::new(class.class.title()),
            number(class.used_tokens),
            number(class.max_tokens),
            optional(class.max_items.map(|_| class.used_items)),
            optional(class.max_items),
            remark(
                over(class.used_tokens, class.max_tokens),
                class.max_items.and_then(|cap| over(class.used_items, cap)),
                if is_measured { "measured in part" } else { "" },
            ),
        ]);
    }
    rows.push(vec![
        Cell::new("prefix"),
        number(plan.prefix_tokens),
        number(plan.ceiling_tokens),
        Cell::new(""),
        Cell::new(""),
        remark(over(plan.prefix_tokens, plan.ceiling_tokens), None, ""),
    ]);
    let columns = [
        column("class", Align::Left, Fit::Whole),
        column("tokens", Align::Right, Fit::Whole),
        column("cap", Align::Right, Fit::Whole),
        column("items", Align::Right, Fit::Whole),
        column("cap", Align::Right, Fit::Whole),
        column("", Align::Left, Fit::Whole),
    ];
    format!(
        "{}\n{}",
        look.paint(Role::Heading, "Budget"),
        table(&columns, &rows, look)
    )
}

/// `Defined (30)`, the word in its lane's colour.
fn lane_heading(lane: Lane, plan: &Plan, remark: &str, look: Look) -> String {
    let word = match lane {
        Lane::Defined => "Defined",
        Lane::Deferred => "Deferred",
        Lane::Skipped => "Skipped",
        Lane::Unavailable => "Unavailable",
    };
    let word = look.paint(Role::Lane(lane), word);
    let count = grouped(plan.count(lane) as u64);
    format!("{word} ({count}){remark}\n")
}

/// Rows that bring the parts to the total: what counting them together changes, and the total.
fn total_rows(parts: u64, total: u64, difference: &'static str, whole: &'static str, cells: usize) -> Vec<Vec<Cell>> {
    let row = |label: &str, tokens: String| {
        let mut row = vec![Cell::new(""), Cell::painted(Role::Aside, label)];
        row.resize_with(cells, || Cell::new(""));
        // The tokens stand before `why`.
        row[cells - 2] = Cell::new(tokens);
        row
    };
    let change = i64::try_from(total).unwrap_or(i64::MAX) - i64::try_from(parts).unwrap_or(i64::MAX);
    let mut rows = Vec::new();
    if change != 0 {
        rows.push(row(difference, signed(change)));
    }
    rows.push(row(whole, grouped(total)));
    rows
}

fn name(roster: &Roster, id: ToolId) -> Cell {
    Cell::new(visible(&roster.catalog.tool(id).name))
}

fn why(plan: &Plan, id: ToolId) -> Cell {
    Cell::new(visible(&explain::short_reason(plan.decision(id))))
}

/// Source and effect of a tool, the two columns that a narrow terminal does without.
fn origin_cells(roster: &Roster, id: ToolId) -> [Cell; 2] {
    let tool = roster.catalog.tool(id);
    [Cell::new(visible(tool.source.id())), Cell::new(tool.side_effect.id())]
}

fn tool_columns(first: &'static str) -> [Column; 6] {
    [
        column(first, Align::Right, Fit::Whole),
        column("tool", Align::Left, Fit::Whole),
        column("source", Align::Left, Fit::Drop(0)),
        column("effect", Align::Left, Fit::Drop(1)),
        column("tokens", Align::Right, Fit::Whole),
        column("why", Align::Left, Fit::Wrap),
    ]
}

fn tool_row(subject: &Subject<'_>, id: ToolId, place: Option<u32>) -> Vec<Cell> {
    let [source, effect] = origin_cells(subject.roster, id);
    vec![
        optional(place.map(u64::from)),
        name(subject.roster, id),
        source,
        effect,
        number(subject.plan.decision(id).definition_tokens),
        why(subject.plan, id),
    ]
}

fn defined(subject: &Subject<'_>, look: Look) -> String {
    let plan = subject.plan;
    if plan.defined.is_empty() {
        return String::new();
    }
    let mut rows: Vec<Vec<Cell>> = plan
        .defined
        .iter()
        .map(|&id| tool_row(subject, id, plan.decision(id).slot))
        .collect();
    let parts = plan.defined.iter().map(|&id| plan.decision(id).definition_tokens).sum();
    let total = plan.class_tokens(Class::ToolDefinitions);
    rows.extend(total_rows(parts, total, "counted as one text", "all definitions", 6));
    lane_heading(Lane::Defined, plan, "", look) + &table(&tool_columns("slot"), &rows, look)
}

fn deferred(subject: &Subject<'_>, look: Look) -> String {
    let (plan, roster) = (subject.plan, subject.roster);
    if plan.deferred.is_empty() {
        return String::new();
    }
    let mut rows: Vec<Vec<Cell>> = plan
        .deferred
        .iter()
        .map(|&id| {
            let decision = plan.decision(id);
            vec![
                optional(decision.entry.map(u64::from)),
                name(roster, id),
                number(decision.index_tokens),
                why(plan, id),
            ]
        })
        .collect();
    let parts = plan.deferred.iter().map(|&id| plan.decision(id).index_tokens).sum();
    let has_envelope = plan
        .index
        .blocks
        .iter()
        .any(|block| block.trust == Trust::ExternalUntrusted);
    let framing = if has_envelope { "note and envelope" } else { "note" };
    let total = plan.class_tokens(Class::DeferredToolIndex);
    rows.extend(total_rows(parts, total, framing, "the whole index", 4));
    let columns = [
        column("line", Align::Right, Fit::Whole),
        column("tool", Align::Left, Fit::Whole),
        column("tokens", Align::Right, Fit::Whole),
        column("why", Align::Left, Fit::Wrap),
    ];
    lane_heading(Lane::Deferred, plan, "", look) + &table(&columns, &rows, look)
}

fn skipped(subject: &Subject<'_>, look: Look) -> String {
    let plan = subject.plan;
    if plan.skipped.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<Cell>> = plan
        .skipped
        .iter()
        .map(|&id| tool_row(subject, id, plan.decision(id).rank))
        .collect();
    let remark = if plan.skips_recorded {
        ""
    } else {
        ", silently: this builder records no skips"
    };
    lane_heading(Lane::Skipped, plan, remark, look) + &table(&tool_columns("rank"), &rows, look)
}

/// Grouped by reason.
fn unavailable(subject: &Subject<'_>, look: Look) -> String {
    let (plan, roster) = (subject.plan, subject.roster);
    let groups = unavailable_by_reason(plan, roster);
    if groups.is_empty() {
        return String::new();
    }
    let mut out = lane_heading(Lane::Unavailable, plan, "", look);
    for (reason, ids) in &groups {
        let mut text = format!("{}: ", visible(reason));
        let names: Vec<String> = ids
            .iter()
            .take(UNAVAILABLE_SHOWN)
            .map(|&id| visible(&roster.catalog.tool(id).name))
            .collect();
        text.push_str(&names.join(", "));
        if ids.len() > UNAVAILABLE_SHOWN {
            let _ = write!(text, " and {} more", grouped((ids.len() - UNAVAILABLE_SHOWN) as u64));
        }
        out.push_str(&paragraph(&text, look.columns, "  ", "    "));
    }
    out
}
