//! What the one writer asks to be done beside the window.

use super::{Askable, ExportJob, Picked, Prepared, Question, ReloadAs};
use crate::inventory::capture::{Cancel, Options};
use crate::plan::Planned;
use crate::rows::Shown;
use crate::scenario::{CallRequest, Edit, Origin, Scenario};
use std::path::PathBuf;
use std::sync::Arc;

/// Work outside the state: files, dialogs, threads, the window itself.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Load a scenario and plan it.
    Load {
        /// The request's number.
        generation: u64,
        /// What to load.
        origin: Origin,
        /// Whether it is the opened file again.
        reload: Option<ReloadAs>,
    },
    /// Plan a scenario and build its rows.
    Plan {
        /// The request's number.
        generation: u64,
        /// What to plan.
        scenario: Arc<Scenario>,
        /// The plan of the file as opened.
        baseline: Arc<Planned>,
        /// The plan before the change.
        previous: Option<Arc<Planned>>,
        /// The state before a deploy, where that is another than the file as opened.
        deployed_over: Option<Arc<Planned>>,
        /// What is on screen, for what it knows already.
        earlier: Option<Arc<Shown>>,
    },
    /// Plan some edits for a tooltip.
    Preview {
        /// The edits.
        edits: Vec<Edit>,
        /// The plan that they start from.
        from: Arc<Planned>,
    },
    /// Trace a call and plan a brief.
    Try {
        /// The plan.
        planned: Arc<Planned>,
        /// The call, if there is one.
        request: Option<CallRequest>,
        /// The names of the brief.
        brief: Vec<String>,
    },
    /// Ask something about a plan that takes more plans to answer.
    Explore {
        /// The plan.
        planned: Arc<Planned>,
        /// The state before.
        before: Arc<Planned>,
        /// What is asked.
        question: Question,
    },
    /// Load and plan the state before a deploy.
    LoadBefore {
        /// Where it lies.
        origin: Origin,
    },
    /// Watch these files instead of those before.
    Watch(Vec<PathBuf>),
    /// Show a dialog to open a file.
    PickFile,
    /// Show a dialog for the state before a deploy.
    PickBefore,
    /// Show a dialog to name a variant.
    PickVariant {
        /// A proposal for its file name.
        file_name: String,
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
    /// Write the edits into the opened file.
    SaveInPlace {
        /// The file.
        path: PathBuf,
        /// Its text as opened.
        text: Arc<str>,
        /// What changed since it was saved.
        edits: Vec<Edit>,
        /// What it must mean.
        now: Arc<Scenario>,
    },
    /// Write a variant.
    SaveVariant {
        /// Where.
        path: PathBuf,
        /// The opened scenario, which it extends.
        base: Origin,
        /// Its title.
        name: String,
        /// What it holds.
        edits: Vec<Edit>,
        /// What it must mean.
        now: Arc<Scenario>,
    },
    /// Show a dialog to name a file that is written.
    PickExport {
        /// A proposal for its name.
        file_name: String,
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
    /// Write a report, a table or a picture.
    Export {
        /// What.
        job: ExportJob,
        /// Where.
        path: PathBuf,
        /// Whether it may take the place of a file that is there.
        replaces: bool,
        /// Files that it may never take the place of: what is on screen was read from them.
        read_from: Vec<PathBuf>,
    },
    /// Show a dialog to choose sources of an import.
    PickSources,
    /// Read sources and make the texts of their import.
    PrepareImport {
        /// The request's number.
        generation: u64,
        /// What is imported.
        sources: Vec<Picked>,
        /// The scenario to write.
        into: PathBuf,
    },
    /// Write an import.
    WriteImport {
        /// What was shown.
        prepared: Arc<Prepared>,
    },
    /// Ask servers for their tools: starts programs, and opens connections.
    Capture {
        /// The capture's number.
        number: u64,
        /// Which.
        servers: Vec<Askable>,
        /// Within which limits.
        options: Options,
        /// Stops it.
        cancel: Cancel,
    },
    /// Put a text on the clipboard.
    Copy(String),
    /// Make everything larger or smaller; 0 puts it back.
    Zoom(i8),
    /// Close the window.
    Quit,
}
