//! The question before programs are started.

use crate::cli::terminal::Terminal;
use crate::diagnostics::visible;
use crate::inventory::capture::Program;
use std::io::{self, IsTerminal as _};

/// Whether programs may be started.
pub(super) enum Answer {
    /// They may.
    Yes,
    /// The person says no.
    No,
    /// There is nobody to ask.
    Nobody,
}

/// What is said where there is nobody.
pub(super) const NOBODY: &str = "there is nobody to ask: the input is no terminal; nothing was started\n  help: add `--yes` if it \
                                 may be started";

/// Shows the exact commands and the names of the variables that they get, and asks once for all.
pub(super) fn may_start(programs: &[&Program], is_yes: bool, terminal: &mut Terminal) -> Answer {
    if is_yes || programs.is_empty() {
        return Answer::Yes;
    }
    terminal.complain(&question(programs));
    if !io::stdin().is_terminal() {
        return Answer::Nobody;
    }
    let question = if programs.len() == 1 {
        "Start it? [y/N] "
    } else {
        "Start them? [y/N] "
    };
    match terminal.confirmed(question) {
        Ok(true) => Answer::Yes,
        _ => Answer::No,
    }
}

fn question(programs: &[&Program]) -> String {
    let mut text = match programs.len() {
        1 => "This starts a program, which can do whatever you can:".to_owned(),
        count => format!("This starts {count} programs, which can do whatever you can:"),
    };
    for program in programs {
        text.push_str(&format!("\n  {}", visible(&program.exact())));
        if let Some(folder) = &program.folder {
            text.push_str(&format!(
                "\n    in the folder {}",
                visible(&folder.display().to_string())
            ));
        }
        text.push_str(&format!(
            "\n    with these variables and no others: {}",
            visible(&program.variables().join(", "))
        ));
    }
    text
}
