//! Looking at a plan: table, slots, inspector, views, palette and keys.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Command, Modal, ThemeChoice, View};
use roster::scenario::{DEFAULT_SHIPPED, Lane, Origin};

fn window() -> Window {
    Window::on_shipped(DEFAULT_SHIPPED)
}

fn selected(window: &Window) -> Option<&str> {
    window.state().view.selected.as_deref()
}

#[test]
fn one_selection_everywhere() {
    let mut window = window();
    window.click_role(Role::Button, "Line 8: mcp.gmail_send.send_message");
    assert_eq!(selected(&window), Some("mcp.gmail_send.send_message"));
    // The inspector says why, with the numbers and the rule.
    assert!(window.has("Ranked 37 of 46. All 30 slots were taken before it. It is line 8 of the index."));
    assert!(window.has("Rule §5.4 · reason no-definition-slot"));
    assert!(window.has("155 tokens"));
    assert!(window.has("52 tokens"));
    assert!(window.says("\"name\": \"mcp.gmail_send.send_message\""));
    // The table has scrolled to it: the name stands there and above the inspector.
    assert_eq!(window.nodes(Role::Label, "mcp.gmail_send.send_message").count(), 2);
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(selected(&window), None);
}

#[test]
fn search_lanes_and_sources_filter_the_table() {
    let mut window = window();
    let all = window.state().view.visible.len();
    window.key(Modifiers::COMMAND, Key::F);
    window.type_text("thread");
    assert_eq!(window.state().view.visible.len(), 9);
    window.type_text("zzz");
    assert!(window.has("No tool matches the search and the filters"));
    window.click("Show all tools");
    assert_eq!(window.state().view.visible.len(), all);
    window.click("30 defined");
    assert_eq!(window.state().view.visible.len(), all - 30);
    window.click("30 defined");
    window.click_role(Role::ComboBox, "Source filter");
    window.click("gmail_read");
    assert_eq!(window.state().view.visible.len(), 3);
}

#[test]
fn any_column_sorts_both_ways() {
    let mut window = window();
    let tokens = |window: &Window| -> Vec<u64> {
        let shown = window.state().visible_plan().unwrap();
        let places = window.state().view.visible.iter();
        places.map(|&place| shown.rows.table[place].definition_tokens).collect()
    };
    window.click("Sort by Tokens");
    assert!(tokens(&window).is_sorted());
    window.click("Sort by Tokens");
    assert!(tokens(&window).iter().rev().is_sorted());
    window.click("Sort by #");
    let first = window.state().view.visible[0];
    assert_eq!(
        &*window.state().visible_plan().unwrap().rows.table[first].name,
        "tool.call"
    );
}

#[test]
fn a_table_of_thousands_draws_only_what_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "format: roster/1\nservers:\n  many:\n    side_effect: network_read\n    tools:\n".to_owned();
    for number in 0..5_000 {
        text.push_str(&format!("      tool_{number:04}: {{ description: Tool {number}. }}\n"));
    }
    let path = folder.path().join("many.yaml");
    std::fs::write(&path, text).unwrap();
    let window = Window::on(Origin::Disk(path));
    assert_eq!(window.state().view.visible.len(), 5_000);
    let drawn = window.count(Role::Label, "mcp.many.");
    assert!((5..80).contains(&drawn), "{drawn} rows are in the tree");
}

#[test]
fn the_prompt_tells_trusted_and_untrusted_apart() {
    let mut window = window();
    window.key(Modifiers::NONE, Key::Num2);
    assert_eq!(window.state().view.view, View::Prompt);
    assert!(window.has("Trusted: the platform's own configuration"));
    assert!(window.has("Untrusted: text of servers and devices, in its envelope"));
    assert!(window.says("<untrusted trust=\"external_untrusted\" source=\"deferred_tool_index\" nonce="));
    assert!(window.says("- schedule.pause(schedule_id, reason?, until?): Pauses a scheduled task"));
}

#[test]
fn gates_tell_the_difference() {
    let mut window = window();
    window.enter(Role::SpinButton, "Definition slots", "20");
    window.click("Gates (3 fell)");
    assert!(window.has("tool_definitions has 20 items, expected 30 (−10)"));
    assert!(window.has("deferred_tool_index has 27 items, expected 17 (+10)"));
}

#[test]
fn charts_have_a_table_twin() {
    let mut window = window();
    window.click_role(Role::CheckBox, "as tables");
    assert!(window.says("Definitions by source: 5,908 of 9,000 tokens"));
    assert!(window.has("rounding of the whole"));
}

#[test]
fn the_palette_finds_commands_switches_and_tools() {
    let mut window = window();
    window.key(Modifiers::COMMAND, Key::K);
    assert!(matches!(window.state().modal, Some(Modal::Palette(_))));
    window.type_text("show gates");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().view.view, View::Gates);
    assert!(window.state().modal.is_none());
    window.key(Modifiers::COMMAND, Key::K);
    window.type_text("switch all gmail off");
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.lane(Lane::Deferred).len(), 6);
    window.key(Modifiers::COMMAND, Key::K);
    window.type_text("tool web");
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(selected(&window), Some("web.fetch"));
    window.key(Modifiers::COMMAND, Key::K);
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.state().modal.is_none());
}

#[test]
fn the_help_window_names_every_command() {
    let mut window = window();
    window.key(Modifiers::NONE, Key::F1);
    for command in Command::ALL {
        assert!(window.has(command.title()), "{command:?}");
    }
    window.click("Close");
    assert!(window.state().modal.is_none());
}

#[test]
fn every_command_has_a_key_of_its_own() {
    let mut seen = std::collections::HashMap::new();
    for command in Command::ALL {
        let shortcut = command.shortcut().unwrap_or_else(|| panic!("{command:?} has no key"));
        if let Some(other) = seen.insert(shortcut, command) {
            panic!("{command:?} and {other:?} share {shortcut:?}");
        }
    }
}

#[test]
fn panels_can_be_put_away() {
    let mut window = window();
    for (key, says) in [(Key::B, "Integrations"), (Key::I, "Nothing selected")] {
        assert!(window.has(says));
        window.key(Modifiers::COMMAND, key);
        assert!(!window.has(says));
        window.key(Modifiers::COMMAND, key);
        assert!(window.has(says));
    }
}

#[test]
fn nothing_is_cut_off_at_the_smallest_size_of_the_design() {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        let window = Window::sized(Origin::Shipped(DEFAULT_SHIPPED.to_owned()), [1280.0, 800.0], theme);
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0));
        for (role, label) in [
            (Role::SpinButton, "Definition slots"),
            (Role::SpinButton, "Definition tokens"),
            (Role::SpinButton, "Index entries"),
            (Role::SpinButton, "Index tokens"),
            (Role::Label, "Nothing lost"),
            (Role::Label, "Against the caps"),
            (Role::Label, "Definitions added up, slot by slot"),
            (Role::Meter, "Prefix: 12,694 of 22,000 tokens"),
        ] {
            let rect = window.node(role, label).rect();
            assert!(screen.contains_rect(rect), "{label}: {rect:?}");
        }
    }
}

#[test]
fn every_size_draws() {
    for size in [
        [400.0, 400.0],
        [500.0, 350.0],
        [640.0, 480.0],
        [761.0, 500.0],
        [900.0, 560.0],
        [3840.0, 2160.0],
    ] {
        let mut window = Window::sized(Origin::Shipped(DEFAULT_SHIPPED.to_owned()), size, ThemeChoice::Light);
        window.act(roster::app::Action::Select(Some("web.fetch".into())));
        for view in View::ALL {
            window.act(roster::app::Action::Show(view));
        }
        assert!(window.has("Nothing lost"), "{size:?}");
    }
}

#[test]
fn zooming_stops_before_nothing_fits() {
    let mut window = window();
    for _ in 0..20 {
        window.key(Modifiers::COMMAND, Key::Plus);
    }
    assert!(window.has("Nothing lost"));
    for _ in 0..40 {
        window.key(Modifiers::COMMAND, Key::Minus);
    }
    assert!(window.has("Nothing lost"));
}

#[test]
fn escape_closes_a_list_before_it_clears_the_selection() {
    let mut window = window();
    window.click_role(Role::Button, "Line 8: mcp.gmail_send.send_message");
    window.click_role(Role::ComboBox, "Source filter");
    assert!(window.has("gmail_work_read"));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(selected(&window).is_some());
    window.key(Modifiers::NONE, Key::Escape);
    assert!(selected(&window).is_none());
}
