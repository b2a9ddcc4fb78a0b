//! Opening, reloading and saving through the window: nothing is lost, and a broken file never takes the plan away.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Action, Command, Event};
use roster::scenario::{DEFAULT_SHIPPED, DescribedTool, Edit, Lane, Origin};
use std::path::PathBuf;
use tempfile::TempDir;

const SMALL: &str = "\
# A small roster.
format: roster/1
name: Small
budget:
  tool_definitions: { max_items: 3 } # three slots
flags:
  notes: { enabled: true, title: Notes }
tools:
  notes.search: { requires: [notes], description: Searches the notes. }
  clock.now: { description: Tells the time. }
  tool.call: { description: Calls a deferred tool. }
servers:
  mail:
    title: Mail
    side_effect: network_read
    tools:
      list: { description: Lists mails. }
      read: { description: Reads a mail. }
";

struct Opened {
    window: Window,
    folder: TempDir,
}

impl Opened {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("small.yaml"), SMALL).unwrap();
        let window = Window::on(Origin::Disk(folder.path().join("small.yaml")));
        Self { window, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the opened file as an editor would, and lets the watcher tell.
    fn write(&mut self, text: &str) {
        std::fs::write(self.path("small.yaml"), text).unwrap();
        self.window.act(Action::Event(Event::FilesChanged));
    }
}

#[test]
fn a_variant_saved_and_opened_again_gives_the_same_plan() {
    let mut opened = Opened::new();
    opened.window.click_role(Role::CheckBox, "Notes");
    opened.window.enter(Role::SpinButton, "Definition slots", "2");
    let lanes = Lane::ALL.map(|lane| (lane != Lane::Unavailable).then(|| opened.window.lane(lane)));
    opened.window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    let path = opened.path("without-notes.yaml").display().to_string();
    opened.window.fill(Role::TextInput, "Title", "Without notes");
    opened
        .window
        .enter(Role::TextInput, "Path, beside the opened file", &path);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        text,
        "\
format: roster/1
name: Without notes
notes: What-if over small.yaml. Switch Notes off. Set tool definitions item cap to 2.
extends: small.yaml

budget:
  tool_definitions:
    max_items: 2
flags:
  notes:
    enabled: false
"
    );
    // The window goes on with the variant, and a new one reads the same.
    assert!(opened.window.has("Without notes"));
    assert!(!opened.window.state().is_dirty());
    let again = Window::on(Origin::Disk(path.into()));
    let lanes_again = Lane::ALL.map(|lane| (lane != Lane::Unavailable).then(|| again.lane(lane)));
    assert_eq!(lanes_again, lanes);
    assert_eq!(std::fs::read_to_string(opened.path("small.yaml")).unwrap(), SMALL);
}

#[test]
fn a_variant_never_replaces_a_file() {
    let mut opened = Opened::new();
    std::fs::write(opened.path("theirs.yaml"), "format: roster/1\n").unwrap();
    opened.window.click_role(Role::CheckBox, "Notes");
    opened.window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    for (name, says) in [
        ("theirs.yaml", "already; choose another name"),
        ("small.yaml", "a variant needs a name of its own: it extends small.yaml"),
        ("missing/mine.yaml", "No such file or directory"),
    ] {
        let path = opened.path(name).display().to_string();
        opened
            .window
            .enter(Role::TextInput, "Path, beside the opened file", &path);
        // In the window that asks, which stays open.
        assert!(opened.window.says(says), "{name}");
        assert!(opened.window.has("Save variant"));
    }
    assert_eq!(
        std::fs::read_to_string(opened.path("theirs.yaml")).unwrap(),
        "format: roster/1\n"
    );
    assert!(opened.window.state().is_dirty());
}

#[test]
fn a_variant_of_a_shipped_scenario_brings_the_files_it_extends() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    window.click_role(Role::CheckBox, "Web");
    let lane = window.lane(Lane::Defined);
    window.act(Action::SaveVariant {
        path: folder.path().join("mine.yaml").display().to_string(),
        name: "Mine".to_owned(),
    });
    assert!(window.has("Mine"));
    let again = Window::on(Origin::Disk(folder.path().join("mine.yaml")));
    assert_eq!(again.lane(Lane::Defined), lane);
    assert!(folder.path().join("production.yaml").is_file());
}

#[test]
fn saving_in_place_keeps_comments_and_order() {
    let mut opened = Opened::new();
    opened.window.enter(Role::SpinButton, "Definition slots", "2");
    opened.window.key(Modifiers::COMMAND, Key::S);
    assert_eq!(
        std::fs::read_to_string(opened.path("small.yaml")).unwrap(),
        SMALL.replace("max_items: 3", "max_items: 2")
    );
    assert!(!opened.window.state().is_dirty());
    assert!(opened.window.has("as opened"));
    assert!(opened.window.says("Saved "));
}

#[test]
fn a_broken_file_keeps_the_last_good_plan() {
    let mut opened = Opened::new();
    let before = opened.window.lane(Lane::Defined);
    opened.write(&SMALL.replace("tool_definitions", "tool_definitons"));
    assert_eq!(opened.window.lane(Lane::Defined), before);
    assert!(opened.window.says("What you see is the last good plan."));
    assert!(opened.window.says("`tool_definitons` is not a key"));
    assert!(opened.window.says("did you mean `tool_definitions`?"));
    assert!(opened.window.has("Problems (1)"));
    // Mended, it is read again by itself.
    opened.write(&SMALL.replace("max_items: 3", "max_items: 2"));
    assert!(!opened.window.says("last good plan"));
    assert_eq!(opened.window.lane(Lane::Defined).len(), 2);
}

#[test]
fn a_file_that_never_read_well_shows_its_problems() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.yaml");
    std::fs::write(&path, "format: roster/9\n").unwrap();
    let window = Window::on(Origin::Disk(path));
    assert!(window.has("This file cannot be planned yet"));
    assert!(window.says("roster/9"));
    let missing = Window::on(Origin::Disk(folder.path().join("missing.yaml")));
    assert!(missing.says("there is no such file"));
}

#[test]
fn a_change_on_disk_asks_before_it_drops_a_what_if() {
    let mut opened = Opened::new();
    opened.window.click_role(Role::CheckBox, "Notes");
    opened.write(&SMALL.replace("max_items: 3", "max_items: 2"));
    assert!(opened.window.has("The file changed on disk."));
    opened.window.click("Reload, keep my changes");
    assert_eq!(opened.window.lane(Lane::Defined).len(), 2);
    assert!(opened.window.has("what-if: 1 change"));
    opened.write(&SMALL.replace("max_items: 3", "max_items: 4"));
    opened.window.click("Reload, drop my changes");
    assert!(opened.window.has("as opened"));
    // Dropping is a step like any other.
    opened.window.click("Undo");
    // Against the file as it is now: the switch, and the cap that the file had then.
    assert!(opened.window.has("what-if: 2 changes"));
}

#[test]
fn saving_over_a_file_that_changed_is_refused() {
    let mut opened = Opened::new();
    opened.window.click_role(Role::CheckBox, "Notes");
    let theirs = SMALL.replace("Small", "Theirs");
    std::fs::write(opened.path("small.yaml"), &theirs).unwrap();
    opened.window.key(Modifiers::COMMAND, Key::S);
    assert!(opened.window.says("the file has changed on disk since it was read"));
    assert_eq!(std::fs::read_to_string(opened.path("small.yaml")).unwrap(), theirs);
    assert!(opened.window.state().is_dirty());
}

#[test]
fn work_is_not_lost_without_a_question() {
    let mut opened = Opened::new();
    opened.window.click_role(Role::CheckBox, "Notes");
    opened
        .window
        .act(Action::Open(Origin::Shipped(DEFAULT_SHIPPED.to_owned())));
    assert!(opened.window.has("The what-if is not saved"));
    assert!(opened.window.has("Small"));
    opened.window.click("Keep editing");
    assert!(opened.window.has("what-if: 1 change"));
    opened.window.act(Action::CloseRequested);
    assert!(opened.window.has("Close anyway"));
    opened.window.key(Modifiers::NONE, Key::Escape);
    assert!(!opened.window.state().may_close);
    opened
        .window
        .act(Action::Open(Origin::Shipped(DEFAULT_SHIPPED.to_owned())));
    opened.window.click("Open anyway");
    assert!(opened.window.has("After ADR-0123"));
    // Even that undoes.
    opened.window.click("Undo");
    assert!(opened.window.has("Small"));
    assert!(opened.window.has("what-if: 1 change"));
}

#[test]
fn a_path_can_be_typed() {
    let mut opened = Opened::new();
    opened.window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    let label = "Path of a YAML or JSON file, REV:FILE, or shipped:NAME";
    opened
        .window
        .enter(Role::TextInput, label, "shipped:getting-started.yaml");
    assert!(opened.window.has("Getting started"));
    assert!(opened.window.state().settings.recent[0].ends_with("getting-started.yaml"));
}

#[test]
fn a_dropped_file_opens() {
    let opened = Opened::new();
    let mut window = Window::on_shipped(DEFAULT_SHIPPED);
    window.drop_file(opened.path("small.yaml"));
    assert!(window.has("Small"));
}

#[test]
fn a_file_that_cannot_be_opened_leaves_the_opened_one_alone() {
    let mut opened = Opened::new();
    opened.window.act(Action::Open(Origin::Disk(opened.path("nope.yaml"))));
    assert!(
        opened
            .window
            .says("nope.yaml cannot be planned (1 error). small.yaml is still open.")
    );
    opened.window.click("Never mind");
    assert!(!opened.window.says("cannot be planned"));
    assert!(opened.window.has("Small"));
}

#[test]
fn undoing_past_a_save_is_a_what_if_over_what_was_saved() {
    let mut opened = Opened::new();
    opened.window.click_role(Role::CheckBox, "Notes");
    opened.window.key(Modifiers::COMMAND, Key::S);
    assert!(opened.window.has("as opened"));
    opened.window.click("Undo");
    assert!(opened.window.has("what-if: 1 change"));
    assert!(opened.window.state().is_dirty());
    let changes = opened.window.state().document.as_ref().unwrap().changes();
    assert_eq!(changes, opened.window.state().unsaved());
    opened.window.key(Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(opened.path("small.yaml")).unwrap(), SMALL);
}

#[test]
fn undoing_a_description_past_a_save_is_a_what_if_too() {
    let mut opened = Opened::new();
    opened.window.act(Action::Edit(Edit::Description {
        tool: DescribedTool::Builtin("clock.now".to_owned()),
        description: "Tells the time, to the second.".to_owned(),
    }));
    opened.window.key(Modifiers::COMMAND, Key::S);
    assert!(opened.window.has("as opened"));
    opened.window.click("Undo");
    let changes = opened.window.state().document.as_ref().unwrap().changes();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes, opened.window.state().unsaved());
    opened.window.key(Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(opened.path("small.yaml")).unwrap(), SMALL);
}

#[test]
fn a_revision_is_looked_at_and_not_saved() {
    let mut opened = Opened::new();
    for args in [
        &["init", "-q", "-b", "main"][..],
        &["add", "-A"],
        &["commit", "-q", "-m", "state"],
    ] {
        let mut git = std::process::Command::new("git");
        git.arg("-C").arg(opened.folder.path());
        git.args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        git.args(["-c", "commit.gpgsign=false"]).args(args);
        assert!(git.status().unwrap().success(), "{args:?}");
    }
    opened.write("format: roster/1\nname: Newer\n");
    assert!(opened.window.has("Newer"));
    let typed = format!("main:{}", opened.path("small.yaml").display());
    opened.window.act(Action::Open(Origin::parse(&typed)));
    assert!(opened.window.has("Small"));
    assert_eq!(opened.window.state().settings.recent[0], typed);
    opened.window.click_role(Role::CheckBox, "Notes");
    let state = opened.window.state();
    assert!(state.is_dirty());
    assert_eq!(
        Command::Save.enabled(state),
        Err("a revision cannot be written to; open the file itself to save")
    );
    assert_eq!(
        Command::SaveVariant.enabled(state),
        Err("a variant extends a file that is there, and a revision is none; open the file itself")
    );
    opened.window.act(Action::CloseRequested);
    assert!(opened.window.has("Close anyway"));
    assert!(!opened.window.has("Save") && !opened.window.has("Save as variant…"));
    opened.window.key(Modifiers::NONE, Key::Escape);
    // A branch moves on: reading again finds where it is now.
    opened.window.key(Modifiers::COMMAND, Key::R);
    assert!(opened.window.has("as opened"));
}
