//! `roster capture --check`: a server beside what is stored of it, and what has changed in a plan.

use super::support::{Ran, arguments, run};
use serde_json::{Value, json};
use tempfile::TempDir;

const SCENARIO: &str = "\
format: roster/1
name: Two servers
estimator: o200k_base
budget: { tool_definitions: { max_tokens: 9000, max_items: 3 } }
servers:
  mail: { inventory: mail.json }
  other: { tools: { a: { description: A, input_schema: { type: object } } } }
";

/// What the server that behaves lists, as a file stores it.
fn inventory() -> Value {
    let plain = |name: &str| json!({"name": name, "description": "Does it.", "inputSchema": {"type": "object"}});
    json!({"tools": [plain("tool0"), plain("tool1"),
        {"id": "x", "name": "odd", "execution": {"taskSupport": "never"}, "annotations": {"category": "c"},
         "inputSchema": {"type": "object", "properties": {"a": {"default": 1.0, "maximum": 9_007_199_254_740_991_u64}}}},
        {"name": "bare"}]})
}

fn folder(inventory: &Value) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mail.json"), inventory.to_string()).unwrap();
    std::fs::write(folder.path().join("s.yaml"), SCENARIO).unwrap();
    folder
}

fn check(folder: TempDir, more: &[&str]) -> Ran {
    let args = arguments("is good", folder.path(), more);
    run(&args, folder)
}

fn from(folder: TempDir, more: &[&str]) -> Ran {
    let args: Vec<String> = [&["capture"], more]
        .concat()
        .iter()
        .map(|&arg| arg.to_owned())
        .collect();
    run(&args, folder)
}

#[test]
fn what_is_as_stored_is_no_drift() {
    for stored in [
        &["--check", "mail.json"][..],
        &["--check", "s.yaml"],
        &["--check", "s.yaml", "--server", "mail"],
    ] {
        let ran = check(folder(&inventory()), stored);
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert!(
            ran.stdout.contains("\nNo drift\n4 tools as stored, definitions "),
            "{}",
            ran.stdout
        );
        assert!(ran.stdout.contains(" tokens by o200k_base\n"), "{}", ran.stdout);
        ran.leaves_nothing(1);
    }
}

#[test]
fn what_differs_is_told_with_tokens_and_lanes() {
    let mut before = inventory();
    before["tools"][0]["description"] = "Does it. Slowly, and with a great many words that cost something.".into();
    before["tools"][2]["annotations"] = json!({"category": "d"});
    before["tools"][1]["name"] = "gone".into();
    let ran = check(folder(&before), &["--check", "s.yaml"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    for part in [
        "mail of s.yaml\nDrift: 1 tool removed, 1 added, 2 changed\n4 tools → 4 tools, definitions ",
        "\nremoved gone, ",
        "\nadded tool1, ",
        "\nchanged tool0, ",
        "  description\n      Does it.\n    - Slowly, and with a great many words that cost something.\n",
        "\nchanged odd, ",
        "  annotations (not in the definition)\n",
        "    -   \"category\": \"d\"\n    +   \"category\": \"c\"\n",
        "mail of s.yaml → mail as it is now\n",
        "\nPrompt cache\n",
        "mcp.mail.gone",
    ] {
        assert!(ran.stdout.contains(part), "{part} is not in\n{}", ran.stdout);
    }
    let args = ["--check", "s.yaml", "--format", "json"];
    let ran = check(folder(&before), &args);
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (value["format"].as_str(), value["status"].as_str()),
        (Some("roster-drift/1"), Some("drift"))
    );
    let server = &value["servers"][0];
    assert_eq!(
        (server["server"].as_str(), server["estimator"].as_str()),
        (Some("mail"), Some("o200k_base"))
    );
    let tools = server["tools"].as_array().unwrap();
    let changes: Vec<(&str, &str)> = tools
        .iter()
        .map(|tool| (tool["change"].as_str().unwrap(), tool["name"].as_str().unwrap()))
        .collect();
    assert_eq!(
        changes,
        [
            ("removed", "gone"),
            ("added", "tool1"),
            ("changed", "tool0"),
            ("changed", "odd")
        ]
    );
    let tokens = |side: &str| tools[2]["tokens"][side].as_u64().unwrap();
    assert!(tokens("before") > tokens("after") + 8, "{server}");
    let sum = |side: &str| server["tokens"][side].as_i64().unwrap();
    assert_eq!(server["tokens"]["change"], sum("after") - sum("before"));
    assert_eq!(server["plan"]["format"], "roster-diff/1");
    // The same token counts as a plan gives.
    let planned = server["plan"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .find(|tool| tool["tool"] == "mcp.mail.tool0")
        .unwrap();
    assert_eq!(
        planned["after"]["definition_tokens"], tools[2]["tokens"]["after"],
        "{planned}"
    );
}

#[test]
fn two_files_are_compared_without_a_server() {
    let mut after = inventory();
    after["tools"].as_array_mut().unwrap().pop();
    let with_after = || {
        let folder = folder(&inventory());
        std::fs::write(folder.path().join("after.json"), after.to_string()).unwrap();
        folder
    };
    let ran = from(with_after(), &["--check", "mail.json", "--from", "after.json"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(
        ran.stdout.starts_with("mail.json\nDrift: 1 tool removed\n"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("mcp.mail.bare"), "{}", ran.stdout);
    let ran = from(with_after(), &["--check", "after.json", "--from", "after.json"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
}

#[test]
fn what_a_server_writes_anew_at_each_start_can_be_ignored() {
    let with_default = |default: &str| {
        let mut inventory = inventory();
        inventory["tools"][0]["inputSchema"]["properties"] = json!({"a": {"type": "string", "default": default}});
        inventory
    };
    let between = |before: &str, after: &str, more: &[&str]| {
        let folder = folder(&with_default(before));
        std::fs::write(folder.path().join("after.json"), with_default(after).to_string()).unwrap();
        let args = [&["--check", "mail.json", "--from", "after.json"], more].concat();
        from(folder, &args)
    };
    assert_eq!(between("a,b", "b,a", &[]).status, Some(1));
    let ran = between("a,b", "b,a", &["--ignore-noise"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout
            .contains("Drift: 1 tool changed; only what the server writes anew at every start, which is ignored"),
        "{}",
        ran.stdout
    );
    let ran = between("a,b", "b,a", &["--ignore-noise", "--format", "json"]);
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (&value["status"], &value["servers"][0]["status"]),
        (&"same".into(), &"noise".into())
    );
    // Another default is somebody's doing.
    assert_eq!(between("a,b", "c", &["--ignore-noise"]).status, Some(1));
}

#[test]
fn another_server_than_the_one_that_was_stored_is_told() {
    let with = |from: &str| {
        let mut inventory = inventory();
        inventory["_meta"] = json!({"roster/inventory": {"captured_from": from, "server_name": "mail"}});
        inventory
    };
    let folder = folder(&with("npx one"));
    std::fs::write(folder.path().join("after.json"), with("npx other").to_string()).unwrap();
    let ran = from(folder, &["--check", "mail.json", "--from", "after.json"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout
            .contains("it was captured from `npx one`, and now `npx other`: check that it is the same server")
            && !ran.stdout.contains("called itself"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_cannot_be_compared_is_told() {
    let fails = |more: &[&str], message: &str| {
        from(folder(&inventory()), more).fails_with(message);
    };
    fails(
        &["--check", "s.yaml", "--server", "mial", "--from", "mail.json"],
        "`s.yaml` has no server `mial` with an inventory file\n  help: did you mean `mail`?",
    );
    fails(
        &["--check", "s.yaml", "--server", "other", "--from", "mail.json"],
        "`s.yaml` has no server `other`",
    );
    fails(
        &["--check", "mail.json", "--from", "s.yaml"],
        "`s.yaml` is no inventory: it is no JSON",
    );
    fails(
        &["--check", "missing.json", "--from", "mail.json"],
        "cannot read `missing.json`",
    );
    fails(
        &["--check", "shipped:getting-started.yaml", "--from", "mail.json"],
        "no server of `shipped:getting-started.yaml`",
    );
    fails(&["--check", "mail.json"], "nothing to capture from");
}

#[test]
fn a_server_that_cannot_be_asked_is_told_as_json_to_who_reads_json() {
    let folder = folder(&inventory());
    let args = arguments(
        "dies at once",
        folder.path(),
        &["--check", "mail.json", "--format", "json"],
    );
    let ran = run(&args, folder);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(value["status"], "failed");
    assert_eq!(value["servers"][0]["server"], "mail");
    assert!(value["servers"][0]["error"]["message"].is_string(), "{value}");
    assert!(ran.stderr.contains("error"), "{}", ran.stderr);
}
