//! What other clients would do with a scenario as text: a grid of all, one in detail, and what presets there are.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table, table_telling};
use super::wrap::paragraph;
use crate::clients::{Fate, Outcome, Preset, Verdict, explain};
use crate::diagnostics::{grouped, visible};
use crate::plan::Planned;
use crate::roster::SourceRef;
use indexmap::IndexMap;
use std::sync::Arc;

fn left(heading: &'static str, fit: Fit) -> Column {
    Column {
        heading,
        align: Align::Left,
        fit,
    }
}

fn right(heading: &'static str, fit: Fit) -> Column {
    Column {
        heading,
        align: Align::Right,
        fit,
    }
}

fn role(verdict: Verdict) -> Role {
    match verdict {
        Verdict::Fails => Role::Bad,
        Verdict::AboveLimit | Verdict::Loses => Role::Warning,
        Verdict::Defers | Verdict::Fits => Role::Plain,
    }
}

/// A row a client, our own plan first, with the label that it is an approximation.
pub fn clients(outcomes: &[Outcome], title: &str, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(title)));
    out.push_str(&paragraph(explain::LABEL, look.columns, "", ""));
    out.push('\n');
    let columns = [
        left("client", Fit::Whole),
        left("as of", Fit::Drop(5)),
        left("comes to", Fit::Whole),
        right("defined", Fit::Drop(2)),
        right("deferred", Fit::Drop(3)),
        right("lost", Fit::Drop(4)),
        right("broken names", Fit::Drop(1)),
        right("tokens", Fit::Whole),
        right("window", Fit::Drop(0)),
    ];
    let rows: Vec<Vec<Cell>> = outcomes
        .iter()
        .map(|outcome| {
            vec![
                Cell::new(visible(&outcome.preset.id)),
                Cell::painted(Role::Aside, visible(&outcome.preset.as_of)),
                Cell::painted(role(outcome.verdict()), explain::verdict(outcome)),
                Cell::new(grouped(outcome.count(Fate::Defined))),
                Cell::new(grouped(outcome.deferred())),
                Cell::new(grouped(outcome.lost())),
                Cell::new(explain::broken(outcome)),
                Cell::new(explain::tokens(outcome)),
                Cell::new(explain::window_share(outcome)),
            ]
        })
        .collect();
    out.push_str(&table_telling(&columns, &rows, "csv", look));
    out.push('\n');
    let legend = format!("{} --client ID tells one in detail.", explain::LEGEND);
    out.push_str(&paragraph(&legend, look.columns, "", ""));
    for outcome in outcomes {
        let role = match outcome.verdict() {
            Verdict::Fails => Role::Bad,
            Verdict::AboveLimit => Role::Warning,
            _ => continue,
        };
        if let Some(trouble) = explain::trouble(outcome) {
            let text = format!("{} {trouble}.", outcome.preset.id);
            out.push_str(&super::painted_lines(&visible(&text), role, look));
        }
    }
    out
}

/// One client: what is stated of it, and what becomes of every server and tool.
pub fn client(planned: &Planned, outcome: &Outcome, title: &str, look: Look) -> String {
    let preset = &outcome.preset;
    let heading = format!("{} under {} ({})", title, preset.title, preset.id);
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(&heading)));
    let summary = paragraph(&visible(&explain::summary(outcome)), look.columns, "", "");
    out.push_str(&format!(
        "{}\n",
        look.paint(role(outcome.verdict()), summary.trim_end())
    ));
    out.push_str(&paragraph(explain::LABEL, look.columns, "", ""));
    out.push_str(&stated(preset, look));
    out.push_str(&costs(outcome, look));
    out.push_str(&servers(planned, outcome, look));
    out.push_str(&tools(planned, outcome, look));
    out.push_str(&broken(planned, outcome, look));
    out
}

fn section(heading: &str, look: Look) -> String {
    format!("\n{}\n", look.paint(Role::Heading, heading))
}

fn stated(preset: &Preset, look: Look) -> String {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut row = |name: &str, text: &str| {
        rows.push(vec![Cell::painted(Role::Aside, name), Cell::new(visible(text))]);
    };
    for source in &preset.sources {
        row("source", source);
    }
    row("as of", &preset.as_of);
    row("mark", &preset.mark.told());
    for (name, rule) in explain::rules(preset) {
        row(name, &rule);
    }
    let notes = preset.notes.split_whitespace().collect::<Vec<_>>().join(" ");
    if !notes.is_empty() {
        row("notes", &notes);
    }
    let rules = table(&[left("", Fit::Whole), left("", Fit::Wrap)], &rows, look);
    section("What is stated", look) + &rules
}

fn costs(outcome: &Outcome, look: Look) -> String {
    let mut rows: Vec<Vec<Cell>> = explain::parts(outcome)
        .into_iter()
        .map(|(name, tokens)| vec![Cell::new(name), Cell::new(grouped(tokens))])
        .collect();
    rows.push(vec![
        Cell::painted(Role::Aside, "before the first message"),
        Cell::new(explain::tokens(outcome)),
    ]);
    let mut out = section("Tokens", look);
    out.push_str(&table(&[left("", Fit::Whole), right("", Fit::Whole)], &rows, look));
    for line in explain::notes(outcome) {
        out.push_str(&paragraph(&line, look.columns, "  ", "  "));
    }
    out
}

fn servers(planned: &Planned, outcome: &Outcome, look: Look) -> String {
    let mut sums: IndexMap<&SourceRef, [u64; 4]> = IndexMap::new();
    for (tool, outcome) in planned.roster.catalog.tools().iter().zip(&outcome.tools) {
        let sum = sums.entry(&tool.source).or_default();
        let place = match outcome.fate {
            Fate::Defined => 0,
            fate if fate.is_deferred() => 1,
            Fate::NotOffered => 3,
            _ => 2,
        };
        sum[place] += 1;
    }
    let rows: Vec<Vec<Cell>> = sums
        .into_iter()
        .map(|(source, sum)| {
            let figures = sum.into_iter().map(|figure| Cell::new(grouped(figure)));
            std::iter::once(Cell::new(visible(source.id())))
                .chain(figures)
                .collect()
        })
        .collect();
    let columns = [
        left("source", Fit::Whole),
        right("defined", Fit::Whole),
        right("deferred", Fit::Whole),
        right("lost", Fit::Whole),
        right("not offered", Fit::Whole),
    ];
    section("Servers", look) + &table(&columns, &rows, look)
}

fn tools(planned: &Planned, outcome: &Outcome, look: Look) -> String {
    let offered = planned.roster.catalog.tools().iter().zip(&outcome.tools);
    let rows: Vec<Vec<Cell>> = offered
        .filter(|(_, tool)| tool.fate != Fate::NotOffered)
        .map(|(tool, outcome)| {
            let role = if outcome.fate.is_lost() {
                Role::Warning
            } else {
                Role::Plain
            };
            vec![
                Cell::new(visible(&tool.name)),
                Cell::painted(role, explain::fate(outcome.fate)),
                Cell::painted(Role::Aside, visible(&outcome.name)),
            ]
        })
        .collect();
    if rows.is_empty() {
        return section("Tools", look) + "  None is on.\n";
    }
    // What the client's own name for it is, is told nowhere else: our own goes first.
    let is_stated = outcome.preset.is_own_plan || outcome.preset.names.form.is_some();
    let columns = [
        left("tool", Fit::Drop(0)),
        left("becomes", Fit::Whole),
        left(if is_stated { "name" } else { "counted as" }, Fit::Whole),
    ];
    section("Tools", look) + &table_telling(&columns, &rows, "json", look)
}

fn broken(planned: &Planned, outcome: &Outcome, look: Look) -> String {
    let mut out = String::new();
    for (tool, outcome) in planned.roster.catalog.tools().iter().zip(&outcome.tools) {
        if let Some(broken) = &outcome.broken {
            let text = format!("{}: {} {}", tool.name, outcome.name, explain::broken_name(broken));
            out.push_str(&paragraph(&visible(&text), look.columns, "  ", "    "));
        }
    }
    if out.is_empty() {
        return out;
    }
    section("Broken names", look) + &out
}

/// The presets that there are.
pub fn presets(presets: &[Arc<Preset>], look: Look) -> String {
    let rows: Vec<Vec<Cell>> = presets
        .iter()
        .map(|preset| {
            vec![
                Cell::new(visible(&preset.id)),
                Cell::painted(Role::Aside, visible(&preset.as_of)),
                Cell::painted(Role::Aside, preset.mark.id()),
                Cell::new(visible(&preset.title)),
            ]
        })
        .collect();
    let columns = [
        left("client", Fit::Whole),
        left("as of", Fit::Whole),
        left("mark", Fit::Drop(0)),
        left("", Fit::Wrap),
    ];
    let label = paragraph(explain::LABEL, look.columns, "", "");
    format!("{label}\n{}", table(&columns, &rows, look))
}
