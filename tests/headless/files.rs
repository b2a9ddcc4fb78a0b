//! Files as they should not be: each is refused with what is wrong, where, and what to do, and none of them panics.
//!
//! The texts are those that people see, one line a problem. What a right file means is told elsewhere.

use roster::diagnostics::{Detail, render_all};
use roster::plan::Plan;
use roster::scenario::{Loaded, MAX_DEPTH, MAX_FILE_BYTES, Origin, load, load_text};
use std::fmt::Write as _;
use std::path::Path;
use tempfile::TempDir;

/// A folder with some files.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

/// Every problem of a file as a person reads them, with paths from its folder on.
pub(crate) fn problems(file: &Path) -> String {
    let (problems, sources) = match load(&Origin::Disk(file.to_owned()), &[]) {
        Ok(loaded) => (loaded.warnings, loaded.sources),
        Err(failed) => {
            assert!(failed.problems.iter().any(roster::diagnostics::Problem::is_error));
            (failed.problems, failed.sources)
        }
    };
    let text = render_all(&problems, &sources, Detail::Concise);
    text.replace(&format!("{}/", file.parent().unwrap().display()), "")
}

/// Some files, of which the first is opened, and its problems.
#[track_caller]
pub(crate) fn check_files(files: &[(&str, &[u8])], expected: &str) {
    let folder = folder(files);
    let found = problems(&folder.path().join(files[0].0));
    assert_eq!(found, expected, "found\n{found}");
}

/// One file and its problems.
#[track_caller]
pub(crate) fn check(text: &str, expected: &str) {
    check_files(&[("a.yaml", text.as_bytes())], expected);
}

/// Some files, of which the first is opened and loads without a word.
#[track_caller]
pub(crate) fn fine(files: &[(&str, &[u8])]) -> Loaded {
    let folder = folder(files);
    let origin = Origin::Disk(folder.path().join(files[0].0));
    let loaded = load(&origin, &[]).unwrap_or_else(|failed| panic!("{:#?}", failed.problems));
    assert_eq!(loaded.warnings, []);
    loaded
}

pub(crate) const BASE: &str = "\
format: roster/1
name: Base
tools:
  a.b: { description: Does one thing., notes: mine }
expect:
  - skipped: []
";

#[test]
fn usage_of_an_unknown_tool_names_the_nearest_of_a_server() {
    check(
        "format: roster/1\nservers: { mail: { side_effect: none, tools: { search: { description: Searches. } } } }\nusage: { requests: 1, calls: { mcp.mail.serch: 1 } }\n",
        "a.yaml:3:48: warning[unknown-tool]: `usage` counts calls of `mcp.mail.serch`, which nothing provides - did you \
         mean `mcp.mail.search`?",
    );
}

#[test]
fn a_key_that_nobody_knows_names_the_nearest() {
    check(
        "format: roster/1\nbuget: {}\n",
        "a.yaml:2:1: error[unknown-key]: `buget` is not a key of a scenario - did you mean `budget`?",
    );
    check(
        "format: roster/1\nbudget: { persona: { max_item: 3 } }\n",
        "a.yaml:2:22: error[unknown-key]: `max_item` is not a key of persona - did you mean `max_items`?",
    );
    check(
        "format: roster/1\ntools:\n  a.b: { wibble: 3 }\n",
        "a.yaml:3:10: error[unknown-key]: `wibble` is not a key of a builtin tool - allowed here: `kind`, \
        `side_effect`, `requires`, `description`, `input_schema`, `measured_tokens`, `application_only`, \
        `scopes`, `notes`",
    );
}

#[test]
fn a_key_that_stands_twice_is_told_with_both_places() {
    check(
        "format: roster/1\nname: a\nnotes: b\nname: c\n",
        "a.yaml:4:1: error[duplicate-key]: `name` stands twice in one mapping - it first stands at line 2; \
        keep one of the two",
    );
    check(
        "format: roster/1\ntools:\n  a.b: { input_schema: { properties: { q: {}, q: {} } } }\n",
        "a.yaml:3:47: error[duplicate-key]: `q` stands twice in one mapping - it first stands at line 3; \
            keep one of the two",
    );
}

#[test]
fn a_value_of_another_kind_is_told_with_its_place() {
    check(
        "format: roster/1\nflags: [a]\n",
        "a.yaml:2:8: error[wrong-type]: `flags` must be a mapping, not a list - write one `name:` line for \
        each, with its settings indented below",
    );
    check(
        "format: roster/1\nname: 3\n",
        "a.yaml:2:7: error[wrong-type]: `name` must be a text, not `3` - put it in quotes to make it a text",
    );
    check(
        "format: roster/1\nflags: { a: { enabled: 'yes' } }\n",
        "a.yaml:2:24: error[wrong-type]: `enabled` must be `true` or `false`, not the text `yes` - write \
        `true` or `false` without quotes",
    );
    check(
        "format: roster/1\nagent:\n  enabled_tools: tool.call\n",
        "a.yaml:3:18: error[wrong-type]: `enabled_tools` must be a list, not the text `tool.call` - write \
        `[a, b]`, or one `- name` line for each",
    );
    check(
        "format: roster/1\ncontext_window: -1\n",
        "a.yaml:2:17: error[wrong-number]: `context_window` is `-1`, expected a whole number from 0 to \
        1000000000000 - write digits only, without quotes, sign, point or separators",
    );
    check(
        "format: roster/1\ncontext_window: 1.5\n",
        "a.yaml:2:17: error[wrong-number]: `context_window` is `1.5`, expected a whole number from 0 to \
        1000000000000 - write digits only, without quotes, sign, point or separators",
    );
    check(
        "format: roster/1\ncontext_window: 99999999999999999999\n",
        "a.yaml:2:17: error[wrong-number]: `context_window` is `1e+20`, expected a whole number from 0 to \
        1000000000000 - write digits only, without quotes, sign, point or separators",
    );
    check(
        "just a text\n",
        "a.yaml:1:1: error[wrong-type]: a scenario must be a mapping, not a text - write `key: value` lines, \
        indented below",
    );
    check(
        "",
        "a.yaml:1:1: error[format-missing]: `format` is missing - start the file with `format: roster/1`",
    );
    check(
        "- format: roster/1\n",
        "a.yaml:1:1: error[wrong-type]: a scenario must be a mapping, not a list - write `key: value` lines, \
        indented below",
    );
}

#[test]
fn what_a_scenario_can_be_made_from_is_told_from_a_scenario() {
    let told = |text: &str, place: &str, what: &str| {
        check(
            text,
            &format!(
                "a.yaml:{place}: error[not-a-scenario]: this is no scenario but {what} - `roster import FILE -o \
                 my-servers.yaml`, or File → Import servers…, makes a scenario of it"
            ),
        );
    };
    told(r#"{"tools": [{"name": "find"}]}"#, "1:11", "a list of tools");
    told(r#"{"id": 1, "result": {"tools": []}}"#, "1:31", "a list of tools");
    told(r#"[{"type": "function", "function": {}}]"#, "1:1", "a list of tools");
    told("{\"mcpServers\":\n  {}}", "2:3", "a client's list of servers");
}

#[test]
fn another_format_is_refused_with_the_one_that_is_read() {
    check(
        "format: roster/2\n",
        "a.yaml:1:9: error[format-newer]: `roster/2` is newer than this program, which reads `roster/1` - \
        update the program, or save the file in the older format",
    );
    check(
        "format: toaster/1\n",
        "a.yaml:1:9: error[format-unknown]: `toaster/1` is not a format that this program reads - write \
        `format: roster/1`",
    );
    check(
        "name: a\n",
        "a.yaml:1:1: error[format-missing]: `format` is missing - start the file with `format: roster/1`",
    );
}

#[test]
fn text_that_is_no_yaml_is_told_with_its_place() {
    check(
        "format: roster/1\nname: \"a\n",
        "a.yaml:2:7: error[yaml-syntax]: unclosed quote - a scenario is one YAML (or JSON) document; quote \
        texts that hold `: `, `#` or start with a special character",
    );
    check(
        "format: roster/1\n\tname: a\n",
        "a.yaml:1:9: error[yaml-syntax]: a tab stands where YAML wants spaces - a scenario is one YAML \
        (or JSON) document; quote texts that hold `: `, `#` or start with a special character",
    );
    check(
        "format: roster/1\nname: *nobody\n",
        "a.yaml:2:7: error[yaml-syntax]: alias references unknown anchor - a scenario is one YAML (or JSON) \
        document; quote texts that hold `: `, `#` or start with a special character",
    );
    check(
        "format: roster/1\n---\nformat: roster/1\n",
        "a.yaml:3:1: error[yaml-syntax]: a second document starts here - a scenario is one YAML (or JSON) \
        document; quote texts that hold `: `, `#` or start with a special character",
    );
    check(
        "format: roster/1\nname: a\0b\n",
        "a.yaml:2:8: error[yaml-syntax]: unexpected character: `\\u{0}' - a scenario is one YAML (or JSON) \
        document; quote texts that hold `: `, `#` or start with a special character",
    );
}

#[test]
fn all_problems_are_told_at_once_in_the_order_of_the_file() {
    check(
        "\
format: roster/1
builder: context-builder@13
estimator: guess
ranking: { order: random, first: ['['] }
budget:
  tool_definitions: { max_items: many }
agent:
  deferred_tools: [a.c]
tools:
  a.b: { requires: [gone], side_effect: magic }
  tool.call: { kind: capability }
  Bad: {}
servers:
  s: { tools: [{ description: no name }], side_effect: none }
colour: red
",
        "a.yaml:2:10: error[unknown-value]: `context-builder@13` is not a known builder - allowed: \
            `context-builder@12` (defers), and `@11`, `@10` or older (ADR-0105)\n\
            a.yaml:3:12: error[unknown-value]: `guess` is not a known estimator - allowed: `bytes/3`, \
            `bytes/4`, `o200k_base`, `o200k_harmony`, `cl100k_base`, `p50k_base`, `p50k_edit`, `r50k_base`\n\
            a.yaml:4:19: error[unknown-value]: `random` is not a known `order` - allowed here: \
            `reads-first`, `name`, `most-used`\n\
            a.yaml:4:35: error[bad-glob]: `[` is not a usable pattern: unclosed character class; missing ']' \
            - `*` stands for any characters, `?` for one, `[ab]` for one of several\n\
            a.yaml:6:34: error[wrong-number]: `max_items` is the text `many`, expected a whole number from 0 \
            to 1000000000000 - write digits only, without quotes, sign, point or separators\n\
            a.yaml:10:21: error[unknown-flag]: `a.b` requires the flag `gone`, which `flags` does not have - \
            none is known here\n\
            a.yaml:10:41: error[unknown-value]: `magic` is not a known `side_effect` - allowed here: `none`, \
            `workspace_read`, `workspace_write`, `network_read`, `code_execution`, `package_install`, \
            `sandbox_network`, `external_message`, `external_write`, `external_delete`, `financial`, \
            `publication`, `credential_access`, `host_access`, `privileged`\n\
            a.yaml:11:22: error[control-set]: `tool.call` cannot be `kind: capability` - `tool.call` is one \
            of the control tools; write `kind: control` or leave `kind` out\n\
            a.yaml:12:8: error[bad-name]: `Bad` is not a builtin's name - names are `domain.verb`: \
            lower-case letters, digits and `_` in parts that start with a letter, parted by dots, at most 96 \
            characters (domain §2)\n\
            a.yaml:14:16: error[name-missing]: a tool in a list has no `name` - add `name:` with the name on \
            the wire\n\
            a.yaml:15:1: error[unknown-key]: `colour` is not a key of a scenario - allowed here: `format`, \
            `name`, `notes`, `extends`, `builder`, `estimator`, `context_window`, `ranking`, `budget`, \
            `admission`, `flags`, `agent`, `session`, `tools`, `servers`, `devices`, `usage`, \
            `costs`, `policy`, `scopes`, `equivalent_builders`, `expect`, `calls`, `sessions`, `delegations`\n\
            a.yaml:8:20: warning[unknown-tool]: `deferred_tools` names `a.c`, which nothing provides - did \
            you mean `a.b`?",
    );
}

#[cfg(unix)]
#[test]
fn no_path_leads_out_of_the_folder_of_the_opened_file() {
    let outside = folder(&[("secret.yaml", BASE.as_bytes()), ("secret.json", b"{\"tools\": []}")]);
    let inside = outside.path().join("in");
    std::fs::create_dir(&inside).unwrap();
    for (link, target) in [("link.yaml", "secret.yaml"), ("link.json", "secret.json"), ("way", ".")] {
        std::os::unix::fs::symlink(outside.path().join(target), inside.join(link)).unwrap();
    }
    let absolute = |name: &str| outside.path().join(name).display().to_string();
    let opened = inside.join("a.yaml");
    let check = |text: &str, expected: &str| {
        std::fs::write(&opened, text).unwrap();
        let found = problems(&opened).replace(&absolute(""), "/outside/");
        assert_eq!(found, expected, "found\n{found}");
    };
    let links = ["../secret", "x/../../secret", "link", "way/secret", &absolute("secret")];
    for path in links {
        let shown = match path {
            "x/../../secret" => "../secret",
            path if path.starts_with('/') => "/outside/secret",
            path => path,
        };
        let expected = |place: &str, shown: &str| {
            format!(
                "a.yaml:{place}: error[file-outside]: cannot read `{shown}`: the path leads out of the folder of the \
                 opened scenario - a scenario names only files beside or below itself; copy the file there"
            )
        };
        check(
            &format!("format: roster/1\nextends: {path}.yaml\n"),
            &expected("2:10", &format!("{shown}.yaml")),
        );
        // What an inventory is called is not made plain first.
        let shown = if path.starts_with('/') { shown } else { path };
        check(
            &format!("format: roster/1\nservers:\n  s: {{ inventory: {path}.json }}\n"),
            &expected("3:19", &format!("{shown}.json")),
        );
    }
}

#[test]
fn only_regular_files_are_read() {
    let folder = folder(&[("a.yaml", b"format: roster/1\nextends: b\n"), ("b/c.yaml", b"")]);
    assert_eq!(
        problems(&folder.path().join("a.yaml")),
        "a.yaml:2:10: error[not-a-file]: cannot read `b`: this is not a regular file - name a file: a folder, a device \
        or standard input is not read"
    );
    assert_eq!(
        problems(&folder.path().join("b")),
        "error[not-a-file]: cannot read `b`: this is not a regular file - name a file: a folder, a device or standard input is not read"
    );
    assert_eq!(
        problems(&folder.path().join("none.yaml")),
        "error[file-missing]: cannot read `none.yaml`: there is no such file - check the path and its permissions"
    );
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_line() {
    check_files(
        &[("a.yaml", b"format: roster/1\nname: \xff\n")],
        "error[not-utf8]: cannot read `a.yaml`: line 2 is not valid UTF-8 - save it as UTF-8",
    );
    check_files(
        &[
            ("a.yaml", b"format: roster/1\nservers:\n  s: { inventory: i.json }\n"),
            ("i.json", b"{\"tools\": [\n\n\"\xc3\"]}"),
        ],
        "a.yaml:3:19: error[not-utf8]: cannot read `i.json`: line 3 is not valid UTF-8 - save it as UTF-8",
    );
}

#[test]
fn a_byte_order_mark_and_carriage_returns_change_nothing() {
    let plain = fine(&[("a.yaml", BASE.as_bytes())]).scenario;
    let marked = format!("\u{feff}{BASE}");
    let returns = BASE.replace('\n', "\r\n");
    for text in [marked, returns] {
        let scenario = fine(&[("a.yaml", text.as_bytes())]).scenario;
        assert_eq!(roster::scenario::changes(&plain, &scenario), []);
        assert_eq!((&plain.name, &plain.tools), (&scenario.name, &scenario.tools));
    }
}

#[test]
fn a_file_cut_off_anywhere_is_told_or_plans() {
    let whole = include_str!("cli/small.yaml");
    for end in 0..=whole.len() {
        let Some(text) = whole.get(..end) else { continue };
        match load_text(None, text, &[]) {
            Ok(loaded) => {
                Plan::of(&loaded.scenario);
            }
            Err(failed) => {
                let error = failed.problems.iter().find(|problem| problem.is_error()).unwrap();
                assert!(error.at.is_some(), "at {end}: {error:?}");
            }
        }
    }
}

/// A schema so deep that its innermost mapping is on this level of the file, the file's own being the first.
fn nested(level: usize) -> String {
    // The root, `tools`, the tool and its schema come before.
    let inner = level - 4;
    format!(
        "format: roster/1\ntools:\n  a.b:\n    input_schema: {{ {}x{} }}\n",
        "a: { ".repeat(inner),
        " }".repeat(inner)
    )
    .replace("{ x }", "{ x: 1 }")
}

#[test]
fn sixty_four_levels_are_read_and_no_more() {
    assert_eq!(MAX_DEPTH, 64);
    check(&nested(64), "");
    check(
        &nested(65),
        "a.yaml:4:324: error[yaml-syntax]: nesting is too deep from here on - at most 64 levels of nesting \
        are read, and aliases must stay few",
    );
    check(
        &nested(5_000),
        "a.yaml:4:324: error[yaml-syntax]: nesting is too deep from here on - at most 64 levels of nesting \
        are read, and aliases must stay few",
    );
}

#[test]
fn a_file_above_sixteen_mebibytes_is_refused() {
    let folder = folder(&[("a.yaml", b"format: roster/1\n")]);
    let path = folder.path().join("a.yaml");
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    file.set_len(MAX_FILE_BYTES + 1).unwrap();
    assert_eq!(
        problems(&path),
        "error[file-too-large]: cannot read `a.yaml`: the file is larger than 16 MiB - leave out what the \
        scenario does not need"
    );
}

#[test]
fn more_than_sixty_four_mebibytes_in_all_are_refused() {
    let mut files = String::from("format: roster/1\nservers:\n");
    let folder = folder(&[]);
    let large = format!("{{\"tools\": [], \"pad\": \"{}\"}}", " ".repeat(16 << 20 >> 1));
    for number in 0..9 {
        writeln!(files, "  s{number}: {{ inventory: {number}.json }}").unwrap();
        std::fs::write(folder.path().join(format!("{number}.json")), &large).unwrap();
    }
    let path = folder.path().join("a.yaml");
    std::fs::write(&path, files).unwrap();
    assert_eq!(
        problems(&path),
        "a.yaml:10:20: error[too-much-text]: the scenario and its files hold more than 64 MiB - leave out \
        inventories that the scenario does not need\n\
        a.yaml:11:20: error[too-much-text]: the scenario and its files hold more than 64 MiB - leave out \
        inventories that the scenario does not need"
    );
}

#[test]
fn a_file_full_of_one_name_costs_no_more_than_another() {
    let detail = |count: usize| {
        let names = "{ name: a }, ".repeat(count);
        let text = format!("format: roster/1\nservers:\n  s: {{ side_effect: none, tools: [{names}{{ name: A }}] }}\n");
        let scenario = load_text(None, &text, &[]).unwrap().scenario;
        let (roster, plan) = Plan::of(&scenario);
        let last = roster.catalog.ids().last().unwrap();
        roster::plan::explain::detail(&plan, &roster, last)
    };
    assert_eq!(
        detail(1),
        "A and a have the same registry name on s; neither is offered."
    );
    assert_eq!(
        detail(8),
        "A and a, a, a, a, a, a, a, a have the same registry name on s; neither is offered."
    );
    // A list of all others for each of them would take gigabytes.
    assert_eq!(
        detail(20_000),
        "A and a, a, a, a, a, a, a, a, 19992 more have the same registry name on s; neither is offered."
    );
}

#[test]
fn a_missing_base_does_not_hide_slips_of_the_file_itself() {
    check(
        "format: roster/1\nextends: none.yaml\nbuget: {}\nflags:\n  a: { enabled: maybe }\nagent: { deferred_tools: [x.y] }\n",
        "a.yaml:2:10: error[file-missing]: cannot read `none.yaml`: there is no such file - check the path and its permissions\n\
        a.yaml:3:1: error[unknown-key]: `buget` is not a key of a scenario - did you mean `budget`?\n\
        a.yaml:5:17: error[wrong-type]: `enabled` must be `true` or `false`, not the text `maybe` - write `true` or `false` \
        without quotes",
    );
}
