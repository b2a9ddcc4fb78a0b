//! `roster sweep`: the plan at every value of a number of the file.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::plan::status_of;
use super::terminal::Terminal;
use crate::diagnostics::suggest;
use crate::explore::{Axis, GRID_STEPS, Grid, Parameter, Range, Sweep};
use crate::published::{Publication, published_accuracy};
use crate::report::{csv, json, text};
use crate::scenario::Origin;
use std::io;

/// Plans a cap at every value of a range: what it buys, and at which value which tool moves
#[derive(Debug, clap::Args)]
pub(super) struct SweepArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    file: Origin,

    /// What to move over which values, both ends included: `budget.tool_definitions.max_items=10..60`, or by fives
    /// `=10..60:5`; without values, a range that shows what happens: every value of it, or round steps where those are
    /// more than 300
    #[arg(
        long,
        value_name = "PATH[=RANGE]",
        default_value = "budget.tool_definitions.max_items",
        value_parser = over
    )]
    over: Over,

    /// A second number to move, or `accounts` for how many are connected: a grid
    #[arg(long, value_name = "PATH=RANGE|accounts", value_parser = by)]
    by: Option<By>,

    /// Add what others published on accuracy against the number of tools: raw points, no prediction
    #[arg(long)]
    accuracy: bool,

    /// List every value that was planned, also those at which nothing moves
    #[arg(long)]
    all: bool,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: SweepFormat,

    #[command(flatten)]
    what_if: WhatIf,
}

/// How a sweep is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SweepFormat {
    Text,
    Json,
    Csv,
}

/// A number and perhaps its values.
#[derive(Clone, Copy, Debug)]
struct Over {
    parameter: Parameter,
    range: Option<Range>,
}

/// The second axis.
#[derive(Clone, Copy, Debug)]
enum By {
    Accounts,
    Number(Over),
}

fn over(text: &str) -> Result<Over, String> {
    let (path, range) = match text.split_once('=') {
        Some((path, range)) => (path, Some(Range::parse(range)?)),
        None => (text, None),
    };
    let parameter = Parameter::parse(path.trim()).ok_or_else(|| unknown(path, None))?;
    Ok(Over { parameter, range })
}

/// Names the number that was perhaps meant, or all there are.
fn unknown(path: &str, more: Option<&str>) -> String {
    let known: Vec<String> = Parameter::all().into_iter().map(Parameter::path).collect();
    let help = suggest(path, more.into_iter().chain(known.iter().map(String::as_str)));
    format!("`{path}` is no number that can be moved; {help}")
}

fn by(text: &str) -> Result<By, String> {
    const ACCOUNTS: &str = "accounts";
    if text == ACCOUNTS {
        return Ok(By::Accounts);
    }
    if !text.contains('=') && Parameter::parse(text.trim()).is_none() {
        return Err(unknown(text, Some(ACCOUNTS)));
    }
    over(text).map(By::Number)
}

/// Runs it.
pub(super) fn run(arguments: &SweepArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let errors_as = match arguments.format {
        SweepFormat::Json => Format::Json,
        SweepFormat::Text | SweepFormat::Csv => Format::Text,
    };
    if let Some(By::Number(by)) = arguments.by
        && by.parameter == arguments.over.parameter
    {
        terminal.complain(&format!(
            "error: `--by` moves the same number as `--over`: {}\n  help: move another one, or leave `--by` out",
            by.parameter.path()
        ));
        return Ok(Status::CouldNotRun);
    }
    if let Some(why) = not_beside(arguments) {
        terminal.complain(&format!("error: {why}"));
        return Ok(Status::CouldNotRun);
    }
    let published = match arguments.accuracy.then(published_accuracy).transpose() {
        Ok(published) => published,
        Err(failed) => {
            terminal.complain_about(&failed.problems, &failed.sources);
            return Ok(Status::CouldNotRun);
        }
    };
    let Some(opened) = Opened::or_say(&arguments.file, &arguments.what_if.set, errors_as, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let planned = &opened.planned;
    let usual = |over: Over| over.parameter.usual_range(planned);
    let range = |over: Over| over.range.unwrap_or_else(|| usual(over));
    // A grid plans every pair.
    let coarse = |over: Over| {
        let now = over.parameter.value(&planned.scenario);
        over.range.unwrap_or_else(|| usual(over).coarser(now, GRID_STEPS))
    };
    let title = opened.subject().title;
    match arguments.by {
        None => {
            let sweep = Sweep::new(planned, arguments.over.parameter, range(arguments.over));
            match arguments.format {
                SweepFormat::Text => terminal.say(&text::sweep(&sweep, title, arguments.all, terminal.look()))?,
                SweepFormat::Json => terminal.say_json(&beside(json::sweep(&sweep), published.as_deref()))?,
                SweepFormat::Csv => terminal.say(&csv::sweep(&sweep))?,
            }
        }
        Some(by) => {
            let axis = match by {
                By::Accounts => Axis::Accounts,
                By::Number(over) => Axis::Parameter(over.parameter, coarse(over)),
            };
            let grid = Grid::new(planned, arguments.over.parameter, coarse(arguments.over), axis);
            match arguments.format {
                SweepFormat::Text => terminal.say(&text::grid(&grid, title, terminal.look()))?,
                SweepFormat::Json => terminal.say_json(&beside(json::grid(&grid), published.as_deref()))?,
                SweepFormat::Csv => terminal.say(&csv::grid(&grid))?,
            }
        }
    }
    if let (SweepFormat::Text, Some(published)) = (arguments.format, &published) {
        terminal.say(&text::accuracy(published, terminal.look()))?;
    }
    Ok(status_of(&opened))
}

/// Why published accuracy cannot stand beside what is asked for, if it cannot.
fn not_beside(arguments: &SweepArguments) -> Option<&'static str> {
    if !arguments.accuracy {
        return None;
    }
    if !arguments.over.parameter.is_number_of_tools() {
        return Some(
            "`--accuracy` stands against a number of tools, which this sweep does not move\n  help: sweep \
             `--over budget.tool_definitions.max_items`, or leave `--accuracy` out",
        );
    }
    (arguments.format == SweepFormat::Csv).then_some(
        "`--accuracy` has columns of its own, which do not fit the CSV of a sweep\n  help: take `--format text` or \
         `--format json`",
    )
}

fn beside(mut sweep: serde_json::Value, published: Option<&[Publication]>) -> serde_json::Value {
    if let (Some(published), serde_json::Value::Object(map)) = (published, &mut sweep) {
        map.insert("published_accuracy".to_owned(), json::accuracy(published));
    }
    sweep
}
