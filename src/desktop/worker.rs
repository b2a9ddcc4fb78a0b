//! Work beside the window: loading, planning and saving on one named thread, where the newest request of a kind wins.

use crate::app::{Effect, Event, Explored, Question, Tried};
use crate::plan::Planned;
use crate::rows::{Preview, Shown};
use crate::scenario::{Failed, Origin, load, save_in_place, save_variant};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

/// What waits to be done. A newer request of a kind takes the place of an older one that has not begun; saves all happen.
#[derive(Default)]
struct Waiting {
    saves: VecDeque<Effect>,
    load: Option<Effect>,
    plan: Option<Effect>,
    preview: Option<Effect>,
    tried: Option<Effect>,
    before: Option<Effect>,
    moves: Option<Effect>,
    lint: Option<Effect>,
    explore: Option<Effect>,
    import: Option<Effect>,
    is_over: bool,
}

/// The thread's handle; dropping it ends the thread once its job is done.
pub(super) struct WorkerThread {
    shared: Arc<(Mutex<Waiting>, Condvar)>,
}

impl WorkerThread {
    /// Starts the thread. `report` is called on it for every event.
    pub(super) fn start(name: &str, report: impl Fn(Event) + Send + 'static) -> std::io::Result<Self> {
        let shared = Arc::new((Mutex::new(Waiting::default()), Condvar::new()));
        let its = Arc::clone(&shared);
        std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            while let Some(job) = next(&its) {
                // A panic is a bug, but it must cost the person one answer and not the window.
                let event = catch_unwind(AssertUnwindSafe(|| carry_out(job, true)))
                    .unwrap_or_else(|panic| Some(Event::WorkerFailed(panic_text(&*panic))));
                if let Some(event) = event {
                    report(event);
                }
            }
        })?;
        Ok(Self { shared })
    }

    /// Puts a job in place of an older one of its kind.
    pub(super) fn submit(&self, job: Effect) {
        let (waiting, bell) = &*self.shared;
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match job {
            Effect::Load { .. } => waiting.load = Some(job),
            Effect::Plan { .. } => waiting.plan = Some(job),
            Effect::Try { .. } => waiting.tried = Some(job),
            Effect::LoadBefore { .. } => waiting.before = Some(job),
            Effect::Explore {
                question: Question::Moves(_),
                ..
            } => waiting.moves = Some(job),
            Effect::Explore {
                question: Question::Lint,
                ..
            } => waiting.lint = Some(job),
            Effect::Explore { .. } => waiting.explore = Some(job),
            Effect::PrepareImport { .. } => waiting.import = Some(job),
            Effect::SaveInPlace { .. }
            | Effect::SaveVariant { .. }
            | Effect::Export { .. }
            | Effect::WriteImport { .. } => {
                waiting.saves.push_back(job);
            }
            _ => waiting.preview = Some(job),
        }
        bell.notify_one();
    }
}

impl Drop for WorkerThread {
    fn drop(&mut self) {
        let (waiting, bell) = &*self.shared;
        waiting.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        bell.notify_one();
    }
}

fn next(shared: &(Mutex<Waiting>, Condvar)) -> Option<Effect> {
    let (waiting, bell) = shared;
    let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        // A save that was asked for happens even if the window is closing.
        if let Some(job) = waiting.saves.pop_front() {
            return Some(job);
        }
        if waiting.is_over {
            return None;
        }
        if let Some(job) = waiting
            .load
            .take()
            .or_else(|| waiting.before.take())
            .or_else(|| waiting.plan.take())
            .or_else(|| waiting.import.take())
            .or_else(|| waiting.tried.take())
            .or_else(|| waiting.preview.take())
            .or_else(|| waiting.explore.take())
            .or_else(|| waiting.moves.take())
            .or_else(|| waiting.lint.take())
        {
            return Some(job);
        }
        waiting = bell.wait(waiting).unwrap_or_else(PoisonError::into_inner);
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

/// Does one job; also how tests and screenshots do it, without a thread and a clock.
pub(super) fn carry_out(job: Effect, is_timed: bool) -> Option<Event> {
    Some(match job {
        Effect::Load {
            generation,
            origin,
            reload,
        } => {
            let result = load(&origin, &[]).map_err(Box::new).map(|loaded| {
                let baseline = Arc::new(Planned::new(Arc::clone(&loaded.scenario), None));
                Box::new((loaded, baseline))
            });
            Event::Loaded {
                generation,
                origin,
                reload,
                result: result.map_err(|failed: Box<Failed>| failed),
            }
        }
        Effect::Plan {
            generation,
            scenario,
            baseline,
            previous,
            deployed_over,
            earlier,
        } => {
            let lender = previous.as_deref().unwrap_or(&baseline);
            let start = Instant::now();
            let planned = Arc::new(Planned::new(scenario, Some(lender)));
            let planned_in = is_timed.then(|| start.elapsed());
            let shown = Shown::new(
                planned,
                &baseline,
                previous.as_deref(),
                deployed_over.as_ref(),
                earlier.as_deref(),
            );
            Event::Planned {
                generation,
                shown: Arc::new(shown.planned_in(planned_in)),
            }
        }
        Effect::Try {
            planned,
            request,
            brief,
        } => Event::Tried(Arc::new(Tried::new(planned, request.as_ref(), &brief))),
        Effect::Explore {
            planned,
            before,
            question,
        } => Event::Explored(Arc::new(Explored::new(planned, before, question))),
        Effect::LoadBefore { origin } => Event::LoadedBefore {
            result: load(&origin, &[])
                .map(|loaded| {
                    let planned = Arc::new(Planned::new(Arc::clone(&loaded.scenario), None));
                    (planned, Arc::new(loaded))
                })
                .map_err(Box::new),
            origin,
        },
        Effect::Preview { edits, from } => Event::Previewed(Arc::new(Preview::new(edits, &from))),
        Effect::PrepareImport {
            generation,
            sources,
            into,
        } => Event::ImportPrepared {
            generation,
            result: super::importing::prepared(&sources, &into),
        },
        writing => return written(writing),
    })
}

/// Does what writes a file.
fn written(job: Effect) -> Option<Event> {
    Some(match job {
        Effect::SaveInPlace { path, text, edits, now } => {
            let origin = Origin::Disk(path);
            let result = save_in_place(&origin, &text, &edits, &now).map_err(|error| error.to_string());
            Event::Saved {
                origin,
                is_variant: false,
                result,
            }
        }
        Effect::Export {
            job,
            path,
            replaces,
            read_from,
        } => Event::Exported {
            result: super::export::write(&job, &path, replaces, &read_from),
            path,
        },
        Effect::WriteImport { prepared } => {
            let (into, result) = super::importing::written(&prepared);
            Event::ImportWritten { into, result }
        }
        Effect::SaveVariant {
            path,
            base,
            name,
            edits,
            now,
        } => Event::Saved {
            result: save_variant(&path, &base, &name, &edits, &now).map_err(|error| error.to_string()),
            origin: Origin::Disk(path),
            is_variant: true,
        },
        _ => return None,
    })
}
