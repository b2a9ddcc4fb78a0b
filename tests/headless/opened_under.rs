//! What a file says of open sessions: the gates that it makes of them, and the files that they were opened under.

use super::files::{check, check_files, fine, folder, problems};
use super::scripted::gates_shown;
use roster::gates::{About, Gates};
use roster::plan::Planned;
use roster::scenario::{Builder, NextMessage, RotationReason, SessionExpectation, TOOL_PIN_MISMATCH, Versions};
use std::fmt::Write as _;
use std::sync::Arc;

const OLD: &str = "\
format: roster/1
name: Old
session: { model: m1 }
tools:
  a.b: { side_effect: external_write }
";

/// Every gate of some files, the first opened.
fn gates(files: &[(&str, &[u8])]) -> String {
    let gates = Gates::of(&Arc::new(Planned::new(fine(files).scenario, None)));
    assert!(gates.gates.iter().all(|gate| gate.about == About::Session));
    assert_eq!(gates.hold(), gates.fallen() == 0);
    gates_shown(&gates)
}

#[test]
fn a_session_is_read_with_every_key() {
    let text = "format: roster/1
sessions:
  - name: The whole of it
    opened_under: x/old.yaml
    builder: context-builder@11
    authority: owner
    model: m0
    policy_version: 2026
    persona: \"3\"
    agent_version: 7
    agent_prefix: a
    scopes: [read]
    parked_on: a.b
    equivalent_builders: [context-builder@11, context-builder@1]
    expect: { next: failed, reason: model_changed, code: tool_pin_mismatch, moved: [a.*], prefix: changed }
  - { expect: kept }
";
    let loaded = fine(&[("a.yaml", text.as_bytes()), ("x/old.yaml", OLD.as_bytes())]);
    let [whole, short] = &loaded.scenario.runs.sessions[..] else {
        panic!("two sessions");
    };
    assert_eq!(whole.name, "The whole of it");
    let opened = whole.opened_under.as_ref().unwrap();
    assert_eq!(
        (opened.path.as_str(), opened.scenario.name.as_str()),
        ("x/old.yaml", "Old")
    );
    assert_eq!(whole.builder, Some(Builder::V11));
    let said = |text: &str| Some(text.to_owned());
    let versions = Versions {
        authority: said("owner"),
        model: said("m0"),
        policy: said("2026"),
        persona: said("3"),
        agent: said("7"),
        agent_prefix: said("a"),
    };
    assert_eq!(whole.versions, versions);
    assert_eq!(whole.scopes, Some(vec!["read".to_owned()]));
    assert_eq!(whole.parked_on.as_deref(), Some("a.b"));
    let builders = [Builder::V11, Builder::parse("context-builder@1").unwrap()];
    assert_eq!(whole.equivalent_builders.as_deref(), Some(&builders[..]));
    let expect = SessionExpectation {
        next: Some(NextMessage::Failed),
        reason: Some(RotationReason::ModelChanged),
        code: said(TOOL_PIN_MISMATCH),
        moved: Some(vec!["a.*".to_owned()]),
        prefix_kept: Some(false),
    };
    assert_eq!(whole.expect, expect);

    assert_eq!(
        (short.name.as_str(), &short.opened_under, short.builder),
        ("session 2", &None, None)
    );
    assert_eq!(short.versions, Versions::default());
    assert_eq!(short.expect.next, Some(NextMessage::Kept));
    // Both files are watched.
    assert_eq!(loaded.files.len(), 2);
}

#[test]
fn words_that_nobody_knows_are_told_with_their_place() {
    check(
        "format: roster/1\nsessions:\n  - expect: keep\n",
        "a.yaml:3:13: error[unknown-value]: `keep` is not what a next message does - did you mean `kept`?",
    );
    check(
        "format: roster/1\nsessions:\n  - { builder: context-builder@13, expect: { reason: model, prefix: same, moved: [\"[\"] } }\n",
        "a.yaml:3:16: error[unknown-value]: `context-builder@13` is not a known builder - allowed: `context-builder@1` to \
        `context-builder@12`\n\
        a.yaml:3:54: error[unknown-value]: `model` is not a known `reason` - allowed here: `run_authority_changed`, \
        `model_changed`, `policy_version_changed`, `builder_version_changed`, `persona_changed`, `agent_prefix_changed`\n\
        a.yaml:3:69: error[unknown-value]: `same` is not a known `prefix` - allowed here: `kept`, `changed`\n\
        a.yaml:3:83: error[bad-glob]: `[` is not a usable pattern: unclosed character class; missing ']' - `*` stands for any \
        characters, `?` for one, `[ab]` for one of several",
    );
    check(
        "format: roster/1\nequivalent_builders: [context-builder@11, eleven]\n",
        "a.yaml:2:22: error[unknown-value]: `eleven` is not a known builder - allowed: `context-builder@1` to \
        `context-builder@12`",
    );
    check(
        "format: roster/1\nagent: { version: 1.5, prefix: [] }\n",
        "a.yaml:2:19: error[wrong-type]: `version` must be a text, not `1.5` - put it in quotes to make it a text\n\
        a.yaml:2:32: error[wrong-type]: `prefix` must be a text, not a list - write one line, or a block behind `|`",
    );
}

const SESSION: &str = "format: roster/1\nsessions:\n  - { opened_under: ";

#[test]
fn a_file_that_is_missing_or_outside_is_refused() {
    check(
        &format!("{SESSION}old.yaml }}\n"),
        "a.yaml:3:21: error[file-missing]: cannot read `old.yaml`: there is no such file - check the path and its permissions",
    );
    for path in ["../old.yaml", "/etc/hostname", "x/../../old.yaml"] {
        let found = problems(
            &folder(&[("a.yaml", format!("{SESSION}{path} }}\n").as_bytes())])
                .path()
                .join("a.yaml"),
        );
        assert!(
            found.starts_with("a.yaml:3:21: error[file-outside]: cannot read"),
            "{path}: {found}"
        );
    }
}

/// The file is in the folder, but what it extends is not its to choose either.
#[test]
fn what_the_file_extends_stays_in_the_folder_too() {
    check_files(
        &[
            ("a.yaml", format!("{SESSION}old.yaml }}\n").as_bytes()),
            ("old.yaml", b"extends: ../old.yaml\n"),
        ],
        "old.yaml:1:10: error[file-outside]: cannot read `../old.yaml`: the path leads out of the folder of the opened \
        scenario - a scenario names only files beside or below itself; copy the file there",
    );
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let outside = folder(&[("old.yaml", OLD.as_bytes())]);
    let folder = folder(&[("a.yaml", format!("{SESSION}old.yaml }}\n").as_bytes())]);
    std::os::unix::fs::symlink(outside.path().join("old.yaml"), folder.path().join("old.yaml")).unwrap();
    let found = problems(&folder.path().join("a.yaml"));
    assert!(found.contains("error[file-outside]"), "{found}");
}

/// Its errors are told where they stand; its warnings are its own affair.
#[test]
fn errors_of_the_file_are_told_with_their_own_place() {
    let opened = format!("{SESSION}x/old.yaml }}\n");
    check_files(
        &[
            ("a.yaml", opened.as_bytes()),
            ("x/old.yaml", b"format: roster/1\nbuget: {}\n"),
        ],
        "x/old.yaml:2:1: error[unknown-key]: `buget` is not a key of a scenario - did you mean `budget`?",
    );
    check_files(
        &[
            ("a.yaml", opened.as_bytes()),
            ("x/old.yaml", b"format: roster/1\nname: [\n"),
        ],
        "x/old.yaml:2:7: error[yaml-syntax]: unclosed bracket '[' - a scenario is one YAML (or JSON) document; quote texts that \
        hold `: `, `#` or start with a special character",
    );
    let warned = b"format: roster/1\nagent: { enabled_tools: [no.such] }\nexpect: [{}]\n";
    fine(&[("a.yaml", opened.as_bytes()), ("x/old.yaml", warned)]);
}

#[test]
fn sessions_name_at_most_sixteen_files() {
    let files = |count: usize| {
        let mut text = "format: roster/1\nsessions:\n".to_owned();
        // Each twice: what counts is how many files there are.
        for number in (0..count).chain(0..count) {
            writeln!(text, "  - {{ opened_under: ./{number}.yaml }}").unwrap();
        }
        let folder = folder(&[("a.yaml", text.as_bytes())]);
        for number in 0..count {
            std::fs::write(folder.path().join(format!("{number}.yaml")), OLD).unwrap();
        }
        problems(&folder.path().join("a.yaml"))
    };
    assert_eq!(files(16), "");
    assert_eq!(
        files(17),
        "a.yaml:19:21: error[too-many-rosters]: sessions name more than 16 scenarios that they were opened under - let \
        sessions that pinned the same roster name the same file\n\
        a.yaml:36:21: error[too-many-rosters]: sessions name more than 16 scenarios that they were opened under - let \
        sessions that pinned the same roster name the same file"
    );
}

#[test]
fn a_file_that_many_sessions_name_is_read_once() {
    let text = "format: roster/1\nsessions: [{ opened_under: old.yaml }, { opened_under: ./x/../old.yaml }]\n";
    let loaded = fine(&[("a.yaml", text.as_bytes()), ("old.yaml", OLD.as_bytes())]);
    let opened = |place: usize| {
        &loaded.scenario.runs.sessions[place]
            .opened_under
            .as_ref()
            .unwrap()
            .scenario
    };
    assert!(Arc::ptr_eq(opened(0), opened(1)));
}

/// Its inventories are meant from where it stands, as are the files that it extends.
#[test]
fn the_files_of_a_file_are_named_from_its_own_folder() {
    let loaded = fine(&[
        ("a.yaml", format!("{SESSION}x/y/old.yaml }}\n").as_bytes()),
        ("x/y/old.yaml", b"extends: ../base.yaml\n"),
        (
            "x/base.yaml",
            b"format: roster/1\nservers:\n  s: { side_effect: none, inventory: i.json }\n",
        ),
        ("x/i.json", br#"[{"name": "read", "inputSchema": {}}]"#),
    ]);
    let opened = loaded.scenario.runs.sessions[0].opened_under.as_ref().unwrap();
    assert_eq!(opened.scenario.servers["s"].tools.len(), 1);
    assert_eq!(loaded.files.len(), 4);
}

/// A file may name itself and any that names it back: what those expect of their own sessions is not asked.
#[test]
fn files_that_name_one_another_are_no_circle() {
    let a = format!("{SESSION}b.yaml }}\n  - {{ opened_under: a.yaml }}\n");
    let b = format!("{SESSION}a.yaml }}\n");
    let loaded = fine(&[("a.yaml", a.as_bytes()), ("b.yaml", b.as_bytes())]);
    for session in &loaded.scenario.runs.sessions {
        assert!(session.opened_under.as_ref().unwrap().scenario.runs.sessions.is_empty());
    }
}

#[test]
fn a_variant_inherits_no_call_session_or_brief() {
    let base = "format: roster/1\ntools: { a.b: {} }\ncalls: [{ tool: a.b, expect: denied }]\nsessions: [{}]\ndelegations: [{ tools: [a.b] }]\n\
        policy: { version: 1 }\nscopes: [s]\nequivalent_builders: []\n";
    let scenario = fine(&[
        ("a.yaml", b"extends: middle.yaml\n"),
        ("middle.yaml", b"extends: base.yaml\nsessions: [{}, {}]\n"),
        ("base.yaml", base.as_bytes()),
    ])
    .scenario;
    assert_eq!(*scenario.runs, roster::scenario::Runs::default());
    // What the plan and the policy are made of is inherited like everything else.
    assert_eq!(scenario.versions.policy.as_deref(), Some("1"));
    assert_eq!(scenario.scopes, Some(vec!["s".to_owned()]));
    assert_eq!(scenario.equivalent_builders, Some(Vec::new()));
    let own = fine(&[
        ("a.yaml", b"extends: base.yaml\nsessions: [{}]\n"),
        ("base.yaml", base.as_bytes()),
    ])
    .scenario;
    assert_eq!((own.runs.sessions.len(), own.runs.calls.len()), (1, 0));
}

#[test]
fn gates_on_sessions_hold_or_say_what_differs() {
    let text = "format: roster/1
session: { model: m2 }
tools:
  a.b: { side_effect: external_write, description: New. }
  c.d: {}
sessions:
  - { name: holds, opened_under: old.yaml, expect: { next: rotated, reason: model_changed, moved: [a.b, c.*], prefix: changed } }
  - { name: holds too, opened_under: old.yaml, parked_on: a.b, expect: { next: failed, code: tool_pin_mismatch } }
  - { name: holds as well, expect: { next: kept, moved: [], prefix: kept } }
  - name: falls
    opened_under: old.yaml
    model: m2
    expect: { next: rotated, reason: model_changed, code: context-overflow, moved: [a.b, c.d], prefix: changed }
  - { name: falls too, opened_under: old.yaml, expect: { next: kept, moved: [], prefix: kept } }
  - { name: cannot be, opened_under: old.yaml, parked_on: c.d, expect: failed }
";
    assert_eq!(
        gates(&[("a.yaml", text.as_bytes()), ("old.yaml", OLD.as_bytes())]),
        "\
session: holds
session: holds too
session: holds as well
session: falls
  next is kept, expected rotated
  reason is none, expected model_changed
  code is none, expected context-overflow
  prefix is kept, expected changed
  moved is none, expected a.b
  moved is none, expected c.d
  Its plan is current: the same builder, nothing that it pinned changed.
session: falls too
  next is rotated, expected kept
  prefix is changed, expected kept
  moved is c.d, a.b, expected none
  Its plan is rebuilt in a new epoch, model_changed; its history is kept.
session: cannot be
  session is impossible, expected possible
  It cannot be parked on c.d, which its plan does not pin. The scenario has no tool of that name."
    );
}
