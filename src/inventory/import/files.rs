//! The files of an import: where they go, what is there already, and writing them.

use crate::inventory::source::{Form, NamedListing};
use crate::inventory::{Listing, stored};
use crate::scenario::{SaveError, write_atomically};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// The folder beside a scenario that inventories go to.
const INVENTORIES: &str = "inventories";

/// A file that an import writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedFile {
    /// Where.
    pub path: PathBuf,
    /// Its new text.
    pub text: String,
    /// Whether there is none yet.
    pub is_new: bool,
}

impl ImportedFile {
    pub(super) fn new(path: PathBuf, text: String, is_new: bool) -> Self {
        Self { path, text, is_new }
    }

    /// What becomes of the file, in a word.
    pub fn change(&self) -> &'static str {
        if self.is_new { "new" } else { "changed" }
    }
}

/// Whether a path is named as scenarios are.
pub fn is_scenario_name(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml"))
}

/// Writes the files, each at once, the scenario last: a scenario never names an inventory that is not there.
pub fn write(files: &[ImportedFile]) -> Result<(), SaveError> {
    for file in files {
        if let Some(folder) = file.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| SaveError::Disk {
                path: folder.to_owned(),
                error,
            })?;
        }
        write_atomically(&file.path, &file.text)?;
    }
    Ok(())
}

/// The folder of a scenario. Only read here.
pub(super) struct Folder {
    /// As the person named it.
    shown: PathBuf,
    /// With links resolved; `None` where it is not there yet.
    resolved: Option<PathBuf>,
    /// The stem of the scenario, for names that are taken.
    stem: String,
}

impl Folder {
    pub(super) fn of(scenario: &Path) -> Self {
        let shown = scenario.parent().unwrap_or(Path::new("")).to_owned();
        let real = if shown.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &shown
        };
        Self {
            resolved: real.canonicalize().ok(),
            stem: scenario.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            shown,
        }
    }

    /// The path in this folder of a file that a scenario can name as it is: below the folder, and in MCP's own form.
    pub(super) fn holds_as_it_is(&self, file: &Path, named: &NamedListing) -> Option<PathBuf> {
        if named.form != Form::ToolsList || named.is_cut || named.name.is_some() || !named.remarks.is_empty() {
            return None;
        }
        let resolved = file.canonicalize().ok().filter(|file| file.is_file())?;
        let relative = resolved.strip_prefix(self.resolved.as_ref()?).ok()?;
        relative
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
            .then(|| relative.to_owned())
    }

    /// The listing in a file of this folder.
    pub(super) fn listing(&self, relative: &Path) -> Option<Listing> {
        let text = std::fs::read_to_string(self.shown.join(relative)).ok()?;
        stored(&text).ok()
    }

    /// A place for an inventory: one that is free, or holds the same text already.
    pub(super) fn free_place(&self, id: &str, text: &str, taken: &BTreeMap<PathBuf, String>) -> PathBuf {
        let candidates = std::iter::once(format!("{id}.json"))
            .chain(std::iter::once(format!("{}-{id}.json", self.stem)))
            .chain((2_u32..).map(|number| format!("{}-{id}-{number}.json", self.stem)));
        candidates
            .map(|name| Path::new(INVENTORIES).join(name))
            .find(|place| {
                let on_disk = self.shown.join(place);
                !taken.contains_key(place)
                    && (!on_disk.exists() || std::fs::read_to_string(&on_disk).is_ok_and(|old| old == text))
            })
            .unwrap_or_default()
    }

    /// Notes a file to write, unless it is there as it should be.
    pub(super) fn add_if_other(&self, relative: &Path, text: String, texts: &mut BTreeMap<PathBuf, String>) {
        let same = |old: &String| self.listing(relative).is_some() && *old == text;
        if !std::fs::read_to_string(self.shown.join(relative)).is_ok_and(|old| same(&old)) {
            texts.insert(relative.to_owned(), text);
        }
    }

    /// The files behind some texts.
    pub(super) fn files(&self, texts: BTreeMap<PathBuf, String>) -> Vec<ImportedFile> {
        texts
            .into_iter()
            .map(|(relative, text)| {
                let path = self.shown.join(relative);
                let is_new = !path.exists();
                ImportedFile::new(path, text, is_new)
            })
            .collect()
    }
}
