//! What is open, and what the what-if makes of it.

use super::frame::Frame;
use crate::diagnostics::visible;
use crate::plan::explain;
use egui::{RichText, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &Frame<'_>) {
    let Some(shown) = frame.state.visible_plan().cloned() else {
        return;
    };
    let name = visible(&shown.planned.scenario.name);
    let title = ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
    let notes = visible_lines(&shown.planned.scenario.notes);
    if !notes.is_empty() {
        title.on_hover_text(notes);
    }
    let Some(document) = &frame.state.document else { return };
    let changes: Vec<String> = document
        .changes()
        .iter()
        .map(|edit| edit.label(&document.scenario))
        .collect();
    if frame.state.view.holds_baseline {
        ui.label(RichText::new("the file as opened").color(frame.palette.accent));
    } else if changes.is_empty() {
        ui.weak(if frame.state.is_old() {
            "as last read"
        } else {
            "as opened"
        });
    } else {
        let text = format!(
            "what-if: {}",
            explain::counted(changes.len() as u64, "change", "changes")
        );
        ui.label(RichText::new(text).color(frame.palette.accent))
            .on_hover_ui(|ui| {
                for change in &changes {
                    ui.label(visible(change));
                }
                ui.weak("Hold H to see the file as opened; Ctrl+Backspace goes back to it");
            });
        if frame.state.is_dirty() {
            ui.weak("not saved");
        }
    }
}

/// Line breaks stay; every other control character is made visible.
fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}
