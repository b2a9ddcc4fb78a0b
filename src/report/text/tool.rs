//! The decision about one tool as text: outcome, numbers, and what the model reads of it.

use super::Subject;
use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::plan::explain::{self, grouped};
use crate::plan::{Settings, Trust};
use crate::roster::{SourceRef, Tool, ToolId};
use crate::scenario::Lane;
use std::fmt::Write as _;

/// The decision about one tool. `moves` is what would move it, as text.
pub fn tool(subject: &Subject<'_>, id: ToolId, moves: &str, look: Look) -> String {
    let (plan, roster) = (subject.plan, subject.roster);
    let (tool, decision) = (roster.catalog.tool(id), plan.decision(id));
    let mut out = super::plan::head(subject, look);
    let lane = look.paint(Role::Lane(decision.outcome), decision.outcome.id());
    let name = look.paint(Role::Heading, &visible(&tool.name));
    let _ = writeln!(out, "\n{name}: {lane}");
    let detail = visible(&explain::detail(plan, roster, id));
    out.push_str(&paragraph(&detail, look.columns, "", ""));
    let settings = Settings::of(subject.scenario);
    let binding = visible(&explain::binding(plan, roster, &settings));
    let _ = write!(
        out,
        "\n{}\n{}\n{}\n{moves}",
        facts(subject, id, look),
        look.paint(Role::Heading, "What binds"),
        paragraph(&binding, look.columns, "  ", "  ")
    );
    let heading = if decision.outcome == Lane::Deferred {
        "Index line, as the model reads it"
    } else {
        "Index line, were it deferred"
    };
    let _ = write!(
        out,
        "\n{}\n  {}\n",
        look.paint(Role::Heading, heading),
        visible(&tool.entry.text)
    );
    let heading = if decision.outcome == Lane::Defined {
        "Definition, as sent"
    } else {
        "Definition, were it sent"
    };
    let _ = write!(
        out,
        "\n{}\n{}",
        look.paint(Role::Heading, heading),
        definition(&tool.contract_json)
    );
    out
}

/// One `what  value` line a fact.
fn facts(subject: &Subject<'_>, id: ToolId, look: Look) -> String {
    let plan = subject.plan;
    let (tool, decision) = (subject.roster.catalog.tool(id), plan.decision(id));
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut fact = |what: &str, value: String| {
        rows.push(vec![Cell::painted(Role::Aside, what), Cell::new(visible(&value))]);
    };
    fact(
        "reason",
        format!("{}, rule {}", decision.reason.code(), decision.reason.rule()),
    );
    fact(
        "rank",
        decision
            .rank
            .map_or_else(|| "none".to_owned(), |rank| format!("{rank} of {}", plan.ranked.len())),
    );
    if let Some(slot) = decision.slot {
        fact("slot", format!("{slot} of {}", plan.defined.len()));
    }
    if let Some(entry) = decision.entry {
        fact("index line", format!("{entry} of {}", plan.deferred.len()));
        let envelope = plan.index.blocks.iter().find(|block| block.entries.contains(&id));
        let word = match envelope.map(|block| block.trust) {
            Some(Trust::ExternalUntrusted) => "untrusted",
            _ => "trusted",
        };
        fact("index block", word.to_owned());
    }
    let measured = if tool.measured_tokens.is_some() {
        ", measured"
    } else {
        ""
    };
    fact(
        "definition tokens",
        format!("{}{measured}", grouped(decision.definition_tokens)),
    );
    fact("index tokens", grouped(decision.index_tokens));
    fact("source", source(tool));
    if let Some(remote) = &tool.remote_name {
        fact("remote name", remote.to_string());
    }
    fact("side effect", tool.side_effect.id().to_owned());
    if !tool.requires.is_empty() {
        fact("requires", tool.requires.join(", "));
    }
    let column = |fit| Column {
        heading: "",
        align: Align::Left,
        fit,
    };
    table(&[column(Fit::Whole), column(Fit::Wrap)], &rows, look)
}

fn source(tool: &Tool) -> String {
    match &tool.source {
        SourceRef::Builtin => "builtin".to_owned(),
        SourceRef::Remote(kind, id) => format!("{} {id}", kind.word()),
    }
}

/// The contract over several lines; the model gets it in one.
fn definition(contract_json: &str) -> String {
    let pretty = serde_json::from_str::<serde_json::Value>(contract_json)
        .and_then(|value| serde_json::to_string_pretty(&value))
        .unwrap_or_else(|_| contract_json.to_owned());
    pretty.lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "  {}", visible(line));
        out
    })
}
