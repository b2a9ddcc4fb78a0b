//! `roster deploy`: what a change does to the sessions that are open when it comes.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::report::{json, text};
use crate::scenario::Origin;
use crate::session::Deploy;
use std::io;

/// Shows what the next message of each open session does: kept, rotated, resumed or failed
///
/// The sessions are those that AFTER lists, else those that BEFORE lists, else two examples. One that names no
/// `opened_under` was opened under BEFORE.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 fine, 1 a parked run fails, a session cannot be, or AFTER has no plan, 2 it could not run"
)]
pub(super) struct DeployArguments {
    /// The scenario as it stands: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    before: Origin,

    /// The scenario that is deployed
    #[arg(value_parser = origin())]
    after: Origin,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// What-ifs over AFTER
    #[command(flatten)]
    what_if: WhatIf,
}

/// Runs it.
pub(super) fn run(arguments: &DeployArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let Some(before) = Opened::or_say(&arguments.before, &[], arguments.format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let Some(after) = Opened::or_say(&arguments.after, &arguments.what_if.set, arguments.format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let deploy = Deploy::new(&before.planned, &after.planned, None);
    match arguments.format {
        Format::Text => terminal.say(&text::deploy(&deploy, terminal.look()))?,
        Format::Json => terminal.say_json(&json::deploy(&deploy))?,
    }
    if deploy.breaks_a_run() || deploy.lists_the_impossible() || deploy.after.plan.failure.is_some() {
        return Ok(Status::Fell);
    }
    Ok(Status::Fine)
}
