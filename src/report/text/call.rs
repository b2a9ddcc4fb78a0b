//! A traced call as text: the steps, the events with what a client shows, the result with its trust.

use super::Subject;
use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::call::{CALL_ID, Step, StepVerdict, Trace, explain};
use crate::diagnostics::visible;
use crate::scenario::{CallOutcome, TOOL_CALL, Trust};
use std::fmt::Write as _;

/// A whole trace.
pub fn call(subject: &Subject<'_>, trace: &Trace, look: Look) -> String {
    let mut out = super::plan::head(subject, look);
    let role = match trace.outcome {
        CallOutcome::Completed => Role::Good,
        CallOutcome::ApprovalRequired => Role::Warning,
        CallOutcome::Denied | CallOutcome::Failed => Role::Bad,
    };
    let verdict = visible(&explain::verdict(trace));
    let _ = writeln!(out, "\n{}", look.paint(role, &verdict));
    out.push_str(&paragraph(&visible(&how(trace)), look.columns, "", ""));
    let _ = write!(out, "\n{}\n{}", look.paint(Role::Heading, "Steps"), steps(trace, look));
    if !trace.events.is_empty() {
        let heading = format!("Events, all under {CALL_ID}");
        let _ = write!(
            out,
            "\n{}\n{}",
            look.paint(Role::Heading, &heading),
            events(trace, look)
        );
    }
    let _ = write!(
        out,
        "\n{}\n{}",
        look.paint(Role::Heading, "Result"),
        result(trace, look)
    );
    out
}

/// What was asked, in a sentence.
fn how(trace: &Trace) -> String {
    let request = &trace.request;
    let through = if request.direct && request.tool == TOOL_CALL {
        "A wrapper as the model wrote it"
    } else if request.direct {
        "Called by its own name"
    } else {
        "Called through tool.call"
    };
    let turn = if request.tainted {
        "a turn that consumed external content"
    } else {
        "a clean turn"
    };
    format!("{through}, in {turn}, with {}", request.arguments)
}

fn steps(trace: &Trace, look: Look) -> String {
    let column = |heading, fit| Column {
        heading,
        align: Align::Left,
        fit,
    };
    let rows: Vec<Vec<Cell>> = trace.steps.iter().map(step).collect();
    let columns = [
        column("", Fit::Whole),
        column("step", Fit::Whole),
        column("rule", Fit::Drop(0)),
        column("what it found", Fit::Wrap),
    ];
    table(&columns, &rows, look)
}

fn step(step: &Step) -> Vec<Cell> {
    let role = match step.verdict {
        StepVerdict::Passed => Role::Good,
        StepVerdict::Waits => Role::Warning,
        StepVerdict::Stopped(_) => Role::Bad,
        StepVerdict::NotNeeded | StepVerdict::NotReached => Role::Aside,
    };
    let found = match step.verdict {
        StepVerdict::NotReached => "not reached".to_owned(),
        StepVerdict::Stopped(code) => format!("{}. {}", code.id(), explain::finding(&step.finding)),
        _ => explain::finding(&step.finding),
    };
    vec![
        Cell::painted(role, explain::verdict_word(step.verdict)),
        Cell::new(explain::title(step.kind)),
        Cell::painted(Role::Aside, step.kind.rule()),
        Cell::new(visible(&found)),
    ]
}

fn events(trace: &Trace, look: Look) -> String {
    let column = |heading, align, fit| Column { heading, align, fit };
    let rows: Vec<Vec<Cell>> = trace
        .events
        .iter()
        .enumerate()
        .map(|(place, event)| {
            vec![
                Cell::new((place + 1).to_string()),
                Cell::new(event.kind.id()),
                Cell::new(visible(&event.name)),
                Cell::painted(Role::Aside, visible(&event.shown())),
            ]
        })
        .collect();
    let columns = [
        column("", Align::Right, Fit::Whole),
        column("event", Align::Left, Fit::Whole),
        column("name", Align::Left, Fit::Whole),
        column("the client shows", Align::Left, Fit::Drop(0)),
    ];
    table(&columns, &rows, look)
}

fn result(trace: &Trace, look: Look) -> String {
    let rows = match trace.invocations.as_slice() {
        [] => "No invocation row".to_owned(),
        names => format!("One invocation row, {}", visible(&names.join(", "))),
    };
    let Some(item) = &trace.result else {
        let why = if trace.events.is_empty() {
            "None: there is no run."
        } else {
            "None yet: the run is parked."
        };
        return paragraph(&format!("{why} {rows}."), look.columns, "  ", "  ");
    };
    let kind = if item.is_error { ", an error" } else { "" };
    let head = format!(
        "Answers {}, replayed as {}{kind}. {rows}.",
        item.call_id,
        visible(&item.answers)
    );
    let mut out = paragraph(&head, look.columns, "  ", "  ");
    for part in &item.parts {
        let role = match part.trust {
            Trust::Trusted => Role::Aside,
            Trust::ExternalUntrusted => Role::Warning,
        };
        let what = if part.is_schema { "input schema, " } else { "" };
        let heading = format!("{what}{}", explain::trust_words(part.trust));
        let _ = writeln!(out, "  {}", look.paint(role, &heading));
        for line in part.text.lines() {
            let _ = writeln!(out, "    {}", visible(line));
        }
    }
    out
}
