//! `roster cost`: whether deferring pays, and what the rejected alternatives come to.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::plan::status_of;
use super::terminal::Terminal;
use crate::explore::{Worth, alternatives};
use crate::report::{json, text};
use crate::scenario::Origin;
use std::io;

/// Weighs deferral by recorded use, and plans the alternatives that ADR-0123 rejected
#[derive(Debug, clap::Args)]
pub(super) struct CostArguments {
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
pub(super) fn run(arguments: &CostArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let Some(opened) = Opened::or_say(&arguments.file, &arguments.what_if.set, arguments.format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let (planned, title) = (&opened.planned, opened.subject().title);
    let (worth, others) = (Worth::new(planned), alternatives(planned));
    match arguments.format {
        Format::Text => terminal.say(&text::cost(planned, worth.as_ref(), &others, title, terminal.look()))?,
        Format::Json => terminal.say_json(&json::cost(planned, worth.as_ref(), &others))?,
    }
    Ok(status_of(&opened))
}
