//! What a session's next message does, as a shape and a colour: the shape alone must be enough.

use super::Line;
use crate::scenario::NextMessage;
use crate::ui::theme::Palette;
use egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2};
use std::f32::consts::TAU;

/// The colour of a line's outcome.
pub(super) fn colour(palette: &Palette, line: Line<'_>) -> Color32 {
    match line {
        Line::OpensNow(_) => palette.accent,
        Line::Session(_, outcome) => colour_of(palette, outcome.next()),
    }
}

/// The colour of what a next message does.
pub(super) fn colour_of(palette: &Palette, next: NextMessage) -> Color32 {
    match next {
        NextMessage::Failed => palette.bad,
        NextMessage::Rotated => palette.warn,
        NextMessage::Resumed | NextMessage::Kept => palette.good,
    }
}

/// Draws a line's mark: a cross (failed), a turning arrow (rotated), a triangle (resumed), a tick (kept), a plus (opens now).
pub(super) fn draw(painter: &Painter, centre: Pos2, size: f32, line: Line<'_>, colour: Color32) {
    let half = size / 2.0;
    let stroke = Stroke::new((size / 6.0).max(1.5), colour);
    let at = |x: f32, y: f32| centre + Vec2::new(x, y) * half;
    match line {
        Line::OpensNow(_) => {
            painter.line_segment([at(-0.8, 0.0), at(0.8, 0.0)], stroke);
            painter.line_segment([at(0.0, -0.8), at(0.0, 0.8)], stroke);
        }
        Line::Session(_, outcome) => match outcome.next() {
            NextMessage::Failed => cross(painter, centre, size, colour),
            NextMessage::Rotated => turning_arrow(painter, centre, half * 0.8, stroke),
            NextMessage::Resumed => {
                let points = vec![at(-0.6, -0.85), at(0.85, 0.0), at(-0.6, 0.85)];
                painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
            }
            NextMessage::Kept => {
                painter.add(Shape::line(
                    vec![at(-0.8, 0.05), at(-0.2, 0.65), at(0.85, -0.6)],
                    stroke,
                ));
            }
        },
    }
}

/// What fails.
pub(super) fn cross(painter: &Painter, centre: Pos2, size: f32, colour: Color32) {
    let stroke = Stroke::new((size / 5.0).max(2.0), colour);
    for (x, y) in [(1.0, 1.0), (1.0, -1.0)] {
        let arm = Vec2::new(x, y) * size * 0.36;
        painter.line_segment([centre - arm, centre + arm], stroke);
    }
}

/// What waits for an answer: two bars in a disc.
pub(super) fn waits(painter: &Painter, centre: Pos2, radius: f32, ink: Color32, ground: Color32) {
    painter.circle(centre, radius, ground, Stroke::new(1.5, ink));
    for side in [-1.0, 1.0] {
        let bar = Vec2::new(side * radius * 0.3, radius * 0.45);
        let (top, bottom) = (centre + Vec2::new(bar.x, -bar.y), centre + bar);
        painter.line_segment([top, bottom], Stroke::new(1.5, ink));
    }
}

fn turning_arrow(painter: &Painter, centre: Pos2, radius: f32, stroke: Stroke) {
    const STEPS: u8 = 16;
    // Three quarters of a turn, open at the upper right, where the head is.
    let at = |turn: f32| centre + Vec2::angled(turn * TAU) * radius;
    let arc = (0..=STEPS).map(|step| at(0.02 + 0.72 * f32::from(step) / f32::from(STEPS)));
    painter.add(Shape::line(arc.collect(), stroke));
    let tip = at(0.74) + Vec2::new(radius * 0.75, 0.0);
    let (above, below) = (
        at(0.74) - Vec2::new(0.0, radius * 0.6),
        at(0.74) + Vec2::new(0.0, radius * 0.6),
    );
    painter.add(Shape::convex_polygon(
        vec![above, tip, below],
        stroke.color,
        Stroke::NONE,
    ));
}
