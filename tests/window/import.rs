//! Importing in the window: sources, the preview, the question before a program starts, and what is written.

use crate::support::Window;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use roster::app::{Action, Command, Event, ImportAct, ImportField, ImportWay, Modal};
use roster::scenario::Origin;
use std::path::PathBuf;
use tempfile::TempDir;

const LISTING: &str = r#"{"tools": [{"name": "find", "description": "Finds things.", "inputSchema": {"type": "object"}},
    {"name": "drop", "description": "Drops things.", "inputSchema": {"type": "object"}}]}"#;

struct Opened {
    window: Window,
    folder: TempDir,
}

impl Opened {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let text = include_str!("../../scenarios/getting-started.yaml");
        std::fs::write(folder.path().join("start.yaml"), text).unwrap();
        std::fs::write(folder.path().join("finder.json"), LISTING).unwrap();
        let mut window = Window::on(Origin::Disk(folder.path().join("start.yaml")));
        window.act(Action::Command(Command::Import));
        Self { window, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn pick(&mut self, name: &str) {
        let paths = vec![self.path(name)];
        self.window.act(Action::Event(Event::PickedSources(Some(paths))));
    }
}

#[test]
fn a_file_is_shown_then_written_then_opened() {
    let mut opened = Opened::new();
    assert!(
        opened
            .window
            .node(Role::Button, "Import")
            .accesskit_node()
            .is_disabled()
    );
    let source = opened.path("finder.json").display().to_string();
    opened.window.enter(Role::TextInput, "File", &source);
    assert!(opened.window.has("finder"), "the server's row");
    assert!(opened.window.says("2 tools, "));
    assert!(!opened.path("my-servers.yaml").exists(), "nothing is written before");
    opened.window.click_role(Role::Button, "Import");
    assert!(opened.path("my-servers.yaml").exists());
    let state = opened.window.state();
    assert!(state.modal.is_none());
    let document = state.document.as_ref().unwrap();
    assert_eq!(document.origin, Origin::Disk(opened.path("my-servers.yaml")));
    assert_eq!(document.scenario.servers["finder"].tools.len(), 2);
}

#[test]
fn the_opened_scenario_takes_servers_and_keeps_the_what_if() {
    let mut opened = Opened::new();
    opened.window.act(Action::Modal(None));
    opened.window.enter(Role::SpinButton, "Definition slots", "3");
    opened.window.act(Action::Command(Command::Import));
    opened.pick("finder.json");
    opened.window.click("the opened scenario");
    opened.window.click_role(Role::Button, "Import");
    let document = opened.window.state().document.as_ref().unwrap();
    assert_eq!(document.origin, Origin::Disk(opened.path("start.yaml")));
    assert_eq!(document.scenario.servers["finder"].tools.len(), 2);
    assert_eq!(document.changes().len(), 1, "the slots");
    let text = std::fs::read_to_string(opened.path("start.yaml")).unwrap();
    assert!(text.contains("# Six tools, four slots."), "comments stay");
    assert!(opened.window.says("Imported into start.yaml"));
    // Going back in time takes the what-if back, not what the file says.
    opened.window.click("Undo");
    let document = opened.window.state().document.as_ref().unwrap();
    assert_eq!(document.scenario.servers["finder"].tools.len(), 2);
    assert!(document.changes().is_empty());
    assert!(opened.window.has("as opened"));
}

#[test]
fn a_source_with_an_error_says_where_and_can_be_taken_out() {
    let mut opened = Opened::new();
    std::fs::write(opened.path("bad.json"), "{\n  \"tools\": [ }").unwrap();
    opened.pick("finder.json");
    opened.pick("bad.json");
    assert!(opened.window.says("bad.json:2:14"));
    assert!(
        opened
            .window
            .node(Role::Button, "Import")
            .accesskit_node()
            .is_disabled()
    );
    let bad = format!("Take out {}", opened.path("bad.json").display());
    opened.window.click_role(Role::Button, &bad);
    assert!(!opened.window.says("bad.json:2:14"));
    assert!(
        !opened
            .window
            .node(Role::Button, "Import")
            .accesskit_node()
            .is_disabled()
    );
}

#[test]
fn no_program_starts_before_its_exact_command_was_agreed_to() {
    let mut opened = Opened::new();
    opened.window.click("From a running server");
    let command = "/nonexistent/finder-mcp --flag 'two words'";
    opened.window.fill(Role::TextInput, "Command or address", command);
    opened.window.click("Connect…");
    assert!(opened.window.has("/nonexistent/finder-mcp --flag 'two words'"));
    assert!(opened.window.says("It gets the variables "));
    let Some(Modal::Import(importing)) = &opened.window.state().modal else {
        panic!("the modal is open")
    };
    assert!(importing.running.is_none() && importing.error.is_none());
    // Another command is another question.
    opened.window.act(Action::Import(ImportAct::Typed(
        ImportField::Target,
        "/nonexistent/other-mcp".to_owned(),
    )));
    assert!(!opened.window.has("Start it"));
    opened.window.click("Connect…");
    opened.window.click("Start it");
    let Some(Modal::Import(importing)) = &opened.window.state().modal else {
        panic!("the modal is open")
    };
    let error = importing.error.as_deref().unwrap();
    assert!(error.contains("/nonexistent/other-mcp"), "{error}");
    assert!(importing.running.is_none(), "it is over");
}

#[test]
fn closing_the_window_of_the_import_changes_nothing() {
    let mut opened = Opened::new();
    opened.pick("finder.json");
    opened.window.act(Action::Import(ImportAct::Way(ImportWay::Server)));
    opened.window.click_role(Role::Button, "Cancel");
    assert!(opened.window.state().modal.is_none());
    let files = std::fs::read_dir(opened.folder.path()).unwrap().count();
    assert_eq!(files, 2);
}

/// A server in four lines of shell: it answers the handshake, hears that it is done, and lists two tools.
#[cfg(unix)]
fn speaking_server() -> String {
    let listing: String = LISTING.split('\n').collect();
    format!(
        r#"read a; echo '{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"2025-11-25","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"finder","version":"1"}}}}}}'
read b; read c; echo '{{"jsonrpc":"2.0","id":1,"result":{listing}}}'; read d"#
    )
}

#[cfg(unix)]
#[test]
fn the_servers_of_a_configuration_are_asked_all_at_once() {
    let mut opened = Opened::new();
    let config = serde_json::json!({"mcpServers": {
        "Finder": {"command": "sh", "args": ["-c", speaking_server()], "env": {"API_KEY": "sesame-open-sesame"}},
        "absent": {"command": "/nonexistent/absent-mcp"},
        "resting": {"command": "/nonexistent/resting-mcp", "disabled": true},
    }});
    std::fs::write(opened.path("mcp.json"), config.to_string()).unwrap();
    opened.pick("mcp.json");
    assert!(opened.window.says("no tools known yet"));
    opened.window.click("Ask 2 servers for tools…");
    assert!(opened.window.says("This starts 2 programs on this machine"));
    assert!(opened.window.has("/nonexistent/absent-mcp"), "the exact command");
    assert!(opened.window.has("resting: switched off in the configuration"));
    assert!(!opened.window.says("sesame"), "no value of a variable is shown");
    opened.window.click("Start them");
    let Some(Modal::Import(importing)) = &opened.window.state().modal else {
        panic!("the modal is open")
    };
    let error = importing.error.as_deref().unwrap();
    assert!(error.starts_with("absent: ") && !error.contains("finder"), "{error}");
    assert!(
        opened.window.says("2 tools, "),
        "the one that answered is in the preview"
    );
    assert!(
        opened.window.has("Ask 1 server for tools…"),
        "the other can be asked again"
    );
    opened.window.click_role(Role::Button, "Import");
    let document = opened.window.state().document.as_ref().unwrap();
    assert_eq!(document.scenario.servers.len(), 3);
    assert_eq!(document.scenario.servers["finder"].tools.len(), 2);
    let written = std::fs::read_to_string(opened.path("my-servers.yaml")).unwrap();
    assert!(!written.contains("sesame"), "{written}");
}
