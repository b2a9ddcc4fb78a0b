//! What a file says of calls, `calls:`, and the gates that it makes of them.

use super::calls::SCENARIO;
use super::files::check;
use roster::gates::{About, Gates};
use roster::plan::Planned;
use roster::scenario::{Approval, CallCode, CallOutcome, Loaded, ScriptedCall, Trust, load_text};
use serde_json::json;
use std::sync::Arc;

/// The scenario of calls with a list of them.
fn loaded(calls: &str) -> Loaded {
    let text = format!("{SCENARIO}calls:\n{calls}");
    let loaded = load_text(None, &text, &[]).unwrap_or_else(|failed| panic!("{:#?}", failed.problems));
    assert_eq!(loaded.warnings, []);
    loaded
}

fn read(calls: &str) -> Vec<ScriptedCall> {
    loaded(calls).scenario.runs.calls.clone()
}

/// Every gate and below it what differs, one line each.
pub(crate) fn gates_shown(gates: &Gates) -> String {
    let lines = gates.gates.iter().flat_map(|gate| {
        let differences = gate.differences.iter().map(|one| format!("  {one}"));
        std::iter::once(gate.title()).chain(differences)
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn gates(calls: &str) -> String {
    let gates = Gates::of(&Arc::new(Planned::new(loaded(calls).scenario, None)));
    assert!(gates.gates.iter().all(|gate| gate.about == About::Call));
    assert_eq!(gates.hold(), gates.fallen() == 0);
    gates_shown(&gates)
}

#[test]
fn a_call_is_read_with_every_key() {
    let calls = read(
        "
  - name: The whole of it
    tool: mail.send
    direct: true
    arguments: { to: a@example.com, lines: [1, null] }
    tainted: true
    scopes: [mail.send]
    approval: granted
    expect: { outcome: failed, code: tool.arguments_invalid, name: mail.send, result: trusted, schema: absent }
  - { tool: notes.write, expect: denied }
  - { wrapper: { name: notes.write, id: 3 }, expect: { schema: external_untrusted } }
",
    );
    let [whole, short, wrapped] = &calls[..] else {
        panic!("{calls:#?}");
    };
    assert_eq!(whole.name, "The whole of it");
    let (request, expect) = (&whole.request, &whole.expect);
    assert_eq!(
        (request.tool.as_str(), request.direct, request.tainted),
        ("mail.send", true, true)
    );
    assert_eq!(request.arguments, json!({"to": "a@example.com", "lines": [1, null]}));
    assert_eq!(request.scopes.as_deref(), Some(&["mail.send".to_owned()][..]));
    assert_eq!(request.approval, Approval::Granted);
    assert_eq!(expect.outcome, Some(CallOutcome::Failed));
    assert_eq!(expect.code, Some(CallCode::ArgumentsInvalid));
    assert_eq!(expect.name.as_deref(), Some("mail.send"));
    assert_eq!(expect.result, Some(Trust::Trusted));
    assert_eq!(expect.schema, Some(None));

    assert_eq!(short.name, "notes.write is denied");
    let request = &short.request;
    assert_eq!(
        (request.direct, request.tainted, request.approval),
        (false, false, Approval::Waits)
    );
    assert_eq!((&request.arguments, &request.scopes), (&json!({}), &None));
    assert_eq!(
        (short.expect.outcome, short.expect.code),
        (Some(CallOutcome::Denied), None)
    );

    assert_eq!(wrapped.name, "tool.call of notes.write");
    assert_eq!(
        (wrapped.request.tool.as_str(), wrapped.request.direct),
        ("tool.call", true)
    );
    assert_eq!(wrapped.request.arguments, json!({"name": "notes.write", "id": 3}));
    assert_eq!(wrapped.expect.schema, Some(Some(Trust::ExternalUntrusted)));
}

#[test]
fn every_word_of_a_call_is_read() {
    for outcome in CallOutcome::ALL {
        let [scalar, mapped] = ["", "outcome: "].map(|key| {
            let expect = if key.is_empty() {
                outcome.id().to_owned()
            } else {
                format!("{{ {key}{} }}", outcome.id())
            };
            read(&format!("  - {{ tool: a.b, expect: {expect} }}\n"))[0]
                .expect
                .clone()
        });
        assert_eq!((scalar.outcome, scalar), (Some(outcome), mapped));
    }
    for code in CallCode::ALL {
        let calls = read(&format!("  - {{ tool: a.b, expect: {{ code: {} }} }}\n", code.id()));
        assert_eq!(calls[0].expect.code, Some(code));
    }
    for approval in Approval::ALL {
        let calls = read(&format!(
            "  - {{ tool: a.b, expect: failed, approval: {} }}\n",
            approval.id()
        ));
        assert_eq!(calls[0].request.approval, approval);
    }
}

#[test]
fn a_call_that_says_nothing_or_too_much_is_refused() {
    let twice = "error[call-twice]: a call has a `wrapper` and says by other keys what it calls - a wrapper says it all: leave \
        `tool`, `arguments` and `direct` out";
    for keys in ["tool: a.b", "arguments: {}", "direct: false"] {
        check(
            &format!("format: roster/1\ncalls:\n  - {{ wrapper: {{}}, {keys}, expect: failed }}\n"),
            &format!("a.yaml:3:5: {twice}"),
        );
    }
    let without = "error[call-without-tool]: a call names no tool - add `tool:` with the name that is called, or `wrapper:` \
        with what the model writes to `tool.call`";
    for call in [
        "{ expect: failed }",
        "{ arguments: {}, expect: failed }",
        "{ tool: null, expect: failed }",
    ] {
        check(
            &format!("format: roster/1\ncalls:\n  - {call}\n"),
            &format!("a.yaml:3:5: {without}"),
        );
    }
}

#[test]
fn a_word_that_nobody_knows_is_told_with_its_place() {
    check(
        "format: roster/1\ncalls:\n  - tool: a.b\n    expect: complete\n",
        "a.yaml:4:13: error[unknown-value]: `complete` is not how a call ends - did you mean `completed`?",
    );
    check(
        "format: roster/1\ncalls:\n  - { tool: a.b, expect: { outcome: deny } }\n",
        "a.yaml:3:37: error[unknown-value]: `deny` is not a known `outcome` - allowed here: `completed`, \
        `approval_required`, `denied`, `failed`",
    );
    check(
        "format: roster/1\ncalls:\n  - { tool: a.b, expect: { code: policy.scope } }\n",
        "a.yaml:3:34: error[unknown-value]: `policy.scope` is not a known `code` - allowed here: `tool.arguments_invalid`, \
        `tool.not_found.not_offered`, `policy.matrix.unknown_tool`, `policy.scope.missing`, `policy.hardline.denied`, \
        `policy.matrix.denied`, `policy.approval.refused`, `run.plan_failed`",
    );
    check(
        "format: roster/1\ncalls:\n  - { tool: a.b, approval: given, expect: { schema: none } }\n",
        "a.yaml:3:28: error[unknown-value]: `given` is not a known `approval` - allowed here: `waits`, `granted`, `refused`\n\
        a.yaml:3:53: error[unknown-value]: `none` is not a known `schema` - allowed here: `absent`, `trusted`, \
        `external_untrusted`",
    );
    check(
        "format: roster/1\ncalls:\n  - { tool: a.b, expect: 3 }\n",
        "a.yaml:3:26: error[wrong-type]: what is expected of a call must be a mapping, not a number - write `key: value` \
        lines, indented below",
    );
    check(
        "format: roster/1\ncalls: { tool: a.b }\n",
        "a.yaml:2:8: error[wrong-type]: `calls` must be a list, not a mapping - write one `- name: …` entry for each",
    );
}

#[test]
fn a_call_that_expects_nothing_is_no_gate() {
    let text = "format: roster/1\ncalls:\n  - tool: a.b\n  - { tool: a.b, expect: denied }\n";
    check(text, "");
    let loaded = roster::scenario::load_text(None, text, &[]).unwrap();
    let planned = std::sync::Arc::new(roster::plan::Planned::new(loaded.scenario, None));
    assert_eq!(roster::gates::Gates::of(&planned).gates.len(), 1);
}

#[test]
fn arguments_in_quotes_are_likely_not_meant() {
    check(
        "format: roster/1\ncalls:\n  - { tool: a.b, arguments: '{\"id\": 1}' }\n",
        "a.yaml:3:29: warning[arguments-text]: `arguments` is a text, and a call wants an object - leave the quotes around \
        it away",
    );
}

#[test]
fn policy_that_cannot_be_is_refused() {
    check(
        "format: roster/1\npolicy:\n  matrix: { none: ask, nothing: deny }\n",
        "a.yaml:3:19: error[unknown-value]: `ask` is not a known `none` - allowed here: `allow`, `require_approval`, `deny`\n\
        a.yaml:3:24: error[unknown-key]: `nothing` is not a key of the policy matrix - allowed here: `none`, \
        `workspace_read`, `workspace_write`, `network_read`, `code_execution`, `package_install`, `sandbox_network`, \
        `external_message`, `external_write`, `external_delete`, `financial`, `publication`, `credential_access`, \
        `host_access`, `privileged`",
    );
    check(
        "format: roster/1\npolicy:\n  hardline:\n    - { name: a }\n    - { tools: [\"[\"], when: { type: number-like } }\n",
        "a.yaml:4:7: error[rule-without-tools]: a hardline rule watches no tool - name them: `tools: [\"mcp.bank.*\"]`\n\
        a.yaml:5:17: error[bad-glob]: `[` is not a usable pattern: unclosed character class; missing ']' - `*` stands for any \
        characters, `?` for one, `[ab]` for one of several\n\
        a.yaml:5:29: error[bad-schema]: `when` cannot be used: it is not a JSON Schema: \"number-like\" is not valid under any \
        of the schemas listed in the 'anyOf' keyword - write `when: { properties: { amount: { minimum: 1000 } }, required: \
        [amount] }`",
    );
}

#[test]
fn gates_that_hold_say_nothing() {
    let calls = "
  - { tool: notes.write, arguments: { text: a }, expect: completed }
  - { tool: notes.write, expect: { outcome: failed, code: tool.arguments_invalid, name: notes.write, result: trusted, schema: trusted } }
  - { tool: notes.write, direct: true, expect: { outcome: failed, schema: absent } }
  - { tool: mcp.shop.find, arguments: { q: 1 }, expect: { result: external_untrusted, schema: external_untrusted } }
  - { tool: mcp.shop.order, expect: approval_required }
  - { name: A malformed wrapper, wrapper: {}, expect: { outcome: failed, name: tool.call } }
";
    assert_eq!(
        gates(calls),
        "\
call: notes.write is completed
call: notes.write is failed
call: notes.write, by its own name is failed
call: mcp.shop.find
call: mcp.shop.order is approval_required
call: A malformed wrapper"
    );
}

#[test]
fn gates_that_fall_say_what_differs_and_why() {
    let calls = "
  - { tool: mail.send, expect: completed }
  - { name: Everything differs, tool: mcp.shop.rate, expect: { outcome: completed, code: policy.scope.missing, name: mcp.shop.rate, result: external_untrusted, schema: trusted } }
  - { tool: mcp.shop.order, expect: { outcome: completed, code: policy.matrix.denied, result: trusted } }
  - { tool: notes.write, expect: { schema: absent } }
  - { tool: class.none, expect: completed }
";
    assert_eq!(
        gates(calls),
        "\
call: mail.send is completed
  outcome is denied, expected completed
  Scopes: Not granted: mail.send.
call: Everything differs
  outcome is denied, expected completed
  code is tool.not_found.not_offered, expected policy.scope.missing
  name is tool.call, expected mcp.shop.rate
  result is trusted, expected external_untrusted
  schema is absent, expected trusted
  Unwrap tool.call: mcp.shop.rate is not pinned. Ranked 29 of 29. All 4 slots were taken before it. The index is full at 25 \
         entries. The skip is recorded.
call: mcp.shop.order is completed
  outcome is approval_required, expected completed
  code is none, expected policy.matrix.denied
  result is none, expected trusted
  Approval: The owner is asked, and the run is parked until the answer.
call: notes.write
  schema is trusted, expected absent
  Arguments: They do not fit the input schema: `text` is missing.
call: class.none is completed"
    );
}

#[test]
fn a_gate_knows_its_place() {
    let loaded = loaded("  - { tool: class.none, expect: completed }\n");
    let gates = Gates::of(&Arc::new(Planned::new(Arc::clone(&loaded.scenario), None)));
    let line = u32::try_from(SCENARIO.lines().count()).unwrap() + 2;
    assert_eq!((gates.gates[0].at.line, gates.gates[0].at.column), (line, 5));
    assert_eq!((gates.passed(), gates.fallen()), (1, 0));
}
