//! Opening, reloading and saving, as far as the state goes; the work itself is an effect.

use super::{plan_anew, refresh, watch};
use crate::app::{Document, Effect, Modal, Notice, ReloadAs, State};
use crate::plan::Planned;
use crate::rows::Shown;
use crate::scenario::Origin;
use std::path::PathBuf;
use std::sync::Arc;

/// Says something in the status bar.
pub(in crate::app) fn tell(state: &mut State, text: String, is_error: bool) {
    state.notice = Some(Notice { text, is_error });
}

/// Asks for a load.
pub(super) fn open(state: &mut State, origin: Origin, reload: Option<ReloadAs>) -> Vec<Effect> {
    state.generation += 1;
    state.loading = Some(state.generation);
    state.banner = None;
    vec![Effect::Load {
        generation: state.generation,
        origin,
        reload,
    }]
}

/// Reads the opened file again, or the broken one that stands in its place.
pub(super) fn reload(state: &mut State, reload: ReloadAs) -> Vec<Effect> {
    let broken = state.broken.as_ref().map(|broken| broken.origin.clone());
    let opened = state.document.as_ref().map(|document| document.origin.clone());
    match broken.or(opened) {
        Some(origin) => open(state, origin, Some(reload)),
        None => Vec::new(),
    }
}

/// Puts a freshly loaded document in place. With a label it is a step, and the one before it stays in history.
pub(super) fn replace_document(state: &mut State, document: Document, label: Option<String>) -> Vec<Effect> {
    let mut is_other = true;
    if let Some(before) = state.document.take() {
        is_other = before.origin != document.origin;
        if let Some(label) = label {
            state.history.record(before, label, None);
        }
    }
    if is_other {
        // Another file is no change of this one, and no deploy over what was chosen for that one.
        state.shown = None;
        state.deployed_over = None;
        state.loading_before = None;
        state.view.session = None;
    }
    let files = document.loaded.files.clone();
    state.settings.remember(&document.origin);
    state.disk = Some(Arc::clone(&document.loaded));
    state.document = Some(document);
    state.broken = None;
    state.banner = None;
    show_baseline(state);
    let mut effects = plan_anew(state);
    effects.push(watch(state, files));
    effects
}

/// The file as opened, for the key that shows it. Built here because it is built once a file.
pub(super) fn show_baseline(state: &mut State) {
    let baseline: Option<Arc<Planned>> = state.document.as_ref().map(|document| Arc::clone(&document.baseline));
    state.baseline_shown =
        baseline.map(|baseline| Arc::new(Shown::new(Arc::clone(&baseline), &baseline, None, None, None)));
    refresh(state);
}

/// Asks for the edits to be written into the opened file.
pub(super) fn save(state: &mut State) -> Vec<Effect> {
    let (Some(document), Some(disk)) = (&state.document, &state.disk) else {
        return Vec::new();
    };
    let Some(path) = document.path().map(PathBuf::from) else {
        return Vec::new();
    };
    vec![Effect::SaveInPlace {
        path,
        text: disk.text(),
        edits: state.unsaved(),
        now: Arc::clone(&document.scenario),
    }]
}

/// Proposes a path and a title for a variant.
pub(super) fn propose_variant(state: &mut State) {
    let Some(document) = &state.document else { return };
    let folder = document
        .path()
        .and_then(|path| path.parent())
        .map(PathBuf::from)
        .unwrap_or_default();
    state.modal = Some(Modal::SaveVariant {
        path: folder.join(document.variant_file_name()).display().to_string(),
        name: format!("{}, what-if", document.scenario.name),
        error: None,
    });
}

/// Asks for a dialog, unless one is open.
pub(super) fn pick(state: &mut State, dialog: Effect) -> Vec<Effect> {
    if state.has_dialog {
        tell(state, "A file dialog is open already".to_owned(), false);
        return Vec::new();
    }
    state.has_dialog = true;
    vec![dialog]
}

/// Asks for the dialog that names a variant.
pub(super) fn pick_variant(state: &mut State) -> Vec<Effect> {
    let Some(document) = &state.document else {
        return Vec::new();
    };
    let dialog = Effect::PickVariant {
        file_name: document.variant_file_name(),
        folder: document.path().and_then(|path| path.parent()).map(PathBuf::from),
    };
    pick(state, dialog)
}

/// Asks for a variant to be written.
pub(super) fn save_variant(state: &mut State, path: &str, name: String) -> Vec<Effect> {
    let Some(document) = &state.document else {
        return Vec::new();
    };
    vec![Effect::SaveVariant {
        path: PathBuf::from(path),
        base: document.origin.clone(),
        name,
        edits: document.changes(),
        now: Arc::clone(&document.scenario),
    }]
}
