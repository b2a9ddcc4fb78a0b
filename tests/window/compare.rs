//! The Compare view: what moves between two plans, the largest effect on top.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Action, Command, Modal, ThemeChoice, View};
use roster::explore::Effect;
use roster::scenario::{DEFAULT_SHIPPED, Origin};
use std::path::Path;
use tempfile::TempDir;

const BEFORE: &str = "State before";
const ROOMY: [f32; 2] = [1920.0, 1080.0];

fn window() -> Window {
    let mut window = Window::sized(Origin::Shipped(DEFAULT_SHIPPED.to_owned()), ROOMY, ThemeChoice::Dark);
    window.act(Action::Show(View::Compare));
    window
}

/// A small file beside the one that it is compared with.
fn opened(now: &str, before: &str) -> (Window, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("now.yaml"), now).unwrap();
    std::fs::write(folder.path().join("before.yaml"), before).unwrap();
    let mut window = Window::sized(Origin::Disk(folder.path().join("now.yaml")), ROOMY, ThemeChoice::Light);
    window.act(Action::Show(View::Compare));
    let origin = Origin::Disk(folder.path().join("before.yaml"));
    window.act(Action::DeployOver(Some(origin)));
    (window, folder)
}

const NOTES: &str = "\
format: roster/1
name: Notes
tools:
  notes.search: { description: Searches the notes. }
  notes.add: { side_effect: workspace_write, description: Adds a note. }
  tool.call: { description: Calls a deferred tool. }
";

#[test]
fn nothing_differs_until_a_switch_flips() {
    let mut window = window();
    assert!(window.has("Nothing differs"));
    assert!(window.says("flip a switch, or choose another state before."));
    window.enter(Role::SpinButton, "Definition slots", "20");
    assert!(window.has("10 tools deferred"));
    assert!(!window.says("Nothing differs"));
    assert!(window.has("schedule.create: deferred, defined → deferred"));
    assert_eq!(window.count(Role::Link, ": deferred, defined → deferred"), 10);
    // Where the prefix breaks, and the budgets, each with its sign.
    assert!(window.says("The request prefix first differs in the definitions"));
    assert!(window.says("−1,487"));
    assert!(window.says("30 / 30 → 20 / 20"));
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.has("Nothing differs"));
}

#[test]
fn the_largest_effect_stands_on_top() {
    let mut window = window();
    window.click_role(Role::CheckBox, "Gmail, work, read");
    let lost = "mcp.gmail_work_read.search_threads: lost, defined → unavailable";
    let defined = "mcp.bland_call.start_call: defined, deferred → defined";
    let top = |label: &str| window.node(Role::Link, label).rect().top();
    assert!(top(lost) < top(defined));
}

#[test]
fn another_state_before_is_one_choice() {
    let mut window = window();
    window.click_role(Role::ComboBox, BEFORE);
    window.click_role(Role::Button, "before-adr-0105.yaml");
    assert!(window.count(Role::Link, ": gained, ") > 0);
    assert!(window.says(" gained"));
    window.click_role(Role::ComboBox, BEFORE);
    window.click_role(Role::Button, "the file as opened");
    assert!(window.has("Nothing differs"));
}

/// Asks git, in a folder of its own and with nobody's settings.
fn git(folder: &Path, arguments: &[&str]) {
    let output = std::process::Command::new("git")
        .args([
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.com",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env_remove("GIT_DIR")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

#[test]
fn the_opened_file_at_a_revision_can_be_the_state_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("now.yaml");
    std::fs::write(&path, NOTES.replace("notes.add", "notes.purge")).unwrap();
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "now.yaml"]);
    git(folder.path(), &["commit", "-q", "-m", "Notes"]);
    std::fs::write(&path, NOTES).unwrap();
    let mut window = Window::sized(Origin::Disk(path.clone()), ROOMY, ThemeChoice::Dark);
    window.act(Action::Show(View::Compare));
    assert!(window.has("Nothing differs"));
    window.click_role(Role::ComboBox, BEFORE);
    window.click_role(Role::Button, "A git revision of the opened file…");
    // Where the file stands in history is proposed; typing takes its place.
    assert!(matches!(&window.state().modal, Some(Modal::BeforeRevision { revision }) if revision == "HEAD"));
    let field = "Revision: HEAD, HEAD~1, a branch, a tag or a hash";
    window.enter(Role::TextInput, field, "nowhere");
    let notice = window.state().notice.clone().unwrap();
    assert!(
        notice.is_error && notice.text.contains("cannot be planned"),
        "{}",
        notice.text
    );
    assert!(window.has("Nothing differs"));
    window.click_role(Role::ComboBox, BEFORE);
    window.click_role(Role::Button, "A git revision of the opened file…");
    window.click_role(Role::Button, "Use it");
    assert!(window.state().modal.is_none());
    let over = window.state().deployed_over.as_ref().unwrap().origin.clone();
    let revision = "HEAD".to_owned();
    assert_eq!(over, Origin::Revision { revision, path });
    assert!(window.has("notes.add: gained, added: defined"));
    assert!(window.has("notes.purge: lost, removed: was defined"));
}

#[test]
fn what_is_no_file_has_no_revision() {
    let mut window = window();
    window.click_role(Role::ComboBox, BEFORE);
    assert!(window.has("Choose a file…"));
    assert!(!window.has("A git revision of the opened file…"));
}

#[test]
fn effects_are_filtered() {
    let mut window = window();
    window.click_role(Role::CheckBox, "Gmail, work, read");
    let lost = "mcp.gmail_work_read.search_threads: lost, defined → unavailable";
    assert!(window.has(lost));
    window.click_role(Role::Button, "3 lost");
    assert!(!window.has(lost));
    assert_eq!(window.state().view.hidden_effects, [Effect::Lost]);
    window.click_role(Role::Button, "3 lost");
    assert!(window.has(lost));
    // With all of them hidden, a way back.
    for effect in Effect::ALL {
        window.act(Action::FilterEffect(effect));
    }
    window.click("Show all changes");
    assert!(window.has(lost));
    assert!(window.state().view.hidden_effects.is_empty());
}

#[test]
fn a_row_selects_its_tool_everywhere() {
    let mut window = window();
    window.enter(Role::SpinButton, "Definition slots", "20");
    window.click_role(Role::Link, "schedule.create: deferred, defined → deferred");
    assert_eq!(window.state().view.selected.as_deref(), Some("schedule.create"));
    // In the inspector, too.
    assert!(window.says("Ranked 22 of 46."));
    window.click_role(Role::Link, "schedule.create: deferred, defined → deferred");
    assert_eq!(window.state().view.selected, None);
}

#[test]
fn added_and_removed_tools_say_so() {
    let before = NOTES.replace("notes.add", "notes.purge");
    let (mut window, _folder) = opened(NOTES, &before);
    assert!(window.has("notes.add: gained, added: defined"));
    // It is nowhere else: there is nothing to select.
    window.click_role(Role::Label, "notes.purge: lost, removed: was defined");
    assert_eq!(window.state().view.selected, None);
    window.click_role(Role::Link, "notes.add: gained, added: defined");
    assert_eq!(window.state().view.selected.as_deref(), Some("notes.add"));
}

#[test]
fn a_budget_alone_may_differ_and_over_its_cap_fails() {
    let before = format!("{NOTES}context_window: 190000\nbudget: {{ ceiling_tokens: 20000 }}\n");
    let (window, _folder) = opened(NOTES, &before);
    assert!(window.has("No tool differs; the budget does"));
    assert!(window.has("Every tool is where it was, at the same cost and rank."));
    let now = format!("{NOTES}budget: {{ tool_definitions: {{ max_tokens: 1 }}, ceiling_tokens: 1 }}\n");
    let (window, _folder) = opened(&now, NOTES);
    assert!(window.says("The plan fails now"), "{:?}", window.state().notice);
}

#[test]
fn thousands_of_changes_draw_only_what_is_seen() {
    let many = |slots: usize| {
        let mut text = format!(
            "format: roster/1\nbudget: {{ tool_definitions: {{ max_items: {slots}, max_tokens: 2000000 }}, \
             deferred_tool_index: {{ max_items: 10000, max_tokens: 2000000 }}, ceiling_tokens: 9000000 }}\n\
             context_window: 9100000\nservers:\n  many:\n    side_effect: network_read\n    tools:\n"
        );
        for number in 0..4_000 {
            text.push_str(&format!("      tool_{number:04}: {{ description: Tool {number}. }}\n"));
        }
        text
    };
    let (window, _folder) = opened(&many(10), &many(4_100));
    let comparison = window.state().comparison().unwrap();
    assert!(comparison.changes.len() > 3_000, "{}", comparison.changes.len());
    let drawn = window.count(Role::Link, "mcp.many.");
    assert!((5..60).contains(&drawn), "{drawn} rows are in the tree");
}

#[test]
fn a_comparison_can_be_copied() {
    let mut window = window();
    window.enter(Role::SpinButton, "Definition slots", "20");
    window.click_role(Role::Button, "Copy comparison");
    assert_eq!(window.state().notice.as_ref().unwrap().text, "Copied 10 changes");
    // What is not compared cannot be copied.
    window.act(Action::Show(View::Map));
    let enabled = Command::CopyComparison.enabled(window.state());
    assert_eq!(enabled, Err("nothing is compared: show Compare first"));
}

#[test]
fn nothing_of_it_is_cut_off_at_the_smallest_size_of_the_design() {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        let mut window = Window::sized(Origin::Shipped(DEFAULT_SHIPPED.to_owned()), [1280.0, 800.0], theme);
        window.act(Action::Show(View::Compare));
        window.enter(Role::SpinButton, "Definition slots", "20");
        let inspector = window.node(Role::Label, "Nothing selected").rect().left();
        let room = egui::Rect::from_min_max(egui::pos2(256.0, 400.0), egui::pos2(inspector, 776.0));
        for (role, label) in [
            (Role::Label, "10 tools deferred"),
            (Role::ComboBox, BEFORE),
            (Role::Button, "Copy comparison"),
            (Role::Button, "10 deferred"),
            (Role::Link, "schedule.create: deferred, defined → deferred"),
            (Role::Label, "mcp.bland_read.get_call"),
            (Role::Label, "deferred tool index"),
            (Role::Label, "5 other budgets do not differ"),
        ] {
            // The table above has tools by the same names.
            for node in window.nodes(role, label).filter(|node| node.rect().top() > 400.0) {
                let rect = node.rect();
                assert!(room.contains_rect(rect), "{label}: {rect:?}");
            }
        }
        assert!(window.has("5 other budgets do not differ"));
    }
}
