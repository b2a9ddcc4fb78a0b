//! Where the tools and sources of a loaded scenario stand in the texts that were read.
//!
//! Kept beside the checked value, not in it: a line that moves changes no meaning.

use super::SourceKind;
use crate::diagnostics::{At, FileId};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The places of one load. A what-if leaves them as they are: it moves nothing in the files.
#[derive(Clone, Debug, Default)]
pub struct Places {
    builtins: HashMap<String, At>,
    sources: HashMap<(SourceKind, String), PlacedSource>,
}

#[derive(Clone, Debug)]
struct PlacedSource {
    at: At,
    /// As the opened file means it.
    inventory: Option<PathBuf>,
    /// The text that was read of it.
    inventory_file: Option<FileId>,
    /// By remote name; the first of several of one name.
    tools: HashMap<String, At>,
}

impl Places {
    /// A builtin's entry.
    pub fn builtin(&self, name: &str) -> Option<At> {
        self.builtins.get(name).copied()
    }

    /// The entry of a server or device in the scenario.
    pub fn source(&self, kind: SourceKind, id: &str) -> Option<At> {
        self.placed(kind, id).map(|source| source.at)
    }

    /// A remote tool's entry: in the inventory file, or inline.
    pub fn tool(&self, kind: SourceKind, id: &str, remote_name: &str) -> Option<At> {
        self.placed(kind, id)?.tools.get(remote_name).copied()
    }

    /// The inventory file of a server or device, relative to the folder of the opened file.
    pub fn inventory(&self, kind: SourceKind, id: &str) -> Option<&Path> {
        self.placed(kind, id)?.inventory.as_deref()
    }

    /// The text of that file among those that were read.
    pub fn inventory_file(&self, kind: SourceKind, id: &str) -> Option<FileId> {
        self.placed(kind, id)?.inventory_file
    }

    fn placed(&self, kind: SourceKind, id: &str) -> Option<&PlacedSource> {
        self.sources.get(&(kind, id.to_owned()))
    }

    pub(super) fn add_builtin(&mut self, name: &str, at: At) {
        self.builtins.insert(name.to_owned(), at);
    }

    pub(super) fn add_source<'a>(
        &mut self,
        (kind, id): (SourceKind, &str),
        at: At,
        (inventory, inventory_file): (Option<PathBuf>, Option<FileId>),
        tools: impl IntoIterator<Item = (&'a str, At)>,
    ) {
        let mut placed = HashMap::new();
        for (name, at) in tools {
            placed.entry(name.to_owned()).or_insert(at);
        }
        let source = PlacedSource {
            at,
            inventory,
            inventory_file,
            tools: placed,
        };
        self.sources.insert((kind, id.to_owned()), source);
    }
}
