//! Switches, caps and undo: what a what-if does to the plan on screen.

use crate::support::{SIZE, Window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Settings, ThemeChoice};
use roster::scenario::{Class, DEFAULT_SHIPPED, Lane, Origin};

fn window() -> Window {
    Window::on_shipped(DEFAULT_SHIPPED)
}

/// What is in `after` and not in `before`.
fn gained(before: &[String], after: &[String]) -> Vec<String> {
    after.iter().filter(|name| !before.contains(name)).cloned().collect()
}

#[test]
fn the_shipped_scenario_opens_with_its_verdict() {
    let window = window();
    assert!(window.has("Nothing lost"));
    assert!(window.has("After ADR-0123"));
    assert!(window.has("gates 6/6"));
    assert!(window.says("The item cap binds: all 30 slots are taken when mcp.bland_call.start_call comes, rank 36."));
    assert_eq!(window.lane(Lane::Defined).len(), 30);
    assert_eq!(window.lane(Lane::Deferred).len(), 17);
}

#[test]
fn switching_gmail_off_promotes_the_call_that_had_no_slot() {
    let mut window = window();
    let before = window.lane(Lane::Defined);
    // The heading of the group comes before the flag of the same name.
    window.click_first(Role::CheckBox, "Gmail");
    let after = window.lane(Lane::Defined);
    assert_eq!(gained(&before, &after), ["mcp.bland_call.start_call"]);
    assert!(
        gained(&after, &before)
            .iter()
            .all(|name| name.starts_with("mcp.gmail_"))
    );
    assert_eq!(gained(&after, &before).len(), 6);
    // Configured deferrals stay where the agent wants them.
    assert_eq!(window.lane(Lane::Deferred).len(), 6);
    assert!(window.lane(Lane::Skipped).is_empty());
    assert!(window.has("what-if: 6 changes"));
}

#[test]
fn one_account_off_lets_the_next_in_rank_take_its_slots() {
    let mut window = window();
    let before = window.lane(Lane::Defined);
    window.click_role(Role::CheckBox, "Gmail, work, read");
    let after = window.lane(Lane::Defined);
    assert_eq!(
        gained(&before, &after),
        [
            "mcp.bland_call.start_call",
            "mcp.gmail_send.send_message",
            "mcp.gmail_work_send.send_message"
        ]
    );
}

#[test]
fn an_item_cap_of_twenty_moves_ten_into_the_index() {
    let mut window = window();
    let (defined, deferred) = (window.lane(Lane::Defined), window.lane(Lane::Deferred));
    window.enter(Role::SpinButton, "Definition slots", "20");
    assert_eq!(window.lane(Lane::Defined).len(), 20);
    let moved = gained(&deferred, &window.lane(Lane::Deferred));
    assert_eq!(moved.len(), 10);
    assert_eq!(moved, gained(&window.lane(Lane::Defined), &defined));
    assert!(window.lane(Lane::Skipped).is_empty());
    assert!(window.has("10 moved"));
    assert!(window.has("Gates (3 fell)"));
}

#[test]
fn what_moved_is_recoloured_for_a_moment_and_then_rests() {
    let origin = Origin::Shipped("getting-started.yaml".to_owned());
    let mut window = Window::with(origin, SIZE, Settings::default());
    // The rows that move stand in view.
    window.click_role(Role::CheckBox, "Notebook");
    assert_eq!(window.state().visible_plan().unwrap().rows.moved_since_last, 4);
    let recoloured = window.picture();
    // A step is a quarter of a second.
    window.harness().run_steps(8);
    let rested = window.picture();
    assert!(recoloured != rested);
    window.harness().run_steps(4);
    assert!(rested == window.picture());
}

#[test]
fn undo_and_redo_walk_through_every_change() {
    let mut window = window();
    let opened = window.lane(Lane::Defined);
    window.click_role(Role::CheckBox, "Web");
    let without_web = window.lane(Lane::Defined);
    window.enter(Role::SpinButton, "Index tokens", "1,000");
    assert_eq!(window.state().document.as_ref().unwrap().changes().len(), 2);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.lane(Lane::Defined), without_web);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.lane(Lane::Defined), opened);
    assert!(!window.state().is_dirty());
    assert!(window.has("as opened"));
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(window.lane(Lane::Defined), without_web);
    window.click("Redo");
    let cap = |window: &Window| {
        let scenario = &window.state().document.as_ref().unwrap().scenario;
        scenario.budget.class(Class::DeferredToolIndex).max_tokens
    };
    assert_eq!(cap(&window), 1_000);
    window.key(Modifiers::COMMAND, Key::Backspace);
    assert_eq!(window.lane(Lane::Defined), opened);
    window.click("Undo");
    assert_eq!(cap(&window), 1_000);
}

#[test]
fn dragging_a_slider_is_one_step() {
    let mut window = window();
    let slider = window.node(Role::Slider, "Definition slots slider").rect();
    let steps = 6;
    window.harness().drag_at(slider.center());
    window.settle();
    for step in 1..=steps {
        let to = slider.center() + egui::vec2(4.0 * step as f32, 0.0);
        window.harness().hover_at(to);
        window.settle();
    }
    window.harness().drop_at(slider.center() + egui::vec2(24.0, 0.0));
    window.settle();
    let cap = |window: &Window| {
        let scenario = &window.state().document.as_ref().unwrap().scenario;
        scenario.budget.class(Class::ToolDefinitions).max_items.unwrap()
    };
    assert!(cap(&window) > 30, "{}", cap(&window));
    window.click("Undo");
    assert_eq!(cap(&window), 30);
    assert!(!window.state().is_dirty());
}

#[test]
fn a_slider_keeps_its_scale_while_it_is_dragged() {
    let mut window = window();
    let slider = window.node(Role::Slider, "Definition slots slider").rect();
    window.harness().drag_at(slider.center());
    window.settle();
    for step in 1..=30 {
        window
            .harness()
            .hover_at(slider.center() + egui::vec2(8.0 * step as f32, 0.0));
        window.settle();
    }
    window.harness().drop_at(slider.center() + egui::vec2(240.0, 0.0));
    window.settle();
    let cap = |window: &Window| {
        let scenario = &window.state().document.as_ref().unwrap().scenario;
        scenario.budget.class(Class::ToolDefinitions).max_items.unwrap()
    };
    // Twice what the file says, however far the hand goes.
    assert_eq!(cap(&window), 60);
    window.click("Undo");
    assert_eq!(cap(&window), 30);
    // More can be typed, and the slider leaves it alone.
    window.enter(Role::SpinButton, "Definition slots", "5,000");
    window.settle();
    assert_eq!(cap(&window), 5_000);
    window.click("Undo");
    assert_eq!(cap(&window), 30);
}

#[test]
fn hovering_a_switch_says_what_it_would_do() {
    let mut window = window();
    window.node(Role::CheckBox, "Phone").hover();
    window.settle();
    assert!(window.has("Switching Phone on would:"));
    let preview = window.state().preview.clone().unwrap();
    assert!(window.has(&preview.verdict));
    assert!(
        preview
            .lines
            .iter()
            .any(|line| line == "device.phone.send_sms: unavailable → deferred"),
        "{:?}",
        preview.lines
    );
    // It was only a question.
    assert!(!window.state().is_dirty());
}

#[test]
fn the_file_as_opened_is_shown_while_its_key_is_held() {
    let mut window = window();
    window.enter(Role::SpinButton, "Definition slots", "20");
    window.harness().key_down(Key::H);
    window.settle();
    assert!(window.has("the file as opened"));
    assert_eq!(window.lane(Lane::Defined).len(), 30);
    // The switches and caps are the file's, too.
    assert_eq!(
        window.node(Role::SpinButton, "Definition slots").value().as_deref(),
        Some("30")
    );
    window.harness().key_up(Key::H);
    window.settle();
    assert_eq!(window.lane(Lane::Defined).len(), 20);
}

#[test]
fn builder_estimator_order_and_session_are_choices() {
    // Tall enough that these stand on screen without scrolling.
    let mut window = Window::sized(
        Origin::Shipped(DEFAULT_SHIPPED.to_owned()),
        [1280.0, 1000.0],
        ThemeChoice::Dark,
    );
    for (choice, option) in [
        ("Builder", "context-builder@11"),
        ("Estimator", "o200k_base"),
        ("Session", "operational_email"),
    ] {
        window.click_role(Role::ComboBox, choice);
        window.click(option);
    }
    let scenario = window.state().document.as_ref().unwrap().scenario.clone();
    assert_eq!(scenario.builder.to_string(), "context-builder@11");
    assert_eq!(scenario.estimator.id(), "o200k_base");
    assert_eq!(scenario.session.kind.id(), "operational_email");
}
