//! Definition tokens as a map: a rectangle a tool, the tools of a source together and in its hue.
//!
//! Areas are true: no heading takes room from a source. The name of a source stands in its tiles where they have room.

use crate::app::Action;
use crate::diagnostics::visible;
use crate::explore::explain;
use crate::plan::explain::grouped;
use crate::rows::treemap::squarify;
use crate::rows::{MapSource, MapTool, Row, Shown, TokenMap};
use crate::scenario::Lane;
use crate::ui::frame::Frame;
use crate::ui::theme::Palette;
use crate::ui::widgets::{end_of, mark};
use egui::{Color32, CornerRadius, FontId, Painter, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};
use std::sync::Arc;

/// Room between sources, in points.
const BETWEEN_SOURCES: f32 = 3.0;
/// What is smaller than this in either direction is drawn, and left to the table to name and click.
const SMALLEST_TARGET: f32 = 4.0;
/// Room between a tile's edge and its words.
const INSET: f32 = 4.0;
/// Height of a line of words.
const LINE: f32 = 13.0;
/// Size of words.
const WORDS: f32 = 11.0;
/// Room that the mark of a lane takes from the words.
const MARK: f32 = 13.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, map: &TokenMap) {
    let (all, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let totals: Vec<f64> = map.sources.iter().map(|source| source.tokens as f64).collect();
    let mut selected = None;
    for (source, rect) in map.sources.iter().zip(placed(&totals, all)) {
        let rect = rect.shrink(BETWEEN_SOURCES / 2.0);
        if !rect.is_positive() {
            continue;
        }
        let tokens: Vec<f64> = source.tools.iter().map(|tool| tool.tokens as f64).collect();
        for (tool, rect) in source.tools.iter().zip(placed(&tokens, rect)) {
            let rect = rect.shrink(0.5);
            let Some(row) = shown.rows.table.get(tool.row) else {
                continue;
            };
            if !rect.is_positive() {
                continue;
            }
            tile(ui, frame, map, source, *tool, row, rect);
            if frame.state.view.selected.as_ref() == Some(&row.name) {
                selected = Some(rect);
            }
        }
    }
    // Over its neighbours.
    if let Some(rect) = selected {
        let outline = Stroke::new(2.5, frame.palette.text);
        ui.painter()
            .rect_stroke(rect.expand(1.0), 2.0, outline, StrokeKind::Middle);
    }
}

fn placed(values: &[f64], bounds: Rect) -> impl Iterator<Item = Rect> {
    let of = [bounds.left(), bounds.top(), bounds.width(), bounds.height()].map(f64::from);
    squarify(values, of).into_iter().map(|place| {
        let [left, top, width, height] = place.map(|length| length as f32);
        Rect::from_min_size(Pos2::new(left, top), Vec2::new(width, height))
    })
}

fn tile(ui: &mut Ui, frame: &mut Frame<'_>, map: &TokenMap, source: &MapSource, tool: MapTool, row: &Row, rect: Rect) {
    let palette = frame.palette;
    let is_target = rect.width() >= SMALLEST_TARGET && rect.height() >= SMALLEST_TARGET;
    let response = is_target.then(|| ui.interact(rect, ui.scope_id().with(("tile", tool.row)), Sense::click()));
    let is_pointed = response
        .as_ref()
        .is_some_and(|response| response.hovered() || response.has_focus());
    let (ground, edge) = look(&palette, source, row.lane, is_pointed);
    let painter = ui.painter_at(rect);
    painter.rect(rect, CornerRadius::same(2), ground, edge, StrokeKind::Inside);
    label(&painter, &palette, row, source, tool.tokens, rect);
    if row.lane != Lane::Defined && rect.width() > 22.0 && rect.height() > 18.0 {
        let corner = rect.right_top() + Vec2::new(-9.0, 9.0);
        mark(&painter, corner, 10.0, row, palette.lane(row.lane));
    }
    let Some(response) = response else { return };
    let spoken = visible(&super::table::spoken(row, tool, map));
    let is_selected = frame.state.view.selected.as_ref() == Some(&row.name);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, spoken.clone()));
    if response.clicked() {
        let tool = if is_selected { None } else { Some(Arc::clone(&row.name)) };
        frame.push(Action::Select(tool));
    }
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(visible(&row.name)).monospace().strong());
        let share = explain::share(tool.tokens, map.total);
        ui.label(format!(
            "{} tokens, {share} of {}",
            grouped(tool.tokens),
            grouped(map.total)
        ));
        ui.label(format!("{} · {}", row.lane.id(), row.why));
        ui.weak(format!("{}: {} tokens", visible(&source.title), grouped(source.tokens)));
    });
}

/// Ground and edge: full hue for what is defined, its edge alone for what is not.
fn look(palette: &Palette, source: &MapSource, lane: Lane, is_pointed: bool) -> (Color32, Stroke) {
    let hue = palette.source(source.source_place);
    let ground = match lane {
        _ if is_pointed => palette.selection,
        Lane::Defined => palette.ground(source.source_place),
        _ => palette.panel,
    };
    let edge = match lane {
        Lane::Defined | Lane::Deferred => hue,
        Lane::Skipped => palette.bad,
        Lane::Unavailable => palette.line,
    };
    (ground, Stroke::new(1.0, edge))
}

/// As much as there is room for: the name or its end, its tokens, its source if that fits whole.
fn label(painter: &Painter, palette: &Palette, row: &Row, source: &MapSource, tokens: u64, rect: Rect) {
    let mut inner = rect.shrink2(Vec2::new(INSET, 2.0));
    if row.lane != Lane::Defined {
        inner.set_right(inner.right() - MARK);
    }
    let lines = ((inner.height() + 2.0) / LINE).floor() as usize;
    if lines == 0 {
        return;
    }
    let font = FontId::proportional(WORDS);
    let fits = |text: &str| {
        let galley = painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER);
        galley.size().x <= inner.width()
    };
    let name = visible(own_name(row));
    let name_lines = lines.saturating_sub(1).max(1);
    let mut words = broken(&name, name_lines, &fits)
        .or_else(|| Some(vec![end_of(&name, fits)?]))
        .unwrap_or_default();
    let figure = grouped(tokens);
    if words.len() < lines && fits(&figure) {
        words.push(figure);
    }
    if source.source_place > 0 && !words.is_empty() {
        words.extend(broken(&visible(&source.title), lines - words.len(), &fits).unwrap_or_default());
    }
    let ink = match row.lane {
        Lane::Unavailable => palette.weak,
        _ => palette.text,
    };
    for (line, text) in words.into_iter().enumerate() {
        let at = inner.left_top() + Vec2::new(0.0, LINE * line as f32);
        painter.text(at, egui::Align2::LEFT_TOP, text, font.clone(), ink);
    }
}

/// The name without its server or device, which the hue says.
fn own_name(row: &Row) -> &str {
    if row.is_untrusted {
        row.name.splitn(3, '.').nth(2).unwrap_or(&row.name)
    } else {
        &row.name
    }
}

/// A text whole, on so many lines at most, broken behind its dots, underscores and spaces.
fn broken(text: &str, most: usize, fits: &impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive(['.', '_', ' ']) {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line}{part}")) => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    (lines.len() <= most && lines.iter().all(|line| fits(line))).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::broken;

    fn within(chars: usize) -> impl Fn(&str) -> bool {
        move |text| text.trim_end().chars().count() <= chars
    }

    #[test]
    fn names_are_broken_at_their_parts() {
        let lines = broken("context.update_working_state", 3, &within(15));
        assert_eq!(lines.unwrap(), ["context.update_", "working_state"]);
        assert_eq!(broken("context.update_working_state", 1, &within(15)), None);
        assert_eq!(broken("search_threads", 9, &within(6)), None);
        assert_eq!(
            broken("Gmail, work, read", 2, &within(12)).unwrap(),
            ["Gmail, work, ", "read"]
        );
    }
}
