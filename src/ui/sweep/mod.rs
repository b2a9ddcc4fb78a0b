//! What a cap buys: the plan at every value of it, as charts with one cursor or as a heat map, each with a table twin.

mod accuracy;
mod heat;
mod lines;
mod table;

use super::answer;
use super::frame::Frame;
use super::widgets::as_tables;
use crate::app::{Action, Answer, Question, SweepAsk};
use crate::explore::{Parameter, Point, Sweep, explain};
use crate::plan::explain::{failure_sentence, grouped};
use crate::published::{CAPTION, TITLE};
use crate::rows::Shown;
use egui::{ComboBox, Label, Rect, RichText, Ui, UiBuilder, Vec2};

/// Room for two lines of text, in points: what is read off must not move what it is read from.
const READOUT: f32 = 34.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let asked = frame.state.view.sweep;
    head(ui, frame, shown, asked);
    let Some(explored) = answer::at_hand(ui, frame, shown, &Question::Sweep(asked)) else {
        return;
    };
    let as_tables = frame.state.view.charts_as_tables;
    match &explored.answer {
        Answer::Sweep(sweep) if as_tables && has_accuracy(frame, sweep.parameter) => {
            let (above, below) = halves(ui);
            above_and_below(ui, above, "sweep", |ui| table::of_sweep(ui, frame, sweep));
            above_and_below(ui, below, "accuracy", |ui| accuracy::table(ui, frame));
        }
        Answer::Sweep(sweep) if as_tables => table::of_sweep(ui, frame, sweep),
        Answer::Sweep(sweep) => lines::show(ui, frame, sweep),
        Answer::Grid(grid) if as_tables => table::of_grid(ui, frame, grid),
        Answer::Grid(grid) => heat::show(ui, frame, grid),
        _ => {}
    }
}

/// Whether published accuracy stands beside a sweep: it is asked for, and the sweep moves a number of tools.
fn has_accuracy(frame: &Frame<'_>, parameter: Parameter) -> bool {
    frame.state.view.shows_accuracy && parameter.is_number_of_tools()
}

/// The room that is left, parted for two tables.
fn halves(ui: &Ui) -> (Rect, Rect) {
    const GAP: f32 = 4.0;
    let rect = ui.available_rect_before_wrap();
    let (above, below) = rect.split_top_bottom_at_fraction(0.55);
    (above.with_max_y(above.bottom() - GAP), below)
}

fn above_and_below(ui: &mut Ui, rect: Rect, id: &str, add: impl FnOnce(&mut Ui)) {
    let mut child = ui.new_child(UiBuilder::new().id_salt(id).max_rect(rect));
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    add(&mut child);
    ui.advance_cursor_after_rect(rect);
}

/// What is moved, and how it is looked at.
fn head(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, asked: SweepAsk) {
    ui.horizontal_wrapped(|ui| {
        let combo = ComboBox::from_id_salt("what is moved")
            .selected_text(asked.parameter.title())
            .width(210.0);
        let response = combo.show_ui(ui, |ui| {
            for parameter in Parameter::CAPS {
                let is_chosen = parameter == asked.parameter;
                if ui.selectable_label(is_chosen, parameter.title()).clicked() && !is_chosen {
                    frame.push(Action::Sweep(SweepAsk { parameter, ..asked }));
                }
            }
        });
        let info = || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "What is moved");
        response.response.widget_info(info);
        ui.weak("now");
        let now = asked.parameter.value(&shown.planned.scenario);
        ui.label(RichText::new(grouped(now)).monospace());
        ui.add_space(8.0);
        let mut by_accounts = asked.by_accounts;
        let hint = "Accounts are connected one after the other, in the order of the file: a row each";
        if ui
            .checkbox(&mut by_accounts, "by accounts")
            .on_hover_text(hint)
            .clicked()
        {
            frame.push(Action::Sweep(SweepAsk { by_accounts, ..asked }));
        }
        if asked.parameter.is_number_of_tools() {
            let mut is_on = frame.state.view.shows_accuracy;
            let checkbox = egui::Checkbox::new(&mut is_on, TITLE);
            let response = ui.add_enabled(!asked.by_accounts, checkbox).on_hover_text(CAPTION);
            let response = response.on_disabled_hover_text("Beside a sweep over one cap, not by accounts");
            if response.clicked() {
                frame.push(Action::ShowAccuracy(is_on));
            }
        }
        as_tables(ui, frame);
        if frame.state.view.charts_as_tables && !asked.by_accounts {
            let mut every = frame.state.view.sweep_every_value;
            let hint = "Else only those at which something changes";
            if ui.checkbox(&mut every, "every value").on_hover_text(hint).clicked() {
                frame.push(Action::SweepEveryValue(every));
            }
        }
    });
}

/// What is said of one place, above the charts: where it is, and what moves there.
fn readout(ui: &mut Ui, frame: &Frame<'_>, at: &str, point: &Point, what_moves: &str) {
    let size = Vec2::new(ui.available_width(), READOUT);
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::LEFT), |ui| {
        ui.set_min_size(size);
        ui.set_max_height(size.y);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(at).strong());
            if let Some(failure) = &point.failure {
                let text = format!("the plan fails: {}", failure_sentence(failure));
                ui.label(RichText::new(text).color(frame.palette.bad));
            }
            ui.add(Label::new(crate::diagnostics::visible(what_moves)).wrap());
        });
    });
}

/// Sets the value as one step of its own.
fn apply(frame: &mut Frame<'_>, parameter: Parameter, value: u64) {
    frame.push(Action::EndGesture);
    frame.push(Action::Edit(parameter.edit(value)));
    frame.push(Action::EndGesture);
}

/// What moves between the point before a place and that place.
fn what_moves(sweep: &Sweep, place: usize) -> String {
    let before = place.checked_sub(1).and_then(|before| sweep.points.get(before));
    match (before, sweep.points.get(place)) {
        (Some(before), Some(point)) => explain::sweep_step(before.value, point),
        _ => String::new(),
    }
}
