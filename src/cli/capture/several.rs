//! `--config`: all servers of a client's configuration, some at a time, each told in a line.

use super::ask::{Answer, may_start};
use super::check::{NotCompared, Stored};
use super::{CaptureArguments, check, file};
use crate::cli::options::Format;
use crate::cli::terminal::Terminal;
use crate::cli::{Status, interrupt};
use crate::diagnostics::{suggest, visible};
use crate::inventory::capture::{Cancel, Captured, Ended, Fate, Options, Target, capture_several};
use crate::inventory::client_config::{ConfiguredServer, read};
use crate::report::text::{CapturedLine, capture_failed, captured_lines};
use crate::report::{json, text};
use crate::scenario::{Loaded, MAX_FILE_BYTES, Origin, load};
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs it.
pub(super) fn run(arguments: &CaptureArguments, path: &Path, terminal: &mut Terminal) -> io::Result<Status> {
    let told = |message: String| NotCompared::Told(message);
    let servers = match chosen(arguments, path) {
        Ok(servers) => servers,
        Err(message) => return Ok(told(message).tell(terminal)),
    };
    let stored = match arguments.check.as_ref().map(StoredServers::of).transpose() {
        Ok(stored) => stored,
        Err(error) => return Ok(error.tell(terminal)),
    };
    if let Some(folder) = &arguments.out
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let shown = visible(&folder.display().to_string());
        return Ok(told(format!("cannot use the folder `{shown}`: {error}")).tell(terminal));
    }
    let fates: Vec<Fate> = servers
        .iter()
        .map(|server| Fate::of(server, |name| std::env::var(name).ok()))
        .collect();
    let programs = fates.iter().filter_map(|fate| match fate {
        Fate::Target(Target::Program(program)) => Some(program),
        _ => None,
    });
    match may_start(&programs.collect::<Vec<_>>(), arguments.yes, terminal) {
        Answer::Yes => {}
        Answer::No => return Ok(told("nothing was started".to_owned()).tell(terminal)),
        Answer::Nobody => return Ok(told(super::ask::NOBODY.to_owned()).tell(terminal)),
    }
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let options = Options {
        timeout: arguments.timeout,
    };
    let ended = all(&fates, options, &cancel, terminal);
    match stored {
        None => tell_captured(arguments, &servers, &fates, ended, terminal),
        Some(stored) => tell_drift(arguments, &stored, &servers, &fates, ended, terminal),
    }
}

/// The servers of the configuration that were asked for.
fn chosen(arguments: &CaptureArguments, path: &Path) -> Result<Vec<ConfiguredServer>, String> {
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
    let mut servers = config.map(|config| config.servers).unwrap_or_default();
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
    if !arguments.only.is_empty() {
        servers.retain(|server| arguments.only.contains(&server.name));
    }
    Ok(servers)
}

/// Captures all that can be. What could not be is `None`.
fn all(fates: &[Fate], options: Options, cancel: &Cancel, terminal: &mut Terminal) -> Vec<Option<Ended>> {
    let targets = fates.iter().enumerate().filter_map(|(place, fate)| match fate {
        Fate::Target(target) => Some((place, target)),
        _ => None,
    });
    let (places, targets): (Vec<usize>, Vec<&Target>) = targets.unzip();
    let mut ended: Vec<Option<Ended>> = fates.iter().map(|_| None).collect();
    let mut done = 0;
    let result = capture_several(&targets, options, cancel, &mut |place, result| {
        done += 1;
        terminal.progress(&format!("{done} of {} servers", targets.len()));
        ended[places[place]] = Some(result);
    });
    terminal.progress("");
    if let Err(error) = result {
        terminal.complain(&format!("warning: no thread to capture with: {error}"));
    }
    ended
}

/// A line for each server; what failed is told at length beside it.
fn tell_captured(
    arguments: &CaptureArguments,
    servers: &[ConfiguredServer],
    fates: &[Fate],
    ended: Vec<Option<Ended>>,
    terminal: &mut Terminal,
) -> io::Result<Status> {
    let mut lines = Vec::new();
    let mut has_failed = false;
    for ((server, fate), ended) in servers.iter().zip(fates).zip(ended) {
        let line = match (fate, ended) {
            (Fate::Off, _) => CapturedLine::Off,
            (Fate::Cannot(why), _) => CapturedLine::Failed(why.clone()),
            (Fate::Target(_), Some(Ok(captured))) => match write(arguments, server, &captured) {
                Ok(path) => CapturedLine::Captured(Box::new(captured), path),
                Err(message) => CapturedLine::Failed(message),
            },
            (Fate::Target(target), Some(Err(error))) => {
                terminal.complain(&capture_failed(&error, &target.blanked(), terminal.look()));
                CapturedLine::Failed(error.to_string())
            }
            (Fate::Target(_), None) => CapturedLine::Failed("there was no thread to capture with".to_owned()),
        };
        has_failed |= matches!(line, CapturedLine::Failed(_));
        lines.push((server.name.as_str(), line));
    }
    terminal.say(&captured_lines(&lines, terminal.look()))?;
    Ok(if has_failed { Status::Fell } else { Status::Fine })
}

fn write(
    arguments: &CaptureArguments,
    server: &ConfiguredServer,
    captured: &Captured,
) -> Result<Option<String>, String> {
    let Some(folder) = &arguments.out else { return Ok(None) };
    let path = folder.join(format!("{}.json", server.id));
    file::before(&path)?;
    file::write(&path, &captured.listing)?;
    Ok(Some(path.display().to_string()))
}

/// Where the inventories of several servers are stored.
enum StoredServers {
    /// One file each in a folder, as `-o` writes them.
    Folder(PathBuf),
    /// Those of a scenario.
    Scenario(Origin, Arc<Loaded>),
}

impl StoredServers {
    fn of(origin: &Origin) -> Result<Self, NotCompared> {
        match origin {
            Origin::Disk(path) if path.is_dir() => Ok(Self::Folder(path.clone())),
            origin => match load(origin, &[]) {
                Ok(loaded) => Ok(Self::Scenario(origin.clone(), Arc::new(loaded))),
                Err(failed) => Err(NotCompared::Problems(Box::new(failed))),
            },
        }
    }

    /// `None` where nothing is stored of a server.
    fn stored(&self, id: &str) -> Result<Option<Stored>, NotCompared> {
        match self {
            Self::Folder(folder) => {
                let path = folder.join(format!("{id}.json"));
                path.exists().then(|| Stored::of(&Origin::Disk(path), None)).transpose()
            }
            Self::Scenario(origin, loaded) => {
                let is_there = Stored::servers(loaded).iter().any(|known| known == id);
                is_there.then(|| Stored::in_scenario(origin, loaded, id)).transpose()
            }
        }
    }
}

/// The drift of every server that both have. One that could not be asked is no proof that it is as stored.
fn tell_drift(
    arguments: &CaptureArguments,
    all_stored: &StoredServers,
    servers: &[ConfiguredServer],
    fates: &[Fate],
    ended: Vec<Option<Ended>>,
    terminal: &mut Terminal,
) -> io::Result<Status> {
    let mut status = Status::Fine;
    let mut values: Vec<Value> = Vec::new();
    for ((server, fate), ended) in servers.iter().zip(fates).zip(ended) {
        let shown = visible(&server.name);
        let stored = match all_stored.stored(&server.id) {
            Ok(Some(stored)) => stored,
            Ok(None) => {
                terminal.complain(&format!("{shown}: nothing is stored under `{}`", server.id));
                continue;
            }
            Err(error) => {
                status = status.max(error.tell(terminal));
                continue;
            }
        };
        let captured = match (fate, ended) {
            (Fate::Off, _) => {
                terminal.complain(&format!("{shown}: switched off in the configuration"));
                continue;
            }
            (Fate::Target(_), Some(Ok(captured))) => captured,
            (Fate::Target(target), Some(Err(error))) => {
                terminal.complain(&capture_failed(&error, &target.blanked(), terminal.look()));
                values.push(json::not_captured(&server.id, &error));
                status = Status::CouldNotRun;
                continue;
            }
            (Fate::Cannot(why), _) => {
                status = NotCompared::Told(format!("{shown}: {}", visible(why))).tell(terminal);
                continue;
            }
            (Fate::Target(_), None) => {
                status = Status::CouldNotRun;
                continue;
            }
        };
        match stored.against(captured.listing) {
            Ok(drifted) => {
                status = status.max(check::status(&drifted));
                match arguments.format {
                    Format::Text => terminal.say(&format!("{}\n", text::drift(&drifted, terminal.look())))?,
                    Format::Json => values.push(json::drifted(&drifted)),
                }
            }
            Err(error) => status = error.tell(terminal),
        }
    }
    if arguments.format == Format::Json {
        terminal.say_json(&json::drift(&values))?;
    }
    Ok(status)
}
