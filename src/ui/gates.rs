//! What the file expects of its plan, calls, sessions and briefs: each gate with pass or fail and the difference.

use super::frame::Frame;
use crate::app::Document;
use crate::diagnostics::visible;
use crate::gates::Gate;
use crate::rows::Shown;
use egui::{RichText, ScrollArea, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let gates = &shown.gates;
    if gates.gates.is_empty() {
        ui.add_space(8.0);
        ui.label("This file has no gates. Add `expect` to say what its plan must look like; `roster check` holds it to that.");
        return;
    }
    if frame.state.document.as_ref().is_none_or(Document::has_changes) {
        ui.weak("The gates are the file's; they are held against the what-if.");
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if gates.plan_fails_unexpectedly {
            ui.horizontal(|ui| {
                ui.label(RichText::new("FAIL").monospace().strong().color(frame.palette.bad));
                ui.label("the plan fails and no gate expects it to");
            });
        }
        // What fell comes first.
        for gate in gates.gates.iter().filter(|gate| !gate.passes()) {
            one(ui, frame, gate);
        }
        for gate in gates.gates.iter().filter(|gate| gate.passes()) {
            one(ui, frame, gate);
        }
    });
}

fn one(ui: &mut Ui, frame: &Frame<'_>, gate: &Gate) {
    ui.horizontal(|ui| {
        let (word, colour) = if gate.passes() {
            ("pass", frame.palette.good)
        } else {
            ("FAIL", frame.palette.bad)
        };
        ui.label(RichText::new(word).monospace().strong().color(colour));
        ui.label(visible(&gate.title()));
        if let Some(document) = &frame.state.document {
            ui.weak(document.loaded.sources.place(gate.at));
        }
    });
    if gate.passes() {
        return;
    }
    ui.indent(("gate", gate.at), |ui| {
        for difference in &gate.differences {
            ui.label(RichText::new(visible(difference)).color(frame.palette.bad));
        }
    });
}
