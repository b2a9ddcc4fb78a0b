//! The gauges, and under them in words what binds.

use super::frame::Frame;
use super::widgets::Gauge;
use crate::app::Action;
use crate::plan::explain;
use crate::rows::Shown;
use crate::scenario::Class;
use egui::{RichText, Ui};

/// Draws them.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let plan = &shown.planned.plan;
    let before = frame.state.document.as_ref().map(|document| document.baseline.clone());
    let mut gauges: Vec<Gauge<'_>> = Vec::new();
    for (class, items_label, items_unit, tokens_label) in [
        (Class::ToolDefinitions, "Slots", "slots", "Definitions"),
        (Class::DeferredToolIndex, "Index entries", "entries", "Index"),
    ] {
        let Some(used) = plan.class(class) else { continue };
        let was = before.as_ref().and_then(|before| before.plan.class(class));
        gauges.push(Gauge {
            label: items_label,
            used: used.used_items,
            cap: used.max_items.unwrap_or(0),
            baseline: was.map(|was| (was.used_items, was.max_items.unwrap_or(0))),
            unit: items_unit,
        });
        gauges.push(Gauge {
            label: tokens_label,
            used: used.used_tokens,
            cap: used.max_tokens,
            baseline: was.map(|was| (was.used_tokens, was.max_tokens)),
            unit: "tokens",
        });
    }
    gauges.push(Gauge {
        label: "Prefix",
        used: plan.prefix_tokens,
        cap: plan.ceiling_tokens,
        baseline: before
            .as_ref()
            .map(|before| (before.plan.prefix_tokens, before.plan.ceiling_tokens)),
        unit: "tokens",
    });
    let gap = 14.0;
    let count = gauges.len() as f32;
    let width = ((ui.available_width() - gap * (count - 1.0)) / count).max(70.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for gauge in &gauges {
            gauge.show(ui, &frame.palette, width);
        }
    });
    binding(ui, frame, shown);
}

/// What binds, in words; a click selects the tool that it turned away first.
fn binding(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let planned = &shown.planned;
    let text = explain::binding(&planned.plan, &planned.roster, &planned.settings);
    let binds = planned.plan.binding.definitions.or(planned.plan.binding.index);
    let colour = if binds.is_some() {
        frame.palette.text
    } else {
        frame.palette.weak
    };
    let label = egui::Label::new(RichText::new(text).color(colour)).sense(egui::Sense::click());
    // Room for two lines always, so that nothing below moves when the sentence grows.
    let size = egui::vec2(ui.available_width(), 2.0 * ui.text_style_height(&egui::TextStyle::Body));
    let top_down = egui::Layout::top_down(egui::Align::Min);
    let response = ui
        .allocate_ui_with_layout(size, top_down, |ui| {
            ui.set_min_height(size.y);
            ui.add(label)
        })
        .inner;
    if let Some(caps) = binds {
        let name = planned.roster.catalog.tool(caps.tool).name.clone();
        if response.on_hover_text(format!("Select {name}")).clicked() {
            frame.push(Action::Select(Some(name)));
        }
    }
}
