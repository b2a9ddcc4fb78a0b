//! The one modal window that may be open.

use super::{Export, Importing};
use crate::scenario::Origin;

/// A modal window and what is typed in it.
#[derive(Clone, Debug)]
pub enum Modal {
    /// A path to open, typed.
    OpenPath(String),
    /// A revision of the opened file to compare with, typed.
    BeforeRevision {
        /// What git shall look up.
        revision: String,
    },
    /// A variant to save.
    SaveVariant {
        /// Its path.
        path: String,
        /// Its title.
        name: String,
        /// What was wrong with the last try.
        error: Option<String>,
    },
    /// A file to write.
    Export {
        /// What it holds.
        what: Export,
        /// Its path.
        path: String,
        /// Whether it may take the place of a file that is there.
        replaces: bool,
        /// What was wrong with the last try.
        error: Option<String>,
    },
    /// Servers to import.
    Import(Box<Importing>),
    /// Work would be lost.
    Unsaved {
        /// What was asked for.
        then: AfterUnsaved,
    },
    /// The command palette.
    Palette(PaletteState),
    /// Keys and marks.
    Help,
}

/// What goes on once unsaved work is settled.
#[derive(Clone, Debug)]
pub enum AfterUnsaved {
    /// Another scenario.
    Open(Origin),
    /// The end.
    Quit,
}

/// The palette as typed so far.
#[derive(Clone, Debug, Default)]
pub struct PaletteState {
    /// The search.
    pub query: String,
    /// The chosen line.
    pub chosen: usize,
}
