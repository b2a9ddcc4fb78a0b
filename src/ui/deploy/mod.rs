//! What a deploy of the what-if does to the sessions that are open when it comes: two scenarios, the sessions as rows,
//! their epochs as a timeline, those that break on top.

mod detail;
mod head;
mod marks;
mod row;
mod timeline;
mod words;

use super::frame::Frame;
use crate::rows::Shown;
use crate::session::{Deploy, Outcome};
use egui::{Rect, ScrollArea, Stroke, Ui, UiBuilder, Vec2};

/// Rows and details stand beside each other from this width on, in points.
const ROOM_FOR_BOTH: f32 = 560.0;
/// Room between them.
const GAP: f32 = 10.0;
/// What is lower holds no line of text.
const MIN_HEIGHT: f32 = 16.0;

/// One row: a session by its place in the file's list, or the chat that opens after the deploy.
#[derive(Clone, Copy)]
enum Line<'a> {
    Session(usize, &'a Outcome),
    OpensNow(usize),
}

impl Line<'_> {
    /// What the state calls it. The chat that opens now stands behind the last session of the file.
    fn place(self) -> usize {
        match self {
            Self::Session(place, _) | Self::OpensNow(place) => place,
        }
    }
}

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let deploy = &shown.deploy;
    head::show(ui, frame, deploy);
    ui.add_space(2.0);
    let lines = lines(deploy);
    // What stands on top is the worst: that is what is told of until somebody asks for another.
    let asked = frame.state.view.session;
    let chosen = lines.iter().find(|line| Some(line.place()) == asked).or(lines.first());
    let Some(&chosen) = chosen else {
        return;
    };
    let all = ui.available_rect_before_wrap();
    if all.height() < MIN_HEIGHT || all.width() < MIN_HEIGHT {
        return;
    }
    let (left, right) = halves(all);
    let mut rows = ui.new_child(UiBuilder::new().id_salt("deploy rows").max_rect(left));
    show_rows(&mut rows, frame, deploy, &lines, chosen);
    if right.height() >= MIN_HEIGHT {
        if right.top() > left.top() {
            ui.painter().hline(
                right.x_range(),
                right.top() - GAP / 4.0,
                Stroke::new(1.0, frame.palette.line),
            );
        }
        let mut details = ui.new_child(UiBuilder::new().id_salt("deploy details").max_rect(right));
        detail::show(&mut details, frame, deploy, chosen);
    }
    ui.advance_cursor_after_rect(all);
}

/// Where rows and details stand: beside each other, or below where that would be too narrow to read.
fn halves(all: Rect) -> (Rect, Rect) {
    if all.width() >= ROOM_FOR_BOTH {
        let width = (all.width() * 0.64).max(all.width() - 560.0).floor();
        let (left, right) = all.split_left_right_at_x(all.left() + width);
        return (left, right.with_min_x(right.left() + GAP));
    }
    // Details that would show a line or two only are left out: the rows say the most.
    let height = if all.height() < 3.0 * row::HEIGHT {
        all.height()
    } else {
        (all.height() * 0.55).floor()
    };
    let (above, below) = all.split_top_bottom_at_y(all.top() + height);
    (above, below.with_min_y((below.top() + GAP / 2.0).min(below.bottom())))
}

fn lines(deploy: &Deploy) -> Vec<Line<'_>> {
    let sessions = deploy.places_worst_first().into_iter();
    sessions
        .filter_map(|place| Some(Line::Session(place, deploy.outcomes.get(place)?)))
        .chain([Line::OpensNow(deploy.outcomes.len())])
        .collect()
}

fn show_rows(ui: &mut Ui, frame: &mut Frame<'_>, deploy: &Deploy, lines: &[Line<'_>], chosen: Line<'_>) {
    ui.spacing_mut().item_spacing = Vec2::new(6.0, 0.0);
    // Room for a bar that scrolls the rows, needed or not: the heading and the rows stand on one axis.
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    timeline::heading(ui, frame, width);
    let scrolled = ScrollArea::vertical().id_salt("sessions").min_scrolled_height(0.0);
    scrolled
        .auto_shrink(false)
        .show_rows(ui, row::HEIGHT, lines.len(), |ui, range| {
            ui.set_max_width(width);
            for line in lines.get(range).unwrap_or_default() {
                row::show(ui, frame, deploy, *line, line.place() == chosen.place());
            }
        });
}
