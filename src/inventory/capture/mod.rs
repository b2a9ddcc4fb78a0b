//! Capture: connects to a running MCP server, asks it for its tools page by page, and leaves nothing behind.
//!
//! The one room that starts foreign programs and opens connections, and only when a person asks for it. The protocol itself
//! (handshake, answers to what a server asks, HTTP sessions) is the official Rust SDK's; the two transports under it are ours,
//! because its own read tools into types that lose keys, and know no limits over a whole listing. Deliberately absent:
//! asking for permission, signals and printing, which are the callers'; all that is known meanwhile comes as [`Progress`].

mod child;
mod configured;
mod error;
mod http;
mod pages;
mod pipe;
mod secrets;
mod setting;
mod several;
mod target;
mod today;
mod wire;

pub use configured::Fate;
pub use error::{CaptureError, Cause, Stage};
pub use setting::Setting;
pub use several::{Ended, capture_several};
pub use target::{Address, Program, Target, Written, passed_along};
pub use today::today;

use super::Listing;
use secrets::Secrets;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use wire::Wire;

/// How long a capture may take unless a person says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);
/// The most pages that are asked for.
pub const MAX_PAGES: usize = 1_000;
/// The longest line or answer that is read: as long as the largest inventory file.
pub const MAX_MESSAGE_BYTES: usize = 16 << 20;
/// The most that is read from one server in all.
pub const MAX_BYTES: u64 = crate::scenario::MAX_TOTAL_BYTES;

/// What a capture goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How long it may take in all, starting and ending the program aside.
    pub timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: DEFAULT_TIMEOUT,
        }
    }
}

/// How far a capture is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The program is started, or the address is asked.
    Starting,
    /// The server answered the handshake.
    Connected {
        /// Its name.
        server_name: String,
        /// Its version; it may be empty.
        server_version: String,
        /// The protocol version that was agreed on.
        protocol_version: String,
    },
    /// A page came.
    Listed {
        /// Pages so far.
        pages: usize,
        /// Tools so far.
        tools: usize,
    },
    /// The connection is closed and the program ended.
    Ending,
}

impl Progress {
    /// The same with no value in the server's words that it was given.
    fn masked(self, secrets: &Secrets) -> Self {
        match self {
            Self::Connected {
                server_name,
                server_version,
                protocol_version,
            } => Self::Connected {
                server_name: secrets.masked(&server_name),
                server_version: secrets.masked(&server_version),
                protocol_version: secrets.masked(&protocol_version),
            },
            step => step,
        }
    }
}

impl std::fmt::Display for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Starting => f.write_str("waiting for the server's first answer"),
            Self::Connected {
                server_name,
                server_version,
                protocol_version,
            } => write!(f, "connected to {server_name} {server_version}, MCP {protocol_version}"),
            Self::Listed { pages, tools } => write!(f, "{tools} tools after page {pages}"),
            Self::Ending => f.write_str("ending the connection"),
        }
    }
}

/// Stops captures from another thread. Clones stop the same ones.
#[derive(Clone, Debug)]
pub struct Cancel {
    sender: Arc<watch::Sender<bool>>,
}

impl Default for Cancel {
    fn default() -> Self {
        Self {
            sender: Arc::new(watch::Sender::new(false)),
        }
    }
}

impl Cancel {
    /// Stops all captures that were given this.
    pub fn cancel(&self) {
        self.sender.send_replace(true);
    }

    /// Whether they were stopped.
    pub fn is_cancelled(&self) -> bool {
        *self.sender.borrow()
    }

    async fn cancelled(&self) {
        // The sender lives as long as `self`, so this ends only when the value turns.
        let _ = self.sender.subscribe().wait_for(|is_cancelled| *is_cancelled).await;
    }
}

/// What a capture brought.
#[derive(Clone, Debug, PartialEq)]
pub struct Captured {
    /// What the server lists.
    pub listing: Listing,
    /// In how many pages it came.
    pub pages: usize,
    /// How long it took from the start to the last page.
    pub took: Duration,
    /// In how many places the server repeats a value that it was given; `…` stands there in the listing.
    pub masked: usize,
}

/// Captures one server. Blocks; callers that must not wait put it on a thread. Returns only after the program that it
/// started, with all that this one started, is gone.
pub fn capture(
    target: &Target,
    options: Options,
    progress: &dyn Fn(Progress),
    cancel: &Cancel,
) -> Result<Captured, CaptureError> {
    let secrets = Secrets::of(target);
    let progress = |step: Progress| progress(step.masked(&secrets));
    let ended = asked(target, options, &progress, cancel);
    let mut captured = ended.map_err(|error| error.masked(&secrets))?;
    captured.masked = secrets.mask(&mut captured.listing);
    captured.listing.about.captured = Some(today());
    captured.listing.about.captured_from = Some(target.blanked());
    Ok(captured)
}

/// Captures it, with the server's own words as they came.
fn asked(
    target: &Target,
    options: Options,
    progress: &dyn Fn(Progress),
    cancel: &Cancel,
) -> Result<Captured, CaptureError> {
    let failed = |cause| CaptureError {
        cause,
        said: String::new(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| failed(Cause::Protocol(format!("no runtime: {error}"))))?;
    runtime.block_on(async {
        progress(Progress::Starting);
        let wire = Wire::default();
        match target {
            Target::Program(program) => of_program(program, &wire, options, progress, cancel).await,
            Target::Address(address) => {
                let transport = http::transport(address, &wire).map_err(failed)?;
                let listed = pages::listed(transport, &wire, progress);
                let listed = within(listed, &wire, options, cancel).await;
                listed.map_err(|cause| failed(cause.of_address()))
            }
        }
    })
}

async fn of_program(
    program: &Program,
    wire: &Wire,
    options: Options,
    progress: &dyn Fn(Progress),
    cancel: &Cancel,
) -> Result<Captured, CaptureError> {
    let (mut child, pipe) = child::Child::start(program, wire).map_err(|cause| CaptureError {
        cause,
        said: String::new(),
    })?;
    let listed = within(pages::listed(pipe, wire, progress), wire, options, cancel);
    tokio::pin!(listed);
    let listed = loop {
        tokio::select! {
            listed = &mut listed => break listed,
            () = tokio::time::sleep(child::LOOK_AROUND) => child.look(),
        }
    };
    progress(Progress::Ending);
    let status = child.end().await;
    listed.map_err(|cause| CaptureError {
        cause: match (cause, status) {
            (Cause::Closed { stage }, Some(status)) => Cause::Ended { stage, status },
            (cause, _) => cause,
        },
        said: wire.said(),
    })
}

/// Runs it until it ends, its time is up, or somebody stops it.
async fn within(
    listed: impl Future<Output = Result<Captured, Cause>>,
    wire: &Wire,
    options: Options,
    cancel: &Cancel,
) -> Result<Captured, Cause> {
    let started = Instant::now();
    let ended = tokio::select! {
        biased;
        () = cancel.cancelled() => Err(Cause::Cancelled),
        ended = listed => ended,
        // A transport that gave up may leave the SDK waiting.
        cause = wire.failed() => Err(cause),
        () = tokio::time::sleep(options.timeout) => Err(Cause::TimedOut {
            stage: wire.stage(),
            timeout: options.timeout,
        }),
    };
    ended.map(|captured| Captured {
        took: started.elapsed(),
        ..captured
    })
}
