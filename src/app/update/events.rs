//! What worker, watcher and dialogs report.

use super::files::{open, reload, replace_document, tell};
use super::{exploring, exporting, importing, plan_anew, refresh, runs, watch};
use crate::app::{Banner, Broken, Document, Effect, Event, Modal, ReloadAs, State, View};
use crate::diagnostics::Severity;
use crate::plan::Planned;
use crate::scenario::{Edit, Failed, Loaded, Origin, SaveError, changes};
use std::sync::Arc;

/// Applies one event.
pub(super) fn apply(state: &mut State, event: Event) -> Vec<Effect> {
    match event {
        Event::Loaded {
            generation,
            origin,
            reload,
            result,
        } => {
            if state.loading != Some(generation) {
                return Vec::new();
            }
            state.loading = None;
            match result {
                Ok(loaded) => {
                    let (loaded, baseline) = *loaded;
                    arrived(state, origin, reload, loaded, baseline)
                }
                Err(failed) => broke(state, origin, *failed),
            }
        }
        Event::Planned { generation, shown } => {
            if generation == state.generation {
                state.shown = Some(shown);
                state.shown_generation = generation;
                refresh(state);
                let mut effects = runs::try_anew(state);
                effects.extend(exploring::explore_anew(state));
                return effects;
            }
            Vec::new()
        }
        Event::Previewed(preview) => {
            if preview.edits == state.preview_asked {
                state.preview = Some(preview);
            }
            Vec::new()
        }
        Event::Tried(tried) => {
            state.tried = Some(tried);
            Vec::new()
        }
        Event::Explored(explored) => {
            exploring::arrived(state, explored);
            Vec::new()
        }
        Event::LoadedBefore { origin, result } => runs::arrived_before(state, origin, result),
        Event::PickedBefore(origin) => {
            state.has_dialog = false;
            origin.map_or_else(Vec::new, |origin| runs::deploy_over(state, Some(origin)))
        }
        Event::FilesChanged => files_changed(state),
        Event::CannotWatch(message) => {
            let text = format!("Changes on disk are not seen ({message}); reload by hand");
            tell(state, text, true);
            Vec::new()
        }
        Event::Picked(origin) => {
            state.has_dialog = false;
            match origin {
                Some(origin) => super::apply(state, crate::app::Action::Open(origin)),
                None => {
                    tell(
                        state,
                        "No file chosen; a path can also be typed: File → Open path…".to_owned(),
                        false,
                    );
                    Vec::new()
                }
            }
        }
        Event::WorkerFailed(message) => {
            state.loading = None;
            state.loading_before = None;
            state.shown_generation = state.generation;
            tell(state, format!("A job failed and was given up: {message}"), true);
            Vec::new()
        }
        Event::PickedSources(paths) => importing::picked(state, paths),
        Event::ImportPrepared { generation, result } => {
            importing::prepared(state, generation, result);
            Vec::new()
        }
        Event::CaptureProgressed { number, text } => {
            importing::progressed(state, number, text);
            Vec::new()
        }
        Event::Captured { number, results } => importing::captured(state, number, results),
        picked_or_written => written(state, picked_or_written),
    }
}

/// What dialogs that name a file gave, and what came of writing it.
fn written(state: &mut State, event: Event) -> Vec<Effect> {
    match event {
        Event::PickedVariant(path) => {
            state.has_dialog = false;
            if let (Some(picked), Some(Modal::SaveVariant { path, .. })) = (path, &mut state.modal) {
                *path = picked;
            }
            Vec::new()
        }
        Event::PickedExport(path) => {
            state.has_dialog = false;
            exporting::picked(state, path);
            Vec::new()
        }
        Event::Exported { path, result } => {
            exporting::written(state, &path, result);
            Vec::new()
        }
        Event::ImportWritten { into, result } => importing::written(state, &into, result),
        Event::Saved {
            origin,
            is_variant,
            result,
        } => saved(state, origin, is_variant, result),
        _ => Vec::new(),
    }
}

fn arrived(
    state: &mut State,
    origin: Origin,
    reload: Option<ReloadAs>,
    loaded: Loaded,
    baseline: Arc<Planned>,
) -> Vec<Effect> {
    let warnings = loaded.warnings.len() as u64;
    let mut kept = Vec::new();
    if let (Some(now), Some(reload)) = (&mut state.document, reload)
        && now.origin == origin
    {
        // A save of ours, or a file that was touched: the plan on screen is the file's already.
        if changes(&loaded.scenario, &now.scenario).is_empty() && now.scenario.has_same_tools(&loaded.scenario) {
            if state.broken.is_some() || state.notice.as_ref().is_some_and(|notice| notice.is_error) {
                tell(state, format!("Read {} again", origin.file_name()), false);
            }
            let document = Document::new(origin, loaded, baseline);
            return settle(state, document);
        }
        if reload != ReloadAs::DropChanges {
            kept = now.changes();
        }
    }
    let label = match reload {
        // What the file says is nothing that could be undone, and the what-if is as it was.
        Some(ReloadAs::KeepChanges | ReloadAs::Imported) => None,
        Some(ReloadAs::DropChanges) => Some("Reload".to_owned()),
        None => Some(format!("Open {}", origin.file_name())),
    };
    if reload.is_none() {
        state.view.selected = None;
        state.view.filter.source = None;
        state.view.filter.moved_only = false;
    }
    let told = match (reload, warnings) {
        (Some(ReloadAs::Imported), 0) => format!("Imported into {}", origin.file_name()),
        (Some(_), 0) => format!("Reloaded {}", origin.file_name()),
        (None, 0) => format!("Opened {}", origin.file_name()),
        (_, warnings) => format!(
            "{} has {}, see Problems",
            origin.file_name(),
            crate::plan::explain::counted(warnings, "warning", "warnings")
        ),
    };
    let mut document = Document::new(origin, loaded, baseline);
    if !kept.is_empty() {
        document.scenario = Arc::new(Edit::apply_all(&kept, &document.scenario));
    }
    tell(state, told, false);
    replace_document(state, document, label)
}

/// The file says what is on screen: it becomes the baseline, and there is nothing to undo.
fn settle(state: &mut State, document: Document) -> Vec<Effect> {
    let files = document.loaded.files.clone();
    state.broken = None;
    state.banner = None;
    state.disk = Some(Arc::clone(&document.loaded));
    state.document = Some(document);
    super::files::show_baseline(state);
    let mut effects = plan_anew(state);
    effects.push(watch(state, files));
    effects
}

/// A file with errors: the last good plan stays, the problems come up.
fn broke(state: &mut State, origin: Origin, failed: Failed) -> Vec<Effect> {
    let errors = failed
        .problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .count() as u64;
    tell(
        state,
        format!(
            "{} cannot be planned: {}",
            origin.file_name(),
            crate::plan::explain::counted(errors, "error", "errors")
        ),
        true,
    );
    let mut files = failed.files.clone();
    if let Some(document) = &state.document {
        files.extend(document.loaded.files.iter().cloned());
    }
    state.broken = Some(Broken::new(origin, failed));
    state.view.view = View::Problems;
    state.settings.shows_views = true;
    // Nothing newer is on its way: the plan on screen is the last good one.
    state.shown_generation = state.generation;
    vec![watch(state, files)]
}

fn files_changed(state: &mut State) -> Vec<Effect> {
    let mut effects = runs::reload_before(state);
    effects.extend(opened_changed(state));
    effects
}

fn opened_changed(state: &mut State) -> Vec<Effect> {
    if state.document.as_ref().is_some_and(Document::has_changes) && state.broken.is_none() {
        state.banner = Some(Banner::ChangedOnDisk);
        return Vec::new();
    }
    reload(state, ReloadAs::KeepChanges)
}

fn saved(state: &mut State, origin: Origin, is_variant: bool, result: Result<(), String>) -> Vec<Effect> {
    match result {
        Ok(()) => {
            tell(state, format!("Saved {}", origin.shown()), false);
            state.modal = None;
            if is_variant {
                return open(state, origin, None);
            }
            // The file now says what the what-if said: read it, so that the baseline is the file again.
            open(state, origin, Some(ReloadAs::DropChanges))
        }
        Err(message) => {
            if let Some(Modal::SaveVariant { error, .. }) = &mut state.modal {
                *error = Some(message.clone());
            }
            if message == SaveError::ChangedOnDisk.to_string() {
                // The banner holds the way out.
                state.banner = Some(Banner::ChangedOnDisk);
            }
            tell(state, message, true);
            if state.document.is_some() && state.is_stale() {
                plan_anew(state)
            } else {
                Vec::new()
            }
        }
    }
}
