//! `roster schema`: the JSON Schema of scenario files, for editors that complete and check while one types.

use super::Status;
use super::terminal::Terminal;
use std::io;

const SCHEMA: &str = include_str!("../../assets/scenario.schema.json");

/// Runs it.
pub(super) fn run(terminal: &mut Terminal) -> io::Result<Status> {
    terminal.say(SCHEMA)?;
    Ok(Status::Fine)
}
