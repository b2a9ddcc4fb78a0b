//! The one modal window that may be open.

use super::frame::Frame;
use super::{export, help, import, palette};
use crate::app::{Action, AfterUnsaved, Command, Document, Modal};
use crate::diagnostics::visible;
use crate::scenario::Origin;
use egui::{Key, RichText, TextEdit, Ui};

/// Draws it, if there is one.
pub(super) fn show(ui: &Ui, frame: &mut Frame<'_>) {
    let Some(modal) = frame.state.modal.clone() else { return };
    let id = egui::Id::unique("modal");
    let mut window = egui::Modal::new(id);
    let is_import = matches!(modal, Modal::Import(_));
    if is_import || matches!(modal, Modal::Palette(_)) {
        // From its top down, so that its fields stay where they are while what is below grows and shrinks.
        let top = if is_import { 40.0 } else { 90.0 };
        let area = egui::Modal::default_area(id).anchor(egui::Align2::CENTER_TOP, [0.0, top]);
        window = window.area(area);
    }
    let response = window.show(ui.ctx(), |ui| match modal {
        Modal::OpenPath(path) => open_path(ui, frame, path),
        Modal::BeforeRevision { revision } => before_revision(ui, frame, revision),
        Modal::SaveVariant { path, name, error } => save_variant(ui, frame, path, name, error),
        Modal::Export {
            what,
            path,
            replaces,
            error,
        } => export::show(ui, frame, what, path, replaces, error.as_deref()),
        Modal::Import(importing) => import::show(ui, frame, &importing),
        Modal::Unsaved { then } => unsaved(ui, frame, &then),
        Modal::Palette(state) => palette::show(ui, frame, &state),
        Modal::Help => {
            ui.set_width((ui.ctx().content_rect().width() - 60.0).min(1100.0));
            help::show(ui, frame);
            ui.add_space(6.0);
            if ui.button("Close").clicked() {
                frame.push(Action::Modal(None));
            }
        }
    });
    // A hand that slips beside the window does not close one that holds work.
    let slipped = is_import && response.backdrop_response.clicked();
    if response.should_close() && !slipped {
        frame.push(Action::Modal(None));
    }
}

fn open_path(ui: &mut Ui, frame: &mut Frame<'_>, mut path: String) {
    ui.set_width(520.0);
    ui.heading("Open a scenario by its path");
    let label = ui.label("Path of a YAML or JSON file, REV:FILE, or shipped:NAME");
    let field = ui.add(
        TextEdit::singleline(&mut path)
            .desired_width(f32::INFINITY)
            .hint_text("scenarios/production.yaml"),
    );
    let field = field.labelled_by(label.id);
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !ui.memory(|memory| memory.focused().is_some()) && !entered {
        field.request_focus();
        select_all(ui, field.id, &path);
    }
    if field.changed() {
        frame.push(Action::Modal(Some(Modal::OpenPath(path.clone()))));
    }
    ui.horizontal(|ui| {
        let is_ready = !path.trim().is_empty();
        if ui.add_enabled(is_ready, egui::Button::new("Open")).clicked() || (entered && is_ready) {
            frame.push(Action::Modal(None));
            frame.push(Action::Open(Origin::parse(path.trim())));
        }
        if ui.button("Cancel").clicked() {
            frame.push(Action::Modal(None));
        }
    });
}

/// Which revision of the opened file shall be the state before.
fn before_revision(ui: &mut Ui, frame: &mut Frame<'_>, mut revision: String) {
    ui.set_width(520.0);
    ui.heading("State before: the opened file at a revision");
    let path = frame.state.document.as_ref().and_then(Document::path);
    let Some(path) = path.map(std::path::Path::to_path_buf) else {
        ui.label("What is opened is no file any more.");
        return;
    };
    let shown = path.display().to_string();
    let label = ui.label("Revision: HEAD, HEAD~1, a branch, a tag or a hash");
    let field = TextEdit::singleline(&mut revision)
        .desired_width(f32::INFINITY)
        .hint_text("HEAD~1");
    let field = ui.add(field).labelled_by(label.id);
    ui.label(RichText::new(visible(&shown)).small().color(frame.palette.weak));
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !ui.memory(|memory| memory.focused().is_some()) && !entered {
        field.request_focus();
        select_all(ui, field.id, &revision);
    }
    if field.changed() {
        let revision = revision.clone();
        frame.push(Action::Modal(Some(Modal::BeforeRevision { revision })));
    }
    ui.horizontal(|ui| {
        let revision = revision.trim();
        let is_ready = !revision.is_empty();
        if ui.add_enabled(is_ready, egui::Button::new("Use it")).clicked() || (entered && is_ready) {
            frame.push(Action::Modal(None));
            frame.push(Action::DeployOver(Some(Origin::Revision {
                revision: revision.to_owned(),
                path,
            })));
        }
        if ui.button("Cancel").clicked() {
            frame.push(Action::Modal(None));
        }
    });
}

/// So that typing takes the place of what is proposed.
fn select_all(ui: &Ui, field: egui::Id, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), field).unwrap_or_default();
    let whole = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(whole));
    state.store(ui.ctx(), field);
}

fn save_variant(ui: &mut Ui, frame: &mut Frame<'_>, mut path: String, mut name: String, error: Option<String>) {
    ui.set_width(560.0);
    ui.heading("Save the what-if as a variant");
    ui.label("A small file that extends the opened one and holds only what differs. Gates are not inherited.");
    if let Some(document) = &frame.state.document {
        for edit in document.changes() {
            ui.label(RichText::new(format!("· {}", edit.label(&document.scenario))).small());
        }
    }
    ui.add_space(4.0);
    let label = ui.label("Title");
    let title = ui
        .add(TextEdit::singleline(&mut name).desired_width(f32::INFINITY))
        .labelled_by(label.id);
    if ui.memory(|memory| memory.focused().is_none()) && error.is_none() {
        title.request_focus();
    }
    let title_entered = title.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let label = ui.label("Path, beside the opened file");
    let field = ui
        .add(TextEdit::singleline(&mut path).desired_width(f32::INFINITY))
        .labelled_by(label.id);
    let entered = title_entered || field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if let Some(error) = &error {
        ui.label(RichText::new(error).color(frame.palette.bad));
    }
    if title.changed() || field.changed() {
        frame.push(Action::Modal(Some(Modal::SaveVariant {
            path: path.clone(),
            name: name.clone(),
            error,
        })));
    }
    ui.horizontal(|ui| {
        if ui.button("Save variant").clicked() || entered {
            frame.push(Action::SaveVariant { path, name });
        }
        if ui.button("Choose…").clicked() {
            frame.push(Action::PickVariant);
        }
        if ui.button("Cancel").clicked() {
            frame.push(Action::Modal(None));
        }
    });
}

fn unsaved(ui: &mut Ui, frame: &mut Frame<'_>, then: &AfterUnsaved) {
    ui.set_width(440.0);
    ui.heading("The what-if is not saved");
    let what = match then {
        AfterUnsaved::Open(origin) => format!("Opening {} drops these changes:", origin.file_name()),
        AfterUnsaved::Quit => "Closing the window drops these changes:".to_owned(),
    };
    ui.label(what);
    if let Some(document) = &frame.state.document {
        for edit in frame.state.unsaved() {
            ui.label(format!("· {}", edit.label(&document.scenario)));
        }
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if Command::Save.enabled(frame.state).is_ok() && ui.button("Save").clicked() {
            frame.push(Action::Modal(None));
            frame.command(Command::Save);
        }
        if Command::SaveVariant.enabled(frame.state).is_ok() && ui.button("Save as variant…").clicked() {
            frame.command(Command::SaveVariant);
        }
        let anyway = match then {
            AfterUnsaved::Open(_) => "Open anyway",
            AfterUnsaved::Quit => "Close anyway",
        };
        if ui.button(RichText::new(anyway).color(frame.palette.bad)).clicked() {
            frame.push(match then {
                AfterUnsaved::Open(origin) => Action::OpenAnyway(origin.clone()),
                AfterUnsaved::Quit => Action::QuitAnyway,
            });
        }
        if ui.button("Keep editing").clicked() {
            frame.push(Action::Modal(None));
        }
    });
}
