//! Whether deferring pays, tool by tool and as a whole, by what a stated cost model; and what the rejected alternatives come to.

mod alternatives;
mod model;
mod tools;

use super::answer;
use super::frame::Frame;
use crate::app::{Action, Answer, CostPart, Question};
use crate::explore::{Alternative, Worth, explain};
use crate::rows::Shown;
use egui::{Label, Rect, RichText, ScrollArea, Ui, UiBuilder, Vec2};

/// From this size on, all parts stand beside each other, in points.
const ROOM_FOR_ALL: Vec2 = Vec2::new(1150.0, 380.0);
/// What the tools take of the width then.
const TOOLS_WIDTH: f32 = 790.0;
/// Between the parts.
const GAP: f32 = 12.0;
/// Height of a heading between the parts.
const HEADING: f32 = 20.0;

/// What the view draws.
struct Cost<'a> {
    shown: &'a Shown,
    /// The plan that was weighed: it may be older than what is shown.
    planned: &'a crate::plan::Planned,
    worth: Option<&'a Worth>,
    alternatives: &'a [Alternative],
}

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let Some(explored) = answer::at_hand(ui, frame, shown, &Question::Cost) else {
        return;
    };
    let Answer::Cost(worth, alternatives) = &explored.answer else {
        return;
    };
    let cost = Cost {
        shown,
        planned: &explored.planned,
        worth: worth.as_ref(),
        alternatives,
    };
    let is_roomy = ui.available_width() >= ROOM_FOR_ALL.x && ui.available_height() >= ROOM_FOR_ALL.y;
    head(ui, frame, &cost);
    if is_roomy {
        all(ui, frame, &cost);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for part in CostPart::ALL {
            let is_shown = frame.state.view.cost_part == part;
            if ui.selectable_label(is_shown, part.title()).clicked() {
                frame.push(Action::CostPart(part));
            }
        }
    });
    show_part(ui, frame, &cost, frame.state.view.cost_part);
}

/// The verdict, and what recorded use comes to.
fn head(ui: &mut Ui, frame: &Frame<'_>, cost: &Cost<'_>) {
    let palette = &frame.palette;
    let Some(worth) = cost.worth else {
        ui.label(
            RichText::new("No use is recorded, so deferral cannot be weighed")
                .heading()
                .strong(),
        );
        return;
    };
    let colour = if !worth.is_sent {
        palette.bad
    } else if worth.deferred().next().is_none() {
        palette.weak
    } else if worth.costs_more() {
        palette.warn
    } else {
        palette.good
    };
    let verdict = RichText::new(explain::worth_verdict(worth)).heading().strong();
    ui.add(Label::new(verdict.color(colour)).wrap());
    if !worth.is_sent {
        return;
    }
    let words = explain::recorded_use(worth);
    ui.add(Label::new(RichText::new(words).color(palette.weak)).wrap());
}

fn show_part(ui: &mut Ui, frame: &mut Frame<'_>, cost: &Cost<'_>, part: CostPart) {
    match (part, cost.worth) {
        (CostPart::Tools, Some(worth)) => tools::show(ui, frame, cost, worth),
        (CostPart::Alternatives, _) => alternatives::show(ui, frame, cost.alternatives),
        (CostPart::Model, Some(worth)) => scrolled(ui, |ui| model::show(ui, frame, cost.shown, worth)),
        (_, None) => scrolled(ui, |ui| model::no_usage(ui, frame, cost.planned)),
    }
}

fn scrolled(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical()
        .id_salt("cost part")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 10.0);
            add(ui);
        });
}

/// Tools and model beside each other, the alternatives below.
fn all(ui: &mut Ui, frame: &mut Frame<'_>, cost: &Cost<'_>) {
    let rect = ui.available_rect_before_wrap();
    let rows = cost.alternatives.len() as f32 + 1.0;
    let below = (HEADING + rows * super::theme::ROW_HEIGHT + 10.0).min(rect.height() * 0.5);
    let (above, below) = rect.split_top_bottom_at_y(rect.bottom() - below);
    let above = above.with_max_y(above.bottom() - GAP);
    let (left, right) = if cost.worth.is_some() {
        let (left, right) = above.split_left_right_at_x(above.left() + TOOLS_WIDTH);
        (left, Some(right.with_min_x(right.left() + GAP)))
    } else {
        (above, None)
    };
    let places = [
        (CostPart::Tools, Some(left)),
        (CostPart::Model, right),
        (CostPart::Alternatives, Some(below)),
    ];
    for (part, place) in places {
        let Some(place) = place else { continue };
        titled(ui, place, part, |ui| show_part(ui, frame, cost, part));
    }
    ui.advance_cursor_after_rect(rect);
}

fn titled(ui: &mut Ui, rect: Rect, part: CostPart, add: impl FnOnce(&mut Ui)) {
    let mut child = ui.new_child(UiBuilder::new().id_salt(part.title()).max_rect(rect));
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    child.label(RichText::new(part.title()).small().strong());
    add(&mut child);
}
