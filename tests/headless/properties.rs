//! What holds of every plan, whatever the scenario. Which plan is right for one scenario is the oracle's to say.
//!
//! The seed is fixed, so that a run says the same everywhere; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more.

use super::edits::{Choice, choice};
use super::generate::{ESTIMATORS, FAST_ESTIMATORS, scenario};
use super::tree::Tree;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};
use roster::plan::{Plan, Planned, names};
use roster::report;
use roster::roster::{Roster, SourceRef};
use roster::scenario::{
    Class, Encoding, Estimator, Lane, Loaded, Origin, Scenario, TOOL_CALL, changes, load, load_text, variant_text,
};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Checks a property on so many cases, or on as many as the environment asks for.
#[track_caller]
pub(crate) fn holds<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value) -> TestCaseResult) {
    let given = |name| std::env::var_os(name).is_some();
    let mut config = ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..ProptestConfig::default()
    };
    if !given("PROPTEST_CASES") {
        config.cases = cases;
    }
    if !given("PROPTEST_RNG_SEED") {
        config.rng_seed = RngSeed::Fixed(12);
    }
    if let Err(error) = TestRunner::new(config).run(&strategy, property) {
        panic!("{error}");
    }
}

pub(crate) fn loaded(text: &str) -> Loaded {
    load_text(None, text, &[]).unwrap_or_else(|failed| panic!("{:#?}\n{text}", failed.problems))
}

fn planned(tree: &Tree) -> (Arc<Scenario>, Arc<Roster>, Plan) {
    let scenario = loaded(&tree.to_string()).scenario;
    let (roster, plan) = Plan::of(&scenario);
    (scenario, roster, plan)
}

fn report(tree: &Tree) -> Value {
    let (scenario, roster, plan) = planned(tree);
    report::json::plan(&scenario, &roster, &plan)
}

/// The report with its decisions in an order of their own: the file's order of tools is only how they are listed.
fn unordered(mut report: Value) -> Value {
    let decisions = report["decisions"].as_array_mut().unwrap();
    decisions.sort_by_key(|decision| (decision["tool"].to_string(), decision["remote_name"].to_string()));
    report
}

/// Mappings in which the order decides in what order tools are listed, or more.
fn lists_tools(path: &[&str]) -> bool {
    matches!(
        path,
        ["tools" | "servers" | "devices"] | ["servers" | "devices", _, "tools"]
    )
}

/// A property says nothing of what its scenarios never show.
#[test]
fn the_scenarios_show_every_reason_and_failure() {
    let seen = RefCell::new(BTreeSet::new());
    holds(384, scenario(&FAST_ESTIMATORS), |tree| {
        let (_, _, plan) = planned(&tree);
        let mut seen = seen.borrow_mut();
        for decision in &plan.decisions {
            seen.insert(format!("{} {}", decision.outcome.id(), decision.reason.code()));
        }
        let failure = plan.failure.as_ref();
        seen.insert(failure.map_or("fine", roster::plan::Failure::code).to_owned());
        Ok(())
    });
    let expected = [
        "context-overflow",
        "deferred deferred-by-configuration",
        "deferred no-definition-slot",
        "deferred no-definition-tokens",
        "defined configured",
        "defined discovered",
        "defined reaches-deferred-tools",
        "defined required",
        "fine",
        "required-tool-unavailable",
        "required-tool-unplaced",
        "skipped index-items-full",
        "skipped index-tokens-full",
        "skipped no-definition-slot",
        "skipped no-definition-tokens",
        "unavailable application-only",
        "unavailable catalog-conflict",
        "unavailable device-off",
        "unavailable flag-off",
        "unavailable no-skills",
        "unavailable no-tool-surface",
        "unavailable not-admitted",
        "unavailable not-enabled",
        "unavailable nothing-deferred",
        "unavailable server-off",
    ];
    let seen: Vec<String> = seen.into_inner().into_iter().collect();
    assert_eq!(seen, expected);
}

#[test]
fn planning_twice_gives_the_same_report() {
    holds(48, scenario(&ESTIMATORS), |tree| {
        prop_assert_eq!(report(&tree), report(&tree));
        Ok(())
    });
}

#[test]
fn the_order_of_keys_carries_no_meaning() {
    holds(192, (scenario(&FAST_ESTIMATORS), any::<u64>()), |(tree, seed)| {
        let shuffled = tree.shuffled(seed, &lists_tools);
        prop_assert_eq!(report(&tree), report(&shuffled), "{:?}", shuffled);
        Ok(())
    });
}

#[test]
fn the_order_of_tools_only_lists_them_where_the_agent_names_its_own() {
    holds(192, (scenario(&FAST_ESTIMATORS), any::<u64>()), |(tree, seed)| {
        let is_named = tree
            .get("agent")
            .is_some_and(|agent| agent.get("enabled_tools").is_some());
        let shuffled = tree.shuffled(seed, &|path| path == ["tools"] && !is_named);
        prop_assert_eq!(unordered(report(&tree)), unordered(report(&shuffled)), "{:?}", shuffled);
        Ok(())
    });
}

#[test]
fn every_tool_has_exactly_one_decision() {
    holds(384, scenario(&FAST_ESTIMATORS), |tree| {
        let (_, roster, plan) = planned(&tree);
        prop_assert_eq!(plan.decisions.len(), roster.catalog.tools().len());
        let counts: usize = Lane::ALL.iter().map(|&lane| plan.count(lane)).sum();
        prop_assert_eq!(counts, plan.decisions.len());
        let lanes = [
            (Lane::Defined, &plan.defined),
            (Lane::Deferred, &plan.deferred),
            (Lane::Skipped, &plan.skipped),
        ];
        let mut seen = HashSet::new();
        for (lane, ids) in lanes {
            for &id in ids {
                prop_assert!(seen.insert(id), "{} stands twice", roster.catalog.tool(id).name);
                prop_assert_eq!(plan.decision(id).outcome, lane);
            }
        }
        for id in roster.catalog.ids().filter(|id| !seen.contains(id)) {
            prop_assert_eq!(plan.decision(id).outcome, Lane::Unavailable);
        }
        for (lane, place) in [(Lane::Defined, 0), (Lane::Deferred, 1)] {
            for (number, &id) in (1..).zip(if place == 0 { &plan.defined } else { &plan.deferred }) {
                let decision = plan.decision(id);
                prop_assert_eq!([decision.slot, decision.entry][place], Some(number), "{:?}", lane);
            }
        }
        Ok(())
    });
}

#[test]
fn no_class_is_above_its_cap_unless_the_plan_fails() {
    holds(192, scenario(&ESTIMATORS), |tree| {
        let (_, roster, plan) = planned(&tree);
        let is_above = |class: &roster::plan::ClassUse| {
            class.used_tokens > class.max_tokens || class.max_items.is_some_and(|max| class.used_items > max)
        };
        if plan.failure.is_none() {
            prop_assert!(!plan.classes.iter().any(is_above), "{:?}", plan.classes);
            prop_assert!(plan.prefix_tokens <= plan.ceiling_tokens);
        }
        // The fill never overfills the index, nor the slots; only configured definitions may cost too much.
        if let Some(index) = plan.class(Class::DeferredToolIndex) {
            prop_assert!(!is_above(index), "{:?}", index);
        }
        let definitions = plan.class(Class::ToolDefinitions).unwrap();
        prop_assert!(Some(definitions.used_items) <= definitions.max_items);
        if definitions.used_tokens > definitions.max_tokens {
            let is_discovered =
                |id: &roster::roster::ToolId| plan.decision(*id).reason == roster::plan::Reason::Discovered;
            let at_fault = plan.defined.iter().find(|id| is_discovered(id));
            let name = at_fault.map(|id| &roster.catalog.tool(*id).name);
            prop_assert_eq!(name, None, "a discovered tool took tokens that were not there");
        }
        Ok(())
    });
}

#[test]
fn a_plan_with_nothing_deferred_never_sends_tool_call() {
    holds(384, scenario(&FAST_ESTIMATORS), |tree| {
        let (_, roster, plan) = planned(&tree);
        let sends = plan.tool_names(&roster).contains(&TOOL_CALL);
        prop_assert_eq!(sends, !plan.deferred.is_empty());
        prop_assert_eq!(plan.index.blocks.is_empty(), plan.deferred.is_empty());
        Ok(())
    });
}

#[test]
fn switching_off_a_discovered_tool_leaves_the_order_of_the_rest() {
    let strategy = (scenario(&FAST_ESTIMATORS), any::<Index>(), any::<bool>());
    holds(256, strategy, |(tree, place, whole_source)| {
        let (_, roster, plan) = planned(&tree);
        let ranked = names(&roster, &plan.ranked);
        let discovered: Vec<_> = plan
            .ranked
            .iter()
            .map(|&id| roster.catalog.tool(id))
            .filter(|tool| tool.source.is_discovered())
            .collect();
        prop_assume!(!discovered.is_empty());
        let tool = discovered[place.index(discovered.len())];
        let SourceRef::Remote(kind, id) = &tool.source else {
            return Ok(());
        };
        let mut changed = tree.clone();
        let source = changed
            .get_mut(kind.section())
            .and_then(|sources| sources.get_mut(id))
            .unwrap();
        if whole_source {
            source.put("enabled", Tree::Leaf("false".to_owned()));
        } else {
            let remote = tool.remote_name.as_deref().unwrap();
            let entry = source.get_mut("tools").and_then(|tools| tools.get_mut(remote)).unwrap();
            entry.put("application_only", Tree::Leaf("true".to_owned()));
        }
        let (_, after, plan) = planned(&changed);
        let left = names(&after, &plan.ranked);
        let gone = |name: &&&str| {
            let tool = roster.catalog.tool(roster.catalog.find(name).unwrap());
            tool.source == SourceRef::Remote(*kind, Arc::clone(id)) && !left.contains(*name)
        };
        let rest: Vec<&str> = ranked.iter().filter(|name| !gone(name)).copied().collect();
        prop_assert!(rest.len() < ranked.len());
        prop_assert_eq!(rest, left);
        Ok(())
    });
}

/// Tokens of a text with nothing of the program in between.
fn tokens(estimator: Estimator, text: &str) -> usize {
    let encoding = match estimator {
        Estimator::BytesPer3 => return text.len().div_ceil(3),
        Estimator::BytesPer4 => return text.len().div_ceil(4),
        Estimator::Encoding(encoding) => encoding,
    };
    let vocabulary = match encoding {
        Encoding::O200kBase => tiktoken_rs::o200k_base_singleton(),
        Encoding::O200kHarmony => tiktoken_rs::o200k_harmony_singleton(),
        Encoding::Cl100kBase => tiktoken_rs::cl100k_base_singleton(),
        Encoding::P50kBase => tiktoken_rs::p50k_base_singleton(),
        Encoding::P50kEdit => tiktoken_rs::p50k_edit_singleton(),
        Encoding::R50kBase => tiktoken_rs::r50k_base_singleton(),
    };
    vocabulary.encode_ordinary(text).len()
}

#[test]
fn parts_sum_to_totals() {
    holds(192, scenario(&ESTIMATORS), |tree| {
        let (scenario, roster, plan) = planned(&tree);
        let sum: u64 = plan.classes.iter().map(|class| class.used_tokens).sum();
        prop_assert_eq!(sum, plan.prefix_tokens);
        for class in plan.classes.iter().filter(|class| !class.class.is_planned()) {
            let stated = scenario.budget.class(class.class);
            prop_assert_eq!(class.used_tokens, stated.used_tokens);
            prop_assert_eq!(class.used_items, stated.used_items);
        }

        let report = report::json::plan(&scenario, &roster, &plan);
        let blocks = report["index_text"].as_array().unwrap();
        let index: usize = blocks
            .iter()
            .map(|block| tokens(scenario.estimator, block.as_str().unwrap()) + 4)
            .sum();
        prop_assert_eq!(Some(index as u64), report["tokens"]["deferred_tool_index"].as_u64());

        let defined: Vec<_> = plan.defined.iter().map(|&id| roster.catalog.tool(id)).collect();
        let measured: u64 = defined.iter().filter_map(|tool| tool.measured_tokens).sum();
        let contracts: Vec<&str> = defined
            .iter()
            .filter(|tool| tool.measured_tokens.is_none())
            .map(|tool| tool.contract_json.as_str())
            .collect();
        let counted = match scenario.estimator {
            _ if contracts.is_empty() => 0,
            Estimator::Encoding(_) => contracts.iter().map(|text| tokens(scenario.estimator, text)).sum(),
            _ => tokens(scenario.estimator, &format!("[{}]", contracts.join(","))),
        };
        let definitions = counted as u64 + measured + 4 * defined.len() as u64;
        prop_assert_eq!(definitions, plan.class_tokens(Class::ToolDefinitions));
        Ok(())
    });
}

/// A scenario and what some choices make of it, each over the one before.
pub(crate) fn edited(tree: &Tree, choices: &[Choice]) -> (Arc<Scenario>, Scenario) {
    let base = loaded(&tree.to_string()).scenario;
    let now = choices
        .iter()
        .fold((*base).clone(), |now, choice| choice.edit(&now).apply(&now));
    (base, now)
}

#[test]
fn planning_from_an_earlier_plan_equals_planning_from_scratch() {
    let strategy = (scenario(&FAST_ESTIMATORS), proptest::collection::vec(choice(), 1..6));
    holds(160, strategy, |(tree, choices)| {
        let mut earlier = Planned::new(loaded(&tree.to_string()).scenario, None);
        for choice in choices {
            let next = Arc::new(choice.edit(&earlier.scenario).apply(&earlier.scenario));
            let incremental = Planned::new(Arc::clone(&next), Some(&earlier));
            let scratch = Planned::new(Arc::clone(&next), None);
            prop_assert_eq!(&incremental.plan, &scratch.plan);
            prop_assert_eq!(&incremental.settings, &scratch.settings);
            let report = |planned: &Planned| report::json::plan(&next, &planned.roster, &planned.plan);
            prop_assert_eq!(report(&incremental), report(&scratch));
            earlier = incremental;
        }
        Ok(())
    });
}

#[test]
fn a_plan_of_another_file_is_no_help_and_no_harm() {
    let strategy = (scenario(&FAST_ESTIMATORS), scenario(&FAST_ESTIMATORS));
    holds(128, strategy, |(before, after)| {
        let earlier = Planned::new(loaded(&before.to_string()).scenario, None);
        let next = loaded(&after.to_string()).scenario;
        let incremental = Planned::new(Arc::clone(&next), Some(&earlier));
        prop_assert_eq!(incremental.plan, Planned::new(next, None).plan);
        Ok(())
    });
}

#[test]
fn the_changes_between_two_scenarios_make_one_of_the_other() {
    let strategy = (scenario(&FAST_ESTIMATORS), proptest::collection::vec(choice(), 0..6));
    holds(160, strategy, |(tree, choices)| {
        let (base, now) = edited(&tree, &choices);
        let made = changes(&base, &now)
            .iter()
            .fold((*base).clone(), |made, edit| edit.apply(&made));
        prop_assert_eq!(&made, &now);
        prop_assert!(changes(&made, &now).is_empty());
        Ok(())
    });
}

#[test]
fn a_saved_variant_plans_as_what_was_on_screen() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let strategy = (scenario(&FAST_ESTIMATORS), proptest::collection::vec(choice(), 0..6));
    holds(128, strategy, |(tree, choices)| {
        let (base, now) = edited(&tree, &choices);
        let text = variant_text("base.yaml", &now.name, "", &changes(&base, &now)).unwrap();
        std::fs::write(path("base.yaml"), tree.to_string()).unwrap();
        std::fs::write(path("variant.yaml"), &text).unwrap();
        let loaded = load(&Origin::Disk(path("variant.yaml")), &[]);
        let loaded = loaded.unwrap_or_else(|failed| panic!("{:#?}\n{text}", failed.problems));
        let report = |scenario: &Scenario| {
            let (roster, plan) = Plan::of(scenario);
            report::json::plan(scenario, &roster, &plan)
        };
        prop_assert_eq!(report(&loaded.scenario), report(&now), "{}", text);
        // And decides as it did: no plan shows that.
        let decides = |scenario: &Scenario| {
            (
                scenario.policy.clone(),
                scenario.equivalent_builders.clone(),
                scenario.costs,
            )
        };
        prop_assert_eq!(decides(&loaded.scenario), decides(&now), "{}", text);
        Ok(())
    });
}
