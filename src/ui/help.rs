//! Keys and marks, made from the command table.

use super::frame::Frame;
use super::widgets::lane_mark;
use crate::app::Command;
use crate::lint::Level;
use crate::scenario::Lane;
use egui::{Align2, Grid, Pos2, RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2};

/// Width of the marks with their words, in points.
const MARKS_WIDTH: f32 = 310.0;
/// From this width on they stand beside the keys.
const ROOM_FOR_BOTH: f32 = 900.0;

/// The content of the help window.
pub(super) fn show(ui: &mut Ui, frame: &Frame<'_>) {
    let height = (ui.ctx().content_rect().height() - 230.0).max(120.0);
    if ui.available_width() < ROOM_FOR_BOTH {
        keys(ui, height - 280.0);
        ui.add_space(8.0);
        ui.heading("Marks");
        legend(ui, frame);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(ui.available_width() - MARKS_WIDTH);
            keys(ui, height);
        });
        ui.add_space(8.0);
        ui.vertical(|ui| {
            ui.heading("Marks");
            legend(ui, frame);
        });
    });
}

fn keys(ui: &mut Ui, height: f32) {
    ui.heading("Keys");
    // A bar that is always there says that there is more.
    ui.spacing_mut().scroll = egui::style::ScrollStyle::thin();
    let height = height.clamp(80.0, 640.0);
    // The least as well as the most: a new window is not as high at first as it will be.
    egui::ScrollArea::both()
        .auto_shrink([false, true])
        .min_scrolled_height(height)
        .max_height(height)
        .show(ui, |ui| {
            Grid::new("keys")
                .num_columns(3)
                .spacing([14.0, 3.0])
                .striped(true)
                .show(ui, |ui| {
                    for command in Command::ALL {
                        let key = command
                            .shortcut()
                            .map(|shortcut| ui.ctx().format_shortcut(&shortcut))
                            .unwrap_or_default();
                        ui.label(RichText::new(key).monospace().strong());
                        ui.label(command.title());
                        ui.weak(command.hint());
                        ui.end_row();
                    }
                    ui.label(RichText::new("H").monospace().strong());
                    ui.label("Hold to see the file as opened");
                    ui.weak("Let go to see the what-if again");
                    ui.end_row();
                });
        });
}

/// What shapes and fillings say.
pub(super) fn legend(ui: &mut Ui, frame: &Frame<'_>) {
    Grid::new("marks")
        .num_columns(2)
        .min_col_width(0.0)
        .spacing([10.0, 3.0])
        .show(ui, |ui| {
            for lane in Lane::ALL {
                lane_mark(ui, frame, lane);
                ui.label(match lane {
                    Lane::Defined => "full: defined, sent as a full definition",
                    Lane::Deferred => "hollow: deferred, one line in the index",
                    Lane::Skipped => "cross: skipped, the model never hears of it",
                    Lane::Unavailable => "dash: unavailable to this session",
                });
                ui.end_row();
            }
            for (level, words) in [
                (Level::Error, "triangle: lint found an error"),
                (Level::Warning, "hollow triangle: lint found a warning"),
            ] {
                super::lint::mark_ui(ui, frame, level);
                ui.label(words);
                ui.end_row();
            }
            shape(ui, frame, "■");
            ui.label("square: configured by the agent");
            ui.end_row();
            shape(ui, frame, "●");
            ui.label("circle: discovered from a server or device");
            ui.end_row();
            shape(ui, frame, "◆");
            ui.label("diamond: tool.call");
            ui.end_row();
            let (rect, _) = ui.allocate_exact_size(Vec2::new(16.0, 14.0), Sense::hover());
            ui.painter().rect_stroke(
                rect.shrink(1.0),
                2.0,
                Stroke::new(1.5, frame.palette.untrusted),
                StrokeKind::Inside,
            );
            ui.label("this border: text of a server or device");
            ui.end_row();
            ui.label(RichText::new("|").strong());
            ui.label("a tick on a gauge or slider: the file as opened");
            ui.end_row();
            ui.label(RichText::new("|").strong().color(frame.palette.accent));
            ui.label("a bar at a switch: not as in the file");
            ui.end_row();
            ui.label(RichText::new("_").strong());
            ui.label("underlined slot or line: moved");
            ui.end_row();
        });
}

fn shape(ui: &mut Ui, frame: &Frame<'_>, kind: &str) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(16.0, 14.0), Sense::hover());
    let (centre, colour) = (rect.center(), frame.palette.weak);
    match kind {
        "■" => {
            ui.painter()
                .rect_filled(egui::Rect::from_center_size(centre, Vec2::splat(10.0)), 1.5, colour);
        }
        "●" => {
            ui.painter().circle_filled(centre, 5.5, colour);
        }
        "◆" => {
            let points: Vec<Pos2> = [(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)]
                .map(|(x, y)| centre + Vec2::new(x, y))
                .to_vec();
            ui.painter().add(Shape::convex_polygon(points, colour, Stroke::NONE));
        }
        other => {
            let font = egui::FontId::monospace(12.0);
            ui.painter().text(centre, Align2::CENTER_CENTER, other, font, colour);
        }
    }
}
