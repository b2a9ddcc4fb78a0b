//! `--config`: all servers of a client's configuration, some at a time, each told in a line.

mod captured;
mod drift;

use super::ask::{Answer, NOBODY, NOTHING, may_ask};
use super::check::NotCompared;
use super::{CaptureArguments, file};
use crate::cli::terminal::Terminal;
use crate::cli::{Status, interrupt};
use crate::diagnostics::{suggest, visible};
use crate::inventory::capture::{Cancel, CaptureError, Cause, Ended, Fate, Options, Target, capture_several};
use crate::inventory::client_config::{ConfiguredServer, read};
use crate::scenario::MAX_FILE_BYTES;
use std::io;
use std::path::Path;

/// A configuration, and what is asked of it.
struct Configured {
    /// All of its servers.
    servers: Vec<ConfiguredServer>,
    /// Those that a person wants.
    chosen: Vec<One>,
}

/// A server that a person wants.
struct One {
    server: ConfiguredServer,
    fate: Fate,
}

impl One {
    fn target(&self) -> Option<&Target> {
        match &self.fate {
            Fate::Target(target) => Some(target),
            Fate::Off | Fate::Cannot(_) => None,
        }
    }
}

/// Runs it.
pub(super) fn run(arguments: &CaptureArguments, path: &Path, terminal: &mut Terminal) -> io::Result<Status> {
    let configured = match configured(arguments, path) {
        Ok(configured) => configured,
        Err(message) => return Ok(NotCompared::Told(message).tell(terminal)),
    };
    for one in configured.chosen.iter().filter(|one| one.target().is_some()) {
        if let Some(env_file) = &one.server.env_file {
            let (name, env_file) = (visible(&one.server.name), visible(env_file));
            terminal.complain(&format!(
                "warning: {name}: its `envFile` {env_file} is not read here\n  help: name what it needs of it in its `env`, as \
                 in `\"KEY\": \"${{KEY}}\"`, and set that here"
            ));
        }
    }
    match &arguments.check {
        None => captured::run(arguments, &configured.chosen, terminal),
        Some(origin) => drift::run(arguments, origin, &configured, terminal),
    }
}

/// The servers of the configuration. Their ids are those of the whole of it, whichever are asked for.
fn configured(arguments: &CaptureArguments, path: &Path) -> Result<Configured, String> {
    let shown = visible(&path.display().to_string());
    let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    if size > MAX_FILE_BYTES {
        return Err(format!("`{shown}` is larger than {} MiB", MAX_FILE_BYTES >> 20));
    }
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    let config = read(&text).map_err(|error| {
        let place = error
            .place
            .map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
        format!("{}\n  --> {shown}{place}", visible(&error.message))
    })?;
    let servers = config.map(|config| config.servers).unwrap_or_default();
    if servers.is_empty() {
        return Err(format!(
            "`{shown}` names no servers\n  help: name the configuration of a client, such as `.mcp.json`"
        ));
    }
    for name in &arguments.only {
        if !servers.iter().any(|server| server.name == *name) {
            let near = suggest(name, servers.iter().map(|server| server.name.as_str()));
            return Err(format!(
                "`{shown}` has no server `{}`\n  help: {}",
                visible(name),
                visible(&near)
            ));
        }
    }
    let chosen = servers
        .iter()
        .filter(|server| arguments.only.is_empty() || arguments.only.contains(&server.name))
        .map(|server| One {
            fate: Fate::of(server, |name| std::env::var(name).ok()),
            server: server.clone(),
        })
        .collect();
    Ok(Configured { servers, chosen })
}

/// What became of those that were to be asked, one for each target.
struct Answers {
    /// `None` where there was no thread for it.
    ended: Vec<Option<Ended>>,
    is_stopped: bool,
}

/// Asks the person, makes the folder to write into, and captures all of them. `Err` where it did not come to that.
fn ask_and_capture(
    arguments: &CaptureArguments,
    targets: &[&Target],
    folder: Option<&Path>,
    terminal: &mut Terminal,
) -> Result<Answers, Status> {
    let told = |message: String| NotCompared::Told(message);
    match may_ask(targets, arguments.yes, terminal) {
        Answer::Yes => {}
        Answer::No => return Err(told(NOTHING.to_owned()).tell(terminal)),
        Answer::Nobody => return Err(told(NOBODY.to_owned()).tell(terminal)),
    }
    if let Err(message) = folder.map_or(Ok(()), file::make_folder) {
        return Err(told(message).tell(terminal));
    }
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let options = Options {
        timeout: arguments.timeout,
    };
    let mut ended: Vec<Option<Ended>> = targets.iter().map(|_| None).collect();
    let mut done = 0;
    let result = capture_several(targets, options, &cancel, &mut |place, result| {
        done += 1;
        terminal.progress(&format!("{done} of {} servers", targets.len()));
        ended[place] = Some(result);
    });
    terminal.progress("");
    if let Err(error) = result {
        terminal.complain(&format!("warning: no thread to capture with: {error}"));
    }
    let is_stopped = ended.iter().flatten().any(|ended| ended.as_ref().is_err_and(is_stop));
    Ok(Answers { ended, is_stopped })
}

/// Whether a person ended it.
fn is_stop(error: &CaptureError) -> bool {
    error.cause == Cause::Cancelled
}
