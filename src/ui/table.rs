//! The roster table: virtualised, in rank order unless sorted, with search and filters above it.

use super::frame::Frame;
use super::lint;
use super::theme::ROW_HEIGHT;
use super::widgets::{dotted_name, flash, mark};
use crate::app::{Action, Column};
use crate::lint::Finding;
use crate::plan::explain::grouped;
use crate::rows::Row;
use crate::rows::Shown;
use crate::scenario::Lane;
use egui::{Align, Color32, Layout, RichText, Sense, TextEdit, Ui, Vec2};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use indexmap::IndexSet;
use std::sync::Arc;

/// Words after numbers that end at the right, in points.
const GAP_BEFORE_WHY: f32 = 6.0;

/// Draws filter row and table.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    filters(ui, frame, shown);
    if frame.state.view.visible.is_empty() {
        ui.vertical_centered(|ui| {
            ui.add_space(20.0);
            ui.label("No tool matches the search and the filters");
            if ui.button("Show all tools").clicked() {
                show_all(frame);
            }
        });
        return;
    }
    ui.push_id("roster-table", |ui| table(ui, frame, shown));
}

fn show_all(frame: &mut Frame<'_>) {
    frame.push(Action::Search(String::new()));
    frame.push(Action::FilterSource(None));
    frame.push(Action::FilterMoved(false));
    for lane in frame.state.view.filter.hidden_lanes.clone() {
        frame.push(Action::FilterLane(lane));
    }
}

fn filters(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    ui.horizontal(|ui| {
        let mut search = frame.state.view.filter.search.clone();
        let field = TextEdit::singleline(&mut search)
            .hint_text("Find a tool")
            .desired_width(130.0);
        let response = ui.add(field);
        if frame.state.view.focus_search {
            response.request_focus();
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            frame.push(Action::Search(String::new()));
        } else if response.changed() {
            frame.push(Action::Search(search));
        }
        for lane in Lane::ALL {
            let is_shown = !frame.state.view.filter.hidden_lanes.contains(&lane);
            let text = format!("{} {}", grouped(shown.planned.plan.count(lane) as u64), lane.id());
            let is_loud = is_shown && shown.planned.plan.count(lane) > 0;
            let colour = if is_loud {
                frame.palette.lane(lane)
            } else {
                frame.palette.weak
            };
            let hint = if is_shown { "Hide this lane" } else { "Show this lane" };
            let text = RichText::new(text).color(colour);
            if ui.selectable_label(is_shown, text).on_hover_text(hint).clicked() {
                frame.push(Action::FilterLane(lane));
            }
        }
        let chosen = frame.state.view.filter.source.clone();
        let title = chosen.clone().unwrap_or_else(|| "every source".to_owned());
        let combo = egui::ComboBox::from_id_salt("source").selected_text(title).width(110.0);
        let response = combo.show_ui(ui, |ui| {
            if ui.selectable_label(chosen.is_none(), "every source").clicked() {
                frame.push(Action::FilterSource(None));
            }
            // The filter goes by id: what a server and a device share stands there once.
            let ids: IndexSet<&str> = shown.rows.sources.iter().map(|(source, _)| source.id()).collect();
            for id in ids {
                if ui.selectable_label(chosen.as_deref() == Some(id), id).clicked() {
                    frame.push(Action::FilterSource(Some(id.to_owned())));
                }
            }
        });
        let info = || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Source filter");
        response.response.widget_info(info);
        let moved_only = frame.state.view.filter.moved_only;
        if moved_only || shown.rows.moved_since_file > 0 {
            let text = format!("{} moved", shown.rows.moved_since_file);
            let hint = "Only tools that moved since the file was opened";
            if ui.selectable_label(moved_only, text).on_hover_text(hint).clicked() {
                frame.push(Action::FilterMoved(!moved_only));
            }
        }
        let (seen, all) = (frame.state.view.visible.len(), shown.rows.table.len());
        if seen < all {
            ui.weak(format!("{} of {}", grouped(seen as u64), grouped(all as u64)));
        }
    });
}

fn table(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let width = ui.available_width();
    // What is wide enough to read at 1280 points: there the name takes what is left, else the reason.
    let is_roomy = width > 800.0;
    let (name, source, effect, why) = if is_roomy {
        (Width::exact(300.0), 140.0, 130.0, Width::remainder())
    } else {
        (Width::remainder().at_least(150.0), 78.0, 98.0, Width::exact(124.0))
    };
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut builder = TableBuilder::new(ui)
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(24.0))
        .column(Width::exact(18.0))
        .column(name.clip(true))
        .column(Width::exact(source).clip(true))
        .column(Width::exact(effect).clip(true))
        .column(Width::exact(50.0))
        .column(Width::exact(44.0))
        .column(why.clip(true));
    if frame.state.view.scroll_to_selection
        && let Some(place) = selected_line(frame, shown)
    {
        builder = builder.scroll_to_row(place, Some(Align::Center));
    }
    let largest = shown
        .rows
        .table
        .iter()
        .map(|row| row.definition_tokens)
        .max()
        .unwrap_or(1)
        .max(1);
    let largest_line = shown
        .rows
        .table
        .iter()
        .map(|row| row.index_tokens)
        .max()
        .unwrap_or(1)
        .max(1);
    builder
        .header(20.0, |mut header| {
            for column in Column::ALL {
                header.col(|ui| heading(ui, frame, column));
            }
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, frame.state.view.visible.len(), |mut line| {
                let place = frame.state.view.visible.get(line.index()).copied();
                if let Some(row) = place.and_then(|place| shown.rows.table.get(place)) {
                    let found = lint::of_row(frame, shown, row);
                    cells(&mut line, frame, row, &found, largest, largest_line);
                }
            });
        });
}

fn selected_line(frame: &Frame<'_>, shown: &Shown) -> Option<usize> {
    let place = *shown.rows.by_name.get(frame.state.view.selected.as_ref()?)?;
    frame.state.view.visible.iter().position(|visible| *visible == place)
}

fn heading(ui: &mut Ui, frame: &mut Frame<'_>, column: Column) {
    let sort = frame.state.view.sort;
    let arrow = match (sort.column == column, sort.descending) {
        (false, _) => "",
        (true, false) => " ↑",
        (true, true) => " ↓",
    };
    let title = match column {
        Column::Lane => arrow.trim().to_owned(),
        _ => format!("{}{arrow}", column.title()),
    };
    let button = egui::Button::new(RichText::new(title).small().strong()).frame(false);
    let response = match column {
        Column::Rank | Column::Definition | Column::Index => {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(button))
                .inner
        }
        Column::Why => {
            ui.add_space(GAP_BEFORE_WHY);
            ui.add(button)
        }
        _ => ui.add(button),
    };
    // The whole cell, not its word alone.
    let cell = ui.interact(ui.max_rect(), ui.scope_id().with("heading"), Sense::click());
    let name = format!("Sort by {}", column.title());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name.clone()));
    if response.clicked() || cell.clicked() {
        frame.push(Action::SortBy(column));
    }
    response.on_hover_text(column.hint());
}

fn cells(
    line: &mut TableRow<'_, '_>,
    frame: &mut Frame<'_>,
    row: &Row,
    found: &[&Finding],
    largest: u64,
    largest_line: u64,
) {
    let is_selected = frame.state.view.selected.as_ref() == Some(&row.name);
    line.set_selected(is_selected);
    let lane_colour = frame.palette.lane(row.lane);
    let is_quiet = row.lane == Lane::Unavailable;
    let text = if is_quiet {
        frame.palette.weak
    } else {
        frame.palette.text
    };
    let mut tint = None;
    line.col(|ui| {
        tint = flash(frame, ui, row);
        tinted(ui, tint);
        let rank = row.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
        right(ui, RichText::new(rank).monospace().color(frame.palette.weak));
    });
    line.col(|ui| {
        tinted(ui, tint);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
        mark(ui.painter(), rect.center(), 12.0, row, lane_colour);
    });
    line.col(|ui| {
        tinted(ui, tint);
        name_cell(ui, frame, row, found, text);
    });
    line.col(|ui| {
        tinted(ui, tint);
        let colour = frame.palette.source(row.source_place);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(5.0, 12.0), Sense::hover());
        ui.painter().rect_filled(rect, 1.0, colour);
        ui.add(
            egui::Label::new(RichText::new(&row.source_title).color(text))
                .truncate()
                .selectable(false),
        );
    });
    line.col(|ui| {
        tinted(ui, tint);
        let colour = if row.effect.is_read() { text } else { frame.palette.warn };
        let colour = if is_quiet { text } else { colour };
        ui.add(
            egui::Label::new(RichText::new(row.effect.id()).color(colour))
                .truncate()
                .selectable(false),
        );
    });
    line.col(|ui| {
        tinted(ui, tint);
        let mark = if row.is_measured { "m" } else { "" };
        bar(ui, frame, row.definition_tokens, largest, text, mark);
    });
    line.col(|ui| {
        tinted(ui, tint);
        bar(ui, frame, row.index_tokens, largest_line, frame.palette.weak, "");
    });
    line.col(|ui| {
        tinted(ui, tint);
        ui.add_space(GAP_BEFORE_WHY);
        why_cell(ui, frame, row, text);
    });
    let response = line.response();
    if response.clicked() {
        let tool = if is_selected { None } else { Some(Arc::clone(&row.name)) };
        frame.push(Action::SelectHere(tool));
    }
}

/// Recolours what the last change moved.
fn tinted(ui: &Ui, tint: Option<Color32>) {
    if let Some(colour) = tint {
        // Over the gaps between cells, too, which the cell's own clip leaves out.
        let gap = Vec2::new(ui.spacing().item_spacing.x, 0.0);
        let painter = ui.painter().with_clip_rect(ui.clip_rect().expand2(gap));
        painter.rect_filled(ui.max_rect().expand2(gap / 2.0), 0.0, colour);
    }
}

/// The mark of what was found in it at the right, and the name, its useful end always visible.
fn name_cell(ui: &mut Ui, frame: &Frame<'_>, row: &Row, found: &[&Finding], colour: Color32) {
    lint::mark_in_row(ui, frame, found);
    let fits = (ui.available_width() / 7.25).max(8.0) as usize;
    let shown = dotted_name(&row.name, fits);
    let is_cut = shown != *row.name;
    let label = egui::Label::new(RichText::new(shown).monospace().color(colour)).selectable(false);
    let response = ui.add(label);
    let full = row.name.to_string();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, full.clone()));
    if is_cut {
        response.on_hover_text(&*row.name);
    }
}

/// Where the tool was in the file as opened, if elsewhere, and the deciding reason.
fn why_cell(ui: &mut Ui, frame: &Frame<'_>, row: &Row, colour: Color32) {
    if let Some(moved) = row.since_file {
        let was = match moved.from {
            Some(from) => format!("was {}", from.id()),
            None => "new".to_owned(),
        };
        ui.label(RichText::new(was).color(frame.palette.accent));
    }
    ui.add(
        egui::Label::new(RichText::new(&row.why).color(colour))
            .truncate()
            .selectable(false),
    );
}

fn right(ui: &mut Ui, text: RichText) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(egui::Label::new(text).selectable(false));
    });
}

/// A number on a bar that compares it with the largest.
fn bar(ui: &mut Ui, frame: &Frame<'_>, value: u64, largest: u64, text: Color32, mark: &str) {
    let rect = ui.max_rect().expand2(Vec2::new(2.0, 0.0)).shrink2(Vec2::new(0.0, 3.0));
    let share = value as f32 / largest as f32;
    let mut fill = rect;
    fill.set_left(rect.right() - rect.width() * share.min(1.0));
    ui.painter()
        .rect_filled(fill, 2.0, frame.palette.line.gamma_multiply(0.7));
    right(
        ui,
        RichText::new(format!("{}{mark}", grouped(value)))
            .monospace()
            .color(text),
    );
}
