//! The command palette: every command, switch, tool and shipped scenario by name.

use super::frame::Frame;
use crate::app::{Action, Command, Modal, PaletteState};
use crate::scenario::{Origin, shipped_names};
use egui::{Button, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, Vec2};
use std::sync::Arc;

/// Lines shown at most; a longer list is narrowed by typing.
const SHOWN: usize = 200;

/// Height of the list, in points, however few lines it holds: a window that shrinks would stay small.
const LIST_HEIGHT: f32 = 380.0;

struct Line {
    text: String,
    /// Its key combination, if it has one.
    key: String,
    detail: String,
    action: Action,
}

/// The content of the palette's window.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, state: &PaletteState) {
    ui.set_width(560.0);
    let lines = matching(frame, &state.query, &ui.ctx().clone());
    // Taken before the field sees them: it would move its cursor.
    let (down, up) = ui.input_mut(|input| {
        (
            input.consume_key(Modifiers::NONE, Key::ArrowDown),
            input.consume_key(Modifiers::NONE, Key::ArrowUp),
        )
    });
    let mut query = state.query.clone();
    let hint = "Command, switch, tool or scenario";
    let field = ui.add(
        TextEdit::singleline(&mut query)
            .hint_text(hint)
            .desired_width(f32::INFINITY),
    );
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    field.request_focus();
    let mut chosen = state.chosen.min(lines.len().saturating_sub(1));
    if down {
        chosen = (chosen + 1).min(lines.len().saturating_sub(1));
    }
    if up {
        chosen = chosen.saturating_sub(1);
    }
    let mut picked = if entered { lines.get(chosen) } else { None };
    if lines.is_empty() {
        ui.weak("Nothing of that name");
    }
    ScrollArea::vertical()
        .max_height(LIST_HEIGHT)
        .min_scrolled_height(LIST_HEIGHT)
        .auto_shrink(false)
        .show(ui, |ui| {
            for (place, line) in lines.iter().enumerate() {
                let mut button = Button::selectable(place == chosen, RichText::new(&line.text))
                    .min_size(Vec2::new(ui.available_width(), 0.0));
                if !line.key.is_empty() {
                    button = button.shortcut_text(&line.key);
                }
                let response = ui.add(button);
                let response = if line.detail.is_empty() {
                    response
                } else {
                    response.on_hover_text(&line.detail)
                };
                if place == chosen && (down || up) {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    picked = Some(line);
                }
            }
        });
    if let Some(line) = picked {
        frame.push(Action::Modal(None));
        frame.push(line.action.clone());
    } else if query != state.query || chosen != state.chosen {
        let chosen = if query == state.query { chosen } else { 0 };
        frame.push(Action::Modal(Some(Modal::Palette(PaletteState { query, chosen }))));
    }
}

/// Lines whose text holds every word of the query, in any case.
fn matching(frame: &Frame<'_>, query: &str, ctx: &egui::Context) -> Vec<Line> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let passes = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let mut lines = commands(frame, ctx);
    lines.extend(switches(frame));
    lines.extend(shipped_names().into_iter().map(|name| Line {
        text: format!("Open shipped {name}"),
        key: String::new(),
        detail: String::new(),
        action: Action::Open(Origin::Shipped(name.to_owned())),
    }));
    if let Some(shown) = &frame.state.shown {
        let tools = shown
            .rows
            .table
            .iter()
            .filter(|row| passes(&format!("Tool {}", row.name)));
        lines.extend(tools.take(SHOWN).map(|row| Line {
            text: format!("Tool {}", row.name),
            key: String::new(),
            detail: format!("{} · {}", row.lane.id(), row.why),
            action: Action::Select(Some(Arc::clone(&row.name))),
        }));
    }
    lines.retain(|line| passes(&line.text));
    lines.truncate(SHOWN);
    lines
}

fn commands(frame: &Frame<'_>, ctx: &egui::Context) -> Vec<Line> {
    Command::ALL
        .into_iter()
        .filter(|command| *command != Command::Palette && command.enabled(frame.state).is_ok())
        .map(|command| {
            let key = command
                .shortcut()
                .map(|shortcut| ctx.format_shortcut(&shortcut))
                .unwrap_or_default();
            Line {
                text: command.title().to_owned(),
                key,
                detail: command.hint().to_owned(),
                action: Action::Command(command),
            }
        })
        .collect()
}

fn switches(frame: &Frame<'_>) -> Vec<Line> {
    let Some(shown) = &frame.state.shown else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for group in &shown.rows.switches {
        if group.toggles_as_one && group.switches.len() > 1 {
            let on = group.state() != Some(true);
            let word = if on { "on" } else { "off" };
            lines.push(Line {
                text: format!("Switch all of {} {word}", group.title),
                key: String::new(),
                detail: String::new(),
                action: Action::Edits {
                    label: format!("Switch {} {word}", group.title),
                    edits: group.switches.iter().map(|switch| switch.key.edit(on)).collect(),
                },
            });
        }
        lines.extend(group.switches.iter().map(|switch| {
            let word = if switch.enabled { "off" } else { "on" };
            Line {
                text: format!("Switch {} {word}", switch.title),
                key: String::new(),
                detail: switch.id.clone(),
                action: Action::Edit(switch.key.edit(!switch.enabled)),
            }
        }));
    }
    lines
}
