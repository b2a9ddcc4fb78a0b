//! Tools that differ by an account only: what merging them would save, the most on top.

use crate::app::Action;
use crate::diagnostics::visible;
use crate::explore::{Alike, explain};
use crate::plan::Planned;
use crate::plan::explain::counted;
use crate::roster::ToolId;
use crate::rows::Shown;
use crate::ui::frame::Frame;
use crate::ui::widgets::{dotted_name, mark};
use egui::{Label, Link, RichText, ScrollArea, Sense, Ui, Vec2};
use std::sync::Arc;

/// Groups drawn at most; those after them save less.
const SHOWN_AT_MOST: usize = 60;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    ui.label(RichText::new("Nearly the same").strong());
    let state = frame.state;
    let Some((planned, groups)) = state.alike() else {
        ui.weak("Planning…");
        return;
    };
    if groups.is_empty() {
        ui.weak("No tools differ by an account only.");
        return;
    }
    ScrollArea::vertical()
        .id_salt("alike")
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.spacing_mut().interact_size.y = 15.0;
            for (place, alike) in groups.iter().take(SHOWN_AT_MOST).enumerate() {
                if place > 0 {
                    ui.separator();
                }
                group(ui, frame, shown, planned, alike);
            }
            let rest = groups.len().saturating_sub(SHOWN_AT_MOST);
            if rest > 0 {
                let rest = counted(rest as u64, "more group saves", "more groups save");
                ui.weak(format!("… and {rest} no more than these"));
            }
        });
}

fn group(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, planned: &Planned, alike: &Alike) {
    let palette = frame.palette;
    let ink = if alike.saved_slots > 0 {
        palette.good
    } else {
        palette.weak
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(visible(&alike.name)).monospace().strong());
        ui.label(RichText::new(explain::saving(alike)).color(ink));
    });
    let sentence = visible(&explain::merged(alike));
    ui.add(Label::new(RichText::new(sentence).color(palette.weak)).wrap());
    for &id in &alike.tools {
        tool(ui, frame, shown, planned, id);
    }
}

/// A tool, which a click selects everywhere.
fn tool(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, planned: &Planned, id: ToolId) {
    let name = &planned.roster.catalog.tool(id).name;
    let is_selected = frame.state.view.selected.as_ref() == Some(name);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
        if let Some(row) = shown.rows.row(name) {
            mark(ui.painter(), rect.center(), 11.0, row, frame.palette.lane(row.lane));
        }
        let whole = visible(name);
        let fits = (ui.available_width() / 7.25).max(8.0) as usize;
        let cut = dotted_name(&whole, fits);
        let is_cut = cut != whole;
        let mut text = RichText::new(cut).monospace();
        if is_selected {
            text = text.background_color(frame.palette.selection).color(frame.palette.text);
        }
        let response = ui.add(Link::new(text));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, whole.clone()));
        if response.clicked() {
            frame.push(Action::Select(Some(Arc::clone(name))));
        }
        if is_cut {
            response.on_hover_text(whole);
        }
    });
}
