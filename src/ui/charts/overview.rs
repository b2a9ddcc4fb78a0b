//! All wholes at once, each against its own cap: a line a whole, its parts end to end, the cap at 100 %.

use super::axes::{AXIS_TEXT, plot, whole_marks, words};
use super::whole::{Part, Whole, part_tooltip};
use crate::app::Action;
use crate::ui::frame::Frame;
use egui::{Align2, Color32, FontId, RichText, Stroke, Ui};
use egui_plot::{AxisHints, Bar, BarChart, GridMark, PlotBounds, PlotPoint, Text, VLine};
use std::sync::Arc;

/// Thickness of a bar, in lines.
const BAR: f64 = 0.44;
/// What is far over its cap is drawn to here, in caps, so that the others stay legible.
const LONGEST: f64 = 1.6;
/// A line at least this high has room for its figures above the bar, in points.
const CAPTIONED_LINE: f32 = 36.0;

/// Draws them.
pub(super) fn overview(ui: &mut Ui, frame: &mut Frame<'_>, wholes: &[Whole<'_>]) {
    let segments: Vec<Vec<Segment<'_>>> = wholes.iter().map(segments).collect();
    let ends = segments.iter().flatten().map(|segment| segment.to);
    let right = ends.fold(1.0, f64::max).min(LONGEST) * 1.03;
    let lines = wholes.len() as f64;
    let captioned = if ui.available_height() >= CAPTIONED_LINE * wholes.len() as f32 {
        wholes
    } else {
        &[]
    };
    let edge = frame.palette.panel;
    let bars: Vec<Bar> = segments
        .iter()
        .enumerate()
        .flat_map(|(line, segments)| segments.iter().map(move |segment| bar(line, segment, edge)))
        .collect();
    let titles = wholes.iter().map(|whole| whole.short_title.to_owned()).collect();
    let percent = AxisHints::new_x()
        .tick_label_font(FontId::proportional(AXIS_TEXT))
        .label_spacing(8.0..=9.0)
        .formatter(|mark: GridMark, _: &_| format!("{:.0}%", mark.value * 100.0));
    let response = plot("overview", frame)
        .custom_y_axes(vec![words(AxisHints::new_y(), titles)])
        .custom_x_axes(vec![percent])
        .x_grid_spacer(|_| {
            (0..=4)
                .map(|quarter| GridMark {
                    value: f64::from(quarter) / 4.0,
                    step_size: 0.25,
                })
                .collect()
        })
        .y_grid_spacer(|_| whole_marks(wholes.len()))
        .invert_y(true)
        .show_grid([true, false])
        .show(ui, |plot| {
            plot.set_plot_bounds(PlotBounds::from_min_max([0.0, -0.62], [right, lines - 0.62]));
            plot.bar_chart(BarChart::new("parts", bars).horizontal().allow_hover(false));
            plot.vline(VLine::new("cap", 1.0).color(frame.palette.text).width(1.5));
            for (line, whole) in captioned.iter().enumerate() {
                let colour = if whole.total > whole.cap {
                    frame.palette.bad
                } else {
                    frame.palette.text
                };
                let at = PlotPoint::new(right * 0.008, line as f64 - BAR / 2.0);
                let text = Text::new(whole.id, at, RichText::new(&whole.caption).size(AXIS_TEXT));
                plot.text(text.color(colour).anchor(Align2::LEFT_BOTTOM));
            }
        });
    let pointed = response
        .response
        .hover_pos()
        .map(|at| response.transform.value_from_position(at));
    let Some(value) = pointed else { return };
    let line = value.y.round().max(0.0) as usize;
    let (Some(whole), Some(segments)) = (wholes.get(line), segments.get(line)) else {
        return;
    };
    let hit = segments
        .iter()
        .find(|segment| (segment.from..segment.to).contains(&value.x));
    let Some(segment) = hit else { return };
    if response.response.clicked()
        && let Some(tool) = &segment.part.tool
    {
        frame.push(Action::Select(Some(Arc::clone(tool))));
    }
    response
        .response
        .on_hover_ui_at_pointer(|ui| part_tooltip(ui, segment.part, whole.cap_title, whole.cap));
}

/// A part with its place on the line, as shares of the cap.
struct Segment<'a> {
    part: &'a Part,
    from: f64,
    to: f64,
}

/// What rounding saves is taken off the end, so that the last segment ends where the whole does.
fn segments<'a>(whole: &'a Whole<'_>) -> Vec<Segment<'a>> {
    let cap = whole.cap.max(1) as f64;
    let total = whole.total as f64 / cap;
    let mut from = 0.0;
    let mut segments = Vec::new();
    for part in whole.parts.iter().filter(|part| part.tokens > 0) {
        let to = (from + part.tokens as f64 / cap).min(total);
        segments.push(Segment { part, from, to });
        from = to;
    }
    segments
}

fn bar(line: usize, segment: &Segment<'_>, edge: Color32) -> Bar {
    Bar::new(line as f64, segment.to - segment.from)
        .base_offset(segment.from)
        .width(BAR)
        .fill(segment.part.colour)
        .stroke(Stroke::new(1.0, edge))
}
