//! The verdict: the largest text on screen, in words, with the counts and the gates.

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
                let fallen = shown.gates.fallen() as u64;
                if fallen > 0 {
                    let fallen = explain::counted(fallen, "gate falls", "gates fall");
                    ui.label(RichText::new(format!("· {fallen}")).size(17.0).color(frame.palette.bad));
                }
            });
        });
    });
    ui.add_space(2.0);
}

fn verdict(frame: &Frame<'_>, shown: &Shown) -> (String, Color32) {
    let plan = &shown.planned.plan;
    let palette = &frame.palette;
    let colour = if frame.state.is_old() {
        palette.weak
    } else if plan.failure.is_some() {
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
        ui.label(
            RichText::new(explain::grouped(count as u64))
                .size(17.0)
                .strong()
                .color(colour),
        );
    }
}

fn gates(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let (passed, all) = (shown.gates.passed(), shown.gates.gates.len());
    let (text, colour) = match (passed, all) {
        (_, 0) => ("no gates".to_owned(), frame.palette.weak),
        (passed, all) if shown.gates.plan_fails_unexpectedly => {
            (format!("gates {passed}/{all}, plan fails"), frame.palette.bad)
        }
        (passed, all) if passed == all => (format!("gates {passed}/{all}"), frame.palette.good),
        (passed, all) => (format!("gates {passed}/{all}"), frame.palette.bad),
    };
    let response = ui.add(egui::Button::new(RichText::new(text).strong().color(colour)).frame(false));
    if response
        .on_hover_text("What the file expects of its plan, its calls, its sessions and its briefs")
        .clicked()
    {
        frame.push(Action::Show(View::Gates));
    }
}
