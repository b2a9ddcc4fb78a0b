//! Where the definition tokens go, and tools that are nearly the same, as text.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::explore::{Alike, explain};
use crate::plan::Planned;
use crate::plan::explain::{grouped, signed};
use crate::roster::SourceRef;
use crate::scenario::Class;
use std::fmt::Write as _;

/// Definition tokens by source, each with its tools, then near-duplicates.
pub fn map(planned: &Planned, alike: &[Alike], title: &str, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(title)));
    let total = planned.plan.class_tokens(Class::ToolDefinitions);
    let _ = writeln!(
        out,
        "{} tokens of definitions of {}\n",
        grouped(total),
        grouped(planned.settings.max_definition_tokens())
    );
    out.push_str(&sources(planned, total, look));
    let _ = writeln!(out, "\n{}", look.paint(Role::Heading, "Nearly the same"));
    if alike.is_empty() {
        out.push_str("  No tools differ by an account only.\n");
    }
    for group in alike {
        let _ = writeln!(out, "  {}", visible(&group.name));
        let text = visible(&explain::alike(group));
        out.push_str(&paragraph(&text, look.columns, "    ", "    "));
    }
    out
}

fn sources(planned: &Planned, total: u64, look: Look) -> String {
    let catalog = &planned.roster.catalog;
    let mut by_source: indexmap::IndexMap<&SourceRef, Vec<(&str, u64)>> = indexmap::IndexMap::new();
    for &id in &planned.plan.defined {
        let tool = catalog.tool(id);
        let tokens = planned.plan.decision(id).definition_tokens;
        by_source.entry(&tool.source).or_default().push((&tool.name, tokens));
    }
    let sum = |tools: &[(&str, u64)]| tools.iter().map(|(_, tokens)| tokens).sum::<u64>();
    by_source.sort_by(|a, x, b, y| sum(y).cmp(&sum(x)).then(a.id().cmp(b.id())));
    let share = |tokens: u64| {
        if total == 0 {
            String::new()
        } else {
            format!("{:.1}%", tokens as f64 * 100.0 / total as f64)
        }
    };
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut parts = 0;
    for (source, tools) in &mut by_source {
        tools.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let tokens = sum(tools);
        parts += tokens;
        rows.push(vec![
            Cell::painted(Role::Heading, visible(source.id())),
            Cell::painted(Role::Heading, grouped(tokens)),
            Cell::painted(Role::Heading, share(tokens)),
        ]);
        rows.extend(tools.iter().map(|(name, tokens)| {
            vec![
                Cell::new(format!("  {}", visible(name))),
                Cell::new(grouped(*tokens)),
                Cell::new(share(*tokens)),
            ]
        }));
    }
    let rounding = crate::explore::difference(parts, total);
    if rounding != 0 {
        rows.push(vec![
            Cell::painted(Role::Aside, "counted as one text"),
            Cell::new(signed(rounding)),
            Cell::new(""),
        ]);
    }
    rows.push(vec![
        Cell::painted(Role::Aside, "all definitions"),
        Cell::new(grouped(total)),
        Cell::new(""),
    ]);
    let column = |heading, align| Column {
        heading,
        align,
        fit: Fit::Whole,
    };
    let columns = [
        column("source and tool", Align::Left),
        column("tokens", Align::Right),
        column("share", Align::Right),
    ];
    table(&columns, &rows, look)
}
