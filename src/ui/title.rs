//! What is open, and what the what-if makes of it.

use super::frame::Frame;
use crate::app::Action;
use crate::diagnostics::visible;
use crate::plan::explain;
use egui::{RichText, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    let Some(shown) = frame.state.visible_plan().cloned() else {
        return;
    };
    let name = visible(&shown.planned.scenario.name);
    let title = ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
    let notes = visible_lines(&shown.planned.scenario.notes);
    if !notes.is_empty() {
        title.on_hover_text(notes);
    }
    let changes = frame
        .state
        .document
        .as_ref()
        .map_or(0, |document| document.changes().len()) as u64;
    if frame.state.view.holds_baseline {
        ui.label(RichText::new("the file as opened").color(frame.palette.accent));
    } else if changes == 0 {
        ui.weak("as opened");
    } else {
        let text = format!("what-if: {}", explain::counted(changes, "change", "changes"));
        ui.label(RichText::new(text).color(frame.palette.accent))
            .on_hover_text("Hold H to see the file as opened; Ctrl+Backspace goes back to it");
        if frame.state.is_dirty() {
            ui.weak("not saved");
        }
        if shown.rows.moved_since_file > 0 {
            let moved = explain::counted(shown.rows.moved_since_file as u64, "tool moved", "tools moved");
            if ui.selectable_label(frame.state.view.filter.moved_only, moved).clicked() {
                frame.push(Action::FilterMoved(!frame.state.view.filter.moved_only));
            }
        }
    }
}

/// Line breaks stay; every other control character is made visible.
fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}
