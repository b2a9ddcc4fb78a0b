//! `roster capture`: a running server's tools into an inventory file.

mod ask;
mod check;
mod file;
mod one;
mod several;
mod target;

use super::Status;
use super::options::{Format, origin};
use super::terminal::Terminal;
use crate::inventory::capture::Setting;
use crate::scenario::Origin;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Captures what an MCP server lists, as an inventory file
///
/// The program is started as given, with no shell between. It gets the variables PATH, HOME, TMPDIR, LANG and `LC_ALL`
/// where they are set here, those named by `--env`, and no others. Nothing of it is left running.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "roster capture [OPTIONS] <URL>\n       roster capture [OPTIONS] -- <COMMAND> [ARGS]...\n       roster capture [OPTIONS] --config <FILE>\n       roster capture --check <STORED> --from <FILE>",
    after_help = "Exit codes: 0 captured, or no drift; 1 drift, or a server of --config failed; 2 it could not run, nothing was \
                  compared, or it was stopped"
)]
pub(super) struct CaptureArguments {
    /// The address of a server that speaks streamable HTTP
    #[arg(value_name = "URL")]
    url: Option<String>,

    /// A program that speaks MCP over its stdin and stdout, and its arguments
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "url")]
    command: Vec<String>,

    /// Where to write the inventory; without this, or with `-`, to the output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// A variable for the program: `NAME=VALUE`, or `NAME` to pass on ours; may be given several times
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = Setting::parse)]
    env: Vec<Setting>,

    /// A header for the address: `NAME=VALUE`, or `NAME` to take it from the variable of that name, as `X_API_KEY` for
    /// X-Api-Key; may be given several times
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = Setting::parse)]
    header: Vec<Setting>,

    /// How many seconds it may take
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    timeout: Duration,

    /// Captures all servers of a client's configuration, some at a time; `-o` then names a folder, for a file each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["url", "command", "env", "header"])]
    config: Option<PathBuf>,

    /// Only these servers of the configuration, by name
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "config")]
    only: Vec<String>,

    /// Compares with what is stored, and writes nothing: an inventory file, or a scenario with one
    ///
    /// With `--config`, a scenario or a folder of inventories: every server that both have.
    #[arg(long, value_name = "STORED", value_parser = origin(), conflicts_with = "out")]
    check: Option<Origin>,

    /// Which server of the scenario that `--check` names
    #[arg(long, value_name = "ID", requires = "check", conflicts_with = "config")]
    server: Option<String>,

    /// An inventory file to compare with, instead of asking a server
    #[arg(long, value_name = "FILE", requires = "check", conflicts_with_all = ["url", "command", "config"])]
    from: Option<PathBuf>,

    /// Changes that servers make by themselves at each start are no drift: defaults that are a moment, or the same words in
    /// another order
    #[arg(long, requires = "check")]
    ignore_noise: bool,

    /// How to write what `--check` finds, and what became of the servers of `--config`
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Starts the programs, and contacts the addresses of a configuration, without asking
    #[arg(short, long)]
    yes: bool,
}

/// An hour at most: who needs more has another problem.
fn seconds(text: &str) -> Result<Duration, String> {
    const MOST: f64 = 3_600.0;
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|seconds| *seconds > 0.0 && *seconds <= MOST);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds above 0, at most {MOST}, such as `60`"))
}

/// Runs it.
pub(super) fn run(arguments: &CaptureArguments, terminal: &mut Terminal) -> io::Result<Status> {
    match (&arguments.config, &arguments.check) {
        (Some(config), _) => several::run(arguments, config, terminal),
        (None, Some(stored)) => check::run(arguments, stored, terminal),
        (None, None) if arguments.format == Format::Json => {
            terminal.complain(
                "error: `--format` is for `--check` and `--config`\n  help: leave it out; an inventory is JSON already",
            );
            Ok(Status::CouldNotRun)
        }
        (None, None) => one::run(arguments, terminal),
    }
}
