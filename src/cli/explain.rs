//! `roster explain`: why one tool is where it is.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::plan::status_of;
use super::terminal::Terminal;
use crate::diagnostics::{Problem, Sources};
use crate::explore::Moves;
use crate::report::{json, text};
use crate::roster::{Roster, ToolId};
use crate::scenario::Origin;
use std::io;

/// Explains the decision about one tool: the numbers that made it, what would move it, and what the model reads of it
#[derive(Debug, clap::Args)]
pub(super) struct ExplainArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    file: Origin,

    /// The tool's registry name, such as `mcp.gmail_read.get_thread`
    tool: String,

    /// List every change that would move it, not only those of each kind with the smallest side effects
    #[arg(long)]
    all: bool,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    #[command(flatten)]
    what_if: WhatIf,
}

/// Runs it.
pub(super) fn run(arguments: &ExplainArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let Some(opened) = Opened::or_say(&arguments.file, &arguments.what_if.set, arguments.format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    // Several tools have one name where they conflict (domain §2).
    let catalog = &opened.planned.roster.catalog;
    let ids: Vec<ToolId> = catalog
        .ids()
        .filter(|id| *catalog.tool(*id).name == *arguments.tool)
        .collect();
    if ids.is_empty() {
        let problem = unknown(&arguments.tool, &opened.planned.roster);
        terminal.complain_about(&[problem], &Sources::default());
        return Ok(Status::CouldNotRun);
    }
    match arguments.format {
        Format::Text => {
            let parts: Vec<String> = ids
                .iter()
                .map(|&id| {
                    let moves = Moves::new(&opened.planned, id);
                    let moves = text::moves(&moves, arguments.all, terminal.look());
                    text::tool(&opened.subject(), id, &moves, terminal.look())
                })
                .collect();
            terminal.say(&parts.join("\n"))?;
        }
        Format::Json => {
            terminal.say_json(&json::tools(&opened.planned, &ids))?;
        }
    }
    Ok(status_of(&opened))
}

fn unknown(word: &str, roster: &Roster) -> Problem {
    let help =
        near_names(word, roster).unwrap_or_else(|| "`roster plan FILE` lists all tools of a scenario".to_owned());
    Problem::nowhere("unknown-tool", format!("the scenario has no tool `{word}`")).with_help(help)
}

/// The names that were perhaps meant, as a clause.
pub(super) fn near_names(word: &str, roster: &Roster) -> Option<String> {
    let near: Vec<String> = nearest_names(word, roster)
        .into_iter()
        .map(|name| format!("`{name}`"))
        .collect();
    match near.as_slice() {
        [] => None,
        [only] => Some(format!("did you mean {only}?")),
        many => Some(format!("the nearest names are {}", many.join(", "))),
    }
}

/// A few names that were perhaps meant: those that hold the word, else those that differ little.
fn nearest_names<'a>(word: &str, roster: &'a Roster) -> Vec<&'a str> {
    const NAMED: usize = 5;
    let word = word.to_lowercase();
    let mut near: Vec<(bool, usize, &str)> = roster
        .catalog
        .tools()
        .iter()
        .map(|tool| {
            let distance = strsim::damerau_levenshtein(&word, &tool.name);
            (!tool.name.contains(&word), distance, &*tool.name)
        })
        .filter(|(is_apart, distance, name)| !is_apart || *distance <= name.len().max(word.len()) / 3)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(NAMED).map(|(_, _, name)| name).collect()
}
