//! The `roster` program: the command line, and the window over the same library.

use std::process::ExitCode;

fn main() -> ExitCode {
    roster::cli::main()
}
