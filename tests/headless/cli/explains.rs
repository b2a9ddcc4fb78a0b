//! `roster explain`.

use super::support::Test;

#[test]
fn explain_as_text() {
    Test::new(&["explain", "small.yaml", "mcp.mail.send"])
        .stdout(
            "\
Small
3 tools lost
3 defined · 1 deferred · 3 skipped · 2 unavailable
context-builder@12, tokens by bytes/3

mcp.mail.send: skipped
Ranked 5 of 6. All 3 slots were taken before it. With its line the index would cost 173 of 160
tokens. The skip is recorded.

reason             index-tokens-full, rule §5.6
rank               5 of 6
definition tokens  34
index tokens       11
source             server mail
remote name        send
side effect        external_message

What binds
  The item cap binds: all 3 slots are taken when mcp.mail.read comes, rank 4. 111 tokens stay
  unused. The index has no tokens for mcp.mail.read: 173 of 160.

What would define it
  3 single changes would define it.
  - Set tool definitions item cap to 5
    1 other tool moves, prefix +66 tokens: mcp.mail.read: skipped → defined
  - Pin it: always define it
    1 other tool moves (1 lost), prefix −14 tokens: mcp.mail.list: defined → skipped
  - Rank mcp.mail.send first
    1 other tool moves (1 lost), prefix −14 tokens: mcp.mail.list: defined → skipped

Index line, were it deferred
  - mcp.mail.send(): Sends a mail.

Definition, were it sent
  {
    \"description\": \"Sends a mail.\",
    \"input_schema\": {
      \"type\": \"object\"
    },
    \"name\": \"mcp.mail.send\"
  }
",
        )
        .run();
}

#[test]
fn explain_as_json() {
    let mut answer = Test::new(&["explain", "small.yaml", "notes.delete", "--format", "json"]).json();
    let moves = answer["decisions"][0].as_object_mut().unwrap().remove("moves").unwrap();
    assert_eq!(moves["aim"], "defined");
    let singles = moves["singles"].as_array().unwrap();
    let found = singles
        .iter()
        .find(|change| change["title"] == "Do not defer it")
        .unwrap();
    assert_eq!(found["set"], serde_json::json!(["agent.deferred_tools=[]"]));
    assert_eq!(
        answer,
        serde_json::json!({
            "format": "roster-explain/1",
            "scenario": "Small",
            "status": "ok",
            "verdict": "3 tools lost",
            "binding": "The item cap binds: all 3 slots are taken when mcp.mail.read comes, rank 4. 111 tokens \
                        stay unused. The index has no tokens for mcp.mail.read: 173 of 160.",
            "ranked": 6,
            "decisions": [{
                "tool": "notes.delete",
                "outcome": "deferred",
                "reason": "deferred-by-configuration",
                "rule": "§5.2",
                "detail": "The agent defers it on purpose; it is line 1 of the index.",
                "rank": 2,
                "slot": null,
                "entry": 1,
                "index_block": "trusted",
                "definition_tokens": 34,
                "index_tokens": 12,
                "measured_tokens": null,
                "source": "builtin",
                "side_effect": "workspace_write",
                "requires": [],
                "index_line": "- notes.delete(): Deletes a note.",
                "definition": {
                    "description": "Deletes a note.",
                    "input_schema": { "type": "object" },
                    "name": "notes.delete",
                },
            }],
        })
    );
}

#[test]
fn explain_names_what_was_perhaps_meant() {
    Test::new(&["explain", "small.yaml", "mail.send"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[unknown-tool]: the scenario has no tool `mail.send`
  help: did you mean `mcp.mail.send`?
",
        )
        .run();
    Test::new(&["explain", "small.yaml", "mcp.mail.reed"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[unknown-tool]: the scenario has no tool `mcp.mail.reed`
  help: the nearest names are `mcp.mail.read`, `mcp.mail.send`, `mcp.mail.list`, `mcp.mail.trash`
",
        )
        .run();
    Test::new(&["explain", "small.yaml", "zzzzzzzzzzzzzzzzzzzzzzz"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[unknown-tool]: the scenario has no tool `zzzzzzzzzzzzzzzzzzzzzzz`
  help: `roster plan FILE` lists all tools of a scenario
",
        )
        .run();
}

#[test]
fn explain_shows_every_tool_of_a_name_in_conflict() {
    let tools = "servers.mail.tools={send: {description: One.}, Send: {description: Two.}}";
    let answer = Test::new(&[
        "explain",
        "small.yaml",
        "mcp.mail.send",
        "--format=json",
        "--set",
        tools,
    ])
    .json();
    let decisions = answer["decisions"].as_array().unwrap();
    let remote: Vec<&str> = decisions.iter().filter_map(|one| one["remote_name"].as_str()).collect();
    assert_eq!(remote, ["send", "Send"]);
    assert_eq!(decisions[0]["reason"], "catalog-conflict");
}

#[test]
fn explain_lists_all_that_would_move_a_tool() {
    let args = ["explain", "shipped:getting-started.yaml", "mcp.mail.send_mail"];
    let changes = |more: &[&str]| -> Vec<String> {
        let args: Vec<&str> = args.iter().chain(more).copied().collect();
        let (text, _) = Test::new(&args).run();
        assert_eq!(text.contains("--all lists them"), more.is_empty(), "{text}");
        let (_, moves) = text.split_once("\nWhat would define it\n").unwrap();
        let (moves, _) = moves.split_once("\n\n").unwrap();
        let titles = moves.lines().filter_map(|line| line.strip_prefix("  - "));
        titles.map(str::to_owned).collect()
    };
    let (few, all) = (changes(&[]), changes(&["--all"]));
    assert_eq!((few.len(), all.len()), (7, 8));
    assert_eq!(few[0], "Set tool definitions item cap to 5");
    assert!(few.iter().all(|title| all.contains(title)));
    let answer = Test::new(&[&args[..], &["--format=json"]].concat()).json();
    let moves = &answer["decisions"][0]["moves"];
    assert_eq!(moves["aim"], "defined");
    let titles: Vec<&str> = moves["singles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, all);
    // What it says can be set does it.
    let set = moves["singles"][0]["set"][0].as_str().unwrap();
    let then = Test::new(&[&args[..], &["--format=json", "--set", set]].concat()).json();
    assert_eq!(then["decisions"][0]["outcome"], "defined");
    assert_eq!(then["decisions"][0]["moves"]["aim"], "not-defined");
}
