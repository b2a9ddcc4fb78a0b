//! The planner on what real servers answer to `tools/list`: the inventories of the folder that `ROSTER_INVENTORIES` names.
//!
//! Not part of the project and never copied into it: their texts are their authors'. So nothing here expects figures of
//! one inventory, only what must hold of all. A folder that is missing is a failure, not a skip.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on ends; clippy knows that of functions marked as tests, not of their helpers"
)]
#![expect(
    clippy::print_stdout,
    reason = "how much was tried is what whoever runs this wants to know"
)]

use roster::clients::{Fate, explain, outcomes, shipped_presets};
use roster::inventory::client_config::{ConfiguredServer, Hidden, Transport};
use roster::inventory::import::{Change, gather, prepare, write};
use roster::inventory::source::Content;
use roster::lint::{Code, Level, Lint};
use roster::plan::{Plan, Planned};
use roster::report;
use roster::scenario::{Assignment, Class, Lane, Origin, Scenario, load};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const ESTIMATORS: [&str; 2] = ["bytes/3", "o200k_base"];

/// The inventory files, sorted.
fn inventories() -> Vec<PathBuf> {
    let folder = std::env::var_os("ROSTER_INVENTORIES")
        .expect("set ROSTER_INVENTORIES to a folder of tools/list results, one JSON file a server");
    let folder = Path::new(&folder);
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| {
        panic!(
            "ROSTER_INVENTORIES names {}, which cannot be read: {error}",
            folder.display()
        )
    });
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort_unstable();
    assert!(
        !files.is_empty(),
        "ROSTER_INVENTORIES names {}, which holds no JSON file",
        folder.display()
    );
    files
}

/// How many tools an inventory lists, read with nothing of the program in between.
fn listed(file: &Path) -> usize {
    let listing: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    listing["tools"].as_array().unwrap().len()
}

/// The id of a server for a file's name.
fn id(file: &Path) -> String {
    let stem = file.file_stem().unwrap().to_string_lossy().to_lowercase();
    let plain = |c: char| {
        if c.is_ascii_lowercase() || c.is_ascii_digit() {
            c
        } else {
            '-'
        }
    };
    format!("s-{}", stem.chars().map(plain).collect::<String>())
}

/// A scenario with a server a file, in a folder of its own with copies of the files.
fn scenario_of(files: &[PathBuf]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::from(
        "format: roster/1\nname: Real servers\ntools:\n  tool.call: { description: Calls a deferred tool. }\nservers:\n",
    );
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy();
        std::fs::copy(file, folder.path().join(&*name)).unwrap();
        writeln!(text, "  {}: {{ annotations: trust, inventory: {name:?} }}", id(file)).unwrap();
    }
    let path = folder.path().join("scenario.yaml");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn loaded(path: &Path, estimator: &str) -> Arc<Scenario> {
    let set = Assignment::parse(&format!("estimator={estimator}")).unwrap();
    let loaded = load(&Origin::Disk(path.to_owned()), &[set]);
    loaded
        .unwrap_or_else(|failed| panic!("{}: {:#?}", path.display(), failed.problems))
        .scenario
}

/// What must hold of any plan, whatever the servers say.
#[track_caller]
fn check(scenario: &Scenario, tools: usize, who: &str) -> Plan {
    let (roster, plan) = Plan::of(scenario);
    assert_eq!(
        roster.catalog.tools().len(),
        tools + 1,
        "{who}: every listed tool, and tool.call"
    );
    assert_eq!(plan.decisions.len(), tools + 1, "{who}");
    assert_eq!(
        Lane::ALL.iter().map(|&lane| plan.count(lane)).sum::<usize>(),
        tools + 1,
        "{who}"
    );
    let mut lanes = BTreeMap::new();
    for (lane, ids) in [
        (Lane::Defined, &plan.defined),
        (Lane::Deferred, &plan.deferred),
        (Lane::Skipped, &plan.skipped),
    ] {
        for &id in ids {
            assert_eq!(
                lanes.insert(id, lane),
                None,
                "{who}: {} has two decisions",
                roster.catalog.tool(id).name
            );
        }
    }
    for id in roster.catalog.ids() {
        let lane = lanes.get(&id).copied().unwrap_or(Lane::Unavailable);
        assert_eq!(
            plan.decision(id).outcome,
            lane,
            "{who}: {}",
            roster.catalog.tool(id).name
        );
    }
    assert_eq!(plan.failure, None, "{who}");
    let sum: u64 = plan.classes.iter().map(|class| class.used_tokens).sum();
    assert_eq!(sum, plan.prefix_tokens, "{who}");
    for class in &plan.classes {
        assert!(class.used_tokens <= class.max_tokens, "{who}: {class:?}");
        assert!(
            class.max_items.is_none_or(|max| class.used_items <= max),
            "{who}: {class:?}"
        );
    }
    let text = report::json::plan(scenario, &roster, &plan).to_string();
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["decisions"].as_array().map(Vec::len), Some(tools + 1), "{who}");
    assert_eq!(report["tokens"]["prefix"].as_u64(), Some(plan.prefix_tokens), "{who}");
    plan
}

/// An import of some files, written to a folder of its own; every tool once, and importing it again changes nothing.
fn check_import(files: &[PathBuf], who: &str) -> Arc<Scenario> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.yaml");
    let sources = gather(files, &mut std::io::empty()).unwrap_or_else(|error| panic!("{who}: {error}"));
    let import = prepare(&sources, &path).unwrap_or_else(|error| panic!("{who}: {error}"));
    assert_eq!(import.servers.len(), files.len(), "{who}: a server each");
    for server in &import.servers {
        assert_eq!(server.change, Change::New, "{who}");
        assert!(server.remarks.is_empty(), "{who}: {server:?}");
    }
    write(&import.files).unwrap();
    let again = prepare(&sources, &path).unwrap_or_else(|error| panic!("{who}: {error}"));
    assert!(again.files.is_empty(), "{who}: importing again changes nothing");
    let loaded = load(&Origin::Disk(path), &[]).unwrap_or_else(|failed| panic!("{who}: {:#?}", failed.problems));
    assert_eq!(*loaded.scenario, *import.loaded.scenario, "{who}: as it was shown");
    loaded.scenario
}

#[test]
fn every_inventory_imports() {
    let files = inventories();
    for file in &files {
        let who = file.file_name().unwrap().to_string_lossy();
        check(&check_import(std::slice::from_ref(file), &who), listed(file), &who);
    }
    let tools = files.iter().map(|file| listed(file)).sum();
    let scenario = check_import(&files, "together");
    check(&scenario, tools, "together");
    // The import says the same as the files, read with nothing of the program in between.
    for (file, (id, server)) in files.iter().zip(&scenario.servers) {
        let listing: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        for (tool, listed) in server.tools.iter().zip(listing["tools"].as_array().unwrap()) {
            assert_eq!(Some(tool.remote_name.as_str()), listed["name"].as_str(), "{id}");
            assert_eq!(Some(tool.description.as_str()), listed["description"].as_str(), "{id}");
            assert_eq!(*tool.input_schema, listed["inputSchema"], "{id}");
        }
    }
    println!(
        "{} inventories with {tools} tools imported one by one and together",
        files.len()
    );
}

/// The configurations of the clients, beside the inventories.
#[test]
fn every_configuration_imports_without_its_secrets() {
    let folder = std::env::var_os("ROSTER_INVENTORIES")
        .map(PathBuf::from)
        .unwrap()
        .join("configs");
    let clients = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let files = clients.flat_map(|client| std::fs::read_dir(client.unwrap().path()).unwrap());
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort_unstable();
    let mut servers = 0;
    for file in &files {
        let sources = gather(std::slice::from_ref(file), &mut std::io::empty()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let import = prepare(&sources, &folder.path().join("mine.yaml")).unwrap();
        assert!(!import.servers.is_empty(), "{}", file.display());
        servers += import.servers.len();
        let Content::Config(config) = &sources[0].content else {
            panic!("{}: {:?}", file.display(), sources[0])
        };
        for written in &import.files {
            for value in values(&config.servers) {
                assert!(!written.text.contains(value), "{}: {value}", file.display());
            }
        }
    }
    assert!(files.len() >= 9, "{files:?}");
    println!("{} configurations with {servers} servers imported", files.len());
}

/// The values of a configuration that must not be shared; those of a few characters stand in other words, too.
fn values(servers: &[ConfiguredServer]) -> impl Iterator<Item = &str> {
    let values = servers.iter().flat_map(|server| -> Vec<&str> {
        match &server.transport {
            Transport::Stdio { env, .. } => env
                .iter()
                .filter_map(|(_, value)| value.as_ref().map(Hidden::reveal))
                .collect(),
            Transport::Http { headers, .. } => headers.iter().map(|(_, value)| value.reveal()).collect(),
            Transport::Other(_) => Vec::new(),
        }
    });
    values.filter(|value| value.len() > 5)
}

/// What must hold under every other client, whatever the servers say.
fn check_clients(scenario: &Arc<Scenario>, tools: usize, who: &str) {
    let planned = Arc::new(Planned::new(Arc::clone(scenario), None));
    for outcome in outcomes(&planned, &shipped_presets().unwrap()) {
        let who = format!("{who} under {}", outcome.preset.id);
        assert_eq!(outcome.tools.len(), tools + 1, "{who}");
        let ends: u64 = Fate::ALL.iter().map(|fate| outcome.count(*fate)).sum();
        assert_eq!(ends, tools as u64 + 1, "{who}: each tool comes to one end");
        let offered = outcome.count(Fate::Defined) + outcome.deferred() + outcome.lost();
        assert_eq!(offered + outcome.count(Fate::NotOffered), ends, "{who}");
        let parts: u64 = explain::parts(&outcome).iter().map(|(_, tokens)| tokens).sum();
        assert_eq!(parts, outcome.parts.total(), "{who}");
        assert_eq!(
            outcome.parts.definitions == 0,
            outcome.count(Fate::Defined) == 0,
            "{who}"
        );
        for (_, rule) in explain::rules(&outcome.preset) {
            assert!(!rule.is_empty(), "{who}");
        }
        let json = report::json::clients(&planned, &[outcome], true);
        assert_eq!(
            json["clients"][0]["tools"].as_array().map(Vec::len),
            Some(tools + 1),
            "{who}"
        );
    }
}

#[test]
fn every_client_takes_every_inventory_alone_and_all_together() {
    let files = inventories();
    let together = files.iter().map(|file| listed(file)).sum();
    for file in &files {
        let (_folder, path) = scenario_of(std::slice::from_ref(file));
        let who = file.file_name().unwrap().to_string_lossy();
        check_clients(&loaded(&path, "bytes/3"), listed(file), &who);
    }
    let (_folder, path) = scenario_of(&files);
    for estimator in ESTIMATORS {
        check_clients(&loaded(&path, estimator), together, estimator);
    }
}

#[test]
fn every_inventory_plans_alone() {
    let files = inventories();
    let mut tools = 0;
    for file in &files {
        let (_folder, path) = scenario_of(std::slice::from_ref(file));
        let who = file.file_name().unwrap().to_string_lossy();
        tools += listed(file);
        for estimator in ESTIMATORS {
            check(
                &loaded(&path, estimator),
                listed(file),
                &format!("{who} by {estimator}"),
            );
        }
    }
    println!("{} inventories with {tools} tools planned one by one", files.len());
}

#[test]
fn all_inventories_plan_together() {
    let files = inventories();
    let tools = files.iter().map(|file| listed(file)).sum();
    let (_folder, path) = scenario_of(&files);
    for estimator in ESTIMATORS {
        let scenario = loaded(&path, estimator);
        let plan = check(&scenario, tools, estimator);
        println!(
            "{} inventories with {tools} tools planned together by {estimator}: {} defined at {} tokens, {} deferred at \
             {}, {} skipped, {} unavailable",
            files.len(),
            plan.count(Lane::Defined),
            plan.class_tokens(Class::ToolDefinitions),
            plan.count(Lane::Deferred),
            plan.class_tokens(Class::DeferredToolIndex),
            plan.count(Lane::Skipped),
            plan.count(Lane::Unavailable),
        );
        // Without the caps everything is defined, whatever it is.
        let mut open = (*scenario).clone();
        let class = open.budget.class_mut(Class::ToolDefinitions);
        (class.max_items, class.max_tokens) = (Some(1_000_000), 1_000_000_000);
        let earlier = Planned::new(Arc::clone(&scenario), None);
        let open = Planned::new(Arc::new(open), Some(&earlier));
        assert_eq!(open.plan.count(Lane::Skipped) + open.plan.count(Lane::Deferred), 0);
        // With nothing left to reach, tool.call itself is not sent.
        assert_eq!(open.plan.count(Lane::Unavailable), plan.count(Lane::Unavailable) + 1);
    }
}

/// Lints a plan, and checks what must hold of its findings.
#[track_caller]
fn linted(planned: &Planned, who: &str) -> Lint {
    let lint = Lint::new(planned);
    for finding in &lint.findings {
        assert!(finding.sentence.ends_with('.'), "{who}: {finding:?}");
        assert!(finding.fix.ends_with('.'), "{who}: {finding:?}");
        // Whatever a server says, a sentence quotes little of it.
        assert!(finding.sentence.chars().count() < 900, "{who}: {finding:?}");
    }
    let sum: usize = lint.counts().iter().map(|(_, number)| number).sum();
    assert_eq!(sum, lint.findings.len(), "{who}");
    lint
}

fn planned_of(files: &[PathBuf]) -> Planned {
    let (_folder, path) = scenario_of(files);
    Planned::new(loaded(&path, "bytes/3"), None)
}

#[test]
fn every_inventory_is_linted_alone() {
    for file in &inventories() {
        let who = file.file_name().unwrap().to_string_lossy();
        let lint = linted(&planned_of(std::slice::from_ref(file)), &who);
        let counts = Level::ALL.map(|level| format!("{} {}", lint.count(level), level.plural()));
        println!("{who}: {}", counts.join(", "));
    }
}

#[test]
fn all_inventories_are_linted_together() {
    let files = inventories();
    let planned = planned_of(&files);
    let start = std::time::Instant::now();
    let lint = linted(&planned, "all");
    let took = start.elapsed();
    println!("{} findings in {took:?}", lint.findings.len());
    for (code, number) in lint.counts() {
        let tools: usize = lint
            .findings
            .iter()
            .filter(|finding| finding.code == code)
            .map(|finding| finding.tools.len())
            .sum();
        println!(
            "{:7} {:28} {number} findings, {tools} tools",
            code.level().id(),
            code.id()
        );
    }
    // Facts of the collection, which hold as long as it does: see its own notes.
    let number = |code: Code| lint.findings.iter().filter(|finding| finding.code == code).count();
    assert_eq!(number(Code::DescriptionMissing), 0);
    assert_eq!(number(Code::DuplicateName), 0);
    assert_eq!(number(Code::AnnotationsContradict), 0);
    assert_eq!(number(Code::NameDots), 1);
    assert_eq!(number(Code::RemoteNameIllegal), 0);
}
