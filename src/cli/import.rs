//! `roster import`: a scenario from what a team already has.

use super::Status;
use super::options::Format;
use super::terminal::Terminal;
use crate::diagnostics::visible;
use crate::inventory::import::{Import, ImportError, gather, is_scenario_name, prepare, write};
use crate::plan::Planned;
use crate::report::{json, text};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Makes a scenario from tools/list answers, tool arrays of model APIs, and clients' configurations
///
/// Each source becomes one server or several, with its inventory beside the scenario and everything on. Importing into a
/// FILE that is there updates the inventories of its servers and adds new ones; toggles, overrides and notes stay.
/// What is to be written is shown first.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Sources: an answer to tools/list (result, response, bare array; pages one behind the other; a recorded\n\
                  session, a message a line), the tools of an OpenAI, Anthropic or Gemini request, or a configuration of\n\
                  Claude Desktop, Claude Code, Cursor, Windsurf, Cline, VS Code, Gemini, Codex or Zed. A configuration names\n\
                  servers but not their tools: `roster capture --config` takes them.\n\n\
                  Exit codes: 0 fine, 2 it could not run"
)]
pub(super) struct ImportArguments {
    /// Files, or `-` for standard input
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,

    /// The scenario to write (default: show what would come of it, and write nothing)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Writes without asking
    #[arg(short, long)]
    yes: bool,

    /// Shows what would be written, and writes nothing
    #[arg(short = 'n', long, conflicts_with = "yes")]
    dry_run: bool,

    /// How to write what is shown
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Where an import is prepared for while no file is named.
const UNNAMED: &str = "imported.yaml";

/// Runs it.
pub(super) fn run(arguments: &ImportArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let path = arguments.out.clone().unwrap_or_else(|| PathBuf::from(UNNAMED));
    if let Some(complaint) = unfit(&path) {
        terminal.complain(&complaint);
        return Ok(Status::CouldNotRun);
    }
    let sources = gather(&arguments.sources, &mut io::stdin().lock());
    // Without a name there is no file to update either, whatever lies in the working folder.
    let prepared = sources.and_then(|sources| match &arguments.out {
        Some(path) => prepare(&sources, path),
        None => tempfile::tempdir()
            .map_err(|error| {
                ImportError::Save(crate::scenario::SaveError::Disk {
                    path: path.clone(),
                    error,
                })
            })
            .and_then(|folder| prepare(&sources, &folder.path().join(UNNAMED))),
    });
    let import = match prepared {
        Ok(import) => import,
        Err(error) => {
            complain(&error, terminal);
            return Ok(Status::CouldNotRun);
        }
    };
    let planned = Arc::new(Planned::new(Arc::clone(&import.loaded.scenario), None));
    if arguments.format == Format::Text {
        terminal.say(&text::import(&import, &planned, terminal.look()))?;
    }
    let outcome = match &arguments.out {
        None => Outcome::Shown("nothing was written: name a FILE with -o"),
        Some(_) if arguments.dry_run => Outcome::Shown("nothing was written"),
        Some(_) if import.files.is_empty() => Outcome::Shown("everything is as it was: nothing to write"),
        Some(_) => ask_and_write(arguments, &import, terminal)?,
    };
    match (arguments.format, outcome) {
        (_, Outcome::Refused) => return Ok(Status::CouldNotRun),
        (Format::Json, outcome) => {
            let is_written = arguments.out.is_some().then_some(outcome == Outcome::Written);
            terminal.say_json(&json::import(&import, &planned, is_written))?;
        }
        (Format::Text, Outcome::Shown(why)) => terminal.say(&format!(
            "{}{why}\n",
            to_write(&import, "Would write", arguments.out.is_some())
        ))?,
        (Format::Text, Outcome::Written) => {
            let path = visible(&path.display().to_string());
            terminal.say(&format!(
                "{}Next: roster plan {path}, or roster {path} for the window\n",
                to_write(&import, "Wrote", arguments.out.is_some())
            ))?;
        }
    }
    Ok(Status::Fine)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Shown(&'static str),
    Written,
    Refused,
}

/// A name that no scenario can have.
fn unfit(path: &Path) -> Option<String> {
    let shown = visible(&path.display().to_string());
    if path.is_dir() {
        return Some(format!(
            "error: `{shown}` is a folder\n  help: name a file in it, such as {shown}/my-servers.yaml"
        ));
    }
    (!is_scenario_name(path)).then(|| format!("error: a scenario's name ends in `.yaml`, not as `{shown}`\n  help: name the file to write with -o my-servers.yaml"))
}

fn ask_and_write(arguments: &ImportArguments, import: &Import, terminal: &mut Terminal) -> io::Result<Outcome> {
    let can_ask = io::stdin().is_terminal() && !arguments.sources.iter().any(|source| source.as_os_str() == "-");
    let changed = import.files.iter().filter(|file| !file.is_new);
    let changed: Vec<String> = changed.map(|file| file.path.display().to_string()).collect();
    if !arguments.yes && can_ask {
        let question = format!("{}Write? [y/N] ", to_write(import, "To write", arguments.out.is_some()));
        if !terminal.confirmed(&question)? {
            return Ok(Outcome::Shown("nothing was written"));
        }
    } else if !arguments.yes && !changed.is_empty() {
        terminal.complain(&format!(
            "error: files that are there would change, and there is nobody to ask: {}\n  help: look with --dry-run, then add --yes",
            visible(&changed.join(", "))
        ));
        return Ok(Outcome::Refused);
    }
    match write(&import.files) {
        Ok(()) => Ok(Outcome::Written),
        Err(error) => {
            terminal.complain(&format!("error: {}", visible(&error.to_string())));
            Ok(Outcome::Refused)
        }
    }
}

/// The files, a line each.
fn to_write(import: &Import, heading: &str, is_named: bool) -> String {
    if import.files.is_empty() || !is_named {
        return String::new();
    }
    let mut text = format!("\n{heading}\n");
    for file in &import.files {
        let path = visible(&file.path.display().to_string());
        text.push_str(&format!("  {path} ({})\n", file.change()));
    }
    text
}

fn complain(error: &ImportError, terminal: &mut Terminal) {
    match error {
        ImportError::Problems {
            whose,
            problems,
            sources,
        } => {
            terminal.complain_about(problems, sources);
            terminal.complain(whose);
        }
        ImportError::Save(error) => terminal.complain(&format!("error: {}", visible(&error.to_string()))),
    }
}
