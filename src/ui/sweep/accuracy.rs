//! Published accuracy beside a sweep over the number of tools: raw points with their source, and a table of them. Never a
//! line: they are other people's tasks and models.

use crate::diagnostics::visible;
use crate::plan::explain::grouped;
use crate::published::{CAPTION, Publication, PublishedPoint, TITLE, known_accuracy};
use crate::ui::charts::axes::{numbers, plot, round_marks};
use crate::ui::figures::{heading, heading_right, number};
use crate::ui::frame::Frame;
use crate::ui::theme::ROW_HEIGHT;
use egui::{Align, Color32, Label, Layout, Pos2, RichText, Sense, Ui, Vec2};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use egui_plot::{AxisHints, MarkerShape, PlotBounds, Points, VLine};

/// How near the pointer must come to a point, in points of the screen.
const NEAR: f32 = 12.0;
/// Words after numbers that end at the right, in points.
const GAP_BEFORE_WORDS: f32 = 6.0;
/// Shapes of the series, one after the other.
const SHAPES: [(MarkerShape, &str); 4] = [
    (MarkerShape::Circle, "●"),
    (MarkerShape::Diamond, "◆"),
    (MarkerShape::Square, "■"),
    (MarkerShape::Up, "▲"),
];

/// One figure with the publication that prints it.
type Published = (&'static Publication, &'static PublishedPoint);

/// All figures, those of one publication and model together.
fn series() -> Vec<Vec<Published>> {
    let mut series: Vec<Vec<Published>> = Vec::new();
    for publication in known_accuracy() {
        for point in &publication.points {
            let is_of = |known: &&mut Vec<Published>| {
                let first = known.first();
                first.is_some_and(|(other, first)| other.id == publication.id && first.of == point.of)
            };
            match series.iter_mut().find(is_of) {
                Some(known) => known.push((publication, point)),
                None => series.push(vec![(publication, point)]),
            }
        }
    }
    series
}

/// A series' shape, its sign in words, and its colour.
fn look(frame: &Frame<'_>, place: usize) -> (MarkerShape, &'static str, Color32) {
    let (shape, sign) = SHAPES[place % SHAPES.len()];
    (shape, sign, frame.palette.source(place + 1))
}

fn told((publication, point): Published) -> String {
    let text = format!(
        "{} % with {} tools: {}\n{}, {} ({})\n{}\n{}\n{CAPTION}",
        point.percent,
        grouped(point.tools),
        point.of,
        publication.title,
        publication.as_of,
        publication.mark.told(),
        publication.notes,
        publication.sources.join("\n"),
    );
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// The most tools that a figure is published of.
pub(super) fn most_tools() -> u64 {
    let points = known_accuracy().iter().flat_map(|publication| &publication.points);
    points.map(|point| point.tools).max().unwrap_or(0)
}

/// The chart: tools from left to right as in the charts beside it, percent upwards, what stands as a line across.
pub(super) fn chart(ui: &mut Ui, frame: &Frame<'_>, current: u64, (left, right): (f64, f64)) {
    let small = |text: &str, colour| RichText::new(text).small().color(colour);
    ui.add(Label::new(small(CAPTION, frame.palette.warn)).wrap());
    let series = series();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(8.0, 0.0);
        for (place, points) in series.iter().enumerate() {
            let (_, sign, colour) = look(frame, place);
            if let Some((_, first)) = points.first() {
                let label = Label::new(small(&format!("{sign} {}", visible(&first.of)), colour));
                ui.add(label.extend());
            }
        }
    });
    let percent = AxisHints::new_y()
        .placement(egui_plot::HPlacement::Right)
        .formatter(|mark, _| format!("{} %", mark.value));
    let response = plot("published accuracy", frame)
        .custom_y_axes(vec![percent])
        .custom_x_axes(vec![numbers(AxisHints::new_x())])
        .x_grid_spacer(round_marks)
        .y_grid_spacer(round_marks)
        .show_grid([false, true])
        .show(ui, |plot| {
            plot.set_plot_bounds(PlotBounds::from_min_max([left, 0.0], [right, 108.0]));
            let now = VLine::new("as it stands", current as f64);
            plot.vline(now.color(frame.palette.text).width(1.5).allow_hover(false));
            for (place, points) in series.iter().enumerate() {
                let (shape, _, colour) = look(frame, place);
                let at: Vec<[f64; 2]> = points.iter().map(|published| position(*published)).collect();
                let points = Points::new(format!("published {place}"), at);
                plot.points(points.color(colour).shape(shape).radius(4.5).allow_hover(false));
            }
        });
    let Some(pointer) = response.response.hover_pos() else {
        return;
    };
    let distance = |published: &Published| -> f32 {
        let [x, y] = position(*published);
        let at: Pos2 = response.transform.position_from_point(&egui_plot::PlotPoint::new(x, y));
        at.distance(pointer)
    };
    let points = series.iter().flatten().copied();
    let near = points
        .filter(|published| distance(published) <= NEAR)
        .min_by(|a, b| distance(a).total_cmp(&distance(b)));
    if let Some(published) = near {
        response.response.on_hover_text_at_pointer(told(published));
    }
}

fn position((_, point): Published) -> [f64; 2] {
    [point.tools as f64, point.percent.as_f64()]
}

/// The same as a table, fewest tools first.
pub(super) fn table(ui: &mut Ui, frame: &Frame<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(TITLE).small().strong());
        ui.label(RichText::new(CAPTION).small().color(frame.palette.warn));
    });
    let mut points: Vec<Published> = series().into_iter().flatten().collect();
    points.sort_by_key(|(_, point)| point.tools);
    ui.spacing_mut().item_spacing.y = 0.0;
    TableBuilder::new(ui)
        .id_salt("published accuracy")
        .striped(true)
        .sense(Sense::hover())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(46.0))
        .column(Width::exact(66.0))
        .column(Width::exact(150.0).clip(true))
        .column(Width::exact(90.0).clip(true))
        .column(Width::exact(72.0).clip(true))
        .column(Width::remainder().at_least(100.0).clip(true))
        .header(20.0, |mut header| {
            header.col(|ui| heading_right(ui, "Tools", "Tools that there were"));
            header.col(|ui| heading_right(ui, "Accuracy", "Tasks that came out right"));
            header.col(|ui| words(ui, "Of", "Which model, and how"));
            header.col(|ui| words(ui, "As of", "When it was published"));
            header.col(|ui| words(ui, "Mark", "How well the figure is known"));
            header.col(|ui| words(ui, "Source", "Text to copy: nothing is opened"));
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, points.len(), |mut line| {
                if let Some(published) = points.get(line.index()) {
                    cells(&mut line, frame, *published);
                }
            });
        });
}

/// A heading as far in as the words below it.
fn words(ui: &mut Ui, title: &str, hint: &str) {
    ui.add_space(GAP_BEFORE_WORDS);
    heading(ui, title, hint);
}

fn cells(line: &mut TableRow<'_, '_>, frame: &Frame<'_>, published: Published) {
    let (publication, point) = published;
    let palette = frame.palette;
    line.col(|ui| number(ui, &grouped(point.tools), palette.text));
    line.col(|ui| number(ui, &format!("{} %", point.percent), palette.text));
    let words = [
        (point.of.as_str(), palette.text, false),
        (publication.as_of.as_str(), palette.weak, false),
        (publication.mark.id(), palette.weak, false),
        (&publication.sources.join(" "), palette.weak, true),
    ];
    for (text, colour, is_copied) in words {
        line.col(|ui| {
            ui.add_space(GAP_BEFORE_WORDS);
            let text = RichText::new(visible(text)).color(colour);
            ui.add(Label::new(text).truncate().selectable(is_copied))
                .on_hover_text(told(published));
        });
    }
}
