//! What a run would see: a call step by step, or the child of a brief. Runs as it is typed; nothing is executed.

mod brief;
mod form;
mod target;
mod trace;

use super::frame::Frame;
use crate::app::{Action, Trying};
use crate::rows::Shown;
use egui::{ScrollArea, Ui, Vec2};

/// Narrowest room for the trace: it is what the view is for.
const TRACE_WIDTH: f32 = 330.0;

/// What stands between the columns, in points.
const GAPS: f32 = 38.0;
/// Narrower than this the columns go on beyond the edge.
const LEAST_WIDTH: f32 = 500.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let mut draft = frame.state.view.draft.clone();
    ui.horizontal_wrapped(|ui| {
        for (trying, title, hint) in [
            (Trying::Call, "A call", "What the pipeline makes of a call of the model"),
            (Trying::Brief, "A brief", "What a delegated child gets"),
        ] {
            ui.selectable_value(&mut draft.trying, trying, title)
                .on_hover_text(hint);
        }
        ui.separator();
        match draft.trying {
            Trying::Call => target::show(ui, shown, &mut draft),
            Trying::Brief => brief::choices(ui, shown, &mut draft),
        }
    });
    if draft.trying == Trying::Call {
        ui.horizontal_wrapped(|ui| target::way(ui, &mut draft));
    }
    ui.separator();
    let (width, height) = (ui.available_width().max(LEAST_WIDTH), ui.available_height());
    let share = match draft.trying {
        Trying::Call => 0.46,
        Trying::Brief => 0.62,
    };
    let right = TRACE_WIDTH.max(width * share).min(width * 0.8);
    let left = width - right - GAPS;
    ui.horizontal_top(|ui| {
        match draft.trying {
            Trying::Call => {
                column(ui, "form", Vec2::new(left * 0.54, height), |ui| {
                    form::show(ui, frame, shown, &mut draft);
                });
                column(ui, "json", Vec2::new(left * 0.46, height), |ui| {
                    form::raw(ui, frame, &mut draft);
                });
            }
            Trying::Brief => column(ui, "brief", Vec2::new(left, height), |ui| brief::names(ui, &mut draft)),
        }
        ui.separator();
        column(
            ui,
            &format!("came of {}", draft.tool),
            Vec2::new(right, height),
            |ui| match draft.trying {
                Trying::Call => trace::show(ui, frame, &mut draft),
                Trying::Brief => brief::child(ui, frame),
            },
        );
    });
    if draft != frame.state.view.draft {
        frame.push(Action::Draft(draft));
    }
}

/// A part of the view with a scroll bar of its own.
fn column(ui: &mut Ui, id: &str, size: Vec2, add: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::LEFT), |ui| {
        ui.set_width(size.x);
        ui.set_min_height(size.y);
        ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
            // Bars float beside the text, never over it.
            ui.set_max_width(size.x - 10.0);
            add(ui);
        });
    });
}
