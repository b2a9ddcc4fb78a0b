//! Pictures of the window, made with no display.

use crate::support::{SIZE, Window};
use egui::accesskit::Role;
use roster::app::ThemeChoice;
use roster::desktop::{ScreenshotOptions, screenshot};
use roster::scenario::{Assignment, DEFAULT_SHIPPED, Origin};
use std::collections::HashSet;

#[test]
fn a_switch_changes_the_picture() {
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    let before = window.picture();
    window.click_role(Role::CheckBox, "Web");
    let changed = before
        .pixels()
        .zip(window.picture().pixels())
        .filter(|(a, b)| a != b)
        .count();
    assert!(changed > 1_000, "{changed} pixels changed");
}

#[test]
fn both_themes_draw_at_both_sizes() {
    let mut seen = HashSet::new();
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        for size in [SIZE, [1920.0, 1080.0]] {
            let mut window = Window::sized(Origin::Shipped(DEFAULT_SHIPPED.to_owned()), size, theme);
            let picture = window.picture();
            let drawn = egui::vec2(picture.width() as f32, picture.height() as f32);
            assert_eq!(drawn, egui::Vec2::from(size));
            let colours: HashSet<_> = picture.pixels().collect();
            assert!(colours.len() > 200, "{theme:?} {size:?}: {} colours", colours.len());
            seen.insert(picture.into_raw());
        }
    }
    assert_eq!(seen.len(), 4);
}

#[test]
fn a_screenshot_is_the_same_each_time() {
    let options = ScreenshotOptions {
        origin: Origin::Shipped(DEFAULT_SHIPPED.to_owned()),
        assignments: Vec::new(),
        size: SIZE,
        scale: 1.0,
        theme: ThemeChoice::Light,
        view: Some("prompt".to_owned()),
        view_alone: false,
        chart: None,
        tool: Some("web.search".to_owned()),
    };
    let first = screenshot(&options).unwrap();
    assert!(first.starts_with(b"\x89PNG"));
    assert!(first == screenshot(&options).unwrap());
    // Also what no switch of the window could change.
    let set = Assignment::parse("tools.\"web.search\".description=Finds pages.").unwrap();
    let shortened = ScreenshotOptions {
        assignments: vec![set],
        ..options.clone()
    };
    assert!(first != screenshot(&shortened).unwrap());
    let alone = ScreenshotOptions {
        view_alone: true,
        ..options.clone()
    };
    let alone = screenshot(&alone).unwrap();
    assert!(first != alone);
    let chart = |name: &str| {
        screenshot(&ScreenshotOptions {
            chart: Some(name.to_owned()),
            ..options.clone()
        })
    };
    assert!(chart("curve").unwrap() != chart("caps").unwrap());
    assert_eq!(
        chart("pie").unwrap_err(),
        "`pie` is not a chart; allowed: caps, curve, definitions, index, region-a, window"
    );
    let unknown = ScreenshotOptions {
        view: Some("sharts".to_owned()),
        ..options
    };
    assert_eq!(
        screenshot(&unknown).unwrap_err(),
        "`sharts` is not a view; allowed: charts, prompt, gates, problems, call, deploy, compare, sweep, cost, map, clients, lint, brief, palette, help"
    );
}
