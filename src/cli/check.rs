//! `roster check`: the gates of some files. Every file is checked, whatever the others come to.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::gates::Gates;
use crate::plan::explain::counted;
use crate::report::json;
use crate::report::text::{CheckedPlan, checked_plan};
use crate::scenario::{Failed, Origin};
use serde_json::{Value, json};
use std::io;

/// Checks what scenarios expect of their plans, and names each gate that falls
#[derive(Debug, clap::Args)]
pub(super) struct CheckArguments {
    /// The scenarios: paths, `REV:FILE`, or `shipped:NAME`
    #[arg(value_name = "FILE", required = true, value_parser = origin())]
    files: Vec<Origin>,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    #[command(flatten)]
    what_if: WhatIf,
}

/// The format of the answer as JSON.
const FORMAT: &str = "roster-check/1";

/// Counts over all files.
#[derive(Default)]
struct Sums {
    files: u64,
    gates: u64,
    fallen: u64,
    failing_plans: u64,
    without_gates: u64,
    unreadable: u64,
}

/// A file's plan against its gates.
struct Checked {
    file: String,
    opened: Opened,
    gates: Gates,
}

impl Checked {
    fn new(origin: &Origin, opened: Opened) -> Self {
        Self {
            file: origin.shown(),
            gates: opened.gates(origin),
            opened,
        }
    }
}

impl Sums {
    fn add(&mut self, checked: &Checked) {
        self.gates += checked.gates.gates.len() as u64;
        self.fallen += checked.gates.fallen() as u64;
        self.failing_plans += u64::from(checked.gates.plan_fails_unexpectedly);
        self.without_gates += u64::from(checked.gates.gates.is_empty());
    }

    fn status(&self) -> Status {
        if self.unreadable > 0 {
            Status::CouldNotRun
        } else if self.fallen + self.failing_plans > 0 {
            Status::Fell
        } else {
            Status::Fine
        }
    }

    /// `3 files, 12 gates: 11 pass, 1 falls; 1 plan fails unexpectedly`.
    fn line(&self) -> String {
        let passed = self.gates - self.fallen;
        let verb = |number: u64, one: &'static str, many: &'static str| if number == 1 { one } else { many };
        let mut line = format!(
            "{}, {}: {passed} {}, {} {}",
            counted(self.files, "file", "files"),
            counted(self.gates, "gate", "gates"),
            verb(passed, "passes", "pass"),
            self.fallen,
            verb(self.fallen, "falls", "fall")
        );
        let remarks = [
            (self.failing_plans, "plan fails unexpectedly", "plans fail unexpectedly"),
            (self.without_gates, "file has no gates", "files have no gates"),
            (self.unreadable, "file cannot be planned", "files cannot be planned"),
        ];
        for (number, one, many) in remarks.into_iter().filter(|(number, ..)| *number > 0) {
            line.push_str("; ");
            line.push_str(&counted(number, one, many));
        }
        line
    }
}

/// Runs it.
pub(super) fn run(arguments: &CheckArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let mut sums = Sums::default();
    let mut values = Vec::new();
    for origin in &arguments.files {
        sums.files += 1;
        let file = origin.shown();
        match Opened::of(origin, &arguments.what_if.set) {
            Ok(opened) => {
                let checked = Checked::new(origin, opened);
                sums.add(&checked);
                match arguments.format {
                    Format::Text => say(&checked, terminal)?,
                    Format::Json => values.push(value(&checked)),
                }
            }
            Err(failed) => {
                sums.unreadable += 1;
                match arguments.format {
                    Format::Text => terminal.complain_about(&failed.problems, &failed.sources),
                    Format::Json => values.push(value_of_failed(&file, &failed)),
                }
            }
        }
    }
    match arguments.format {
        Format::Text => terminal.say(&format!("{}\n", sums.line()))?,
        Format::Json => terminal.say_json(&json!({
            "format": FORMAT,
            "status": word(sums.status()),
            "gates": { "passed": sums.gates - sums.fallen, "fallen": sums.fallen },
            "files": values,
        }))?,
    }
    Ok(sums.status())
}

fn say(checked: &Checked, terminal: &mut Terminal) -> io::Result<()> {
    let loaded = &checked.opened.loaded;
    terminal.complain_about(&loaded.warnings, &loaded.sources);
    let checked = CheckedPlan {
        file: &checked.file,
        what_if: checked.opened.subject().what_if,
        plan: &checked.opened.planned.plan,
        gates: &checked.gates,
    };
    terminal.say(&checked_plan(&checked, terminal.look()))
}

fn value(checked: &Checked) -> Value {
    let loaded = &checked.opened.loaded;
    let status = if checked.gates.hold() {
        Status::Fine
    } else {
        Status::Fell
    };
    json!({
        "file": checked.file,
        "scenario": loaded.scenario.name,
        "status": word(status),
        "plan": json::gates(&checked.opened.planned.plan, &checked.gates),
        "problems": loaded.warnings.iter().map(|warning| json::problem(warning, &loaded.sources)).collect::<Vec<_>>(),
    })
}

fn value_of_failed(file: &str, failed: &Failed) -> Value {
    json!({
        "file": file,
        "scenario": null,
        "status": word(Status::CouldNotRun),
        "plan": null,
        "problems": failed.problems.iter().map(|problem| json::problem(problem, &failed.sources)).collect::<Vec<_>>(),
    })
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Fine => "ok",
        Status::Fell => "failed",
        Status::CouldNotRun => "unreadable",
    }
}
