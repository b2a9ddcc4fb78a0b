//! The modal that writes a report, a table or a picture.

use super::frame::Frame;
use crate::app::{Action, Export, Modal};
use crate::diagnostics::visible;
use egui::{Key, RichText, TextEdit, Ui};

/// Draws it.
pub(super) fn show(
    ui: &mut Ui,
    frame: &mut Frame<'_>,
    what: Export,
    mut path: String,
    replaces: bool,
    error: Option<&str>,
) {
    ui.set_width(560.0);
    ui.heading(what.title());
    ui.label(what.hint());
    if what == Export::Report {
        ui.weak(against(frame));
    }
    let changed = |what, path: &str| {
        Action::Modal(Some(Modal::Export {
            what,
            path: path.to_owned(),
            replaces: false,
            error: None,
        }))
    };
    if let Export::Picture { view_alone } = what {
        ui.horizontal(|ui| {
            let view = format!("the {} view alone", frame.state.view.view.title());
            for (alone, words) in [(false, "the whole window".to_owned()), (true, view)] {
                if ui.radio(view_alone == alone, words).clicked() {
                    frame.push(changed(Export::Picture { view_alone: alone }, &path));
                }
            }
        });
    }
    ui.add_space(4.0);
    let label = ui.label("Path");
    let field = ui.add(TextEdit::singleline(&mut path).desired_width(f32::INFINITY));
    let field = field.labelled_by(label.id);
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if ui.memory(|memory| memory.focused().is_none()) && error.is_none() && !entered {
        field.request_focus();
    }
    if field.changed() {
        frame.push(changed(what, &path));
    }
    if let Some(error) = error {
        let colour = if replaces {
            frame.palette.warn
        } else {
            frame.palette.bad
        };
        ui.label(RichText::new(visible(error)).color(colour));
    }
    ui.horizontal(|ui| {
        if ui.button("Write").clicked() || entered {
            frame.push(Action::Export);
        }
        if ui.button("Choose…").clicked() {
            frame.push(Action::PickExport);
        }
        if ui.button("Cancel").clicked() {
            frame.push(Action::Modal(None));
        }
    });
}

/// What a report is compared with.
fn against(frame: &Frame<'_>) -> String {
    let state = frame.state;
    let has_changes = state.document.as_ref().is_some_and(crate::app::Document::has_changes);
    match &state.deployed_over {
        Some(over) => format!(
            "Compared with {}, as in Compare and Deploy",
            visible(&over.origin.shown())
        ),
        None if has_changes => "The what-if, compared with the file as opened".to_owned(),
        None => "The file as opened, compared with nothing; choose a state before in Compare".to_owned(),
    }
}
