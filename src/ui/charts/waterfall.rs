//! The parts of one whole, end to end, each on a line of its own with its name: where the last ends, the whole does.

use super::axes::{numbers, plot, round_marks, shortened, whole_marks, words};
use super::whole::{Whole, part_tooltip};
use crate::app::Action;
use crate::ui::frame::Frame;
use egui::{Stroke, Ui};
use egui_plot::{AxisHints, Bar, BarChart, PlotBounds, VLine};
use std::sync::Arc;

/// Parts end to end, each on a line of its own, with the cap as a vertical line.
pub(super) fn waterfall(ui: &mut Ui, frame: &mut Frame<'_>, whole: &Whole<'_>) {
    if whole.parts.is_empty() {
        ui.weak("Nothing in it");
        return;
    }
    let mut start = 0_i64;
    let mut bars = Vec::new();
    for (line, part) in whole.parts.iter().enumerate() {
        let (from, length) = if part.tokens < 0 {
            (start + part.tokens, -part.tokens)
        } else {
            (start, part.tokens)
        };
        bars.push(
            Bar::new(line as f64, length as f64)
                .base_offset(from as f64)
                .width(0.7)
                .fill(part.colour)
                .stroke(Stroke::new(1.0, part.colour)),
        );
        start += part.tokens;
    }
    let chart = BarChart::new(whole.title.clone(), bars).horizontal().allow_hover(false);
    let right = whole.cap.max(whole.total).max(1) as f64 * 1.04;
    let titles: Vec<String> = whole.parts.iter().map(|part| shortened(&part.title, 22)).collect();
    let lines = whole.parts.len() as f64;
    let cap_colour = if whole.total > whole.cap {
        frame.palette.bad
    } else {
        frame.palette.weak
    };
    let response = plot(whole.id, frame)
        .custom_y_axes(vec![words(AxisHints::new_y(), titles)])
        .custom_x_axes(vec![numbers(AxisHints::new_x())])
        .x_grid_spacer(round_marks)
        .invert_y(true)
        .y_grid_spacer(|_| whole_marks(whole.parts.len()))
        .show_grid([true, false])
        .show(ui, |plot| {
            plot.set_plot_bounds(PlotBounds::from_min_max([0.0, -0.7], [right, lines - 0.3]));
            plot.bar_chart(chart);
            plot.vline(
                VLine::new(whole.cap_title, whole.cap as f64)
                    .color(cap_colour)
                    .width(1.5),
            );
        });
    let pointed = response
        .response
        .hover_pos()
        .map(|at| response.transform.value_from_position(at));
    let Some(part) = pointed.and_then(|value| whole.parts.get(value.y.round().max(0.0) as usize)) else {
        return;
    };
    if response.response.clicked()
        && let Some(tool) = &part.tool
    {
        frame.push(Action::Select(Some(Arc::clone(tool))));
    }
    let (cap_title, cap) = (whole.cap_title, whole.cap);
    response
        .response
        .on_hover_ui_at_pointer(|ui| part_tooltip(ui, part, cap_title, cap));
}
