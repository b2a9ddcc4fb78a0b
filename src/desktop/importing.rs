//! The window's imports: reading sources, asking servers, writing. Beside the window's thread.

use crate::app::{Event, Picked, Prepared, captured_source};
use crate::diagnostics::{Detail, render_all, visible};
use crate::inventory::capture::{Cancel, Options, Target, capture};
use crate::inventory::import::{ImportError, Source, gather, is_scenario_name, prepare, write};
use crate::plan::Planned;
use crate::rows::import_rows;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads sources and makes the texts of their import.
pub(super) fn prepared(sources: &[Picked], into: &Path) -> Result<Arc<Prepared>, String> {
    if !is_scenario_name(into) {
        return Err("name the scenario to write with .yaml at its end".to_owned());
    }
    let mut read: Vec<Source> = Vec::new();
    for source in sources {
        match source {
            Picked::Captured(source) => read.push((**source).clone()),
            Picked::File(path) => {
                read.extend(gather(std::slice::from_ref(path), &mut std::io::empty()).map_err(|error| told(&error))?);
            }
        }
    }
    let import = prepare(&read, into).map_err(|error| told(&error))?;
    let planned = Arc::new(Planned::new(Arc::clone(&import.loaded.scenario), None));
    Ok(Arc::new(Prepared {
        rows: import_rows(&import, &planned),
        import,
        planned,
    }))
}

/// Writes what was prepared.
pub(super) fn written(prepared: &Prepared) -> (PathBuf, Result<(), String>) {
    let result = write(&prepared.import.files).map_err(|error| error.to_string());
    (prepared.import.path.clone(), result)
}

/// Asks a server. `report` is called for each step, and for the end.
pub(super) fn captured(target: Target, options: Options, cancel: &Cancel, report: &dyn Fn(Event)) {
    let progress = |progress: crate::inventory::capture::Progress| {
        report(Event::CaptureProgressed(progress.to_string()));
    };
    let result = capture(&target, options, &progress, cancel);
    let result = result
        .map(|captured| Arc::new(captured_source(captured.listing, &target)))
        .map_err(|error| {
            let mut lines = vec![visible(&error.to_string()), visible(error.cause.help())];
            lines.extend(error.said.lines().map(|line| format!("| {}", visible(line))));
            lines.join("\n")
        });
    report(Event::Captured { target, result });
}

fn told(error: &ImportError) -> String {
    match error {
        ImportError::Problems {
            whose,
            problems,
            sources,
        } => {
            // The sentence last, where the eye rests.
            format!("{}\n{whose}", render_all(problems, sources, Detail::Full).trim_end())
        }
        ImportError::Save(error) => visible(&error.to_string()),
    }
}
