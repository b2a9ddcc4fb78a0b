//! Importing: what is made of what people have, what stays when they import again, and what is refused.

use super::files::folder;
use proptest::prelude::*;
use roster::inventory::import::{Change, Import, ImportError, gather, prepare, write};
use roster::plan::Plan;
use roster::report;
use roster::scenario::{Origin, Scenario, load};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LISTING: &str = r#"{"tools": [
  {"name": "find", "description": "Finds things.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
  {"name": "drop", "description": "Drops things.", "inputSchema": {"type": "object"}, "x-own": 1.0}
], "ttlMs": 5}"#;

const CONFIG: &str = r#"{
  // mine
  "mcpServers": {
    "find": { "command": "npx", "args": ["-y", "find-mcp", "--token", "tok-abcdef"], "env": { "KEY": "key-abcdef" } },
    "Web Search": { "url": "https://u:pw-abcdef@mcp.example.com/mcp?k=q-abcdef", "headers": { "X-Key": "head-abcdef" },
      "disabled": true },
  },
}"#;

fn import(sources: &[PathBuf], path: &Path) -> Result<Import, ImportError> {
    prepare(&gather(sources, &mut std::io::empty())?, path)
}

#[track_caller]
fn imported(sources: &[&str], in_folder: &Path) -> Import {
    let sources: Vec<PathBuf> = sources.iter().map(|name| in_folder.join(name)).collect();
    let import = import(&sources, &in_folder.join("my/mine.yaml")).unwrap_or_else(|error| panic!("{error}"));
    write(&import.files).unwrap();
    import
}

#[track_caller]
fn mine(folder: &Path) -> Arc<Scenario> {
    let loaded = load(&Origin::Disk(folder.join("my/mine.yaml")), &[]);
    let loaded = loaded.unwrap_or_else(|failed| panic!("{:#?}", failed.problems));
    assert!(loaded.warnings.is_empty(), "{:#?}", loaded.warnings);
    loaded.scenario
}

fn changes(import: &Import) -> Vec<(&str, Change)> {
    let servers = import.servers.iter();
    servers.map(|server| (server.id.as_str(), server.change)).collect()
}

#[test]
fn a_listing_becomes_a_scenario_with_everything_on() {
    let folder = folder(&[("find.json", LISTING.as_bytes())]);
    let import = imported(&["find.json"], folder.path());
    assert!(import.is_new);
    assert_eq!(changes(&import), [("find", Change::New)]);
    let scenario = mine(folder.path());
    assert!(scenario.servers["find"].enabled);
    assert_eq!(scenario.servers["find"].tools.len(), 2);
    let (_, plan) = Plan::of(&scenario);
    assert_eq!((plan.defined.len(), plan.skipped.len()), (2, 0));
    // Every key of a tool is kept, and the numbers as they were.
    let text = fs::read_to_string(folder.path().join("my/inventories/find.json")).unwrap();
    assert!(text.contains("\"x-own\": 1.0"), "{text}");
}

#[test]
fn a_listing_beside_the_scenario_is_named_where_it_lies() {
    let folder = folder(&[("my/servers/find.json", LISTING.as_bytes())]);
    let import = imported(&["my/servers/find.json"], folder.path());
    assert_eq!(import.files.len(), 1, "{:?}", import.files);
    let text = fs::read_to_string(folder.path().join("my/mine.yaml")).unwrap();
    assert!(text.contains("inventory: servers/find.json"), "{text}");
    mine(folder.path());
}

#[test]
fn secrets_are_in_no_file() {
    let folder = folder(&[("find.json", LISTING.as_bytes()), ("mcp.json", CONFIG.as_bytes())]);
    let import = imported(&["mcp.json", "find.json"], folder.path());
    assert_eq!(
        changes(&import),
        [("web-search", Change::WithoutTools), ("find", Change::New)]
    );
    for file in &import.files {
        assert!(!file.text.contains("abcdef"), "{}", file.text);
    }
    let scenario = mine(folder.path());
    assert_eq!(scenario.servers["find"].tools.len(), 2, "the listing is the server's");
    assert_eq!(
        scenario.servers["find"].notes.as_deref(),
        Some("Runs as: npx -y find-mcp --token …")
    );
    assert!(scenario.servers["web-search"].enabled, "everything is on");
    let remarks = &import.servers[0].remarks;
    assert!(remarks[0].contains("switched off"), "{remarks:?}");
}

#[test]
fn importing_again_keeps_what_people_wrote() {
    let folder = folder(&[("find.json", LISTING.as_bytes()), ("more.json", b"[]")]);
    imported(&["find.json"], folder.path());
    let path = folder.path().join("my/mine.yaml");
    let written = fs::read_to_string(&path).unwrap();
    let mut edited = written.replace("enabled: true", "enabled: false # too many");
    edited.push_str("    notes: Mine.\n    overrides: { drop: { side_effect: external_delete } }\n");
    edited = edited.replace("name: Mine\n", "name: Ours # not mine\n");
    fs::write(&path, &edited).unwrap();
    // Nothing new: nothing is written.
    let again = imported(&["find.json"], folder.path());
    assert_eq!(changes(&again), [("find", Change::Same)]);
    assert!(again.files.is_empty());
    // One tool is gone, one is new, one differs; and there is another server.
    let newer = LISTING.replace("Finds things.", "Finds all things.").replace(
        "\"drop\", \"description\": \"Drops",
        "\"lift\", \"description\": \"Lifts",
    );
    fs::write(folder.path().join("find.json"), newer).unwrap();
    let again = imported(&["find.json", "more.json"], folder.path());
    let updated = Change::Updated {
        added: 1,
        removed: 1,
        changed: 1,
    };
    assert_eq!(changes(&again), [("find", updated), ("more", Change::New)]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(edited.trim_end()), "{text}");
    let loaded = load(&Origin::Disk(path), &[]).unwrap_or_else(|failed| panic!("{:#?}", failed.problems));
    assert_eq!(loaded.warnings.len(), 1, "the override of a tool that is gone is told");
    let scenario = loaded.scenario;
    assert_eq!(scenario.name, "Ours");
    assert!(!scenario.servers["find"].enabled);
    assert_eq!(scenario.servers["find"].notes.as_deref(), Some("Mine."));
    assert_eq!(scenario.servers["find"].tools[1].remote_name, "lift");
}

#[test]
fn a_server_without_tools_takes_its_inventory_later() {
    let folder = folder(&[("find.json", LISTING.as_bytes()), ("mcp.json", CONFIG.as_bytes())]);
    let first = imported(&["mcp.json"], folder.path());
    let to_capture: Vec<&str> = first.to_capture.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(to_capture, ["web-search", "find"]);
    assert!(first.lacks_tools().unwrap().ends_with("mcp.json"));
    assert!(first.files.iter().all(|file| !file.text.contains("abcdef")));
    let second = imported(&["find.json"], folder.path());
    assert_eq!(second.others, 1);
    assert_eq!(mine(folder.path()).servers["find"].tools.len(), 2);
}

#[test]
fn somebody_elses_inventory_is_left_alone() {
    let folder = folder(&[
        ("find.json", LISTING.as_bytes()),
        ("my/inventories/find.json", b"{\"tools\": []}"),
    ]);
    imported(&["find.json"], folder.path());
    assert_eq!(
        fs::read_to_string(folder.path().join("my/inventories/find.json")).unwrap(),
        "{\"tools\": []}"
    );
    assert_eq!(mine(folder.path()).servers["find"].tools.len(), 2);
}

#[test]
fn pages_in_several_files_are_one_server() {
    let page = LISTING.replace("\"ttlMs\": 5", "\"nextCursor\": \"2\"");
    let rest = r#"{"tools": [{"name": "last", "inputSchema": {"type": "object"}}]}"#;
    let folder = folder(&[("find.json", page.as_bytes()), ("page2.json", rest.as_bytes())]);
    let import = imported(&["find.json", "page2.json"], folder.path());
    assert_eq!(changes(&import), [("find", Change::New)]);
    assert_eq!(mine(folder.path()).servers["find"].tools.len(), 3);
    let cut = imported(&["find.json"], folder.path());
    assert!(cut.servers[0].remarks[0].contains("nextCursor"), "{:?}", cut.servers);
}

#[test]
fn what_is_wrong_is_told_at_once_and_nothing_is_written() {
    let folder = folder(&[
        ("a.json", b"{\n  \"tools\": [ }"),
        ("b.json", b"{}"),
        ("my/mine.yaml", b"format: roster/1\nnam: x\n"),
        ("find.json", LISTING.as_bytes()),
    ]);
    let sources: Vec<PathBuf> = ["a.json", "b.json", "c.json"]
        .map(|name| folder.path().join(name))
        .to_vec();
    let Err(ImportError::Problems { problems, sources, .. }) = import(&sources, &folder.path().join("new.yaml")) else {
        panic!("three sources that cannot be read")
    };
    assert_eq!(problems.len(), 3, "{problems:#?}");
    assert!(sources.place(problems[0].at.unwrap()).contains("a.json:2:"));
    let Err(ImportError::Problems { whose, .. }) =
        import(&[folder.path().join("find.json")], &folder.path().join("my/mine.yaml"))
    else {
        panic!("a file with a slip")
    };
    assert!(whose.contains("mend it first"), "{whose}");
}

/// A plan exported as JSON has every tool of the source once, and what was written imports as the same.
#[test]
fn importing_planning_and_exporting_is_a_round_trip() {
    let folder = folder(&[("find.json", LISTING.as_bytes())]);
    imported(&["find.json"], folder.path());
    let scenario = mine(folder.path());
    let (roster, plan) = Plan::of(&scenario);
    let exported = report::json::plan(&scenario, &roster, &plan);
    let mut names: Vec<&str> = exported["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|decision| decision["tool"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["mcp.find.drop", "mcp.find.find", "tool.call"]);
    let again = import(
        &[folder.path().join("my/inventories/find.json")],
        &folder.path().join("my/mine.yaml"),
    )
    .unwrap();
    assert!(again.files.is_empty(), "{:?}", again.files);
}

fn tool() -> impl Strategy<Value = Value> {
    let name = "[a-zA-Z][a-zA-Z0-9_.-]{0,40}";
    let text = prop_oneof![Just(String::new()), "\\PC{0,80}", "[a-z .\\n\"\\\\:#-]{0,60}"];
    (name, text, any::<bool>(), 0..4_i64).prop_map(|(name, text, is_read, number)| {
        json!({
            "name": name,
            "description": text,
            "inputSchema": {"type": "object", "properties": {"n": {"default": number}}},
            "annotations": {"readOnlyHint": is_read},
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a server lists and whatever the file is called: each tool once, under each form.
    #[test]
    fn every_tool_of_a_source_is_one_of_the_scenario(
        tools in prop::collection::vec(tool(), 0..8),
        stem in "[a-zA-Z0-9 _.@-]{1,30}",
        form in 0..4_u8,
    ) {
        let text = match form {
            0 => json!({"tools": tools}),
            1 => json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}),
            2 => json!(tools),
            _ => Value::Array(tools.iter().map(|tool| json!({"type": "function", "function": {
                "name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"]}})).collect()),
        };
        let folder = folder(&[]);
        let source = folder.path().join(format!("x{stem}.json"));
        fs::write(&source, text.to_string()).unwrap();
        let path = folder.path().join("out/mine.yaml");
        let import = import(&[source], &path).unwrap();
        write(&import.files).unwrap();
        let loaded = load(&Origin::Disk(path), &[]).map_err(|failed| format!("{:#?}", failed.problems)).unwrap();
        prop_assert_eq!(loaded.scenario.servers.len(), 1);
        let found: Vec<(&str, &str)> = loaded.scenario.servers[0]
            .tools
            .iter()
            .map(|tool| (tool.remote_name.as_str(), tool.description.as_str()))
            .collect();
        let expected: Vec<(&str, &str)> = tools
            .iter()
            .map(|tool| (tool["name"].as_str().unwrap(), tool["description"].as_str().unwrap()))
            .collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(&*loaded.scenario, &*import.loaded.scenario);
    }
}
