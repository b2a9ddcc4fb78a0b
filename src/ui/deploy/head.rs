//! What the deploy comes to, and what is compared with what.

use super::marks;
use crate::app::{Action, Document};
use crate::diagnostics::visible;
use crate::scenario::{Builder, Edit, Scenario};
use crate::session::{Deploy, explain};
use crate::ui::before;
use crate::ui::frame::Frame;
use egui::{Color32, RichText, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, deploy: &Deploy) {
    ui.horizontal_wrapped(|ui| {
        let verdict = RichText::new(visible(&explain::verdict(deploy)));
        ui.label(verdict.heading().strong().color(colour(frame, deploy)));
        ui.weak(explain::counts(deploy));
    });
    ui.horizontal_wrapped(|ui| {
        ui.weak("before");
        before::choose(ui, frame);
        ui.weak("→  after");
        let has_changes = frame.state.document.as_ref().is_some_and(Document::has_changes);
        ui.label(if has_changes { "this what-if" } else { before::AS_OPENED });
        if deploy.after.scenario.builder == Builder::V12 {
            ui.add_space(10.0);
            equivalent(ui, frame, &deploy.after.scenario);
        }
    });
    hints(ui, frame, deploy);
}

fn colour(frame: &Frame<'_>, deploy: &Deploy) -> Color32 {
    if frame.state.is_old() {
        return frame.palette.weak;
    }
    let palette = &frame.palette;
    deploy
        .worst()
        .map_or(palette.good, |next| marks::colour_of(palette, next))
}

/// The rule of ADR-0123 as a switch: what if plans of the builder before were not current?
fn equivalent(ui: &mut Ui, frame: &mut Frame<'_>, deployed: &Scenario) {
    let mut is_current = deployed.is_current(Builder::V11);
    let hint = "Such a plan renders the same bytes under context-builder@12, so its sessions stay (ADR-0123). \
                Off: what a deploy would have done without that rule. Sessions that say otherwise keep to what they say.";
    let text = format!("{} counts as current", Builder::V11);
    if !ui.checkbox(&mut is_current, text).on_hover_text(hint).clicked() {
        return;
    }
    let said = deployed.equivalent_builders.as_ref();
    let builders = if is_current {
        let opened = frame.state.document.as_ref();
        let opened = opened.and_then(|document| document.loaded.scenario.equivalent_builders.clone());
        // As the file has it; where the file itself says no, with this one builder more.
        opened.map(|mut builders| {
            if !builders.contains(&Builder::V11) {
                builders.push(Builder::V11);
            }
            builders
        })
    } else {
        let others = said.into_iter().flatten().filter(|builder| **builder != Builder::V11);
        Some(others.copied().collect())
    };
    frame.push(Action::Edit(Edit::EquivalentBuilders(builders)));
    frame.push(Action::EndGesture);
}

/// What a person who sees this for the first time has to know.
fn hints(ui: &mut Ui, frame: &Frame<'_>, deploy: &Deploy) {
    let has_changes = frame.state.document.as_ref().is_some_and(Document::has_changes);
    let mut hints = Vec::new();
    if frame.state.deployed_over.is_none() && !has_changes {
        hints.push(if deploy.changes_no_session() {
            "Nothing differs yet: flip a switch, or choose another state before."
        } else {
            "Before and after are the same file; the sessions differ by what they were opened under."
        });
    }
    if deploy.are_implied {
        hints.push("The file lists no `sessions`; these are examples.");
    }
    if !hints.is_empty() {
        ui.add(egui::Label::new(RichText::new(hints.join(" ")).color(frame.palette.weak)).wrap());
    }
}
