//! What a capture brought, and why one failed, as text.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use crate::diagnostics::visible;
use crate::inventory::capture::{CaptureError, Captured};
use crate::inventory::{Listing, ServerIds, listing_tokens};
use crate::plan::explain::{counted, grouped};
use crate::report::{CapturedOutcome, CapturedServer};
use crate::scenario::{Encoding, Estimator};

/// `13 tools in 1 page, 812 ms`, then the server and the sizes, a line each.
pub fn captured(captured: &Captured) -> String {
    let tools = counted(captured.listing.tools.len() as u64, "tool", "tools");
    let pages = counted(captured.pages as u64, "page", "pages");
    format!(
        "{tools} in {pages}, {} ms\n{}",
        grouped(u64::try_from(captured.took.as_millis()).unwrap_or(u64::MAX)),
        sizes(&captured.listing)
    )
}

/// That a server repeats what it was given, if it does.
pub fn masked(captured: &Captured) -> Option<String> {
    let places = counted(captured.masked as u64, "place", "places");
    (captured.masked > 0)
        .then(|| format!("the server repeats values that it was given; `…` stands for them in {places}"))
}

/// Who the server says it is, and what its tools would cost a prompt.
fn sizes(listing: &Listing) -> String {
    let about = &listing.about;
    let name = about.server_name.as_deref().unwrap_or("without a name");
    let version = about.server_version.as_deref().unwrap_or("without a version");
    let protocol = about.protocol_version.as_deref().unwrap_or("of no version");
    let id = ServerIds::default().id(name);
    let tokens = |estimator| grouped(listing_tokens(listing, &id, estimator));
    let instructions = match &about.instructions {
        Some(text) => format!("{} characters", grouped(text.chars().count() as u64)),
        None => "none".to_owned(),
    };
    let (name, version, protocol) = (visible(name), visible(version), visible(protocol));
    format!(
        "  server        {name} {version}, MCP {protocol}\n  definitions   {} tokens by o200k_base, {} by bytes/3\n  \
         instructions  {instructions}\n",
        tokens(Estimator::Encoding(Encoding::O200kBase)),
        tokens(Estimator::BytesPer3),
    )
}

/// Why a capture failed, what to do, and what the program said last.
pub fn capture_failed(error: &CaptureError, target: &str, look: Look) -> String {
    let mut out = format!(
        "{}: {}\n  from: {}\n  help: {}",
        look.paint(Role::Bad, &format!("error[{}]", error.cause.code())),
        visible(&error.to_string()),
        visible(target),
        error.cause.help()
    );
    let said: Vec<&str> = error
        .said
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    if !said.is_empty() {
        out.push_str("\n  it printed last:");
        for line in &said[said.len().saturating_sub(SAID_LINES)..] {
            out.push_str(&format!("\n    {}", visible(line)));
        }
    }
    out
}

/// How many of a program's last lines are shown: the reason stands in the last ones, be it at the head of a stack of calls.
const SAID_LINES: usize = 12;

/// A line for each of several servers: its name, what became of it, and a sentence.
pub fn captured_lines(servers: &[CapturedServer], look: Look) -> String {
    let column = |heading| Column {
        heading,
        align: Align::Left,
        fit: Fit::Whole,
    };
    let rows: Vec<Vec<Cell>> = servers
        .iter()
        .map(|server| {
            let role = match server.outcome {
                CapturedOutcome::Captured { .. } => Role::Good,
                CapturedOutcome::Off | CapturedOutcome::Elsewhere(_) => Role::Aside,
                CapturedOutcome::Stopped => Role::Warning,
                CapturedOutcome::Failed { .. } => Role::Bad,
            };
            vec![
                Cell::new(visible(&server.name)),
                Cell::painted(role, server.outcome.word()),
                Cell::new(visible(&in_a_line(server))),
            ]
        })
        .collect();
    table(&[column("server"), column("result"), column("what came")], &rows, look)
}

fn in_a_line(server: &CapturedServer) -> String {
    let kept = if server.has_file_before {
        "; its file is as before"
    } else {
        ""
    };
    match &server.outcome {
        CapturedOutcome::Captured { captured, file, .. } => {
            let tools = counted(captured.listing.tools.len() as u64, "tool", "tools");
            let tokens = grouped(server.tokens().unwrap_or_default());
            let beside = server.beside().map_or_else(String::new, |beside| format!(", {beside}"));
            let written = file
                .as_ref()
                .map_or_else(String::new, |file| format!(" → {file}{beside}"));
            format!(
                "{tools}, {tokens} tokens by {}{written}",
                CapturedServer::ESTIMATOR.id()
            )
        }
        CapturedOutcome::Off => "switched off in the configuration".to_owned(),
        CapturedOutcome::Elsewhere(why) => format!("cannot be asked here: {why}{kept}"),
        CapturedOutcome::Stopped => format!("stopped before it had listed its tools{kept}"),
        CapturedOutcome::Failed { message, .. } => {
            let sentence = message.lines().next().unwrap_or_default();
            format!("{sentence}{kept}")
        }
    }
}
