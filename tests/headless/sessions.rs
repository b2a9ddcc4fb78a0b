//! Deploys over open sessions (domain §9): kept, rotated, resumed, failed. What is deployed is a variant of what was there
//! before, both files on disk.

use super::files::folder;
use roster::plan::{Planned, names};
use roster::scenario::{NextMessage, Origin, RotationReason, load};
use roster::session::{Deploy, Outcome, explain, prefix_sha256};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// What was there: one tool of four is deferred.
const BEFORE: &str = "\
format: roster/1
name: Before
flags: { dark: false }
scopes: [read, send]
policy: { version: 1 }
session: { authority: owner, model: m1, persona: p1 }
agent:
  version: 1
  prefix: a
  enabled_tools: [tool.call, a.one, b.two, c.three]
  deferred_tools: [b.two]
tools:
  tool.call: {}
  a.one: { description: One. }
  b.two: { description: Two., side_effect: external_message, scopes: [send] }
  c.three: { description: Three. }
  d.four: { description: Four. }
";

fn planned(file: &Path) -> Arc<Planned> {
    let loaded = load(&Origin::Disk(file.to_owned()), &[]);
    let loaded = loaded.unwrap_or_else(|failed| panic!("{:#?}", failed.problems));
    assert_eq!(loaded.warnings, []);
    Arc::new(Planned::new(loaded.scenario, None))
}

/// Deploys a variant of [`BEFORE`] over it.
fn deploy(after: &str) -> Deploy {
    let after = format!("extends: before.yaml\n{after}");
    let folder = folder(&[("after.yaml", after.as_bytes()), ("before.yaml", BEFORE.as_bytes())]);
    let [before, after] = ["before.yaml", "after.yaml"].map(|name| planned(&folder.path().join(name)));
    Deploy::new(&before, &after, None)
}

/// What becomes of a session, as a text.
fn shown(outcome: &Outcome) -> String {
    let prefix = if outcome.is_prefix_kept() { "kept" } else { "changed" };
    let mut text = format!("{} ({})", outcome.next().id(), explain::short_reason(outcome));
    write!(text, "\nprefix {prefix}").unwrap();
    for moved in outcome.pin_moves.iter() {
        write!(text, "\npin {} {}", moved.id(), moved.tool()).unwrap();
    }
    for moved in outcome.lane_moves.iter() {
        write!(text, "\n{}", explain::lane_move(moved)).unwrap();
    }
    write!(text, "\n{}", explain::outcome(outcome)).unwrap();
    text
}

/// What a deploy does to one session.
#[track_caller]
fn check(changes: &str, session: &str, expected: &str) {
    let deploy = deploy(&format!("{changes}sessions:\n  - {session}\n"));
    assert_eq!(deploy.outcomes.len(), 1);
    assert!(!deploy.are_implied);
    let found = shown(&deploy.outcomes[0]);
    assert_eq!(found, expected, "found\n{found}");
    // A kept plan is the plan that it was opened with.
    let outcome = &deploy.outcomes[0];
    assert!(outcome.is_rebuilt() || Arc::ptr_eq(&outcome.before, &outcome.after));
}

fn advertised(planned: &Planned) -> String {
    format!(
        "{} + {}",
        planned.plan.tool_names(&planned.roster).join(" "),
        names(&planned.roster, &planned.plan.deferred).join(" ")
    )
}

#[test]
fn the_same_builder_with_nothing_changed_is_kept() {
    check(
        "",
        "{}",
        "kept (same builder)
prefix kept
Its plan is current: the same builder, nothing that it pinned changed.",
    );
}

/// What is deployed may differ in every tool: nothing of it is among the reasons, so a plan that is kept does not notice.
#[test]
fn another_roster_alone_rotates_nothing() {
    check(
        "tools: { a.one: null, b.two: { description: Other. } }
agent: { enabled_tools: [d.four], deferred_tools: [] }
budget: { tool_definitions: { max_items: 1 } }
",
        "{}",
        "kept (same builder)
prefix kept
pin gone a.one
pin redefined b.two
Its plan is current: the same builder, nothing that it pinned changed. It still pins a.one, which what is deployed does \
         not have: a call of it reaches nothing.",
    );
}

/// An `@11` plan defers nothing, so a rebuilt one would move a tool to the index; it is kept and does not.
#[test]
fn eleven_is_kept_under_twelve() {
    check(
        "",
        "{ builder: context-builder@11 }",
        "kept (@11 counts as current)
prefix kept
pin new tool.call
Its plan is kept: context-builder@11 counts as current, since such a plan renders the same bytes.",
    );
}

#[test]
fn each_reason_rotates() {
    use RotationReason as Reason;

    let rotated = |session: &str, reason: RotationReason, rest: &str| {
        let expected = format!(
            "rotated ({id})\n{rest}\nIts plan is rebuilt in a new epoch, {id}; its history is kept.",
            id = reason.id()
        );
        check("", session, &expected);
    };
    // For whom and by what it is read is no part of the prefix.
    rotated("{ authority: guest }", Reason::RunAuthorityChanged, "prefix kept");
    rotated("{ scopes: [read] }", Reason::RunAuthorityChanged, "prefix kept");
    rotated("{ model: m0 }", Reason::ModelChanged, "prefix kept");
    rotated("{ policy_version: 0 }", Reason::PolicyVersionChanged, "prefix changed");
    let moves = "prefix changed\npin new tool.call\ntool.call: unavailable → defined\nb.two: defined → deferred";
    rotated("{ builder: context-builder@10 }", Reason::BuilderVersionChanged, moves);
    rotated("{ persona: p0 }", Reason::PersonaChanged, "prefix changed");
    rotated("{ agent_prefix: z }", Reason::AgentPrefixChanged, "prefix changed");
    // Of several, the first.
    rotated(
        "{ persona: p0, model: m0, agent_prefix: z }",
        Reason::ModelChanged,
        "prefix changed",
    );
}

#[test]
fn each_reason_comes_from_the_deploy_as_well() {
    for (changes, reason) in [
        ("session: { authority: team }", RotationReason::RunAuthorityChanged),
        ("session: { model: m2 }", RotationReason::ModelChanged),
        ("policy: { version: 2 }", RotationReason::PolicyVersionChanged),
        ("builder: context-builder@11", RotationReason::BuilderVersionChanged),
        ("session: { persona: p2 }", RotationReason::PersonaChanged),
        ("agent: { prefix: b }", RotationReason::AgentPrefixChanged),
    ] {
        let deploy = deploy(&format!("{changes}\nsessions: [{{}}]\n"));
        assert_eq!(deploy.outcomes[0].next(), NextMessage::Rotated, "{changes}");
        assert_eq!(explain::short_reason(&deploy.outcomes[0]), reason.id());
    }
}

#[test]
fn a_parked_run_of_a_kept_session_is_resumed() {
    check(
        "",
        "{ parked_on: b.two }",
        "resumed (same builder)
prefix kept
Its plan is current: the same builder, nothing that it pinned changed. The run that waits for b.two goes on.",
    );
    // What a rebuild would have done is told, and not done.
    check(
        "tools: { c.three: null }\nagent: { enabled_tools: [tool.call, a.one, b.two] }\n",
        "{ parked_on: b.two }",
        "resumed (same builder)
prefix kept
pin gone c.three
Its plan is current: the same builder, nothing that it pinned changed. The run that waits for b.two goes on. Rebuilt, 1 pin \
         would have moved and failed it. It still pins c.three, which what is deployed does \
         not have: a call of it reaches nothing.",
    );
}

/// A tool that only changes its lane is pinned as before.
#[test]
fn a_parked_run_of_a_rotated_session_is_resumed_where_its_pins_stay() {
    check(
        "session: { model: m2 }\n",
        "{ parked_on: b.two }",
        "resumed (model_changed)
prefix kept
Its plan is rebuilt in a new epoch, model_changed; its history is kept. The run that waits for b.two goes on.",
    );
    check(
        "agent: { prefix: b, deferred_tools: [b.two, c.three] }\nsession: { model: m2 }\n",
        "{ parked_on: b.two, agent_version: 1 }",
        "resumed (model_changed)
prefix changed
Its plan is rebuilt in a new epoch, model_changed; its history is kept. The run that waits for b.two goes on.",
    );
    check(
        "budget: { tool_definitions: { max_items: 2 } }\nsession: { model: m2 }\n",
        "{ parked_on: b.two }",
        "resumed (model_changed)
prefix changed
c.three: defined → deferred
Its plan is rebuilt in a new epoch, model_changed; its history is kept. The run that waits for b.two goes on.",
    );
}

#[test]
fn a_parked_run_whose_pins_move_fails() {
    check(
        "tools: { a.one: { description: Other. }, c.three: { application_only: true } }\nsession: { model: m2 }\n",
        "{ parked_on: b.two }",
        "failed (tool_pin_mismatch)
prefix changed
pin gone c.three
pin redefined a.one
c.three: defined → unavailable
Its plan would be rebuilt (model_changed) with 2 other pins, so the run that waits for b.two fails with tool_pin_mismatch.",
    );
    check(
        "",
        "{ parked_on: b.two, builder: context-builder@10 }",
        "failed (tool_pin_mismatch)
prefix changed
pin new tool.call
tool.call: unavailable → defined
b.two: defined → deferred
Its plan would be rebuilt (builder_version_changed) with 1 other pin, so the run that waits for b.two fails with \
         tool_pin_mismatch.",
    );
}

#[test]
fn nobody_is_parked_on_what_is_not_pinned() {
    let cannot = |tool: &str, why: &str| {
        let session = format!("{{ parked_on: {tool} }}");
        check(
            "",
            &session,
            &format!("failed (cannot be)\nprefix kept\nIt cannot be parked on {tool}{why}"),
        );
    };
    cannot(
        "d.four",
        ", which its plan does not pin. The agent's enabled_tools does not name it, and only servers and devices bring \
         discovered tools.",
    );
    cannot(
        "no.such",
        ", which its plan does not pin. The scenario has no tool of that name.",
    );
}

#[test]
fn a_rebuilt_plan_that_fails_fails_the_session() {
    let narrow = "budget: { tool_definitions: { max_tokens: 60 } }\n";
    check(
        &format!("{narrow}session: {{ model: m2 }}\n"),
        "{}",
        "failed (context-overflow)
prefix kept
Its plan is rebuilt in a new epoch, model_changed; its history is kept. The new plan fails: tool definitions need 85 of 60 \
         tokens, 25 over.",
    );
    // A plan that is kept stands, whatever a new chat would get.
    check(
        narrow,
        "{}",
        "kept (same builder)
prefix kept
Its plan is current: the same builder, nothing that it pinned changed.",
    );
}

#[test]
fn a_session_whose_own_plan_fails_was_never_open() {
    let files: [(&str, &[u8]); 2] = [
        (
            "after.yaml",
            b"format: roster/1\ntools: { a.b: {} }\nsessions:\n  - { opened_under: broken.yaml, expect: failed }\n",
        ),
        (
            "broken.yaml",
            b"format: roster/1\ntools: { a.b: {} }\nagent: { always_define: [a.b] }\nbudget: { tool_definitions: { max_items: 0 } }\n",
        ),
    ];
    let folder = folder(&files);
    let deploy = Deploy::of(&planned(&folder.path().join("after.yaml")));
    assert_eq!(
        shown(&deploy.outcomes[0]),
        "failed (cannot be)
prefix kept
pin new a.b
It could not have been opened: its plan fails, a.b must be defined and found no slot."
    );
}

#[test]
fn fewer_scopes_rewrite_nothing() {
    check(
        "scopes: [read]\n",
        "{}",
        "kept (same builder)
prefix kept
Its plan is current: the same builder, nothing that it pinned changed. It loses send, which rewrites nothing; calls that need \
         it are denied.",
    );
    check(
        "scopes: []\n",
        "{ parked_on: b.two }",
        "resumed (same builder)
prefix kept
Its plan is current: the same builder, nothing that it pinned changed. The run that waits for b.two goes on. It loses read, \
         send, which rewrites nothing; calls that need them are denied. b.two needs send: the call is denied once it goes on.",
    );
}

/// A session pins its agent version: of a deploy it gets the tools, the switches and the caps, and no other names.
#[test]
fn a_new_roster_reaches_only_new_chats() {
    let changes = "\
flags: { dark: true }
session: { model: m2 }
agent: { version: 2, prefix: b, enabled_tools: [tool.call, a.one, d.four, e.five], deferred_tools: [d.four] }
budget: { tool_definitions: { max_items: 2 } }
tools: { e.five: {}, c.three: { description: New. } }
";
    let deploy = deploy(&format!("{changes}sessions: [{{}}]\n"));
    let outcome = &deploy.outcomes[0];
    assert_eq!(
        shown(outcome),
        "rotated (model_changed)
prefix changed
pin redefined c.three
c.three: defined → deferred
Its plan is rebuilt in a new epoch, model_changed; its history is kept."
    );
    assert_eq!(advertised(&outcome.before), "a.one c.three tool.call + b.two");
    // Its own names, in the deployed caps, with the deployed texts.
    assert_eq!(advertised(&outcome.after), "a.one tool.call + b.two c.three");
    assert_eq!(outcome.after.scenario.agent, outcome.before.scenario.agent);
    assert!(outcome.after.scenario.flags["dark"].enabled);
    assert_eq!(advertised(&deploy.after), "a.one tool.call + d.four e.five");
    let new_chats: Vec<String> = deploy.new_chats.iter().map(explain::lane_move).collect();
    assert_eq!(
        new_chats,
        [
            "b.two: deferred → unavailable",
            "c.three: defined → unavailable",
            "d.four: unavailable → deferred",
            "e.five: not there → deferred",
        ]
    );
}

/// Another version's instructions are not those that a session pinned, so they change nothing of its prefix.
#[test]
fn another_agent_version_is_no_reason() {
    check(
        "agent: { version: 2, prefix: b }\n",
        "{}",
        "kept (same builder)
prefix kept
Its plan is current: the same builder, nothing that it pinned changed.",
    );
    check(
        "agent: { version: 2, prefix: b }\nsession: { model: m2 }\n",
        "{}",
        "rotated (model_changed)
prefix kept
Its plan is rebuilt in a new epoch, model_changed; its history is kept.",
    );
}

#[test]
fn no_builder_is_equivalent_where_the_scenario_or_the_session_says_so() {
    let rotated = "rotated (builder_version_changed)
prefix changed
pin new tool.call
tool.call: unavailable → defined
b.two: defined → deferred
Its plan is rebuilt in a new epoch, builder_version_changed; its history is kept.";
    check("equivalent_builders: []\n", "{ builder: context-builder@11 }", rotated);
    check("", "{ builder: context-builder@11, equivalent_builders: [] }", rotated);
    // A session says it over its scenario, either way; the deployed builder itself is always current.
    let kept = "kept (@10 counts as current)
prefix kept
pin new tool.call
Its plan is kept: context-builder@10 counts as current, since such a plan renders the same bytes.";
    check(
        "equivalent_builders: []\n",
        "{ builder: context-builder@10, equivalent_builders: [context-builder@10] }",
        kept,
    );
    check(
        "equivalent_builders: [context-builder@10]\n",
        "{ builder: context-builder@10 }",
        kept,
    );
    let same = "kept (same builder)
prefix kept
Its plan is current: the same builder, nothing that it pinned changed.";
    check("equivalent_builders: []\n", "{ equivalent_builders: [] }", same);
}

#[test]
fn two_sessions_are_implied_where_no_file_lists_one() {
    let shown = |deploy: &Deploy| {
        let lines = deploy
            .outcomes
            .iter()
            .map(|one| format!("{}: {}", one.name, one.next().id()));
        lines.collect::<Vec<_>>().join("; ")
    };
    let implied = deploy("session: { model: m2 }\ntools: { a.one: { description: Other. } }\n");
    assert!(implied.are_implied);
    assert_eq!(
        shown(&implied),
        "a chat that is open: rotated; a run parked on b.two: failed"
    );
    assert!(implied.breaks_a_run());
    assert_eq!(explain::verdict(&implied), "1 parked run fails");
    assert_eq!(explain::counts(&implied), "2 sessions: 1 failed · 1 rotated");
    let worst: Vec<&str> = implied.worst_first().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(worst, ["a run parked on b.two", "a chat that is open"]);

    let folder = folder(&[("a.yaml", b"format: roster/1\ntools: { a.b: {} }\n")]);
    let nobody_asks = Deploy::of(&planned(&folder.path().join("a.yaml")));
    assert_eq!(shown(&nobody_asks), "a chat that is open: kept");
    assert_eq!(explain::verdict(&nobody_asks), "No open session notices");
}

/// Those of the deployed file count; where it lists none, those of the state before.
#[test]
fn listed_sessions_come_from_the_deployed_file_first() {
    let own = |name: &str| format!("format: roster/1\nsessions: [{{ name: {name} }}]\n");
    let (before, after) = (own("old"), own("new"));
    let none = "format: roster/1\n";
    let named = |before: &str, after: &str| {
        let folder = folder(&[("a.yaml", before.as_bytes()), ("b.yaml", after.as_bytes())]);
        let [before, after] = ["a.yaml", "b.yaml"].map(|name| planned(&folder.path().join(name)));
        Deploy::new(&before, &after, None).outcomes[0].name.clone()
    };
    assert_eq!(named(&before, &after), "new");
    assert_eq!(named(&before, none), "old");
    assert_eq!(named(none, none), "a chat that is open");
}

/// Domain §9: a plan without deferred tools hashes as it did before there were any. The figures are those of the texts in
/// the comments, by another program.
#[test]
fn the_identity_of_a_prefix_is_its_definitions_its_versions_and_an_index_if_there_is_one() {
    let hash = |more: &str| {
        let text = format!("format: roster/1\ntools: {{ a.b: {{}} }}\n{more}");
        let planned = super::calls::planned_of(&text);
        prefix_sha256(&planned, &planned.scenario.versions)
    };
    // {"definitions":["{\"description\":\"\",\"input_schema\":{\"type\":\"object\"},\"name\":\"a.b\"}"]}
    let alone = "1ee8a508caf24453f3142b48944ee754079cc4341893c6ad927f03e2807c7b9e";
    assert_eq!(hash(""), alone);
    for silent in [
        "builder: context-builder@10",
        "session: { model: m, authority: o }",
        "agent: { version: 3 }",
    ] {
        assert_eq!(hash(silent), alone, "{silent}");
    }
    // The same with "agent_prefix":"a" before it and "persona":"p","policy":"1" behind.
    assert_eq!(
        hash("agent: { prefix: a }\nsession: { persona: p }\npolicy: { version: 1 }"),
        "c3ff89a9c9ce3a7b4118bd9fd29f7b38b7bd0b61df0972a3ce679eb4c574df9b"
    );
}
