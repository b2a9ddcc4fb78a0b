//! `roster report`: one file for a design review, or the same on the output.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::diagnostics::visible;
use crate::gates::Gates;
use crate::plan::explain;
use crate::report::written;
use crate::scenario::{Origin, write_atomically};
use std::io;
use std::path::{Path, PathBuf};

/// Writes a report for a design review: verdict, gates, what differs from a baseline, budgets, lanes, charts
///
/// One file that needs nothing else, and the same bytes for the same input.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 fine, 1 the plan failed or a gate fell (the report is written all the same), 2 it could not run"
)]
pub(super) struct ReportArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    file: Origin,

    /// A baseline to compare it with
    #[arg(long, value_name = "FILE", value_parser = origin())]
    against: Option<Origin>,

    /// Where to write it; without this, or with `-`, to the output
    #[arg(short, long, value_name = "OUT")]
    out: Option<PathBuf>,

    /// How to write it (default: what the end of OUT says, `.html` or `.md`; on the output, html)
    #[arg(long, value_enum)]
    format: Option<ReportFormat>,

    #[command(flatten)]
    what_if: WhatIf,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ReportFormat {
    /// One page that needs nothing else
    Html,
    /// For pull requests and wikis
    Markdown,
}

impl From<ReportFormat> for written::ReportFormat {
    fn from(format: ReportFormat) -> Self {
        match format {
            ReportFormat::Html => Self::Html,
            ReportFormat::Markdown => Self::Markdown,
        }
    }
}

/// Runs it.
pub(super) fn run(arguments: &ReportArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let path = arguments.out.as_deref().filter(|path| *path != Path::new("-"));
    let by_path = path.map_or(Some(written::ReportFormat::Html), written::ReportFormat::of);
    let Some(format) = arguments.format.map(Into::into).or(by_path) else {
        let shown = path.map(|path| path.display().to_string()).unwrap_or_default();
        terminal.complain(&format!(
            "error: the end of the name does not say how to write the report: {}\n  \
             help: name it `.html` or `.md`, or add `--format html` or `--format markdown`",
            visible(&shown)
        ));
        return Ok(Status::CouldNotRun);
    };
    let against = match &arguments.against {
        None => None,
        Some(origin) => match Opened::or_say(origin, &[], Format::Text, terminal)? {
            Some(opened) => Some((origin, opened)),
            None => return Ok(Status::CouldNotRun),
        },
    };
    let Some(opened) = Opened::or_say(&arguments.file, &arguments.what_if.set, Format::Text, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let gates = opened.gates(&arguments.file);
    let before = against.as_ref().map(|(origin, opened)| opened.reviewed(origin));
    let text = written::written(&opened.reviewed(&arguments.file), &gates, before.as_ref(), format);
    let Some(path) = path else {
        terminal.say(&text)?;
        return Ok(status(&opened, &gates));
    };
    if let Err(error) = write_atomically(path, text) {
        terminal.complain(&format!("error: {}", visible(&error.to_string())));
        return Ok(Status::CouldNotRun);
    }
    terminal.say(&told(&opened, &gates))?;
    Ok(status(&opened, &gates))
}

/// One line beside a file that was written: an exit code of 1 alone would leave people to search.
fn told(opened: &Opened, gates: &Gates) -> String {
    let subject = opened.subject();
    format!(
        "{}: {}; {} of {}\n",
        visible(subject.title),
        visible(&explain::verdict(subject.plan)),
        gates.passed(),
        match gates.gates.len() {
            1 => "1 gate holds".to_owned(),
            count => format!("{count} gates hold"),
        }
    )
}

fn status(opened: &Opened, gates: &Gates) -> Status {
    if opened.planned.plan.failure.is_some() || !gates.hold() {
        Status::Fell
    } else {
        Status::Fine
    }
}
