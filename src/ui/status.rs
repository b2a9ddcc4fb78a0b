//! The status bar: the file, the estimator, how long planning took, what the last change moved, the last notice.

use super::frame::Frame;
use super::widgets::seconds_since;
use crate::app::Action;
use crate::plan::explain::counted;
use egui::{Align, Layout, RichText, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    ui.horizontal(|ui| {
        let state = frame.state;
        if let Some(document) = &state.document {
            let path = document.origin.shown();
            ui.label(super::widgets::dotted_name(&path, 60)).on_hover_text(&path);
        }
        if let Some(shown) = state.visible_plan() {
            ui.weak("·");
            let mut estimator = shown.planned.scenario.estimator.id().to_owned();
            if shown.planned.plan.measured_in_part {
                estimator.push_str(", measured in part");
            }
            ui.label(estimator).on_hover_text("How tokens are estimated");
            if let Some(planned_in) = shown.planned_in {
                ui.weak("·");
                ui.label(format!("planned in {:.2} ms", planned_in.as_secs_f64() * 1000.0));
            }
            if shown.rows.moved_since_last > 0 {
                ui.weak("·");
                let moved = counted(shown.rows.moved_since_last as u64, "tool", "tools");
                ui.label(format!("moved by the last change: {moved}"));
            }
        }
        if state.is_waiting() {
            ui.weak("·");
            waiting(ui, frame);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(notice) = &frame.state.notice {
                if ui.small_button("×").on_hover_text("Dismiss").clicked() {
                    frame.actions.push(Action::DismissNotice);
                }
                let colour = if notice.is_error {
                    frame.palette.bad
                } else {
                    frame.palette.weak
                };
                ui.add(egui::Label::new(RichText::new(&notice.text).color(colour)).truncate())
                    .on_hover_text(&notice.text);
            }
        });
    });
}

/// Says that something runs, but only once it is slow enough to be noticed.
fn waiting(ui: &mut Ui, frame: &Frame<'_>) {
    const NOTICED_AFTER_SECONDS: f64 = 0.15;
    let waited = seconds_since(ui, "waiting", frame.state.generation);
    if waited < NOTICED_AFTER_SECONDS {
        let rest = std::time::Duration::from_secs_f64(NOTICED_AFTER_SECONDS - waited);
        ui.ctx().request_repaint_after(rest);
        return;
    }
    let text = if frame.state.has_dialog {
        "a file dialog is open"
    } else if frame.state.loading.is_some() || frame.state.loading_before.is_some() {
        "reading…"
    } else {
        "planning…"
    };
    ui.label(RichText::new(text).color(frame.palette.accent));
}
