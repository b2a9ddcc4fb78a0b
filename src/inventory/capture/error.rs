//! Why a capture failed, and what to do next.

use super::secrets::Secrets;
use super::{MAX_BYTES, MAX_MESSAGE_BYTES, MAX_PAGES};
use crate::diagnostics::grouped;
use crate::scenario::{MAX_DEPTH, MAX_TOOLS};
use std::time::Duration;

/// A capture that failed. Nothing of it is running any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
pub struct CaptureError {
    /// Why.
    pub cause: Cause,
    /// The end of what the program printed that was no message: its stderr, and noise on its stdout. Foreign text with
    /// line breaks in it; empty for an address.
    pub said: String,
}

/// How far the server had come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub enum Stage {
    /// The handshake.
    #[default]
    #[error("before it answered `initialize`")]
    Initialize,
    /// The listing.
    #[error("before it answered page {0} of `tools/list`")]
    List(usize),
}

/// Why a capture failed. Texts of the server stand in it as they came: what shows them makes them visible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The program is not there.
    #[error("there is no program `{0}`")]
    NoProgram(String),
    /// The folder to start it in is not there.
    #[error("there is no folder `{0}` to start the program in")]
    NoFolder(String),
    /// The system refuses.
    #[error("the program `{program}` cannot be started: {error}")]
    NotStarted {
        /// The program.
        program: String,
        /// The system's words.
        error: String,
    },
    /// The program ended.
    #[error("the program ended {stage}, with {status}")]
    Ended {
        /// When.
        stage: Stage,
        /// `exit status: 1`, `signal: 9`.
        status: String,
    },
    /// The connection was closed from the other side.
    #[error("the server closed the connection {stage}")]
    Closed {
        /// When.
        stage: Stage,
    },
    /// The time was up.
    #[error("the server did not finish in {} s: the time was up {stage}", .timeout.as_secs_f64())]
    TimedOut {
        /// When.
        stage: Stage,
        /// The limit.
        timeout: Duration,
    },
    /// The time was up before an address said anything.
    #[error("the address did not answer in {} s: the time was up {}", .timeout.as_secs_f64(), Stage::Initialize)]
    Silent {
        /// The limit.
        timeout: Duration,
    },
    /// A person stopped it.
    #[error("stopped")]
    Cancelled,
    /// More than is read.
    #[error("the server sends more than {} MiB in all", MAX_BYTES >> 20)]
    TooMuch,
    /// One message or line longer than is read.
    #[error("the server sends a line or an answer of more than {} MiB", MAX_MESSAGE_BYTES >> 20)]
    TooLong,
    /// A message that nests too deep to be read.
    #[error("the server sends a message that nests deeper than can be read; schemas may have {MAX_DEPTH} levels")]
    TooDeep,
    /// More pages than are asked for.
    #[error("the server offers yet another page after {} pages of `tools/list`", grouped(MAX_PAGES as u64))]
    TooManyPages,
    /// More tools than a scenario can have.
    #[error("the server lists more than {} tools", grouped(MAX_TOOLS as u64))]
    TooManyTools,
    /// A cursor that was there before.
    #[error("page {page} of `tools/list` ends in the cursor of an earlier page, `{cursor}`: its pages never end")]
    RepeatedCursor {
        /// The page that repeats it.
        page: usize,
        /// The cursor, shortened.
        cursor: String,
    },
    /// A page without a single new tool.
    #[error(
        "page {page} of `tools/list` holds only tools of earlier pages: the server does not follow its own cursors"
    )]
    RepeatedPage {
        /// The page.
        page: usize,
    },
    /// Something else than a page.
    #[error("page {page} of `tools/list` is no listing: {why}")]
    NoListing {
        /// The page.
        page: usize,
        /// What is wrong.
        why: String,
    },
    /// A JSON-RPC error.
    #[error("the server refuses `{method}` with error {code}: {message}")]
    Refused {
        /// What was asked.
        method: &'static str,
        /// The JSON-RPC code.
        code: i32,
        /// The server's words.
        message: String,
    },
    /// An answer to the handshake that is none.
    #[error("the server answers `initialize` with something that is no MCP handshake")]
    NoHandshake,
    /// An HTTP status that is no success.
    #[error("the address answers with HTTP {status}{}", if .body.is_empty() { String::new() } else { format!(": {}", .body) })]
    Status {
        /// The status.
        status: u16,
        /// The beginning of what it says.
        body: String,
    },
    /// An HTTP redirect that is not followed.
    #[error("the address answers that it has moved to `{0}`")]
    Moved(String),
    /// An HTTP answer that is neither JSON nor events.
    #[error("the address answers with {0}, not with JSON or events")]
    ContentType(String),
    /// An HTTP body that is no message.
    #[error("the address answers with JSON that is no MCP message: {0}")]
    NoMessage(String),
    /// No connection.
    #[error("cannot connect to the address: {0}")]
    NoConnection(String),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// Text that is no address.
    #[error("`{0}` is no address of an MCP server")]
    BadAddress(String),
    /// A header that cannot be sent.
    #[error("the header `{0}` cannot be sent")]
    BadHeader(String),
    /// What the SDK says, for all else.
    #[error("the connection failed: {0}")]
    Protocol(String),
}

impl CaptureError {
    /// The same with no value in foreign words that the server was given: the one place where all of them pass.
    pub(super) fn masked(self, secrets: &Secrets) -> Self {
        Self {
            cause: self.cause.masked(secrets),
            said: secrets.masked(&self.said),
        }
    }
}

impl Cause {
    /// What only a program does is said otherwise of an address.
    pub(super) fn of_address(self) -> Self {
        match self {
            Self::TimedOut {
                stage: Stage::Initialize,
                timeout,
            } => Self::Silent { timeout },
            cause => cause,
        }
    }

    fn masked(self, secrets: &Secrets) -> Self {
        let of = |text: String| secrets.masked(&text);
        match self {
            Self::NoProgram(name) => Self::NoProgram(of(name)),
            Self::NoFolder(name) => Self::NoFolder(of(name)),
            Self::NotStarted { program, error } => Self::NotStarted {
                program: of(program),
                error: of(error),
            },
            Self::Ended { stage, status } => Self::Ended {
                stage,
                status: of(status),
            },
            Self::RepeatedCursor { page, cursor } => Self::RepeatedCursor {
                page,
                cursor: of(cursor),
            },
            Self::NoListing { page, why } => Self::NoListing { page, why: of(why) },
            Self::Refused { method, code, message } => Self::Refused {
                method,
                code,
                message: of(message),
            },
            Self::Status { status, body } => Self::Status { status, body: of(body) },
            Self::Moved(to) => Self::Moved(of(to)),
            Self::ContentType(kind) => Self::ContentType(of(kind)),
            Self::NoMessage(body) => Self::NoMessage(of(body)),
            Self::NoConnection(why) => Self::NoConnection(of(why)),
            Self::Broken(why) => Self::Broken(of(why)),
            Self::BadAddress(address) => Self::BadAddress(of(address)),
            Self::Protocol(why) => Self::Protocol(of(why)),
            cause @ (Self::Closed { .. }
            | Self::TimedOut { .. }
            | Self::Silent { .. }
            | Self::Cancelled
            | Self::TooMuch
            | Self::TooLong
            | Self::TooDeep
            | Self::TooManyPages
            | Self::TooManyTools
            | Self::RepeatedPage { .. }
            | Self::NoHandshake
            | Self::BadHeader(_)) => cause,
        }
    }

    /// What to do next.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NoProgram(_) => "check its name, or give its whole path; it is looked for in your PATH",
            Self::NoFolder(_) => "name a folder that is there",
            Self::NotStarted { .. } => "check that the file is a program and that you may run it",
            Self::Ended { .. } => {
                "start it by hand to see what it needs; variables reach it only where they are named, as in `--env NAME`"
            }
            Self::TimedOut {
                stage: Stage::Initialize,
                ..
            } => {
                "check that the command starts an MCP server over stdio; give a slow one more time with `--timeout SECONDS`"
            }
            Self::Silent { .. } => {
                "check that an MCP server over streamable HTTP listens there; give a slow one more time with \
                 `--timeout SECONDS`"
            }
            Self::TimedOut { .. } => "give it more time with `--timeout SECONDS`",
            Self::Cancelled => "nothing was written, and nothing is left running",
            Self::TooMuch | Self::TooLong | Self::TooManyPages | Self::TooManyTools | Self::TooDeep => {
                "no model can be shown that much; ask the server's author, or limit what it offers by its own options"
            }
            Self::RepeatedCursor { .. } | Self::RepeatedPage { .. } | Self::NoListing { .. } => {
                "this is a fault of the server; tell its author"
            }
            Self::Refused { code: -32601, .. } => "it offers no tools",
            Self::Refused {
                method: "initialize", ..
            } => "it may want another protocol version, or a key: name it with `--env NAME` or `--header NAME=VALUE`",
            Self::Refused { .. } => {
                "it may need a network or a key of its own: name it with `--env NAME` or `--header NAME=VALUE`"
            }
            Self::NoHandshake => "check that this is an MCP server",
            Self::Status { status: 401 | 403, .. } => {
                "it wants a key: write `--header NAME=VALUE`, or `--header X-Api-Key` to take the value from the variable \
                 `X_API_KEY`"
            }
            Self::Status { status: 404 | 405, .. } | Self::ContentType(_) | Self::NoMessage(_) => {
                "check the path; MCP over streamable HTTP is often under `/mcp`, and the older `/sse` is not spoken here"
            }
            Self::Status { .. } | Self::Closed { .. } | Self::Broken(_) => {
                "try again; if it stays, look at the server's own log"
            }
            Self::Moved(_) => "give that address, if you trust it",
            Self::NoConnection(_) => "check host and port, and that the server is running",
            Self::BadAddress(_) => {
                "give an address such as `https://example.com/mcp`; to start a program, put `--` before its command"
            }
            Self::BadHeader(_) => {
                "a name of letters, digits and `-`, and a value on one line; MCP's own headers are set here"
            }
            Self::Protocol(_) => "check that this is an MCP server; if it is, tell its author what happened",
        }
    }

    /// A stable word for JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoProgram(_) => "no-program",
            Self::NoFolder(_) => "no-folder",
            Self::NotStarted { .. } => "not-started",
            Self::Ended { .. } => "ended",
            Self::Closed { .. } => "closed",
            Self::TimedOut { .. } | Self::Silent { .. } => "timed-out",
            Self::Cancelled => "cancelled",
            Self::TooMuch => "too-much",
            Self::TooLong => "too-long",
            Self::TooDeep => "too-deep",
            Self::TooManyPages => "too-many-pages",
            Self::TooManyTools => "too-many-tools",
            Self::RepeatedCursor { .. } => "repeated-cursor",
            Self::RepeatedPage { .. } => "repeated-page",
            Self::NoListing { .. } => "no-listing",
            Self::Refused { .. } => "refused",
            Self::NoHandshake => "no-handshake",
            Self::Status { .. } => "http-status",
            Self::Moved(_) => "moved",
            Self::ContentType(_) => "content-type",
            Self::NoMessage(_) => "no-message",
            Self::NoConnection(_) => "no-connection",
            Self::Broken(_) => "broken",
            Self::BadAddress(_) => "bad-address",
            Self::BadHeader(_) => "bad-header",
            Self::Protocol(_) => "protocol",
        }
    }
}
