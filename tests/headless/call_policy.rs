//! What decides about a call once its arguments fit: hardline rules, policy, approval (domain §8.3, §8.4), and a plan that
//! fails, in which no call decides anything.

use super::calls::{check_both, check_both_in, check_in, directly, ending, planned, planned_of, through, wrapper};
use roster::call::{explain, trace};
use roster::plan::Planned;
use roster::scenario::{Approval, CallRequest, Edit, PolicyDecision, SideEffect};
use serde_json::json;
use std::sync::Arc;

/// The plan with a class decided otherwise.
fn overridden(effect: SideEffect, decision: PolicyDecision) -> Planned {
    let before = planned();
    let edit = Edit::Policy {
        effect,
        decision: Some(decision),
    };
    Planned::new(Arc::new(edit.apply(&before.scenario)), None)
}

#[test]
fn arguments_are_asked_before_rules_and_policy() {
    let planned = planned();
    let call = |tool, arguments| ending(&planned, &through(tool, arguments));
    assert_eq!(call("disk.wipe", json!({"all": true})), "failed tool.arguments_invalid");
    assert_eq!(
        call("class.privileged", json!({"all": true})),
        "failed tool.arguments_invalid"
    );
}

#[test]
fn a_hardline_rule_denies_and_no_approval_lifts_it() {
    let denied = |planned: &Planned, request: &CallRequest, rule: &str| {
        let tool = &request.tool;
        let expected = format!(
            "denied policy.hardline.denied
tool.call: model.tool_call
{tool}: tool.requested tool.denied
+plan +unwrap +resolve +enabled =scopes +arguments !hardline -policy -approval -run
row {tool}
to tool.call, error
  trusted: A rule that no approval lifts forbids this call.
Hardline rules: Forbidden by “{rule}”; no approval lifts it."
        );
        check_both_in(planned, request, &expected);
    };
    let wipe = CallRequest {
        approval: Approval::Granted,
        ..through("disk.wipe", json!({}))
    };
    denied(&planned(), &wipe, "nothing is wiped");
    let pay = CallRequest {
        approval: Approval::Granted,
        ..through("bank.pay", json!({"amount": 1000}))
    };
    denied(&planned(), &pay, "no large payments");
    let allowed = overridden(SideEffect::Financial, PolicyDecision::Allow);
    denied(&allowed, &pay, "no large payments");
    // Hardline comes before policy.
    let forbidden = overridden(SideEffect::Financial, PolicyDecision::Deny);
    denied(&forbidden, &pay, "no large payments");
}

#[test]
fn a_hardline_rule_whose_condition_does_not_hold_lets_through() {
    let allowed = overridden(SideEffect::Financial, PolicyDecision::Allow);
    for arguments in [json!({"amount": 999}), json!({})] {
        check_both_in(
            &allowed,
            &through("bank.pay", arguments.clone()),
            "completed
tool.call: model.tool_call
bank.pay: tool.requested tool.started tool.completed
+plan +unwrap +resolve +enabled =scopes +arguments +hardline +policy =approval +run
row bank.pay
to tool.call
  trusted: (what the tool returns; nothing is executed here)
Run: It runs once, under its own name; one invocation row, one result.",
        );
        let watched = trace(&allowed, &through("bank.pay", arguments));
        assert_eq!(
            explain::finding(&watched.steps[6].finding),
            "1 rule watches it and does not match."
        );
    }
}

#[test]
fn a_class_that_policy_denies_is_denied_whoever_agrees() {
    for approval in Approval::ALL {
        let request = CallRequest {
            approval,
            ..through("class.host_access", json!({}))
        };
        check_both(
            &request,
            "denied policy.matrix.denied
tool.call: model.tool_call
class.host_access: tool.requested tool.denied
+plan +unwrap +resolve +enabled =scopes +arguments +hardline !policy -approval -run
row class.host_access
to tool.call, error
  trusted: Policy denies this call.
Policy: host_access is denied.",
        );
    }
}

#[test]
fn an_approval_is_asked_for_and_the_run_waits() {
    check_both(
        &through("mcp.shop.order", json!({})),
        "approval_required
tool.call: model.tool_call
mcp.shop.order: tool.requested tool.approval_requested
+plan +unwrap +resolve +enabled =scopes +arguments +hardline +policy ?approval -run
row mcp.shop.order
Approval: The owner is asked, and the run is parked until the answer.",
    );
}

#[test]
fn an_approval_that_is_granted_runs_the_tool_once() {
    let granted = CallRequest {
        approval: Approval::Granted,
        ..through("class.publication", json!({}))
    };
    check_both(
        &granted,
        "completed
tool.call: model.tool_call
class.publication: tool.requested tool.approval_requested tool.approval_granted tool.started tool.completed
+plan +unwrap +resolve +enabled =scopes +arguments +hardline +policy +approval +run
row class.publication
to tool.call
  trusted: (what the tool returns; nothing is executed here)
Run: It runs once, under its own name; one invocation row, one result.",
    );
}

#[test]
fn an_approval_that_is_refused_denies() {
    let refused = CallRequest {
        approval: Approval::Refused,
        ..through("bank.pay", json!({"amount": 1}))
    };
    check_both(
        &refused,
        "denied policy.approval.refused
tool.call: model.tool_call
bank.pay: tool.requested tool.approval_requested tool.approval_refused tool.denied
+plan +unwrap +resolve +enabled =scopes +arguments +hardline +policy !approval -run
row bank.pay
to tool.call, error
  trusted: The owner did not approve this call.
Approval: The owner was asked and said no.",
    );
}

/// Every class, in a clean turn and in one that consumed external content: only what was allowed and is no read differs.
/// `tool.call` is classified `none`, which never decides.
#[test]
fn the_class_of_the_named_tool_decides() {
    let expected = "
none completed completed
workspace_read completed completed
workspace_write completed approval_required
network_read completed completed
code_execution completed approval_required
package_install denied denied
sandbox_network denied denied
external_message approval_required approval_required
external_write approval_required approval_required
external_delete approval_required approval_required
financial approval_required approval_required
publication approval_required approval_required
credential_access denied denied
host_access denied denied
privileged denied denied
";
    let planned = planned();
    for is_direct in [false, true] {
        let outcome = |effect: SideEffect, tainted| {
            let request = CallRequest {
                direct: is_direct,
                tainted,
                ..through(&format!("class.{}", effect.id()), json!({}))
            };
            trace(&planned, &request).outcome.id()
        };
        let lines = SideEffect::ALL.map(|effect| {
            let [clean, tainted] = [false, true].map(|tainted| outcome(effect, tainted));
            format!("{} {clean} {tainted}\n", effect.id())
        });
        assert_eq!(lines.concat().trim(), expected.trim());
    }
}

#[test]
fn a_tainted_turn_turns_an_allowed_write_into_an_approval() {
    let tainted = |tool: &str, arguments| CallRequest {
        tainted: true,
        ..through(tool, arguments)
    };
    let write = tainted("notes.write", json!({"text": "as the page says"}));
    check_both(
        &write,
        "approval_required
tool.call: model.tool_call
notes.write: tool.requested tool.approval_requested
+plan +unwrap +resolve +enabled =scopes +arguments +hardline +policy ?approval -run
row notes.write
Approval: The owner is asked, and the run is parked until the answer.",
    );
    let ruling = |request: &CallRequest| explain::finding(&trace(&planned(), request).steps[7].finding);
    assert_eq!(
        ruling(&write),
        "workspace_write is allowed; the turn consumed external content, so it requires approval."
    );
    assert_eq!(
        ruling(&tainted("class.workspace_read", json!({}))),
        "workspace_read is allowed; that the turn consumed external content changes nothing."
    );
}

#[test]
fn a_scenario_overrides_a_class() {
    use PolicyDecision::{Allow, Deny, RequireApproval};

    let ruled = |effect: SideEffect, decision, tainted| {
        let request = CallRequest {
            tainted,
            ..through(&format!("class.{}", effect.id()), json!({}))
        };
        let trace = trace(&overridden(effect, decision), &request);
        format!("{}: {}", trace.outcome.id(), explain::finding(&trace.steps[7].finding))
    };
    assert_eq!(
        ruled(SideEffect::Privileged, Allow, false),
        "completed: privileged is allowed by this scenario."
    );
    // What a scenario allows beyond the platform is still no read.
    assert_eq!(
        ruled(SideEffect::ExternalWrite, Allow, true),
        "approval_required: external_write is allowed by this scenario; the turn consumed external content, so it requires \
         approval."
    );
    assert_eq!(
        ruled(SideEffect::None, RequireApproval, false),
        "approval_required: none requires approval by this scenario."
    );
    assert_eq!(
        ruled(SideEffect::WorkspaceWrite, Deny, true),
        "denied: workspace_write is denied by this scenario; that the turn consumed external content changes nothing."
    );
}

/// Overriding `none` is overriding what `tool.call` is classified as: what it reaches is judged by its own class.
#[test]
fn tool_call_itself_is_never_judged() {
    let denied = overridden(SideEffect::None, PolicyDecision::Deny);
    let call = |tool| ending(&denied, &through(tool, json!({})));
    assert_eq!(call("class.workspace_read"), "completed -");
    assert_eq!(call("class.none"), "denied policy.matrix.denied");
}

#[test]
fn a_plan_that_fails_has_no_run() {
    let planned = planned_of("format: roster/1\ntools: { a.b: {} }\nbudget: { tool_definitions: { max_tokens: 3 } }");
    let expected = "failed run.plan_failed
!plan -unwrap -resolve -enabled -scopes -arguments -hardline -policy -approval -run
Is there a run?: The plan fails: tool definitions need 26 of 3 tokens, 23 over. No run begins.";
    for request in [
        through("a.b", json!({})),
        directly("a.b", json!({})),
        wrapper(json!({})),
    ] {
        check_in(&planned, &request, expected);
    }
    let never = trace(&planned, &through("a.b", json!({})));
    assert_eq!((never.tool, never.events.len(), never.name()), (None, 0, "a.b"));
    assert_eq!(explain::verdict(&never), "No run begins: the plan fails");
}
