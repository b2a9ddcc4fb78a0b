//! How the plan differs from the state before: every tool that moves, the largest effect on top, then the budgets and where
//! the request prefix breaks.

mod budgets;
mod head;
mod table;

use super::frame::Frame;
use super::theme::ROW_HEIGHT;
use crate::explore::{Comparison, Effect};
use crate::rows::Shown;
use egui::{Color32, Label, Rect, RichText, ScrollArea, Ui, UiBuilder};

/// Room between tools and budgets, in points.
const GAP: f32 = 12.0;
/// From this height on all budgets are shown; below it those that differ, so that more tools are in sight.
const ROOM_FOR_ALL: f32 = 400.0;
/// Budgets below the tools are left out where fewer rows of tools than this would be left.
const MIN_ROWS: f32 = 4.0;
/// What is lower holds no line of text.
const MIN_HEIGHT: f32 = 16.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, _shown: &Shown) {
    let state = frame.state;
    let Some(comparison) = state.comparison() else {
        ui.weak("Planning…");
        return;
    };
    head::show(ui, frame, comparison);
    let all = ui.available_rect_before_wrap();
    if all.height() < MIN_HEIGHT || all.width() < MIN_HEIGHT {
        return;
    }
    if comparison.is_same() {
        nothing_differs(ui, frame);
        return;
    }
    let shows_all = all.height() >= ROOM_FOR_ALL;
    let lines = budgets::lines(comparison, shows_all);
    let rows = visible_rows(frame, comparison);
    let (tools, budget) = parts(all, rows, lines);
    let mut part = ui.new_child(UiBuilder::new().id_salt("compare tools").max_rect(tools));
    show_tools(&mut part, frame, comparison);
    if let Some(budget) = budget {
        let mut part = ui.new_child(UiBuilder::new().id_salt("compare budgets").max_rect(budget));
        ScrollArea::both()
            .id_salt("budgets")
            .min_scrolled_height(0.0)
            .auto_shrink(false)
            .show(&mut part, |ui| budgets::show(ui, frame, comparison, shows_all));
    }
    ui.advance_cursor_after_rect(all);
}

/// Where tools and budgets stand: the budgets below the last row, or at the end where the rows scroll, as far as the tools
/// leave room.
fn parts(all: Rect, rows: usize, lines: usize) -> (Rect, Option<Rect>) {
    let height = budgets::LINE * (lines as f32 + 1.0) + GAP;
    if all.height() - height < ROW_HEIGHT * (MIN_ROWS + 1.0) {
        return (all, None);
    }
    let last_row = all.top() + ROW_HEIGHT * (rows as f32 + 1.0) + GAP;
    let (above, below) = all.split_top_bottom_at_y(last_row.min(all.bottom() - height));
    (above, Some(below.with_min_y(below.top() + GAP / 2.0)))
}

/// How many rows the filter leaves.
fn visible_rows(frame: &Frame<'_>, comparison: &Comparison) -> usize {
    let hidden = &frame.state.view.hidden_effects;
    let changes = comparison.changes.iter();
    changes.filter(|change| !hidden.contains(&change.effect)).count()
}

fn show_tools(ui: &mut Ui, frame: &mut Frame<'_>, comparison: &Comparison) {
    if comparison.changes.is_empty() {
        ui.weak("Every tool is where it was, at the same cost and rank.");
        return;
    }
    let hidden = &frame.state.view.hidden_effects;
    let changes = comparison.changes.iter();
    let visible: Vec<_> = changes.filter(|change| !hidden.contains(&change.effect)).collect();
    if visible.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label("Every effect is hidden.");
            if ui.button("Show all changes").clicked() {
                show_all(frame);
            }
        });
        return;
    }
    table::show(ui, frame, comparison, &visible);
}

fn show_all(frame: &mut Frame<'_>) {
    for effect in frame.state.view.hidden_effects.clone() {
        frame.push(crate::app::Action::FilterEffect(effect));
    }
}

/// What a person can do where there is nothing to see.
fn nothing_differs(ui: &mut Ui, frame: &Frame<'_>) {
    let state = frame.state;
    let has_changes = state.document.as_ref().is_some_and(crate::app::Document::has_changes);
    let hint = match (&state.deployed_over, has_changes) {
        (None, false) => "Before and after are the same file: flip a switch, or choose another state before.",
        (None, true) => "The what-if changes no plan: no tool moves and no budget differs.",
        (Some(_), _) => {
            "The two files differ in nothing that reaches a plan. Flip a switch, or choose another state before."
        }
    };
    ui.add_space(6.0);
    ui.add(Label::new(RichText::new(hint).color(frame.palette.weak)).wrap());
}

/// The colour of an effect: what a model loses is loud, what only costs otherwise is not.
fn colour(frame: &Frame<'_>, effect: Effect) -> Color32 {
    let palette = &frame.palette;
    match effect {
        Effect::Lost => palette.bad,
        Effect::Deferred | Effect::Reclassified => palette.warn,
        Effect::Gained | Effect::Defined => palette.good,
        Effect::Rewritten => palette.accent,
        Effect::Elsewhere | Effect::Recounted | Effect::Reranked => palette.weak,
    }
}
