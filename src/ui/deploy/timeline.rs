//! Epochs along the time: a session's first plan up to the deploy, and what comes of it at its next message.

use super::{Line, marks, words};
use crate::diagnostics::visible;
use crate::session::{Deploy, explain};
use crate::ui::frame::Frame;
use crate::ui::theme::Palette;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};

/// Height of the heading, in points.
const HEADING: f32 = 16.0;
/// Text in and above the bars.
const SMALL: f32 = 11.0;
/// Height of a bar.
const BAR: f32 = 14.0;
/// What parts a rebuilt plan from the one before.
const GAP: f32 = 12.0;
/// How much of a tone fills a bar, so that text on it can be read.
const TINT: f32 = 0.3;

/// Where things stand in a row's timeline: the same in every row.
struct Axis {
    opened: f32,
    deploy: f32,
    end: f32,
}

impl Axis {
    fn of(rect: Rect) -> Self {
        Self {
            opened: rect.left() + 4.0,
            deploy: (rect.left() + rect.width() * 0.49).round() + 0.5,
            end: rect.right() - 6.0,
        }
    }
}

/// Says what stands where, above the rows.
pub(super) fn heading(ui: &mut Ui, frame: &Frame<'_>, width: f32) {
    let palette = &frame.palette;
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, HEADING), Sense::hover());
    let track = rect.with_min_x(rect.left() + words::words_width(width));
    let axis = Axis::of(track);
    let font = FontId::proportional(SMALL);
    let painter = ui.painter();
    let write = |x: f32, align: Align2, text: &str, colour: Color32| {
        painter.text(Pos2::new(x, rect.center().y), align, text, font.clone(), colour)
    };
    write(axis.opened, Align2::LEFT_CENTER, "opened", palette.weak);
    let deploy = write(axis.deploy, Align2::CENTER_CENTER, "deploy", palette.text);
    painter.vline(
        axis.deploy,
        deploy.bottom()..=rect.bottom(),
        Stroke::new(1.5, palette.weak),
    );
    let last = "next message";
    let room = painter
        .layout_no_wrap(last.to_owned(), font.clone(), palette.weak)
        .size()
        .x;
    if deploy.right() + 6.0 + room <= axis.end {
        write(axis.end, Align2::RIGHT_CENTER, last, palette.weak);
    }
    painter.hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
}

/// Draws a row's part of it, on the row's ground.
pub(super) fn show(ui: &mut Ui, palette: &Palette, deploy: &Deploy, line: Line<'_>, rect: Rect, ground: Color32) {
    let axis = Axis::of(rect);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let (top, bottom) = (rect.bottom() - BAR - 3.0, rect.bottom() - 3.0);
    let middle = f32::midpoint(top, bottom);
    let bar = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, top..=bottom);
    // Over the bars that go on, but not through the words above them.
    let has_words = matches!(line, Line::Session(..));
    let line_spans = if has_words { top - 2.0 } else { rect.top() }..=rect.bottom();
    let deploy_line = || painter.vline(axis.deploy, line_spans.clone(), Stroke::new(1.5, palette.weak));
    let track = Track {
        painter: &painter,
        palette,
    };
    match line {
        Line::OpensNow(_) => {
            deploy_line();
            if deploy.after.plan.failure.is_some() {
                marks::cross(&painter, Pos2::new(axis.deploy + GAP, middle), BAR, palette.bad);
                return;
            }
            let labels = explain::epoch_labels(1, deploy.after.scenario.builder, &deploy.after);
            track.bar(bar(axis.deploy + 3.0, axis.end), palette.accent, &labels);
        }
        Line::Session(_, outcome) => {
            let caption = rect.with_max_y(top).with_min_x(axis.opened).with_max_x(axis.end);
            let opened = visible(&explain::opened(outcome));
            let colour = if ground == palette.selection {
                palette.text
            } else {
                palette.weak
            };
            if outcome.impossible.is_some() {
                deploy_line();
                words::cut(ui, caption, RichText::new(opened).size(SMALL).color(colour));
                marks::cross(&painter, Pos2::new(axis.opened + BAR / 2.0, middle), BAR, palette.bad);
                return;
            }
            let labels = explain::epoch_labels(1, outcome.pinned.builder, &outcome.before);
            let (is_rebuilt, fails) = (outcome.is_rebuilt(), outcome.failure_code().is_some());
            let first_ends = if is_rebuilt { axis.deploy } else { axis.end };
            let first = bar(axis.opened, first_ends);
            track.ground(first, palette.weak);
            deploy_line();
            // Beside the disc of what waits.
            let disc = if outcome.parked.is_some() { BAR / 2.0 } else { 0.0 };
            track.label(first.with_max_x(axis.deploy - disc), &labels);
            let [mut epochs, ..] = labels;
            if fails {
                let at = Pos2::new(axis.deploy + GAP + 2.0, middle);
                marks::cross(&painter, at, BAR, palette.bad);
            } else if is_rebuilt {
                let labels = explain::epoch_labels(2, outcome.after.scenario.builder, &outcome.after);
                track.bar(bar(axis.deploy + GAP, axis.end), palette.accent, &labels);
                epochs = format!("{epochs}\n{}", labels[0]);
            }
            // What had to be left out of the bars.
            let id = ui.scope_id().with(("epochs", line.place()));
            ui.interact(bar(axis.opened, axis.end), id, Sense::hover())
                .on_hover_text(epochs);
            if outcome.parked.is_some() {
                let at = Pos2::new(axis.deploy, middle);
                marks::waits(&painter, at, BAR * 0.5, palette.text, ground);
            }
            words::cut(ui, caption, RichText::new(opened).size(SMALL).color(colour));
        }
    }
}

struct Track<'a> {
    painter: &'a Painter,
    palette: &'a Palette,
}

impl Track<'_> {
    fn bar(&self, rect: Rect, tone: Color32, labels: &[String]) {
        self.ground(rect, tone);
        self.label(rect, labels);
    }

    fn ground(&self, rect: Rect, tone: Color32) {
        if rect.width() > 0.0 {
            self.painter.rect_filled(rect, 3.0, tone.gamma_multiply(TINT));
            self.painter
                .rect_stroke(rect, 3.0, Stroke::new(1.0, tone), StrokeKind::Inside);
        }
    }

    /// The longest label that fits, or none: the caption above and the details say the same.
    fn label(&self, rect: Rect, labels: &[String]) {
        const MARGIN: f32 = 4.0;
        let font = FontId::proportional(SMALL);
        for label in labels {
            let text = self
                .painter
                .layout_no_wrap(label.clone(), font.clone(), self.palette.text);
            if text.size().x + 2.0 * MARGIN <= rect.width() {
                let at = Pos2::new(rect.left() + MARGIN, rect.center().y - text.size().y / 2.0);
                self.painter.galley(at, text, self.palette.text);
                return;
            }
        }
    }
}
