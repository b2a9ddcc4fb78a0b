//! The whole state of the window. Only `update::apply` changes it.

use super::{Answer, DeployedOver, Document, Explored, History, Importing, Modal, Settings, Tried, ViewState};
use crate::diagnostics::{Problem, Sources};
use crate::explore::{Alike, Comparison};
use crate::lint::Lint;
use crate::plan::Planned;
use crate::rows::{Preview, Shown};
use crate::scenario::{Edit, Failed, Loaded, Origin, changes};
use std::sync::Arc;

/// Everything that the window knows.
#[derive(Clone, Debug)]
pub struct State {
    /// The opened scenario and the what-if over it; `None` before the first load ends well.
    pub document: Option<Document>,
    /// The newest good reading of the opened file: what saving starts from. Undo does not change it.
    pub disk: Option<Arc<Loaded>>,
    /// The last good plan.
    pub shown: Option<Arc<Shown>>,
    /// The file as opened, as the window shows it while the baseline key is held.
    pub baseline_shown: Option<Arc<Shown>>,
    /// The number of the last request; a plan that answers an older one is stale.
    pub generation: u64,
    /// The number of the request that `shown` answers.
    pub shown_generation: u64,
    /// The number of the last load asked for, while it runs.
    pub loading: Option<u64>,
    /// The plan before the last change, for what moved by it.
    pub previous: Option<Arc<Planned>>,
    /// Undo and redo.
    pub history: History,
    /// The file as it is on disk, if it cannot be planned.
    pub broken: Option<Broken>,
    /// Something that wants an answer, above the roster.
    pub banner: Option<Banner>,
    /// The last thing that was done or went wrong, in the status bar.
    pub notice: Option<Notice>,
    /// What the hovered switch would do.
    pub preview: Option<Arc<Preview>>,
    /// Edits whose preview is being planned.
    pub preview_asked: Vec<Edit>,
    /// What came of the Call view's draft.
    pub tried: Option<Arc<Tried>>,
    /// What would move the selected tool.
    pub moves: Option<Arc<Explored>>,
    /// What is wrong with the tools themselves.
    pub lint: Option<Arc<Explored>>,
    /// What the view at the bottom asked.
    pub explored: Option<Arc<Explored>>,
    /// The state before a deploy, where that is not the file as opened.
    pub deployed_over: Option<DeployedOver>,
    /// Which one is being read to take its place.
    pub loading_before: Option<Origin>,
    /// The open modal window.
    pub modal: Option<Modal>,
    /// An import whose window was closed before it was written.
    pub import_aside: Option<Box<Importing>>,
    /// Whether a file dialog is open; a second one is refused.
    pub has_dialog: bool,
    /// Whether a report, a table or a picture is being written; a second one waits.
    pub is_exporting: bool,
    /// How the roster is looked at.
    pub view: ViewState,
    /// What is kept between starts.
    pub settings: Settings,
    /// Whether the window may close without asking.
    pub may_close: bool,
}

/// A file that cannot be planned.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which.
    pub origin: Origin,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The texts, for excerpts.
    pub sources: Sources,
}

impl Broken {
    /// A failed load.
    pub fn new(origin: Origin, failed: Failed) -> Self {
        Self {
            origin,
            problems: failed.problems,
            sources: failed.sources,
        }
    }
}

/// A question above the roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner {
    /// The file changed on disk while there is a what-if.
    ChangedOnDisk,
}

/// A line in the status bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What to say.
    pub text: String,
    /// Whether it went wrong.
    pub is_error: bool,
}

impl State {
    /// Nothing is open yet.
    pub fn new(settings: Settings) -> Self {
        let view = ViewState {
            view: settings.view,
            ..ViewState::default()
        };
        Self {
            document: None,
            disk: None,
            shown: None,
            baseline_shown: None,
            generation: 0,
            shown_generation: 0,
            loading: None,
            previous: None,
            history: History::default(),
            broken: None,
            banner: None,
            notice: None,
            preview: None,
            preview_asked: Vec::new(),
            tried: None,
            moves: None,
            lint: None,
            explored: None,
            deployed_over: None,
            loading_before: None,
            modal: None,
            import_aside: None,
            has_dialog: false,
            is_exporting: false,
            view,
            settings,
            may_close: false,
        }
    }

    /// The edits that are not on disk yet.
    pub fn unsaved(&self) -> Vec<Edit> {
        match (&self.document, &self.disk) {
            (Some(document), Some(disk)) if !Arc::ptr_eq(&document.scenario, &disk.scenario) => {
                changes(&disk.scenario, &document.scenario)
            }
            _ => Vec::new(),
        }
    }

    /// Whether closing would lose work.
    pub fn is_dirty(&self) -> bool {
        !self.unsaved().is_empty()
    }

    /// The plan before a deploy, where that is not the file as opened.
    pub fn deployed_over(&self) -> Option<Arc<Planned>> {
        self.deployed_over.as_ref().map(|over| Arc::clone(&over.planned))
    }

    /// What the Compare view shows: also of an older plan, until the newer one is compared.
    pub fn comparison(&self) -> Option<&Comparison> {
        match &self.explored.as_ref()?.answer {
            Answer::Compare(comparison) => Some(comparison),
            _ => None,
        }
    }

    /// Tools that are nearly the same, of the plan that was asked about, while the map is looked at.
    pub fn alike(&self) -> Option<(&Planned, &[Alike])> {
        let explored = self.explored.as_ref()?;
        match &explored.answer {
            Answer::Map(alike) => Some((&explored.planned, alike)),
            _ => None,
        }
    }

    /// What was found in the tools of a plan: also of an older one with the same tools, until the newer one is looked at.
    pub fn lint_of(&self, planned: &Planned) -> Option<&Lint> {
        let explored = self.lint.as_ref()?;
        match &explored.answer {
            Answer::Lint(lint) if Arc::ptr_eq(&explored.planned.roster.catalog, &planned.roster.catalog) => Some(lint),
            _ => None,
        }
    }

    /// What is on screen: the what-if, or the file as opened while its key is held.
    pub fn visible_plan(&self) -> Option<&Arc<Shown>> {
        if self.view.holds_baseline
            && let Some(baseline) = &self.baseline_shown
        {
            return Some(baseline);
        }
        self.shown.as_ref()
    }

    /// Whether what is on screen is older than the file, which cannot be planned now.
    pub fn is_old(&self) -> bool {
        match (&self.broken, &self.document) {
            (Some(broken), Some(document)) => broken.origin == document.origin,
            _ => false,
        }
    }

    /// Whether a newer plan than the one on screen is being made.
    pub fn is_stale(&self) -> bool {
        self.shown_generation != self.generation
    }

    /// Whether the window waits for anything beside itself.
    pub fn is_waiting(&self) -> bool {
        self.is_stale()
            || self.loading.is_some()
            || self.loading_before.is_some()
            || self.has_dialog
            || self.is_exporting
    }
}
