//! Asking servers for their tools: what is started, the question before, and what runs.

use super::{SCROLLED_HEIGHT, field, push};
use crate::app::{Askable, Asked, ImportAct, ImportField, Importing};
use crate::diagnostics::visible;
use crate::inventory::capture::Target;
use crate::plan::explain::counted;
use crate::ui::frame::Frame;
use egui::{Grid, RichText, ScrollArea, Ui};

/// The fields of one server.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    let is_running = importing.running.is_some();
    ui.add_enabled_ui(!is_running, |ui| {
        let wide = (ui.available_width() - 150.0).max(160.0);
        Grid::new("server").num_columns(2).show(ui, |ui| {
            let mut line = |ui: &mut Ui, label, hint, which, text: &str, width| {
                let entered = field(ui, frame, (label, hint), (which, text), width);
                ui.end_row();
                if entered {
                    push(frame, ImportAct::Ask);
                }
            };
            let hint = "npx -y @modelcontextprotocol/server-everything, or https://mcp.example.com/mcp";
            line(
                ui,
                "Command or address",
                hint,
                ImportField::Target,
                &importing.target,
                wide,
            );
            let (label, hint) = if importing.target.trim_start().starts_with("http") {
                ("Headers", "NAME=VALUE, with blanks between")
            } else {
                ("Variables to pass", "NAME or NAME=VALUE, with blanks between")
            };
            line(ui, label, hint, ImportField::Passed, &importing.passed, wide);
            let called = importing.proposed_name();
            let hint = called.as_deref().unwrap_or("as what is started");
            line(
                ui,
                "Name in the scenario",
                hint,
                ImportField::Name,
                &importing.name,
                240.0,
            );
            line(
                ui,
                "Seconds at most",
                "30",
                ImportField::Seconds,
                &importing.seconds,
                60.0,
            );
        });
    });
    if importing.asked.is_none() && !is_running && ui.button("Connect…").clicked() {
        push(frame, ImportAct::Ask);
    }
}

/// What is asked of the person, or what runs.
pub(super) fn capturing(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    if let Some(running) = &importing.running {
        ui.horizontal(|ui| {
            if frame.moves() {
                ui.spinner();
            }
            if ui.button("Stop").clicked() {
                push(frame, ImportAct::Stop);
            }
            let text = visible(&format!("{}: {}", running.shown, running.progress));
            ui.add(egui::Label::new(text).truncate());
        });
        return;
    }
    if let Some(asked) = &importing.asked {
        question(ui, frame, asked);
    }
}

/// The exact commands, before anything of them is started.
fn question(ui: &mut Ui, frame: &mut Frame<'_>, asked: &Asked) {
    egui::Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let programs = asked
            .servers
            .iter()
            .filter(|server| matches!(server.target, Target::Program(_)));
        let words = match (programs.count(), asked.servers.len()) {
            (_, 0) => "None of these servers can be asked:".to_owned(),
            (0, 1) => "This asks a server for its tools:".to_owned(),
            (0, _) => "This asks servers for their tools:".to_owned(),
            (1, _) => "This starts a program on this machine, with your rights:".to_owned(),
            (count, _) => format!("This starts {count} programs on this machine, with your rights:"),
        };
        ui.label(RichText::new(words).color(frame.palette.warn));
        let scrolled = ScrollArea::vertical().id_salt("asked").max_height(SCROLLED_HEIGHT);
        scrolled.show(ui, |ui| {
            for server in &asked.servers {
                target(ui, &server.target);
            }
            for left in &asked.left {
                ui.weak(visible(left));
            }
        });
        ui.horizontal(|ui| {
            let yes = match asked.servers.as_slice() {
                [] => None,
                [
                    Askable {
                        target: Target::Program(_),
                        ..
                    },
                ] => Some("Start it"),
                [_] => Some("Ask it"),
                several if several.iter().all(|server| matches!(server.target, Target::Address(_))) => Some("Ask them"),
                _ => Some("Start them"),
            };
            if yes.is_some_and(|yes| ui.button(yes).clicked()) {
                push(frame, ImportAct::Start);
            }
            if ui.button("Not now").clicked() {
                push(frame, ImportAct::Leave);
            }
        });
    });
}

/// What is started or asked, and what it gets.
fn target(ui: &mut Ui, target: &Target) {
    match target {
        Target::Program(program) => {
            ui.label(RichText::new(visible(&program.asked())).monospace());
            ui.weak(visible(&format!(
                "It gets the variables {}, and no others.",
                program.variables().join(", ")
            )));
        }
        Target::Address(address) => {
            ui.label(RichText::new(visible(&address.asked())).monospace());
            let named: Vec<&str> = address.headers.iter().map(|(name, _)| name.as_str()).collect();
            if !named.is_empty() {
                ui.weak(visible(&format!("It is sent the headers {}.", named.join(", "))));
            }
        }
    }
    let sent = target.sent();
    if !sent.is_empty() {
        let what = if sent.len() == 1 { "variable" } else { "variables" };
        ui.weak(visible(&format!("It is sent your {what} {}.", sent.join(", "))));
    }
}

/// Servers that a configuration names can be asked for their tools, all at once.
pub(super) fn ask_configured(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    let to_capture = importing
        .prepared
        .as_ref()
        .map(|prepared| prepared.import.to_capture.iter());
    let count = to_capture
        .into_iter()
        .flatten()
        .filter(|one| !one.server.is_off)
        .count();
    if count == 0 || importing.asked.is_some() || importing.running.is_some() {
        return;
    }
    ui.horizontal(|ui| {
        let servers = counted(count as u64, "server", "servers");
        if ui.button(format!("Ask {servers} for tools…")).clicked() {
            push(frame, ImportAct::AskConfigured);
        }
        let words = "A configuration names servers, not their tools. The exact commands are shown first.";
        ui.label(RichText::new(words).small().color(frame.palette.weak));
    });
}
