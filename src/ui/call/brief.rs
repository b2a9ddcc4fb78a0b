//! A brief to a delegated child: the names that it holds, and what the child gets.

use crate::app::{Action, Draft};
use crate::diagnostics::visible;
use crate::plan::Planned;
use crate::plan::explain::{counted, grouped, signed};
use crate::rows::Shown;
use crate::scenario::{Lane, TOOL_CALL};
use crate::session::{Child, explain};
use crate::ui::frame::Frame;
use egui::{Grid, Label, RichText, ScrollArea, TextEdit, Ui};
use std::sync::Arc;

/// Menus that fill the brief.
pub(super) fn choices(ui: &mut Ui, shown: &Shown, draft: &mut Draft) {
    ui.menu_button("Add a tool", |ui| pinned(ui, &shown.planned, draft));
    let delegations = &shown.planned.scenario.runs.delegations;
    ui.add_enabled_ui(!delegations.is_empty(), |ui| {
        ui.menu_button("From the file", |ui| {
            for delegation in delegations {
                if ui.button(visible(&delegation.name)).clicked() {
                    draft.brief = delegation.tools.join("\n");
                    ui.close();
                }
            }
        })
        .response
        .on_disabled_hover_text("The file has no `delegations`");
    });
    if ui
        .add_enabled(!draft.brief.is_empty(), egui::Button::new("Clear"))
        .clicked()
    {
        draft.brief.clear();
    }
}

fn pinned(ui: &mut Ui, planned: &Planned, draft: &mut Draft) {
    ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
        let known = draft.names();
        let ids = planned.plan.deferred.iter().chain(&planned.plan.defined);
        for id in ids {
            let name = &*planned.roster.catalog.tool(*id).name;
            if name == TOOL_CALL || known.iter().any(|known| known == name) {
                continue;
            }
            if ui.button(visible(name)).clicked() {
                if !draft.brief.is_empty() && !draft.brief.ends_with('\n') {
                    draft.brief.push('\n');
                }
                draft.brief.push_str(name);
                ui.close();
            }
        }
    });
}

/// The names as typed.
pub(super) fn names(ui: &mut Ui, draft: &mut Draft) {
    let label = ui.weak("Tools of the brief, one a line");
    let field = TextEdit::multiline(&mut draft.brief)
        .code_editor()
        .desired_rows(6)
        .desired_width(f32::INFINITY)
        .hint_text("mcp.bland_call.start_call");
    ui.add(field).labelled_by(label.id);
    ui.add(
        Label::new(
            RichText::new(
                "What is pinned may be named, deferred tools included; the child gets definitions (domain §9).",
            )
            .small()
            .weak(),
        )
        .wrap(),
    );
}

/// What comes of it.
pub(super) fn child(ui: &mut Ui, frame: &mut Frame<'_>) {
    let Some(tried) = frame.state.tried.clone() else {
        return;
    };
    let Some(child) = &tried.child else {
        ui.weak("The child stands here once the brief names a tool.");
        return;
    };
    let plan = child.planned.as_ref().map(|planned| &planned.plan);
    let is_good = plan.is_some_and(|plan| plan.failure.is_none());
    let colour = if is_good { frame.palette.good } else { frame.palette.bad };
    let verdict = RichText::new(visible(&explain::child(child))).size(15.0).strong();
    ui.add(Label::new(verdict.color(colour)).wrap());
    for refusal in &child.refused {
        let text = RichText::new(visible(&explain::refusal(refusal))).color(frame.palette.bad);
        ui.add(Label::new(text).wrap());
    }
    ui.add_space(4.0);
    table(ui, frame, &tried.planned, child);
}

fn table(ui: &mut Ui, frame: &mut Frame<'_>, parent: &Planned, child: &Child) {
    let plan = child.planned.as_ref().map(|planned| &planned.plan);
    Grid::new("child")
        .num_columns(4)
        .striped(true)
        .spacing([10.0, 3.0])
        .show(ui, |ui| {
            for heading in ["Tool", "Parent", "Child"] {
                ui.weak(heading);
            }
            number(ui, RichText::new("Tokens").weak());
            ui.end_row();
            let lane = |ui: &mut Ui, frame: &Frame<'_>, lane: Lane| {
                ui.label(RichText::new(lane.id()).color(frame.palette.lane(lane)));
            };
            for (id, in_parent) in &child.granted {
                let name = &parent.roster.catalog.tool(*id).name;
                if ui.link(RichText::new(visible(name)).monospace()).clicked() {
                    frame.push(Action::Select(Some(Arc::clone(name))));
                }
                lane(ui, frame, *in_parent);
                match plan.map(|plan| plan.decision(*id)) {
                    Some(decision) => {
                        lane(ui, frame, decision.outcome);
                        number(ui, grouped(decision.definition_tokens).into());
                    }
                    None => {
                        ui.weak("no child");
                        ui.label("");
                    }
                }
                ui.end_row();
            }
            if plan.is_some() {
                let (total, joined) = (child.definition_tokens(), child.joined_tokens());
                for (text, figure) in [
                    (joined != 0).then(|| ("counted as one text".to_owned(), signed(joined))),
                    Some((counted(child.granted.len() as u64, "tool", "tools"), grouped(total))),
                ]
                .into_iter()
                .flatten()
                {
                    ui.weak(text);
                    ui.label("");
                    ui.label("");
                    number(ui, figure.into());
                    ui.end_row();
                }
            }
        });
}

fn number(ui: &mut Ui, text: RichText) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.label(text);
    });
}
