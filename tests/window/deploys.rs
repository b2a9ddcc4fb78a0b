//! The Deploy view: open sessions over two scenarios, those that break on top.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Action, ThemeChoice, View};
use roster::scenario::{DEFAULT_SHIPPED, Origin};
use std::path::PathBuf;
use tempfile::TempDir;

const BASE: &str = "\
format: roster/1
name: Base
budget:
  tool_definitions: { max_items: 3 }
tools:
  notes.search: { description: Searches the notes. }
  clock.set: { side_effect: external_write, description: Sets the clock. }
  tool.call: { description: Calls a deferred tool. }
servers:
  mail:
    title: Mail
    side_effect: network_read
    tools:
      list: { description: Lists mails. }
      read: { description: Reads a mail. }
";

const SESSIONS: &str = "\
format: roster/1
name: Now
extends: base.yaml
sessions:
  - { name: last week, opened_under: eleven.yaml }
  - { name: long ago, opened_under: ten.yaml }
  - { name: waits, opened_under: eleven.yaml, parked_on: clock.set }
  - { name: this morning }
";

const SWITCH: &str = "context-builder@11 counts as current";
const BEFORE: &str = "State before";

/// The size that everything must be readable at.
const SMALL: [f32; 2] = [1280.0, 800.0];
/// A size at which all rows and details of a few sessions are in sight, so that a click meets them.
const ROOMY: [f32; 2] = [1920.0, 1080.0];

struct Opened {
    window: Window,
    folder: TempDir,
}

impl Opened {
    fn new() -> Self {
        Self::with(SESSIONS, ROOMY, ThemeChoice::Dark)
    }

    fn with(text: &str, size: [f32; 2], theme: ThemeChoice) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("base.yaml", BASE);
        for (name, builder) in [("eleven", 11), ("ten", 10)] {
            let text =
                format!("format: roster/1\nname: {name}\nextends: base.yaml\nbuilder: context-builder@{builder}\n");
            write(&format!("{name}.yaml"), &text);
        }
        write("broken.yaml", "format: roster/1\nbuilder: context-builder@99\n");
        write("now.yaml", text);
        let mut window = Window::sized(Origin::Disk(folder.path().join("now.yaml")), size, theme);
        window.act(Action::Show(View::Deploy));
        Self { window, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn deploy_over(&mut self, name: &str) {
        let origin = Origin::Disk(self.path(name));
        self.window.act(Action::DeployOver(Some(origin)));
    }

    /// The rows from top to bottom, by what a screen reader says of them.
    fn rows<'a>(&self, names: &[&'a str]) -> Vec<&'a str> {
        let top = |name: &str| self.window.node(Role::Button, name).rect().top();
        let mut rows: Vec<(f32, &str)> = names.iter().map(|&name| (top(name), name)).collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        rows.into_iter().map(|(_, name)| name).collect()
    }
}

#[test]
fn sessions_are_rows_and_the_worst_is_on_top() {
    let opened = Opened::new();
    let expected = [
        "long ago: rotated, builder_version_changed",
        "waits: resumed, @11 counts as current",
        "last week: kept, @11 counts as current",
        "this morning: kept, same builder",
    ];
    let mut any_order = expected;
    any_order.sort_unstable();
    assert_eq!(opened.rows(&any_order), expected);
    assert!(opened.window.has("1 session rotates, with its history"));
    assert!(opened.window.has("4 sessions: 1 rotated · 1 resumed · 2 kept"));
    // Nobody has chosen yet: the worst is told of.
    assert!(
        opened
            .window
            .has("Its plan is rebuilt in a new epoch, builder_version_changed; its history is kept.")
    );
    assert!(opened.window.has("other bytes"));
}

#[test]
fn the_rule_of_the_builder_is_one_click_and_undo_brings_it_back() {
    let mut opened = Opened::new();
    let window = &mut opened.window;
    window.click_role(Role::CheckBox, SWITCH);
    assert!(window.has("1 parked run fails"));
    assert!(window.has("waits: failed, tool_pin_mismatch"));
    assert!(window.has("last week: rotated, builder_version_changed"));
    assert!(window.says("the run that waits for clock.set fails with tool_pin_mismatch."));
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.has("1 session rotates, with its history"));
    // Off and on again leaves the file as it was.
    window.click_role(Role::CheckBox, SWITCH);
    window.click_role(Role::CheckBox, SWITCH);
    assert!(window.has("waits: resumed, @11 counts as current"));
    assert!(!window.state().document.as_ref().unwrap().has_changes());
}

#[test]
fn where_the_file_says_no_the_switch_adds_the_builder() {
    let text = SESSIONS.replace("sessions:", "equivalent_builders: [context-builder@10]\nsessions:");
    let mut opened = Opened::with(&text, ROOMY, ThemeChoice::Light);
    let window = &mut opened.window;
    assert!(window.has("long ago: kept, @10 counts as current"));
    assert!(window.has("waits: failed, tool_pin_mismatch"));
    window.click_role(Role::CheckBox, SWITCH);
    assert!(window.has("waits: resumed, @11 counts as current"));
    assert!(window.has("long ago: kept, @10 counts as current"));
    window.click_role(Role::CheckBox, SWITCH);
    assert!(window.has("long ago: kept, @10 counts as current"));
    assert!(!window.state().document.as_ref().unwrap().has_changes());
}

#[test]
fn no_switch_where_the_rule_says_nothing() {
    let text = SESSIONS.replace("sessions:", "builder: context-builder@11\nsessions:");
    let opened = Opened::with(&text, ROOMY, ThemeChoice::Dark);
    assert!(!opened.window.has(SWITCH));
}

#[test]
fn a_chosen_session_is_told_of() {
    let mut opened = Opened::new();
    let window = &mut opened.window;
    window.click_role(Role::Button, "waits: resumed, @11 counts as current");
    assert_eq!(window.state().view.session, Some(2));
    assert!(window.says("The run that waits for clock.set goes on."));
    assert!(window.has("same bytes"));
    assert!(window.says("Rebuilt, "));
    // With the keyboard alone, too.
    window
        .node(Role::Button, "last week: kept, @11 counts as current")
        .focus();
    window.settle();
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().view.session, Some(0));
    window.click_role(Role::Button, "a chat that opens now");
    assert!(window.says("It gets what is deployed: context-builder@12, "));
    // A place in the file's list, not on screen: what is chosen stays chosen when the order changes.
    window.click_role(Role::Button, "waits: resumed, @11 counts as current");
    window.click_role(Role::CheckBox, SWITCH);
    assert!(window.says("the run that waits for clock.set fails with tool_pin_mismatch."));
}

#[test]
fn a_tool_that_moves_can_be_selected() {
    let mut opened = Opened::new();
    let window = &mut opened.window;
    window.click_role(Role::Button, "waits: resumed, @11 counts as current");
    window.click_first(Role::Link, "mcp.mail.read: pinned only once rebuilt");
    assert_eq!(window.state().view.selected.as_deref(), Some("mcp.mail.read"));
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(window.state().view.selected, None);
    // The session stays: it was not what was cleared.
    assert_eq!(window.state().view.session, Some(2));
}

#[test]
fn another_file_can_be_the_state_before() {
    let mut opened = Opened::new();
    opened.deploy_over("eleven.yaml");
    assert!(opened.window.has("this morning: kept, @11 counts as current"));
    assert!(opened.window.state().deployed_over.is_some());
    opened.window.click_role(Role::Button, "a chat that opens now");
    assert!(opened.window.says("Against a chat that opened just before, "));
    assert!(opened.window.count(Role::Link, "→ deferred") > 0);
    opened.window.click_role(Role::ComboBox, BEFORE);
    assert!(opened.window.has("Choose a file…"));
    assert!(opened.window.has("before-adr-0105.yaml"));
    opened.window.click_role(Role::Button, "the file as opened");
    assert!(opened.window.state().deployed_over.is_none());
    assert!(opened.window.has("this morning: kept, same builder"));
}

#[test]
fn a_shipped_file_can_be_chosen_from_the_list() {
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    window.act(Action::Show(View::Deploy));
    window.click_role(Role::ComboBox, BEFORE);
    window.click_role(Role::Button, "before-adr-0105.yaml");
    assert!(window.has("a chat that is open: rotated, builder_version_changed"));
    assert!(!window.says("Nothing differs yet"));
}

#[test]
fn a_broken_state_before_takes_nothing_away() {
    let mut opened = Opened::new();
    opened.deploy_over("eleven.yaml");
    for name in ["broken.yaml", "missing.yaml"] {
        opened.deploy_over(name);
        let notice = opened.window.state().notice.clone().unwrap();
        assert!(notice.is_error);
        assert!(notice.text.contains(name), "{}", notice.text);
        assert!(notice.text.contains("cannot be planned"), "{}", notice.text);
        assert!(opened.window.says("cannot be planned"));
        assert!(opened.window.has("this morning: kept, @11 counts as current"));
    }
}

#[test]
fn examples_are_called_examples_and_no_difference_is_said() {
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    window.act(Action::Show(View::Deploy));
    assert!(window.says("The file lists no `sessions`; these are examples."));
    assert!(window.says("Nothing differs yet: flip a switch, or choose another state before."));
    assert!(window.has("No open session notices"));
    window.click_role(Role::CheckBox, "Web");
    assert!(!window.says("Nothing differs yet"));
    assert!(window.says("these are examples"));
    // A file's own sessions are none, and they may differ on their own.
    let opened = Opened::new();
    assert!(!opened.window.says("these are examples"));
    assert!(!opened.window.says("Nothing differs yet"));
}

#[test]
fn a_deploy_with_no_plan_says_so() {
    let text = SESSIONS.replace(
        "sessions:",
        "budget: { tool_definitions: { max_tokens: 1 }, ceiling_tokens: 1 }\nsessions:",
    );
    let opened = Opened::with(&text, ROOMY, ThemeChoice::Light);
    let mut window = opened.window;
    assert!(window.says("What is deployed has no plan: "));
    window.click_role(Role::Button, "a chat that opens now");
    assert!(window.says("It gets no plan: "));
}

/// As many sessions as a busy day has, with names as long as people make them.
fn many() -> String {
    let mut text = SESSIONS.to_owned();
    for number in 0..200 {
        let name = format!("session number {number:03} of a person who gives long names to chats and means every word");
        text.push_str(&format!("  - {{ name: {name}, opened_under: ten.yaml }}\n"));
    }
    text
}

#[test]
fn hundreds_of_sessions_draw_only_what_is_seen() {
    let opened = Opened::with(&many(), SMALL, ThemeChoice::Dark);
    assert!(opened.window.has("201 sessions rotate, with their history"));
    let drawn = opened.window.count(Role::Button, "session number");
    assert!((1..30).contains(&drawn), "{drawn} rows are in the tree");
}

#[test]
fn every_size_draws_sessions() {
    for size in [
        [400.0, 400.0],
        [500.0, 350.0],
        [640.0, 480.0],
        [900.0, 560.0],
        [1920.0, 1080.0],
        [3840.0, 2160.0],
    ] {
        let mut opened = Opened::with(&many(), size, ThemeChoice::Light);
        opened.window.act(Action::SelectSession(Some(204)));
        opened.window.act(Action::SelectSession(Some(7)));
        assert!(opened.window.says("201 sessions rotate"), "{size:?}");
    }
}

#[test]
fn nothing_of_it_is_cut_off_at_the_smallest_size_of_the_design() {
    for theme in [ThemeChoice::Dark, ThemeChoice::Light] {
        let opened = Opened::with(SESSIONS, SMALL, theme);
        let window = &opened.window;
        // Between the panels at the sides, above the status bar.
        let inspector = window.node(Role::Label, "Nothing selected").rect().left();
        let room = egui::Rect::from_min_max(egui::pos2(256.0, 400.0), egui::pos2(inspector, 776.0));
        for (role, label) in [
            (Role::Label, "1 session rotates, with its history"),
            (Role::Label, "4 sessions: 1 rotated · 1 resumed · 2 kept"),
            (Role::ComboBox, BEFORE),
            (Role::CheckBox, SWITCH),
            (Role::Button, "long ago: rotated, builder_version_changed"),
            (Role::Button, "waits: resumed, @11 counts as current"),
            (Role::Button, "last week: kept, @11 counts as current"),
            (Role::Label, "builder_version_changed"),
            (Role::Label, "other bytes"),
        ] {
            let rect = window.node(role, label).rect();
            assert!(room.contains_rect(rect), "{label}: {rect:?}");
        }
    }
}
