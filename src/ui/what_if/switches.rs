//! Flags, servers and devices as switches in their groups.

use super::heading;
use crate::app::Action;
use crate::diagnostics::visible;
use crate::plan::explain::grouped;
use crate::rows::{Switch, SwitchGroup};
use crate::scenario::Edit;
use crate::ui::frame::Frame;
use egui::{Align, Checkbox, Layout, Response, RichText, Sense, Ui, Vec2};

/// Draws a group: a heading over flags, or a switch of its own over the servers and devices of one integration.
pub(super) fn switch_group(ui: &mut Ui, frame: &mut Frame<'_>, group: &SwitchGroup) {
    if !group.toggles_as_one {
        heading(ui, &group.title);
        for switch in &group.switches {
            one_switch(ui, frame, switch);
        }
        return;
    }
    if let [only] = group.switches.as_slice() {
        one_switch(ui, frame, only);
        return;
    }
    let state = group.state();
    let mut on = state == Some(true);
    let checkbox = Checkbox::new(&mut on, RichText::new(visible(&group.title)).strong()).indeterminate(state.is_none());
    let response = weighted(ui, |ui| ui.add(checkbox), group.tools(), group.tokens());
    let turned = state != Some(true);
    let edits: Vec<Edit> = group.switches.iter().map(|switch| switch.key.edit(turned)).collect();
    if response.clicked() {
        let word = if turned { "on" } else { "off" };
        frame.push(Action::Edits {
            label: format!("Switch {} {word}", group.title),
            edits: edits.clone(),
        });
    }
    previewed(response, frame, edits, &group.title, turned, None);
    ui.indent(("group", &group.title), |ui| {
        for switch in &group.switches {
            one_switch(ui, frame, switch);
        }
    });
}

fn one_switch(ui: &mut Ui, frame: &mut Frame<'_>, switch: &Switch) {
    let mut on = switch.enabled;
    let title = visible(&switch.title);
    let hue = switch.source_place.map(|place| frame.palette.source(place));
    let switch_and_hue = |ui: &mut Ui| {
        let response = ui.checkbox(&mut on, title.as_str());
        if let Some(hue) = hue {
            // The legend of every chart and slot, where the sources are named anyway.
            let (rect, _) = ui.allocate_exact_size(Vec2::new(5.0, 12.0), Sense::hover());
            ui.painter().rect_filled(rect, 1.0, hue);
        }
        response
    };
    let response = weighted(ui, switch_and_hue, switch.tools, switch.tokens);
    let opened = frame.state.document.as_ref().map(|document| &document.loaded.scenario);
    let was = opened.and_then(|scenario| switch.key.enabled_in(scenario));
    let is_changed = was.is_some_and(|was| was != switch.enabled);
    if is_changed {
        // As a slider's tick: what is not as in the file.
        let left = response.rect.left() - 3.0;
        let stroke = egui::Stroke::new(2.0, frame.palette.accent);
        ui.painter().vline(left, response.rect.y_range(), stroke);
    }
    let edit = switch.key.edit(!switch.enabled);
    if response.clicked() {
        frame.push(Action::Edit(edit.clone()));
    }
    let mut about = match &switch.notes {
        Some(notes) => format!("{}: {}", switch.id, visible(notes)),
        None => switch.id.clone(),
    };
    if is_changed {
        about.push_str(if switch.enabled {
            "\noff in the file as opened"
        } else {
            "\non in the file as opened"
        });
    }
    previewed(response, frame, vec![edit], &switch.title, !switch.enabled, Some(about));
}

/// A switch with its tool count and tokens at the right.
fn weighted(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> Response, tools: u64, tokens: u64) -> Response {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(format!("{:>7}", grouped(tokens))).monospace().weak())
                .on_hover_text("Tokens of their definitions");
            ui.add_space(4.0);
            ui.label(RichText::new(tools.to_string()).monospace().weak())
                .on_hover_text("Tools that hang on it");
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                add(ui)
            })
            .inner
        })
        .inner
    })
    .inner
}

/// The tooltip of a switch: what it would do, planned when it is hovered.
fn previewed(
    response: Response,
    frame: &mut Frame<'_>,
    edits: Vec<Edit>,
    title: &str,
    on: bool,
    about: Option<String>,
) {
    if !response.hovered() {
        return;
    }
    let preview = frame
        .state
        .preview
        .as_ref()
        .filter(|preview| preview.edits == edits)
        .cloned();
    frame.push(Action::Preview(edits));
    response.on_hover_ui(|ui| {
        ui.set_max_width(420.0);
        if let Some(about) = about {
            ui.label(about);
        }
        let word = if on { "on" } else { "off" };
        ui.label(RichText::new(format!("Switching {} {word} would:", visible(title))).strong());
        match preview {
            None => {
                ui.weak("planning…");
            }
            Some(preview) => {
                ui.label(&preview.verdict);
                for line in &preview.lines {
                    ui.label(RichText::new(visible(line)).small());
                }
            }
        }
    });
}
