//! The command line: arguments in, text and an exit code out. One file a subcommand, no logic of its own.
//!
//! Exit codes of every command: 0 fine; 1 the plan failed or a gate fell; 2 it could not run.

use std::process::ExitCode;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
