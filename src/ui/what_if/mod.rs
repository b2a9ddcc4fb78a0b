//! The what-if side: switches in their groups, caps, and how the plan is made. Every change plans at once.

mod caps;
mod planning;
mod switches;

use super::frame::Frame;
use crate::app::Command;
use egui::{Align, CollapsingHeader, Layout, RichText, ScrollArea, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    // While the file as opened is shown, its switches are, too, to be looked at only.
    let Some(shown) = frame.state.visible_plan().cloned() else {
        ui.weak("Nothing to switch yet");
        return;
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new("What if").strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            super::widgets::command_button(ui, frame, Command::BackToFile, "Reset");
        });
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if frame.state.view.holds_baseline {
            ui.disable();
        }
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 18.0;
        if shown.rows.switches.iter().any(|group| group.toggles_as_one) {
            ui.horizontal(|ui| {
                ui.label(RichText::new("Integrations").strong());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(RichText::new("tools, tokens").small().weak());
                });
            });
        }
        for group in &shown.rows.switches {
            switches::switch_group(ui, frame, group);
        }
        heading(ui, "Budget");
        caps::caps(ui, frame, &shown.planned);
        heading(ui, "How it is planned");
        planning::planning(ui, frame, &shown.planned);
        CollapsingHeader::new("More of the prefix (Region A)")
            .id_salt("region-a")
            .show(ui, |ui| {
                caps::region_a(ui, frame, &shown.planned);
            });
    });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).strong());
}
