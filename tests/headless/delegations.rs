//! Briefs of delegated children (domain §9): a child has what its brief names as definitions, and nothing else.

use super::calls::{SCENARIO, planned_of};
use super::files::check;
use super::scripted::gates_shown;
use roster::gates::Gates;
use roster::plan::{Planned, names};
use roster::scenario::{Lane, TOOL_CALL};
use roster::session::{Child, delegate, explain};
use std::sync::Arc;

fn brief(tools: &[&str]) -> Vec<String> {
    tools.iter().map(|&tool| tool.to_owned()).collect()
}

/// A child as a text: what it is granted with the lane in its parent, what is refused, and what its plan comes to.
fn shown(child: &Child, parent: &Planned) -> String {
    let mut lines: Vec<String> = child
        .granted
        .iter()
        .map(|(id, lane)| format!("{} {}", parent.roster.catalog.tool(*id).name, lane.id()))
        .collect();
    lines.extend(child.refused.iter().map(explain::refusal));
    if let Some(planned) = &child.planned {
        lines.push(format!(
            "defines {}",
            planned.plan.tool_names(&planned.roster).join(" ")
        ));
        // A child defers nothing, so its definitions are all that it is sent.
        assert_eq!(names(&planned.roster, &planned.plan.deferred), [""; 0]);
    }
    lines.push(explain::child(child));
    lines.join("\n")
}

#[track_caller]
fn check_in(parent: &Planned, tools: &[&str], expected: &str) {
    let found = shown(&delegate(parent, &brief(tools)), parent);
    assert_eq!(found, expected, "found\n{found}");
}

#[track_caller]
fn check_brief(tools: &[&str], expected: &str) {
    check_in(&planned_of(SCENARIO), tools, expected);
}

#[test]
fn a_deferred_tool_is_defined_in_the_child() {
    check_brief(
        &["mcp.shop.find", "math.calculate", "notes.write"],
        "mcp.shop.find deferred
math.calculate defined
notes.write deferred
defines math.calculate mcp.shop.find notes.write
The child has 3 definitions at 140 tokens. 2 of them are deferred in its parent.",
    );
    check_brief(
        &["math.calculate"],
        "math.calculate defined\ndefines math.calculate\nThe child has 1 definition at 43 tokens.",
    );
}

#[test]
fn a_name_that_stands_twice_counts_once() {
    check_brief(
        &["notes.write", "math.calculate", "notes.write", "notes.write"],
        "notes.write deferred
math.calculate defined
defines math.calculate notes.write
The child has 2 definitions at 91 tokens. 1 of them is deferred in its parent.",
    );
    check_brief(
        &["no.such", "no.such"],
        "no.such is not pinned. The scenario has no tool of that name.\nThe brief is an error: 1 name is refused.",
    );
}

/// Then there is no child, and every name that is wrong is told.
#[test]
fn what_is_not_pinned_is_refused_with_the_reason() {
    check_brief(
        &["notes.write", "dark.tool", "mcp.shop.rate", "no.such"],
        "notes.write deferred
dark.tool is not pinned. It requires the flag dark, which is off.
mcp.shop.rate is not pinned. Ranked 29 of 29. All 4 slots were taken before it. The index is full at 25 entries. The skip is \
         recorded.
no.such is not pinned. The scenario has no tool of that name.
The brief is an error: 3 names are refused.",
    );
}

#[test]
fn tool_call_is_refused() {
    check_brief(
        &[TOOL_CALL, "notes.write"],
        "notes.write deferred
tool.call reaches deferred tools, and a child defers nothing.
The brief is an error: 1 name is refused.",
    );
}

/// The child is planned under its parent's caps: what fits in the parent's index need not fit in its definitions.
#[test]
fn a_brief_over_the_caps_fails_the_childs_plan() {
    let five = ["class.none", "notes.write", "mail.read", "mail.send", "bank.pay"];
    check_brief(
        &five,
        "class.none deferred
notes.write deferred
mail.read deferred
mail.send deferred
bank.pay deferred
defines class.none mail.read mail.send notes.write
The child's plan fails: bank.pay must be defined and found no slot.",
    );
    let narrow = SCENARIO.replace("{ max_items: 4 }", "{ max_items: 4, max_tokens: 140 }");
    check_in(
        &planned_of(&narrow),
        &["notes.write", "mail.read", "mail.send", "bank.pay"],
        "notes.write deferred
mail.read deferred
mail.send deferred
bank.pay deferred
defines bank.pay mail.read mail.send notes.write
The child's plan fails: tool definitions need 146 of 140 tokens, 6 over.",
    );
}

#[test]
fn a_plan_that_fails_has_nobody_to_delegate() {
    check_in(
        &planned_of("format: roster/1\ntools: { a.b: {} }\nbudget: { tool_definitions: { max_tokens: 3 } }"),
        &["a.b"],
        "The plan fails, so there is no run to delegate from.\nNo child.",
    );
}

/// `@11` defers nothing, so all that it pins fits in a child as it fits in its parent.
#[test]
fn eleven_delegates_what_it_defines() {
    let parent = planned_of(&format!("{SCENARIO}builder: context-builder@11\n"));
    check_in(
        &parent,
        &["notes.write", "conversation.ask_user"],
        "notes.write defined
conversation.ask_user defined
defines conversation.ask_user notes.write
The child has 2 definitions at 81 tokens.",
    );
    let all: Vec<&str> = names(&parent.roster, &parent.plan.defined);
    let child = delegate(&parent, &brief(&all));
    let planned = child.planned.unwrap();
    assert_eq!(planned.plan.failure, None);
    assert_eq!(planned.plan.count(Lane::Defined), all.len());
}

/// The browser tools of a bound profile are the parent's business; the brief alone says what the child has.
#[test]
fn a_child_has_nothing_that_its_brief_does_not_name() {
    let bound = "
format: roster/1
session: { website_profile: true }
agent: { always_define: [a.b] }
tools: { a.b: {}, c.d: {}, browser.navigate: {}, browser.observe: {}, browser.act: {} }
servers: { s: { side_effect: none, tools: { t: {} } } }
";
    check_in(
        &planned_of(bound),
        &["c.d"],
        "c.d defined\ndefines c.d\nThe child has 1 definition at 26 tokens.",
    );
    check_in(
        &planned_of(bound),
        &[],
        "defines \nThe child has 0 definitions at 0 tokens.",
    );
}

#[test]
fn gates_on_briefs_hold_or_say_what_differs() {
    let text = format!(
        "{SCENARIO}
delegations:
  - {{ name: holds, tools: [notes.write], expect: {{ defined: [notes.*], tokens: {{ max: 100 }} }} }}
  - {{ name: holds too, tools: [tool.call, no.such], expect: {{ refused: [no.such, tool.call] }} }}
  - {{ name: holds as well, tools: [class.none, mail.read, mail.send, mail.both, bank.pay], expect: {{ fails: {{ code: required-tool-unplaced, tool: bank.pay }} }} }}
  - {{ name: expects nothing, tools: [no.such] }}
  - {{ name: falls, tools: [notes.write], expect: {{ defined: [notes.write, \"mail.*\"], refused: [no.such], tokens: 3, fails: context-overflow }} }}
  - {{ name: falls too, tools: [class.none, mail.read, mail.send, mail.both, bank.pay] }}
"
    );
    let gates = Gates::of(&Arc::new(planned_of(&text)));
    assert_eq!(
        gates_shown(&gates),
        "\
delegation: holds
delegation: holds too
delegation: holds as well
delegation: expects nothing
  refused is no.such, expected none
  The brief is an error: 1 name is refused. no.such is not pinned. The scenario has no tool of that name.
delegation: falls
  refused is none, expected no.such
  plan is ok, expected context-overflow
  defined is notes.write, expected mail.*
  token total is 49, expected 3
  The child has 1 definition at 49 tokens. It is deferred in its parent.
delegation: falls too
  plan is required-tool-unplaced, expected ok
  The child's plan fails: bank.pay must be defined and found no slot."
    );
}

#[test]
fn briefs_that_cannot_be_are_told_with_their_place() {
    check(
        "format: roster/1\ndelegations:\n  - {}\n  - { tools: a.b, expect: { fails: overflow } }\n",
        "a.yaml:4:14: error[wrong-type]: `tools` must be a list, not the text `a.b` - write `[a, b]`, or one `- name` line for \
        each\n\
        a.yaml:4:36: error[unknown-value]: `overflow` is not a way in which a plan fails - allowed here: `context-overflow`, \
        `required-tool-unavailable`, `required-tool-unplaced`\n\
        a.yaml:3:5: warning[brief-without-tools]: this brief names no tool, so its child has none - add `tools: \
        [people.search, …]`",
    );
}

#[test]
fn a_gate_on_a_brief_falls_where_no_run_begins() {
    let text = "format: roster/1\ntools: { a.b: {} }\nbudget: { tool_definitions: { max_tokens: 3 } }\n\
        expect: [{ fails: context-overflow }]\ndelegations: [{ name: nobody, tools: [a.b], expect: { refused: [a.b] } }]\n";
    let gates = Gates::of(&Arc::new(planned_of(text)));
    assert_eq!(
        gates.gates[1].differences,
        [
            "run is one that does not begin, expected one to delegate from",
            "No child. The plan fails, so there is no run to delegate from.",
        ]
    );
}
