//! The import, as far as the state goes; reading, asking a server and writing are effects.

use super::files::{open, pick, tell};
use crate::app::{
    AfterUnsaved, Asked, Effect, ImportAct, ImportField, Importing, Modal, Picked, Prepared, ReloadAs, Running, State,
};
use crate::inventory::capture::Cancel;
use crate::inventory::import::Source;
use crate::scenario::Origin;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of a scenario that nobody named yet.
const PROPOSED: &str = "my-servers.yaml";

/// Opens the modal window, with what it held when it was closed; else it proposes a file beside the opened one.
pub(super) fn propose(state: &mut State) -> Vec<Effect> {
    if let Some(mut importing) = state.import_aside.take() {
        // Files may have changed meanwhile.
        let effects = prepare(&mut importing);
        state.modal = Some(Modal::Import(importing));
        return effects;
    }
    let folder = state.document.as_ref().and_then(|document| document.path()?.parent());
    let into = folder.unwrap_or(Path::new("")).join(PROPOSED);
    state.modal = Some(Modal::Import(Box::new(Importing::new(into.display().to_string()))));
    Vec::new()
}

/// Does what the modal window asks for.
pub(super) fn act(state: &mut State, act: ImportAct) -> Vec<Effect> {
    let Some(importing) = importing(state) else {
        return Vec::new();
    };
    importing.notice = None;
    match act {
        ImportAct::Way(way) => {
            importing.way = way;
            importing.asked = None;
        }
        ImportAct::Typed(field, text) => return typed(importing, field, text),
        ImportAct::Pick => return pick(state, Effect::PickSources),
        ImportAct::Add => {
            let path = PathBuf::from(std::mem::take(&mut importing.source).trim());
            return add(importing, vec![Picked::File(path)]);
        }
        ImportAct::Remove(place) => {
            if place < importing.sources.len() {
                importing.sources.remove(place);
            }
            return prepare(importing);
        }
        ImportAct::Ask => match (importing.askable(), importing.options()) {
            (Ok(server), Ok(_)) => {
                importing.error = None;
                importing.asked = Some(Asked::one(server));
            }
            (Err(why), _) | (_, Err(why)) => importing.error = Some(why),
        },
        ImportAct::AskConfigured => {
            if let Some(prepared) = &importing.prepared {
                importing.asked = Some(Asked::configured(&prepared.import.to_capture));
                importing.error = None;
            }
        }
        ImportAct::Leave => importing.asked = None,
        ImportAct::Start => return start(importing),
        ImportAct::Stop => {
            if let Some(running) = &importing.running {
                running.cancel.cancel();
            }
        }
        ImportAct::Discard => {
            if let Some(running) = &importing.running {
                running.cancel.cancel();
            }
            state.modal = None;
        }
        ImportAct::Write => {
            if let Some(prepared) = importing.prepared.clone().filter(|_| !importing.is_waiting) {
                importing.is_waiting = true;
                return vec![Effect::WriteImport { prepared }];
            }
        }
    }
    Vec::new()
}

/// The modal window is closed: what it started is stopped, and what it holds is put aside for when it is opened again.
pub(super) fn close(state: &mut State) {
    match state.modal.take() {
        Some(Modal::Import(mut importing)) => {
            if let Some(running) = importing.running.take() {
                running.cancel.cancel();
            }
            importing.asked = None;
            if importing.holds_anything() {
                tell(
                    state,
                    "The import is kept for when it is opened again".to_owned(),
                    false,
                );
                state.import_aside = Some(importing);
            }
        }
        other => state.modal = other,
    }
}

fn importing(state: &mut State) -> Option<&mut Importing> {
    match &mut state.modal {
        Some(Modal::Import(importing)) => Some(importing),
        _ => None,
    }
}

fn typed(importing: &mut Importing, field: ImportField, text: String) -> Vec<Effect> {
    match field {
        ImportField::Source => importing.source = text,
        ImportField::Target => importing.target = text,
        ImportField::Name => importing.name = text,
        ImportField::Passed => importing.passed = text,
        ImportField::Seconds => importing.seconds = text,
        ImportField::Into => {
            importing.into = text;
            return prepare(importing);
        }
    }
    // What was agreed to is what was shown, and nothing else.
    importing.asked = None;
    Vec::new()
}

fn start(importing: &mut Importing) -> Vec<Effect> {
    // A number that is no limit was told when it was asked for.
    let options = importing.options().unwrap_or_default();
    let Some(asked) = importing.asked.take().filter(|asked| !asked.servers.is_empty()) else {
        return Vec::new();
    };
    let cancel = Cancel::default();
    importing.error = None;
    importing.captures += 1;
    importing.running = Some(Running {
        number: importing.captures,
        shown: asked.shown(),
        progress: String::new(),
        cancel: cancel.clone(),
    });
    vec![Effect::Capture {
        number: importing.captures,
        servers: asked.servers,
        options,
        cancel,
    }]
}

fn add(importing: &mut Importing, sources: Vec<Picked>) -> Vec<Effect> {
    // A scenario that nobody named yet goes beside what it is made of.
    let is_proposed = importing.into == PROPOSED;
    if let (true, Some(Picked::File(path))) = (is_proposed, sources.first())
        && let Some(folder) = path.parent()
    {
        importing.into = folder.join(PROPOSED).display().to_string();
    }
    importing.sources.extend(sources);
    prepare(importing)
}

/// Asks for the texts of the import as it stands.
fn prepare(importing: &mut Importing) -> Vec<Effect> {
    importing.generation += 1;
    importing.error = None;
    if importing.sources.is_empty() {
        importing.prepared = None;
        importing.is_waiting = false;
        return Vec::new();
    }
    importing.is_waiting = true;
    vec![Effect::PrepareImport {
        generation: importing.generation,
        sources: importing.sources.clone(),
        into: PathBuf::from(importing.into.trim()),
    }]
}

/// A dialog gave sources.
pub(super) fn picked(state: &mut State, paths: Option<Vec<PathBuf>>) -> Vec<Effect> {
    state.has_dialog = false;
    match (importing(state), paths) {
        (Some(importing), Some(paths)) => add(importing, paths.into_iter().map(Picked::File).collect()),
        (Some(importing), None) => {
            importing.notice = Some("No file was chosen; a path can also be typed.".to_owned());
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// The texts are there, or what stands in their way.
pub(super) fn prepared(state: &mut State, generation: u64, result: Result<Arc<Prepared>, String>) {
    let Some(importing) = importing(state).filter(|importing| importing.generation == generation) else {
        return;
    };
    importing.is_waiting = false;
    match result {
        Ok(prepared) => importing.prepared = Some(prepared),
        Err(why) => {
            importing.prepared = None;
            importing.error = Some(why);
        }
    }
}

/// A capture goes on.
pub(super) fn progressed(state: &mut State, number: u64, text: String) {
    let running = importing(state).and_then(|importing| importing.running.as_mut());
    if let Some(running) = running.filter(|running| running.number == number) {
        running.progress = text;
    }
}

/// A capture ended: what was listed is a source, and what was not is told.
pub(super) fn captured(state: &mut State, number: u64, results: Vec<Result<Arc<Source>, String>>) -> Vec<Effect> {
    let Some(importing) = importing(state) else {
        return Vec::new();
    };
    // One that was given up with its window, and another started since.
    if importing
        .running
        .as_ref()
        .is_none_or(|running| running.number != number)
    {
        return Vec::new();
    }
    let was_stopped = importing
        .running
        .take()
        .is_some_and(|running| running.cancel.is_cancelled());
    let mut listed = Vec::new();
    let mut failed = Vec::new();
    for result in results {
        match result {
            Ok(source) => listed.push(Picked::Captured(source)),
            Err(why) => failed.push(why),
        }
    }
    let effects = if listed.is_empty() {
        Vec::new()
    } else {
        add(importing, listed)
    };
    if was_stopped {
        importing.notice = Some("Stopped; nothing is left running.".to_owned());
    } else if !failed.is_empty() {
        importing.error = Some(failed.join("\n"));
    }
    effects
}

/// The files are written: the scenario is opened, or read again where it is open.
pub(super) fn written(state: &mut State, into: &Path, result: Result<(), String>) -> Vec<Effect> {
    if let Err(why) = result {
        match importing(state) {
            Some(importing) => {
                importing.is_waiting = false;
                importing.error = Some(why);
            }
            None => tell(state, why, true),
        }
        return Vec::new();
    }
    if importing(state).is_some() {
        state.modal = None;
    }
    let origin = Origin::Disk(into.to_owned());
    tell(state, format!("Imported into {}", origin.shown()), false);
    if state
        .document
        .as_ref()
        .is_some_and(|document| document.origin == origin)
    {
        return open(state, origin, Some(ReloadAs::Imported));
    }
    if state.is_dirty() {
        state.modal = Some(Modal::Unsaved {
            then: AfterUnsaved::Open(origin),
        });
        return Vec::new();
    }
    open(state, origin, None)
}
