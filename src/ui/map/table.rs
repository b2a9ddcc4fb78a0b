//! The map's table twin: a row a source, its tools below, the rounding, and the total.

use crate::app::Action;
use crate::diagnostics::visible;
use crate::explore::explain;
use crate::plan::explain::{counted, grouped, signed};
use crate::rows::{MapSource, MapTool, Row, Shown, TokenMap};
use crate::scenario::Lane;
use crate::ui::frame::Frame;
use crate::ui::theme::ROW_HEIGHT;
use crate::ui::widgets::{dotted_name, mark};
use egui::{Align, Color32, Label, Layout, Link, RichText, Sense, Ui, Vec2};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use std::sync::Arc;

/// Room for a mark or a swatch before a name, in points.
const MARK: f32 = 16.0;
/// Words after numbers that end at the right.
const GAP_BEFORE_WORDS: f32 = 6.0;
/// How far tools stand in under their source.
const INDENT: f32 = 10.0;

/// One line of the table.
#[derive(Clone, Copy)]
enum Line<'a> {
    Source(&'a MapSource),
    Tool(MapTool),
    Rounding,
    Total,
}

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, map: &TokenMap) {
    let lines = lines(map);
    ui.spacing_mut().item_spacing.y = 0.0;
    TableBuilder::new(ui)
        .id_salt("map table")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::remainder().at_least(110.0).clip(true))
        .column(Width::exact(58.0))
        .column(Width::exact(50.0))
        .column(Width::exact(88.0).clip(true))
        .header(20.0, |mut header| {
            for (title, is_number) in [
                ("Source and tool", false),
                ("Tokens", true),
                ("Share", true),
                ("", false),
            ] {
                header.col(|ui| {
                    let label = Label::new(RichText::new(title).small().strong()).selectable(false);
                    if is_number {
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(label));
                    } else {
                        ui.add(label);
                    }
                });
            }
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, lines.len(), |mut row| {
                match lines.get(row.index()).copied() {
                    Some(Line::Source(source)) => of_source(&mut row, frame, map, source),
                    Some(Line::Tool(tool)) => of_tool(&mut row, frame, shown, map, tool),
                    Some(Line::Rounding) => {
                        let weak = frame.palette.weak;
                        plain(&mut row, "rounding of the whole", signed(map.rounding), "", weak);
                    }
                    Some(Line::Total) => {
                        let tools = counted(map.tools as u64, "tool", "tools");
                        plain(&mut row, "total", grouped(map.total), &tools, frame.palette.text);
                    }
                    None => {}
                }
            });
        });
}

/// What a screen reader says of a tool, in the table and on the map.
pub(super) fn spoken(row: &Row, tool: MapTool, map: &TokenMap) -> String {
    let share = explain::share(tool.tokens, map.total);
    let tokens = counted(tool.tokens, "token", "tokens");
    format!("{}: {tokens}, {share}, {}", row.name, row.lane.id())
}

fn lines(map: &TokenMap) -> Vec<Line<'_>> {
    let mut lines = Vec::with_capacity(map.tools + map.sources.len() + 2);
    for source in &map.sources {
        lines.push(Line::Source(source));
        lines.extend(source.tools.iter().copied().map(Line::Tool));
    }
    if map.rounding != 0 {
        lines.push(Line::Rounding);
    }
    lines.push(Line::Total);
    lines
}

fn of_source(line: &mut TableRow<'_, '_>, frame: &Frame<'_>, map: &TokenMap, source: &MapSource) {
    let text = frame.palette.text;
    let (tokens, share) = (grouped(source.tokens), explain::share(source.tokens, map.total));
    line.col(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(MARK - 6.0, 12.0), Sense::hover());
        let hue = frame.palette.source(source.source_place);
        ui.painter().rect_filled(rect, 2.0, hue);
        let title = visible(&source.title);
        let label = Label::new(RichText::new(&title).strong()).truncate().selectable(false);
        let spoken = format!("{title}: {} tokens, {share}", tokens.clone());
        let info = || egui::WidgetInfo::labeled(egui::Role::Label, true, spoken.clone());
        ui.add(label).widget_info(info);
    });
    line.col(|ui| number(ui, RichText::new(&tokens).strong(), text));
    line.col(|ui| number(ui, RichText::new(&share).strong(), text));
    line.col(|ui| {
        ui.add_space(GAP_BEFORE_WORDS);
        ui.weak(counted(source.tools.len() as u64, "tool", "tools"));
    });
}

fn of_tool(line: &mut TableRow<'_, '_>, frame: &mut Frame<'_>, shown: &Shown, map: &TokenMap, tool: MapTool) {
    let Some(row) = shown.rows.table.get(tool.row) else {
        return;
    };
    let is_selected = frame.state.view.selected.as_ref() == Some(&row.name);
    line.set_selected(is_selected);
    let palette = frame.palette;
    let ink = if row.lane == Lane::Unavailable && !is_selected {
        palette.weak
    } else {
        palette.text
    };
    let mut is_clicked = false;
    line.col(|ui| {
        ui.add_space(INDENT);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(MARK), Sense::hover());
        mark(ui.painter(), rect.center(), 12.0, row, palette.lane(row.lane));
        let fits = (ui.available_width() / 7.25).max(8.0) as usize;
        let name = visible(&row.name);
        let cut = dotted_name(&name, fits);
        let is_cut = cut != name;
        let response = ui.add(Link::new(RichText::new(cut).monospace().color(ink)));
        let spoken = visible(&spoken(row, tool, map));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, spoken.clone()));
        is_clicked = response.clicked();
        if is_cut {
            response.on_hover_text(name);
        }
    });
    line.col(|ui| number(ui, RichText::new(grouped(tool.tokens)), ink));
    line.col(|ui| number(ui, RichText::new(explain::share(tool.tokens, map.total)), ink));
    line.col(|ui| {
        ui.add_space(GAP_BEFORE_WORDS);
        let colour = if is_selected { ink } else { palette.lane(row.lane) };
        let word = RichText::new(row.lane.id()).color(colour);
        ui.add(Label::new(word).selectable(false));
    });
    if line.response().clicked() || is_clicked {
        let tool = if is_selected { None } else { Some(Arc::clone(&row.name)) };
        frame.push(Action::Select(tool));
    }
}

fn plain(line: &mut TableRow<'_, '_>, title: &str, tokens: String, note: &str, ink: Color32) {
    let spoken = format!("{title}: {tokens}");
    line.col(|ui| {
        ui.add_space(MARK);
        let response = ui.add(Label::new(RichText::new(title).color(ink)).selectable(false));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, spoken.clone()));
    });
    line.col(|ui| number(ui, RichText::new(tokens).strong(), ink));
    line.col(|_| {});
    line.col(|ui| {
        ui.add_space(GAP_BEFORE_WORDS);
        ui.weak(note);
    });
}

fn number(ui: &mut Ui, text: RichText, ink: Color32) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(Label::new(text.monospace().color(ink)).selectable(false));
    });
}
