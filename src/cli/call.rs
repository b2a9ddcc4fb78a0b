//! `roster call`: what a run would see of one call.

use super::Status;
use super::explain::near_names;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::plan::status_of;
use super::terminal::Terminal;
use crate::call::trace;
use crate::diagnostics::{Problem, Sources};
use crate::report::{json, text};
use crate::scenario::{Approval, CallRequest, Origin, TOOL_CALL};
use serde_json::{Map, Value};
use std::io;

/// Traces one call through the pipeline: steps, events, and what the model gets back. Nothing is executed
///
/// The call goes through `tool.call`, unless `--direct` says that the model calls the tool by its own name. A wrapper as
/// the model wrote it is `roster call FILE tool.call '{"name": …}' --direct`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 the call was traced, whatever came of it; 1 the plan fails; 2 it could not run")]
pub(super) struct CallArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    file: Origin,

    /// The name that is called; it need not be one that is offered
    tool: String,

    /// The arguments as JSON
    #[arg(value_name = "JSON")]
    arguments: Option<String>,

    /// Call it by its own name instead of through `tool.call`
    #[arg(long)]
    direct: bool,

    /// In a turn that has consumed external content
    #[arg(long)]
    tainted: bool,

    /// The owner agrees, if asked
    #[arg(long, conflicts_with = "refuse")]
    approve: bool,

    /// The owner says no, if asked
    #[arg(long)]
    refuse: bool,

    /// A scope that is granted to this call, instead of the scenario's; may be given several times
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Option<Vec<String>>,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    #[command(flatten)]
    what_if: WhatIf,
}

/// Runs it. The exit code tells of the plan only: that a call is denied is an answer, not a failure.
pub(super) fn run(arguments: &CallArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let value = match arguments.arguments.as_deref().map(serde_json::from_str) {
        None => Value::Object(Map::new()),
        Some(Ok(value)) => value,
        Some(Err(error)) => {
            let problem = Problem::nowhere("bad-json", format!("the arguments are not JSON: {error}")).with_help(
                "put them in single quotes for the shell, names and texts inside in double ones: '{\"query\": \"x\"}'",
            );
            terminal.complain_about(&[problem], &Sources::default());
            return Ok(Status::CouldNotRun);
        }
    };
    let Some(opened) = Opened::or_say(&arguments.file, &arguments.what_if.set, arguments.format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let request = CallRequest {
        tool: arguments.tool.clone(),
        direct: arguments.direct,
        arguments: value,
        tainted: arguments.tainted,
        scopes: arguments.scopes.clone(),
        approval: match (arguments.approve, arguments.refuse) {
            (true, _) => Approval::Granted,
            (_, true) => Approval::Refused,
            _ => Approval::Waits,
        },
    };
    let trace = trace(&opened.planned, &request);
    match arguments.format {
        Format::Text => terminal.say(&text::call(&opened.subject(), &trace, terminal.look()))?,
        Format::Json => terminal.say_json(&json::call(&opened.planned, &trace))?,
    }
    if request.tool == TOOL_CALL && !request.direct {
        terminal.complain("note: a wrapper as the model wrote it is called with --direct");
    }
    // A name that nothing has is a fair question, and more often a slip of the pen.
    if opened.planned.roster.catalog.find(&request.tool).is_none() {
        let near = near_names(&request.tool, &opened.planned.roster);
        let hint = near.map_or_else(String::new, |near| format!("; {near}"));
        terminal.complain(&format!(
            "note: the scenario has no tool `{}`{hint}",
            crate::diagnostics::visible(&request.tool)
        ));
    }
    Ok(status_of(&opened))
}
