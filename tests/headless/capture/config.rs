//! `roster capture --config`: all servers of a client's configuration, each told.

use super::support::{Ran, ran};
use serde_json::{Value, json};
use std::process::Command;
use std::time::Instant;
use tempfile::TempDir;

/// A server that plays a part, as a configuration names it. The secret is one of ours.
pub(crate) fn server(part: &str, folder: &TempDir) -> Value {
    let program = std::env::current_exe().unwrap();
    json!({
        "command": program,
        "args": ["--exact", "--nocapture", "capture::server::plays_its_part"],
        "env": {"ROSTER_PLAYS": part, "ROSTER_PIDS": folder.path().join("pids"), "SECRET": "${ROSTER_SECRET}"},
    })
}

pub(crate) fn capture(folder: TempDir, servers: &Value, more: &[&str]) -> Ran {
    let config = folder.path().join("mcp.json");
    std::fs::write(&config, json!({ "mcpServers": servers }).to_string()).unwrap();
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_roster"))
        .current_dir(folder.path())
        .args(["capture", "--config", "mcp.json"])
        .args(more)
        .env("ROSTER_SECRET", "open-sesame")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    ran(&output, started.elapsed(), folder)
}

#[test]
fn each_server_is_told_and_one_that_fails_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut off = server("is good", &folder);
    off["disabled"] = true.into();
    let servers = json!({
        "Good one": server("is good", &folder),
        "chatty": server("is chatty", &folder),
        "dead": server("dies at once", &folder),
        "off": off,
        "unset": {"command": "x", "env": {"A": "${ROSTER_NOT_SET}"}},
        "nowhere": {"url": "http://127.0.0.1:9/mcp"},
    });
    let ran = capture(folder, &servers, &["--yes", "-o", "out"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let line = |name: &str| {
        ran.stdout
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_else(|| panic!("{}", ran.stdout))
    };
    for (name, word, told) in [
        ("Good one", " ok ", "4 tools, "),
        ("chatty", " ok ", "4 tools, "),
        (
            "dead",
            " failed ",
            "the program ended before it answered `initialize`, with exit status: 3",
        ),
        ("off", " off ", "switched off in the configuration"),
        (
            "unset",
            " failed ",
            "the environment variable `ROSTER_NOT_SET` is not set",
        ),
        ("nowhere", " failed ", "cannot connect to the address"),
    ] {
        assert!(
            line(name).contains(word) && line(name).contains(told),
            "{name}: {}",
            ran.stdout
        );
    }
    let mut files: Vec<String> = std::fs::read_dir(ran.folder.path().join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["chatty.json", "good-one.json"]);
    let written = std::fs::read_to_string(ran.folder.path().join("out/good-one.json")).unwrap();
    for text in [&ran.stdout, &ran.stderr, &written] {
        assert!(!text.contains("open-sesame"), "{text}");
    }
    ran.leaves_nothing(3);
}

#[test]
fn all_programs_are_asked_about_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let servers = json!({"a": server("is good", &folder), "b": server("is chatty", &folder), "c": {"url": "http://127.0.0.1:9/"}});
    let ran = capture(folder, &servers, &[]);
    assert!(
        ran.stderr
            .starts_with("This starts 2 programs, which can do whatever you can:\n"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        ran.stderr.matches("capture::server::plays_its_part").count(),
        2,
        "{}",
        ran.stderr
    );
    ran.fails_with("there is nobody to ask").leaves_nothing(0);
}

#[test]
fn every_server_of_both_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let servers =
        json!({"a": server("is good", &folder), "b": server("is chatty", &folder), "new": server("is good", &folder)});
    let ran = capture(folder, &servers, &["--yes", "--only", "a,b", "-o", "out"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let ran = capture(ran.folder, &servers, &["--yes", "--check", "out", "--format", "json"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (value["status"].as_str(), value["servers"].as_array().map(Vec::len)),
        (Some("same"), Some(2))
    );
    assert!(
        ran.stderr.contains("new: nothing is stored under `new`"),
        "{}",
        ran.stderr
    );
    // A scenario over one of the files, and another tool in it.
    let path = ran.folder.path().join("out/b.json");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"bare\"", "\"other\"");
    std::fs::write(path, text).unwrap();
    let scenario = "format: roster/1\nname: S\nservers: { b: { inventory: out/b.json } }\n";
    std::fs::write(ran.folder.path().join("s.yaml"), scenario).unwrap();
    let ran = capture(ran.folder, &servers, &["--yes", "--check", "s.yaml"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("b of s.yaml\nDrift: 1 tool removed, 1 added\n"),
        "{}",
        ran.stdout
    );
    // One that cannot be asked is not as stored.
    let dead = json!({"b": server("dies at once", &ran.folder)});
    let ran = capture(ran.folder, &dead, &["--yes", "--check", "s.yaml"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
}

#[test]
fn a_configuration_that_is_none_is_told() {
    let empty = || tempfile::tempdir().unwrap();
    capture(empty(), &json!({}), &["--yes"]).fails_with("`mcp.json` names no servers");
    capture(
        empty(),
        &json!({"mail": {"command": "x"}}),
        &["--yes", "--only", "mial"],
    )
    .fails_with("`mcp.json` has no server `mial`\n  help: did you mean `mail`?");
}
