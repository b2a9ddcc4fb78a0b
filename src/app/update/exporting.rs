//! Report, table and picture, as far as the state goes; writing them is an effect's.

use super::files::{pick, tell};
use crate::app::{Effect, Export, ExportError, ExportJob, Modal, State};
use std::path::PathBuf;

/// Proposes a path: beside the opened file, under its name.
pub(super) fn propose(state: &mut State, what: Export) {
    let Some(document) = &state.document else { return };
    let folder = document.path().and_then(|path| path.parent());
    let stem = PathBuf::from(document.origin.file_name());
    let stem = stem.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let path = folder.map(PathBuf::from).unwrap_or_default();
    let path = path.join(format!("{stem}{}", what.suffix()));
    state.modal = Some(Modal::Export {
        what,
        path: path.display().to_string(),
        replaces: false,
        error: None,
    });
}

/// Asks for the dialog that names the file.
pub(super) fn pick_path(state: &mut State) -> Vec<Effect> {
    let Some(Modal::Export { path, .. }) = &state.modal else {
        return Vec::new();
    };
    let path = PathBuf::from(path);
    let dialog = Effect::PickExport {
        file_name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        folder: path.parent().filter(|folder| folder.is_absolute()).map(PathBuf::from),
    };
    pick(state, dialog)
}

/// Asks for the file of the open modal to be written.
pub(super) fn write(state: &mut State) -> Vec<Effect> {
    if state.is_exporting {
        return Vec::new();
    }
    let Some(Modal::Export {
        what, path, replaces, ..
    }) = &state.modal
    else {
        return Vec::new();
    };
    let Some(job) = ExportJob::new(state, *what) else {
        return Vec::new();
    };
    let opened = state.document.iter().flat_map(|document| document.loaded.files.iter());
    let before = state.deployed_over.iter().flat_map(|over| over.loaded.files.iter());
    let effect = Effect::Export {
        read_from: opened.chain(before).cloned().collect(),
        job,
        path: PathBuf::from(path.trim()),
        replaces: *replaces,
    };
    state.is_exporting = true;
    vec![effect]
}

/// A dialog gave a path: there the system has asked already whether a file may be replaced.
pub(super) fn picked(state: &mut State, picked: Option<String>) {
    if let (
        Some(picked),
        Some(Modal::Export {
            path, replaces, error, ..
        }),
    ) = (picked, &mut state.modal)
    {
        *path = picked;
        *replaces = true;
        *error = None;
    }
}

/// It is written, or the modal says why not.
pub(super) fn written(state: &mut State, path: &std::path::Path, result: Result<(), ExportError>) {
    state.is_exporting = false;
    match (result, &mut state.modal) {
        (Ok(()), modal) => {
            if matches!(modal, Some(Modal::Export { .. })) {
                *modal = None;
            }
            tell(state, format!("Wrote {}", path.display()), false);
        }
        (Err(why), Some(Modal::Export { error, replaces, .. })) => {
            *replaces = why == ExportError::Exists;
            *error = Some(why.to_string());
        }
        (Err(why), _) => tell(state, why.to_string(), true),
    }
}
