//! What an import would write, and the plan that follows.

use super::SCROLLED_HEIGHT;
use crate::app::Prepared;
use crate::diagnostics::visible;
use crate::inventory::import::Change;
use crate::plan::explain::{counted, grouped, lane_counts, verdict};
use crate::ui::frame::Frame;
use egui::{Grid, RichText, ScrollArea, Ui};

/// Height of four lines of files.
const FILES_HEIGHT: f32 = 60.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &Frame<'_>, prepared: &Prepared) {
    ScrollArea::vertical()
        .id_salt("preview")
        .max_height(SCROLLED_HEIGHT)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            Grid::new("servers")
                .num_columns(5)
                .striped(true)
                .spacing([18.0, 3.0])
                .show(ui, |ui| {
                    for (heading, is_number) in [
                        ("server", false),
                        ("tools", true),
                        ("tokens", true),
                        ("change", false),
                        ("from", false),
                    ] {
                        let text = RichText::new(heading).small().color(frame.palette.weak);
                        aligned(ui, is_number, text);
                    }
                    ui.end_row();
                    for row in &prepared.rows {
                        let is_unknown = row.server.change == Change::WithoutTools;
                        let figure = |number: u64| if is_unknown { "?".to_owned() } else { grouped(number) };
                        ui.label(RichText::new(&row.server.id).strong());
                        aligned(ui, true, RichText::new(figure(row.tools)));
                        aligned(ui, true, RichText::new(figure(row.tokens)));
                        let colour = match row.server.change {
                            Change::New | Change::Updated { .. } => frame.palette.good,
                            Change::Same => frame.palette.weak,
                            Change::WithoutTools => frame.palette.warn,
                        };
                        ui.label(RichText::new(row.server.change.words()).color(colour));
                        let from = egui::Label::new(visible(&row.from())).truncate();
                        ui.add(from).on_hover_text(visible(&row.server.from));
                        ui.end_row();
                    }
                });
            for row in &prepared.rows {
                for remark in &row.server.remarks {
                    let text = visible(&format!("{}: {remark}", row.server.id));
                    ui.label(RichText::new(text).small().color(frame.palette.warn));
                }
            }
        });
    let tools: u64 = prepared.rows.iter().map(|row| row.tools).sum();
    let tokens: u64 = prepared.rows.iter().map(|row| row.tokens).sum();
    ui.add_space(4.0);
    ui.label(format!(
        "Imported: {}, {} tokens of definitions by {}",
        counted(tools, "tool", "tools"),
        grouped(tokens),
        prepared.planned.scenario.estimator.id(),
    ));
    ui.label(format!(
        "The plan of the whole file then: {} ({})",
        visible(&verdict(&prepared.planned.plan)),
        lane_counts(&prepared.planned.plan)
    ));
    if let Some(verdict) = prepared.gates.verdict() {
        let colour = if prepared.gates.hold() {
            frame.palette.weak
        } else {
            frame.palette.bad
        };
        ui.label(RichText::new(visible(&verdict)).color(colour));
    }
    files(ui, frame, prepared);
}

/// Every file that is written, from the scenario's folder.
fn files(ui: &mut Ui, frame: &Frame<'_>, prepared: &Prepared) {
    let text = match prepared.import.files.len() {
        0 => "Everything is there as it is: nothing to write".to_owned(),
        _ => format!("Writes {}", prepared.import.files_in_words().join(", ")),
    };
    ScrollArea::vertical()
        .id_salt("files")
        .max_height(FILES_HEIGHT)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.label(RichText::new(visible(&text)).small().color(frame.palette.weak));
        });
}

fn aligned(ui: &mut Ui, is_number: bool, text: RichText) {
    if is_number {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(text));
    } else {
        ui.label(text);
    }
}
