//! From what a team has to a scenario of its own: one server each, inventory files beside it.
//!
//! [`gather`] reads the sources, [`prepare`] makes all texts and loads them as if they were written, so that everything can
//! be seen before; [`write()`] writes them. Importing into a file that is there updates inventories and adds servers; what
//! else stands in it is left alone. Values of `env`, of headers, and arguments that look secret are in no text made here.

mod files;
mod gather;
mod merge;
mod name;

pub use files::{ImportedFile, is_scenario_name, write};
pub use gather::{Source, gather};

use super::Listing;
use super::client_config::ConfiguredServer;
use super::source::NamedListing;
use crate::diagnostics::{Problem, Sources};
use crate::scenario::{Loaded, Origin, SaveError, SourceKind, load, load_text_over, text_with};
use files::Folder;
use merge::Found;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What stands in a new scenario below its title.
const TEMPLATE: &str = include_str!("template.yaml");

/// An import that nothing was written of yet.
#[derive(Clone, Debug)]
pub struct Import {
    /// The scenario that it goes to.
    pub path: PathBuf,
    /// Whether that file is made anew.
    pub is_new: bool,
    /// Whether its folder is made, too.
    pub is_in_new_folder: bool,
    /// The files to write: inventories, then the scenario, each only where it differs from what is there.
    pub files: Vec<ImportedFile>,
    /// The servers, in the order of their sources.
    pub servers: Vec<ImportedServer>,
    /// Servers of the file that no source names; they stay as they are.
    pub others: usize,
    /// Servers that a configuration names and no source lists the tools of.
    pub to_capture: Vec<ToCapture>,
    /// What the file will load as.
    pub loaded: Loaded,
}

/// A server that a configuration names and no source lists the tools of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToCapture {
    /// Its id in the scenario.
    pub id: String,
    /// The configuration.
    pub from: String,
    /// How it is reached.
    pub server: ConfiguredServer,
    /// Whether the scenario that is there knows its tools.
    pub is_known: bool,
}

impl Import {
    /// The files to write, each with its path from the scenario's folder and what becomes of it.
    pub fn files_in_words(&self) -> Vec<String> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let files = self.files.iter().map(|file| {
            let path = file.path.strip_prefix(folder).unwrap_or(&file.path).display();
            format!("{path} ({})", file.change())
        });
        let mut files: Vec<String> = files.collect();
        if self.is_in_new_folder {
            files.push(format!("the folder {} (new)", folder.display()));
        }
        files
    }

    /// The first configuration with a server whose tools are not known at all.
    pub fn lacks_tools(&self) -> Option<&str> {
        let mut lacking = self.to_capture.iter().filter(|server| !server.is_known);
        lacking.next().map(|server| server.from.as_str())
    }
}

/// One server of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedServer {
    /// Its id in the scenario.
    pub id: String,
    /// The source it came from.
    pub from: String,
    /// In which form it stood there.
    pub form: &'static str,
    /// What becomes of it.
    pub change: Change,
    /// What a person should know of it, a sentence each.
    pub remarks: Vec<String>,
}

/// What an import does to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The file did not have it.
    New,
    /// Its inventory is another now.
    Updated {
        /// Tools that it did not list before.
        added: usize,
        /// Tools that it lists no more.
        removed: usize,
        /// Tools that it lists otherwise.
        changed: usize,
    },
    /// Its inventory is the same.
    Same,
    /// Its tools are not known yet.
    WithoutTools,
}

impl Change {
    /// As a table says it.
    pub fn words(self) -> String {
        match self {
            Self::New => "new".to_owned(),
            Self::Updated {
                added,
                removed,
                changed,
            } => {
                let parts = [(added, "added"), (removed, "removed"), (changed, "changed")];
                let parts = parts.iter().filter(|(number, _)| *number > 0);
                let parts: Vec<String> = parts.map(|(number, word)| format!("{number} {word}")).collect();
                if parts.is_empty() {
                    "same tools, another text".to_owned()
                } else {
                    parts.join(", ")
                }
            }
            Self::Same => "unchanged".to_owned(),
            Self::WithoutTools => "no tools known yet".to_owned(),
        }
    }
}

/// Why nothing can be imported. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The sources, the file that is there, or what would be written has problems.
    #[error("{}", first_line(.problems))]
    Problems {
        /// What stood in the way, for sentences: whose problems they are.
        whose: &'static str,
        /// The problems.
        problems: Vec<Problem>,
        /// The texts they are in.
        sources: Sources,
    },
    /// The file that is there cannot be edited or the disk refused.
    #[error("{0}")]
    Save(#[from] SaveError),
}

fn first_line(problems: &[Problem]) -> String {
    problems
        .iter()
        .find(|problem| problem.is_error())
        .map_or_else(String::new, |problem| problem.message.clone())
}

/// Makes the texts of an import into `path`, which is made if it is not there.
pub fn prepare(sources: &[Source], path: &Path) -> Result<Import, ImportError> {
    let origin = Origin::Disk(path.to_owned());
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_in_new_folder = !folder.as_os_str().is_empty() && !folder.exists();
    let found = merge::servers(sources);
    let mut placing = Placing {
        folder: Folder::of(path),
        existing: existing(&origin, path)?,
        values: Vec::new(),
        texts: BTreeMap::new(),
    };
    let mut to_capture = Vec::new();
    let mut servers = Vec::with_capacity(found.len());
    for found in found {
        let configured = found.configured.clone().filter(|_| found.listing.is_none());
        let server = placing.server(found);
        to_capture.extend(configured.map(|configured| ToCapture {
            id: server.id.clone(),
            from: server.from.clone(),
            server: configured,
            is_known: server.change != Change::WithoutTools,
        }));
        servers.push(server);
    }
    let Placing {
        folder,
        existing,
        values,
        texts,
    } = placing;
    let text = match &existing {
        Some(loaded) if values.is_empty() => loaded.text().to_string(),
        Some(loaded) => text_with(&loaded.text(), &values)?,
        None => new_text(path, sources, &values),
    };
    let loaded = load_text_over(&origin, &text, &texts).map_err(|failed| ImportError::Problems {
        whose: "with what is imported the scenario would not load; nothing was written",
        problems: failed.problems,
        sources: failed.sources,
    })?;
    let others = loaded.scenario.servers.len() - servers.len();
    let mut files = folder.files(texts);
    if existing.as_ref().is_none_or(|existing| *existing.text() != *text) {
        files.push(ImportedFile::new(path.to_owned(), text, existing.is_none()));
    }
    Ok(Import {
        path: path.to_owned(),
        is_new: existing.is_none(),
        is_in_new_folder,
        files,
        to_capture,
        servers,
        others,
        loaded,
    })
}

fn existing(origin: &Origin, path: &Path) -> Result<Option<Loaded>, ImportError> {
    if !path.exists() {
        return Ok(None);
    }
    load(origin, &[]).map(Some).map_err(|failed| ImportError::Problems {
        whose: "the file that is there cannot take the servers; mend it first, or name another",
        problems: failed.problems,
        sources: failed.sources,
    })
}

/// The texts of an import while they are made.
struct Placing {
    folder: Folder,
    /// The file that is there.
    existing: Option<Loaded>,
    /// What is to be set in it, by keys.
    values: Vec<(Vec<String>, Value)>,
    /// Inventories to write, by path in the folder.
    texts: BTreeMap<PathBuf, String>,
}

impl Placing {
    fn server(&mut self, found: Found) -> ImportedServer {
        let existing = self.existing.as_ref();
        let known = existing.and_then(|loaded| loaded.scenario.servers.get(&found.id));
        let inventory = existing.and_then(|loaded| loaded.places.inventory(SourceKind::Server, &found.id));
        let inventory = inventory.map(Path::to_owned);
        let had_tools = known.is_some_and(|server| !server.tools.is_empty());
        let is_known = known.is_some();
        let (change, place) = match &found.listing {
            None if had_tools || inventory.is_some() => (Change::Same, inventory.clone()),
            None => (Change::WithoutTools, None),
            Some(named) => {
                let (change, place) = self.inventory(&found, named, inventory.as_deref());
                (if is_known { change } else { Change::New }, Some(place))
            }
        };
        let keys = |last: &str| ["servers", &found.id, last].map(str::to_owned).to_vec();
        // A path in a scenario has slashes on every system.
        let place = place.map(|place| place.to_string_lossy().replace('\\', "/"));
        if !is_known {
            let entry = found.entry(place.as_deref()).into_iter();
            self.values.extend(entry.map(|(key, value)| (keys(key), value)));
        } else if let (None, Some(place)) = (inventory, place) {
            self.values.push((keys("inventory"), json!(place)));
        }
        ImportedServer {
            id: found.id,
            from: found.from,
            form: found.form,
            change,
            remarks: found.remarks,
        }
    }

    /// Where a listing goes, and what that changes; its text is noted where it is to be written.
    fn inventory(&mut self, found: &Found, named: &NamedListing, stands: Option<&Path>) -> (Change, PathBuf) {
        let in_place = found
            .file
            .as_ref()
            .and_then(|file| self.folder.holds_as_it_is(file, named));
        let text = named.listing.to_file_text();
        let Some(stands) = stands else {
            let place = in_place.unwrap_or_else(|| {
                let place = self.folder.free_place(&found.id, &text, &self.texts);
                self.folder.add_if_other(&place, text, &mut self.texts);
                place
            });
            let change = merge::change(&Listing::default(), &named.listing);
            return (change, place);
        };
        let old = self.folder.listing(stands);
        let is_same = in_place.as_deref() == Some(stands) || old.as_ref() == Some(&named.listing);
        if is_same {
            return (Change::Same, stands.to_owned());
        }
        self.texts.insert(stands.to_owned(), text);
        let change = merge::change(&old.unwrap_or_default(), &named.listing);
        (change, stands.to_owned())
    }
}

/// A scenario with some servers, everything on.
fn new_text(path: &Path, sources: &[Source], servers: &[(Vec<String>, Value)]) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    // Where a file lies is its owner's business.
    let names: Vec<String> = sources.iter().map(Source::file_name).collect();
    let mut text = format!(
        "format: roster/1\nname: {}\nnotes: {}\n\n{TEMPLATE}",
        scalar(&name::title(&stem)),
        scalar(&format!("Imported from {}. Everything is on.", names.join(", ")))
    );
    let mut of = "";
    for (keys, value) in servers {
        if let [_, id, key] = keys.as_slice() {
            if of != id {
                text.push_str(&format!("  {id}:\n"));
                of = id;
            }
            let value = value.as_str().map_or_else(|| value.to_string(), scalar);
            text.push_str(&format!("    {key}: {value}\n"));
        }
    }
    if servers.is_empty() {
        text = text.replace("servers:\n", "servers: {}\n");
    }
    text
}

/// A text on one line of YAML.
fn scalar(text: &str) -> String {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // JSON is YAML, and JSON stays on its line whatever is in the text.
    let is_plain = plain.starts_with(|c: char| c.is_ascii_alphabetic())
        && plain
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || " _./-()".contains(c))
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(&plain.to_lowercase().as_str());
    if is_plain {
        plain
    } else {
        Value::from(plain).to_string()
    }
}
