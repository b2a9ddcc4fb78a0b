//! Where the definition tokens go, and which tools are nearly the same.

mod alike;
mod table;
mod tiles;

use super::frame::Frame;
use super::widgets::as_tables;
use crate::app::Action;
use crate::plan::explain::{counted, grouped};
use crate::rows::{Shown, TokenMap};
use egui::{Rect, RichText, Ui, UiBuilder};

/// The map and what is nearly the same stand beside each other from this width on, in points.
const ROOM_FOR_BOTH: f32 = 520.0;
/// Room between them.
const GAP: f32 = 10.0;
/// What is lower holds no line of text.
const MIN_HEIGHT: f32 = 16.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let of_all = frame.state.view.map_of_all;
    let map = if of_all {
        &shown.rows.map_of_all
    } else {
        &shown.rows.map
    };
    head(ui, frame, shown, map);
    let all = ui.available_rect_before_wrap();
    if all.height() < MIN_HEIGHT || all.width() < MIN_HEIGHT {
        return;
    }
    let (left, right) = halves(all);
    let mut part = ui.new_child(UiBuilder::new().id_salt("map").max_rect(left));
    if map.total == 0 && map.tools == 0 {
        part.weak("No tool is defined. Switch “all tools” on to see what their definitions would cost.");
    } else if frame.state.view.charts_as_tables {
        table::show(&mut part, frame, shown, map);
    } else {
        tiles::show(&mut part, frame, shown, map);
    }
    if right.height() >= MIN_HEIGHT {
        let mut part = ui.new_child(UiBuilder::new().id_salt("alike").max_rect(right));
        alike::show(&mut part, frame, shown);
    }
    ui.advance_cursor_after_rect(all);
}

/// Whose tokens these are, and whether all tools are shown.
fn head(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, map: &TokenMap) {
    let cap = grouped(shown.planned.settings.max_definition_tokens());
    let tools = counted(map.tools as u64, "tool", "tools");
    let sources = counted(map.sources.len() as u64, "source", "sources");
    let mut of_all = frame.state.view.map_of_all;
    let text = if of_all {
        format!(
            "Were every tool defined: {} tokens; the cap is {cap}",
            grouped(map.total)
        )
    } else {
        format!("Definitions: {} of {cap} tokens", grouped(map.total))
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(text).strong());
        ui.weak(format!("{tools} · {sources}"));
        ui.add_space(10.0);
        let hint = "Also what is deferred, skipped or unavailable: what its definition would cost";
        if ui.checkbox(&mut of_all, "all tools").on_hover_text(hint).clicked() {
            frame.push(Action::MapOfAll(of_all));
        }
        as_tables(ui, frame);
    });
}

/// Where both stand: beside each other, or below where that would be too narrow to read.
fn halves(all: Rect) -> (Rect, Rect) {
    if all.width() >= ROOM_FOR_BOTH {
        let width = (all.width() * 0.58).max(all.width() - 480.0).floor();
        let (left, right) = all.split_left_right_at_x(all.left() + width);
        return (left, right.with_min_x(right.left() + GAP));
    }
    let (above, below) = all.split_top_bottom_at_y(all.top() + (all.height() * 0.6).floor());
    (above, below.with_min_y((below.top() + GAP / 2.0).min(below.bottom())))
}
