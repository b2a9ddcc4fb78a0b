//! The selected tool: where it is and why, what it costs each way, what would move it, its texts.

use super::frame::Frame;
use super::widgets::{mark_ui, text_frame};
use super::{lint, moves};
use crate::diagnostics::visible;
use crate::plan::Planned;
use crate::plan::explain::{self, grouped};
use crate::roster::{SourceRef, Tool};
use crate::rows::Row;
use crate::rows::Shown;
use crate::scenario::Lane;
use egui::{CollapsingHeader, Grid, RichText, ScrollArea, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    let Some(shown) = frame.state.visible_plan().cloned() else {
        return;
    };
    let selected = frame.state.view.selected.clone();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        match selected.as_ref().map(|name| (name, shown.rows.row(name))) {
            None => nothing_selected(ui, frame, &shown),
            Some((name, None)) => {
                ui.label(RichText::new(&**name).monospace().strong());
                ui.label("This scenario has no tool of that name.");
            }
            Some((_, Some(row))) => tool(ui, frame, &shown, row),
        }
    });
}

fn nothing_selected(ui: &mut Ui, frame: &Frame<'_>, shown: &Shown) {
    ui.label(RichText::new("Nothing selected").strong());
    ui.label("Pick a tool in the table, a slot, an index line or a bar to see why it is where it is.");
    let notes = &shown.planned.scenario.notes;
    if !notes.trim().is_empty() {
        ui.add_space(10.0);
        ui.label(RichText::new("Notes of the scenario").strong());
        for paragraph in paragraphs(notes) {
            ui.label(visible(&paragraph));
        }
    }
    ui.add_space(10.0);
    ui.label(RichText::new("Marks").strong());
    super::help::legend(ui, frame);
}

/// Lines of a text are joined, as a file's author broke them for a file's width; an empty line parts paragraphs.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        match paragraphs.last_mut() {
            _ if line.trim().is_empty() => paragraphs.push(String::new()),
            Some(last) if last.is_empty() => last.push_str(line.trim()),
            Some(last) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            None => {}
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

fn tool(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, row: &Row) {
    let planned = &shown.planned;
    let tool = planned.roster.catalog.tool(row.id);
    let decision = planned.plan.decision(row.id);
    ui.add(egui::Label::new(RichText::new(visible(&row.name)).monospace().size(13.5).strong()).wrap());
    ui.horizontal(|ui| {
        mark_ui(ui, row, frame.palette.lane(row.lane));
        let text = format!("{} · {}", row.lane.id(), row.why);
        ui.label(RichText::new(text).strong().color(frame.palette.lane(row.lane)));
    });
    if let Some(moved) = row.since_file {
        let was = moved.from.map_or("not in the file as opened".to_owned(), |from| {
            format!("{} in the file as opened", from.id())
        });
        ui.label(RichText::new(was).color(frame.palette.accent));
    }
    ui.add_space(3.0);
    ui.label(visible(&explain::detail(&planned.plan, &planned.roster, row.id)));
    ui.label(
        RichText::new(format!(
            "Rule {} · reason {}",
            decision.reason.rule(),
            decision.reason.code()
        ))
        .small()
        .weak(),
    );
    ui.add_space(4.0);
    moves::show(ui, frame, shown, row);
    ui.add_space(6.0);
    figures(ui, planned, row, tool);
    lint::of_tool(ui, frame, shown, row);
    ui.add_space(4.0);
    texts(ui, frame, row, tool);
}

fn figures(ui: &mut Ui, planned: &Planned, row: &Row, tool: &Tool) {
    let decision = planned.plan.decision(row.id);
    let wide = (ui.available_width() - 110.0).max(80.0);
    Grid::new("figures").num_columns(2).spacing([10.0, 2.0]).show(ui, |ui| {
        let mut line = |name: &str, value: String| {
            ui.weak(name);
            ui.scope(|ui| {
                ui.set_max_width(wide);
                ui.add(egui::Label::new(value).wrap());
            });
            ui.end_row();
        };
        let measured = if tool.measured_tokens.is_some() {
            ", measured elsewhere"
        } else {
            ""
        };
        line(
            "As a definition",
            format!("{} tokens{measured}", grouped(decision.definition_tokens)),
        );
        let as_line = if row.is_control && row.lane != Lane::Deferred {
            "none: a control tool is never deferred".to_owned()
        } else {
            format!("{} tokens", grouped(decision.index_tokens))
        };
        line("As an index line", as_line);
        match (decision.slot, decision.entry) {
            (Some(slot), _) => line(
                "Slot",
                format!("{slot} of {}", grouped(planned.settings.max_definitions())),
            ),
            (_, Some(entry)) => line(
                "Index line",
                format!("{entry} of {}", grouped(planned.settings.max_index_entries())),
            ),
            _ => {}
        }
        let rank = decision.rank.map_or_else(
            || "none".to_owned(),
            |rank| format!("{rank} of {}", planned.plan.ranked.len()),
        );
        line("Rank", rank);
        line(
            "Source",
            match &tool.source {
                SourceRef::Builtin => "builtin".to_owned(),
                SourceRef::Remote(kind, id) => format!("{} {id}", kind.word()),
            },
        );
        line("Side effect", tool.side_effect.id().to_owned());
        if let Some(remote) = &tool.remote_name {
            line("Remote name", visible(remote));
        }
        if !tool.requires.is_empty() {
            line("Requires", tool.requires.join(", "));
        }
        if !tool.scopes.is_empty() {
            line("Scopes", tool.scopes.join(", "));
        }
    });
}

fn texts(ui: &mut Ui, frame: &mut Frame<'_>, row: &Row, tool: &Tool) {
    let boxed = text_frame(&frame.palette, row.is_untrusted);
    let line_title = match row.lane {
        Lane::Deferred => "Index line as rendered",
        _ => "Index line, were it deferred",
    };
    let definition_title = match row.lane {
        Lane::Defined => "Definition as sent",
        _ => "Definition, were it sent",
    };
    let who = if row.is_untrusted {
        "text of its server or device"
    } else {
        "the platform's own text"
    };
    // A line that can never be is not shown.
    if !row.is_control || row.lane == Lane::Deferred {
        CollapsingHeader::new(line_title)
            .id_salt("index line")
            .default_open(true)
            .show(ui, |ui| {
                ui.label(RichText::new(who).small().weak());
                boxed.show(ui, |ui| {
                    ui.set_width(ui.available_width().max(40.0));
                    ui.add(egui::Label::new(RichText::new(visible(&tool.entry.text)).monospace()).wrap());
                });
            });
    }
    CollapsingHeader::new(definition_title)
        .id_salt("definition")
        .default_open(true)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                let bytes = grouped(tool.contract_json.len() as u64);
                ui.label(RichText::new(format!("indented; {bytes} bytes as sent")).small().weak());
                if ui
                    .small_button("Copy")
                    .on_hover_text("Copy the canonical JSON, as sent")
                    .clicked()
                {
                    ui.ctx().copy_text(tool.contract_json.clone());
                }
            });
            boxed.show(ui, |ui| {
                ui.set_width(ui.available_width().max(40.0));
                for line in pretty(&tool.contract_json).lines() {
                    ui.add(egui::Label::new(RichText::new(visible(line)).monospace()).wrap());
                }
            });
        });
}

/// The contract, indented for reading.
fn pretty(contract_json: &str) -> String {
    serde_json::from_str::<serde_json::Value>(contract_json)
        .and_then(|value| serde_json::to_string_pretty(&value))
        .unwrap_or_else(|_| contract_json.to_owned())
}
