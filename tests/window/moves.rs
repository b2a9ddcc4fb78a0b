//! What would move the selected tool, as buttons in the inspector.

use crate::support::Window;
use egui::accesskit::Role;
use roster::app::{Action, Answer};
use roster::scenario::{DEFAULT_SHIPPED, Lane};

fn selected(tool: &str) -> Window {
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    window.act(Action::Select(Some(tool.into())));
    window
}

#[test]
fn a_suggestion_defines_a_deferred_tool_in_one_step() {
    let tool = "mcp.bland_call.start_call";
    let mut window = selected(tool);
    assert!(window.has("What would define it"));
    assert!(!window.lane(Lane::Defined).iter().any(|name| name == tool));
    let (title, side_effects) = {
        let explored = window.state().moves.clone().unwrap();
        let Answer::Moves(Some(moves)) = &explored.answer else {
            panic!("{:?}", explored.question);
        };
        let first = &moves.singles[0];
        (first.title.clone(), roster::explore::explain::side_effects(first))
    };
    assert!(window.says(&side_effects));
    window.click_first(Role::Button, &title);
    assert!(window.lane(Lane::Defined).iter().any(|name| name == tool));
    // Now it is asked the other way round.
    assert!(window.has("What would push it out"));
    window.click("Undo");
    assert!(!window.state().is_dirty());
    assert!(window.has("What would define it"));
}

#[test]
fn the_others_are_one_click_away_and_name_who_else_moves() {
    let mut window = selected("mcp.gmail_send.send_message");
    let (count, hidden) = {
        let explored = window.state().moves.clone().unwrap();
        let Answer::Moves(Some(moves)) = &explored.answer else {
            panic!("{:?}", explored.question);
        };
        (moves.singles.len(), moves.singles.last().unwrap().title.clone())
    };
    assert!(count > 5, "{count}");
    assert!(window.has(&format!("{count} single changes would define it.")));
    assert!(!window.has(&hidden));
    window.click(&format!("{} more", count - 5));
    assert!(window.has(&hidden));
    window.node(Role::Button, "Set tool definitions item cap to 32").hover();
    window.settle();
    assert!(window.has("Who else moves"));
    assert!(window.has("mcp.bland_call.start_call: deferred → defined"));
}

#[test]
fn what_would_push_a_tool_out_says_where_it_ends() {
    let mut window = selected("web.fetch");
    assert!(window.has("What would push it out"));
    assert!(window.says("ends deferred; "));
    window.click_role(Role::Button, "Defer it");
    assert!(window.lane(Lane::Deferred).iter().any(|name| name == "web.fetch"));
    // As a suggestion, and not a second time as an offer.
    assert_eq!(window.nodes(Role::Button, "Do not defer it").count(), 1);
    window.click_role(Role::Button, "Do not defer it");
    assert!(window.lane(Lane::Defined).iter().any(|name| name == "web.fetch"));
}

#[test]
fn an_unavailable_tool_can_be_made_a_candidate() {
    let mut window = selected("device.phone.send_sms");
    assert!(window.has("What would define it"));
    window.click_role(Role::Button, "Switch the device phone on");
    assert!(
        window
            .lane(Lane::Deferred)
            .iter()
            .any(|name| name == "device.phone.send_sms")
    );
}
