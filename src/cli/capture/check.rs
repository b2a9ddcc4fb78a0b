//! `--check`: what a server lists now beside what is stored, and what that does to a plan.

use super::{CaptureArguments, one};
use crate::cli::Status;
use crate::cli::options::Format;
use crate::cli::terminal::Terminal;
use crate::diagnostics::{suggest, visible};
use crate::explore::Comparison;
use crate::inventory::drift::Drift;
use crate::inventory::{Listing, ServerIds, stored};
use crate::plan::Planned;
use crate::report::{Drifted, json, text};
use crate::scenario::{Failed, Loaded, Origin, SourceKind, load, load_over, load_text_over};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why nothing could be compared.
pub(super) enum NotCompared {
    /// A sentence, and perhaps help.
    Told(String),
    /// The problems of a scenario.
    Problems(Box<Failed>),
}

/// A stored inventory, and what plans with it.
pub(super) struct Stored {
    shown: String,
    server: String,
    listing: Listing,
    place: Place,
}

enum Place {
    /// A file by itself.
    Alone,
    /// An inventory of a scenario, by its path in the scenario's folder.
    Scenario(Origin, Arc<Loaded>, PathBuf),
}

/// The scenario that plans an inventory that none uses.
const ALONE: &str = "format: roster/1\nname: The server alone\nestimator: o200k_base\nservers:\n  SERVER: { inventory: inventory.json }\n";

/// Runs it for one server.
pub(super) fn run(arguments: &CaptureArguments, origin: &Origin, terminal: &mut Terminal) -> io::Result<Status> {
    let stored = match Stored::of(origin, arguments.server.as_deref()) {
        Ok(stored) => stored,
        Err(error) => return Ok(error.tell(terminal)),
    };
    let fresh = match &arguments.from {
        Some(path) => match listing_of(path) {
            Ok(listing) => listing,
            Err(message) => return Ok(NotCompared::Told(message).tell(terminal)),
        },
        None => match one::fresh(arguments, None, terminal) {
            Ok(captured) => captured.listing,
            Err(error) => {
                // Who reads the output as JSON gets some.
                if let (Some(error), Format::Json) = (error, arguments.format) {
                    terminal.say_json(&json::drift(&[json::not_captured(&stored.server, &error)]))?;
                }
                return Ok(Status::CouldNotRun);
            }
        },
    };
    let drifted = match stored.against(fresh, arguments.ignore_noise) {
        Ok(drifted) => drifted,
        Err(error) => return Ok(error.tell(terminal)),
    };
    match arguments.format {
        Format::Text => terminal.say(&text::drift(&drifted, terminal.look()))?,
        Format::Json => terminal.say_json(&json::drift(&[json::drifted(&drifted)]))?,
    }
    Ok(status(&drifted))
}

/// Drift is what this is asked for: it falls.
pub(super) fn status(drifted: &Drifted) -> Status {
    if drifted.is_drift() { Status::Fell } else { Status::Fine }
}

fn listing_of(path: &Path) -> Result<Listing, String> {
    let shown = visible(&path.display().to_string());
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    stored(&text).map_err(|error| {
        let error = visible(&error.to_string());
        format!(
            "`{shown}` is no inventory: {error}\n  help: an inventory is what an MCP server answers to `tools/list`"
        )
    })
}

impl Stored {
    /// An inventory file, or the inventory of a scenario's server.
    pub(super) fn of(origin: &Origin, server: Option<&str>) -> Result<Self, NotCompared> {
        if let Origin::Disk(path) = origin
            && server.is_none()
            && let Ok(text) = std::fs::read_to_string(path)
            && let Ok(listing) = stored(&text)
        {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            return Ok(Self {
                shown: origin.shown(),
                server: ServerIds::default().id(&stem),
                listing,
                place: Place::Alone,
            });
        }
        let loaded = load(origin, &[]).map_err(|failed| NotCompared::Problems(Box::new(failed)))?;
        let loaded = Arc::new(loaded);
        let known = Self::servers(&loaded);
        let shown = visible(&origin.shown());
        let id = match (server, known.as_slice()) {
            (Some(server), known) if known.iter().any(|id| id == server) => server.to_owned(),
            (Some(server), known) => {
                let near = suggest(server, known.iter().map(String::as_str));
                let message = format!("`{shown}` has no server `{}` with an inventory file", visible(server));
                return Err(NotCompared::Told(format!("{message}\n  help: {}", visible(&near))));
            }
            (None, [only]) => only.clone(),
            (None, []) => {
                return Err(NotCompared::Told(format!(
                    "no server of `{shown}` has an inventory file\n  help: capture one with `-o`, and name it as `inventory`"
                )));
            }
            (None, many) => {
                let many = visible(&many.join("`, `"));
                return Err(NotCompared::Told(format!(
                    "`{shown}` has several servers with an inventory file\n  help: name one by `--server`: `{many}`"
                )));
            }
        };
        Self::in_scenario(origin, &loaded, &id)
    }

    /// The servers of a scenario that have an inventory file.
    pub(super) fn servers(loaded: &Loaded) -> Vec<String> {
        let ids = loaded.scenario.servers.keys();
        let has_file = |id: &&String| loaded.places.inventory(SourceKind::Server, id).is_some();
        ids.filter(has_file).cloned().collect()
    }

    /// The inventory of one of them.
    pub(super) fn in_scenario(origin: &Origin, loaded: &Arc<Loaded>, id: &str) -> Result<Self, NotCompared> {
        let path = loaded.places.inventory(SourceKind::Server, id).map(Path::to_owned);
        let file = loaded.places.inventory_file(SourceKind::Server, id);
        let file = file.and_then(|file| loaded.sources.get(file));
        let (Some(path), Some(file)) = (path, file) else {
            let id = visible(id);
            return Err(NotCompared::Told(format!("the server `{id}` has no inventory file")));
        };
        let listing = stored(&file.text).map_err(|error| NotCompared::Told(visible(&error.to_string())))?;
        Ok(Self {
            shown: format!("{} of {}", id, origin.shown()),
            server: id.to_owned(),
            listing,
            place: Place::Scenario(origin.clone(), Arc::clone(loaded), path),
        })
    }

    /// Beside what the server lists now.
    pub(super) fn against(self, fresh: Listing, ignores_noise: bool) -> Result<Drifted, NotCompared> {
        let failed = |failed| NotCompared::Problems(Box::new(failed));
        let planned = |loaded: &Loaded| Arc::new(Planned::new(Arc::clone(&loaded.scenario), None));
        let alone = |listing: &Listing| {
            let text = ALONE.replace("SERVER", &self.server);
            let texts = BTreeMap::from([(PathBuf::from("inventory.json"), listing.to_file_text())]);
            load_text_over(&Origin::Shipped("alone.yaml".to_owned()), &text, &texts)
        };
        let (before, after) = match &self.place {
            Place::Alone => (
                planned(&alone(&self.listing).map_err(failed)?),
                planned(&alone(&fresh).map_err(failed)?),
            ),
            Place::Scenario(origin, loaded, path) => {
                let texts = BTreeMap::from([(path.clone(), fresh.to_file_text())]);
                (
                    planned(loaded),
                    planned(&load_over(origin, &[], &texts).map_err(failed)?),
                )
            }
        };
        Ok(Drifted {
            drift: Drift::new(&self.listing, &fresh),
            comparison: Comparison::new(before, after),
            stored: self.shown,
            server: self.server,
            before: self.listing,
            after: fresh,
            ignores_noise,
        })
    }
}

impl NotCompared {
    /// Tells it. Nothing came of what was asked for.
    pub(super) fn tell(&self, terminal: &mut Terminal) -> Status {
        match self {
            Self::Told(message) => terminal.complain(&format!("error: {message}")),
            Self::Problems(failed) => terminal.complain_about(&failed.problems, &failed.sources),
        }
        Status::CouldNotRun
    }
}
