//! `--config` with `--check`: each server of the configuration beside what is stored of it.

use super::{Configured, One, ask_and_capture, is_stop};
use crate::cli::Status;
use crate::cli::capture::CaptureArguments;
use crate::cli::capture::check::{self, NotCompared, Stored};
use crate::cli::options::Format;
use crate::cli::terminal::Terminal;
use crate::diagnostics::visible;
use crate::inventory::ServerIds;
use crate::inventory::capture::{Ended, Fate, Target};
use crate::inventory::client_config::ConfiguredServer;
use crate::report::text::{capture_failed, masked};
use crate::report::{Checked, json, text};
use crate::scenario::{Loaded, Origin, load};
use serde_json::Value;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Where the inventories of several servers are stored.
enum StoredServers {
    /// One file each in a folder, as `-o` writes them.
    Folder(PathBuf),
    /// Those of a scenario.
    Scenario(Origin, Arc<Loaded>),
}

/// A server of both, with what is stored of it.
struct Pair<'a> {
    one: &'a One,
    stored: Stored,
}

/// What the check has come to so far.
struct Found {
    checked: Checked,
    values: Vec<Value>,
    status: Status,
}

/// Runs it.
pub(super) fn run(
    arguments: &CaptureArguments,
    origin: &Origin,
    configured: &Configured,
    terminal: &mut Terminal,
) -> io::Result<Status> {
    let stored = match StoredServers::of(origin) {
        Ok(stored) => stored,
        Err(error) => return Ok(error.tell(terminal)),
    };
    let mut found = Found {
        checked: Checked {
            not_configured: stored.not_in(&configured.servers),
            inline: stored.inline(),
            ..Checked::default()
        },
        values: Vec::new(),
        status: Status::Fine,
    };
    tell_same_ids(&configured.servers, terminal);
    let mut pairs = Vec::new();
    for one in &configured.chosen {
        pairs.extend(pair(one, &stored, &mut found, terminal));
    }
    // Nothing is started for no comparison.
    let targets: Vec<&Target> = pairs.iter().filter_map(|pair| pair.one.target()).collect();
    if !targets.is_empty() {
        let answers = match ask_and_capture(arguments, &targets, None, terminal) {
            Ok(answers) => answers,
            Err(status) => return Ok(status),
        };
        for (pair, ended) in pairs.into_iter().zip(answers.ended) {
            compare(arguments, pair, ended, &mut found, terminal)?;
        }
        if answers.is_stopped {
            terminal.complain("error: stopped; nothing was written, and nothing is left running");
        }
    }
    if found.checked.compared.is_empty() {
        let shown = visible(&origin.shown());
        let why = if found.checked.failed.is_empty() {
            format!(
                "nothing was compared: no server of the configuration that can be asked is stored in `{shown}`\n  help: servers \
                 are matched by their ids; capture them with `--config` and `-o`, and name what that writes"
            )
        } else {
            "nothing was compared: no server could be\n  help: see above, and try again".to_owned()
        };
        found.status = NotCompared::Told(why).tell(terminal);
    }
    match arguments.format {
        Format::Json => terminal.say_json(&json::checked(&found.values, &found.checked))?,
        Format::Text => {
            for sentence in found.checked.sentences() {
                terminal.say(&format!("{}\n", visible(&sentence)))?;
            }
        }
    }
    Ok(found.status)
}

/// A server of both that can be asked. What else it is, is told.
fn pair<'a>(one: &'a One, stored: &StoredServers, found: &mut Found, terminal: &mut Terminal) -> Option<Pair<'a>> {
    let (id, shown) = (&one.server.id, visible(&one.server.name));
    let stored = match stored.stored(id) {
        Ok(Some(stored)) => stored,
        Ok(None) if found.checked.inline.contains(id) => {
            terminal.complain(&format!(
                "warning: {shown}: the tools of `{id}` stand in the scenario itself, not in an inventory file"
            ));
            return None;
        }
        Ok(None) => {
            terminal.complain(&format!("warning: {shown}: nothing is stored under `{id}`"));
            found.checked.not_stored.push(id.clone());
            return None;
        }
        Err(error) => {
            found.status = found.status.max(error.tell(terminal));
            found.checked.failed.push(id.clone());
            return None;
        }
    };
    match &one.fate {
        Fate::Target(_) => return Some(Pair { one, stored }),
        Fate::Off => terminal.complain(&format!("warning: {shown}: switched off in the configuration")),
        Fate::Cannot(why) if one.server.transport.is_of_client() => {
            terminal.complain(&format!("warning: {shown}: cannot be asked here: {}", visible(why)));
        }
        Fate::Cannot(why) => {
            found.status = NotCompared::Told(format!("{shown}: {}", visible(why))).tell(terminal);
            found.checked.failed.push(id.clone());
        }
    }
    None
}

/// A server beside what is stored of it. One that could not be asked is no proof that it is as stored.
fn compare(
    arguments: &CaptureArguments,
    pair: Pair<'_>,
    ended: Option<Ended>,
    found: &mut Found,
    terminal: &mut Terminal,
) -> io::Result<()> {
    let server = &pair.one.server;
    let captured = match ended {
        Some(Ok(captured)) => captured,
        failed => {
            if let (Some(Err(error)), Some(target)) = (failed, pair.one.target()) {
                if !is_stop(&error) {
                    terminal.complain(&capture_failed(&error, &target.blanked(), terminal.look()));
                }
                found.values.push(json::not_captured(&server.id, &error));
            }
            found.checked.failed.push(server.id.clone());
            found.status = Status::CouldNotRun;
            return Ok(());
        }
    };
    if let Some(warning) = masked(&captured) {
        terminal.complain(&format!("warning: {}: {warning}", visible(&server.name)));
    }
    match pair.stored.against(captured.listing, arguments.ignore_noise) {
        Ok(drifted) => {
            found.status = found.status.max(check::status(&drifted));
            found.checked.compared.push(server.id.clone());
            if drifted.is_drift() {
                found.checked.drifted.push(server.id.clone());
            }
            match arguments.format {
                Format::Text => terminal.say(&format!("{}\n", text::drift(&drifted, terminal.look())))?,
                Format::Json => found.values.push(json::drifted(&drifted)),
            }
        }
        Err(error) => {
            found.checked.failed.push(server.id.clone());
            found.status = error.tell(terminal);
        }
    }
    Ok(())
}

/// Two names may give one id; which of them gets a number depends on their order in the file.
fn tell_same_ids(servers: &[ConfiguredServer], terminal: &mut Terminal) {
    for server in servers {
        let plain = ServerIds::default().id(&server.name);
        if plain == server.id {
            continue;
        }
        if let Some(first) = servers.iter().find(|other| other.id == plain) {
            terminal.complain(&format!(
                "warning: `{}` and `{}` give the same id, so the second is compared as `{}`\n  help: give them names that differ \
                 in more than blanks, marks and capitals",
                visible(&first.name),
                visible(&server.name),
                server.id
            ));
        }
    }
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

    /// The stored servers that a configuration does not name, by id.
    fn not_in(&self, servers: &[ConfiguredServer]) -> Vec<String> {
        let mut ids = match self {
            Self::Folder(folder) => inventories(folder),
            Self::Scenario(_, loaded) => Stored::servers(loaded),
        };
        ids.retain(|id| !servers.iter().any(|server| server.id == *id));
        ids
    }

    /// The servers whose tools stand in the scenario itself.
    fn inline(&self) -> Vec<String> {
        match self {
            Self::Folder(_) => Vec::new(),
            Self::Scenario(_, loaded) => {
                let stored = Stored::servers(loaded);
                let ids = loaded.scenario.servers.keys();
                ids.filter(|id| !stored.contains(id)).cloned().collect()
            }
        }
    }
}

/// The names of the inventory files of a folder, without their ends.
fn inventories(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_inventory = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "json")
            && std::fs::read_to_string(path).is_ok_and(|text| crate::inventory::stored(&text).is_ok())
    };
    let stems = paths
        .filter(is_inventory)
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    let mut ids: Vec<String> = stems.collect();
    ids.sort();
    ids
}
