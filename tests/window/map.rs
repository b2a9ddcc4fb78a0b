//! The Map view: where the definition tokens go, and tools that are nearly the same.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Action, ThemeChoice, View};
use roster::scenario::{DEFAULT_SHIPPED, Lane, Origin};

const ROOMY: [f32; 2] = [1920.0, 1080.0];

fn window() -> Window {
    let mut window = Window::sized(Origin::Shipped(DEFAULT_SHIPPED.to_owned()), ROOMY, ThemeChoice::Dark);
    window.act(Action::Show(View::Map));
    window
}

fn selected(window: &Window) -> Option<&str> {
    window.state().view.selected.as_deref()
}

#[test]
fn a_tile_a_defined_tool_and_its_area_is_its_tokens() {
    let mut window = window();
    assert!(window.has("Definitions: 5,908 of 9,000 tokens"));
    assert!(window.has("30 tools · 4 sources"));
    assert_eq!(window.count(Role::Button, "%, defined"), 30);
    assert_eq!(window.count(Role::Button, "%, deferred"), 0);
    let area = |label: &str| {
        let size = window.node(Role::Button, label).rect().size();
        f64::from((size.x + 1.0) * (size.y + 1.0))
    };
    let (large, small) = (
        area("schedule.create: 348 tokens, 5.9%, defined"),
        area("system.current_time: 138 tokens, 2.3%, defined"),
    );
    assert!((large / small - 348.0 / 138.0).abs() < 0.05, "{large} {small}");
    window.click_role(Role::Button, "schedule.create: 348 tokens, 5.9%, defined");
    assert_eq!(selected(&window), Some("schedule.create"));
    window.click_role(Role::Button, "schedule.create: 348 tokens, 5.9%, defined");
    assert_eq!(selected(&window), None);
}

#[test]
fn all_tools_can_be_put_on_it() {
    let mut window = window();
    window.click_role(Role::CheckBox, "all tools");
    assert!(window.says("Were every tool defined: "));
    assert!(window.says("the cap is 9,000"));
    let count = |lane: Lane| window.state().shown.as_ref().unwrap().planned.plan.count(lane);
    for lane in Lane::ALL {
        let drawn = window.count(Role::Button, &format!("%, {}", lane.id()));
        assert_eq!(drawn, count(lane), "{lane:?}");
    }
}

#[test]
fn the_table_twin_sums_to_the_plan_and_selects() {
    let mut window = window();
    window.click_role(Role::CheckBox, "as tables");
    assert_eq!(window.count(Role::Button, "%, defined"), 0);
    // 5,929 − 21 = 5,908, which the verdict of the budget says, too.
    let map = &window.state().shown.as_ref().unwrap().rows.map;
    let sum: u64 = map.sources.iter().map(|source| source.tokens).sum();
    assert_eq!(sum.checked_add_signed(map.rounding), Some(5_908));
    assert!(window.says("Builtin: "));
    window.click_role(Role::Link, "schedule.create: 348 tokens, 5.9%, defined");
    assert_eq!(selected(&window), Some("schedule.create"));
    window.key(Modifiers::NONE, Key::Escape);
    // Short lists stand there whole, with rounding and total at their end.
    for flag in [
        "People",
        "Email mode",
        "Scheduling",
        "Web",
        "Workspace",
        "Sandbox",
        "Memory",
    ] {
        window.click_first(Role::CheckBox, flag);
    }
    window.click_first(Role::CheckBox, "Gmail");
    let map = &window.state().shown.as_ref().unwrap().rows.map;
    assert!(window.has(&format!("total: {}", roster::plan::explain::grouped(map.total))));
    assert!(window.has(&format!(
        "rounding of the whole: {}",
        roster::plan::explain::signed(map.rounding)
    )));
}

#[test]
fn what_is_nearly_the_same_is_named_with_what_merging_saves() {
    let mut window = window();
    assert!(window.has("search_threads"));
    assert!(window.has("saves 139 tokens and 1 slot"));
    assert!(window.says(
        "differ by an account only (gmail, gmail_work); merged, with an argument for the account: 179 tokens for 318"
    ));
    window.click_role(Role::Link, "mcp.gmail_work_read.search_threads");
    assert_eq!(selected(&window), Some("mcp.gmail_work_read.search_threads"));
    // One account off: nothing is offered twice.
    window.act(Action::Show(View::Map));
    for switch in ["Gmail, work, read", "Gmail, work, write", "Gmail, work, send"] {
        window.click_role(Role::CheckBox, switch);
    }
    assert!(window.has("No tools differ by an account only."));
}

#[test]
fn thousands_of_tools_fit_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "format: roster/1\nservers:\n  many:\n    side_effect: network_read\n    tools:\n".to_owned();
    for number in 0..5_000 {
        text.push_str(&format!("      tool_{number:04}: {{ description: Tool {number}. }}\n"));
    }
    let path = folder.path().join("many.yaml");
    std::fs::write(&path, text).unwrap();
    let mut window = Window::on(Origin::Disk(path));
    window.act(Action::Show(View::Map));
    window.act(Action::MapOfAll(true));
    assert!(window.has("5,000 tools · 1 source"));
    window.act(Action::ChartsAsTables(true));
    let drawn = window.count(Role::Link, "mcp.many.");
    assert!((3..60).contains(&drawn), "{drawn} rows are in the tree");
}
