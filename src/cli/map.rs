//! `roster map`: where the definition tokens go, and which tools are nearly the same.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::plan::status_of;
use super::terminal::Terminal;
use crate::explore::alike;
use crate::report::{json, text};
use crate::scenario::Origin;
use std::io;

/// Prints definition tokens by source and tool, and tools that differ by an account only
#[derive(Debug, clap::Args)]
pub(super) struct MapArguments {
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
pub(super) fn run(arguments: &MapArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let Some(opened) = Opened::or_say(&arguments.file, &arguments.what_if.set, arguments.format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let (planned, title) = (&opened.planned, opened.subject().title);
    let alike = alike(planned);
    match arguments.format {
        Format::Text => terminal.say(&text::map(planned, &alike, title, terminal.look()))?,
        Format::Json => terminal.say_json(&json::map(planned, &alike))?,
    }
    Ok(status_of(&opened))
}
