//! Drawing the window without a display or GPU: what `roster screenshot` does.

use super::{Shell, Worker};
use crate::app::{Action, Command, Draft, Settings, ThemeChoice, Trying, View};
use crate::roster::Roster;
use crate::scenario::{Assignment, Loaded, Origin, Scenario, load};
use std::sync::Arc;

/// Frames until everything has found its place.
pub(super) const FRAMES: usize = 4;

/// One picture of the window.
#[derive(Clone, Debug)]
pub struct ScreenshotOptions {
    /// The scenario.
    pub origin: Origin,
    /// What-ifs over it.
    pub assignments: Vec<Assignment>,
    /// Width and height in points.
    pub size: [f32; 2],
    /// Pixels a point.
    pub scale: f32,
    /// Dark or light.
    pub theme: ThemeChoice,
    /// The view at the bottom, or `brief`, `palette` or `help`.
    pub view: Option<String>,
    /// Whether the view fills the picture alone.
    pub view_alone: bool,
    /// One chart that fills the picture alone, by its name.
    pub chart: Option<String>,
    /// The selected tool.
    pub tool: Option<String>,
}

/// What egui calls a choice of theme.
pub(super) fn theme_of(choice: ThemeChoice) -> egui::ThemePreference {
    match choice {
        ThemeChoice::System => egui::ThemePreference::System,
        ThemeChoice::Dark => egui::ThemePreference::Dark,
        ThemeChoice::Light => egui::ThemePreference::Light,
    }
}

/// Draws the window without a display or GPU and gives it as PNG.
pub fn screenshot(options: &ScreenshotOptions) -> Result<Vec<u8>, String> {
    let view = options.view.as_deref().map(PictureOf::parse).transpose()?;
    if let Some(chart) = &options.chart
        && !crate::ui::CHARTS.contains(&chart.as_str())
    {
        let known = crate::ui::CHARTS.join(", ");
        return Err(format!("`{chart}` is not a chart; allowed: {known}"));
    }
    // What is wrong with the file is told by the command line; here it only must not go unnoticed.
    let loaded = load(&options.origin, &options.assignments)
        .map_err(|_told_already| "the scenario cannot be planned".to_owned())?;
    if let Some(tool) = &options.tool
        && !roster_has(&loaded.scenario, tool)
    {
        return Err(format!("the scenario has no tool `{tool}`; `roster plan` lists all"));
    }
    let mut shell: Option<Shell> = None;
    let draw = |ui: &mut egui::Ui| {
        let shell = shell.get_or_insert_with(|| opened(ui.ctx(), options, &loaded, view.as_ref()));
        if options.view_alone || options.chart.is_some() {
            shell.view_alone(ui, options.chart.as_deref());
        } else {
            shell.frame(ui);
        }
    };
    let picture = crate::raster::draw(options.size, options.scale, FRAMES, |_| {}, draw);
    Ok(picture.to_png())
}

/// The window with what the picture shall show.
fn opened(ctx: &egui::Context, options: &ScreenshotOptions, loaded: &Loaded, view: Option<&PictureOf>) -> Shell {
    let settings = Settings {
        theme: options.theme,
        reduced_motion: true,
        ..Settings::default()
    };
    let mut shell = Shell::new(ctx, settings, &Worker::Inline);
    shell.act(Action::Open(options.origin.clone()));
    if !options.assignments.is_empty() {
        shell.act(Action::WhatIf {
            label: "--set".to_owned(),
            scenario: Arc::clone(&loaded.scenario),
        });
    }
    shell.act(Action::DismissNotice);
    if let Some(tool) = &options.tool {
        shell.act(Action::Select(Some(Arc::from(tool.as_str()))));
    }
    match view {
        Some(PictureOf::View(view)) => shell.act(Action::Show(*view)),
        Some(PictureOf::Brief) => {
            shell.act(Action::Show(View::Call));
            let draft = Draft {
                trying: Trying::Brief,
                ..shell.state.view.draft.clone()
            };
            shell.act(Action::Draft(draft));
        }
        Some(PictureOf::Palette) => shell.act(Action::Command(Command::Palette)),
        Some(PictureOf::Help) => shell.act(Action::Command(Command::Help)),
        None => {}
    }
    shell
}

enum PictureOf {
    View(View),
    Brief,
    Palette,
    Help,
}

impl PictureOf {
    fn parse(text: &str) -> Result<Self, String> {
        let named = View::ALL
            .into_iter()
            .find(|view| view.title().eq_ignore_ascii_case(text));
        match (named, text) {
            (Some(view), _) => Ok(Self::View(view)),
            (None, "brief") => Ok(Self::Brief),
            (None, "palette") => Ok(Self::Palette),
            (None, "help") => Ok(Self::Help),
            (None, _) => {
                let known: Vec<String> = View::ALL.iter().map(|view| view.title().to_lowercase()).collect();
                Err(format!(
                    "`{text}` is not a view; allowed: {}, brief, palette, help",
                    known.join(", ")
                ))
            }
        }
    }
}

fn roster_has(scenario: &Scenario, tool: &str) -> bool {
    let roster = Roster::new(scenario, None);
    roster.catalog.tools().iter().any(|known| *known.name == *tool)
}
