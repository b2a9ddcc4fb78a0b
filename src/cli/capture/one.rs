//! One server into one file.

use super::ask::{Answer, NOBODY, NOTHING, may_ask};
use super::{CaptureArguments, file};
use crate::cli::terminal::Terminal;
use crate::cli::{Status, interrupt};
use crate::diagnostics::visible;
use crate::inventory::capture::{Cancel, CaptureError, Captured, Options, Target, capture};
use crate::inventory::drift::Drift;
use crate::report::text::{capture_failed, captured, masked};
use std::cell::RefCell;
use std::io;
use std::path::Path;

/// Runs it.
pub(super) fn run(arguments: &CaptureArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let path = arguments.out.as_deref().filter(|path| *path != Path::new("-"));
    // Before anything is started: what could not be written in the end.
    let before = match path.map(file::before).transpose() {
        Ok(before) => before.flatten(),
        Err(message) => {
            terminal.complain(&format!("error: {message}"));
            return Ok(Status::CouldNotRun);
        }
    };
    let Ok(captured_now) = fresh(arguments, path.and_then(Path::parent), terminal) else {
        return Ok(Status::CouldNotRun);
    };
    match path {
        None => terminal.say(&captured_now.listing.to_file_text())?,
        Some(path) => match file::write(path, &captured_now.listing) {
            Ok(warning) => warning.iter().for_each(|warning| terminal.complain(warning)),
            Err(message) => {
                terminal.complain(&format!("error: {message}"));
                return Ok(Status::CouldNotRun);
            }
        },
    }
    terminal.complain(captured(&captured_now).trim_end());
    if let Some(warning) = masked(&captured_now) {
        terminal.complain(&format!("warning: {warning}"));
    }
    if let Some(before) = before {
        let verdict = Drift::new(&before, &captured_now.listing).verdict();
        terminal.complain(&format!("beside what the file held: {verdict}"));
    }
    Ok(Status::Fine)
}

/// Captures what the arguments name, after asking. The folder to write into is made before anything starts. What goes wrong
/// is told; `Err` is what the server did, if it came to that.
pub(super) fn fresh(
    arguments: &CaptureArguments,
    folder: Option<&Path>,
    terminal: &mut Terminal,
) -> Result<Captured, Option<CaptureError>> {
    let target = match super::target::target(arguments) {
        Ok(target) => target,
        Err(message) => {
            terminal.complain(&format!("error: {}", visible_lines(&message)));
            return Err(None);
        }
    };
    // Who names an address has agreed that it is asked.
    if matches!(target, Target::Program(_)) {
        match may_ask(&[&target], arguments.yes, terminal) {
            Answer::Yes => {}
            Answer::No => {
                terminal.complain(NOTHING);
                return Err(None);
            }
            Answer::Nobody => {
                terminal.complain(&format!("error: {NOBODY}"));
                return Err(None);
            }
        }
    }
    if let Err(message) = folder.map_or(Ok(()), file::make_folder) {
        terminal.complain(&format!("error: {message}"));
        return Err(None);
    }
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let options = Options {
        timeout: arguments.timeout,
    };
    let shared = RefCell::new(&mut *terminal);
    let ended = capture(
        &target,
        options,
        &|progress| shared.borrow_mut().progress(&visible(&progress.to_string())),
        &cancel,
    );
    terminal.progress("");
    ended.map_err(|error| {
        terminal.complain(&capture_failed(&error, &target.blanked(), terminal.look()));
        Some(error)
    })
}

/// Our own lines with words of a person in them.
fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}
