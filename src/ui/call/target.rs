//! What is called and how: the name, the way, the turn. One line above the rest.

use crate::app::Draft;
use crate::diagnostics::visible;
use crate::plan::Planned;
use crate::rows::Shown;
use crate::scenario::{Approval, Lane, TOOL_CALL};
use egui::{ScrollArea, TextEdit, Ui};

/// Width of the name, in points: the longest of the shipped scenarios fits.
const NAME_WIDTH: f32 = 236.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, shown: &Shown, draft: &mut Draft) {
    let label = ui.label("Tool");
    let field = TextEdit::singleline(&mut draft.tool)
        .hint_text("a name, offered or not")
        .desired_width(NAME_WIDTH)
        .font(egui::TextStyle::Monospace);
    if ui.add(field).labelled_by(label.id).changed() {
        draft.approval = Approval::Waits;
    }
    ui.menu_button("Choose", |ui| tools(ui, &shown.planned, draft))
        .response
        .on_hover_text("The tools that are pinned");
    let calls = &shown.planned.scenario.runs.calls;
    ui.add_enabled_ui(!calls.is_empty(), |ui| {
        ui.menu_button("From the file", |ui| {
            ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                for call in calls {
                    if ui.button(visible(&call.name)).clicked() {
                        *draft = draft.with_request(&call.request);
                        ui.close();
                    }
                }
            });
        })
        .response
        .on_disabled_hover_text("The file has no `calls`");
    });
}

/// The second line: the way and the turn.
pub(super) fn way(ui: &mut Ui, draft: &mut Draft) {
    ui.label("Called");
    ui.radio_value(&mut draft.direct, false, format!("through {TOOL_CALL}"))
        .on_hover_text("As the model calls what it has only an index line of");
    ui.radio_value(&mut draft.direct, true, "by its own name")
        .on_hover_text("As the model calls what it has a definition of");
    ui.checkbox(&mut draft.tainted, "tainted turn")
        .on_hover_text("The turn has consumed external content: an allowed write then needs approval (domain §8.3)");
}

/// The pinned tools, what is deferred first: calls through the index are what the view is for.
fn tools(ui: &mut Ui, planned: &Planned, draft: &mut Draft) {
    ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
        for lane in [Lane::Deferred, Lane::Defined] {
            let ids = match lane {
                Lane::Deferred => &planned.plan.deferred,
                _ => &planned.plan.defined,
            };
            if !ids.is_empty() {
                ui.weak(lane.id());
            }
            for id in ids {
                let name = &planned.roster.catalog.tool(*id).name;
                if ui.selectable_label(draft.tool == **name, visible(name)).clicked() {
                    *draft = draft.with_tool(planned, name);
                    ui.close();
                }
            }
        }
    });
}
