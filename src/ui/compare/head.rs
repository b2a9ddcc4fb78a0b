//! What the comparison comes to, what is compared with what, where the prefix breaks, and which effects are shown.

use super::colour;
use crate::app::{Action, Command, Document};
use crate::diagnostics::visible;
use crate::explore::{Comparison, Effect, explain};
use crate::plan::explain::grouped;
use crate::ui::before;
use crate::ui::frame::Frame;
use crate::ui::widgets::command_button;
use egui::{Color32, Label, RichText, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, comparison: &Comparison) {
    let verdict = RichText::new(visible(&explain::verdict(comparison))).heading().strong();
    let verdict = verdict.color(verdict_colour(frame, comparison));
    ui.add(Label::new(verdict).wrap());
    ui.horizontal_wrapped(|ui| {
        ui.weak("before");
        before::choose(ui, frame);
        ui.weak("→  after");
        let has_changes = frame.state.document.as_ref().is_some_and(Document::has_changes);
        let is_what_if = has_changes && !frame.state.view.holds_baseline;
        ui.label(if is_what_if { "this what-if" } else { before::AS_OPENED });
        ui.add_space(10.0);
        command_button(ui, frame, Command::CopyComparison, "Copy");
    });
    if comparison.is_same() {
        return;
    }
    let prefix = visible(&explain::prefix(comparison.prefix.as_ref(), &comparison.after));
    ui.add(Label::new(RichText::new(prefix).color(frame.palette.weak)).wrap());
    if !comparison.changes.is_empty() {
        effects(ui, frame, comparison);
    }
}

fn verdict_colour(frame: &Frame<'_>, comparison: &Comparison) -> Color32 {
    let palette = &frame.palette;
    if frame.state.is_old() {
        return palette.weak;
    }
    if comparison.after.plan.failure.is_some() {
        return palette.bad;
    }
    // The largest effect stands on top.
    match comparison.changes.first().map(|change| change.effect) {
        Some(effect @ (Effect::Lost | Effect::Deferred | Effect::Reclassified)) => colour(frame, effect),
        _ => palette.text,
    }
}

/// A toggle an effect, with how many tools it has.
fn effects(ui: &mut Ui, frame: &mut Frame<'_>, comparison: &Comparison) {
    ui.horizontal_wrapped(|ui| {
        for effect in Effect::ALL {
            let count = comparison.count(effect) as u64;
            if count == 0 {
                continue;
            }
            let is_shown = !frame.state.view.hidden_effects.contains(&effect);
            let ink = if is_shown {
                colour(frame, effect)
            } else {
                frame.palette.weak
            };
            // On the ground of what is chosen only plain text can be read by everybody.
            let ink = if is_shown && ink == frame.palette.weak {
                frame.palette.text
            } else {
                ink
            };
            let text = RichText::new(format!("{} {}", grouped(count), effect.id())).color(ink);
            let verb = if is_shown { "hide" } else { "show" };
            let hint = format!("{}. Click to {verb} these.", explain::effect_hint(effect));
            if ui.selectable_label(is_shown, text).on_hover_text(hint).clicked() {
                frame.push(Action::FilterEffect(effect));
            }
        }
    });
}
