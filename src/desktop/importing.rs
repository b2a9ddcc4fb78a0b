//! The window's imports: reading sources, asking servers, writing. Beside the window's thread.

use crate::app::{Askable, Event, Picked, Prepared, captured_source};
use crate::diagnostics::{Detail, render_all, visible};
use crate::gates::Gates;
use crate::inventory::capture::{Cancel, Ended, Options, Progress, Target, capture, capture_several};
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
    let mut unreadable: Vec<String> = Vec::new();
    for source in sources {
        match source {
            Picked::Captured(source) => read.push((**source).clone()),
            Picked::File(path) => match gather(std::slice::from_ref(path), &mut std::io::empty()) {
                Ok(sources) => read.extend(sources),
                Err(error) => unreadable.push(told(&error)),
            },
        }
    }
    if !unreadable.is_empty() {
        return Err(unreadable.join("\n\n"));
    }
    let import = prepare(&read, into).map_err(|error| told(&error))?;
    let planned = Arc::new(Planned::new(Arc::clone(&import.loaded.scenario), None));
    Ok(Arc::new(Prepared {
        rows: import_rows(&import, &planned),
        gates: Gates::of(&planned),
        import,
        planned,
    }))
}

/// Writes what was prepared.
pub(super) fn written(prepared: &Prepared) -> (PathBuf, Result<(), String>) {
    let result = write(&prepared.import.files).map_err(|error| error.to_string());
    (prepared.import.path.clone(), result)
}

/// Asks servers. `report` is called for each step, and for the end.
pub(super) fn captured(number: u64, servers: &[Askable], options: Options, cancel: &Cancel, report: &dyn Fn(Event)) {
    let progressed = |text: String| report(Event::CaptureProgressed { number, text });
    let results = match servers {
        [one] => {
            let progress = |progress: Progress| progressed(progress.to_string());
            vec![listed(one, capture(&one.target, options, &progress, cancel))]
        }
        several => all(several, options, cancel, &progressed),
    };
    report(Event::Captured { number, results });
}

/// Several at a time, in the order in which they were asked for.
fn all(
    servers: &[Askable],
    options: Options,
    cancel: &Cancel,
    progressed: &dyn Fn(String),
) -> Vec<Result<Arc<Source>, String>> {
    let targets: Vec<&Target> = servers.iter().map(|server| &server.target).collect();
    let mut waiting: Vec<&str> = servers.iter().map(|server| server.name.as_str()).collect();
    let tell = |waiting: &[&str]| {
        let done = servers.len() - waiting.len();
        progressed(format!("{done} done, waiting for {}", waiting.join(", ")));
    };
    tell(&waiting);
    let mut ended: Vec<Option<Ended>> = servers.iter().map(|_| None).collect();
    let result = capture_several(&targets, options, cancel, &mut |place, result| {
        waiting.retain(|name| *name != servers[place].name);
        ended[place] = Some(result);
        tell(&waiting);
    });
    let no_thread = result.map_or_else(|error| error.to_string(), |()| "it was not asked".to_owned());
    let results = servers.iter().zip(ended).map(|(server, ended)| match ended {
        Some(ended) => listed(server, ended),
        None => Err(format!("{}: no thread for it: {no_thread}", visible(&server.name))),
    });
    results.collect()
}

/// What a server listed as a source; else why not, at length.
fn listed(server: &Askable, ended: Ended) -> Result<Arc<Source>, String> {
    ended
        .map(|captured| Arc::new(captured_source(captured.listing, server)))
        .map_err(|error| {
            let mut lines = vec![
                format!("{}: {}", visible(&server.name), visible(&error.to_string())),
                visible(error.cause.help()),
            ];
            lines.extend(error.said.lines().map(|line| format!("| {}", visible(line))));
            lines.join("\n")
        })
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
