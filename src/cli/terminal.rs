//! The one place that writes to the terminal. Colour codes are stripped here where they are not wanted.

use crate::diagnostics::{Detail, Problem, Sources, render_all};
use crate::report::text::{Look, problems};
use std::io::{self, BufWriter, IsTerminal as _, Write};

/// Columns of an output that is no terminal.
const COLUMNS_OF_A_FILE: usize = 100;
/// A narrower terminal is written to as if it had these.
const FEWEST_COLUMNS: usize = 60;

/// Output, complaints, and how wide they may be.
pub(super) struct Terminal {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    columns: usize,
}

impl Terminal {
    /// Of this process.
    pub(super) fn of_process() -> Self {
        let columns = terminal_size::terminal_size_of(io::stdout())
            .map_or(COLUMNS_OF_A_FILE, |(terminal_size::Width(columns), _)| {
                usize::from(columns).max(FEWEST_COLUMNS)
            });
        Self {
            out: Box::new(BufWriter::new(anstream::AutoStream::auto(io::stdout()))),
            err: Box::new(anstream::AutoStream::auto(io::stderr())),
            columns,
        }
    }

    /// How texts should look. Colour is always written here and stripped behind it.
    pub(super) fn look(&self) -> Look {
        Look {
            columns: self.columns,
            colour: true,
        }
    }

    /// Writes to the output.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Writes JSON over several lines to the output.
    pub(super) fn say_json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, value)?;
        self.say("\n")
    }

    /// Asks a question behind all that was said, and takes a line from standard input for the answer; only `y` and `yes`
    /// are a yes.
    pub(super) fn confirmed(&mut self, question: &str) -> io::Result<bool> {
        self.out.flush()?;
        let _ = write!(self.err, "{question}");
        let _ = self.err.flush();
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }

    /// Writes a line beside the output, after all that was said before it.
    pub(super) fn complain(&mut self, text: &str) {
        // With nobody left to read a complaint, there is nobody to tell that it was lost.
        let _ = self.out.flush();
        let _ = writeln!(self.err, "{text}");
    }

    /// Shows how far something is, in the place of what was shown before; an empty text clears it. Only where there is a
    /// person to see it.
    pub(super) fn progress(&mut self, text: &str) {
        if io::stderr().is_terminal() {
            let shown: String = text.chars().take(self.columns.saturating_sub(1)).collect();
            let _ = write!(self.err, "\r\u{1b}[K{shown}");
            let _ = self.err.flush();
        }
    }

    /// Complains about a file's problems, all at once.
    pub(super) fn complain_about(&mut self, list: &[Problem], sources: &Sources) {
        if !list.is_empty() {
            let rendered = render_all(list, sources, Detail::Full);
            let text = problems(&rendered, self.look());
            self.complain(&text);
        }
    }

    /// Writes what is still held back.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
