//! What would move the selected tool: every change that does it alone, as buttons with what else they move.

use super::answer;
use super::frame::Frame;
use crate::app::{Action, Answer, Question};
use crate::diagnostics::visible;
use crate::explore::{Move, Moves, explain};
use crate::plan::{Planned, Reason};
use crate::roster::Unavailable;
use crate::rows::{Row, Shown};
use crate::scenario::{Edit, Lane, TOOL_CALL};
use egui::{Button, CollapsingHeader, RichText, Ui};
use std::sync::Arc;

/// Changes that are shown at once: those with the smallest side effects.
const SHOWN: usize = 5;
/// Tools that the tooltip of a change names.
const NAMED: usize = 12;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, row: &Row) {
    let asked = Question::Moves(Arc::clone(&row.name));
    // An answer about another tool is none.
    let is_about = frame.state.moves.as_ref().is_some_and(|known| known.question == asked);
    let mut listed: Vec<Vec<Edit>> = Vec::new();
    ui.scope(|ui| {
        let found = is_about.then(|| answer::at_hand(ui, frame, shown, &asked)).flatten();
        match found.as_ref().map(|explored| &explored.answer) {
            Some(Answer::Moves(Some(moves))) => {
                listed = moves.singles.iter().map(|change| change.edits.clone()).collect();
                changes(ui, frame, row, moves);
            }
            Some(_) => {}
            None => {
                ui.weak("Planning…");
            }
        }
    });
    ui.add_space(4.0);
    offers(ui, frame, shown, row, is_about.then_some(&listed));
}

fn changes(ui: &mut Ui, frame: &mut Frame<'_>, row: &Row, moves: &Moves) {
    ui.label(RichText::new(explain::moves_heading(moves)).strong());
    ui.weak(explain::moves_found(moves));
    for change in moves.singles.iter().take(SHOWN).chain(&moves.pair) {
        one_change(ui, frame, change);
    }
    let more = moves.singles.get(SHOWN..).unwrap_or_default();
    if !more.is_empty() {
        CollapsingHeader::new(format!("{} more", more.len()))
            .id_salt(("changes", &row.name))
            .show(ui, |ui| {
                for change in more {
                    one_change(ui, frame, change);
                }
            });
    }
}

/// A button with what else it moves, who on hover.
fn one_change(ui: &mut Ui, frame: &mut Frame<'_>, change: &Move) {
    let response = ui.add(Button::new(visible(&change.title)).wrap());
    if response.clicked() {
        frame.push(Action::Edits {
            label: change.title.clone(),
            edits: change.edits.clone(),
        });
    }
    if !change.others.is_empty() {
        response.on_hover_ui(|ui| {
            ui.set_max_width(420.0);
            ui.label(RichText::new("Who else moves").strong());
            for side in change.others.iter().take(NAMED) {
                ui.label(RichText::new(visible(&explain::side_move(side))).small());
            }
            let rest = change.others.len().saturating_sub(NAMED);
            if rest > 0 {
                ui.label(RichText::new(format!("… and {rest} more")).small());
            }
        });
    }
    let colour = if change.loses() > 0 {
        frame.palette.bad
    } else if change.defers() > 0 {
        frame.palette.warn
    } else {
        frame.palette.weak
    };
    let mut words = explain::side_effects(change);
    if change.lands != Lane::Defined {
        words = format!("{}; {words}", explain::lands(change));
    }
    ui.add(egui::Label::new(RichText::new(words).small().color(colour)).wrap());
    ui.add_space(1.0);
}

/// A call to try, and what changes the tool's lane without defining it; what is listed above is not offered again.
fn offers(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, row: &Row, listed: Option<&Vec<Vec<Edit>>>) {
    let planned = &shown.planned;
    let offers = match listed {
        None => Vec::new(),
        Some(listed) => {
            let mut offers = unavailable(planned, row);
            if offers.is_empty() && row.lane != Lane::Unavailable {
                offers = configuration(planned, row);
            }
            offers.retain(|(_, edit)| !listed.iter().any(|edits| edits.as_slice() == [edit.clone()]));
            offers
        }
    };
    ui.horizontal_wrapped(|ui| {
        let hint = "What a run would see of a call of it";
        if ui.button("Try a call").on_hover_text(hint).clicked() {
            frame.push(Action::TryTool(Arc::clone(&row.name)));
        }
        for (text, edit) in offers {
            if ui.button(visible(&text)).clicked() {
                frame.push(Action::Edit(edit));
            }
        }
    });
}

/// What makes an unavailable tool a candidate, wherever it lands then.
fn unavailable(planned: &Planned, row: &Row) -> Vec<(String, Edit)> {
    let Reason::Unavailable(reason) = &planned.plan.decision(row.id).reason else {
        return Vec::new();
    };
    let offer = match reason {
        Unavailable::FlagOff { flag, .. } => (
            format!("Switch the flag {flag} on"),
            Edit::Flag {
                flag: flag.clone(),
                enabled: true,
            },
        ),
        Unavailable::SourceOff(kind) => (
            format!("Switch the {} {} on", kind.word(), row.source_id),
            Edit::Source {
                kind: *kind,
                id: row.source_id.clone(),
                enabled: true,
            },
        ),
        Unavailable::NotEnabled => {
            let names = planned.scenario.enabled_tools().into_iter().map(str::to_owned);
            let names = names.chain([row.name.to_string()]).collect();
            ("Add it to enabled_tools".to_owned(), Edit::EnabledTools(Some(names)))
        }
        _ => return Vec::new(),
    };
    vec![offer]
}

/// Pins and configured deferrals that do not move the tool by themselves.
fn configuration(planned: &Planned, row: &Row) -> Vec<(String, Edit)> {
    let scenario = &planned.scenario;
    let name = row.name.to_string();
    if !scenario.builder.defers() || name == TOOL_CALL {
        return Vec::new();
    }
    let agent = &scenario.agent;
    let without = |names: &[String]| {
        names
            .iter()
            .filter(|known| **known != name)
            .cloned()
            .collect::<Vec<_>>()
    };
    let mut offers = Vec::new();
    if agent.always_define.contains(&name) {
        let edit = Edit::AlwaysDefine(without(&agent.always_define));
        offers.push(("Unpin it".to_owned(), edit));
    } else if row.lane != Lane::Defined {
        let more = agent.always_define.iter().cloned().chain([name.clone()]).collect();
        offers.push(("Pin it: always define it".to_owned(), Edit::AlwaysDefine(more)));
    }
    if agent.deferred_tools.contains(&name) {
        let edit = Edit::DeferredTools(without(&agent.deferred_tools));
        offers.push(("Do not defer it".to_owned(), edit));
    }
    offers
}
