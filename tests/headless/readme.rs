//! What the README says is true: its scenario plans, its what-ifs come to its figures, its output is the program's.

use roster::plan::{GateResult, Planned, check_gates, explain};
use roster::scenario::{Assignment, DEFAULT_SHIPPED, Origin, load, load_text};
use std::sync::Arc;

const README: &str = include_str!("../../README.md");

/// The first code block of a language.
fn block(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let (_, rest) = README.split_once(&start).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_example_plans_and_its_gate_passes() {
    let loaded = load_text(None, block("yaml"), &[]).unwrap();
    assert_eq!(loaded.warnings, []);
    let planned = Planned::new(Arc::clone(&loaded.scenario), None);
    let gates = check_gates(&loaded.scenario.expect, &planned.roster, &planned.plan);
    assert_eq!(gates.len(), 1);
    assert!(gates.iter().all(GateResult::passes));
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
    let (command, output) = block("console").split_once('\n').unwrap();
    assert_eq!(command, "$ roster plan shipped:before-adr-0105.yaml | head -7");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_roster"))
        .args(["plan", "shipped:before-adr-0105.yaml", "--color", "never"])
        .output()
        .unwrap();
    let plan = String::from_utf8(run.stdout).unwrap();
    assert!(plan.starts_with(output), "{plan}");
    assert_eq!(output.lines().count(), 7);
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
