//! The chosen session: what becomes of it, what it pinned, its prefix, the pins and lanes that move.

use super::{Line, marks, row};
use crate::app::Action;
use crate::diagnostics::visible;
use crate::scenario::Lane;
use crate::session::{Deploy, LaneMove, Outcome, PinMove, explain};
use crate::ui::frame::Frame;
use crate::ui::theme::Palette;
use crate::ui::widgets::dotted_name;
use egui::{Grid, Label, Link, Rect, RichText, ScrollArea, Sense, Ui, Vec2};
use std::sync::Arc;

/// Height of a line of pins or lanes, in points.
const LINE: f32 = 17.0;
/// Of tools under what becomes of them, in points.
const INDENT: f32 = 8.0;
/// Width of a character of a tool's name.
const CHARACTER: f32 = 7.25;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, deploy: &Deploy, line: Line<'_>) {
    // Another session starts at its top.
    ScrollArea::vertical()
        .id_salt(("session", line.place()))
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.spacing_mut().interact_size.y = 15.0;
            match line {
                Line::Session(_, outcome) => session(ui, frame, line, outcome),
                Line::OpensNow(_) => opens_now(ui, frame, line, deploy),
            }
        });
}

fn session(ui: &mut Ui, frame: &mut Frame<'_>, line: Line<'_>, outcome: &Outcome) {
    title(ui, frame, line, &visible(&outcome.name));
    ui.add(Label::new(visible(&explain::outcome(outcome))).wrap());
    if outcome.impossible.is_some() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.weak("opened under");
        ui.add(Label::new(visible(&explain::opened(outcome))).wrap());
    });
    prefix(ui, frame, outcome);
    versions(ui, outcome);
    ui.add_space(4.0);
    ui.label(RichText::new(explain::pins_moved(outcome)).strong());
    pins(ui, frame, &outcome.pin_moves);
    // A run that fails gets no other lanes.
    if outcome.is_rebuilt() && !outcome.is_parked_and_fails() {
        ui.add_space(4.0);
        ui.label(RichText::new(explain::lanes_moved(&outcome.lane_moves)).strong());
        lanes(ui, frame, &outcome.lane_moves);
    }
}

fn opens_now(ui: &mut Ui, frame: &mut Frame<'_>, line: Line<'_>, deploy: &Deploy) {
    title(ui, frame, line, row::OPENS_NOW);
    ui.add(Label::new(visible(&explain::new_chat(deploy))).wrap());
    ui.add_space(4.0);
    lanes(ui, frame, &deploy.new_chats);
}

/// Whom this is about, with the mark of its row.
fn title(ui: &mut Ui, frame: &Frame<'_>, line: Line<'_>, name: &str) {
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(14.0, 15.0), Sense::hover());
        let colour = marks::colour(&frame.palette, line);
        marks::draw(ui.painter(), rect.center(), 12.0, line, colour);
        ui.add(Label::new(RichText::new(name).strong()).wrap());
    });
}

/// What it pinned beside its tools, where its file says it.
fn versions(ui: &mut Ui, outcome: &Outcome) {
    let versions = explain::versions(outcome);
    if versions.is_empty() {
        return;
    }
    Grid::new("versions")
        .num_columns(2)
        .min_col_width(0.0)
        .spacing(Vec2::new(10.0, 2.0))
        .show(ui, |ui| {
            for (title, value) in versions {
                ui.weak(title);
                ui.add(Label::new(visible(&value)).truncate());
                ui.end_row();
            }
        });
}

/// The identity of the prefix before and after; whole on hover.
fn prefix(ui: &mut Ui, frame: &Frame<'_>, outcome: &Outcome) {
    let hash = |ui: &mut Ui, hash: &str| {
        let short = RichText::new(explain::short_hash(hash)).monospace();
        ui.add(Label::new(short)).on_hover_text(hash);
    };
    let is_kept = outcome.is_prefix_kept();
    let colour = if is_kept {
        frame.palette.good
    } else {
        frame.palette.warn
    };
    ui.horizontal_wrapped(|ui| {
        ui.weak("prefix_sha256");
        hash(ui, &outcome.prefix_before);
        if !is_kept {
            ui.weak("→");
            hash(ui, &outcome.prefix_after);
        }
        ui.label(RichText::new(explain::prefix(outcome)).color(colour));
    });
}

/// Pins under what becomes of them: beside it, there would be no room for a name.
fn pins(ui: &mut Ui, frame: &mut Frame<'_>, moves: &[PinMove]) {
    for group in moves.chunk_by(|a, b| a.id() == b.id()) {
        if let [first, ..] = group {
            ui.label(RichText::new(explain::pin_word(first)).color(frame.palette.weak));
        }
        for moved in group {
            tool_line(ui, frame, moved.tool(), || explain::pin_move(moved));
        }
    }
}

/// Tools under the lanes that they change, which come in the order of their first tools: what is lost first.
fn lanes(ui: &mut Ui, frame: &mut Frame<'_>, moves: &[LaneMove]) {
    let mut ways: Vec<(Option<Lane>, Option<Lane>)> = Vec::new();
    for moved in moves {
        if !ways.contains(&(moved.from, moved.to)) {
            ways.push((moved.from, moved.to));
        }
    }
    let palette = frame.palette;
    for (from, to) in ways {
        ui.horizontal(|ui| {
            lane(ui, &palette, from);
            ui.weak("→");
            lane(ui, &palette, to);
        });
        for moved in moves.iter().filter(|moved| (moved.from, moved.to) == (from, to)) {
            tool_line(ui, frame, &moved.tool, || explain::lane_move(moved));
        }
    }
}

fn lane(ui: &mut Ui, palette: &Palette, lane: Option<Lane>) {
    let colour = lane.map_or(palette.weak, |lane| palette.lane(lane));
    ui.label(RichText::new(explain::lane_word(lane)).color(colour));
}

/// A tool, which a click selects everywhere. A roster may have thousands: what is out of sight is not laid out.
fn tool_line(ui: &mut Ui, frame: &mut Frame<'_>, tool: &Arc<str>, spoken: impl Fn() -> String) {
    let size = Vec2::new(ui.available_width(), LINE);
    if !ui.is_rect_visible(Rect::from_min_size(ui.cursor().min, size)) {
        ui.allocate_exact_size(size, Sense::hover());
        return;
    }
    let is_selected = frame.state.view.selected.as_ref() == Some(tool);
    ui.horizontal(|ui| {
        ui.set_min_height(LINE);
        ui.add_space(INDENT);
        let name = visible(tool);
        let fits = (ui.available_width() / CHARACTER).max(8.0) as usize;
        let cut = dotted_name(&name, fits);
        let is_cut = cut != name;
        let mut text = RichText::new(cut).monospace();
        if is_selected {
            text = text.background_color(frame.palette.selection).color(frame.palette.text);
        }
        let response = ui.add(Link::new(text));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, visible(&spoken())));
        if response.clicked() {
            frame.push(Action::Select(Some(Arc::clone(tool))));
        }
        if is_cut {
            response.on_hover_text(name);
        }
    });
}
