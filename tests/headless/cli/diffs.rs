//! `roster diff`: what a review refuses, to the token, and files as they once were.

use super::support::{SMALL, Test};
use std::path::Path;
use std::process::Command;

const START: &str = "shipped:getting-started.yaml";

/// Each gate with a what-if at which it falls, what it then says, and one at which it holds.
const GATES: [(&str, [&str; 2], &str, &str); 9] = [
    (
        "lost",
        ["small.yaml", "budget.tool_definitions.max_items=2"],
        "1 tool can be reached no more: mcp.mail.list",
        "budget.tool_definitions.max_items=4",
    ),
    (
        "skipped",
        ["small.yaml", "budget.tool_definitions.max_items=2"],
        "1 tool newly skipped: mcp.mail.list",
        "servers.mail.enabled=false",
    ),
    (
        "deferred",
        [START, "budget.tool_definitions.max_items=2"],
        "2 tools lost the definition for an index line: notes.search, mcp.mail.search_mail",
        "budget.tool_definitions.max_items=5",
    ),
    (
        "unavailable",
        ["small.yaml", "servers.mail.enabled=false"],
        "4 tools newly unavailable or gone: mcp.mail.list, mcp.mail.read, mcp.mail.send, mcp.mail.trash",
        "budget.tool_definitions.max_items=2",
    ),
    (
        "reclassified",
        ["small.yaml", "tools.\"notes.delete\".side_effect=external_delete"],
        "1 tool changed: calls of it are judged otherwise: notes.delete",
        "tools.\"notes.search\".description=Searches.",
    ),
    (
        "any",
        ["small.yaml", "tools.\"notes.delete\".side_effect=external_delete"],
        "the plans differ",
        "budget.tool_definitions.max_tokens=260",
    ),
    (
        "rewritten",
        ["small.yaml", "tools.\"notes.search\".description=Searches."],
        "1 tool reads otherwise: notes.search",
        "budget.tool_definitions.max_items=2",
    ),
    (
        "prefix",
        ["small.yaml", "budget.persona.used_tokens=1201"],
        "the request prefix differs",
        "budget.tool_definitions.max_tokens=261",
    ),
    (
        "any",
        ["small.yaml", "budget.tool_definitions.max_tokens=261"],
        "the plans differ",
        "budget.tool_definitions.max_tokens=260",
    ),
];

#[test]
fn each_gate_says_why_it_falls() {
    for (gate, [file, set], says, other) in GATES {
        Test::new(&["diff", file, "--set", set, "--fail-on", gate])
            .status(1)
            .stderr(&format!("fell: {says}\n"))
            .run();
        Test::new(&["diff", file, "--set", other, "--fail-on", gate]).run();
    }
    let all = GATES.map(|(gate, ..)| gate).join(",");
    Test::new(&[
        "diff",
        "small.yaml",
        "small.yaml",
        "--fail-on",
        &all,
        "--max-increase=0",
    ])
    .run();
}

/// No rank moves and no token differs, and yet the owner is asked where nobody was.
#[test]
fn a_side_effect_alone_is_told_everywhere() {
    let set = "tools.\"notes.delete\".side_effect=external_delete";
    let sentence = "Its side effect is external_delete and was workspace_write: a call of it requires approval now, and \
                    before it was allowed.";
    let (text, _) = Test::new(&["diff", "small.yaml", "--set", set]).run();
    assert!(text.contains("1 tool reclassified\n"), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(&format!("calls: {sentence}")), "{text}");
    let answer = Test::new(&["diff", "small.yaml", "--set", set, "--format=json"]).json();
    assert_eq!(answer["same"], false);
    assert_eq!(answer["tools"][0]["effect"], "reclassified");
    assert_eq!(answer["tools"][0]["judged_otherwise"], sentence);
    let (markdown, _) = Test::new(&["diff", "small.yaml", "--set", set, "--format=markdown"]).run();
    assert!(markdown.contains("| `notes.delete` | ⚠ reclassified |"), "{markdown}");
    // One that also loses its definition says both.
    let cap = "budget.tool_definitions.max_items=2";
    let list = "servers.mail.overrides.list.side_effect=external_write";
    let both = Test::new(&[
        "diff",
        "small.yaml",
        "--set",
        cap,
        "--set",
        list,
        "--fail-on=reclassified",
    ]);
    let (_, stderr) = both.status(1).any_stderr().run();
    assert!(stderr.contains("fell: 1 tool changed"), "{stderr}");
}

/// Room for every definition leaves `tool.call` nothing to reach: nobody misses it.
#[test]
fn tool_call_with_nothing_to_reach_is_no_loss() {
    let (text, _) = Test::new(&[
        "diff",
        START,
        "--set=budget.tool_definitions.max_items=6",
        "--set=agent.deferred_tools=[]",
        "--fail-on=lost,unavailable",
    ])
    .run();
    assert!(text.contains("elsewhere  tool.call"), "{text}");
    assert!(!text.contains("lost"), "{text}");
    // Looked at the other way it is no gain either.
    let (text, _) = Test::new(&["diff", "roomy.yaml", "tight.yaml"])
        .file("roomy.yaml", ROOMY)
        .file(
            "tight.yaml",
            &ROOMY.replace("deferred_tools: []", "deferred_tools: [a.b]"),
        )
        .run();
    assert!(
        text.contains("elsewhere  tool.call") && !text.contains("gained"),
        "{text}"
    );
    // Nor is a recorded call of it lost.
    let cost = Test::new(&["cost", "roomy.yaml", "--format=json"]).file("roomy.yaml", ROOMY);
    assert_eq!(cost.json()["worth"]["lost_calls_per_100"], 0.0);
}

/// Two tools with room for both.
const ROOMY: &str = "\
format: roster/1
agent: { enabled_tools: [a.b, a.c, tool.call], deferred_tools: [] }
tools: { a.b: { description: B. }, a.c: { description: C. }, tool.call: { description: Calls. } }
usage: { requests: 100, calls: { a.b: 10, tool.call: 5 } }
";

#[test]
fn gates_fall_one_by_one() {
    let set = "servers.mail.enabled=false";
    let answer = Test::new(&[
        "diff",
        "small.yaml",
        "--set",
        set,
        "--fail-on=lost,deferred",
        "--fail-on=any",
        "--format=json",
    ])
    .status(1)
    .stderr("fell: 1 tool can be reached no more: mcp.mail.list\nfell: the plans differ\n")
    .json();
    assert_eq!(
        answer["fallen"],
        serde_json::json!(["1 tool can be reached no more: mcp.mail.list", "the plans differ"])
    );
    assert_eq!(
        answer["gates"],
        serde_json::json!(["lost", "unavailable", "prefix", "any"])
    );
}

/// 9.2% of 750 are 69 tokens, and as floats a little less.
#[test]
fn a_prefix_may_grow_to_the_token() {
    let prefix = "format: roster/1\nbudget: { persona: { used_tokens: 750 } }\n";
    for (used, most, falls) in [
        (819, "9.2%", None),
        (820, "9.2%", Some("+70 tokens, allowed are 9.2%")),
        (820, "70", None),
        (820, "69", Some("+70 tokens, allowed are 69 tokens")),
        (751, "0", Some("+1 tokens, allowed are 0 tokens")),
        (750, "0%", None),
        (1, "0%", None),
    ] {
        let stderr = falls.map_or_else(String::new, |says| format!("fell: the prefix grows by {says}\n"));
        let set = format!("budget.persona.used_tokens={used}");
        Test::new(&["diff", "a.yaml", "--set", &set, "--max-increase", most])
            .file("a.yaml", prefix)
            .status(i32::from(falls.is_some()))
            .stderr(&stderr)
            .run();
    }
    for wrong in ["-5%", "5 %%", "NaN%", "inf%", "1e3%", "0.0000001%", "2.5", "%", ""] {
        let (_, stderr) = Test::new(&["diff", "small.yaml", &format!("--max-increase={wrong}")])
            .status(2)
            .stdout("")
            .any_stderr()
            .run();
        let expected = "expected tokens such as `200`, or a share such as `5%`";
        assert!(stderr.contains(expected), "{wrong}: {stderr}");
    }
}

#[test]
fn a_plan_that_fails_after_is_a_failure() {
    let fails = "budget.persona.used_tokens=2001";
    let (stdout, _) = Test::new(&["diff", "small.yaml", "--set", fails]).status(1).run();
    assert!(stdout.contains("\nThe plan fails now\n"), "{stdout}");
    // One that failed before and stands now is none.
    let broken = SMALL.replace("used_tokens: 1200", "used_tokens: 2001");
    let (stdout, _) = Test::new(&["diff", "broken.yaml", "small.yaml"])
        .file("broken.yaml", &broken)
        .run();
    assert!(stdout.contains("\nThe plan stands now\n"), "{stdout}");
}

#[test]
fn every_changed_tool_has_a_reason_on_each_side() {
    let answer = Test::new(&[
        "diff",
        "shipped:before-adr-0105.yaml",
        "shipped:everything-on.yaml",
        "--format=json",
    ])
    .any_stderr()
    .json();
    let tools = answer["tools"].as_array().unwrap();
    assert!(tools.len() > 40, "{}", tools.len());
    for tool in tools {
        let sides = [&tool["before"], &tool["after"]];
        assert!(sides.iter().any(|side| !side.is_null()), "{tool}");
        for side in sides.into_iter().filter(|side| !side.is_null()) {
            for key in ["outcome", "reason", "detail"] {
                assert!(side[key].as_str().is_some_and(|text| !text.is_empty()), "{tool}");
            }
        }
    }
    let classes = answer["classes"].as_array().unwrap();
    let change = |class: &serde_json::Value| class["change_tokens"].as_i64().unwrap();
    let (prefix, parts) = classes.split_last().unwrap();
    assert_eq!(prefix["class"], "prefix");
    assert_eq!(parts.iter().map(change).sum::<i64>(), change(prefix));
}

#[test]
fn diff_as_markdown() {
    let cap = "budget.tool_definitions.max_items=3";
    Test::new(&["diff", START, "--set", cap, "--format", "markdown"])
        .stdout(
            r"# Getting started with budget\.tool\_definitions\.max\_items\=3

`shipped:getting-started.yaml`

## Compared with the baseline

**⚠ 1 tool deferred**

From Getting started \(shipped:getting\-started\.yaml\) to this scenario\.

*Tools that differ, the largest effect on top; prompt: tokens that each adds to the prefix or takes off it*

| tool | effect | from → to | rank | prompt | why before | why now |
| --- | --- | --- | ---: | ---: | --- | --- |
| `mcp.mail.search_mail` | ⚠ deferred | defined → deferred | 4 | −42 | discovered, ranked high enough | no slot |

*Budgets side by side*

| class | tokens before | after | change | token cap | items | item cap |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| platform policy | 0 | 0 |  | 2,000 |  |  |
| agent instructions | 0 | 0 |  | 4,000 |  |  |
| persona | 0 | 0 |  | 2,000 | 0 | 30 |
| tool definitions | 294 | 225 | −69 | 600 | 4 → 3 | 4 → 3 |
| deferred tool index | 191 | 219 | \+28 | 300 | 2 → 3 | 5 |
| skill catalog | 0 | 0 |  | 1,500 | 0 | 20 |
| memory snapshot | 0 | 0 |  | 1,500 | 0 | 40 |
| **prefix** | **485** | **444** | **−41** | **11,900** |  |  |

### What the prompt cache loses

The request prefix first differs in the definitions, where mcp\.mail\.search\_mail stood and notes\.search stands: a prompt cache keeps 45 of 444 tokens and loses 399, once for every open conversation\.
",
        )
        .run();
}

/// Runs git in a folder, whatever the person who runs the tests has configured.
fn git(folder: &Path, args: &[&str]) {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
        .args(args)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("GIT_DIR")
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
}

/// A run beside `small.yaml` as committed under `first`, with two slots since.
fn at_a_revision(args: &[&str]) -> Test {
    let test = Test::new(args);
    let folder = test.folder.path();
    git(folder, &["init", "-q"]);
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "first"]);
    git(folder, &["tag", "first"]);
    test.file("small.yaml", &SMALL.replace("max_items: 3", "max_items: 2"))
}

#[test]
fn a_file_is_compared_with_what_it_once_was() {
    let (stdout, _) = at_a_revision(&["diff", "first:small.yaml", "small.yaml"]).run();
    assert!(
        stdout.starts_with("Small at first → Small\n1 tool lost\n")
            && stdout.contains("lost    mcp.mail.list  defined → skipped"),
        "{stdout}"
    );
    at_a_revision(&["diff", "first:small.yaml", "small.yaml", "--fail-on", "skipped"])
        .status(1)
        .stderr("fell: 1 tool newly skipped: mcp.mail.list\n")
        .run();
    // A what-if over what is there now takes the change back.
    let three = "budget.tool_definitions.max_items=3";
    at_a_revision(&[
        "diff",
        "first:small.yaml",
        "small.yaml",
        "--set",
        three,
        "--fail-on",
        "any",
    ])
    .run();
    let (_, stderr) = at_a_revision(&["diff", "second:small.yaml", "small.yaml"])
        .status(2)
        .stdout("")
        .any_stderr()
        .run();
    assert!(stderr.contains("second"), "{stderr}");
}

#[test]
fn a_broken_file_on_either_side_is_told() {
    for files in [["broken.yaml", "small.yaml"], ["small.yaml", "broken.yaml"]] {
        let run = |format: &str| {
            Test::new(&["diff", files[0], files[1], "--format", format])
                .file("broken.yaml", "format: roster/1\nnmae: A\n")
                .status(2)
                .any_stderr()
                .run()
        };
        for format in ["text", "markdown"] {
            let (stdout, stderr) = run(format);
            assert_eq!(stdout, "");
            assert!(stderr.contains("did you mean `name`?"), "{stderr}");
        }
        let (stdout, stderr) = run("json");
        assert_eq!(stderr, "");
        assert!(stdout.contains("unknown-key"), "{stdout}");
    }
}

/// What AFTER expects of itself is said beside what differs, and changes no exit code.
#[test]
fn gates_of_the_file_after_are_told() {
    let args = ["diff", "small.yaml", "--set", "tools.\"notes.search\".requires=[files]"];
    let (text, _) = Test::new(&args).any_stderr().run();
    assert!(
        text.contains(
            "\nGates after\n  The file states 2 gates, of which 2 fall: searching stays at hand; nothing is lost.\n"
        ),
        "{text}"
    );
    let json = args.into_iter().chain(["--format=json"]).collect::<Vec<_>>();
    let answer = Test::new(&json).any_stderr().json();
    assert_eq!(
        answer["after_gates"],
        serde_json::json!({ "hold": false, "passed": 0, "fallen": ["searching stays at hand", "nothing is lost"] })
    );
    let (text, _) = Test::new(&["diff", START, "--set=budget.tool_definitions.max_tokens=601"])
        .any_stderr()
        .run();
    assert!(
        text.contains("  The file states 2 gates, and none of them falls.\n"),
        "{text}"
    );
}
