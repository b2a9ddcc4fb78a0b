//! `roster clients`: what other clients would do.

use super::support::Test;

const OWN: &str = "\
format: roster-client/1
id: house
title: The house client
sources: [\"https://clients.example.com/limits\"]
as_of: 2026-11
mark: unconfirmed
limit: { max_items: 2, counts: remote, overflow: truncate }
names: { form: \"{server}-{tool}\", allowed: a-z-, max_chars: 9 }
instructions: false
";

#[test]
fn clients_as_a_grid() {
    Test::new(&[
        "clients",
        "small.yaml",
        "--only=product-default,house,windsurf-2025,claude-code,openai-eager",
        "--preset=house.yaml",
    ])
    .file("house.yaml", OWN)
    .any_stderr()
    .stdout(GRID)
    .run();
}

const GRID: &str = "\
Small
Approximations of published behaviour, each with its source and date; clients change fast, and none
of this is a promise.

client           as of    comes to  defined  deferred  lost  broken names  tokens  window
product-default  own      loses 3         3         1     3             –     248   0.1 %
house            2026-11  loses 2         4         0     2             2     174   0.1 %
windsurf-2025    2025-04  fits            6         0     0             –     244   0.1 %
claude-code      2026-08  defers 4        2         4     0             –   ≥ 123   0.1 %
openai-eager     2026-09  fits            6         0     0             0     244   0.1 %

tokens: before the first message; ≥ where a part of them is not stated and so not counted.
Definitions are counted under the names that a client sends, so that the same tools may differ by a
few tokens from the plan. – where no rule for names is stated. --client ID tells one in detail.
";

#[test]
fn one_client_in_detail() {
    Test::new(&["clients", "small.yaml", "--client=house", "--preset=house.yaml"])
        .file("house.yaml", OWN)
        .any_stderr()
        .stdout(DETAIL)
        .run();
}

const DETAIL: &str = "\
Small under The house client (house)
4 defined · 0 deferred · 2 lost
Approximations of published behaviour, each with its source and date; clients change fast, and none
of this is a promise.

What is stated
source        https://clients.example.com/limits
as of         2026-11
mark          unconfirmed: not confirmed
limit         2 tools of servers and devices; what is behind it is not sent
deferral      none is stated
names         {server}-{tool}
name rule     characters a-z-, at most 9 characters; what follows otherwise is not stated
instructions  not sent

Tokens
definitions                174
visible of deferred tools    0
servers' instructions        0
search and control tools     0
before the first message   174

Servers
source   defined  deferred  lost  not offered
builtin        2         0     0            3
mail           2         0     2            0

Tools
tool            becomes  name
notes.search    defined  notes_search
notes.delete    defined  notes_delete
mcp.mail.list   defined  mail-list
mcp.mail.read   defined  mail-read
mcp.mail.send   cut off  mail-send
mcp.mail.trash  cut off  mail-trash

Broken names
  notes.search: notes_search holds `_`, which is not allowed
  notes.delete: notes_delete holds `_`, which is not allowed
";

#[test]
fn a_limit_of_which_nobody_says_what_follows_is_told_everywhere() {
    let preset = OWN.replace("overflow: truncate", "").replace("remote, }", "remote }");
    let run = |more: &[&str]| {
        let mut arguments = vec!["clients", "small.yaml", "--only=house", "--preset=house.yaml"];
        arguments.extend(more);
        Test::new(&arguments).file("house.yaml", &preset).any_stderr()
    };
    let (text, _) = run(&[]).run();
    assert!(text.contains("house   2026-11  above limit        6"), "{text}");
    let told = "house is above its limit: 4 tools, and 2 tools are the most; what follows is not stated.";
    assert!(text.contains(told), "{text}");
    let json = run(&["--format=json"]).json();
    assert_eq!(json["clients"][0]["verdict"], "above-limit");
    let (csv, _) = run(&["--format=csv"]).run();
    assert!(csv.contains(",above limit,6,0,0,"), "{csv}");
}

#[test]
fn presets_are_listed_without_a_scenario() {
    let (text, _) = Test::new(&["clients", "--list", "--preset=house.yaml"])
        .file("house.yaml", OWN)
        .run();
    assert!(text.starts_with("Approximations of published behaviour"), "{text}");
    assert!(text.contains("\nhouse "), "{text}");
    let all = Test::new(&["clients", "--list", "--format=json"]).json();
    assert_eq!(all["format"], "roster-clients/1");
    for client in all["clients"].as_array().unwrap() {
        assert!(!client["sources"].as_array().unwrap().is_empty(), "{client}");
    }
}

#[test]
fn clients_as_json_and_csv_say_the_same() {
    let run = |format: &str| Test::new(&["clients", "shipped:production.yaml", "--format", format]).any_stderr();
    let answer = run("json").json();
    let (csv, _) = run("csv").run();
    let lines: Vec<&str> = csv.split("\r\n").skip(1).filter(|line| !line.is_empty()).collect();
    let clients = answer["clients"].as_array().unwrap();
    assert_eq!(lines.len(), clients.len());
    for (line, client) in lines.iter().zip(clients) {
        let tokens = &client["tokens"];
        let part = |key: &str| tokens[key].as_u64().unwrap();
        let sum = part("definitions") + part("visible_of_deferred") + part("instructions") + part("control_tools");
        assert_eq!(sum, part("total"), "{client}");
        assert!(line.starts_with(client["client"].as_str().unwrap()), "{line}");
        let window = answer["context_window"].as_u64().unwrap();
        let share = client["window_percent"].as_f64().unwrap();
        assert!((share - sum as f64 * 100.0 / window as f64).abs() < 1e-9, "{client}");
        let figures = format!(",{sum},{},{window},{share:.3},", tokens["is_least"]);
        assert!(line.contains(&figures), "{line}");
        assert_eq!(client["tools"], serde_json::Value::Null);
    }
    let one = Test::new(&["clients", "small.yaml", "--client=groq", "--format=json"])
        .any_stderr()
        .json();
    assert_eq!(one["clients"][0]["tools"].as_array().unwrap().len(), 9);
}

#[test]
fn a_preset_of_one_s_own_takes_the_place_of_one_with_its_id() {
    let (text, _) = Test::new(&["clients", "small.yaml", "--preset=house.yaml", "--only=groq"])
        .file("house.yaml", &OWN.replace("id: house", "id: groq"))
        .any_stderr()
        .run();
    assert!(text.contains("groq    2026-11  loses 2"), "{text}");
}

#[test]
fn what_cannot_run_says_why() {
    Test::new(&["clients", "small.yaml", "--only=windsurf"])
        .stderr("error[unknown-client]: there is no preset `windsurf`\n  help: did you mean `windsurf-2025`?\n")
        .status(2)
        .run();
    let (_, stderr) = Test::new(&["clients", "small.yaml", "--preset=none.yaml"])
        .any_stderr()
        .status(2)
        .run();
    assert!(
        stderr.contains("cannot read `none.yaml`: there is no such file"),
        "{stderr}"
    );
    let (_, stderr) = Test::new(&["clients", "small.yaml", "--preset=house.yaml"])
        .file("house.yaml", &OWN.replace("max_items", "max_item"))
        .any_stderr()
        .status(2)
        .run();
    assert!(stderr.contains("house.yaml:7:10"), "{stderr}");
    assert!(stderr.contains("did you mean `max_items`?"), "{stderr}");
}
