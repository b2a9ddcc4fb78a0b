//! Small pieces that several panels share: marks, gauges, chips.

use super::frame::Frame;
use super::theme::Palette;
use crate::app::{Command, View};
use crate::plan::Planned;
use crate::plan::explain::grouped;
use crate::roster::ToolId;
use crate::rows::Row;
use crate::scenario::Lane;
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
};

/// Draws the mark of a tool: its shape says who brings it (square: configured, circle: discovered, diamond: `tool.call`),
/// its filling says the lane (full: defined, hollow: deferred, cross: skipped, dash: unavailable).
pub(super) fn mark(painter: &Painter, centre: Pos2, size: f32, row: &Row, colour: Color32) {
    let of_row = Mark {
        lane: row.lane,
        is_configured: row.is_configured,
        is_ranked: row.rank.is_some(),
    };
    of_row.draw(painter, centre, size, colour);
}

/// What a mark says.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// Where the tool is.
    pub lane: Lane,
    /// Whether the agent names it.
    pub is_configured: bool,
    /// Whether it has a rank: `tool.call` has none.
    pub is_ranked: bool,
}

impl Mark {
    /// Of a tool of any plan.
    pub(super) fn of(planned: &Planned, id: ToolId) -> Self {
        let decision = planned.plan.decision(id);
        Self {
            lane: decision.outcome,
            is_configured: !planned.roster.catalog.tool(id).source.is_discovered(),
            is_ranked: decision.rank.is_some(),
        }
    }

    /// Draws it.
    pub(super) fn draw(self, painter: &Painter, centre: Pos2, size: f32, colour: Color32) {
        let half = size / 2.0;
        let stroke = Stroke::new((size / 7.0).max(1.5), colour);
        match self.lane {
            Lane::Defined | Lane::Deferred => {
                let is_full = self.lane == Lane::Defined;
                if self.is_configured && !self.is_ranked {
                    let points = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]
                        .map(|(x, y)| centre + Vec2::new(x, y) * half * 1.15)
                        .to_vec();
                    painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
                } else if self.is_configured {
                    let rect = Rect::from_center_size(centre, Vec2::splat(size * 0.86));
                    if is_full {
                        painter.rect_filled(rect, 1.5, colour);
                    } else {
                        painter.rect_stroke(rect, 1.5, stroke, StrokeKind::Inside);
                    }
                } else if is_full {
                    painter.circle_filled(centre, half * 0.95, colour);
                } else {
                    painter.circle_stroke(centre, half * 0.8, stroke);
                }
            }
            Lane::Skipped => {
                let reach = half * 0.7;
                for (x, y) in [(1.0, 1.0), (1.0, -1.0)] {
                    let arm = Vec2::new(x, y) * reach;
                    painter.line_segment([centre - arm, centre + arm], stroke);
                }
            }
            Lane::Unavailable => {
                let arm = Vec2::new(half * 0.7, 0.0);
                painter.line_segment([centre - arm, centre + arm], stroke);
            }
        }
    }
}

/// A mark as a widget of its own, for legends and headings.
pub(super) fn mark_ui(ui: &mut Ui, row: &Row, colour: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
    mark(ui.painter(), rect.center(), 11.0, row, colour);
    response
}

/// A lane's mark alone: its filling and colour say which.
pub(super) fn lane_mark(ui: &mut Ui, frame: &Frame<'_>, lane: Lane) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(16.0, 14.0), Sense::hover());
    let (centre, colour) = (rect.center(), frame.palette.lane(lane));
    let stroke = Stroke::new(1.7, colour);
    let square = Rect::from_center_size(centre, Vec2::splat(10.0));
    match lane {
        Lane::Defined => {
            ui.painter().rect_filled(square, 1.5, colour);
        }
        Lane::Deferred => {
            ui.painter().rect_stroke(square, 1.5, stroke, StrokeKind::Inside);
        }
        Lane::Skipped => {
            ui.painter()
                .line_segment([square.left_top(), square.right_bottom()], stroke);
            ui.painter()
                .line_segment([square.right_top(), square.left_bottom()], stroke);
        }
        Lane::Unavailable => {
            ui.painter()
                .line_segment([square.left_center(), square.right_center()], stroke);
        }
    }
}

/// A gauge: what is used of a cap, with a tick where the baseline stands.
pub(super) struct Gauge<'a> {
    /// What is measured.
    pub label: &'a str,
    /// How much.
    pub used: u64,
    /// Of what.
    pub cap: u64,
    /// How much it was in the file as opened, and of what.
    pub baseline: Option<(u64, u64)>,
    /// `tokens`, `items`.
    pub unit: &'a str,
}

impl Gauge<'_> {
    /// Draws it in the given width.
    pub(super) fn show(&self, ui: &mut Ui, palette: &Palette, width: f32) -> Response {
        let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 40.0), Sense::hover());
        let is_over = self.used > self.cap;
        let colour = if is_over {
            palette.bad
        } else if self.used * 20 >= self.cap * 19 && self.cap > 0 {
            palette.warn
        } else {
            palette.good
        };
        let painter = ui.painter();
        let figures = format!("{} / {}", grouped(self.used), grouped(self.cap));
        let text = if is_over { palette.bad } else { palette.text };
        painter.text(
            rect.left_top(),
            Align2::LEFT_TOP,
            self.label,
            FontId::proportional(11.0),
            palette.weak,
        );
        painter.text(
            rect.left_top() + Vec2::new(0.0, 13.0),
            Align2::LEFT_TOP,
            figures,
            FontId::proportional(13.5),
            text,
        );
        let bar = Rect::from_min_max(
            Pos2::new(rect.left(), rect.top() + 30.0),
            Pos2::new(rect.right(), rect.top() + 38.0),
        );
        painter.rect_filled(bar, 3.0, palette.card);
        painter.rect_stroke(bar, 3.0, Stroke::new(1.0, palette.line), StrokeKind::Inside);
        let share = |used: u64, cap: u64| {
            if cap == 0 {
                if used == 0 { 0.0 } else { 1.0 }
            } else {
                (used as f32 / cap as f32).min(1.0)
            }
        };
        let mut fill = bar;
        fill.set_width(bar.width() * share(self.used, self.cap));
        painter.rect_filled(fill, 3.0, colour);
        if let Some((used, _)) = self.baseline
            && self.baseline != Some((self.used, self.cap))
        {
            let x = bar.left() + bar.width() * share(used, self.cap);
            painter.line_segment(
                [Pos2::new(x, bar.top() - 3.0), Pos2::new(x, bar.bottom() + 3.0)],
                Stroke::new(2.0, palette.text),
            );
        }
        let spoken = self.spoken();
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Meter, true, spoken.clone()));
        response.on_hover_text(spoken)
    }

    fn spoken(&self) -> String {
        let mut text = format!(
            "{}: {} of {} {}",
            self.label,
            grouped(self.used),
            grouped(self.cap),
            self.unit
        );
        if self.used > self.cap {
            text.push_str(&format!(", {} over", grouped(self.used - self.cap)));
        }
        if let Some((used, cap)) = self.baseline
            && (used, cap) != (self.used, self.cap)
        {
            text.push_str(&format!("; file as opened: {} of {}", grouped(used), grouped(cap)));
        }
        text
    }
}

/// The colour that a moved row takes for a moment after the change.
pub(super) fn flash(frame: &Frame<'_>, ui: &Ui, row: &Row) -> Option<Color32> {
    row.since_last?;
    if !frame.moves() {
        return Some(frame.palette.selection.gamma_multiply(0.5));
    }
    // Starts full when the plan arrives and is gone after a second.
    let age = seconds_since(ui, "flash", frame.state.shown_generation) as f32;
    let strength = 1.0 - age / 1.2;
    if strength <= 0.0 {
        return None;
    }
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(33));
    Some(frame.palette.selection.gamma_multiply(strength))
}

/// Seconds since this was first asked about this `event` of a kind. Only the newest event of a kind is remembered.
pub(super) fn seconds_since(ui: &Ui, kind: &'static str, event: u64) -> f64 {
    let now = ui.input(|input| input.time);
    let (_, first_asked) = ui.ctx().data_mut(|data| {
        let known = data.get_temp_mut_or_insert_with(egui::Id::unique(kind), || (event, now));
        if known.0 != event {
            *known = (event, now);
        }
        *known
    });
    now - first_asked
}

/// A button for a command: disabled with the reason on hover, its key in the tooltip.
pub(super) fn command_button(ui: &mut Ui, frame: &mut Frame<'_>, command: Command, text: &str) -> Response {
    let enabled = command.enabled(frame.state);
    let key = command
        .shortcut()
        .map(|shortcut| ui.ctx().format_shortcut(&shortcut))
        .unwrap_or_default();
    let response = ui.add_enabled(enabled.is_ok(), egui::Button::new(text));
    let name = command.title().trim_end_matches('…').to_owned();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled.is_ok(), name.clone()));
    if response.clicked() {
        frame.command(command);
    }
    let response = response.on_hover_text(format!("{}  {key}", command.hint()));
    match enabled {
        Err(why) => response.on_disabled_hover_text(format!("{}: {why}", command.title())),
        Ok(()) => response,
    }
}

/// A tab of the views.
pub(super) fn view_tab(ui: &mut Ui, frame: &mut Frame<'_>, view: View, text: RichText) {
    let is_shown = frame.state.view.view == view;
    if ui.selectable_label(is_shown, text).clicked() {
        frame.push(crate::app::Action::Show(view));
    }
}

/// The choice between charts and their figures as tables.
pub(super) fn as_tables(ui: &mut Ui, frame: &mut Frame<'_>) {
    let mut as_tables = frame.state.view.charts_as_tables;
    let hint = "The same figures in words and numbers";
    if ui.checkbox(&mut as_tables, "as tables").on_hover_text(hint).clicked() {
        frame.push(crate::app::Action::ChartsAsTables(as_tables));
    }
}

/// A name whose useful end stays visible: cut at its front, whole in the tooltip.
pub(super) fn dotted_name(name: &str, fits_chars: usize) -> String {
    let count = name.chars().count();
    if count <= fits_chars || fits_chars < 8 {
        return name.to_owned();
    }
    let tail: String = name.chars().skip(count - (fits_chars - 1)).collect();
    format!("…{tail}")
}

/// The end of a text that does not fit, from a whole part on if one fits; `None` if so little does that it says nothing.
pub(super) fn end_of(text: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    /// Fewer characters than this say nothing.
    const FEWEST: usize = 4;
    let cut = |from: usize| format!("…{}", &text[from..]);
    let parts = text.match_indices(['.', '_', ' ']).map(|(at, _)| at + 1);
    let is_told = |from: &usize| text[*from..].chars().count() >= FEWEST;
    let mut letters = text.char_indices().map(|(at, _)| at).skip(1);
    let found = parts.filter(is_told).find(|from| fits(&cut(*from)));
    let from = found.or_else(|| letters.find(|from| is_told(from) && fits(&cut(*from))))?;
    Some(cut(from))
}

/// The frame around a chart or a box of slots.
pub(super) fn card_frame(palette: &Palette) -> egui::Frame {
    egui::Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(4)
        .inner_margin(5)
}

/// The frame around a text: what came from a server or device has a border of its own, everywhere.
pub(super) fn text_frame(palette: &Palette, is_untrusted: bool) -> egui::Frame {
    let border = if is_untrusted {
        Stroke::new(1.5, palette.untrusted)
    } else {
        Stroke::new(1.0, palette.line)
    };
    egui::Frame::new()
        .fill(palette.card)
        .stroke(border)
        .corner_radius(4)
        .inner_margin(6)
}

#[cfg(test)]
mod tests {
    use super::{dotted_name, end_of};

    #[test]
    fn the_end_of_a_name_stays() {
        assert_eq!(
            dotted_name("mcp.gmail_work_write.untrash_thread", 20),
            "…rite.untrash_thread"
        );
        assert_eq!(dotted_name("a.b", 20), "a.b");
    }

    #[test]
    fn the_end_of_a_text_is_cut_at_its_parts() {
        let within = |most: usize| move |text: &str| text.chars().count() <= most;
        let end = |text: &str, most: usize| end_of(text, within(most));
        assert_eq!(end("context.update_working_state", 15).unwrap(), "…working_state");
        assert_eq!(end("configured → no slot", 9).unwrap(), "…no slot");
        assert_eq!(end("search_threads", 6).unwrap(), "…reads");
        assert_eq!(end("search_threads", 3), None);
        assert_eq!(end("größer.maße", 6).unwrap(), "…maße");
    }
}
