//! What the README says is true: its scenario plans, its what-ifs come to its figures, its output is the program's.

use roster::gates::Gates;
use roster::plan::{GateResult, Planned, check_gates, explain};
use roster::scenario::{Assignment, CallCode, CallOutcome, DEFAULT_SHIPPED, Origin, known_keys, load, load_text};
use std::sync::Arc;

const README: &str = include_str!("../../README.md");

/// A code block of a language, by its place from 0.
fn block(language: &str, place: usize) -> &'static str {
    let start = format!("```{language}\n");
    let rest = README.split(&start).nth(place + 1).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_example_plans_and_its_gate_passes() {
    let loaded = load_text(None, block("yaml", 0), &[]).unwrap();
    assert_eq!(loaded.warnings, []);
    let planned = Planned::new(Arc::clone(&loaded.scenario), None);
    let gates = check_gates(&loaded.scenario.expect, &planned.roster, &planned.plan);
    assert_eq!(gates.len(), 1);
    assert!(gates.iter().all(GateResult::passes));
}

#[test]
fn what_a_run_would_see_is_what_the_second_example_expects() {
    let text = format!("{}\n{}", block("yaml", 0), block("yaml", 1));
    let loaded = load_text(None, &text, &[]).unwrap();
    assert_eq!(loaded.warnings, []);
    let gates = Gates::of(&Arc::new(Planned::new(loaded.scenario, None)));
    assert_eq!(gates.gates.len(), 9);
    for gate in gates.gates {
        assert!(gate.passes(), "{}: {:?}", gate.title(), gate.differences);
    }
}

/// The codes and keys that the README lists are those that there are.
#[test]
fn the_words_of_calls_and_sessions_are_all_there() {
    for code in CallCode::ALL {
        assert!(README.contains(&format!("`{}`", code.id())), "{}", code.id());
    }
    for outcome in CallOutcome::ALL {
        assert!(README.contains(&format!("`{}`", outcome.id())), "{}", outcome.id());
    }
    let keys = known_keys();
    for key in keys["open_session"].iter().chain(&keys["call"]) {
        assert!(README.contains(key), "{key}");
    }
}

#[test]
fn the_what_ifs_come_to_what_they_promise() {
    let promised = [
        (
            "servers.gmail_work_read.enabled=false",
            "30 defined · 14 deferred · 0 skipped",
            "6,201 tokens",
        ),
        (
            "devices.phone.enabled=true",
            "30 defined · 20 deferred · 0 skipped",
            "its three tools",
        ),
        (
            "budget.tool_definitions.max_items=20",
            "20 defined · 27 deferred · 0 skipped",
            "1,436 of 2,000 tokens",
        ),
        (
            "builder=context-builder@11",
            "30 defined · 0 deferred · 16 skipped",
            "sixteen tools lost",
        ),
        (
            "estimator=o200k_base",
            "30 defined · 17 deferred · 0 skipped",
            "4,087 tokens",
        ),
    ];
    for (set, counts, figure) in promised {
        let row = README.lines().find(|line| line.contains(&format!("`--set {set}`")));
        assert!(row.unwrap().contains(figure), "{set}");
        let origin = Origin::Shipped(DEFAULT_SHIPPED.to_owned());
        let loaded = load(&origin, &[Assignment::parse(set).unwrap()]).unwrap();
        let planned = Planned::new(loaded.scenario, None);
        assert_eq!(explain::lane_counts(&planned.plan), counts, "{set}");
        let tokens = planned.plan.classes.iter().map(|class| class.used_tokens);
        if let Some(number) = figure
            .split(' ')
            .next()
            .filter(|word| word.starts_with(char::is_numeric))
        {
            assert!(tokens.map(explain::grouped).any(|tokens| tokens == number), "{set}");
        }
    }
}

#[test]
fn the_output_is_the_program_s() {
    for (place, lines) in [(0, 7), (1, 9), (2, 10), (3, 10), (4, 9)] {
        let (command, output) = block("console", place).split_once('\n').unwrap();
        let command = command.strip_prefix("$ roster ").unwrap();
        let arguments = command.strip_suffix(&format!(" | head -{lines}")).unwrap();
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_roster"))
            .args(arguments.split(' '))
            .args(["--color", "never"])
            .output()
            .unwrap();
        let answer = String::from_utf8(run.stdout).unwrap();
        assert!(answer.starts_with(output), "{answer}");
        assert_eq!(output.lines().count(), lines);
    }
}

#[test]
fn the_calls_of_the_command_line_run() {
    let calls = README.lines().filter(|line| line.starts_with("roster call shipped:"));
    let mut seen = 0;
    for line in calls {
        let (before, rest) = line.split_once('\'').unwrap();
        let (json, after) = rest.split_once('\'').unwrap();
        let words = before
            .split_whitespace()
            .skip(1)
            .chain([json])
            .chain(after.split_whitespace());
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_roster"))
            .args(words)
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(0), "{line}");
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn its_pictures_and_links_are_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let links: Vec<&str> = README
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .collect();
    assert!(links.len() >= 3);
    for link in links {
        assert!(root.join(link).is_file(), "{link}");
    }
}
