//! What other clients would do with the same tools: a grid of them, and the chosen one beside it.

mod detail;
mod grid;

use super::answer;
use super::frame::Frame;
use crate::app::{Answer, Question};
use crate::clients::{Outcome, Verdict, explain};
use crate::rows::Shown;
use egui::{Color32, Label, RichText, Ui, UiBuilder};

/// From this width on the grid has all its columns, in points.
const ROOMY: f32 = 1000.0;
/// From this width on a grid by itself has all its columns.
const ALL_COLUMNS: f32 = 690.0;
/// What to do where nothing is chosen.
const HINT: &str = "Choose a client to read its rules, their source, and what becomes of each tool.";
/// What the grid takes of the width where the chosen client stands beside it.
const GRID_WIDTH: f32 = 740.0;
/// The same where there is less room.
const NARROW_GRID: f32 = 0.6;
/// Between grid and detail.
const GAP: f32 = 12.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let Some(explored) = answer::at_hand(ui, frame, shown, &Question::Clients) else {
        return;
    };
    let Answer::Clients(outcomes) = &explored.answer else {
        return;
    };
    let palette = frame.palette;
    ui.add(Label::new(RichText::new(explain::LABEL).color(palette.warn)).wrap());
    ui.add_space(2.0);
    let chosen = &frame.state.view.clients.chosen;
    let chosen = outcomes
        .iter()
        .find(|outcome| chosen.as_ref() == Some(&outcome.preset.id));
    let is_roomy = ui.available_width() >= ROOMY;
    if chosen.is_none() && !is_roomy {
        // Nothing is told beside the grid yet: it has all the room.
        let text = format!("{HINT} {}", explain::LEGEND);
        ui.add(Label::new(RichText::new(text).small().color(palette.weak)).wrap());
        ui.add_space(2.0);
        grid::show(ui, frame, outcomes, ui.available_width() >= ALL_COLUMNS);
        return;
    }
    let rect = ui.available_rect_before_wrap();
    let width = if is_roomy {
        GRID_WIDTH
    } else {
        rect.width() * NARROW_GRID
    };
    let (left, right) = rect.split_left_right_at_x(rect.left() + width);
    let right = right.with_min_x(right.left() + GAP);
    let mut child = ui.new_child(UiBuilder::new().id_salt("clients").max_rect(left));
    child.set_clip_rect(left.intersect(ui.clip_rect()));
    grid::show(&mut child, frame, outcomes, is_roomy);
    let line = egui::Stroke::new(1.0, palette.line);
    ui.painter().vline(right.left() - GAP / 2.0, rect.y_range(), line);
    let mut child = ui.new_child(UiBuilder::new().id_salt("client").max_rect(right));
    child.set_clip_rect(right.intersect(ui.clip_rect()));
    match chosen {
        Some(outcome) => detail::show(&mut child, frame, &explored.planned, outcome),
        None => {
            child.weak(HINT);
            child.add_space(6.0);
            child.add(Label::new(RichText::new(explain::LEGEND).color(palette.weak)).wrap());
        }
    }
    ui.advance_cursor_after_rect(rect);
}

/// The colour of what it comes to.
fn colour(frame: &Frame<'_>, outcome: &Outcome) -> Color32 {
    match outcome.verdict() {
        Verdict::Fails => frame.palette.bad,
        Verdict::AboveLimit | Verdict::Loses => frame.palette.warn,
        Verdict::Defers | Verdict::Fits => frame.palette.text,
    }
}
