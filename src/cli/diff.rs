//! `roster diff`: two plans side by side, and what a review refuses to see happen.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::explore::{Comparison, Gate, explain};
use crate::plan::explain::{grouped, signed};
use crate::report::review::Against;
use crate::report::{json, markdown, text};
use crate::scenario::{Decimal, Origin};
use std::io;
use std::sync::Arc;

/// Compares two plans: every tool that differs and why, the budgets, and what the prompt cache loses
///
/// Either may be a file at a git revision, `REV:FILE`. Without AFTER, BEFORE is compared with itself under the what-ifs.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "In JSON, `gates` lists every WHAT of --fail-on that would fall, asked for or not, and `fallen` says why those \
                  that were asked for fell; `after_gates` is what AFTER itself expects (`roster check`), and changes no exit \
                  code.\n\nExit codes: 0 fine, 1 AFTER has no plan or a --fail-on or --max-increase fell, 2 it could not run"
)]
pub(super) struct DiffArguments {
    /// The scenario before: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin())]
    before: Origin,

    /// The scenario after (default: BEFORE with the what-ifs)
    #[arg(value_parser = origin())]
    after: Option<Origin>,

    /// Falls if a tool becomes this, or if the prefix or anything at all differs; may be given several times
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = gate_names())]
    fail_on: Vec<Gate>,

    /// Falls if the prefix grows by more than so many tokens, or by more than `N%`
    #[arg(long, value_name = "N|N%", value_parser = Increase::parse)]
    max_increase: Option<Increase>,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: DiffFormat,

    /// What-ifs over AFTER
    #[command(flatten)]
    what_if: WhatIf,
}

/// How a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DiffFormat {
    Text,
    Json,
    Markdown,
}

/// How much a prefix may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Increase {
    Tokens(u64),
    Percent(Decimal),
}

impl Increase {
    fn parse(text: &str) -> Result<Self, String> {
        let says = || "expected tokens such as `200`, or a share such as `5%`".to_owned();
        match text.strip_suffix('%') {
            Some(share) => Decimal::parse(share.trim()).map(Self::Percent).ok_or_else(says),
            None => text.parse().map(Self::Tokens).map_err(|_not_a_number| says()),
        }
    }

    /// Why it falls, if it does.
    fn falls(self, comparison: &Comparison) -> Option<String> {
        let (before, change) = (comparison.before.plan.prefix_tokens, comparison.prefix_change_tokens());
        let (is_over, allowed) = match self {
            Self::Tokens(most) => (
                i128::from(change) > i128::from(most),
                format!("{} tokens", grouped(most)),
            ),
            // In whole numbers: a share of 9.2% of 750 is 69, and no float above or below it.
            Self::Percent(share) => (
                i128::from(change) * 100_000_000 > i128::from(before) * i128::from(share.millionths()),
                format!("{share}%"),
            ),
        };
        is_over.then(|| format!("the prefix grows by {} tokens, allowed are {allowed}", signed(change)))
    }
}

fn gate_names() -> impl clap::builder::TypedValueParser<Value = Gate> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(Gate::ALL.map(Gate::id)).map(|word| {
        let known = Gate::ALL.into_iter().find(|gate| gate.id() == word);
        known.unwrap_or(Gate::Any)
    })
}

/// Runs it.
pub(super) fn run(arguments: &DiffArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let errors_as = match arguments.format {
        DiffFormat::Json => Format::Json,
        DiffFormat::Text | DiffFormat::Markdown => Format::Text,
    };
    let Some(before) = Opened::or_say(&arguments.before, &[], errors_as, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let after = arguments.after.as_ref().unwrap_or(&arguments.before);
    let Some(after) = Opened::or_say(after, &arguments.what_if.set, errors_as, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let comparison = Comparison::new(Arc::clone(&before.planned), Arc::clone(&after.planned));
    let fallen = fallen(arguments, &comparison);
    let after_origin = arguments.after.as_ref().unwrap_or(&arguments.before);
    let titles = (title(&before, &arguments.before), title(&after, after_origin));
    match arguments.format {
        DiffFormat::Text => {
            let look = terminal.look();
            terminal.say(&text::comparison(&comparison, &titles.0, &titles.1, look))?;
            terminal.say(&text::gates_after(&after.gates(after_origin), look))?;
        }
        DiffFormat::Json => {
            let gates = after.gates(after_origin);
            terminal.say_json(&json::comparison(&comparison, [&titles.0, &titles.1], &fallen, &gates))?;
        }
        DiffFormat::Markdown => {
            let against = Against {
                title: &titles.0,
                origin: &arguments.before.shown(),
                files: &[],
                comparison: &comparison,
            };
            terminal.say(&markdown::comparison(&titles.1, &after_origin.shown(), &against))?;
        }
    }
    for why in &fallen {
        terminal.complain(&format!("fell: {}", crate::diagnostics::visible(why)));
    }
    if !fallen.is_empty() || comparison.after.plan.failure.is_some() {
        return Ok(Status::Fell);
    }
    Ok(Status::Fine)
}

/// A scenario with the revision that it was read at and what was laid over it: both sides are often one file.
fn title(opened: &Opened, origin: &Origin) -> String {
    let subject = opened.subject();
    let mut title = subject.title.to_owned();
    if let Origin::Revision { revision, .. } = origin {
        title.push_str(&format!(" at {revision}"));
    }
    if !subject.what_if.is_empty() {
        title.push_str(&format!(" with {}", subject.what_if.join(", ")));
    }
    title
}

fn fallen(arguments: &DiffArguments, comparison: &Comparison) -> Vec<String> {
    let gates = arguments.fail_on.iter().filter_map(|gate| {
        let tools = comparison.falls(*gate)?;
        Some(explain::gate(*gate, &tools))
    });
    let increase = arguments.max_increase.and_then(|most| most.falls(comparison));
    gates.chain(increase).collect()
}
