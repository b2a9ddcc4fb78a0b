//! `roster plan`: the plan of a scenario.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::report::{json, text};
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
    format: Format,

    #[command(flatten)]
    what_if: WhatIf,
}

/// Runs it.
pub(super) fn run(arguments: &PlanArguments, terminal: &mut Terminal) -> io::Result<Status> {
    match Opened::or_say(&arguments.file, &arguments.what_if.set, arguments.format, terminal)? {
        Some(opened) => show(&opened, arguments.format, terminal),
        None => Ok(Status::CouldNotRun),
    }
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
