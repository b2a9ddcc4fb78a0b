//! `roster shipped`: the scenarios that the program carries.

use super::Status;
use super::terminal::Terminal;
use crate::diagnostics::visible;
use crate::report::text::{Align, Cell, Column, Fit, table};
use crate::report::written::title;
use crate::scenario::{DEFAULT_SHIPPED, Origin, load, shipped_names};
use std::io;

/// Runs it.
pub(super) fn run(terminal: &mut Terminal) -> io::Result<Status> {
    let mut status = Status::Fine;
    let mut rows = Vec::new();
    for name in shipped_names() {
        let origin = Origin::Shipped(name.to_owned());
        let title = match load(&origin, &[]) {
            Ok(loaded) => title(&loaded, &origin),
            Err(failed) => {
                terminal.complain_about(&failed.problems, &failed.sources);
                status = Status::CouldNotRun;
                continue;
            }
        };
        let mark = if name == DEFAULT_SHIPPED {
            " (opens by default)"
        } else {
            ""
        };
        rows.push(vec![
            Cell::new(origin.shown()),
            Cell::new(format!("{}{mark}", visible(&title))),
        ]);
    }
    let column = |fit| Column {
        heading: "",
        align: Align::Left,
        fit,
    };
    let text = table(&[column(Fit::Whole), column(Fit::Wrap)], &rows, terminal.look());
    terminal.say(&text)?;
    Ok(status)
}
