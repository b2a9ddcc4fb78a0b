//! Watches the files that the opened scenario was made from.
//!
//! Their folders are watched, not they themselves: editors save by renaming a new file over the old one. A change is
//! reported once it has settled, so that a half-written file is not read.

use notify_debouncer_mini::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{DebounceEventResult, Debouncer, new_debouncer};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A file that was changed must rest for so long.
const SETTLED_AFTER: Duration = Duration::from_millis(300);

/// The handle; dropping it ends the watch.
pub(super) struct Watcher {
    debouncer: Debouncer<RecommendedWatcher>,
    files: Arc<Mutex<BTreeSet<PathBuf>>>,
    folders: BTreeSet<PathBuf>,
}

impl Watcher {
    /// Starts without files. `report` is called on a thread of its own when a watched file has changed.
    pub(super) fn start(report: impl Fn() + Send + 'static) -> Result<Self, String> {
        let files = Arc::new(Mutex::new(BTreeSet::new()));
        let watched = Arc::clone(&files);
        let on_events = move |events: DebounceEventResult| {
            let watched = watched.lock().unwrap_or_else(PoisonError::into_inner);
            // What the system could not tell in detail may concern any file.
            let concerns = events.map_or(true, |events| events.iter().any(|event| watched.contains(&event.path)));
            if concerns {
                report();
            }
        };
        let debouncer = new_debouncer(SETTLED_AFTER, on_events).map_err(|error| error.to_string())?;
        Ok(Self {
            debouncer,
            files,
            folders: BTreeSet::new(),
        })
    }

    /// Watches these files from now on, and no others.
    pub(super) fn watch(&mut self, files: &[PathBuf]) -> Result<(), String> {
        let files: BTreeSet<PathBuf> = files.iter().flat_map(|file| places(file)).collect();
        let folders: BTreeSet<PathBuf> = files
            .iter()
            .filter_map(|file| file.parent())
            .map(Path::to_owned)
            .collect();
        let watcher = self.debouncer.watcher();
        for gone in self.folders.difference(&folders) {
            // A folder that was deleted is not watched any more anyway.
            let _ = watcher.unwatch(gone);
        }
        let new: Vec<PathBuf> = folders.difference(&self.folders).cloned().collect();
        self.folders = folders;
        *self.files.lock().unwrap_or_else(PoisonError::into_inner) = files;
        for folder in new {
            if let Err(error) = watcher.watch(&folder, RecursiveMode::NonRecursive) {
                self.folders.remove(&folder);
                return Err(error.to_string());
            }
        }
        Ok(())
    }
}

/// A path as the system may name it: where it was opened, and where a link leads.
fn places(file: &Path) -> Vec<PathBuf> {
    [std::path::absolute(file), file.canonicalize()]
        .into_iter()
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Watcher;
    use std::sync::mpsc::sync_channel;
    use std::time::Duration;

    #[test]
    fn a_file_saved_by_renaming_is_reported_and_its_neighbour_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a.yaml"), "a").unwrap();
        let (sender, reports) = sync_channel(16);
        let mut watcher = Watcher::start(move || sender.send(()).unwrap()).unwrap();
        watcher.watch(&[path("a.yaml")]).unwrap();
        std::fs::write(path("b.yaml"), "neighbour").unwrap();
        assert!(reports.recv_timeout(Duration::from_secs(1)).is_err());
        std::fs::write(path("a.tmp"), "new").unwrap();
        std::fs::rename(path("a.tmp"), path("a.yaml")).unwrap();
        reports.recv_timeout(Duration::from_secs(20)).unwrap();
        // Files that are watched no more are not reported.
        watcher.watch(&[path("b.yaml")]).unwrap();
        std::fs::write(path("a.yaml"), "newer").unwrap();
        assert!(reports.recv_timeout(Duration::from_secs(1)).is_err());
    }
}
