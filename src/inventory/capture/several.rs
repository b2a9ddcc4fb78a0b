//! Several servers, some at a time.

use super::{Cancel, CaptureError, Captured, Options, Target, capture};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError, mpsc};

/// How many servers are captured at a time: each may be a program that needs all it can get to start.
const AT_A_TIME: usize = 4;

/// What came of one of several.
pub type Ended = Result<Captured, CaptureError>;

/// Captures all of them, some at a time. `report` gets each with its place in `targets` as it ends.
///
/// # Errors
///
/// When the system gives no thread for it; those that were not reported by then were not asked.
pub fn capture_several(
    targets: &[&Target],
    options: Options,
    cancel: &Cancel,
    report: &mut dyn FnMut(usize, Ended),
) -> std::io::Result<()> {
    let waiting: Mutex<VecDeque<(usize, &Target)>> = Mutex::new(targets.iter().copied().enumerate().collect());
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(AT_A_TIME);
        let mut no_thread = None;
        for number in 0..AT_A_TIME.min(targets.len()) {
            let (sender, waiting) = (sender.clone(), &waiting);
            let work = move || {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                    let Some((place, target)) = next else { return };
                    let result = capture(target, options, &|_| {}, cancel);
                    // The other end outlives all of these threads.
                    let _ = sender.send((place, result));
                }
            };
            let name = format!("capture {number}");
            match std::thread::Builder::new().name(name).spawn_scoped(scope, work) {
                Err(error) if number == 0 => {
                    no_thread = Some(error);
                    break;
                }
                // Those that run take the others' work.
                Ok(_) | Err(_) => {}
            }
        }
        drop(sender);
        for (place, result) in receiver {
            report(place, result);
        }
        no_thread.map_or(Ok(()), Err)
    })
}
