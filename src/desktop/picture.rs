//! Drawing the window without a display or GPU: what `roster screenshot` does.

use super::{Shell, Worker};
use crate::app::{Action, Command, Modal, PaletteState, Settings, ThemeChoice, View};
use crate::roster::Roster;
use crate::scenario::{Assignment, Origin, Scenario, changes, load};
use std::sync::Arc;

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
    /// The view at the bottom, or `palette` or `help`.
    pub view: Option<String>,
    /// The selected tool.
    pub tool: Option<String>,
}

/// Draws the window without a display or GPU and gives it as PNG.
pub fn screenshot(options: &ScreenshotOptions) -> Result<Vec<u8>, String> {
    let view = options.view.as_deref().map(PictureOf::parse).transpose()?;
    let assignments = &options.assignments;
    // What is wrong with the file is told by the command line; here it only must not go unnoticed.
    let loaded =
        load(&options.origin, assignments).map_err(|_told_already| "the scenario cannot be planned".to_owned())?;
    if let Some(tool) = &options.tool
        && !roster_has(&loaded.scenario, tool)
    {
        return Err(format!("the scenario has no tool `{tool}`; `roster plan` lists all"));
    }
    let mut shell: Option<Shell> = None;
    let picture = crate::raster::draw(
        options.size,
        options.scale,
        4,
        |_| {},
        |ui| {
            if shell.is_none() {
                let settings = Settings {
                    theme: options.theme,
                    reduced_motion: true,
                    ..Settings::default()
                };
                let mut fresh = Shell::new(ui.ctx(), settings, &Worker::Inline);
                fresh.act(Action::Open(options.origin.clone()));
                if !assignments.is_empty() {
                    let base = fresh
                        .state
                        .document
                        .as_ref()
                        .map(|document| Arc::clone(&document.scenario));
                    let edits = base.map(|base| changes(&base, &loaded.scenario)).unwrap_or_default();
                    fresh.act(Action::Edits {
                        label: "--set".to_owned(),
                        edits,
                    });
                }
                fresh.act(Action::DismissNotice);
                if let Some(tool) = &options.tool {
                    fresh.act(Action::Select(Some(Arc::from(tool.as_str()))));
                }
                match &view {
                    Some(PictureOf::View(view)) => fresh.act(Action::Show(*view)),
                    Some(PictureOf::Palette) => fresh.act(Action::Modal(Some(Modal::Palette(PaletteState::default())))),
                    Some(PictureOf::Help) => fresh.act(Action::Command(Command::Help)),
                    None => {}
                }
                shell = Some(fresh);
            }
            if let Some(shell) = &mut shell {
                shell.frame(ui);
            }
        },
    );
    Ok(picture.to_png())
}

enum PictureOf {
    View(View),
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
            (None, "palette") => Ok(Self::Palette),
            (None, "help") => Ok(Self::Help),
            (None, _) => {
                let known: Vec<String> = View::ALL.iter().map(|view| view.title().to_lowercase()).collect();
                Err(format!(
                    "`{text}` is not a view; allowed: {}, palette, help",
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
