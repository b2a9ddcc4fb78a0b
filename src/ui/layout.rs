//! One frame of the window: which panel stands where.

use super::frame::Frame;
use super::theme::Palette;
use super::{banner, bottom, charts, gauges, inspector, menu, modals, slots, status, table, verdict, what_if};
use crate::app::{Action, Command, State, View};
use crate::rows::Shown;
use egui::{CentralPanel, Margin, Panel, Ui};

/// A window this wide shows all panels, in points.
const ROOM_FOR_ALL: f32 = 1100.0;
/// A narrower window shows the roster alone.
const ROOM_FOR_WHAT_IF: f32 = 600.0;

/// Draws the window and gives what was asked for.
pub fn show(ui: &mut Ui, state: &State) -> Vec<Action> {
    let mut frame = Frame {
        state,
        palette: Palette::of(ui.theme()),
        actions: Vec::new(),
    };
    Panel::top("menu").show(ui, |ui| menu::show(ui, &mut frame));
    Panel::top("verdict").show(ui, |ui| verdict::show(ui, &mut frame));
    if banner::is_needed(state) {
        Panel::top("banner").show(ui, |ui| banner::show(ui, &mut frame));
    }
    Panel::bottom("status").show(ui, |ui| status::show(ui, &mut frame));
    let width = ui.ctx().content_rect().width();
    if state.settings.shows_what_if && width >= ROOM_FOR_WHAT_IF {
        Panel::left(("what-if", sized_at(ui)))
            .resizable(true)
            .default_size(256.0)
            .size_range(220.0..=420.0)
            .show(ui, |ui| {
                // With little in it, as before the first plan, a panel would shrink and stay so.
                ui.set_min_width(ui.available_width().max(0.0));
                what_if::show(ui, &mut frame);
            });
    }
    // In a narrow window the roster comes first: the inspector waits until there is something to inspect.
    let has_room = width >= ROOM_FOR_ALL || (width >= ROOM_FOR_WHAT_IF && state.view.selected.is_some());
    if state.settings.shows_inspector && has_room {
        Panel::right(("inspector", sized_at(ui)))
            .resizable(true)
            .default_size(304.0)
            .size_range(230.0..=620.0)
            .show(ui, |ui| {
                ui.set_min_width(ui.available_width().max(0.0));
                inspector::show(ui, &mut frame);
            });
    }
    CentralPanel::default()
        .frame(
            egui::Frame::new()
                .fill(frame.palette.background)
                .inner_margin(Margin::same(6)),
        )
        .show(ui, |ui| match state.visible_plan() {
            Some(shown) => roster(ui, &mut frame, shown),
            None => nothing_yet(ui, &mut frame),
        });
    modals::show(ui, &mut frame);
    drop_target(ui, &frame);
    frame.actions
}

/// Draws the view at the bottom alone, or one of its charts, filling the window: for pictures.
pub fn show_view(ui: &mut Ui, state: &State, chart: Option<&str>) -> Vec<Action> {
    let mut frame = Frame {
        state,
        palette: Palette::of(ui.theme()),
        actions: Vec::new(),
    };
    let around = egui::Frame::new()
        .fill(frame.palette.background)
        .inner_margin(Margin::same(10));
    CentralPanel::default().frame(around).show(ui, |ui| {
        if let Some(shown) = state.visible_plan() {
            match chart {
                Some(chart) => charts::alone(ui, &mut frame, shown, chart),
                None => bottom::alone(ui, &mut frame, shown),
            }
        }
    });
    frame.actions
}

/// Panels keep their sizes a zoom: what had to shrink at one must not stay small at another.
fn sized_at(ui: &Ui) -> i32 {
    (ui.ctx().zoom_factor() * 100.0).round() as i32
}

/// Gauges, slots, table, and the views below.
fn roster(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    // The last good plan of a file that is broken now: there, but not the truth.
    let is_old = frame.state.is_old();
    let dimmed = move |ui: &mut Ui| {
        if is_old {
            ui.multiply_opacity(0.55);
        }
    };
    let plain = egui::Frame::new();
    Panel::top("gauges")
        .frame(plain)
        .show_separator_line(false)
        .show(ui, |ui| {
            dimmed(ui);
            gauges::show(ui, frame, shown);
        });
    Panel::top("slots")
        .frame(plain)
        .show_separator_line(false)
        .show(ui, |ui| {
            dimmed(ui);
            slots::show(ui, frame, shown);
        });
    if frame.state.settings.shows_views {
        let height = ui.available_height();
        let sized_at = sized_at(ui);
        // Where something is tried, the table gives way: it is not what is looked at.
        let (kind, share, most) = match frame.state.view.view {
            View::Call
            | View::Deploy
            | View::Compare
            | View::Sweep
            | View::Cost
            | View::Map
            | View::Clients
            | View::Lint => ("large views", 0.66, 560.0),
            _ => ("views", 0.44, 340.0),
        };
        Panel::bottom((kind, sized_at))
            .frame(egui::Frame::new().inner_margin(Margin { top: 4, ..Margin::ZERO }))
            .resizable(true)
            .default_size((height * share).clamp(150.0, most))
            .size_range(90.0..=(height - 90.0).max(100.0))
            .show(ui, |ui| bottom::show(ui, frame, shown));
    }
    CentralPanel::default().frame(plain).show(ui, |ui| {
        dimmed(ui);
        table::show(ui, frame, shown);
    });
}

/// Before the first plan: loading, or a file that never read well.
fn nothing_yet(ui: &mut Ui, frame: &mut Frame<'_>) {
    if frame.state.broken.is_some() {
        ui.heading("This file cannot be planned yet");
        ui.label("Mend what is listed below and save it: the window reads it again by itself.");
        ui.add_space(6.0);
        super::problems::show(ui, frame);
        return;
    }
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * 0.3);
        if frame.state.loading.is_some() {
            ui.spinner();
            ui.label("Reading the scenario…");
        } else {
            ui.heading("No scenario is open");
            ui.label("Open one, drop a file here, or start from a shipped one.");
            ui.add_space(8.0);
            if ui.button("Open…").clicked() {
                frame.command(Command::OpenFile);
            }
            if ui.button("Open the production scenario").clicked() {
                let name = crate::scenario::DEFAULT_SHIPPED.to_owned();
                frame.push(Action::Open(crate::scenario::Origin::Shipped(name)));
            }
        }
    });
}

/// Says that a file held over the window can be let go of.
fn drop_target(ui: &Ui, frame: &Frame<'_>) {
    if ui.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop target"));
    let painter = ui.ctx().layer_painter(layer);
    let screen = ui.ctx().content_rect();
    painter.rect_filled(screen, 0.0, frame.palette.background.gamma_multiply(0.85));
    let words = egui::FontId::proportional(super::theme::VERDICT_SIZE);
    let text = "Let go to open the file";
    painter.text(
        screen.center(),
        egui::Align2::CENTER_CENTER,
        text,
        words,
        frame.palette.text,
    );
}
