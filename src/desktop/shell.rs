//! What stands between the state and the world: carries effects out, brings events in, and draws.

use super::picture::theme_of;
use super::watcher::Watcher;
use super::worker::{WorkerThread, carry_out};
use crate::app::{
    Action, Askable, Command, Effect, Event, ExportJob, Keyboard, PictureSize, Settings, State, ThemeChoice, update,
};
use crate::inventory::capture::{Cancel, Options};
use crate::scenario::Origin;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Where slow work is done.
pub enum Worker {
    /// At once, in the caller's thread: for tests and pictures.
    Inline,
    /// On threads of its own.
    Threads,
}

/// The state with everything that it needs of the world.
pub struct Shell {
    /// The state; changed only by [`update::apply`].
    pub state: State,
    worker: Option<WorkerThread>,
    /// Answers what takes many plans, so that the next plan need not wait for it.
    explorer: Option<WorkerThread>,
    watcher: Option<Watcher>,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    ctx: egui::Context,
    zoom: f32,
}

impl Shell {
    /// A shell over an egui context.
    pub fn new(ctx: &egui::Context, settings: Settings, worker: &Worker) -> Self {
        crate::ui::theme::install(ctx);
        let (sender, events) = sync_channel(256);
        let report = {
            let (sender, ctx) = (sender.clone(), ctx.clone());
            move |event| {
                // The receiver is gone only when the window is.
                let _ = sender.send(event);
                ctx.request_repaint();
            }
        };
        let (worker, explorer, watcher) = match worker {
            Worker::Inline => (None, None, None),
            Worker::Threads => (
                WorkerThread::start("roster-worker", report.clone()).ok(),
                WorkerThread::start("roster-explorer", report.clone()).ok(),
                Watcher::start(move || report(Event::FilesChanged)).ok(),
            ),
        };
        Self {
            state: State::new(settings),
            worker,
            explorer,
            watcher,
            events,
            sender,
            ctx: ctx.clone(),
            zoom: 1.0,
        }
    }

    /// Applies an action and carries its effects out.
    pub fn act(&mut self, action: Action) {
        for effect in update::apply(&mut self.state, action) {
            self.carry_out(effect);
        }
    }

    /// Brings in what happened beside the window.
    pub fn receive(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.act(Action::Event(event));
        }
    }

    /// One frame: keys, drops, drawing, and what was asked for.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        self.receive();
        self.ctx.set_theme(theme_of(self.state.settings.theme));
        let mut actions = self.keys();
        actions.extend(self.drops());
        actions.extend(crate::ui::show(ui, &self.state));
        self.act(Action::Drawn);
        for action in actions {
            self.act(action);
        }
        let is_idle = !self.ctx.input(|input| input.pointer.any_down()) && !self.ctx.text_edit_focused();
        if is_idle {
            self.act(Action::EndGesture);
        }
    }

    /// One frame with the view at the bottom alone, or one of its charts: for pictures.
    pub(super) fn view_alone(&mut self, ui: &mut egui::Ui, chart: Option<&str>) {
        self.receive();
        self.ctx.set_theme(theme_of(self.state.settings.theme));
        let _ = crate::ui::show_view(ui, &self.state, chart);
    }

    /// Keys of the command table, and the key that shows the file as opened while it is held.
    fn keys(&self) -> Vec<Action> {
        let is_typing = self.ctx.text_edit_focused();
        let keyboard = if is_typing {
            Keyboard::TextField
        } else if egui::Popup::is_any_open(&self.ctx) {
            Keyboard::Popup
        } else {
            Keyboard::Commands
        };
        if self.state.modal.is_some() {
            // The modal has the keyboard; Esc closes it.
            return Vec::new();
        }
        let mut actions: Vec<Action> = self
            .ctx
            .input_mut(|input| Command::pressed(input, keyboard))
            .into_iter()
            .map(Action::Command)
            .collect();
        let holds = !is_typing
            && self
                .ctx
                .input(|input| input.key_down(egui::Key::H) && input.modifiers.is_none());
        if holds != self.state.view.holds_baseline {
            actions.push(Action::HoldBaseline(holds));
        }
        actions
    }

    /// A dropped file is opened.
    fn drops(&self) -> Vec<Action> {
        let dropped = self.ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files));
        dropped
            .into_iter()
            .map(|file| file.path().to_path_buf())
            .filter(|path| !path.as_os_str().is_empty())
            .take(1)
            .map(|path| Action::Open(Origin::Disk(path)))
            .collect()
    }

    /// What only the window knows of a picture of it.
    fn tell_size(&self, effect: &mut Effect) {
        if let Effect::Export {
            job: ExportJob::Picture { state, size, .. },
            ..
        } = effect
        {
            let zoom = self.ctx.zoom_factor();
            *size = Some(PictureSize {
                points: (self.ctx.content_rect().size() * zoom).into(),
                pixels_per_point: self.ctx.pixels_per_point() / zoom,
                zoom,
            });
            // A picture knows no system that it could ask.
            if state.settings.theme == ThemeChoice::System {
                state.settings.theme = match self.ctx.theme() {
                    egui::Theme::Dark => ThemeChoice::Dark,
                    egui::Theme::Light => ThemeChoice::Light,
                };
            }
        }
    }

    fn carry_out(&mut self, mut effect: Effect) {
        self.tell_size(&mut effect);
        match effect {
            Effect::Load { .. }
            | Effect::Plan { .. }
            | Effect::Preview { .. }
            | Effect::Try { .. }
            | Effect::LoadBefore { .. }
            | Effect::SaveInPlace { .. }
            | Effect::SaveVariant { .. } => match &self.worker {
                Some(worker) => worker.submit(effect),
                None => {
                    if let Some(event) = carry_out(effect, false) {
                        self.act(Action::Event(event));
                    }
                }
            },
            Effect::Explore { .. }
            | Effect::Export { .. }
            | Effect::PrepareImport { .. }
            | Effect::WriteImport { .. } => match &self.explorer {
                Some(explorer) => explorer.submit(effect),
                None => {
                    if let Some(event) = carry_out(effect, false) {
                        self.act(Action::Event(event));
                    }
                }
            },
            Effect::Watch(files) => {
                if let Some(Err(message)) = self.watcher.as_mut().map(|watcher| watcher.watch(&files)) {
                    self.act(Action::Event(Event::CannotWatch(message)));
                }
            }
            Effect::Capture {
                number,
                servers,
                options,
                cancel,
            } => self.capture(number, servers, options, cancel),
            Effect::Copy(text) => self.ctx.copy_text(text),
            Effect::Zoom(step) => {
                self.zoom = match step {
                    0 => 1.0,
                    step => (self.zoom + 0.1 * f32::from(step)).clamp(0.5, 3.0),
                };
                self.ctx.set_zoom_factor(self.zoom);
            }
            Effect::Quit => self.ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            dialog => self.pick(dialog),
        }
    }

    /// Shows the system's dialog for files.
    fn pick(&self, effect: Effect) {
        match effect {
            Effect::PickFile => self.dialog("roster-open-dialog", scenario_dialog(), |dialog| async move {
                let file = dialog.set_title("Open a scenario").pick_file().await;
                Event::Picked(file.map(|file| Origin::Disk(file.path().to_owned())))
            }),
            Effect::PickBefore => self.dialog("roster-before-dialog", scenario_dialog(), |dialog| async move {
                let dialog = dialog.set_title("The state before the deploy");
                let file = dialog.pick_file().await;
                Event::PickedBefore(file.map(|file| Origin::Disk(file.path().to_owned())))
            }),
            Effect::PickVariant { file_name, folder } => {
                self.dialog("roster-save-dialog", scenario_dialog(), move |dialog| async move {
                    let dialog = dialog
                        .set_title("Save the what-if as a variant")
                        .set_file_name(file_name);
                    let dialog = match folder {
                        Some(folder) => dialog.set_directory(folder),
                        None => dialog,
                    };
                    let file = dialog.save_file().await;
                    Event::PickedVariant(file.map(|file| file.path().display().to_string()))
                });
            }
            Effect::PickExport { file_name, folder } => self.dialog(
                "roster-export-dialog",
                rfd::AsyncFileDialog::new(),
                move |dialog| async move {
                    let dialog = dialog.set_title("Write a file").set_file_name(file_name);
                    let dialog = match folder {
                        Some(folder) => dialog.set_directory(folder),
                        None => dialog,
                    };
                    let file = dialog.save_file().await;
                    Event::PickedExport(file.map(|file| file.path().display().to_string()))
                },
            ),
            Effect::PickSources => self.dialog(
                "roster-import-dialog",
                rfd::AsyncFileDialog::new(),
                |dialog| async move {
                    let dialog = dialog.set_title("Import servers from files");
                    let files = dialog.pick_files().await;
                    let paths = files.map(|files| files.iter().map(|file| file.path().to_owned()).collect());
                    Event::PickedSources(paths)
                },
            ),
            _ => {}
        }
    }

    /// Asks servers on a thread of their own: others must not wait for it, and it ends by itself or is cancelled.
    fn capture(&mut self, number: u64, servers: Vec<Askable>, options: Options, cancel: Cancel) {
        if self.worker.is_none() {
            let events = std::cell::RefCell::new(Vec::new());
            super::importing::captured(number, &servers, options, &cancel, &|event| {
                events.borrow_mut().push(event);
            });
            for event in events.into_inner() {
                self.act(Action::Event(event));
            }
            return;
        }
        let (sender, ctx) = (self.sender.clone(), self.ctx.clone());
        let thread = std::thread::Builder::new()
            .name("roster-capture".to_owned())
            .spawn(move || {
                super::importing::captured(number, &servers, options, &cancel, &|event| {
                    let _ = sender.send(event);
                    ctx.request_repaint();
                });
            });
        if let Err(error) = thread {
            let results = vec![Err(format!("no thread for it: {error}"))];
            self.act(Action::Event(Event::Captured { number, results }));
        }
    }

    /// Shows a system dialog off the window's thread. Without a portal and without zenity it reports as cancelled.
    fn dialog<F>(&self, name: &str, dialog: rfd::AsyncFileDialog, ask: impl FnOnce(rfd::AsyncFileDialog) -> F)
    where
        F: Future<Output = Event> + Send + 'static,
    {
        let future = ask(dialog);
        let (sender, ctx) = (self.sender.clone(), self.ctx.clone());
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            let _ = sender.send(pollster::block_on(future));
            ctx.request_repaint();
        });
        if thread.is_err() {
            let _ = self.sender.try_send(Event::Picked(None));
        }
    }
}

/// A dialog about scenario files.
fn scenario_dialog() -> rfd::AsyncFileDialog {
    rfd::AsyncFileDialog::new().add_filter("Scenario", &["yaml", "yml", "json"])
}
