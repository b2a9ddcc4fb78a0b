//! What each server lists, into a file of its own.

use super::{One, ask_and_capture};
use crate::cli::Status;
use crate::cli::capture::{CaptureArguments, file};
use crate::cli::options::Format;
use crate::cli::terminal::Terminal;
use crate::diagnostics::visible;
use crate::inventory::Listing;
use crate::inventory::capture::{Captured, Ended, Fate, Target};
use crate::inventory::drift::Drift;
use crate::report::text::{capture_failed, captured_lines, masked};
use crate::report::{CapturedOutcome, CapturedServer, json};
use std::io;
use std::path::PathBuf;

/// A server with where it is written, and what lies there.
struct Placed<'a> {
    one: &'a One,
    path: Option<PathBuf>,
    before: Result<Option<Listing>, String>,
}

impl Placed<'_> {
    /// What is asked: nothing that could not be written in the end.
    fn target(&self) -> Option<&Target> {
        self.before.is_ok().then(|| self.one.target()).flatten()
    }
}

/// Runs it.
pub(super) fn run(arguments: &CaptureArguments, servers: &[One], terminal: &mut Terminal) -> io::Result<Status> {
    let folder = arguments.out.as_deref();
    let placed: Vec<Placed<'_>> = servers
        .iter()
        .map(|one| {
            let path = folder.map(|folder| folder.join(format!("{}.json", one.server.id)));
            let before = path.as_deref().map_or(Ok(None), file::before);
            Placed { one, path, before }
        })
        .collect();
    let targets: Vec<&Target> = placed.iter().filter_map(Placed::target).collect();
    let asked = targets.len();
    let answers = match ask_and_capture(arguments, &targets, folder, terminal) {
        Ok(answers) => answers,
        Err(status) => return Ok(status),
    };
    let mut ended = answers.ended.into_iter();
    let told: Vec<CapturedServer> = placed
        .into_iter()
        .map(|placed| {
            let ended = placed.target().and_then(|_| ended.next()).flatten();
            outcome(placed, ended, terminal)
        })
        .collect();
    match arguments.format {
        Format::Text => terminal.say(&captured_lines(&told, terminal.look()))?,
        Format::Json => terminal.say_json(&json::captured(&told))?,
    }
    let of = |word: &str| told.iter().filter(|server| server.outcome.word() == word).count();
    if folder.is_none() && of("ok") > 0 {
        terminal.complain("nothing was written: name a folder with `-o`");
    }
    Ok(if answers.is_stopped {
        let captured = of("ok");
        let written = if folder.is_some() { " and written" } else { "" };
        terminal.complain(&format!(
            "error: stopped; {captured} of {asked} were captured{written} before, and nothing is left running"
        ));
        Status::CouldNotRun
    } else if of("failed") > 0 {
        Status::Fell
    } else {
        Status::Fine
    })
}

/// What became of a server. What failed is told at length beside the table.
fn outcome(placed: Placed<'_>, ended: Option<Ended>, terminal: &mut Terminal) -> CapturedServer {
    let server = &placed.one.server;
    let failed = |message: String| CapturedOutcome::Failed { message, error: None };
    let has_file_before = matches!(placed.before, Ok(Some(_)));
    let name = visible(&server.name);
    let outcome = match (&placed.one.fate, placed.before, ended) {
        (Fate::Off, ..) => CapturedOutcome::Off,
        (Fate::Cannot(why), ..) if server.transport.is_of_client() => CapturedOutcome::Elsewhere(why.clone()),
        (Fate::Cannot(why), ..) => failed(why.clone()),
        (Fate::Target(_), Err(message), _) => {
            terminal.complain(&format!("error: {name}: {message}"));
            failed(message)
        }
        (Fate::Target(_), Ok(before), Some(Ok(captured))) => {
            if let Some(warning) = masked(&captured) {
                terminal.complain(&format!("warning: {name}: {warning}"));
            }
            match write(placed.path, &captured, &name, terminal) {
                Ok(file) => CapturedOutcome::Captured {
                    drift: before.map(|before| Box::new(Drift::new(&before, &captured.listing))),
                    captured: Box::new(captured),
                    file,
                },
                Err(message) => {
                    terminal.complain(&format!("error: {name}: {message}"));
                    failed(message)
                }
            }
        }
        (Fate::Target(_), _, Some(Err(error))) if super::is_stop(&error) => CapturedOutcome::Stopped,
        (Fate::Target(target), _, Some(Err(error))) => {
            terminal.complain(&capture_failed(&error, &target.blanked(), terminal.look()));
            CapturedOutcome::Failed {
                message: error.to_string(),
                error: Some(Box::new(error)),
            }
        }
        (Fate::Target(_), _, None) => failed("there was no thread to capture with".to_owned()),
    };
    CapturedServer {
        name: server.name.clone(),
        id: server.id.clone(),
        has_file_before,
        outcome,
    }
}

fn write(
    path: Option<PathBuf>,
    captured: &Captured,
    name: &str,
    terminal: &mut Terminal,
) -> Result<Option<String>, String> {
    let Some(path) = path else { return Ok(None) };
    if let Some(warning) = file::write(&path, &captured.listing)? {
        terminal.complain(&format!("{warning}: {name}"));
    }
    Ok(Some(path.display().to_string()))
}
