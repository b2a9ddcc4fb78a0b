//! Watches the files that the opened scenario was made from.
//!
//! Their folders are watched, not they themselves: editors save by renaming a new file over the old one. The system also
//! tells of reading, ours included, so a file has changed only if its time or size has. A change is reported once it has
//! settled, so that a half-written file is not read.

use notify_debouncer_mini::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{DebounceEventResult, Debouncer, new_debouncer};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// A file that was changed must rest for so long.
const SETTLED_AFTER: Duration = Duration::from_millis(300);

/// Time and size; `None` while there is nothing.
type Stamp = Option<(SystemTime, u64)>;

/// The handle; dropping it ends the watch.
pub(super) struct Watcher {
    debouncer: Debouncer<RecommendedWatcher>,
    stamps: Arc<Mutex<BTreeMap<PathBuf, Stamp>>>,
    folders: BTreeSet<PathBuf>,
}

impl Watcher {
    /// Starts without files. `report` is called on a thread of its own when a watched file has changed.
    pub(super) fn start(report: impl Fn() + Send + 'static) -> Result<Self, String> {
        let stamps = Arc::new(Mutex::new(BTreeMap::<PathBuf, Stamp>::new()));
        let known = Arc::clone(&stamps);
        let on_events = move |_: DebounceEventResult| {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            let now: BTreeMap<PathBuf, Stamp> = known.keys().map(|file| (file.clone(), stamp(file))).collect();
            if now != *known {
                *known = now;
                report();
            }
        };
        let debouncer = new_debouncer(SETTLED_AFTER, on_events).map_err(|error| error.to_string())?;
        Ok(Self {
            debouncer,
            stamps,
            folders: BTreeSet::new(),
        })
    }

    /// Watches these files from now on, and no others. Where a folder is missing, the nearest one above it is watched, and
    /// that it appears is a change, too.
    pub(super) fn watch(&mut self, files: &[PathBuf]) -> Result<(), String> {
        let mut watched: BTreeSet<PathBuf> = files.iter().flat_map(|file| places(file)).collect();
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        for file in watched.clone() {
            let above: Vec<&Path> = file.ancestors().skip(1).collect();
            let Some(there) = above.iter().position(|folder| folder.is_dir()) else {
                continue;
            };
            folders.insert(above[there].to_owned());
            watched.extend(above[..there].iter().map(|missing| (*missing).to_owned()));
        }
        let system = self.debouncer.watcher();
        for gone in self.folders.difference(&folders) {
            // A folder that was deleted is not watched any more anyway.
            let _ = system.unwatch(gone);
        }
        let new: Vec<PathBuf> = folders.difference(&self.folders).cloned().collect();
        self.folders = folders;
        *self.stamps.lock().unwrap_or_else(PoisonError::into_inner) =
            watched.into_iter().map(|file| (file.clone(), stamp(&file))).collect();
        for folder in new {
            if let Err(error) = system.watch(&folder, RecursiveMode::NonRecursive) {
                self.folders.remove(&folder);
                return Err(error.to_string());
            }
        }
        Ok(())
    }
}

/// A path as it was opened, and where a link leads.
fn places(file: &Path) -> Vec<PathBuf> {
    [std::path::absolute(file), file.canonicalize()]
        .into_iter()
        .flatten()
        .collect()
}

fn stamp(path: &Path) -> Stamp {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

#[cfg(test)]
mod tests {
    use super::Watcher;
    use std::path::PathBuf;
    use std::sync::mpsc::{Receiver, sync_channel};
    use std::time::Duration;

    struct Watched {
        folder: tempfile::TempDir,
        watcher: Watcher,
        reports: Receiver<()>,
    }

    impl Watched {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let (sender, reports) = sync_channel(64);
            let watcher = Watcher::start(move || sender.send(()).expect("a reader")).expect("a watcher");
            Self {
                folder,
                watcher,
                reports,
            }
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&self, name: &str, text: &str) {
            std::fs::write(self.path(name), text).expect("written");
        }

        fn watch(&mut self, name: &str) {
            let path = self.path(name);
            self.watcher.watch(&[path]).expect("watched");
        }

        fn is_told(&self) -> bool {
            self.reports.recv_timeout(Duration::from_secs(20)).is_ok()
        }

        fn is_left_alone(&self) -> bool {
            self.reports.recv_timeout(Duration::from_secs(1)).is_err()
        }
    }

    #[test]
    fn a_file_saved_by_renaming_is_reported_and_its_neighbour_is_not() {
        let mut watched = Watched::new();
        watched.write("a.yaml", "a");
        watched.watch("a.yaml");
        watched.write("b.yaml", "neighbour");
        assert!(watched.is_left_alone());
        watched.write("a.tmp", "new");
        std::fs::rename(watched.path("a.tmp"), watched.path("a.yaml")).unwrap();
        assert!(watched.is_told());
        watched.watch("b.yaml");
        watched.write("a.yaml", "newer");
        assert!(watched.is_left_alone());
    }

    #[test]
    fn reading_a_file_does_not_change_it() {
        let mut watched = Watched::new();
        watched.write("a.yaml", "a");
        watched.watch("a.yaml");
        assert_eq!(std::fs::read_to_string(watched.path("a.yaml")).unwrap(), "a");
        assert!(watched.is_left_alone());
    }

    #[test]
    fn a_missing_folder_is_waited_for() {
        let mut watched = Watched::new();
        watched.watch("inventories/mail.json");
        std::fs::create_dir(watched.path("inventories")).unwrap();
        assert!(watched.is_told());
        // As the window does once it has read again.
        watched.watch("inventories/mail.json");
        watched.write("inventories/mail.json", "[]");
        assert!(watched.is_told());
    }
}
