//! The command line: arguments in, text and an exit code out. One file a subcommand, no logic of its own.
//!
//! Exit codes of every command: 0 fine; 1 the plan failed or a gate fell; 2 it could not run. A reader that closes the
//! pipe early (`roster plan FILE | head`) has what it wanted: that is fine, too.

mod arguments;
mod call;
mod capture;
mod check;
mod clients;
mod cost;
mod delegate;
mod deploy;
mod diff;
mod explain;
mod import;
mod interrupt;
mod lint;
mod load;
mod map;
mod open;
mod options;
mod plan;
mod report;
mod schema;
mod screenshot;
mod shipped;
mod sweep;
mod terminal;

use arguments::{Arguments, Command};
use std::io;
use std::process::ExitCode;
use terminal::Terminal;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// It did what was asked.
    Fine,
    /// The plan failed or a gate fell.
    Fell,
    /// It could not run.
    CouldNotRun,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Fine => 0,
            Status::Fell => 1,
            Status::CouldNotRun => 2,
        })
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = match arguments::parse(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nobody may be left to read it.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    arguments.color.apply();
    let mut terminal = Terminal::of_process();
    let ended = run(&arguments, &mut terminal).and_then(|status| {
        terminal.finish()?;
        Ok(status)
    });
    match ended {
        Ok(status) => status.into(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Fine.into(),
        Err(error) => {
            terminal.complain(&format!("error: cannot write the output: {error}"));
            Status::CouldNotRun.into()
        }
    }
}

/// Runs one command. An `Err` means that its output could not be written; everything else is told to the person.
fn run(arguments: &Arguments, terminal: &mut Terminal) -> io::Result<Status> {
    match &arguments.command {
        None => open::run(arguments.file.as_ref(), terminal),
        Some(Command::Plan(plan)) => plan::run(plan, terminal),
        Some(Command::Check(check)) => check::run(check, terminal),
        Some(Command::Explain(explain)) => explain::run(explain, terminal),
        Some(Command::Call(call)) => call::run(call, terminal),
        Some(Command::Deploy(deploy)) => deploy::run(deploy, terminal),
        Some(Command::Delegate(delegate)) => delegate::run(delegate, terminal),
        Some(Command::Diff(diff)) => diff::run(diff, terminal),
        Some(Command::Sweep(sweep)) => sweep::run(sweep, terminal),
        Some(Command::Cost(cost)) => cost::run(cost, terminal),
        Some(Command::Clients(clients)) => clients::run(clients, terminal),
        Some(Command::Lint(lint)) => lint::run(lint, terminal),
        Some(Command::Map(map)) => map::run(map, terminal),
        Some(Command::Import(import)) => import::run(import, terminal),
        Some(Command::Capture(capture)) => capture::run(capture, terminal),
        Some(Command::Report(report)) => report::run(report, terminal),
        Some(Command::Schema) => schema::run(terminal),
        Some(Command::Shipped) => shipped::run(terminal),
        Some(Command::Screenshot(screenshot)) => screenshot::run(screenshot, terminal),
    }
}
