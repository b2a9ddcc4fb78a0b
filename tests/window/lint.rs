//! The Lint view, the marks in the table and what the inspector says of the selected tool.

use crate::support::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use roster::app::{Action, ThemeChoice, View};
use roster::lint::{Code, Level};
use roster::scenario::Origin;

const UNTIDY: &str = "\
format: roster/1
name: Untidy
servers:
  mail:
    side_effect: network_read
    tools:
      delete_mail:
        description: Deletes mails (e.g. spam) for good.
        annotations: { destructiveHint: false }
        input_schema: { type: object, properties: { $id: { type: string } } }
      read: { description: \"\", input_schema: { type: object, properties: {} } }
      good: { description: Does a good deed., annotations: { readOnlyHint: true }, input_schema: { type: object, properties: {} } }
";

struct Opened {
    window: Window,
    _folder: tempfile::TempDir,
}

fn opened() -> Opened {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("untidy.yaml");
    std::fs::write(&path, UNTIDY).unwrap();
    let mut window = Window::sized(Origin::Disk(path), [1920.0, 1080.0], ThemeChoice::Dark);
    window.key(Modifiers::NONE, Key::L);
    Opened {
        window,
        _folder: folder,
    }
}

#[test]
fn a_key_shows_it_and_a_click_selects_the_tool() {
    let mut opened = opened();
    let window = &mut opened.window;
    assert_eq!(window.state().view.view, View::Lint);
    window.click_role(Role::Link, "property-name-refused: mcp.mail.delete_mail");
    assert_eq!(window.state().view.selected.as_deref(), Some("mcp.mail.delete_mail"));
    // The inspector has it with its fix.
    assert!(window.has("Rename it to 1 to 64 letters, digits, `_`, `.` and `-`, and map it back before the call."));
    assert!(window.has("property-name-refused"));
}

#[test]
fn levels_codes_and_words_leave_findings_out() {
    let mut opened = opened();
    let window = &mut opened.window;
    let visible = |window: &Window| window.state().view.lint.visible.len();
    let lint = |window: &Window| {
        let shown = window.state().shown.clone().unwrap();
        window.state().lint_of(&shown.planned).unwrap().clone()
    };
    let all = lint(window);
    assert_eq!(visible(window), all.findings.len());
    let errors = all.count(Level::Error);
    window.click_role(
        Role::Button,
        &format!("{errors} {}", if errors == 1 { "error" } else { "errors" }),
    );
    assert_eq!(visible(window), all.findings.len() - errors);
    window.act(Action::FilterLint {
        search: String::new(),
        hidden: Vec::new(),
        code: Some(Code::DescriptionMissing),
    });
    assert_eq!(visible(window), 1);
    assert_eq!(window.count(Role::Link, "mcp.mail.read"), 1);
    window.act(Action::FilterLint {
        search: "no such thing".to_owned(),
        hidden: Vec::new(),
        code: None,
    });
    assert!(window.has("No finding matches the search and the filters."));
}

#[test]
fn the_table_marks_what_has_errors_or_warnings() {
    let mut opened = opened();
    let window = &mut opened.window;
    // Two of three tools have some; notes mark nothing.
    assert_eq!(window.count(Role::Image, "Lint: "), 2);
    window.act(Action::Show(View::Charts));
    assert_eq!(window.count(Role::Image, "Lint: "), 2);
    assert!(window.says("Lint ("));
}
