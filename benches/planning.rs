//! How long an edit takes until its plan is there, and how that grows with the number of tools.
//!
//! Sizes of one run stand beside each other, so that growth is a ratio and needs no second machine. Nothing here draws,
//! reads a disk or checks a plan. See `README.md` for a run, and for what is not measured.

use divan::{Bencher, black_box};
use roster::explore::{Comparison, Moves, Parameter, Range, Sweep};
use roster::plan::Planned;
use roster::report;
use roster::rows::Shown;
use roster::scenario::{Class, Edit, Encoding, Estimator, Field, Origin, Scenario, SourceKind, load, load_text};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

/// The production scenario, and generated rosters of so many tools.
const ROSTERS: [&str; 4] = ["production", "1000", "10000", "100000"];

/// Tools of one server: more servers for more tools, as in life.
const TOOLS_A_SERVER: usize = 20;

fn main() {
    divan::main();
}

/// Configured tools, `tool.call` among them; they leave ten slots to the discovered ones.
const CONFIGURED: usize = 20;

/// A roster of `tools` tools, all but twenty discovered. Half of those read, every tenth has parameters.
fn generated(tools: usize) -> String {
    let mut text = String::from("format: roster/1\nname: Generated\ntools:\n  tool.call: {}\n");
    for number in 1..CONFIGURED {
        let _ = writeln!(text, "  own.tool_{number}: {{ description: Does thing {number}. }}");
    }
    text.push_str("servers:\n");
    for number in 0..tools - CONFIGURED {
        if number % TOOLS_A_SERVER == 0 {
            let server = number / TOOLS_A_SERVER;
            let _ = writeln!(text, "  s{server}:\n    side_effect: external_write\n    tools:");
        }
        let effect = if number % 2 == 0 {
            ", side_effect: network_read"
        } else {
            ""
        };
        let schema = if number % 10 == 0 {
            ", input_schema: { type: object, properties: { id: { type: string } }, required: [id] }"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "      t{number}: {{ description: Looks after thing {number}.{effect}{schema} }}"
        );
    }
    text
}

/// The text of a roster: parsing it is part of loading, reading it from a disk is not.
fn text(roster: &str) -> Arc<str> {
    static TEXTS: Mutex<BTreeMap<String, Arc<str>>> = Mutex::new(BTreeMap::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || match roster.parse() {
        Ok(tools) => Arc::from(generated(tools)),
        Err(_not_a_number) => loaded(&load(&production(), &[])).1,
    };
    Arc::clone(texts.entry(roster.to_owned()).or_insert_with(make))
}

fn production() -> Origin {
    Origin::Shipped("production.yaml".to_owned())
}

fn loaded(result: &Result<roster::scenario::Loaded, roster::scenario::Failed>) -> (Arc<Scenario>, Arc<str>) {
    match result {
        Ok(loaded) => (Arc::clone(&loaded.scenario), loaded.text()),
        Err(failed) => panic!("a roster of this bench does not load: {:?}", failed.problems),
    }
}

/// A roster, loaded and planned once: what a window has on screen before an edit.
fn on_screen(roster: &str) -> Arc<Planned> {
    static PLANNED: Mutex<BTreeMap<String, Arc<Planned>>> = Mutex::new(BTreeMap::new());
    let mut planned = PLANNED.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || {
        let scenario = loaded(&load_text(Some(&production()), &text(roster), &[])).0;
        Arc::new(Planned::new(scenario, None))
    };
    Arc::clone(planned.entry(roster.to_owned()).or_insert_with(make))
}

/// The first server off.
fn flip(scenario: &Scenario) -> Arc<Scenario> {
    let edit = scenario.servers.first().map(|(id, server)| Edit::Source {
        kind: SourceKind::Server,
        id: id.clone(),
        enabled: !server.enabled,
    });
    Arc::new(edit.map_or_else(|| scenario.clone(), |edit| edit.apply(scenario)))
}

/// Five slots fewer.
fn cap(scenario: &Scenario) -> Arc<Scenario> {
    let edit = Edit::Class {
        class: Class::ToolDefinitions,
        field: Field::MaxItems,
        value: 25,
    };
    Arc::new(edit.apply(scenario))
}

/// From text to a checked scenario.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn load_scenario(bencher: Bencher<'_, '_>, roster: &str) {
    let text = text(roster);
    bencher.bench(|| load_text(Some(&production()), black_box(&text), &[]).is_ok());
}

/// A plan with nothing to start from: every tool is resolved and counted.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn plan_from_scratch(bencher: Bencher<'_, '_>, roster: &str) {
    let scenario = Arc::clone(&on_screen(roster).scenario);
    bencher.bench_local(|| Planned::new(Arc::clone(black_box(&scenario)), None));
}

/// The same under a vocabulary.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn plan_from_scratch_o200k(bencher: Bencher<'_, '_>, roster: &str) {
    let estimator = Edit::Estimator(Estimator::Encoding(Encoding::O200kBase));
    let scenario = Arc::new(estimator.apply(&on_screen(roster).scenario));
    bencher.bench_local(|| Planned::new(Arc::clone(black_box(&scenario)), None));
}

/// What the window does when a server is switched: the edit, then a plan from the earlier one.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn edit_switch_a_server(bencher: Bencher<'_, '_>, roster: &str) {
    let earlier = on_screen(roster);
    bencher.bench_local(|| Planned::new(flip(black_box(&earlier.scenario)), Some(&earlier)));
}

/// The same switch with nothing kept.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn edit_switch_a_server_from_scratch(bencher: Bencher<'_, '_>, roster: &str) {
    let earlier = on_screen(roster);
    bencher.bench_local(|| Planned::new(flip(black_box(&earlier.scenario)), None));
}

/// What the window does when the item cap moves.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn edit_change_the_item_cap(bencher: Bencher<'_, '_>, roster: &str) {
    let earlier = on_screen(roster);
    bencher.bench_local(|| Planned::new(cap(black_box(&earlier.scenario)), Some(&earlier)));
}

/// The rows of the window for a plan, with what changed against the file and the plan before.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn rows_of_the_window(bencher: Bencher<'_, '_>, roster: &str) {
    let earlier = on_screen(roster);
    let now = Arc::new(Planned::new(flip(&earlier.scenario), Some(&earlier)));
    bencher.bench_local(|| Shown::new(Arc::clone(black_box(&now)), &earlier, Some(&earlier), None, None));
}

/// Fifty values of the item cap, planned.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn sweep_of_50_item_caps(bencher: Bencher<'_, '_>, roster: &str) {
    let planned = on_screen(roster);
    let range = Range {
        first: 11,
        last: 60,
        step: 1,
    };
    bencher.bench_local(|| Sweep::new(black_box(&planned), Parameter::CAPS[0], range));
}

/// What would define a tool that is deferred or skipped: every single change, planned.
#[divan::bench(args = ["production", "1000", "10000"], max_time = 5)]
fn explain_one_tool(bencher: Bencher<'_, '_>, roster: &str) {
    let planned = on_screen(roster);
    let tool = planned.plan.ranked.last().copied();
    bencher.bench_local(|| tool.map(|tool| Moves::new(black_box(&planned), tool)));
}

/// Two plans side by side.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn compare_two_plans(bencher: Bencher<'_, '_>, roster: &str) {
    let before = on_screen(roster);
    let after = Arc::new(Planned::new(flip(&before.scenario), Some(&before)));
    bencher.bench_local(|| Comparison::new(Arc::clone(black_box(&before)), Arc::clone(&after)));
}

/// The whole plan as JSON text.
#[divan::bench(args = ROSTERS, max_time = 5)]
fn report_as_json(bencher: Bencher<'_, '_>, roster: &str) {
    let planned = on_screen(roster);
    bencher
        .bench_local(|| report::json::plan(&planned.scenario, black_box(&planned.roster), &planned.plan).to_string());
}
