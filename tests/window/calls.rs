//! The Call view: a call step by step, a brief, and what-ifs of policy.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Action, Draft, ThemeChoice, View};
use roster::scenario::{CallCode, CallOutcome, DEFAULT_SHIPPED, Origin};

fn window() -> Window {
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    window.key(Modifiers::NONE, Key::Num5);
    window
}

/// Changes the draft as the fields of the view do.
fn draft(window: &mut Window, change: impl FnOnce(&mut Draft)) {
    let mut draft = window.state().view.draft.clone();
    change(&mut draft);
    window.act(Action::Draft(draft));
}

fn outcome(window: &Window) -> (CallOutcome, Option<CallCode>, String) {
    let tried = window.state().tried.as_ref().unwrap();
    let trace = tried.trace.as_ref().unwrap();
    (trace.outcome, trace.code, trace.name().to_owned())
}

#[test]
fn a_tool_is_chosen_and_its_call_traced() {
    let mut window = window();
    assert_eq!(window.state().view.view, View::Call);
    assert!(window.has("The trace stands here once a tool is named and its arguments are JSON."));
    window.click("Choose");
    window.click_role(Role::Button, "mcp.bland_call.start_call");
    // Required arguments are there to be filled in; the rest is a click away.
    assert!(
        window
            .state()
            .view
            .draft
            .arguments
            .contains("\"phone_number\": \"example\"")
    );
    assert!(window.has("phone_number") && window.has("max_minutes"));
    window.fill(Role::TextInput, "Argument phone_number", "+4930555010");
    window.fill(
        Role::MultilineTextInput,
        "Argument task",
        "Ask whether the table can be moved to eight.",
    );
    assert!(window.has("mcp.bland_call.start_call waits for approval"));
    assert!(window.has("tool.approval_requested"));
    assert!(window.has("the client shows: tool.call …"));
    assert!(window.has("the client shows: mcp.bland_call.start_call · waits for approval"));
    assert!(window.has("Nothing yet: the run is parked until the owner answers."));
    window.click("Approve");
    assert!(window.has("mcp.bland_call.start_call runs"));
    assert!(window.has("external, untrusted: in its envelope"));
    window.click("Refuse");
    let denied = (CallOutcome::Denied, Some(CallCode::ApprovalRefused));
    assert_eq!((outcome(&window).0, outcome(&window).1), denied);
}

#[test]
fn a_wrong_argument_shows_what_the_model_gets_back() {
    let mut window = window();
    window.act(Action::TryTool("mcp.bland_call.start_call".into()));
    window.fill(Role::MultilineTextInput, "Argument task", "Hi");
    assert!(window.has("mcp.bland_call.start_call fails: tool.arguments_invalid"));
    assert!(window.has("They do not fit the input schema: /task: \"Hi\" is shorter than 20 characters."));
    assert!(window.has("input schema · external, untrusted: in its envelope"));
    assert!(window.says("<untrusted trust=\"external_untrusted\" source=\"tool_input_schema\" nonce="));
    // By its own name the model has the definition already.
    window.click_role(Role::RadioButton, "by its own name");
    assert!(window.has("mcp.bland_call.start_call fails: tool.arguments_invalid"));
    assert!(!window.says("source=\"tool_input_schema\""));
}

#[test]
fn a_name_that_is_not_offered_can_be_typed() {
    let mut window = window();
    window.fill(Role::TextInput, "Tool", "browser.navigate");
    assert_eq!(
        outcome(&window),
        (CallOutcome::Denied, Some(CallCode::NotOffered), "tool.call".to_owned())
    );
    assert!(window.has("browser.navigate is not pinned. It requires the flag browser, which is off."));
    window.fill(Role::TextInput, "Tool", "nobody.knows");
    assert!(window.says("there is no schema to make a form of"));
    window.click_role(Role::RadioButton, "by its own name");
    assert_eq!(
        outcome(&window),
        (
            CallOutcome::Denied,
            Some(CallCode::UnknownTool),
            "nobody.knows".to_owned()
        )
    );
}

#[test]
fn form_and_json_are_one() {
    let mut window = window();
    window.act(Action::TryTool("memory.remember".into()));
    // A defined tool is called by its own name, as the model would.
    assert!(window.state().view.draft.direct);
    draft(&mut window, |draft| {
        draft.arguments = "{\"text\": \"The rent is due on the third.\", \"kind\": \"fact\"}".to_owned();
    });
    assert_eq!(outcome(&window).0, CallOutcome::Completed);
    window.fill(Role::MultilineTextInput, "Argument text", "ab");
    assert!(window.state().view.draft.arguments.contains("\"text\": \"ab\""));
    assert_eq!(outcome(&window).1, Some(CallCode::ArgumentsInvalid));
    draft(&mut window, |draft| draft.arguments = "{\"text\": ".to_owned());
    assert!(window.says("Not JSON: EOF while parsing"));
    assert!(window.has("The arguments are not a JSON object; the form is back when they are."));
    // The last trace stays, as the last good plan does.
    assert!(window.has("As of the arguments that last were JSON:"));
    // What was not yet a call leaves nothing wrong behind.
    draft(&mut window, |draft| draft.arguments.push_str("7}"));
    assert_eq!(outcome(&window).1, Some(CallCode::ArgumentsInvalid));
}

#[test]
fn a_tainted_turn_asks_before_it_writes() {
    let mut window = window();
    window.act(Action::TryTool("memory.remember".into()));
    draft(&mut window, |draft| {
        draft.arguments = "{\"text\": \"The rent is due on the third.\", \"kind\": \"fact\"}".to_owned();
    });
    window.click_role(Role::CheckBox, "tainted turn");
    assert_eq!(outcome(&window).0, CallOutcome::ApprovalRequired);
    assert!(window.says("the turn consumed external content, so it requires approval"));
}

#[test]
fn policy_is_a_what_if_like_any_other() {
    let origin = Origin::Shipped(DEFAULT_SHIPPED.to_owned());
    let mut window = Window::sized(origin, [1920.0, 1400.0], ThemeChoice::Dark);
    window.act(Action::TryTool("mcp.gmail_send.send_message".into()));
    let arguments = "{\"to\": [\"ann@example.com\"], \"subject\": \"x\", \"body\": \"y\"}";
    draft(&mut window, |draft| draft.arguments = arguments.to_owned());
    assert_eq!(outcome(&window).0, CallOutcome::ApprovalRequired);
    window.click_role(Role::ComboBox, "Policy of external_message");
    window.click("deny");
    assert_eq!(outcome(&window).1, Some(CallCode::MatrixDenied));
    assert_eq!(
        window.state().history.undo_label(),
        Some("Let policy deny external_message")
    );
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(outcome(&window).0, CallOutcome::ApprovalRequired);
}

#[test]
fn the_trace_follows_the_plan() {
    let mut window = window();
    window.act(Action::TryTool("mcp.bland_call.start_call".into()));
    let bland = roster::scenario::Edit::Source {
        kind: roster::scenario::SourceKind::Server,
        id: "bland_call".to_owned(),
        enabled: false,
    };
    window.act(Action::Edit(bland));
    assert_eq!(outcome(&window).1, Some(CallCode::NotOffered));
    assert!(window.says("Server bland_call is off."));
}

#[test]
fn what_is_selected_is_what_is_called() {
    let mut window = window();
    window.click_role(Role::Button, "Line 8: mcp.gmail_send.send_message");
    assert_eq!(window.state().view.draft.tool, "mcp.gmail_send.send_message");
    window.key(Modifiers::NONE, Key::Num1);
    window.click_role(Role::Button, "Line 7: mcp.bland_call.start_call");
    window.click("Try a call");
    assert_eq!(window.state().view.view, View::Call);
    assert_eq!(window.state().view.draft.tool, "mcp.bland_call.start_call");
}

#[test]
fn calls_of_the_file_can_be_looked_at() {
    let mut window = Window::on_shipped("calls-adr-0123.yaml");
    assert!(window.has("gates 15/15"));
    window.key(Modifiers::NONE, Key::Num5);
    window.click("From the file");
    window.click("no approval lifts a hardline rule");
    assert_eq!(outcome(&window).1, Some(CallCode::Hardline));
    assert!(window.has("Forbidden by “no calls to premium numbers”; no approval lifts it."));
    window.click("From the file");
    window.click("a wrapper without a name");
    assert_eq!(outcome(&window).2, "tool.call");
    assert!(window.says("The wrapper does not fit: "));
}

#[test]
fn a_brief_gives_its_child_definitions() {
    let mut window = Window::on_shipped("delegation-on.yaml");
    window.key(Modifiers::NONE, Key::Num5);
    window.click("A brief");
    // The file's first one is there to start from.
    assert!(window.has("The child has 3 definitions at 744 tokens. 1 of them is deferred in its parent."));
    window.click("From the file");
    window.click("a browser that this chat does not have");
    assert!(window.has("browser.navigate is not pinned. It requires the flag browser, which is off."));
    window.click_role(Role::Button, "Clear");
    assert!(window.has("The child stands here once the brief names a tool."));
    window.click("Add a tool");
    window.click_role(Role::Button, "email.unsubscribe");
    assert!(window.has("The child has 1 definition at 306 tokens. It is deferred in its parent."));
}

#[test]
fn every_size_draws() {
    for size in [[640.0, 480.0], [900.0, 560.0], [1280.0, 800.0], [1920.0, 1080.0]] {
        let origin = Origin::Shipped("calls-adr-0123.yaml".to_owned());
        let mut window = Window::sized(origin, size, ThemeChoice::Light);
        window.act(Action::TryTool("mcp.bland_call.start_call".into()));
        assert!(window.has("What the model gets back"), "{size:?}");
        draft(&mut window, |draft| draft.trying = roster::app::Trying::Brief);
        assert!(window.says("The child stands here"), "{size:?}");
    }
}
