//! The verdict: the largest text on screen, in words, with the counts, the gates and what this is a what-if of.

use super::frame::Frame;
use super::theme::VERDICT_SIZE;
use crate::app::{Action, View};
use crate::diagnostics::visible;
use crate::plan::explain;
use crate::rows::Shown;
use egui::{Align, Color32, Layout, RichText, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    let Some(shown) = frame.state.visible_plan().cloned() else {
        ui.label(RichText::new("Roster simulator").size(VERDICT_SIZE));
        return;
    };
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        // The right side is placed first, so that a long verdict wraps instead of pushing it out.
        let (text, colour) = verdict(frame, &shown);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            gates(ui, frame, &shown);
            ui.separator();
            counts(ui, frame, &shown);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(text).size(VERDICT_SIZE).strong().color(colour)).wrap());
            });
        });
    });
    title(ui, frame, &shown);
    ui.add_space(1.0);
}

fn verdict(frame: &Frame<'_>, shown: &Shown) -> (String, Color32) {
    let plan = &shown.planned.plan;
    let palette = &frame.palette;
    let colour = if plan.failure.is_some() {
        palette.bad
    } else if plan.skipped.is_empty() {
        palette.good
    } else if plan.skips_recorded {
        palette.warn
    } else {
        palette.bad
    };
    (visible(&explain::verdict(plan)), colour)
}

fn title(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    ui.horizontal(|ui| {
        let name = ui.label(RichText::new(visible(&shown.planned.scenario.name)).strong());
        let notes = visible_lines(&shown.planned.scenario.notes);
        if !notes.is_empty() {
            name.on_hover_text(notes);
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
    });
}

fn counts(ui: &mut Ui, frame: &Frame<'_>, shown: &Shown) {
    use crate::scenario::Lane;
    // Right to left: the last one first.
    for lane in [Lane::Skipped, Lane::Deferred, Lane::Defined] {
        let count = shown.planned.plan.count(lane);
        let colour = if count == 0 {
            frame.palette.weak
        } else {
            frame.palette.lane(lane)
        };
        ui.label(RichText::new(lane.id()).color(frame.palette.weak));
        ui.label(RichText::new(count.to_string()).size(17.0).strong().color(colour));
    }
}

fn gates(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let (passed, all) = (
        shown.gates.iter().filter(|gate| gate.passes()).count(),
        shown.gates.len(),
    );
    let (text, colour) = match (passed, all) {
        (_, 0) => ("no gates".to_owned(), frame.palette.weak),
        (passed, all) if passed == all => (format!("gates {passed}/{all}"), frame.palette.good),
        (passed, all) => (format!("gates {passed}/{all}"), frame.palette.bad),
    };
    let response = ui.add(egui::Button::new(RichText::new(text).strong().color(colour)).frame(false));
    if response.on_hover_text("What the file expects of its plan").clicked() {
        frame.push(Action::Show(View::Gates));
    }
}

/// Line breaks stay; every other control character is made visible.
fn visible_lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}
