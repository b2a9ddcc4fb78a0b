//! Writing an inventory file, and never over something else.

use crate::diagnostics::visible;
use crate::inventory::{Listing, stored};
use crate::scenario::{MAX_FILE_BYTES, write_atomically};
use std::path::Path;

/// The inventory that is in a place already. `Err` if something else is, or if it cannot be read.
pub(super) fn before(path: &Path) -> Result<Option<Listing>, String> {
    let shown = visible(&path.display().to_string());
    if path.is_dir() || shown.ends_with(std::path::is_separator) {
        let shown = shown.trim_end_matches(std::path::is_separator);
        return Err(format!(
            "`{shown}` is a folder\n  help: name a file in it, such as `{shown}/mail.json`"
        ));
    }
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            return Err(not_written_over(&shown, "it is no text"));
        }
        Err(error) => return Err(format!("cannot read `{shown}`: {error}")),
    };
    stored(&text)
        .map(Some)
        .map_err(|error| not_written_over(&shown, &error.to_string()))
}

fn not_written_over(shown: &str, why: &str) -> String {
    format!(
        "there is a file `{shown}` that is no inventory: {}; it is not written over\n  help: choose another name",
        visible(why)
    )
}

/// Makes a folder for what will be written, before anything is started for it.
pub(super) fn make_folder(folder: &Path) -> Result<(), String> {
    if folder.as_os_str().is_empty() {
        return Ok(());
    }
    let shown = visible(&folder.display().to_string());
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("cannot use the folder `{shown}`: {error}\n  help: name another folder"))
}

/// Writes it. Gives a warning where a scenario could not read it again.
pub(super) fn write(path: &Path, listing: &Listing) -> Result<Option<String>, String> {
    let text = listing.to_file_text();
    let is_too_large = text.len() as u64 > MAX_FILE_BYTES;
    write_atomically(path, text).map_err(|error| {
        let error = visible(&error.to_string());
        format!("{error}\n  help: check that you may write there, or choose another name")
    })?;
    Ok(is_too_large.then(|| {
        format!(
            "warning: the inventory is larger than the {} MiB that a scenario reads",
            MAX_FILE_BYTES >> 20
        )
    }))
}
