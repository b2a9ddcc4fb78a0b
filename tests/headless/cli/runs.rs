//! `roster call`, `roster deploy`, `roster delegate`.

use super::support::Test;
use serde_json::json;

#[test]
fn a_call_through_tool_call() {
    Test::new(&["call", "small.yaml", "notes.delete", "{\"id\": 1}"])
        .stdout(
            "\
Small
3 tools lost
3 defined · 1 deferred · 3 skipped · 2 unavailable
context-builder@12, tokens by bytes/3

notes.delete fails: tool.arguments_invalid
Called through tool.call, in a clean turn, with {\"id\":1}

Steps
      step                   rule  what it found
pass  Is there a run?        §6    The plan stands, and its tools are pinned.
pass  Unwrap tool.call       §8.1  The call goes on as notes.delete, under the model's call id.
                                   tool.call is not executed.
pass  Resolve the name       §8.2  Pinned, deferred; from builtin.
pass  Enabled for the agent  §8.2  The agent names it.
–     Scopes                 §8.2  It needs none.
STOP  Arguments              §8.2  tool.arguments_invalid. They do not fit the input schema: not
                                   known here: `id`.
      Hardline rules         §8.3  not reached
      Policy                 §8.3  not reached
      Approval               §8.4  not reached
      Run                    §8.4  not reached

Events, all under call_1
   event            name          the client shows
1  model.tool_call  tool.call     tool.call …
2  tool.requested   notes.delete  notes.delete …
3  tool.failed      notes.delete  notes.delete · failed

Result
  Answers call_1, replayed as tool.call, an error. One invocation row, notes.delete.
  trusted: the platform's own
    The arguments do not fit the tool's input schema: 1 problem.
  trusted: the platform's own
    not known here: `id`
  input schema, trusted: the platform's own
    {\"type\":\"object\"}
",
        )
        .run();
}

#[test]
fn a_call_by_its_own_name_in_a_tainted_turn() {
    let arguments = ["call", "small.yaml", "mcp.mail.list", "{}", "--direct", "--tainted"];
    let (text, _) = Test::new(&arguments).run();
    assert!(text.contains("\nmcp.mail.list runs\nCalled by its own name, in a turn that consumed external content"));
    assert!(text.contains("network_read is allowed; that the turn consumed"));
    assert!(text.contains("<untrusted trust=\"external_untrusted\" source=\"tool_result\" nonce="));
}

#[test]
fn the_owner_answers_by_a_flag() {
    let approval = "policy.matrix.workspace_write=require_approval";
    let call = ["call", "small.yaml", "notes.delete", "--set", approval];
    for (flag, verdict) in [
        (None, "notes.delete waits for approval"),
        (Some("--approve"), "notes.delete runs"),
        (Some("--refuse"), "notes.delete is denied: policy.approval.refused"),
    ] {
        let arguments: Vec<&str> = call.into_iter().chain(flag).collect();
        let (text, _) = Test::new(&arguments).run();
        assert!(text.contains(verdict), "{text}");
    }
    let (_, complaint) = Test::new(&["call", "small.yaml", "notes.delete", "--approve", "--refuse"])
        .status(2)
        .any_stderr()
        .run();
    assert!(complaint.contains("cannot be used with"), "{complaint}");
}

#[test]
fn scopes_are_granted_by_a_flag() {
    let needs = "tools.\"notes.delete\".scopes=[notes.write]";
    let verdict = |scope: &str| {
        let arguments = ["call", "small.yaml", "notes.delete", "--set", needs, "--scope", scope];
        Test::new(&arguments).run().0.lines().nth(6).unwrap().to_owned()
    };
    assert_eq!(verdict("notes.write"), "notes.delete runs");
    assert_eq!(verdict("notes.read"), "notes.delete is denied: policy.scope.missing");
}

#[test]
fn a_name_that_nothing_has_is_answered_and_remarked_on() {
    let (text, _) = Test::new(&["call", "small.yaml", "notes.serch"])
        .stderr("note: the scenario has no tool `notes.serch`; did you mean `notes.search`?\n")
        .run();
    assert!(text.contains("tool.call is denied: tool.not_found.not_offered"));
}

#[test]
fn a_wrapper_as_the_model_wrote_it() {
    let answer = Test::new(&[
        "call",
        "small.yaml",
        "tool.call",
        "{\"name\": \"notes.delete\"}",
        "--direct",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(answer["format"], "roster-call/1");
    assert_eq!(answer["outcome"], "completed");
    assert_eq!(answer["name"], "notes.delete");
    assert_eq!(answer["invocations"], json!(["notes.delete"]));
    assert_eq!(
        answer["result"],
        json!({
            "call_id": "call_1",
            "answers": "tool.call",
            "is_error": false,
            "trust": "trusted",
            "parts": [{
                "trust": "trusted",
                "is_schema": false,
                "text": "(what the tool returns; nothing is executed here)",
            }],
        })
    );
    let events: Vec<(&str, &str)> = answer["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| (event["kind"].as_str().unwrap(), event["name"].as_str().unwrap()))
        .collect();
    assert_eq!(
        events,
        [
            ("model.tool_call", "tool.call"),
            ("tool.requested", "notes.delete"),
            ("tool.started", "notes.delete"),
            ("tool.completed", "notes.delete"),
        ]
    );
}

#[test]
fn arguments_that_are_no_json_are_told_with_a_way_out() {
    Test::new(&["call", "small.yaml", "notes.delete", "{id: 1}"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[bad-json]: the arguments are not JSON: key must be a string at line 1 column 2
  help: put them in single quotes for the shell, names and texts inside in double ones: '{\"query\": \"x\"}'
",
        )
        .run();
}

#[test]
fn a_failing_plan_makes_no_call() {
    let fails = "budget.persona.used_tokens=2001";
    let (text, _) = Test::new(&["call", "small.yaml", "notes.delete", "--set", fails])
        .status(1)
        .run();
    assert!(text.contains("\nNo run begins: the plan fails\n"), "{text}");
    assert!(text.contains("  None: there is no run. No invocation row.\n"), "{text}");
}

/// Three sessions; what becomes of each follows from what is deployed.
const SESSIONS: &str = "
format: roster/1
name: Larger
extends: small.yaml
budget: { tool_definitions: { max_items: 4 } }
builder: context-builder@12
sessions:
  - name: kept
    expect: kept
  - name: older
    builder: context-builder@10
    expect: { next: rotated, reason: builder_version_changed }
  - name: parked
    builder: context-builder@10
    parked_on: notes.delete
    expect: { next: failed, code: tool_pin_mismatch }
";

#[test]
fn a_deploy_that_breaks_a_run() {
    let (text, _) = Test::new(&["deploy", "small.yaml", "larger.yaml"])
        .file("larger.yaml", SESSIONS)
        .status(1)
        .run();
    let head = "\
Small → Larger
1 parked run fails, as the file expects
3 sessions: 1 failed · 1 rotated · 1 kept
context-builder@12 → context-builder@12

next     session  why                      builder
failed   parked   tool_pin_mismatch        @10
rotated  older    builder_version_changed  @10
kept     kept     same builder             @12

parked
  As the file expects.
  Opened under Small · context-builder@10 · 3 tools pinned.
";
    assert!(text.starts_with(head), "{text}");
    assert!(
        text.contains("\nChats that open from now on\n    mcp.mail.read: skipped → defined\n"),
        "{text}"
    );
    Test::new(&["check", "larger.yaml"])
        .file("larger.yaml", SESSIONS)
        .stdout(
            "\
larger.yaml: 2 tools lost
  pass  session: kept
  pass  session: older
  pass  session: parked
1 file, 3 gates: 3 pass, 0 fall
",
        )
        .run();
}

/// As in the window: the sessions were there before the what-if.
#[test]
fn a_what_if_is_deployed_over_the_file_as_written() {
    let (text, _) = Test::new(&["check", "larger.yaml", "--set", "builder=context-builder@11"])
        .file("larger.yaml", SESSIONS)
        .status(1)
        .run();
    assert!(
        text.contains("  FAIL  session: kept\n        next is rotated, expected kept\n"),
        "{text}"
    );
}

#[test]
fn a_session_that_ends_otherwise_says_why() {
    let other = SESSIONS.replace(
        "    expect: kept\n",
        "    expect: { next: rotated, reason: model_changed }\n",
    );
    let (text, _) = Test::new(&["check", "larger.yaml"])
        .file("larger.yaml", &other)
        .status(1)
        .run();
    let expected = "\
  FAIL  session: kept
        next is kept, expected rotated
        reason is none, expected model_changed
        Its plan is current: the same builder, nothing that it pinned changed.
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_deploy_of_files_without_sessions_shows_examples() {
    let (text, _) = Test::new(&["deploy", "small.yaml", "small.yaml"]).run();
    assert!(text.contains("\nNeither file lists `sessions`; these are examples.\n"));
    assert!(text.contains("\n  the same roster as before\n"));
    let answer = Test::new(&["deploy", "small.yaml", "small.yaml", "--format", "json"]).json();
    assert_eq!(answer["format"], "roster-deploy/1");
    assert_eq!(answer["sessions_are_implied"], true);
    let session = &answer["sessions"][0];
    assert_eq!(session["next"], "kept");
    let prefix = &session["prefix_sha256"];
    assert_eq!(prefix["before"], prefix["after"]);
    assert_eq!(prefix["before"].as_str().unwrap().len(), 64);
}

#[test]
fn a_deploy_needs_both_files() {
    let (_, complaint) = Test::new(&["deploy", "small.yaml", "nowhere.yaml"])
        .status(2)
        .stdout("")
        .any_stderr()
        .run();
    assert!(complaint.starts_with("error[file-missing]"), "{complaint}");
}

#[test]
fn a_brief_and_what_it_may_not_name() {
    Test::new(&["delegate", "small.yaml", "notes.delete", "mcp.mail.list"])
        .stdout(
            "\
Small

The brief
The child has 2 definitions at 81 tokens. 1 of them is deferred in its parent.
tool           in its parent  in the child  tokens
notes.delete   deferred       defined           34
mcp.mail.list  defined        defined           47
2 tools                                         81
",
        )
        .run();
    let (text, _) = Test::new(&["delegate", "small.yaml", "notes.delete", "mcp.mail.read"])
        .status(1)
        .run();
    assert!(text.contains("\nThe brief is an error: 1 name is refused.\n  mcp.mail.read is not pinned. "));
    Test::new(&["delegate", "small.yaml"])
        .stdout("Small\nThe file has no `delegations`; name the tools of a brief after the file.\n")
        .run();
}
