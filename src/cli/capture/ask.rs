//! The question before programs are started and addresses of a file contacted.

use crate::cli::terminal::Terminal;
use crate::diagnostics::visible;
use crate::inventory::capture::{Address, Program, Target};
use crate::plan::explain::counted;
use std::io::{self, IsTerminal as _};

/// Whether it may happen.
pub(super) enum Answer {
    /// It may.
    Yes,
    /// The person says no.
    No,
    /// There is nobody to ask.
    Nobody,
}

/// What is said where there is nobody.
pub(super) const NOBODY: &str = "there is nobody to ask: the input is no terminal; nothing was started and nothing \
                                 contacted\n  help: add `--yes` if it may be";

/// What is said where the person says no.
pub(super) const NOTHING: &str = "nothing was started and nothing contacted";

/// Shows the commands and the addresses, with the names of what they get, and asks once for all.
pub(super) fn may_ask(targets: &[&Target], is_yes: bool, terminal: &mut Terminal) -> Answer {
    if is_yes || targets.is_empty() {
        return Answer::Yes;
    }
    terminal.complain(&told(targets));
    if !io::stdin().is_terminal() {
        return Answer::Nobody;
    }
    match terminal.confirmed(question(targets)) {
        Ok(true) => Answer::Yes,
        _ => Answer::No,
    }
}

fn question(targets: &[&Target]) -> &'static str {
    let programs = targets.iter().filter(|target| matches!(target, Target::Program(_)));
    match (programs.count(), targets.len()) {
        (0, 1) => "Contact it? [y/N] ",
        (0, _) => "Contact them? [y/N] ",
        (1, 1) => "Start it? [y/N] ",
        (programs, all) if programs == all => "Start them? [y/N] ",
        _ => "Start and contact them? [y/N] ",
    }
}

fn told(targets: &[&Target]) -> String {
    let programs = targets.iter().filter_map(|target| match target {
        Target::Program(program) => Some((*target, program)),
        Target::Address(_) => None,
    });
    let addresses = targets.iter().filter_map(|target| match target {
        Target::Address(address) => Some((*target, address)),
        Target::Program(_) => None,
    });
    let (programs, addresses): (Vec<_>, Vec<_>) = (programs.collect(), addresses.collect());
    let mut lines = Vec::new();
    match programs.len() {
        0 => {}
        1 => lines.push("This starts a program, which can do whatever you can:".to_owned()),
        count => lines.push(format!("This starts {count} programs, which can do whatever you can:")),
    }
    for (target, program) in programs {
        of_program(program, &mut lines);
        lines.extend(sent(target));
    }
    if !addresses.is_empty() {
        let count = counted(addresses.len() as u64, "address", "addresses");
        lines.push(format!("This contacts {count}:"));
    }
    for (target, address) in addresses {
        of_address(address, &mut lines);
        lines.extend(sent(target));
    }
    if lines.iter().any(|line| line.contains('…')) {
        lines.push("What looks secret stands as `…` here; it is passed as it is.".to_owned());
    }
    lines.join("\n")
}

fn of_program(program: &Program, lines: &mut Vec<String>) {
    lines.push(format!("  {}", visible(&program.asked())));
    if let Some(folder) = program.asked_folder() {
        lines.push(format!("    in the folder {}", visible(&folder)));
    }
    lines.push(format!(
        "    with these variables and no others: {}",
        visible(&program.variables().join(", "))
    ));
}

fn of_address(address: &Address, lines: &mut Vec<String>) {
    lines.push(format!("  {}", visible(&address.asked())));
    let names: Vec<&str> = address.headers.iter().map(|(name, _)| name.as_str()).collect();
    if !names.is_empty() {
        lines.push(format!("    sends the headers {}", visible(&names.join(", "))));
    }
}

/// Which variables of ours reach it.
fn sent(target: &Target) -> Option<String> {
    let names = target.sent();
    let what = if names.len() == 1 { "variable" } else { "variables" };
    (!names.is_empty()).then(|| format!("    sends your {what} {}", visible(&names.join(", "))))
}
