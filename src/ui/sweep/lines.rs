//! Charts over one axis: tools, tokens and steps at every value, with one cursor through all of them.

use super::{accuracy, apply, readout, what_moves};
use crate::explore::{Point, Sweep, explain};
use crate::plan::explain::grouped;
use crate::published::TITLE;
use crate::scenario::Lane;
use crate::ui::charts::axes::{numbers, plot, round_marks};
use crate::ui::charts::chart_card;
use crate::ui::frame::Frame;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Color32, FontId, Id, Layout, Pos2, Rect, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2};
use egui_plot::{AxisHints, Line, MarkerShape, PlotBounds, Points, Span, VLine};

/// Narrowest chart that can be read, in points.
const MIN_WIDTH: f32 = 220.0;
/// Room between charts, in points.
const GAP: f32 = 6.0;
/// A narrower legend takes two lines, and all charts leave room for them: they stand on one line.
const ROOMY_LEGEND: f32 = 300.0;
/// Height of a line of the legend.
const LEGEND_LINE: f32 = 15.0;
/// Text of the legend.
const SMALL: f32 = 11.0;
/// Length of the ticks where something moves, as a share of the chart's height.
const TICK: f64 = 0.045;

/// Draws them.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, sweep: &Sweep) {
    let pointed_id = Id::unique("pointed value of the sweep");
    let pointed: Option<usize> = ui.ctx().data(|data| data.get_temp(pointed_id)).flatten();
    let pointed = pointed.filter(|place| *place < sweep.points.len());
    let current = current_place(sweep);
    let Some(cursor) = pointed.or(current) else {
        return;
    };
    say(ui, frame, sweep, cursor, pointed.is_some());
    let charts = charts(frame, sweep);
    let has_accuracy = super::has_accuracy(frame, sweep.parameter);
    let sides = sides(sweep, has_accuracy);
    let (width, height) = (ui.available_width(), ui.available_height());
    let card = Vec2::new(
        ((width - 1.0) / (charts.len() + usize::from(has_accuracy)) as f32 - GAP).max(MIN_WIDTH),
        height - 14.0,
    );
    let mut touched = Touched::default();
    ui.spacing_mut().scroll = egui::style::ScrollStyle::thin();
    ScrollArea::horizontal()
        .id_salt("sweep charts")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for (place, chart) in charts.iter().enumerate() {
                    chart_card(ui, frame, card, chart.title, |ui, frame| {
                        legend(ui, frame, chart, cursor);
                        let of_chart = draw(ui, frame, sweep, chart, cursor, pointed.is_some(), sides);
                        touched.join(&of_chart);
                    });
                    // Beside the other chart of tools: where not all have room, it is still in view.
                    if has_accuracy && place == 0 {
                        chart_card(ui, frame, card, TITLE, |ui, frame| {
                            accuracy::chart(ui, frame, sweep.current, sides);
                        });
                    }
                }
            });
        });
    if touched.pointed != pointed {
        // The chart at the left is drawn before it is known that the one at the right is pointed at.
        ui.ctx().data_mut(|data| data.insert_temp(pointed_id, touched.pointed));
        ui.ctx().request_repaint();
    }
    if let Some(point) = touched.clicked.and_then(|place| sweep.points.get(place)) {
        apply(frame, sweep.parameter, point.value);
    }
}

/// Where the axis of all charts starts and ends. Published figures lie on the same one.
fn sides(sweep: &Sweep, has_accuracy: bool) -> (f64, f64) {
    let value = |point: Option<&Point>| point.map_or(0.0, |point| point.value as f64);
    let (first, last) = (value(sweep.points.first()), value(sweep.points.last()));
    let step = sweep.step as f64;
    if has_accuracy {
        return (0.0, last.max(accuracy::most_tools() as f64) * 1.05);
    }
    (first - step, last + step)
}

/// What one line of charts was asked by the pointer: places among the points.
#[derive(Default)]
struct Touched {
    pointed: Option<usize>,
    clicked: Option<usize>,
}

impl Touched {
    fn join(&mut self, other: &Self) {
        self.pointed = self.pointed.or(other.pointed);
        self.clicked = self.clicked.or(other.clicked);
    }
}

fn current_place(sweep: &Sweep) -> Option<usize> {
    let below = sweep.points.iter().rposition(|point| point.value <= sweep.current);
    below.or((!sweep.points.is_empty()).then_some(0))
}

fn say(ui: &mut Ui, frame: &Frame<'_>, sweep: &Sweep, cursor: usize, is_pointed: bool) {
    let Some(point) = sweep.points.get(cursor) else {
        return;
    };
    let at = match (is_pointed, point.value == sweep.current) {
        (_, true) => format!("{}, as it stands", grouped(point.value)),
        (true, false) => format!("{}: a click sets it", grouped(point.value)),
        (false, false) => format!("{}, the last value below what stands", grouped(point.value)),
    };
    readout(ui, frame, &at, point, &what_moves(sweep, cursor));
}

/// Some lines with one unit.
struct Chart {
    title: &'static str,
    series: Vec<Series>,
    /// How a value is written.
    written: fn(f64) -> String,
}

struct Series {
    title: &'static str,
    colour: Color32,
    /// The lane whose mark it has; `None` for a diamond.
    lane: Option<Lane>,
    values: Vec<f64>,
}

fn charts(frame: &Frame<'_>, sweep: &Sweep) -> Vec<Chart> {
    let palette = &frame.palette;
    let of_lane = |lane, title, value: &dyn Fn(&Point) -> f64| Series {
        title,
        colour: palette.lane(lane),
        lane: Some(lane),
        values: sweep.points.iter().map(value).collect(),
    };
    let whole = |value: f64| grouped(value as u64);
    let mut charts = vec![
        Chart {
            title: "Tools",
            series: vec![
                of_lane(Lane::Defined, "defined", &|point| point.defined as f64),
                of_lane(Lane::Deferred, "deferred", &|point| point.deferred as f64),
                of_lane(Lane::Skipped, "skipped", &|point| point.skipped as f64),
            ],
            written: whole,
        },
        Chart {
            title: "Tokens of every request",
            series: vec![
                Series {
                    title: "prefix",
                    colour: palette.weak,
                    lane: None,
                    values: sweep.points.iter().map(|point| point.prefix_tokens as f64).collect(),
                },
                of_lane(Lane::Defined, "definitions", &|point| point.definition_tokens as f64),
                of_lane(Lane::Deferred, "index", &|point| point.index_tokens as f64),
            ],
            written: whole,
        },
    ];
    if sweep.points.iter().any(|point| point.steps.is_some()) {
        let steps = |point: &Point| point.steps.map_or(0.0, |steps| steps.extra_steps_per_100());
        let lost = |point: &Point| point.steps.map_or(0.0, |steps| steps.lost_calls_per_100());
        charts.push(Chart {
            title: "In 100 requests",
            series: vec![
                of_lane(Lane::Deferred, "extra steps", &steps),
                of_lane(Lane::Skipped, "lost calls", &lost),
            ],
            written: explain::per_100,
        });
    }
    charts
}

/// Names the lines, with their values at the cursor.
fn legend(ui: &mut Ui, frame: &Frame<'_>, chart: &Chart, cursor: usize) {
    const MARK: f32 = 13.0;
    let is_roomy = ui.available_width() >= ROOMY_LEGEND;
    let height = LEGEND_LINE * if is_roomy { 1.0 } else { 2.0 };
    let line = Vec2::new(ui.available_width(), LEGEND_LINE);
    let flowing = Layout::left_to_right(Align::TOP).with_main_wrap(true);
    let drawn = ui.allocate_ui_with_layout(line, flowing, |ui| {
        ui.set_min_size(line);
        ui.spacing_mut().item_spacing = Vec2::new(4.0, 0.0);
        for series in &chart.series {
            let value = (chart.written)(series.values.get(cursor).copied().unwrap_or(0.0));
            let mut words = LayoutJob::default();
            let format = |font, colour| TextFormat::simple(font, colour);
            words.append(&value, 0.0, format(FontId::monospace(SMALL), frame.palette.text));
            words.append(series.title, 4.0, format(FontId::proportional(SMALL), series.colour));
            let words = ui.painter().layout_job(words);
            // Mark and words stay together.
            let size = Vec2::new(MARK + words.size().x + 2.0, LEGEND_LINE);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            let spoken = format!("{}: {value}", series.title);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, spoken.clone()));
            let centre = rect.left_center() + Vec2::new(MARK / 2.0 - 1.0, 0.0);
            sample(ui, centre, series);
            let at = rect.left_center() + Vec2::new(MARK, -words.size().y / 2.0);
            ui.painter().galley(at, words, series.colour);
        }
    });
    ui.add_space((height - drawn.response.rect.height()).max(0.0));
}

/// A line's mark, as at its cursor.
fn sample(ui: &Ui, centre: Pos2, series: &Series) {
    let (painter, colour) = (ui.painter(), series.colour);
    let stroke = Stroke::new(1.6, colour);
    let square = Rect::from_center_size(centre, Vec2::splat(9.0));
    match series.lane {
        Some(Lane::Defined) => {
            painter.rect_filled(square, 1.5, colour);
        }
        Some(Lane::Deferred) => {
            painter.rect_stroke(square, 1.5, stroke, StrokeKind::Inside);
        }
        Some(_) => {
            painter.line_segment([square.left_top(), square.right_bottom()], stroke);
            painter.line_segment([square.right_top(), square.left_bottom()], stroke);
        }
        None => {
            let corners = [(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)].map(|(x, y)| centre + Vec2::new(x, y));
            painter.add(Shape::convex_polygon(corners.to_vec(), colour, Stroke::NONE));
        }
    }
}

fn draw(
    ui: &mut Ui,
    frame: &Frame<'_>,
    sweep: &Sweep,
    chart: &Chart,
    cursor: usize,
    is_pointed: bool,
    sides: (f64, f64),
) -> Touched {
    let palette = frame.palette;
    let step = sweep.step as f64;
    let largest = chart
        .series
        .iter()
        .flat_map(|series| &series.values)
        .copied()
        .fold(0.0, f64::max);
    let top = if largest > 0.0 { largest * 1.08 } else { 1.0 };
    let id = format!("sweep {} {}", sweep.parameter.path(), chart.title);
    let response = plot(&id, frame)
        .custom_y_axes(vec![numbers(AxisHints::new_y())])
        .custom_x_axes(vec![numbers(AxisHints::new_x())])
        .x_grid_spacer(round_marks)
        .y_grid_spacer(round_marks)
        .show_grid([false, true])
        .show(ui, |plot| {
            plot.set_plot_bounds(PlotBounds::from_min_max([sides.0, 0.0], [sides.1, top]));
            for (from, to) in failing(&sweep.points) {
                let range = from - step / 2.0..=to + step / 2.0;
                plot.span(Span::new("", range).fill(palette.bad.gamma_multiply(0.2)));
            }
            for point in sweep.points.iter().filter(|point| !point.moved.is_empty()) {
                let tick = vec![[point.value as f64, 0.0], [point.value as f64, top * TICK]];
                plot.line(
                    Line::new("moved", tick)
                        .color(palette.weak)
                        .width(1.0)
                        .allow_hover(false),
                );
            }
            let now = sweep.current as f64;
            plot.vline(
                VLine::new("as it stands", now)
                    .color(palette.text)
                    .width(1.5)
                    .allow_hover(false),
            );
            let at = sweep.points.get(cursor).map_or(now, |point| point.value as f64);
            if is_pointed {
                plot.vline(
                    VLine::new("pointed at", at)
                        .color(palette.weak)
                        .width(1.0)
                        .allow_hover(false),
                );
            }
            for series in &chart.series {
                let values = sweep.points.iter().zip(&series.values);
                let line: Vec<[f64; 2]> = values.map(|(point, value)| [point.value as f64, *value]).collect();
                plot.line(
                    Line::new(series.title, line)
                        .color(series.colour)
                        .width(1.8)
                        .allow_hover(false),
                );
                let value = series.values.get(cursor).copied().unwrap_or(0.0);
                plot.points(marker(series, [at, value]));
            }
        });
    let transform = response.transform;
    let place = response.response.hover_pos().map(|at| {
        let value = transform.value_from_position(at).x;
        nearest(&sweep.points, value)
    });
    Touched {
        pointed: place,
        clicked: place.filter(|_| response.response.clicked()),
    }
}

/// A line's mark at the cursor.
fn marker(series: &Series, at: [f64; 2]) -> Points<'static> {
    let (shape, is_filled) = match series.lane {
        Some(Lane::Defined) => (MarkerShape::Square, true),
        Some(Lane::Deferred) => (MarkerShape::Square, false),
        Some(_) => (MarkerShape::Cross, true),
        None => (MarkerShape::Diamond, true),
    };
    Points::new(series.title, vec![at])
        .color(series.colour)
        .shape(shape)
        .filled(is_filled)
        .radius(4.5)
        .allow_hover(false)
}

/// First and last value of every run that fails.
fn failing(points: &[Point]) -> Vec<(f64, f64)> {
    let mut runs: Vec<(f64, f64)> = Vec::new();
    let mut is_open = false;
    for point in points {
        let value = point.value as f64;
        match (point.failure.is_some(), runs.last_mut()) {
            (true, Some(run)) if is_open => run.1 = value,
            (true, _) => runs.push((value, value)),
            (false, _) => {}
        }
        is_open = point.failure.is_some();
    }
    runs
}

fn nearest(points: &[Point], value: f64) -> usize {
    let distance = |point: &Point| (point.value as f64 - value).abs();
    let places = points.iter().enumerate();
    let nearest = places.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
    nearest.map_or(0, |(place, _)| place)
}
