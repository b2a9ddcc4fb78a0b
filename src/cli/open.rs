//! `roster` and `roster FILE`: opens the window. Where there is none to open, says so and shows the plan as text.

use super::Status;
use super::arguments::near_command;
use super::load::Opened;
use super::options::Format;
use super::terminal::Terminal;
use crate::diagnostics::{Problem, Sources};
use crate::scenario::{DEFAULT_SHIPPED, Origin};
use std::io;

/// Runs it.
pub(super) fn run(file: Option<&Origin>, terminal: &mut Terminal) -> io::Result<Status> {
    if let Some(problem) = file.and_then(mistyped_command) {
        terminal.complain_about(&[problem], &Sources::default());
        return Ok(Status::CouldNotRun);
    }
    let Err(message) = window::open(file.cloned()) else {
        return Ok(Status::Fine);
    };
    terminal.complain(&format!("no window: {message}; here is the plan as text\n"));
    let origin = file
        .cloned()
        .unwrap_or_else(|| Origin::Shipped(DEFAULT_SHIPPED.to_owned()));
    let Some(opened) = Opened::or_say(&origin, &[], Format::Text, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    // The exit code tells of the window's absence only: whether the plan stands is `roster plan`'s to say.
    super::plan::show(&opened, Format::Text, terminal)?;
    let name = origin.shown();
    terminal.complain(&format!(
        "\nwithout a window:\n  roster plan {name}\n  roster explain {name} TOOL\n  roster check {name}\n  \
         roster screenshot {name} -o out.png\n  roster --help"
    ));
    Ok(Status::Fine)
}

/// A word that is no file but nearly a command.
fn mistyped_command(file: &Origin) -> Option<Problem> {
    let Origin::Disk(path) = file else { return None };
    let word = path.to_str().filter(|word| word.chars().all(char::is_alphanumeric))?;
    let near = near_command(word).filter(|_| !path.exists())?;
    Some(
        Problem::nowhere("file-missing", format!("`{word}` is neither a file nor a command"))
            .with_help(format!("did you mean `roster {near}`?")),
    )
}

/// The window's place in the command line.
mod window {
    use crate::scenario::Origin;

    /// Opens the window and returns when it is closed; `Err` says why there is none.
    #[cfg(feature = "gui")]
    pub(super) fn open(file: Option<Origin>) -> Result<(), String> {
        crate::desktop::run(file)
    }

    /// The command line alone was built.
    #[cfg(not(feature = "gui"))]
    pub(super) fn open(_: Option<Origin>) -> Result<(), String> {
        Err("this build has no window".to_owned())
    }
}
