//! The menu bar, made from the command table.

use super::frame::Frame;
use super::title;
use super::widgets::command_button;
use crate::app::{Action, Command, ThemeChoice};
use crate::scenario::{Origin, shipped_names};
use egui::{Button, MenuBar, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| {
            for command in [Command::OpenFile, Command::OpenPath] {
                item(ui, frame, command);
            }
            recent(ui, frame);
            shipped(ui, frame);
            item(ui, frame, Command::Import);
            ui.separator();
            for command in [Command::Reload, Command::Save, Command::SaveVariant] {
                item(ui, frame, command);
            }
            ui.separator();
            for command in [Command::WriteReport, Command::SaveTable, Command::SavePicture] {
                item(ui, frame, command);
            }
            ui.separator();
            item(ui, frame, Command::Quit);
        });
        ui.menu_button("Edit", |ui| {
            for command in Command::ALL
                .into_iter()
                .filter(|command| command.menu() == crate::app::Menu::Edit)
            {
                item(ui, frame, command);
            }
        });
        ui.menu_button("View", |ui| {
            for command in Command::ALL
                .into_iter()
                .filter(|command| command.menu() == crate::app::Menu::View)
            {
                item(ui, frame, command);
            }
            ui.separator();
            for theme in ThemeChoice::ALL {
                if ui.radio(frame.state.settings.theme == theme, theme.title()).clicked() {
                    frame.push(Action::Theme(theme));
                    ui.close();
                }
            }
        });
        ui.menu_button("Help", |ui| {
            for command in [Command::Palette, Command::Help] {
                item(ui, frame, command);
            }
        });
        ui.separator();
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            command_button(ui, frame, Command::Help, "?");
            command_button(ui, frame, Command::Palette, "Commands");
            command_button(ui, frame, Command::ToggleTheme, "◐");
            command_button(ui, frame, Command::Redo, "Redo");
            command_button(ui, frame, Command::Undo, "Undo");
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                title::show(ui, frame);
            });
        });
    });
}

fn item(ui: &mut Ui, frame: &mut Frame<'_>, command: Command) {
    let enabled = command.enabled(frame.state);
    let title = match command {
        Command::Undo => frame.state.history.undo_label().map(|label| format!("Undo: {label}")),
        Command::Redo => frame.state.history.redo_label().map(|label| format!("Redo: {label}")),
        _ => None,
    }
    .unwrap_or_else(|| command.title().to_owned());
    let mut button = Button::new(title);
    if let Some(shortcut) = command.shortcut() {
        button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
    }
    let is_on = match command {
        Command::ToggleWhatIf => frame.state.settings.shows_what_if,
        Command::ToggleInspector => frame.state.settings.shows_inspector,
        Command::ToggleViews => frame.state.settings.shows_views,
        Command::ToggleMotion => frame.state.settings.reduced_motion,
        _ => false,
    };
    let response = ui
        .add_enabled(enabled.is_ok(), button.selected(is_on))
        .on_hover_text(command.hint());
    let response = match enabled {
        Err(why) => response.on_disabled_hover_text(why),
        Ok(()) => response,
    };
    if response.clicked() {
        frame.command(command);
        ui.close();
    }
}

fn recent(ui: &mut Ui, frame: &mut Frame<'_>) {
    let recent = frame.state.settings.recent.clone();
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            for path in recent {
                if ui.button(&path).clicked() {
                    frame.push(Action::Open(Origin::parse(&path)));
                    ui.close();
                }
            }
        });
    });
}

fn shipped(ui: &mut Ui, frame: &mut Frame<'_>) {
    ui.menu_button("Open shipped", |ui| {
        for name in shipped_names() {
            if ui.button(name).clicked() {
                frame.push(Action::Open(Origin::Shipped(name.to_owned())));
                ui.close();
            }
        }
    });
}
