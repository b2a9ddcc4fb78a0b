//! One session: a mark, its name, what becomes of it and why, and its epochs on the timeline.

use super::words::{child, cut, words_width};
use super::{Line, marks, timeline};
use crate::app::Action;
use crate::diagnostics::visible;
use crate::session::{Deploy, explain};
use crate::ui::frame::Frame;
use crate::ui::theme::Palette;
use egui::{Color32, Label, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};

/// Height of a row: two lines of text, in points.
pub(super) const HEIGHT: f32 = 35.0;
/// Of the mark before them.
const MARK: f32 = 24.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, deploy: &Deploy, line: Line<'_>, is_selected: bool) {
    let palette = frame.palette;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), HEIGHT), Sense::click());
    let spoken = match line {
        Line::Session(_, outcome) => visible(&explain::in_short(outcome)),
        Line::OpensNow(_) => OPENS_NOW.to_owned(),
    };
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, spoken.clone()));
    if response.clicked() {
        frame.push(Action::SelectSession(Some(line.place())));
    }
    if response.gained_focus() {
        // Who walks the rows with the keyboard sees where they are.
        response.scroll_to_me(None);
    }
    let ground = if is_selected {
        palette.selection
    } else if response.hovered() {
        palette.card
    } else {
        palette.background
    };
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 0.0, ground);
    painter.hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    if response.has_focus() {
        painter.rect_stroke(rect, 2.0, Stroke::new(1.5, palette.accent), StrokeKind::Inside);
    }
    let colour = marks::colour(&palette, line);
    marks::draw(
        &painter,
        rect.left_center() + Vec2::new(MARK / 2.0, 0.0),
        13.0,
        line,
        colour,
    );
    let (words, track) = rect.split_left_right_at_x(rect.left() + words_width(rect.width()));
    words_ui(
        ui,
        &palette,
        deploy,
        line,
        words.with_min_x(words.left() + MARK),
        is_selected,
    );
    timeline::show(ui, &palette, deploy, line, track, ground);
}

/// What the row of the next chat is called.
pub(super) const OPENS_NOW: &str = "a chat that opens now";

fn words_ui(ui: &mut Ui, palette: &Palette, deploy: &Deploy, line: Line<'_>, rect: Rect, is_selected: bool) {
    let (upper, lower) = rect.shrink2(Vec2::new(0.0, 2.0)).split_top_bottom_at_fraction(0.5);
    // On the ground of what is selected only plain text can be read by everybody.
    let on_ground = |colour: Color32| if is_selected { palette.text } else { colour };
    let weak = on_ground(palette.weak);
    match line {
        Line::Session(_, outcome) => {
            cut(ui, upper, RichText::new(visible(&outcome.name)).strong());
            let word = RichText::new(outcome.next().id()).strong();
            let word = word.color(on_ground(marks::colour(palette, line)));
            let reason = RichText::new(visible(&explain::short_reason(outcome))).color(weak);
            let mut child = child(ui, lower);
            child.add(Label::new(word.size(12.0)).selectable(false));
            child.add(Label::new(reason.size(12.0)).truncate().selectable(false));
        }
        Line::OpensNow(_) => {
            cut(ui, upper, RichText::new(OPENS_NOW).strong());
            let text = visible(&explain::lanes_moved(&deploy.new_chats));
            cut(ui, lower, RichText::new(text).size(12.0).color(weak));
        }
    }
}
