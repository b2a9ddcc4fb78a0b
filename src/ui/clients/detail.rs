//! The chosen client: its rules with their source, its tokens part by part, and what becomes of each tool.

use super::colour;
use crate::app::{Action, ClientPart};
use crate::clients::{Fate, Outcome, ToolOutcome, explain};
use crate::diagnostics::visible;
use crate::plan::Planned;
use crate::plan::explain::grouped;
use crate::roster::Tool;
use crate::ui::figures::heading;
use crate::ui::frame::Frame;
use crate::ui::theme::ROW_HEIGHT;
use crate::ui::widgets::dotted_name;
use egui::{Align, Grid, Label, Layout, Link, RichText, ScrollArea, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use std::sync::Arc;

/// Room for the names of rules, in points.
const RULE: f32 = 92.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned, outcome: &Outcome) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(visible(&outcome.preset.title)).strong());
        let summary = RichText::new(visible(&explain::summary(outcome))).color(colour(frame, outcome));
        ui.add(Label::new(summary).wrap());
    });
    ui.horizontal(|ui| {
        for part in ClientPart::ALL {
            let is_shown = frame.state.view.clients.part == part;
            if ui.selectable_label(is_shown, part.title()).clicked() {
                frame.push(Action::ClientPart(part));
            }
        }
    });
    match frame.state.view.clients.part {
        ClientPart::Rules => rules(ui, frame, outcome),
        ClientPart::Tools => tools(ui, frame, planned, outcome),
    }
}

fn rules(ui: &mut Ui, frame: &Frame<'_>, outcome: &Outcome) {
    let preset = &outcome.preset;
    ScrollArea::vertical()
        .id_salt(("rules of a client", &preset.id))
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 10.0);
            let mut rows: Vec<(&str, String)> = vec![("as of", preset.as_of.clone()), ("mark", preset.mark.told())];
            rows.extend(preset.sources.iter().map(|source| ("source", source.clone())));
            rows.extend(explain::rules(preset));
            let room = (ui.available_width() - RULE - 14.0).max(80.0);
            Grid::new("rules")
                .num_columns(2)
                .spacing([8.0, 3.0])
                .min_col_width(RULE)
                .show(ui, |ui| {
                    for (name, rule) in rows {
                        ui.with_layout(Layout::top_down(Align::LEFT), |ui| ui.weak(name));
                        // Sources are text to copy: nothing here is followed.
                        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
                            ui.set_max_width(room);
                            ui.add(Label::new(visible(&rule)).wrap().selectable(true));
                        });
                        ui.end_row();
                    }
                });
            ui.add_space(6.0);
            ui.label(RichText::new("Tokens before the first message").small().strong());
            costs(ui, frame, outcome);
            for line in explain::notes(outcome) {
                ui.add(Label::new(RichText::new(visible(&line)).color(frame.palette.warn)).wrap());
            }
            let notes = preset.notes.split_whitespace().collect::<Vec<_>>().join(" ");
            if !notes.is_empty() {
                ui.add_space(6.0);
                ui.label(RichText::new("Notes").small().strong());
                ui.add(Label::new(visible(&notes)).wrap());
            }
        });
}

/// A line a part, its figure first, and their sum.
fn costs(ui: &mut Ui, frame: &Frame<'_>, outcome: &Outcome) {
    let sum = explain::tokens(outcome);
    let figure = |text: &str| RichText::new(format!("{text:>9}")).monospace();
    let line = |ui: &mut Ui, tokens: &str, name: &str, colour| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.label(figure(tokens));
            ui.label(RichText::new(name).color(colour));
        });
    };
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (name, tokens) in explain::parts(outcome) {
            line(ui, &grouped(tokens), name, frame.palette.weak);
        }
        let share = format!("together, {} of the context window", explain::window_share(outcome));
        line(ui, &sum, &share, frame.palette.text);
    });
}

/// The tools that the client gets, virtualised.
fn tools(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned, outcome: &Outcome) {
    let tools = planned.roster.catalog.tools().iter().zip(&outcome.tools);
    let offered: Vec<(&Tool, &ToolOutcome)> = tools.filter(|(_, tool)| tool.fate != Fate::NotOffered).collect();
    if offered.is_empty() {
        ui.weak("No tool is on in this scenario.");
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let name = (ui.available_width() - 110.0).max(120.0);
    TableBuilder::new(ui)
        .id_salt(("tools of a client", &outcome.preset.id))
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(name).clip(true))
        .column(Width::remainder().at_least(80.0).clip(true))
        .header(20.0, |mut header| {
            header.col(|ui| {
                heading(
                    ui,
                    "Tool, as the client calls it",
                    "A name that breaks a rule is marked",
                );
            });
            header.col(|ui| heading(ui, "Becomes", ""));
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, offered.len(), |mut line| {
                if let Some((tool, outcome)) = offered.get(line.index()) {
                    cells(&mut line, frame, tool, outcome);
                }
            });
        });
}

fn cells(line: &mut TableRow<'_, '_>, frame: &mut Frame<'_>, tool: &Tool, outcome: &ToolOutcome) {
    let palette = frame.palette;
    let is_selected = frame.state.view.selected.as_ref() == Some(&tool.name);
    line.set_selected(is_selected);
    let on_ground = |colour| if is_selected { palette.text } else { colour };
    let colour = match (&outcome.broken, outcome.fate.is_lost()) {
        (Some(_), _) => on_ground(palette.bad),
        (None, true) => on_ground(palette.warn),
        (None, false) => palette.text,
    };
    let why = outcome.broken.as_ref().map(explain::broken_name);
    let mut is_clicked = false;
    line.col(|ui| {
        let fits = (ui.available_width() / 7.25).max(8.0) as usize;
        let shown = dotted_name(&visible(&outcome.name), fits);
        let response = ui.add(Link::new(RichText::new(shown).monospace().color(colour)));
        let spoken = format!("{}: {}", tool.name, explain::fate(outcome.fate));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, visible(&spoken)));
        is_clicked = response.clicked();
        let mut text = visible(&format!("{} is called {}", tool.name, outcome.name));
        if let Some(why) = &why {
            text.push_str(&format!("\nThis name {}.", visible(why)));
        }
        response.on_hover_text(text);
    });
    line.col(|ui| {
        let word = if why.is_some() && !outcome.fate.is_lost() {
            format!("{}, broken name", explain::fate(outcome.fate))
        } else {
            explain::fate(outcome.fate).to_owned()
        };
        ui.add(
            Label::new(RichText::new(word).color(colour))
                .truncate()
                .selectable(false),
        );
    });
    if line.response().clicked() || is_clicked {
        let tool = (!is_selected).then(|| Arc::clone(&tool.name));
        frame.push(Action::Select(tool));
    }
}
