//! Token use as charts (`egui_plot`), each with a table twin: bars are invisible to a screen reader, tables are not.
//!
//! Parts are drawn end to end, so that the last one ends where the whole does and can be read against the cap's line.

pub(super) mod axes;
mod curve;
mod overview;
mod waterfall;
mod whole;

use super::frame::Frame;
use super::widgets::card_frame;
use crate::rows::Shown;
use egui::{RichText, ScrollArea, Ui, Vec2};
use whole::{Whole, parts_table, wholes};

/// Title of the chart of all wholes.
const AGAINST_THE_CAPS: &str = "Against the caps";
/// Title of the chart along the ranking.
const ADDED_UP: &str = "Definitions added up, slot by slot";
/// Narrowest chart that can be read.
const MIN_WIDTH: f32 = 320.0;
/// How much of the next chart shows where not all fit: it says that there is more.
const PEEK: f32 = 14.0;

/// Draws all charts, as many beside each other as can be read; the rest is a scroll away.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let data = &shown.rows.charts;
    let wholes = wholes(frame, data);
    let (width, height) = (ui.available_width(), ui.available_height());
    let columns = (width / MIN_WIDTH).floor().clamp(1.0, wholes.len() as f32 + 2.0);
    let card = Vec2::new((width - PEEK) / columns - 8.0, height - 14.0);
    // A bar that is always there says that there is more.
    ui.spacing_mut().scroll = egui::style::ScrollStyle::thin();
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            let as_tables = frame.state.view.charts_as_tables;
            if !as_tables {
                chart_card(ui, frame, card, AGAINST_THE_CAPS, |ui, frame| {
                    overview::overview(ui, frame, &wholes);
                });
            }
            chart_card(ui, frame, card, ADDED_UP, |ui, frame| {
                if as_tables {
                    curve::curve_table(ui, frame, data);
                } else {
                    curve::curve(ui, frame, data);
                }
            });
            for whole in &wholes {
                one_whole(ui, frame, whole, card, as_tables);
            }
        });
    });
}

/// The names of the charts, for who asks for one alone.
pub const NAMES: [&str; 6] = ["caps", "curve", "definitions", "index", "region-a", "window"];

/// Draws one chart alone, as large as there is room; a plan without an index has no chart of it.
pub(super) fn alone(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, name: &str) {
    let data = &shown.rows.charts;
    let wholes = wholes(frame, data);
    let card = ui.available_size() - Vec2::new(8.0, 4.0);
    match name {
        "caps" => chart_card(ui, frame, card, AGAINST_THE_CAPS, |ui, frame| {
            overview::overview(ui, frame, &wholes);
        }),
        "curve" => chart_card(ui, frame, card, ADDED_UP, |ui, frame| curve::curve(ui, frame, data)),
        _ => match wholes.iter().find(|whole| whole.id == name) {
            Some(whole) => one_whole(ui, frame, whole, card, false),
            None => {
                ui.weak("This plan has no such chart");
            }
        },
    }
}

fn one_whole(ui: &mut Ui, frame: &mut Frame<'_>, whole: &Whole<'_>, card: Vec2, as_tables: bool) {
    chart_card(ui, frame, card, &whole.title, |ui, frame| {
        if as_tables {
            parts_table(ui, frame, whole);
        } else {
            waterfall::waterfall(ui, frame, whole);
        }
    });
}

/// A card with a heading.
pub(super) fn chart_card(
    ui: &mut Ui,
    frame: &mut Frame<'_>,
    size: Vec2,
    title: &str,
    add: impl FnOnce(&mut Ui, &mut Frame<'_>),
) {
    card_frame(&frame.palette).show(ui, |ui| {
        ui.set_width((size.x - 12.0).max(120.0));
        ui.set_height((size.y - 14.0).max(60.0));
        ui.vertical(|ui| {
            ui.label(RichText::new(title).small().strong());
            add(ui, frame);
        });
    });
}
