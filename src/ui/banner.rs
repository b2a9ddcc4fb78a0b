//! What wants an answer above the roster: a file that changed, a file that cannot be planned.

use super::frame::Frame;
use crate::app::{Action, ReloadAs, State, View};
use crate::plan::explain::counted;
use egui::{RichText, Ui};

/// Whether there is anything to say.
pub(super) fn is_needed(state: &State) -> bool {
    state.banner.is_some() || (state.broken.is_some() && state.shown.is_some())
}

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    if let Some(broken) = &frame.state.broken {
        let errors = broken.problems.iter().filter(|problem| problem.is_error()).count() as u64;
        ui.horizontal(|ui| {
            let is_opened = |document: &crate::app::Document| document.origin == broken.origin;
            let instead = match &frame.state.document {
                Some(document) if !is_opened(document) => format!("{} is still open.", document.origin.file_name()),
                _ => "What you see is the last good plan.".to_owned(),
            };
            let name = broken.origin.file_name();
            let text = format!(
                "{name} cannot be planned ({}). {instead}",
                counted(errors, "error", "errors")
            );
            ui.label(RichText::new(text).strong().color(frame.palette.bad));
            if ui.button("Show problems").clicked() {
                frame.push(Action::Show(View::Problems));
            }
            if ui.button("Read again").clicked() {
                frame.push(Action::Reload(ReloadAs::KeepChanges));
            }
            if frame
                .state
                .document
                .as_ref()
                .is_some_and(|document| !is_opened(document))
                && ui.button("Never mind").clicked()
            {
                frame.push(Action::ForgetBroken);
            }
        });
    }
    if frame.state.banner.is_some() {
        ui.horizontal(|ui| {
            ui.label(
                RichText::new("The file changed on disk.")
                    .strong()
                    .color(frame.palette.warn),
            );
            if ui.button("Reload, keep my changes").clicked() {
                frame.push(Action::Reload(ReloadAs::KeepChanges));
            }
            if ui.button("Reload, drop my changes").clicked() {
                frame.push(Action::Reload(ReloadAs::DropChanges));
            }
            if ui.button("Not now").clicked() {
                frame.push(Action::DismissBanner);
            }
        });
    }
}
