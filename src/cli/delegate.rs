//! `roster delegate`: what a delegated child gets.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::report::{json, text};
use crate::scenario::Origin;
use crate::session::{Child, delegate};
use std::io;

/// Plans the child of a brief: the tools that it names as definitions, deferred ones included
///
/// Without a TOOL, the briefs that the file lists under `delegations`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 fine, 1 a name is refused or a plan fails, 2 it could not run")]
pub(super) struct DelegateArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    file: Origin,

    /// Registry names that the brief holds
    #[arg(value_name = "TOOL")]
    tools: Vec<String>,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    #[command(flatten)]
    what_if: WhatIf,
}

/// Runs it.
pub(super) fn run(arguments: &DelegateArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let Some(opened) = Opened::or_say(&arguments.file, &arguments.what_if.set, arguments.format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let planned = &opened.planned;
    let briefs: Vec<(String, Vec<String>)> = if arguments.tools.is_empty() {
        let listed = planned.scenario.runs.delegations.iter();
        listed.map(|brief| (brief.name.clone(), brief.tools.clone())).collect()
    } else {
        vec![("The brief".to_owned(), arguments.tools.clone())]
    };
    let children: Vec<(String, Child)> = briefs
        .into_iter()
        .map(|(name, tools)| (name, delegate(planned, &tools)))
        .collect();
    match arguments.format {
        Format::Text => terminal.say(&text::delegations(
            opened.subject().title,
            planned,
            &children,
            terminal.look(),
        ))?,
        Format::Json => terminal.say_json(&json::delegations(planned, &children))?,
    }
    let is_good = |(_, child): &(String, Child)| {
        let plan = child.planned.as_ref().map(|planned| &planned.plan);
        plan.is_some_and(|plan| plan.failure.is_none())
    };
    let is_fine = planned.plan.failure.is_none() && children.iter().all(is_good);
    Ok(if is_fine { Status::Fine } else { Status::Fell })
}
