//! Opening the window.

use super::{Shell, Worker};
use crate::app::{Action, Settings};
use crate::scenario::{DEFAULT_SHIPPED, Origin};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The window's size at first start, in points.
const SIZE: [f32; 2] = [1280.0, 800.0];

struct App {
    shell: Shell,
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        self.shell.receive();
        if ctx.input(|input| input.viewport().close_requested()) && !self.shell.state.may_close {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.shell.act(Action::CloseRequested);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.shell.frame(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, eframe::APP_KEY, &self.shell.state.settings);
    }
}

/// Opens the window on a scenario and stays until it closes. An error is a sentence for the person: there is no display,
/// or a library is missing.
pub fn run(origin: Option<Origin>) -> Result<(), String> {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(has) {
        return Err("there is no display, neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned());
    }
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Roster")
            .with_app_id("roster")
            .with_inner_size(SIZE)
            .with_min_inner_size([900.0, 560.0])
            .with_drag_and_drop(true)
            .with_icon(super::icon::icon()),
        ..Default::default()
    };
    // The window libraries report most failures, but a missing libxkbcommon-x11 panics inside them. Until the window is
    // up, a panic is a message for the person and not a crash.
    let is_up = Arc::new(AtomicBool::new(false));
    let comes_up = Arc::clone(&is_up);
    let usual_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = catch_unwind(AssertUnwindSafe(|| {
        eframe::run_native(
            "roster",
            options,
            Box::new(move |creation| {
                let _ = std::panic::take_hook();
                comes_up.store(true, Ordering::Relaxed);
                let settings = creation
                    .storage
                    .and_then(|storage| eframe::get_value::<Settings>(storage, eframe::APP_KEY))
                    .unwrap_or_default();
                // Quitting asks first: the command table has the key.
                creation.egui_ctx.options_mut(|options| options.quit_shortcuts.clear());
                let mut shell = Shell::new(&creation.egui_ctx, settings, &Worker::Threads);
                let origin = origin.unwrap_or_else(|| Origin::Shipped(DEFAULT_SHIPPED.to_owned()));
                shell.act(Action::Open(origin));
                Ok(Box::new(App { shell }))
            }),
        )
    }));
    std::panic::set_hook(usual_hook);
    match opened {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(format!("cannot open a window: {}", shortened(&error.to_string()))),
        // A crash is no missing display: it ends the program as a crash does.
        Err(panic) if is_up.load(Ordering::Relaxed) => resume_unwind(panic),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            Err(format!(
                "cannot open a window: {text}\non Debian: apt install libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libgl1"
            ))
        }
    }
}

/// Without what helps nobody: glutin's list of every configuration that it tried, and places in other people's code.
fn shortened(error: &str) -> String {
    const LONGEST: usize = 300;
    let text = error.split(". Error:").next().unwrap_or(error);
    let text = match text.split_once("os error at ") {
        Some((before, place)) => {
            let after = place.split_once(": ").map_or("", |(_, after)| after);
            format!("{before}{after}")
        }
        None => text.to_owned(),
    };
    text.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn an_error_keeps_what_a_person_can_use() {
        assert_eq!(
            shortened("winit: os error at /registry/winit/mod.rs:788: Failed to open connection to X server"),
            "winit: Failed to open connection to X server"
        );
        assert_eq!(shortened("No config. Error: [a, b]"), "No config");
    }
}
