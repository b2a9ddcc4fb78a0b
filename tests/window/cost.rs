//! Whether deferring pays, what it takes to know, and what the rejected alternatives come to.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{CostPart, ThemeChoice, View};
use roster::scenario::{CostFigure, DEFAULT_SHIPPED, Decimal, Origin, RankingOrder};

fn on(name: &str) -> Window {
    let mut window = Window::on_shipped(name);
    window.key(Modifiers::NONE, Key::Num9);
    assert_eq!(window.state().view.view, View::Cost);
    window
}

#[test]
fn every_tool_is_weighed_and_can_be_selected() {
    let mut window = on(DEFAULT_SHIPPED);
    assert!(window.says(" input tokens saved, "));
    assert!(window.says("100 requests take at most "));
    // What costs more than it saves stands on top.
    assert!(window.says("costs more than it saves"));
    let dearest = "mcp.gmail_write.create_draft";
    window.click_role(Role::Link, &format!("Weighed: {dearest}"));
    assert_eq!(window.state().view.selected.as_deref(), Some(dearest));
}

#[test]
fn without_use_it_says_what_to_write() {
    let mut window = on("getting-started.yaml");
    assert!(window.has("No use is recorded, so deferral cannot be weighed"));
    assert!(window.says("The file has no `usage`"));
    assert!(window.says("  requests: 1000"));
    // The alternatives need none.
    window.click(CostPart::Alternatives.title());
    assert!(window.has("as it stands"));
}

#[test]
fn an_alternative_is_tried_in_one_step() {
    let mut window = on(DEFAULT_SHIPPED);
    window.click(CostPart::Alternatives.title());
    assert!(!window.has("Try: as it stands"));
    window.click_role(Role::Button, "Try: name order");
    let order = |window: &Window| window.state().document.as_ref().unwrap().scenario.ranking.order;
    assert_eq!(order(&window), RankingOrder::Name);
    window.click("Undo");
    assert_eq!(order(&window), RankingOrder::ReadsFirst);
    assert!(!window.state().is_dirty());
}

#[test]
fn the_model_is_stated_and_its_inputs_can_be_changed() {
    let mut window = on(DEFAULT_SHIPPED);
    window.click(CostPart::Model.title());
    assert!(window.says("The file states no prices"));
    let said = |window: &Window, figure| {
        let scenario = &window.state().document.as_ref().unwrap().scenario;
        scenario.costs.said(figure)
    };
    window.enter(Role::SpinButton, "Steps per request", "4");
    assert_eq!(said(&window, CostFigure::StepsPerRequest), Some(Decimal::whole(4)));
    assert!(window.says("A request makes 4 model calls"));
    window.enter(Role::SpinButton, "Price of input", "2.5");
    assert_eq!(said(&window, CostFigure::InputPrice), Decimal::parse("2.5"));
    assert!(window.says("In 1,000 requests, at the prices of the file: "));
    window.enter(Role::SpinButton, "Price of output", "12");
    assert_eq!(said(&window, CostFigure::OutputPrice), Decimal::parse("12"));
    // Emptied, it is not said any more.
    window.enter(Role::SpinButton, "Price of output", " ");
    assert_eq!(said(&window, CostFigure::OutputPrice), None);
    for _ in 0..4 {
        window.click("Undo");
    }
    assert!(!window.state().is_dirty());
}

#[test]
fn a_large_window_shows_all_parts_at_once() {
    let origin = Origin::Shipped(DEFAULT_SHIPPED.to_owned());
    let mut window = Window::sized(origin, [1920.0, 1080.0], ThemeChoice::Light);
    window.key(Modifiers::NONE, Key::Num9);
    assert!(window.has("Weighed: mcp.gmail_write.create_draft"));
    assert!(window.has("Try: name order"));
    assert!(window.has("Price of input"));
}
