//! The scenarios that the program carries, so that it works from anywhere.

use super::folder::{Folder, ReadError, utf8};
use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// What a shipped scenario's path starts with: `shipped:production.yaml`.
pub const SHIPPED_PREFIX: &str = "shipped:";

/// The one that opens with no arguments.
pub const DEFAULT_SHIPPED: &str = "after-adr-0123.yaml";

/// The names of the shipped scenarios, sorted.
pub fn shipped_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = FILES
        .files()
        .map(include_dir::File::path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .filter_map(Path::to_str)
        .collect();
    names.sort_unstable();
    names
}

/// The folder of the shipped scenarios.
#[derive(Clone, Copy, Debug)]
pub struct Shipped;

impl Folder for Shipped {
    fn read(&self, relative: &Path) -> Result<String, ReadError> {
        let file = FILES.get_file(relative).ok_or(ReadError::Missing)?;
        utf8(file.contents().to_vec())
    }

    fn shown(&self, relative: &Path) -> PathBuf {
        PathBuf::from(format!("{SHIPPED_PREFIX}{}", relative.display()))
    }

    fn on_disk(&self, _: &Path) -> Option<PathBuf> {
        None
    }
}
