//! Definition tokens along the ranking with both caps.

use super::axes::{AXIS_TEXT, numbers, plot, round_marks};
use crate::app::Action;
use crate::plan::explain::grouped;
use crate::rows::{ChartData, CurvePoint};
use crate::ui::frame::Frame;
use egui::{Align2, Color32, RichText, ScrollArea, Ui};
use egui_plot::{AxisHints, HLine, HoverPosition, Line, PlotBounds, PlotPoint, Points, Text, VLine};
use std::sync::Arc;

/// Definition tokens along the walk, with both caps: where the curve leaves the box of the two says which one binds.
pub(super) fn curve(ui: &mut Ui, frame: &mut Frame<'_>, data: &ChartData) {
    if data.curve.is_empty() {
        ui.weak("No tool is ranked");
        return;
    }
    let (max_items, max_tokens) = data.caps;
    let points: Vec<[f64; 2]> = std::iter::once([0.0, 0.0])
        .chain(data.curve.iter().map(|point| [point.place as f64, point.tokens as f64]))
        .collect();
    let last = data.curve.last().map_or((0, 0), |point| (point.place, point.tokens));
    let right = last.0.max(max_items.min(last.0 + last.0 / 3)) as f64 + 1.0;
    let top = last.1.max(max_tokens) as f64 * 1.08;
    let names: Vec<String> = data
        .curve
        .iter()
        .map(|point| {
            format!(
                "{}, rank {}: {} tokens with all before it",
                point.tool,
                rank(point),
                grouped(point.tokens)
            )
        })
        .collect();
    let palette = frame.palette;
    let by_lane: Vec<(Color32, Vec<[f64; 2]>)> = crate::scenario::Lane::ALL
        .into_iter()
        .map(|lane| {
            let of_lane = data.curve.iter().filter(|point| point.lane == lane);
            (
                palette.lane(lane),
                of_lane.map(|point| [point.place as f64, point.tokens as f64]).collect(),
            )
        })
        .collect();
    let response = plot("curve", frame)
        .custom_y_axes(vec![numbers(AxisHints::new_y())])
        .custom_x_axes(vec![numbers(AxisHints::new_x())])
        .x_grid_spacer(round_marks)
        .y_grid_spacer(round_marks)
        .label_formatter(move |position| match position {
            HoverPosition::NearDataPoint { position, .. } if position.x >= 0.5 => {
                names.get(position.x.round() as usize - 1).cloned()
            }
            _ => None,
        })
        .show(ui, |plot| {
            plot.set_plot_bounds(PlotBounds::from_min_max([0.0, 0.0], [right, top]));
            plot.line(
                Line::new("tokens", points)
                    .color(palette.weak)
                    .width(1.5)
                    .allow_hover(false),
            );
            for (colour, points) in by_lane {
                plot.points(Points::new("tools", points).color(colour).radius(2.6));
            }
            plot.hline(
                HLine::new("token cap", max_tokens as f64)
                    .color(palette.warn)
                    .width(1.5),
            );
            plot.vline(
                VLine::new("item cap", max_items as f64 + 0.5)
                    .color(palette.accent)
                    .width(1.5),
            );
            for caption in captions(frame, data.caps, [right, top]) {
                plot.text(caption);
            }
        });
    let pointed = response
        .response
        .hover_pos()
        .map(|at| response.transform.value_from_position(at));
    if response.response.clicked()
        && let Some(value) = pointed
        && value.x >= 0.5
        && let Some(point) = data.curve.get(value.x.round() as usize - 1)
    {
        frame.push(Action::Select(Some(Arc::clone(&point.tool))));
    }
}

fn rank(point: &CurvePoint) -> String {
    point.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string())
}

/// Both caps in words, at their lines.
fn captions(frame: &Frame<'_>, (max_items, max_tokens): (u64, u64), [right, top]: [f64; 2]) -> [Text; 2] {
    let words = |text: String| RichText::new(text).size(AXIS_TEXT);
    let token_cap = Text::new(
        "token cap in words",
        PlotPoint::new(right * 0.015, max_tokens as f64),
        words(format!("token cap {}", grouped(max_tokens))),
    );
    let item_cap = Text::new(
        "item cap in words",
        PlotPoint::new(max_items as f64 + 0.5, top * 0.02),
        words(format!("item cap {} ", grouped(max_items))),
    );
    [
        token_cap.color(frame.palette.warn).anchor(Align2::LEFT_TOP),
        item_cap.color(frame.palette.accent).anchor(Align2::RIGHT_BOTTOM),
    ]
}

/// Its table twin.
pub(super) fn curve_table(ui: &mut Ui, frame: &mut Frame<'_>, data: &ChartData) {
    ScrollArea::vertical()
        .id_salt("curve")
        .auto_shrink(false)
        .show_rows(ui, 16.0, data.curve.len(), |ui, range| {
            for point in data.curve.get(range).unwrap_or_default() {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(format!("{:>3} {:>8}", rank(point), grouped(point.tokens))).monospace());
                    if ui.link(RichText::new(&*point.tool).monospace()).clicked() {
                        frame.push(Action::Select(Some(Arc::clone(&point.tool))));
                    }
                    ui.weak(point.lane.id());
                });
            }
        });
}
