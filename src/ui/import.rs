//! The modal that imports servers: sources, what would come of them, and only then the writing.

use super::frame::Frame;
use crate::app::{
    Action, Askable, Asked, Command, Document, ImportAct, ImportField, ImportWay, Importing, Picked, Prepared,
};
use crate::diagnostics::visible;
use crate::inventory::capture::Target;
use crate::inventory::import::Change;
use crate::plan::explain::{counted, grouped, lane_counts, verdict};
use egui::{Grid, Key, RichText, ScrollArea, TextEdit, Ui};

/// Height of what can grow long: the preview, and errors.
const SCROLLED_HEIGHT: f32 = 210.0;
/// Height of four sources.
const SOURCES_HEIGHT: f32 = 98.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    ui.set_width((ui.ctx().content_rect().width() - 60.0).min(820.0));
    ui.heading(Command::Import.title().trim_end_matches('…'));
    ui.weak("One server each, everything on. Nothing is written before it was shown here.");
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (way, words) in [
            (ImportWay::Files, "From files"),
            (ImportWay::Server, "From a running server"),
        ] {
            if ui.selectable_label(importing.way == way, words).clicked() {
                push(frame, ImportAct::Way(way));
            }
        }
    });
    ui.add_space(2.0);
    match importing.way {
        ImportWay::Files => files(ui, frame, importing),
        ImportWay::Server => server(ui, frame, importing),
    }
    sources(ui, frame, importing);
    ask_configured(ui, frame, importing);
    capturing(ui, frame, importing);
    ui.separator();
    into(ui, frame, importing);
    if let Some(error) = &importing.error {
        ScrollArea::vertical()
            .id_salt("error")
            .max_height(SCROLLED_HEIGHT)
            .show(ui, |ui| {
                ui.label(RichText::new(error).monospace().color(frame.palette.bad));
            });
    }
    if let Some(prepared) = &importing.prepared {
        preview(ui, frame, prepared);
    }
    ui.add_space(6.0);
    buttons(ui, frame, importing);
}

fn push(frame: &mut Frame<'_>, act: ImportAct) {
    frame.push(Action::Import(act));
}

/// A field with its label before it. Whether Enter was pressed in it.
fn field(
    ui: &mut Ui,
    frame: &mut Frame<'_>,
    (label, hint): (&str, &str),
    (which, text): (ImportField, &str),
    width: f32,
) -> bool {
    let label = ui.label(label);
    let mut typed = text.to_owned();
    let typed_is_empty = typed.is_empty();
    let edit = TextEdit::singleline(&mut typed).hint_text(hint).desired_width(width);
    let response = ui.add(edit).labelled_by(label.id);
    // What is typed first needs no hand at the mouse.
    let is_first = matches!(which, ImportField::Source | ImportField::Target);
    if is_first && typed_is_empty && ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    if response.changed() {
        push(frame, ImportAct::Typed(which, typed));
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// Servers that a configuration names can be asked for their tools, all at once.
fn ask_configured(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
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

fn files(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    ui.label(
        RichText::new(
            "Answers to tools/list, the tools of an OpenAI, Anthropic or Gemini request, or the configuration of a client: \
             Claude, Cursor, VS Code, Gemini, Codex, Zed, …",
        )
        .small()
        .color(frame.palette.weak),
    );
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 210.0).max(120.0);
        let source = (ImportField::Source, importing.source.as_str());
        let entered = field(ui, frame, ("File", "servers/github.json"), source, width);
        let is_ready = !importing.source.trim().is_empty();
        if ui.add_enabled(is_ready, egui::Button::new("Add")).clicked() || (entered && is_ready) {
            push(frame, ImportAct::Add);
        }
        if ui.button("Choose…").clicked() {
            push(frame, ImportAct::Pick);
        }
    });
}

fn server(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
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
fn capturing(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
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
            ui.label(RichText::new(visible(&program.exact())).monospace());
            ui.weak(visible(&format!(
                "It gets the variables {}, and no others.",
                program.variables().join(", ")
            )));
        }
        Target::Address(address) => {
            ui.label(RichText::new(visible(&address.url)).monospace());
            let named: Vec<&str> = address.headers.iter().map(|(name, _)| name.as_str()).collect();
            if !named.is_empty() {
                ui.weak(visible(&format!("It is sent the headers {}.", named.join(", "))));
            }
        }
    }
}

fn sources(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    let scrolled = ScrollArea::vertical().id_salt("sources").max_height(SOURCES_HEIGHT);
    scrolled.show(ui, |ui| source_list(ui, frame, importing));
}

fn source_list(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    for (place, source) in importing.sources.iter().enumerate() {
        ui.horizontal(|ui| {
            let shown = match source {
                Picked::File(path) => path.display().to_string(),
                Picked::Captured(source) => source.shown.clone(),
            };
            let button = ui.small_button("×").on_hover_text("Take it out of the import");
            let name = format!("Take out {shown}");
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name.clone()));
            if button.clicked() {
                push(frame, ImportAct::Remove(place));
            }
            ui.add(egui::Label::new(visible(&shown)).truncate());
        });
    }
}

fn into(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    let opened = frame.state.document.as_ref().and_then(Document::path);
    let opened = opened.map(|path| path.display().to_string());
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 210.0).max(120.0);
        let path = (ImportField::Into, importing.into.as_str());
        field(ui, frame, ("Into", "my-servers.yaml"), path, width);
        let Some(opened) = opened else { return };
        let is_it = importing.into == opened;
        let words = "the opened scenario";
        let hint = "Updates the inventories of its servers and adds new ones; toggles, overrides and notes stay";
        if ui.selectable_label(is_it, words).on_hover_text(hint).clicked() && !is_it {
            push(frame, ImportAct::Typed(ImportField::Into, opened));
        }
    });
}

/// What would be written.
fn preview(ui: &mut Ui, frame: &Frame<'_>, prepared: &Prepared) {
    ScrollArea::vertical()
        .id_salt("preview")
        .max_height(SCROLLED_HEIGHT)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            Grid::new("servers")
                .num_columns(5)
                .striped(true)
                .spacing([18.0, 3.0])
                .show(ui, |ui| {
                    for (heading, is_number) in [
                        ("server", false),
                        ("tools", true),
                        ("tokens", true),
                        ("change", false),
                        ("from", false),
                    ] {
                        let text = RichText::new(heading).small().color(frame.palette.weak);
                        aligned(ui, is_number, text);
                    }
                    ui.end_row();
                    for row in &prepared.rows {
                        let is_unknown = row.server.change == Change::WithoutTools;
                        let figure = |number: u64| if is_unknown { "?".to_owned() } else { grouped(number) };
                        ui.label(RichText::new(&row.server.id).strong());
                        aligned(ui, true, RichText::new(figure(row.tools)));
                        aligned(ui, true, RichText::new(figure(row.tokens)));
                        let colour = match row.server.change {
                            Change::New | Change::Updated { .. } => frame.palette.good,
                            Change::Same => frame.palette.weak,
                            Change::WithoutTools => frame.palette.warn,
                        };
                        ui.label(RichText::new(row.server.change.words()).color(colour));
                        let from = egui::Label::new(visible(&row.from())).truncate();
                        ui.add(from).on_hover_text(visible(&row.server.from));
                        ui.end_row();
                    }
                });
            for row in &prepared.rows {
                for remark in &row.server.remarks {
                    let text = visible(&format!("{}: {remark}", row.server.id));
                    ui.label(RichText::new(text).small().color(frame.palette.warn));
                }
            }
        });
    let tools: u64 = prepared.rows.iter().map(|row| row.tools).sum();
    let tokens: u64 = prepared.rows.iter().map(|row| row.tokens).sum();
    ui.add_space(4.0);
    ui.label(format!(
        "{}, {} tokens of definitions by {}. {}: {}.",
        counted(tools, "tool", "tools"),
        grouped(tokens),
        prepared.planned.scenario.estimator.id(),
        visible(&verdict(&prepared.planned.plan)),
        lane_counts(&prepared.planned.plan)
    ));
    if let Some(verdict) = prepared.gates.verdict() {
        let colour = if prepared.gates.hold() {
            frame.palette.weak
        } else {
            frame.palette.bad
        };
        ui.label(RichText::new(visible(&verdict)).color(colour));
    }
    let files = prepared.import.files.iter().map(|file| {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
        format!("{name} ({})", if file.is_new { "new" } else { "changed" })
    });
    let files: Vec<String> = files.collect();
    let text = if files.is_empty() {
        "Everything is there as it is: nothing to write".to_owned()
    } else {
        format!("Writes {}", files.join(", "))
    };
    ui.add(egui::Label::new(RichText::new(visible(&text)).small().color(frame.palette.weak)).truncate())
        .on_hover_text(visible(&files.join("\n")));
}

fn aligned(ui: &mut Ui, is_number: bool, text: RichText) {
    if is_number {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(text));
    } else {
        ui.label(text);
    }
}

fn buttons(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    ui.horizontal(|ui| {
        let files = importing.prepared.as_ref().map(|prepared| prepared.import.files.len());
        let why = match files {
            _ if importing.is_waiting => Some("the preview is being made"),
            None => Some("add a source first"),
            Some(0) => Some("there is nothing to write"),
            Some(_) => None,
        };
        let response = ui.add_enabled(why.is_none(), egui::Button::new("Import"));
        let response = match why {
            Some(why) => response.on_disabled_hover_text(why),
            None => response,
        };
        if response.clicked() {
            push(frame, ImportAct::Write);
        }
        if ui.button("Cancel").clicked() {
            frame.push(Action::Modal(None));
        }
        if importing.is_waiting {
            ui.weak("reading …");
        }
    });
}
