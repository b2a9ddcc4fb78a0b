//! `roster plan`, what-ifs and problems of files.

use super::support::{SMALL_PLAN, Test};

#[test]
fn plan_as_text() {
    Test::new(&["plan", "small.yaml"]).stdout(SMALL_PLAN).run();
}

#[test]
fn plan_under_an_older_builder_that_fails() {
    Test::new(&[
        "plan",
        "small.yaml",
        "--set",
        "builder=context-builder@11",
        "--set",
        "budget.tool_definitions.max_tokens=50",
        "--set",
        "tools.\"tool.call\"=",
        "--set",
        "agent.enabled_tools=[notes.search]",
    ])
    .status(1)
    .any_stderr()
    .stdout(
        "\
Small
with builder=context-builder@11
with budget.tool_definitions.max_tokens=50
with tools.\"tool.call\"=
with agent.enabled_tools=[notes.search]
The plan fails: tool definitions need 63 of 50 tokens, 13 over
1 defined · 0 deferred · 4 skipped · 3 unavailable
context-builder@11, tokens by bytes/3

The token cap binds: with mcp.mail.list, rank 2, definitions would cost 110 of 50. 2 slots stay
empty.

Budget
class               tokens     cap  items  cap
platform policy          0   2,000
agent instructions       0   4,000
persona              1,200   2,000      4   30
tool definitions        63      50      1    3  13 over
skill catalog            0   1,500      0   20
memory snapshot          0   1,500      0   40
prefix               1,263  11,050

Defined (1)
slot  tool             source   effect  tokens  why
   1  notes.search     builtin  none        63  configured
      all definitions                       63

Skipped (4), silently: this builder records no skips
rank  tool            source  effect            tokens  why
   2  mcp.mail.list   mail    network_read          47  no definition tokens
   3  mcp.mail.read   mail    network_read          34  no definition tokens
   4  mcp.mail.send   mail    external_message      34  no definition tokens
   5  mcp.mail.trash  mail    external_write        35  no definition tokens

Unavailable (3)
  not enabled: notes.delete, files.read, files.write
",
    )
    .run();
}

#[test]
fn plan_as_json() {
    let plan = Test::new(&["plan", "small.yaml", "--format", "json"]).json();
    assert_eq!(plan["format"], "roster-plan/1");
    assert_eq!(plan["scenario"], "Small");
    assert_eq!(plan["status"], "ok");
    assert_eq!(
        plan["tool_names"],
        serde_json::json!(["mcp.mail.list", "notes.search", "tool.call"])
    );
    assert_eq!(plan["deferred_tool_names"], serde_json::json!(["notes.delete"]));
    assert_eq!(plan["decisions"].as_array().unwrap().len(), 9);
}

#[test]
fn set_changes_what_is_planned() {
    let args = ["plan", "small.yaml", "--format=json"];
    let set = |more: &[&str]| Test::new(&[&args[..], more].concat()).json();
    let plan = set(&[
        "--set",
        "budget.tool_definitions.max_items=6",
        "--set",
        "flags.files.enabled=true",
    ]);
    assert_eq!(plan["tool_names"].as_array().unwrap().len(), 6);
    // Nothing behind the `=` deletes the key: the default caps count.
    let plan = set(&["--set", "budget="]);
    assert_eq!(plan["tokens"]["ceiling"], 22_000);
}

#[test]
fn set_is_checked_like_a_file() {
    Test::new(&[
        "plan",
        "small.yaml",
        "--set",
        "name=x",
        "--set",
        "flags.files.enabld=true",
    ])
    .status(2)
    .stdout("")
    .stderr(
        "\
error[unknown-key]: `enabld` is not a key of a flag
  --> --set:2:1
   |
 2 | flags.files.enabld=true
   | ^
  help: did you mean `enabled`?
",
    )
    .run();
    Test::new(&["plan", "small.yaml", "--set", "flags.files"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error: invalid value 'flags.files' for '--set <PATH=VALUE>': `flags.files` is not of the form `path=value`, such as `flags.browser.enabled=true`

For more information, try '--help'.
",
        )
        .run();
}

#[test]
fn a_what_if_that_misses_is_an_error() {
    Test::new(&["plan", "small.yaml", "--set", "flags.nots.enabled=false"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[set-misses]: the scenario has nothing called `nots` under `flags`
  --> --set:1:1
   |
 1 | flags.nots.enabled=false
   | ^
  help: did you mean `notes`?
",
        )
        .run();
    let (_, stderr) = Test::new(&["check", "small.yaml", "--set", "extends=other.yaml"])
        .status(2)
        .any_stderr()
        .run();
    assert!(
        stderr.starts_with("error[set-extends]: `extends` cannot be set"),
        "{stderr}"
    );
    // What is brought whole is there afterwards.
    Test::new(&[
        "plan",
        "small.yaml",
        "--set",
        "flags.more={enabled: true}",
        "--set",
        "flags.more.title=More",
    ])
    .run();
}

#[test]
fn every_problem_of_a_file_is_told_at_once() {
    Test::new(&["plan", "bad.yaml"])
        .file(
            "bad.yaml",
            "\
format: roster/1
buget: {}
session: { kind: mail }
tools:
  notes.search: { requires: [notes], side_effect: none }
agent: { enabled_tools: [note.search] }
",
        )
        .status(2)
        .stdout("")
        .stderr(
            "\
error[unknown-key]: `buget` is not a key of a scenario
  --> bad.yaml:2:1
   |
 2 | buget: {}
   | ^
  help: did you mean `budget`?

error[unknown-value]: `mail` is not a known `kind`
  --> bad.yaml:3:18
   |
 3 | session: { kind: mail }
   |                  ^
  help: allowed here: `chat`, `operational_email`

error[unknown-flag]: `notes.search` requires the flag `notes`, which `flags` does not have
  --> bad.yaml:5:30
   |
 5 |   notes.search: { requires: [notes], side_effect: none }
   |                              ^
  help: none is known here

warning[unknown-tool]: `enabled_tools` names `note.search`, which nothing provides
  --> bad.yaml:6:26
   |
 6 | agent: { enabled_tools: [note.search] }
   |                          ^
  help: did you mean `notes.search`?

3 errors, 1 warning
",
        )
        .run();
}

#[test]
fn warnings_stand_beside_the_plan() {
    let (stdout, stderr) = Test::new(&["plan", "small.yaml", "--set", "budget.ceiling_tokens=11000"])
        .any_stderr()
        .run();
    assert!(stdout.starts_with("Small\nwith budget.ceiling_tokens=11000\n3 tools lost\n"));
    assert!(stderr.starts_with(
        "warning[ceiling-differs]: the ceiling is 11,000 tokens, but the caps of the classes that context-builder@12 has add up to 11,420\n"
    ));
}

#[test]
fn a_file_that_cannot_be_planned_is_told_as_json_where_json_was_asked_for() {
    for args in [
        &["plan", "missing.yaml", "--format", "json"][..],
        &["explain", "missing.yaml", "notes.search", "--format", "json"],
    ] {
        let answer = Test::new(args).status(2).json();
        assert_eq!(answer["format"], "roster-problems/1");
        assert_eq!(answer["problems"][0]["code"], "file-missing");
    }
}

/// Configured tools take their slots whatever they cost: not the slots bind there.
#[test]
fn the_cap_that_fails_a_plan_is_the_one_that_binds() {
    let tokens = "budget.tool_definitions.max_tokens=60";
    let items = "budget.tool_definitions.max_items=2";
    let (text, _) = Test::new(&["plan", "small.yaml", "--set", tokens, "--set", items])
        .status(1)
        .any_stderr()
        .run();
    let text = text.replace('\n', " ");
    let both = "The token cap binds: what must be defined costs 102 of 60, 42 over. All 2 slots are taken, too, when \
                mcp.mail.list comes, rank 3.";
    assert!(text.contains(both), "{text}");
}
