//! The slots drawn as slots in fill order, coloured by source, and the index lines likewise.

use super::frame::Frame;
use super::widgets::{card_frame, mark};
use crate::app::Action;
use crate::plan::explain::grouped;
use crate::rows::Row;
use crate::rows::Shown;
use egui::{Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};
use std::sync::Arc;

/// Sides of a cell with its gap, in points, the most legible first; a smaller one is taken if it saves a line.
const CELLS: [f32; 2] = [16.0, 14.0];
/// Narrowest box, in points.
const MIN_WIDTH: f32 = 60.0;
/// Empty cells drawn at most; the rest is said in words.
const EMPTY_DRAWN: usize = 60;

const SLOTS: &str = "Slots";
const INDEX_LINES: &str = "Index lines";

/// Draws both boxes, and what was skipped if anything was.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let rows = &shown.rows;
    ui.add_space(2.0);
    let has_index = shown.planned.scenario.builder.defers();
    let boxes = 1 + usize::from(has_index) + usize::from(!rows.skipped.is_empty());
    let width = (ui.available_width() - 8.0 * (boxes as f32 - 1.0)) / boxes as f32;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        cells(ui, frame, shown, SLOTS, &rows.slots, rows.max_slots, width);
        if has_index {
            cells(ui, frame, shown, INDEX_LINES, &rows.entries, rows.max_entries, width);
        }
        if !rows.skipped.is_empty() {
            let title = if shown.planned.plan.skips_recorded {
                "Skipped"
            } else {
                "Cut silently"
            };
            cells(ui, frame, shown, title, &rows.skipped, rows.skipped.len() as u64, width);
        }
    });
    ui.add_space(4.0);
}

fn cells(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, title: &str, filled: &[usize], cap: u64, width: f32) {
    card_frame(&frame.palette).show(ui, |ui| {
        ui.set_width((width - 12.0).max(MIN_WIDTH));
        ui.vertical(|ui| {
            let cap = usize::try_from(cap).unwrap_or(usize::MAX);
            let free = cap.saturating_sub(filled.len());
            let number = grouped(filled.len() as u64);
            // What is skipped has no cap.
            let text = if cap == filled.len() && title != SLOTS && title != INDEX_LINES {
                format!("{title}  {number}")
            } else {
                format!("{title}  {number} of {}", grouped(cap as u64))
            };
            ui.label(RichText::new(text).small().color(frame.palette.weak));
            let drawn = filled.len() + free.min(EMPTY_DRAWN);
            let (lines, columns, side) = fit(drawn, ui.available_width());
            // Three lines hold today's caps; a roster a hundred times larger scrolls.
            let height = lines.min(3) as f32 * side;
            // A bar that is always there says that there is more.
            ui.spacing_mut().scroll = egui::style::ScrollStyle::thin();
            egui::ScrollArea::vertical()
                .id_salt(title)
                .max_height(height)
                .auto_shrink([false, true])
                .show_rows(ui, side - ui.spacing().item_spacing.y, lines, |ui, range| {
                    ui.spacing_mut().item_spacing = Vec2::ZERO;
                    for line in range {
                        let cells = line * columns..((line + 1) * columns).min(drawn);
                        ui.horizontal(|ui| {
                            for cell in cells {
                                let row = filled.get(cell).and_then(|&place| shown.rows.table.get(place));
                                match row {
                                    Some(row) => filled_cell(ui, frame, row, cell + 1, side),
                                    None => empty_cell(ui, frame, side),
                                }
                            }
                        });
                    }
                });
        });
    });
}

/// Lines, columns and side of a cell for so many cells in a width.
fn fit(cells: usize, width: f32) -> (usize, usize, f32) {
    let of = |side: f32| {
        let columns = ((width / side).floor() as usize).max(1);
        (cells.div_ceil(columns).max(1), columns, side)
    };
    let [large, small] = CELLS.map(of);
    if small.0 < large.0 { small } else { large }
}

fn filled_cell(ui: &mut Ui, frame: &mut Frame<'_>, row: &Row, number: usize, side: f32) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    let inner = Rect::from_center_size(rect.center(), Vec2::splat(side - 2.0));
    let is_selected = frame.state.view.selected.as_ref() == Some(&row.name);
    if is_selected || response.hovered() {
        ui.painter().rect_filled(inner, 2.0, frame.palette.selection);
    }
    if row.since_file.is_some() {
        ui.painter()
            .hline(inner.x_range(), inner.bottom(), Stroke::new(1.5, frame.palette.text));
    }
    mark(
        ui.painter(),
        rect.center(),
        side - 5.0,
        row,
        frame.palette.source(row.source_place),
    );
    let label = format!(
        "{} {number}: {}",
        if row.slot.is_some() { "Slot" } else { "Line" },
        row.name
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label.clone()));
    if response.clicked() {
        frame.push(Action::Select(Some(Arc::clone(&row.name))));
    }
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(&*row.name).monospace());
        ui.label(format!("{} · {} · {}", row.lane.id(), row.source_title, row.why));
        ui.label(format!(
            "{} tokens as a definition, {} as an index line",
            grouped(row.definition_tokens),
            grouped(row.index_tokens)
        ));
    });
}

fn empty_cell(ui: &mut Ui, frame: &Frame<'_>, side: f32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let inner = Rect::from_center_size(rect.center(), Vec2::splat(side - 5.0));
    ui.painter()
        .rect_stroke(inner, 1.5, Stroke::new(1.0, frame.palette.line), StrokeKind::Inside);
}
