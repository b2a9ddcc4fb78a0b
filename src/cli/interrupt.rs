//! Ctrl+C, and the other ways to be told to end, while something of ours is running that must be ended first.

use crate::inventory::capture::Cancel;

/// From now on a wish to end stops the captures instead of the process, which then ends by itself.
pub(super) fn cancels(cancel: &Cancel) {
    let cancel = cancel.clone();
    let listen = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        // Without it the process ends as any other does; the programs hear that their stdin is closed.
        if let Ok(runtime) = runtime
            && runtime.block_on(told_to_end()).is_ok()
        {
            cancel.cancel();
        }
    };
    let _ = std::thread::Builder::new().name("interrupt".to_owned()).spawn(listen);
}

#[cfg(unix)]
async fn told_to_end() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn told_to_end() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
