//! The arguments as clap reads them. Only form is checked here; whether a file exists is the commands' business.

use super::options::origin;
use super::{
    call, capture, check, clients, cost, delegate, deploy, diff, explain, import, lint, map, plan, report, screenshot,
    sweep,
};
use crate::diagnostics::nearest;
use crate::scenario::Origin;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser as _};
use std::ffi::{OsStr, OsString};

/// Shows which of an agent's tools the model gets to see, and why.
///
/// Without a command, opens the window.
#[derive(Debug, clap::Parser)]
#[command(
    name = "roster",
    version,
    override_usage = "roster [OPTIONS] [FILE]\n       roster [OPTIONS] <COMMAND>",
    after_help = "Exit codes: 0 fine, 1 the plan failed or a gate fell, 2 it could not run"
)]
pub(super) struct Arguments {
    /// A scenario: a path, `REV:FILE`, or `shipped:NAME` (default: the one that shows production as it stands)
    #[arg(value_parser = origin())]
    pub file: Option<Origin>,

    /// When to use colour; `auto` is on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands, one file each.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    Plan(plan::PlanArguments),
    Check(check::CheckArguments),
    Explain(explain::ExplainArguments),
    Diff(diff::DiffArguments),
    Sweep(sweep::SweepArguments),
    Cost(cost::CostArguments),
    Lint(lint::LintArguments),
    Map(map::MapArguments),
    Clients(clients::ClientsArguments),
    Call(call::CallArguments),
    Deploy(deploy::DeployArguments),
    Delegate(delegate::DelegateArguments),
    Import(import::ImportArguments),
    Capture(capture::CaptureArguments),
    Report(report::ReportArguments),
    /// Prints the JSON Schema of scenario files, for editors
    Schema,
    /// Lists the scenarios that the program carries
    Shipped,
    Screenshot(screenshot::ScreenshotArguments),
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes it hold for everything that is written from now on.
    pub(super) fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Reads the arguments of the process.
pub(super) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let parsed = Arguments::try_parse_from(&arguments).map_err(|error| with_near_command(error, &arguments))?;
    // `roster --color never plan FILE` is fine, so clap must not be told that arguments and commands exclude each other.
    if parsed.file.is_some() && parsed.command.is_some() {
        let message = "a FILE to open and a command exclude each other; name the file behind the command";
        return Err(Arguments::command().error(ErrorKind::ArgumentConflict, message));
    }
    Ok(parsed)
}

/// The command that a mistyped word is near to.
pub(super) fn near_command(word: &str) -> Option<String> {
    let command = Arguments::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    nearest(word, names.iter().copied()).map(str::to_owned)
}

/// `roster plam FILE` reads as a file `plam` with something too many behind it; what was meant is a command.
fn with_near_command(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let first = arguments.get(1).and_then(|word| OsStr::to_str(word));
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(near) = first.and_then(near_command)
        && first != Some(&near)
    {
        let tip = format!("did you mean the command `{near}`?").into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::CommandFactory as _;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }
}
