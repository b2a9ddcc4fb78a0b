//! What a capture brought, and why one failed, as text.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use crate::diagnostics::visible;
use crate::inventory::capture::{CaptureError, Captured};
use crate::inventory::{Listing, ServerIds, listing_tokens};
use crate::plan::explain::{counted, grouped};
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
    visible_lines(&format!(
        "  server        {name} {version}, MCP {protocol}\n  definitions   {} tokens by o200k_base, {} by bytes/3\n  \
         instructions  {instructions}\n",
        tokens(Estimator::Encoding(Encoding::O200kBase)),
        tokens(Estimator::BytesPer3),
    ))
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

/// A text of our own lines with foreign words in them.
fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// What became of one of several servers.
#[derive(Clone, Debug)]
pub enum CapturedLine {
    /// It was captured, and perhaps written into a file.
    Captured(Box<Captured>, Option<String>),
    /// It is switched off.
    Off,
    /// It was not captured, and why.
    Failed(String),
}

/// A line for each of several servers: its name, what became of it, and a sentence.
pub fn captured_lines(servers: &[(&str, CapturedLine)], look: Look) -> String {
    let column = |heading| Column {
        heading,
        align: Align::Left,
        fit: Fit::Whole,
    };
    let rows: Vec<Vec<Cell>> = servers
        .iter()
        .map(|(name, line)| {
            let (role, word, told) = match line {
                CapturedLine::Captured(captured, path) => (Role::Good, "ok", in_a_line(captured, path.as_deref())),
                CapturedLine::Off => (Role::Aside, "off", "switched off in the configuration".to_owned()),
                CapturedLine::Failed(why) => (Role::Bad, "failed", why.clone()),
            };
            vec![
                Cell::new(visible(name)),
                Cell::painted(role, word),
                Cell::new(visible(&told)),
            ]
        })
        .collect();
    table(&[column("server"), column(""), column("")], &rows, look)
}

fn in_a_line(captured: &Captured, path: Option<&str>) -> String {
    let listing = &captured.listing;
    let name = listing.about.server_name.as_deref().unwrap_or_default();
    let id = ServerIds::default().id(name);
    let tokens = listing_tokens(listing, &id, Estimator::BytesPer3);
    let written = path.map_or_else(String::new, |path| format!(" → {path}"));
    format!(
        "{}, {} tokens by bytes/3{written}",
        counted(listing.tools.len() as u64, "tool", "tools"),
        grouped(tokens)
    )
}
