//! The scenarios that the program carries: they load clean, say what they teach, and hold the figures of the decisions.
//!
//! The figures stand here once more, so that a gate edited by mistake does not go unseen.

use roster::gates::Gates;
use roster::plan::{Plan, Planned};
use roster::scenario::{Class, Lane, Loaded, Origin, load, shipped_names};
use std::sync::Arc;

/// A line a file: how the plan ends, tools defined, deferred and skipped, tokens of definitions and of the index.
/// The figures of the decisions are those of domain §10; those of other files are what the rules make of them.
const FIGURES: &str = "
after-adr-0105.yaml                     fine             30  0 15  6684     0
after-adr-0123.yaml                     fine             30 17  0  5908  1013
after-adr-0124.yaml                     fine             30  0 16  7058     0
before-adr-0105-delegation.yaml         tool_definitions 27  0 19  6245     0
before-adr-0105.yaml                    fine             26  0 19  5973     0
browser-bound.yaml                      fine             30 20  0  6038  1139
browser-unbound.yaml                    fine             30 20  0  6038  1139
calling-tools-alone.yaml                fine              3  0  0   592     0
calls-adr-0123.yaml                     fine             30 17  0  5908  1013
delegation-on.yaml                      fine             30 18  0  6021  1054
deploy-adr-0105.yaml                    fine             30  0 15  6684     0
deploy-adr-0123.yaml                    fine             30 17  0  5908  1013
device-sms-on.yaml                      fine             30 20  0  5908  1110
everything-on.yaml                      fine             30 28  0  6234  1442
getting-started.yaml                    fine              4  2  0   294   191
production.yaml                         fine             30 17  0  5908  1013
rejected-item-cap-46-tokens-10000.yaml  fine             46  0  0  9262     0
rejected-item-cap-46.yaml               fine             44  0  2  8994     0
with-email-unsubscribe.yaml             fine             30  0 17  7068     0
";

fn loaded(name: &str) -> Loaded {
    load(&Origin::Shipped(name.to_owned()), &[]).unwrap_or_else(|failed| panic!("{name}: {:#?}", failed.problems))
}

#[test]
fn every_figure_is_as_decided() {
    let lines = shipped_names().into_iter().map(|name| {
        let (_, plan) = Plan::of(&loaded(name).scenario);
        let end = match &plan.failure {
            None => "fine",
            Some(failure) => failure.class_id().unwrap_or(failure.code()),
        };
        let counts = [Lane::Defined, Lane::Deferred, Lane::Skipped].map(|lane| plan.count(lane));
        let tokens = [Class::ToolDefinitions, Class::DeferredToolIndex].map(|class| plan.class_tokens(class));
        format!(
            "{name:<39} {end:<16} {:>2} {:>2} {:>2} {:>5} {:>5}\n",
            counts[0], counts[1], counts[2], tokens[0], tokens[1]
        )
    });
    let found: String = std::iter::once("\n".to_owned()).chain(lines).collect();
    assert_eq!(found, FIGURES, "{found}");
}

#[test]
fn every_file_loads_without_a_warning() {
    for name in shipped_names() {
        assert_eq!(loaded(name).warnings, [], "{name}");
    }
}

#[test]
fn every_file_says_what_it_teaches() {
    for name in shipped_names() {
        let scenario = loaded(name).scenario;
        assert!(!scenario.name.is_empty(), "{name} has no name");
        let words = scenario.notes.split_whitespace().count();
        assert!(words >= 20, "{name} has notes of {words} words");
        assert!(!scenario.expect.is_empty(), "{name} expects nothing");
    }
}

#[test]
fn names_tell_the_files_apart() {
    let mut titles: Vec<String> = shipped_names()
        .iter()
        .map(|name| loaded(name).scenario.name.clone())
        .collect();
    titles.sort_unstable();
    let count = titles.len();
    titles.dedup();
    assert_eq!(titles.len(), count, "two files have one name");
}

#[test]
fn every_gate_passes_and_a_failing_plan_is_expected() {
    for name in shipped_names() {
        let scenario = loaded(name).scenario;
        let planned = Arc::new(Planned::new(Arc::clone(&scenario), None));
        let gates = Gates::of(&planned);
        for gate in &gates.gates {
            assert!(gate.passes(), "{name}, {:?}: {:?}", gate.title(), gate.differences);
        }
        let plan = &planned.plan;
        let expects_failure = scenario.expect.iter().any(|gate| gate.fails.is_some());
        assert_eq!(expects_failure, plan.failure.is_some(), "{name}: {:?}", plan.failure);
    }
}
