//! What a cap buys: charts, heat map and their table twins.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Answer, View};
use roster::explore::Parameter;
use roster::scenario::{Class, DEFAULT_SHIPPED, Field, Lane, SourceKind};

fn window() -> Window {
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    window.key(Modifiers::NONE, Key::Num8);
    assert_eq!(window.state().view.view, View::Sweep);
    window
}

fn item_cap(window: &Window) -> u64 {
    let scenario = &window.state().document.as_ref().unwrap().scenario;
    scenario.budget.class(Class::ToolDefinitions).max_items.unwrap()
}

#[test]
fn a_row_applies_its_value_as_one_step() {
    let mut window = window();
    window.click_role(Role::CheckBox, "as tables");
    assert!(window.says("→ defined: mcp.gmail_work_read.search_threads"));
    window.click_role(Role::Button, "Apply 28");
    assert_eq!(item_cap(&window), 28);
    assert_eq!(window.lane(Lane::Defined).len(), 28);
    // The table stays where it is: the next click finds its row.
    window.click_role(Role::Button, "Apply 32");
    assert_eq!(item_cap(&window), 32);
    window.click("Undo");
    assert_eq!(item_cap(&window), 28);
    window.click("Undo");
    assert_eq!(item_cap(&window), 30);
    assert!(!window.state().is_dirty());
}

#[test]
fn a_parameter_is_chosen_by_its_name() {
    let mut window = window();
    window.click_role(Role::ComboBox, "What is moved");
    window.click("deferred tool index token cap");
    let chosen = Parameter::Class(Class::DeferredToolIndex, Field::MaxTokens);
    assert_eq!(window.state().view.sweep.parameter, chosen);
    let explored = window.state().explored.clone().unwrap();
    let Answer::Sweep(sweep) = &explored.answer else {
        panic!("{:?}", explored.question);
    };
    assert_eq!((sweep.parameter, sweep.current), (chosen, 2_000));
    assert!(window.has("2,000, as it stands"));
}

#[test]
fn the_table_lists_what_changes_unless_all_is_asked_for() {
    let mut window = window();
    window.click_role(Role::ComboBox, "What is moved");
    window.click("tool definitions token cap");
    window.click_role(Role::CheckBox, "as tables");
    assert!(window.has("Apply 9,000"));
    assert!(!window.has("Apply 8,800"));
    window.click_role(Role::CheckBox, "every value");
    assert!(window.has("Apply 8,800"));
}

#[test]
fn a_click_in_a_chart_applies_what_it_reads_off() {
    let mut window = window();
    assert!(window.has("30, as it stands"));
    let title = window.node(Role::Label, "Tools").rect();
    let at = title.left_top() + egui::vec2(60.0, 120.0);
    window.harness().hover_at(at);
    window.settle();
    assert!(window.says(": a click sets it"));
    window.harness().drag_at(at);
    window.harness().drop_at(at);
    window.settle();
    let applied = item_cap(&window);
    assert!(applied < 30, "{applied}");
    assert!(window.has(&format!("{applied}, as it stands")));
    window.click("Undo");
    assert_eq!(item_cap(&window), 30);
}

#[test]
fn what_nobody_recorded_is_not_drawn() {
    let mut window = Window::on_shipped("getting-started.yaml");
    window.key(Modifiers::NONE, Key::Num8);
    assert!(window.has("Tokens of every request"));
    assert!(!window.has("In 100 requests"));
    let mut window = self::window();
    assert!(window.has("In 100 requests"));
    window.click_role(Role::CheckBox, "as tables");
    assert!(!window.has("Tokens of every request"));
}

#[test]
fn a_cell_of_the_heat_map_applies_cap_and_accounts() {
    let mut window = window();
    window.click_role(Role::CheckBox, "by accounts");
    let cells = window.count(Role::Button, " deferred · ");
    let explored = window.state().explored.clone().unwrap();
    let Answer::Grid(grid) = &explored.answer else {
        panic!("{:?}", explored.question);
    };
    assert_eq!(cells, grid.rows.len() * grid.values.len());
    window.click_role(Role::CheckBox, "as tables");
    // What stands is in view.
    window.click_role(Role::Button, "Apply 28, 3: with gmail_work");
    assert_eq!(item_cap(&window), 28);
    window.click_role(Role::CheckBox, "as tables");
    window.click_holding(Role::Button, "20, 1: with bland: ");
    assert_eq!(item_cap(&window), 20);
    let is_on = |window: &Window, id: &str| {
        let scenario = &window.state().document.as_ref().unwrap().scenario;
        scenario.sources(SourceKind::Server)[id].enabled
    };
    assert!(is_on(&window, "bland_read") && !is_on(&window, "gmail_read"));
    window.click("Undo");
    assert!(is_on(&window, "gmail_read"));
    assert_eq!(item_cap(&window), 28);
}
