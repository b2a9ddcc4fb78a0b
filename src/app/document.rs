//! The opened scenario and the what-if over it. Everything is shared: a copy is a few pointers.

use crate::plan::Planned;
use crate::scenario::{Edit, Loaded, Origin, Scenario, changes};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An opened scenario.
#[derive(Clone, Debug)]
pub struct Document {
    /// Where it lies.
    pub origin: Origin,
    /// The file as opened: text, warnings, what to watch.
    pub loaded: Arc<Loaded>,
    /// The plan of the file as opened: the baseline of every comparison.
    pub baseline: Arc<Planned>,
    /// The what-if.
    pub scenario: Arc<Scenario>,
}

impl Document {
    /// A document just opened.
    pub fn new(origin: Origin, loaded: Loaded, baseline: Arc<Planned>) -> Self {
        Self {
            origin,
            scenario: Arc::clone(&loaded.scenario),
            loaded: Arc::new(loaded),
            baseline,
        }
    }

    /// The edits that make the what-if of the file as opened.
    pub fn changes(&self) -> Vec<Edit> {
        if Arc::ptr_eq(&self.loaded.scenario, &self.scenario) {
            return Vec::new();
        }
        changes(&self.loaded.scenario, &self.scenario)
    }

    /// Whether there is a what-if over the file as opened.
    pub fn has_changes(&self) -> bool {
        !self.changes().is_empty()
    }

    /// Its path on disk, if it has one.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::Disk(path) => Some(path),
            Origin::Shipped(_) | Origin::Revision { .. } => None,
        }
    }

    /// Whether it is a file as it once was, over which nothing can be saved.
    pub fn is_at_revision(&self) -> bool {
        matches!(self.origin, Origin::Revision { .. })
    }

    /// A name for a variant of it: the file's stem and `what-if`.
    pub fn variant_file_name(&self) -> String {
        let name = PathBuf::from(self.origin.file_name());
        let stem = name.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        format!("{stem}-what-if.yaml")
    }
}
