//! What is written for people and programs outside the window: the report, the table, a picture. Never part of the scenario.

use super::State;
use crate::gates::Gates;
use crate::plan::Planned;
use crate::report::csv;
use crate::report::written::{self, ReportFormat, Reviewed};
use crate::scenario::{Assignment, Loaded, Origin, changes};
use std::path::Path;
use std::sync::Arc;

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// The report for a design review.
    Report,
    /// The table of tools as CSV.
    Table,
    /// A picture of the window, or of the view at the bottom alone.
    Picture {
        /// Whether the view alone is drawn.
        view_alone: bool,
    },
}

impl Export {
    /// On top of its modal.
    pub fn title(self) -> &'static str {
        match self {
            Self::Report => "Write a report for a design review",
            Self::Table => "Save the table of tools",
            Self::Picture { .. } => "Save a picture",
        }
    }

    /// What the file is.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Report => "One file that needs nothing else: .html for a browser, .md for a pull request",
            Self::Table => "CSV, a row a tool in rank order",
            Self::Picture { .. } => "PNG, as the window stands now",
        }
    }

    /// What the name of its file adds to the scenario's.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Report => "-review.html",
            Self::Table => ".csv",
            Self::Picture { .. } => ".png",
        }
    }
}

/// A scenario and what it was read from.
#[derive(Clone, Debug)]
struct Source {
    origin: Origin,
    what_if: Vec<String>,
    planned: Arc<Planned>,
    loaded: Arc<Loaded>,
}

impl Source {
    fn reviewed(&self) -> Reviewed<'_> {
        Reviewed {
            origin: self.origin.shown(),
            title: written::title(&self.loaded, &self.origin),
            what_if: &self.what_if,
            planned: &self.planned,
            loaded: &self.loaded,
        }
    }
}

/// Everything that writing takes, so that it can happen beside the window.
#[derive(Clone, Debug)]
pub enum ExportJob {
    /// The report.
    Report(Box<ReportJob>),
    /// The table of this plan.
    Table(Arc<Planned>),
    /// A picture of this state.
    Picture {
        /// The window's state, with nothing in front of it.
        state: Box<State>,
        /// Whether the view at the bottom is drawn alone.
        view_alone: bool,
        /// How large it is, where somebody knows the window.
        size: Option<PictureSize>,
    },
}

/// How large a picture of the window is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureSize {
    /// Width and height in points, before zooming.
    pub points: [f32; 2],
    /// Pixels a point, before zooming.
    pub pixels_per_point: f32,
    /// By how much the window is zoomed.
    pub zoom: f32,
}

/// What a report is made of.
#[derive(Clone, Debug)]
pub struct ReportJob {
    after: Source,
    gates: Gates,
    before: Option<Source>,
}

impl ReportJob {
    /// The report as `roster report` writes it.
    pub fn written(&self, format: ReportFormat) -> String {
        let before = self.before.as_ref().map(Source::reviewed);
        written::written(&self.after.reviewed(), &self.gates, before.as_ref(), format)
    }

    /// The same by what the end of a path says; `Err` says which ends are known.
    pub fn written_for(&self, path: &Path) -> Result<String, String> {
        let format = ReportFormat::of(path).ok_or("name it .html or .md: the end says how it is written")?;
        Ok(self.written(format))
    }
}

impl ExportJob {
    /// The job for what is on screen; `None` without a plan.
    pub fn new(state: &State, export: Export) -> Option<Self> {
        let shown = state.visible_plan()?;
        Some(match export {
            Export::Report => Self::Report(Box::new(report(state)?)),
            Export::Table => Self::Table(Arc::clone(&shown.planned)),
            Export::Picture { view_alone } => {
                let mut state = Box::new(state.clone());
                state.modal = None;
                state.notice = None;
                Self::Picture {
                    state,
                    view_alone,
                    size: None,
                }
            }
        })
    }

    /// The table as text; `None` for anything else.
    pub fn table(&self) -> Option<String> {
        match self {
            Self::Table(planned) => Some(csv::table(planned)),
            _ => None,
        }
    }
}

/// What is on screen against the state before: another one if one was chosen, else the file as opened where there is a
/// what-if over it.
fn report(state: &State) -> Option<ReportJob> {
    let (document, shown) = (state.document.as_ref()?, state.visible_plan()?);
    // Of what is on screen, which may be older than the newest edit.
    let edits = changes(&document.loaded.scenario, &shown.planned.scenario);
    let as_opened = Source {
        origin: document.origin.clone(),
        what_if: Vec::new(),
        planned: Arc::clone(&document.baseline),
        loaded: Arc::clone(&document.loaded),
    };
    let before = match &state.deployed_over {
        Some(over) => Some(Source {
            origin: over.origin.clone(),
            what_if: Vec::new(),
            planned: Arc::clone(&over.planned),
            loaded: Arc::clone(&over.loaded),
        }),
        None => (!edits.is_empty()).then(|| as_opened.clone()),
    };
    Some(ReportJob {
        after: Source {
            what_if: edits.iter().map(|edit| Assignment::from(edit).to_string()).collect(),
            planned: Arc::clone(&shown.planned),
            ..as_opened
        },
        gates: shown.gates.clone(),
        before,
    })
}

/// Why a file was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// Something is there already, and nobody said that it may go.
    #[error("a file of that name is there already; Write again replaces it")]
    Exists,
    /// It cannot be written.
    #[error("{0}")]
    Cannot(String),
}
