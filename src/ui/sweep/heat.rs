//! The plan over a cap and the accounts that are connected, as a heat map: a cell a plan.

use crate::app::Action;
use crate::diagnostics::visible;
use crate::explore::{Cell, Grid, explain};
use crate::plan::explain::grouped;
use crate::scenario::Lane;
use crate::ui::frame::Frame;
use crate::ui::theme::Palette;
use egui::{Align2, Color32, FontId, Label, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2};

/// Height of the line that names the values, in points.
const HEADING: f32 = 18.0;
/// Sizes of a cell, in points.
const CELL_WIDTH: std::ops::RangeInclusive<f32> = 20.0..=56.0;
const CELL_HEIGHT: std::ops::RangeInclusive<f32> = 22.0..=60.0;
/// Text in cells and beside them.
const SMALL: f32 = 11.0;
/// The lightest and the deepest tint: text on either can be read.
const TINTS: (f32, f32) = (0.08, 0.42);

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, grid: &Grid) {
    legend(ui, frame);
    ScrollArea::both()
        .id_salt("heat map")
        .auto_shrink(false)
        .show(ui, |ui| {
            let available = ui.available_size();
            let titles = (available.x * 0.2).clamp(90.0, 220.0);
            let columns = grid.values.len().max(1) as f32;
            let lines = grid.rows.len().max(1) as f32;
            let room = Vec2::new((available.x - titles) / columns, (available.y - HEADING) / lines);
            let cell = Vec2::new(
                room.x.clamp(*CELL_WIDTH.start(), *CELL_WIDTH.end()).floor(),
                room.y.clamp(*CELL_HEIGHT.start(), *CELL_HEIGHT.end()).floor(),
            );
            let size = Vec2::new(titles + cell.x * columns, HEADING + cell.y * lines);
            let (all, _) = ui.allocate_exact_size(size, Sense::hover());
            let map = Map {
                grid,
                origin: all.left_top() + Vec2::new(titles, HEADING),
                cell,
                most: [Lane::Deferred, Lane::Skipped].map(|lane| most(grid, lane)),
            };
            values(ui, frame, &map, all);
            for (row, (title, cells)) in grid.rows.iter().zip(&grid.cells).enumerate() {
                let top = map.origin.y + cell.y * row as f32;
                let named = Rect::from_min_size(Pos2::new(all.left(), top), Vec2::new(titles - 6.0, cell.y));
                let mut child = ui.new_child(
                    egui::UiBuilder::new()
                        .max_rect(named)
                        .layout(egui::Layout::left_to_right(egui::Align::Center)),
                );
                child.add(
                    Label::new(RichText::new(visible(title)).size(12.0))
                        .truncate()
                        .selectable(false),
                );
                for (column, cell) in cells.iter().enumerate() {
                    one_cell(ui, frame, &map, (row, column), cell);
                }
            }
            outline_current(ui, frame, &map);
        });
}

/// Where cells stand, and what the deepest tints mean.
struct Map<'a> {
    grid: &'a Grid,
    origin: Pos2,
    cell: Vec2,
    /// The most deferred and the most skipped tools of any cell.
    most: [usize; 2],
}

impl Map<'_> {
    fn rect(&self, row: usize, column: usize) -> Rect {
        let at = self.origin + Vec2::new(self.cell.x * column as f32, self.cell.y * row as f32);
        Rect::from_min_size(at, self.cell)
    }
}

fn most(grid: &Grid, lane: Lane) -> usize {
    let counts = grid.cells.iter().flatten().map(|cell| match lane {
        Lane::Skipped => cell.point.skipped,
        _ => cell.point.deferred,
    });
    counts.max().unwrap_or(0)
}

/// What numbers and colours say.
fn legend(ui: &mut Ui, frame: &Frame<'_>) {
    let palette = &frame.palette;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.weak("Number: tools defined");
        for (lane, words) in [
            (Lane::Deferred, "none skipped, deeper: more deferred"),
            (Lane::Skipped, "some skipped, deeper: more"),
        ] {
            sample(ui, palette.lane(lane).gamma_multiply(TINTS.1), None);
            ui.weak(words);
        }
        sample(ui, Color32::TRANSPARENT, Some(palette.bad));
        ui.weak("the plan fails");
    });
}

fn sample(ui: &mut Ui, fill: Color32, cross: Option<Color32>) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, fill);
    if let Some(colour) = cross {
        fails(ui, rect, colour);
    }
}

/// Names the columns, as many as have room.
fn values(ui: &Ui, frame: &Frame<'_>, map: &Map<'_>, all: Rect) {
    let painter = ui.painter();
    let font = FontId::proportional(SMALL);
    let title = map.grid.parameter.title();
    let caption = Pos2::new(all.left(), all.top() + HEADING / 2.0);
    let room = map.origin.x - all.left() - 6.0;
    let galley = painter.layout_no_wrap(title, font.clone(), frame.palette.weak);
    if galley.size().x <= room {
        painter.galley(
            caption - Vec2::new(0.0, galley.size().y / 2.0),
            galley,
            frame.palette.weak,
        );
    }
    let widest = map
        .grid
        .values
        .iter()
        .map(|value| grouped(*value).len())
        .max()
        .unwrap_or(1);
    let every = ((widest as f32 * 6.5 + 6.0) / map.cell.x).ceil().max(1.0) as usize;
    for (column, value) in map.grid.values.iter().enumerate().step_by(every) {
        let at = Pos2::new(map.rect(0, column).center().x, caption.y);
        painter.text(
            at,
            Align2::CENTER_CENTER,
            grouped(*value),
            font.clone(),
            frame.palette.text,
        );
    }
}

fn one_cell(ui: &mut Ui, frame: &mut Frame<'_>, map: &Map<'_>, (row, column): (usize, usize), cell: &Cell) {
    let rect = map.rect(row, column);
    let point = &cell.point;
    let response = ui.interact(rect, ui.scope_id().with(("cell", row, column)), Sense::click());
    let title = map.grid.rows.get(row).map(|title| visible(title)).unwrap_or_default();
    let name = format!("{}, {title}", grouped(point.value));
    let spoken = format!("{name}: {}", explain::point(point).join("; "));
    let info = || egui::WidgetInfo::selected(egui::Role::Button, true, cell.is_current, spoken.clone());
    response.widget_info(info);
    let palette = frame.palette;
    let inner = rect.shrink(1.0);
    ui.painter().rect_filled(inner, 2.0, tint(&palette, map, cell));
    if point.failure.is_some() {
        fails(ui, inner, palette.bad);
    } else {
        let font = FontId::monospace(SMALL);
        let text = grouped(point.defined as u64);
        ui.painter()
            .text(rect.center(), Align2::CENTER_CENTER, text, font, palette.text);
    }
    if response.hovered() || response.has_focus() {
        let stroke = Stroke::new(1.0, palette.text);
        ui.painter().rect_stroke(inner, 2.0, stroke, StrokeKind::Inside);
    }
    if response.clicked() {
        frame.push(Action::EndGesture);
        frame.push(action(map.grid, row, cell));
        frame.push(Action::EndGesture);
    }
    response.on_hover_ui_at_pointer(|ui| {
        ui.label(RichText::new(name).strong());
        for line in explain::point(point) {
            ui.label(visible(&line));
        }
        ui.weak(if cell.is_current {
            "as it stands"
        } else {
            "a click sets both"
        });
    });
}

/// Sets a cell's value and connects its accounts, as one step.
pub(super) fn action(grid: &Grid, row: usize, cell: &Cell) -> Action {
    let mut edits = grid.row_edits.get(row).cloned().unwrap_or_default();
    edits.push(grid.parameter.edit(cell.point.value));
    let title = grid.rows.get(row).cloned().unwrap_or_default();
    Action::Edits {
        label: format!(
            "{} {}, accounts {title}",
            grid.parameter.title(),
            grouped(cell.point.value)
        ),
        edits,
    }
}

fn tint(palette: &Palette, map: &Map<'_>, cell: &Cell) -> Color32 {
    let point = &cell.point;
    let (lane, count, most) = if point.skipped > 0 {
        (Lane::Skipped, point.skipped, map.most[1])
    } else {
        (Lane::Deferred, point.deferred, map.most[0])
    };
    let share = count as f32 / most.max(1) as f32;
    palette.lane(lane).gamma_multiply(TINTS.0 + (TINTS.1 - TINTS.0) * share)
}

fn fails(ui: &Ui, rect: Rect, colour: Color32) {
    let reach = rect.width().min(rect.height()) * 0.26;
    for (x, y) in [(1.0, 1.0), (1.0, -1.0)] {
        let arm = Vec2::new(x, y) * reach;
        let ends = [rect.center() - arm, rect.center() + arm];
        ui.painter().line_segment(ends, Stroke::new(2.0, colour));
    }
}

/// Over the neighbours' grounds, which are drawn after it.
fn outline_current(ui: &Ui, frame: &Frame<'_>, map: &Map<'_>) {
    for (row, cells) in map.grid.cells.iter().enumerate() {
        for (column, _) in cells.iter().enumerate().filter(|(_, cell)| cell.is_current) {
            let stroke = Stroke::new(2.0, frame.palette.accent);
            let rect = map.rect(row, column);
            ui.painter().rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
        }
    }
}
