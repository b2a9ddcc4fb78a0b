//! Where the definition tokens go, and tools that are nearly the same, as text.

use super::failing;
use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::explore::{Alike, explain};
use crate::plan::Planned;
use crate::plan::explain::{grouped, signed};
use crate::rows::Rows;
use crate::scenario::Class;
use std::fmt::Write as _;

/// Definition tokens by source, each with its tools, then near-duplicates.
pub fn map(planned: &Planned, alike: &[Alike], title: &str, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(title)));
    out.push_str(&failing(planned, look));
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
    let (saving, others): (Vec<&Alike>, Vec<&Alike>) = alike.iter().partition(|group| group.saved_slots > 0);
    for group in saving {
        let _ = writeln!(out, "  {}", visible(&group.name));
        let text = visible(&explain::alike(group));
        out.push_str(&paragraph(&text, look.columns, "    ", "    "));
    }
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|group| group.name.as_str()).collect();
        let text = format!(
            "Also differ by an account only, and save nothing while fewer than two of each are defined: {}",
            visible(&names.join(", "))
        );
        out.push_str(&paragraph(&text, look.columns, "  ", "  "));
    }
    out
}

fn sources(planned: &Planned, total: u64, look: Look) -> String {
    let drawn = Rows::new(planned, planned, None);
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for source in &drawn.map.sources {
        rows.push(vec![
            Cell::painted(Role::Heading, visible(drawn.sources[source.source_place].0.id())),
            Cell::painted(Role::Heading, grouped(source.tokens)),
            Cell::painted(Role::Heading, explain::share(source.tokens, total)),
        ]);
        rows.extend(source.tools.iter().map(|tool| {
            vec![
                Cell::new(format!("  {}", visible(&drawn.table[tool.row].name))),
                Cell::new(grouped(tool.tokens)),
                Cell::new(explain::share(tool.tokens, total)),
            ]
        }));
    }
    if drawn.map.rounding != 0 {
        rows.push(vec![
            Cell::painted(Role::Aside, "counted as one text"),
            Cell::new(signed(drawn.map.rounding)),
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
