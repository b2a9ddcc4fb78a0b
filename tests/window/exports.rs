//! Writing a report, the table and pictures from the window: what the command line writes, and never over a file unasked.

use crate::support::Window;
use egui::accesskit::Role;
use roster::app::{Action, Command, Effect, Event, Modal, update};
use roster::report::csv;
use roster::scenario::Origin;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct Opened {
    window: Window,
    folder: TempDir,
}

impl Opened {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let text = include_str!("../../scenarios/getting-started.yaml");
        std::fs::write(folder.path().join("start.yaml"), text).unwrap();
        let window = Window::on(Origin::Disk(folder.path().join("start.yaml")));
        Self { window, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&mut self, command: Command) {
        self.window.act(roster::app::Action::Command(command));
        self.window.settle();
    }

    fn proposed(&self) -> PathBuf {
        match &self.window.state().modal {
            Some(Modal::Export { path, .. }) => PathBuf::from(path),
            other => panic!("{other:?}"),
        }
    }
}

/// What the command line writes for the same.
fn report(arguments: &[&str], folder: &Path, out: &str) -> String {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_roster"))
        .args(["report"])
        .args(arguments)
        .args(["-o", out])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(run.status.code().is_some_and(|code| code < 2), "{run:?}");
    std::fs::read_to_string(folder.join(out)).unwrap()
}

#[test]
fn a_report_is_what_the_command_line_writes() {
    let mut opened = Opened::new();
    opened.window.enter(Role::SpinButton, "Definition slots", "2");
    opened.open(Command::WriteReport);
    assert_eq!(opened.proposed(), opened.path("start-review.html"));
    assert!(opened.window.says("compared with the file as opened"));
    opened.window.click_role(Role::Button, "Write");
    let written = std::fs::read_to_string(opened.path("start-review.html")).unwrap();
    let file = opened.path("start.yaml").display().to_string();
    let set = "budget.tool_definitions.max_items=2";
    let arguments = [file.as_str(), "--against", &file, "--set", set];
    assert_eq!(written, report(&arguments, opened.folder.path(), "by-hand.html"));
    assert!(opened.window.state().modal.is_none());
    assert!(opened.window.says("Wrote "));
}

#[test]
fn a_report_is_written_as_its_name_ends() {
    let mut opened = Opened::new();
    opened.open(Command::WriteReport);
    let path = opened.path("review.txt").display().to_string();
    opened.window.fill(Role::TextInput, "Path", &path);
    opened.window.click_role(Role::Button, "Write");
    assert!(opened.window.says("name it .html or .md"));
    let path = opened.path("review.md").display().to_string();
    opened.window.fill(Role::TextInput, "Path", &path);
    opened.window.click_role(Role::Button, "Write");
    let file = opened.path("start.yaml").display().to_string();
    let written = std::fs::read_to_string(opened.path("review.md")).unwrap();
    assert_eq!(written, report(&[&file], opened.folder.path(), "by-hand.md"));
}

#[test]
fn a_file_is_replaced_only_when_that_was_said() {
    let mut opened = Opened::new();
    std::fs::write(opened.path("start.csv"), "mine").unwrap();
    opened.open(Command::SaveTable);
    opened.window.click_role(Role::Button, "Write");
    assert!(opened.window.says("is there already"));
    assert_eq!(std::fs::read_to_string(opened.path("start.csv")).unwrap(), "mine");
    opened.window.click_role(Role::Button, "Write");
    let table = csv::table(&opened.window.state().shown.as_ref().unwrap().planned);
    assert_eq!(std::fs::read_to_string(opened.path("start.csv")).unwrap(), table);
}

#[test]
fn pictures_are_of_the_window_or_of_its_view() {
    let mut opened = Opened::new();
    opened.open(Command::SavePicture);
    opened.window.click_role(Role::Button, "Write");
    let whole = std::fs::read(opened.path("start.png")).unwrap();
    assert!(whole.starts_with(b"\x89PNG"));
    opened.open(Command::SavePicture);
    opened.window.click_role(Role::RadioButton, "the Charts view alone");
    let path = opened.path("charts.png").display().to_string();
    opened.window.fill(Role::TextInput, "Path", &path);
    opened.window.click_role(Role::Button, "Write");
    let view = std::fs::read(opened.path("charts.png")).unwrap();
    assert!(view.starts_with(b"\x89PNG") && view != whole);
}

#[test]
fn what_cannot_be_written_is_told_where_it_was_asked() {
    let mut opened = Opened::new();
    opened.open(Command::SaveTable);
    let path = opened.path("nowhere/table.csv").display().to_string();
    opened.window.fill(Role::TextInput, "Path", &path);
    opened.window.click_role(Role::Button, "Write");
    assert!(matches!(
        &opened.window.state().modal,
        Some(Modal::Export { error: Some(_), .. })
    ));
}

#[test]
fn the_opened_file_is_never_written_over() {
    let mut opened = Opened::new();
    let before = std::fs::read_to_string(opened.path("start.yaml")).unwrap();
    opened.open(Command::SaveTable);
    let path = opened.path("start.yaml").display().to_string();
    opened.window.fill(Role::TextInput, "Path", &path);
    for _ in 0..2 {
        opened.window.click_role(Role::Button, "Write");
        assert!(opened.window.says("is read from this file"));
    }
    assert_eq!(std::fs::read_to_string(opened.path("start.yaml")).unwrap(), before);
}

/// Two jobs at once could write one file: until the first is done, the commands say why they wait.
#[test]
fn what_is_being_written_is_waited_for() {
    let mut opened = Opened::new();
    opened.open(Command::SaveTable);
    let mut state = opened.window.state().clone();
    let effects = update::apply(&mut state, Action::Export);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Export { .. })));
    for command in [Command::WriteReport, Command::SaveTable, Command::SavePicture] {
        let why = command.enabled(&state).unwrap_err();
        assert_eq!(why, "a file is being written; wait until it is there");
        assert!(command.enabled(opened.window.state()).is_ok());
    }
    assert!(update::apply(&mut state, Action::Export).is_empty());
    let path = opened.path("start.csv");
    let written = Event::Exported { path, result: Ok(()) };
    update::apply(&mut state, Action::Event(written));
    assert!(Command::SaveTable.enabled(&state).is_ok());
}
