//! The modal that imports servers: sources, what would come of them, and only then the writing.

mod preview;
mod server;

use super::frame::Frame;
use crate::app::{Action, Command, Document, ImportAct, ImportField, ImportWay, Importing, Picked};
use crate::diagnostics::visible;
use egui::{FontId, Key, RichText, ScrollArea, TextEdit, TextStyle, Ui};

/// Height of what can grow long: the preview, and errors.
const SCROLLED_HEIGHT: f32 = 210.0;
/// Height of four sources.
const SOURCES_HEIGHT: f32 = 98.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    ui.set_width((ui.ctx().content_rect().width() - 60.0).min(820.0));
    ui.heading(Command::Import.title().trim_end_matches('…'));
    ui.weak("One server each, everything on, annotations trusted. Nothing is written before it was shown here.");
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
        ImportWay::Server => server::show(ui, frame, importing),
    }
    sources(ui, frame, importing);
    server::ask_configured(ui, frame, importing);
    server::capturing(ui, frame, importing);
    if let Some(notice) = &importing.notice {
        ui.weak(visible(notice));
    }
    if let Some(error) = &importing.error {
        ScrollArea::vertical()
            .id_salt("error")
            .max_height(SCROLLED_HEIGHT)
            .show(ui, |ui| {
                ui.label(RichText::new(error).monospace().color(frame.palette.bad));
            });
    }
    ui.separator();
    into(ui, frame, importing);
    if let Some(prepared) = &importing.prepared {
        preview::show(ui, frame, prepared);
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
    // Where two dashes are two dashes.
    let font: FontId = match which {
        ImportField::Target | ImportField::Passed => TextStyle::Monospace.resolve(ui.style()),
        _ => TextStyle::Body.resolve(ui.style()),
    };
    let edit = TextEdit::singleline(&mut typed)
        .hint_text(hint)
        .font(font)
        .desired_width(width);
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

fn files(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    ui.label(
        RichText::new(
            "Answers to tools/list, the tools of an OpenAI, Anthropic or Gemini request, or the configuration of a client: \
             Claude, Cursor, VS Code, Gemini, Codex, Zed and others",
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

fn sources(ui: &mut Ui, frame: &mut Frame<'_>, importing: &Importing) {
    let scrolled = ScrollArea::vertical().id_salt("sources").max_height(SOURCES_HEIGHT);
    // What was added last is seen, and the bar is where one is looked for.
    let scrolled = scrolled.stick_to_bottom(true).auto_shrink([false, true]);
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
        let button = egui::Button::selectable(is_it, "the opened scenario").frame_when_inactive(true);
        let hint = "Updates the inventories of its servers and adds new ones; toggles, overrides and notes stay";
        if ui.add(button).on_hover_text(hint).clicked() && !is_it {
            push(frame, ImportAct::Typed(ImportField::Into, opened));
        }
    });
    let is_opened = frame.state.document.as_ref().and_then(Document::path);
    if is_opened.is_some_and(|path| path.display().to_string() == importing.into) && frame.state.is_dirty() {
        let words = "What is changed on screen and not saved stays as it is; the plan below is that of the file.";
        ui.label(RichText::new(words).small().color(frame.palette.weak));
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
        let hint = "Drops the sources; Esc keeps them for the next time";
        if ui.button("Cancel").on_hover_text(hint).clicked() {
            push(frame, ImportAct::Discard);
        }
        if importing.is_waiting {
            ui.weak("reading …");
        }
    });
}
