//! Watches the files that the opened scenario was made from, by looking at their stamps twice a second.
//!
//! Looking needs no crate and no system service, sees editors that save by renaming, and costs a few system calls; a change
//! is reported once two looks agree on it, so that a half-written file is not read.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, SystemTime};

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(500);

/// A file's stamp; `None` while it is not there.
type Stamp = Option<(SystemTime, u64)>;

/// The thread's handle; dropping it ends the thread.
pub(super) struct Watcher {
    files: SyncSender<Vec<PathBuf>>,
}

impl Watcher {
    /// Starts the thread. `report` is called on it when a watched file has changed.
    pub(super) fn start(report: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (sender, receiver) = sync_channel(16);
        std::thread::Builder::new()
            .name("roster-watcher".to_owned())
            .spawn(move || run(&receiver, report))?;
        Ok(Self { files: sender })
    }

    /// Watches these files from now on.
    pub(super) fn watch(&self, files: Vec<PathBuf>) {
        // A full channel means that newer lists are on their way already.
        let _ = self.files.try_send(files);
    }
}

fn run(lists: &Receiver<Vec<PathBuf>>, report: impl Fn()) {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut known: Vec<Stamp> = Vec::new();
    let mut changing: Option<Vec<Stamp>> = None;
    loop {
        // With nothing to watch there is nothing to wake up for.
        let list = if files.is_empty() {
            lists.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            lists.recv_timeout(PAUSE)
        };
        match list {
            Ok(list) => {
                files = list;
                known = stamps(&files);
                changing = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = stamps(&files);
        if now == known {
            changing = None;
        } else if changing.as_ref() == Some(&now) {
            // A file that is gone may be in the middle of being replaced: it is reported when it is back, or stays away.
            known = now;
            changing = None;
            report();
        } else {
            changing = Some(now);
        }
    }
}

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    files
        .iter()
        .map(|file| {
            let metadata = std::fs::metadata(file).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        })
        .collect()
}
