//! Token use as charts (egui_plot), each with a table twin: bars are invisible to a screen reader, tables are not.
//!
//! Parts are drawn end to end, so that the last one ends where the whole does and can be read against the cap's line.

use super::frame::Frame;
use crate::app::Action;
use crate::plan::explain::{counted, grouped};
use crate::rows::Shown;
use crate::rows::{ChartData, SourceBar};
use egui::{Color32, Grid, RichText, ScrollArea, Stroke, Ui, Vec2};
use egui_plot::{AxisHints, Bar, BarChart, GridMark, HLine, HoverPosition, Line, Plot, PlotBounds, Points, VLine};
use std::sync::Arc;

/// Narrowest chart that can be read.
const MIN_WIDTH: f32 = 330.0;
/// Parts drawn at most; smaller ones are joined.
const MAX_PARTS: usize = 9;

/// One part of a whole.
struct Part {
    title: String,
    colour: Color32,
    tokens: i64,
    /// What the tooltip says besides.
    detail: String,
    /// What a click selects.
    tool: Option<Arc<str>>,
}

/// A whole against its cap.
struct Whole<'a> {
    id: &'a str,
    title: String,
    parts: Vec<Part>,
    total: u64,
    cap: u64,
    cap_title: &'a str,
}

/// Draws all charts, as many beside each other as can be read.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let data = &shown.rows.charts;
    let wholes = wholes(frame, data);
    let (width, height) = (ui.available_width(), ui.available_height());
    let columns = ((width / MIN_WIDTH).floor()).max(1.0);
    let card = Vec2::new(width / columns - 8.0, height - 10.0);
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            let as_tables = frame.state.view.charts_as_tables;
            let mut wholes = wholes.into_iter();
            for whole in wholes.by_ref().take(1) {
                one_whole(ui, frame, &whole, card, as_tables);
            }
            chart_card(
                ui,
                frame,
                card,
                "Cumulative definitions along the ranking",
                |ui, frame| {
                    if as_tables {
                        curve_table(ui, frame, data)
                    } else {
                        curve(ui, frame, data)
                    }
                },
            );
            for whole in wholes {
                one_whole(ui, frame, &whole, card, as_tables);
            }
        });
    });
}

fn one_whole(ui: &mut Ui, frame: &mut Frame<'_>, whole: &Whole<'_>, card: Vec2, as_tables: bool) {
    chart_card(ui, frame, card, &whole.title, |ui, frame| {
        if as_tables {
            parts_table(ui, frame, whole)
        } else {
            waterfall(ui, frame, whole)
        }
    });
}

fn chart_card(ui: &mut Ui, frame: &mut Frame<'_>, size: Vec2, title: &str, add: impl FnOnce(&mut Ui, &mut Frame<'_>)) {
    egui::Frame::new()
        .fill(frame.palette.panel)
        .stroke(Stroke::new(1.0, frame.palette.line))
        .corner_radius(4)
        .inner_margin(5)
        .show(ui, |ui| {
            ui.set_width(size.x - 12.0);
            ui.set_height((size.y - 14.0).max(60.0));
            ui.vertical(|ui| {
                ui.label(RichText::new(title).small().strong());
                add(ui, frame);
            });
        });
}

fn wholes<'a>(frame: &Frame<'_>, data: &ChartData) -> Vec<Whole<'a>> {
    let palette = &frame.palette;
    let against = |what: &str, (used, cap): (u64, u64)| format!("{what}: {} of {} tokens", grouped(used), grouped(cap));
    let mut wholes = vec![Whole {
        id: "definitions",
        title: against("Definitions by source", data.definition_total),
        parts: source_parts(frame, &data.definitions),
        total: data.definition_total.0,
        cap: data.definition_total.1,
        cap_title: "token cap",
    }];
    if data.index_total.1 > 0 {
        wholes.push(Whole {
            id: "index",
            title: against("Index by source", data.index_total),
            parts: source_parts(frame, &data.index),
            total: data.index_total.0,
            cap: data.index_total.1,
            cap_title: "token cap",
        });
    }
    wholes.push(Whole {
        id: "region-a",
        title: against("Region A by class", data.prefix),
        parts: data
            .classes
            .iter()
            .enumerate()
            .map(|(place, class)| Part {
                title: class.title.to_owned(),
                colour: if class.used_tokens > class.max_tokens {
                    palette.bad
                } else {
                    palette.source(place)
                },
                tokens: i64::try_from(class.used_tokens).unwrap_or(i64::MAX),
                detail: format!("cap {}", grouped(class.max_tokens)),
                tool: None,
            })
            .collect(),
        total: data.prefix.0,
        cap: data.prefix.1,
        cap_title: "ceiling",
    });
    let [prefix, reserve, history, window] = data.window;
    let part = |title: &str, tokens: u64, colour, detail: &str| Part {
        title: title.to_owned(),
        colour,
        tokens: i64::try_from(tokens).unwrap_or(i64::MAX),
        detail: detail.to_owned(),
        tool: None,
    };
    wholes.push(Whole {
        id: "window",
        title: format!("Context window: {} left for history", grouped(history)),
        parts: vec![
            part("prefix", prefix, palette.accent, "Region A, on every request"),
            part("output reserve", reserve, palette.warn, "kept free for the answer"),
            part("history", history, palette.good, "what is left for the conversation"),
        ],
        total: prefix + reserve + history,
        cap: window,
        cap_title: "window",
    });
    wholes
}

/// The largest sources, the rest joined, framing and rounding last.
fn source_parts(frame: &Frame<'_>, bars: &[SourceBar]) -> Vec<Part> {
    let part = |bar: &SourceBar| Part {
        title: bar.title.clone(),
        colour: bar
            .source_place
            .map_or(frame.palette.weak, |place| frame.palette.source(place)),
        tokens: bar.tokens,
        detail: if bar.tools > 0 {
            counted(bar.tools, "tool", "tools")
        } else {
            String::new()
        },
        tool: bar.first_tool.clone(),
    };
    let (of_sources, rest): (Vec<&SourceBar>, Vec<&SourceBar>) =
        bars.iter().partition(|bar| bar.source_place.is_some());
    let mut parts: Vec<Part> = of_sources.iter().take(MAX_PARTS).map(|bar| part(bar)).collect();
    if of_sources.len() > MAX_PARTS {
        let joined = &of_sources[MAX_PARTS..];
        parts.push(Part {
            title: format!("{} more sources", joined.len()),
            colour: frame.palette.weak,
            tokens: joined.iter().map(|bar| bar.tokens).sum(),
            detail: counted(joined.iter().map(|bar| bar.tools).sum(), "tool", "tools"),
            tool: None,
        });
    }
    parts.extend(rest.iter().map(|bar| part(bar)));
    parts
}

/// Parts end to end, each on a line of its own, with the cap as a vertical line.
fn waterfall(ui: &mut Ui, frame: &mut Frame<'_>, whole: &Whole<'_>) {
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
    let titles: Vec<String> = whole.parts.iter().map(|part| shortened(&part.title, 18)).collect();
    let lines = whole.parts.len() as f64;
    let cap_colour = if whole.total > whole.cap {
        frame.palette.bad
    } else {
        frame.palette.weak
    };
    let y_axis = AxisHints::new_y()
        .label_spacing(6.0..=12.0)
        .formatter(move |mark: GridMark, _: &_| line_title(&titles, mark.value));
    let x_axis = AxisHints::new_x()
        .label_spacing(40.0..=70.0)
        .formatter(|mark: GridMark, _: &_| thousands(mark.value));
    let response = plot(whole.id, frame)
        .custom_y_axes(vec![y_axis])
        .custom_x_axes(vec![x_axis])
        .invert_y(true)
        .y_grid_spacer(move |_| integer_marks(0, lines as i64))
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
    let of_cap = format!("{}: {} tokens", part.title, signed_plain(part.tokens));
    let detail = part.detail.clone();
    let (cap_title, cap) = (whole.cap_title, whole.cap);
    response.response.on_hover_ui_at_pointer(|ui| {
        ui.label(RichText::new(of_cap).strong());
        if !detail.is_empty() {
            ui.label(detail);
        }
        ui.weak(format!("{cap_title} {}", grouped(cap)));
    });
}

fn plot<'a>(id: &str, frame: &Frame<'_>) -> Plot<'a> {
    // Bounds live in memory by this name: another scenario must not inherit them.
    let scenario = frame
        .state
        .document
        .as_ref()
        .map(|document| document.origin.shown())
        .unwrap_or_default();
    Plot::new((id.to_owned(), scenario))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .set_margin_fraction(Vec2::ZERO)
}

/// Definition tokens along the walk, with both caps: where the curve leaves the box of the two says which one binds.
fn curve(ui: &mut Ui, frame: &mut Frame<'_>, data: &ChartData) {
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
                "{}: {} ({} with all before it)",
                point.place,
                point.tool,
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
    let y_axis = AxisHints::new_y()
        .label_spacing(18.0..=40.0)
        .formatter(|mark: GridMark, _: &_| thousands(mark.value));
    let response = plot("curve", frame)
        .custom_y_axes(vec![y_axis])
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

fn parts_table(ui: &mut Ui, frame: &mut Frame<'_>, whole: &Whole<'_>) {
    ScrollArea::vertical()
        .id_salt(whole.id)
        .auto_shrink(false)
        .show(ui, |ui| {
            Grid::new(whole.id)
                .num_columns(3)
                .striped(true)
                .spacing([12.0, 2.0])
                .show(ui, |ui| {
                    for part in &whole.parts {
                        match &part.tool {
                            Some(tool) => {
                                if ui.link(&part.title).clicked() {
                                    frame.push(Action::Select(Some(Arc::clone(tool))));
                                }
                            }
                            None => {
                                ui.label(&part.title);
                            }
                        }
                        ui.label(RichText::new(format!("{:>8}", signed_plain(part.tokens))).monospace());
                        ui.weak(&part.detail);
                        ui.end_row();
                    }
                    ui.label(RichText::new("total").strong());
                    ui.label(
                        RichText::new(format!("{:>8}", grouped(whole.total)))
                            .monospace()
                            .strong(),
                    );
                    ui.weak(format!("{} {}", whole.cap_title, grouped(whole.cap)));
                    ui.end_row();
                });
        });
}

fn curve_table(ui: &mut Ui, frame: &mut Frame<'_>, data: &ChartData) {
    ScrollArea::vertical()
        .id_salt("curve")
        .auto_shrink(false)
        .show_rows(ui, 16.0, data.curve.len(), |ui, range| {
            for point in data.curve.get(range).unwrap_or_default() {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(format!("{:>3} {:>8}", point.place, grouped(point.tokens))).monospace());
                    if ui.link(RichText::new(&*point.tool).monospace()).clicked() {
                        frame.push(Action::Select(Some(Arc::clone(&point.tool))));
                    }
                    ui.weak(point.lane.id());
                });
            }
        });
}

fn integer_marks(from: i64, to: i64) -> Vec<GridMark> {
    (from..to)
        .map(|value| GridMark {
            value: value as f64,
            step_size: 1.0,
        })
        .collect()
}

fn line_title(titles: &[String], value: f64) -> String {
    if value < -0.01 || (value - value.round()).abs() > 0.01 {
        return String::new();
    }
    titles.get(value.round() as usize).cloned().unwrap_or_default()
}

fn thousands(value: f64) -> String {
    if value >= 1000.0 && value % 1000.0 == 0.0 {
        format!("{}k", value / 1000.0)
    } else {
        format!("{value}")
    }
}

fn signed_plain(tokens: i64) -> String {
    if tokens < 0 {
        format!("−{}", grouped(tokens.unsigned_abs()))
    } else {
        grouped(tokens.unsigned_abs())
    }
}

fn shortened(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars - 1).collect();
    format!("{}…", kept.trim_end())
}
