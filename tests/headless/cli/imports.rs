//! `roster import`: what is shown, what is asked, what is written.

use super::support::Test;

const LISTING: &str =
    r#"{"tools": [{"name": "find", "description": "Finds things.", "inputSchema": {"type": "object"}}]}"#;

#[test]
fn without_a_name_nothing_is_written() {
    Test::new(&["import", "find.json"])
        .file("find.json", LISTING)
        .stdout(
            "\
server  tools  tokens  change  from
find        1      26  new     find.json (tools/list)

1 server, 1 tool, 26 tokens of definitions by o200k_base
Nothing lost: 1 defined · 0 deferred · 0 skipped
nothing was written: name a FILE with -o
",
        )
        .run();
}

#[test]
fn a_new_file_is_written_and_the_next_step_named() {
    Test::new(&["import", "find.json", "-o", "mine.yaml"])
        .file("find.json", LISTING)
        .stdout(
            "\
server  tools  tokens  change  from
find        1      26  new     find.json (tools/list)

1 server, 1 tool, 26 tokens of definitions by o200k_base
Nothing lost: 1 defined · 0 deferred · 0 skipped

Wrote
  mine.yaml (new)
Next: roster plan mine.yaml, or roster mine.yaml for the window
",
        )
        .run();
}

#[test]
fn a_file_that_is_there_is_not_changed_unasked() {
    Test::new(&["import", "find.json", "-o", "small.yaml"])
        .file("find.json", LISTING)
        .stderr(
            "error: files that are there would change, and there is nobody to ask: small.yaml\n  help: look with --dry-run, then add --yes\n",
        )
        .status(2)
        .run();
}

#[test]
fn what_cannot_be_read_says_where_and_what_is_expected() {
    Test::new(&["import", "bad.json", "none.json", "-o", "mine.yaml"])
        .file("bad.json", "{\n  \"tools\": [ }\n")
        .stdout("")
        .stderr(
            "\
error[import-unreadable]: cannot read `none.json`: No such file or directory (os error 2)
  help: check the path and its permissions

error[import-shape]: unexpected close brace
  --> bad.json:2:14
   |
 2 |   \"tools\": [ }
   |              ^
  help: mend it there: a source is read whole or not at all

2 errors, 0 warnings
nothing was imported
",
        )
        .status(2)
        .run();
}

#[test]
fn a_name_says_that_it_is_a_scenario() {
    Test::new(&["import", "find.json", "-o", "mine.json"])
        .file("find.json", LISTING)
        .stderr("error: a scenario's name ends in `.yaml`, not as `mine.json`\n  help: name the file to write with -o my-servers.yaml\n")
        .status(2)
        .run();
}

#[test]
fn gates_of_the_file_that_would_fall_are_told_before_it_is_written() {
    Test::new(&["import", "find.json", "-o", "mine.yaml", "--dry-run"])
        .file("find.json", LISTING)
        .file(
            "mine.yaml",
            "format: roster/1\nname: Mine\nestimator: o200k_base\nexpect:\n  - name: No tools\n    defined: []\n",
        )
        .stdout(
            "\
server  tools  tokens  change  from
find        1      26  new     find.json (tools/list)

1 server, 1 tool, 26 tokens of definitions by o200k_base
Nothing lost: 1 defined · 0 deferred · 0 skipped
The file states 1 gate, of which 1 falls: No tools.

Would write
  mine.yaml (changed)
nothing was written
",
        )
        .run();
}

#[test]
fn tools_that_can_never_be_used_are_told() {
    let bad = r#"{"tools": [{"name": "dup", "inputSchema": {"type": "object"}}, {"name": "dup", "inputSchema": {"type": "object"}},
        {"name": "bare", "inputSchema": 3}, {"name": "good", "inputSchema": {"type": "object"}}]}"#;
    let run = |format: &str| Test::new(&["import", "bad.json", "--format", format]).file("bad.json", bad);
    let (text, _) = run("text").any_stderr().run();
    let told = "Nothing lost, but 3 tools cannot be used: 1 defined · 0 deferred · 0 skipped\n\
                3 tools cannot be used: 2 name conflict, 1 not admitted; ";
    assert!(text.contains(told), "{text}");
    let answer = run("json").any_stderr().json();
    // And `tool.call`, which has nothing to reach.
    assert_eq!(answer["plan"]["unavailable"], 4);
    assert_eq!(answer["plan"]["unusable"].as_array().unwrap().len(), 3);
    assert_eq!(answer["plan"]["unusable"][2]["why"], "not admitted");
    // Without a name there is no path that anything goes to.
    assert_eq!(answer["scenario"], serde_json::Value::Null);
    assert_eq!(answer["files"], serde_json::json!([]));
}

#[test]
fn what_would_change_is_named() {
    Test::new(&["import", "find.json", "-o", "mine.yaml"])
        .file("find.json", LISTING)
        .file("inventories/find.json", r#"{"tools": []}"#)
        .file(
            "mine.yaml",
            "format: roster/1\nname: Mine\nservers:\n  find: { enabled: true, inventory: inventories/find.json }\n",
        )
        .any_stderr()
        .status(2)
        .stderr(
            "error: files that are there would change, and there is nobody to ask: inventories/find.json\n  help: look with \
             --dry-run, then add --yes\n",
        )
        .run();
}
