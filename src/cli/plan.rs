//! `roster plan`: the plan of a scenario.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::report::{csv, json, text};
use crate::scenario::Origin;
use std::io;

/// Prints the plan: who is defined, deferred, skipped and unavailable, and what it costs
#[derive(Debug, clap::Args)]
pub(super) struct PlanArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    file: Origin,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: PlanFormat,

    #[command(flatten)]
    what_if: WhatIf,
}

/// How a plan is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PlanFormat {
    Text,
    Json,
    /// The table of tools, for a spreadsheet
    Csv,
}

/// Runs it.
pub(super) fn run(arguments: &PlanArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let format = match arguments.format {
        PlanFormat::Text | PlanFormat::Csv => Format::Text,
        PlanFormat::Json => Format::Json,
    };
    let Some(opened) = Opened::or_say(&arguments.file, &arguments.what_if.set, format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    if arguments.format == PlanFormat::Csv {
        terminal.say(&csv::table(&opened.planned))?;
        return Ok(status_of(&opened));
    }
    show(&opened, format, terminal)
}

/// Prints a plan that was made.
pub(super) fn show(opened: &Opened, format: Format, terminal: &mut Terminal) -> io::Result<Status> {
    match format {
        Format::Text => terminal.say(&text::plan(&opened.subject(), terminal.look()))?,
        Format::Json => terminal.say_json(&json::plan(
            &opened.loaded.scenario,
            &opened.planned.roster,
            &opened.planned.plan,
        ))?,
    }
    Ok(status_of(opened))
}

/// Whether the plan stands.
pub(super) fn status_of(opened: &Opened) -> Status {
    if opened.planned.plan.failure.is_some() {
        Status::Fell
    } else {
        Status::Fine
    }
}
