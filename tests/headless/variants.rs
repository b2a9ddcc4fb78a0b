//! Files that name other files: what a variant says over its base, where inventories are looked for, and what is refused.

use super::files::{BASE, check, check_files, fine, folder, problems};
use roster::scenario::MAX_CHAIN_FILES;
use tempfile::TempDir;

#[test]
fn a_variant_that_extends_itself_is_told_with_the_chain() {
    check(
        "format: roster/1\nextends: a.yaml\n",
        "a.yaml:2:10: error[extends-cycle]: `extends` runs in a circle: `a.yaml` → `a.yaml` - one of these \
        files must stand on its own",
    );
    check_files(
        &[
            ("a.yaml", b"format: roster/1\nextends: x/b.yaml\n"),
            ("x/b.yaml", b"extends: ./c.yaml\n"),
            ("x/c.yaml", b"extends: ../x/b.yaml\n"),
        ],
        "x/c.yaml:1:10: error[extends-cycle]: `extends` runs in a circle: `x/b.yaml` → `x/c.yaml` → \
            `x/b.yaml` - one of these files must stand on its own",
    );
}

/// A chain of so many files, `0.yaml` the opened one.
fn chain(length: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..length {
        let text = if number + 1 < length {
            format!("extends: {}.yaml\n", number + 1)
        } else {
            BASE.to_owned()
        };
        std::fs::write(folder.path().join(format!("{number}.yaml")), text).unwrap();
    }
    folder
}

#[test]
fn a_chain_has_at_most_sixteen_files() {
    assert_eq!(MAX_CHAIN_FILES, 16);
    assert_eq!(problems(&chain(16).path().join("0.yaml")), "");
    assert_eq!(
        problems(&chain(17).path().join("0.yaml")),
        "15.yaml:1:10: error[chain-too-long]: more than 16 files extend one another - let the file extend one \
        nearer to the base"
    );
}

#[cfg(unix)]
#[test]
fn a_link_within_the_folder_is_followed() {
    let folder = folder(&[
        ("a.yaml", b"format: roster/1\nextends: b.yaml\n"),
        ("x/base.yaml", BASE.as_bytes()),
    ]);
    std::os::unix::fs::symlink(folder.path().join("x/base.yaml"), folder.path().join("b.yaml")).unwrap();
    assert_eq!(problems(&folder.path().join("a.yaml")), "");
}

#[test]
fn null_in_a_variant_deletes_the_key() {
    let extends = |variant: &str| {
        let variant = format!("extends: base.yaml\nname: Variant\n{variant}");
        fine(&[("a.yaml", variant.as_bytes()), ("base.yaml", BASE.as_bytes())]).scenario
    };
    let one = extends("tools:\n  a.b: { notes: null }\n  a.c: null\n");
    assert_eq!(one.tools.keys().collect::<Vec<_>>(), ["a.b"]);
    assert_eq!(one.tools["a.b"].notes, None);
    assert_eq!(one.tools["a.b"].description, "Does one thing.");
    let other = extends("tools:\n  a.b: null\n  a.c: {}\n");
    assert_eq!(other.tools.keys().collect::<Vec<_>>(), ["a.c"]);
    assert!(extends("tools: null\n").tools.is_empty());
}

#[test]
fn gates_are_not_inherited() {
    let none = fine(&[("a.yaml", b"extends: base.yaml\n"), ("base.yaml", BASE.as_bytes())]);
    assert_eq!(*none.scenario.expect, []);
    let own = b"extends: base.yaml\nexpect:\n  - deferred: []\n";
    let own = fine(&[("a.yaml", own), ("base.yaml", BASE.as_bytes())]);
    assert_eq!(own.scenario.expect.len(), 1);
    assert_eq!(own.scenario.expect[0].lanes[0].0, roster::scenario::Lane::Deferred);
}

#[test]
fn lists_are_replaced_and_mappings_merged() {
    let base =
        b"format: roster/1\nagent: { enabled_tools: [a.b, a.c], always_define: [a.c] }\ntools: { a.b: {}, a.c: {} }\n";
    let variant = b"extends: base.yaml\nagent: { enabled_tools: [a.c] }\n";
    let scenario = fine(&[("a.yaml", variant), ("base.yaml", base)]).scenario;
    assert_eq!(scenario.enabled_tools(), ["a.c"]);
    assert_eq!(scenario.agent.always_define, ["a.c"]);
}

#[test]
fn an_inline_tool_wins_over_the_inventory_by_name() {
    let scenario = b"\
format: roster/1
servers:
  s:
    side_effect: network_read
    inventory: x/i.json
    tools: { read: { description: Inline., side_effect: external_write } }
    overrides: { list: { application_only: true } }
";
    let inventory =
        br#"{"tools": [{"name": "read", "description": "Listed.", "inputSchema": {}}, {"name": "list", "inputSchema": {}}], "ttlMs": 1}"#;
    let scenario = fine(&[("a.yaml", scenario), ("x/i.json", inventory)]).scenario;
    let tools: Vec<_> = scenario.servers["s"]
        .tools
        .iter()
        .map(|tool| {
            (
                tool.remote_name.as_str(),
                tool.description.as_str(),
                tool.side_effect.id(),
                tool.application_only,
            )
        })
        .collect();
    assert_eq!(
        tools,
        [
            ("list", "", "network_read", true),
            ("read", "Inline.", "external_write", false)
        ]
    );
}

#[test]
fn an_inventory_is_named_from_the_file_that_names_it() {
    let files: [(&str, &[u8]); 3] = [
        ("a.yaml", b"extends: x/base.yaml\n"),
        (
            "x/base.yaml",
            b"format: roster/1\nservers:\n  s: { side_effect: none, inventory: i.json }\n",
        ),
        ("x/i.json", br#"[{"name": "read", "inputSchema": {}}]"#),
    ];
    assert_eq!(fine(&files).scenario.servers["s"].tools.len(), 1);
}

#[test]
fn an_inventory_that_cannot_be_used_is_told_with_its_place() {
    let check = |inventory: &[u8], expected: &str| {
        let opened = b"format: roster/1\nservers:\n  s: { side_effect: none, inventory: i.json }\n";
        check_files(&[("a.yaml", opened), ("i.json", inventory)], expected);
    };
    check(
        b"{\"tools\": [\n  {\"description\": \"no name\"},\n  {\"name\": \"a\"}\n]}",
        "i.json:2:3: error[inventory-tool]: a tool of the inventory has no `name`, or an empty one - every entry of `tools` \
        needs a text `name`\n\
        i.json:3:3: warning[inventory-no-schema]: `a` has no `inputSchema`, so admission refuses it - add its \
        `inputSchema`, or say that the tool takes nothing: `{\"type\": \"object\"}`",
    );
    check(
        b"{\"tools\": [{\"name\": \"a\", \"input_schema\": {}}], \"nextCursor\": \"2\"}",
        "i.json: warning[inventory-page]: the inventory is one page of several: it ends in a `nextCursor`, so the server \
        has more tools - ask the server for the other pages and join their `tools`\n\
        i.json:1:12: warning[inventory-no-schema]: `a` has no `inputSchema`, so admission refuses it - an MCP server calls \
        it `inputSchema`; `input_schema` is not read here",
    );
    check(
        b"{\"tools\": [",
        "i.json:1:11: error[json-syntax]: EOF while parsing a list - an inventory is JSON: what an MCP server \
        answers to `tools/list`",
    );
    check(
        b"{\"result\": {}}",
        "i.json: error[inventory-shape]: the inventory has no `tools` - an inventory is what an MCP server \
        answers to `tools/list`: `{\"tools\": [ … ]}`",
    );
    check(
        b"",
        "i.json:1:1: error[json-syntax]: EOF while parsing a value - an inventory is JSON: what an MCP server \
        answers to `tools/list`",
    );
    check(
        b"{\"tools\": {}}",
        "i.json:1:10: error[json-syntax]: invalid type: map, expected a sequence - an inventory is JSON: what \
        an MCP server answers to `tools/list`",
    );
}
