//! The index text that the model reads, trusted and untrusted parts told apart.

use super::frame::Frame;
use super::widgets::text_frame;
use crate::app::Action;
use crate::diagnostics::visible;
use crate::plan::explain::{counted, grouped};
use crate::plan::{Block, Trust};
use crate::rows::Shown;
use egui::{Label, RichText, ScrollArea, Sense, Ui};
use std::sync::Arc;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let index = &shown.planned.plan.index;
    if index.blocks.is_empty() {
        ui.add_space(8.0);
        ui.label("Nothing is deferred, so the prompt holds no index and the model gets no tool.call.");
        return;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for block in &index.blocks {
            show_block(ui, frame, shown, block);
            ui.add_space(6.0);
        }
    });
}

fn show_block(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, block: &Block) {
    let title = match block.trust {
        Trust::Trusted => "Trusted: the platform's own configuration",
        Trust::ExternalUntrusted => "Untrusted: text of servers and devices, in its envelope",
    };
    let boxed = text_frame(&frame.palette, block.trust == Trust::ExternalUntrusted);
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).strong());
        let entries = counted(block.entries.len() as u64, "entry", "entries");
        ui.weak(format!("{entries} · {} tokens with framing", grouped(block.tokens)));
        if ui
            .small_button("Copy")
            .on_hover_text("Copy the block as the model reads it")
            .clicked()
        {
            ui.ctx().copy_text(block.text.clone());
        }
    });
    boxed.show(ui, |ui| {
        ui.set_width(ui.available_width().max(40.0));
        ui.spacing_mut().item_spacing.y = 1.0;
        // Lines of the block before its first entry: the note, or the envelope's opening and heading.
        let lead = match block.trust {
            Trust::Trusted => 1,
            Trust::ExternalUntrusted => 2,
        };
        for (number, line) in block.text.lines().enumerate() {
            let tool = number.checked_sub(lead).and_then(|entry| block.entries.get(entry));
            let Some(&id) = tool else {
                ui.add(Label::new(RichText::new(visible(line)).monospace().weak()).wrap());
                continue;
            };
            let name = Arc::clone(&shown.planned.roster.catalog.tool(id).name);
            let is_selected = frame.state.view.selected.as_ref() == Some(&name);
            let mut text = RichText::new(visible(line)).monospace();
            if is_selected {
                text = text.background_color(frame.palette.selection);
            }
            if ui.add(Label::new(text).wrap().sense(Sense::click())).clicked() {
                frame.push(Action::Select(Some(name)));
            }
        }
    });
}
