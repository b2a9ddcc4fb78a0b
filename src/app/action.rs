//! Everything that can happen to the state.

use super::{
    ClientColumn, ClientPart, Column, Command, CostPart, Draft, Explored, ExportError, ImportAct, Modal, Prepared,
    SweepAsk, ThemeChoice, Tried, View,
};
use crate::explore;
use crate::inventory::import::Source;
use crate::lint::{Code, Level};
use crate::plan::Planned;
use crate::rows::{Preview, Shown};
use crate::scenario::{Edit, Failed, Lane, Loaded, Origin, Scenario};
use std::path::PathBuf;
use std::sync::Arc;

/// What a panel, a key or a menu asks for.
#[derive(Clone, Debug)]
pub enum Action {
    /// A command of the table.
    Command(Command),
    /// Changes the what-if. One gesture is one undo step: edits with the same key join until [`Action::EndGesture`].
    Edit(Edit),
    /// Several edits as one step.
    Edits {
        /// What undo calls it.
        label: String,
        /// In order.
        edits: Vec<Edit>,
    },
    /// A whole what-if in place of the one there is, as one step.
    WhatIf {
        /// What undo calls it.
        label: String,
        /// The scenario that it makes of the opened one.
        scenario: Arc<Scenario>,
    },
    /// A frame was drawn: what was asked of one frame only is done.
    Drawn,
    /// The pointer is up and no field is being typed in.
    EndGesture,
    /// Opens a scenario; asks first if work would be lost.
    Open(Origin),
    /// Opens it without asking.
    OpenAnyway(Origin),
    /// Reads the file again.
    Reload(ReloadAs),
    /// Gives up a file that could not be opened beside the opened one.
    ForgetBroken,
    /// Leaves the banner about a changed file.
    DismissBanner,
    /// Writes a variant of the opened file.
    SaveVariant {
        /// Where.
        path: String,
        /// Its title.
        name: String,
    },
    /// Writes what the open modal is about.
    Export,
    /// Shows a dialog for its path.
    PickExport,
    /// Shows a dialog for the variant's path.
    PickVariant,
    /// Something of the import.
    Import(ImportAct),
    /// Selects a tool everywhere, or nothing.
    Select(Option<Arc<str>>),
    /// The same from the table itself, which then need not scroll.
    SelectHere(Option<Arc<str>>),
    /// Changes what the table searches for.
    Search(String),
    /// Shows or hides a lane in the table.
    FilterLane(Lane),
    /// Shows only one source, or all.
    FilterSource(Option<String>),
    /// Shows only what moved.
    FilterMoved(bool),
    /// Sorts the table by a column; again: the other way round.
    SortBy(Column),
    /// Shows a view at the bottom.
    Show(View),
    /// Changes the call or the brief that is tried.
    Draft(Draft),
    /// Shows what a call of this tool would see.
    TryTool(Arc<str>),
    /// Compares with another state before, in Compare and Deploy; `None` is the file as opened.
    DeployOver(Option<Origin>),
    /// Changes what the Sweep view moves.
    Sweep(SweepAsk),
    /// Lists every value of a sweep in its table, or only those where something changes.
    SweepEveryValue(bool),
    /// Shows a part of the Cost view, where not all have room.
    CostPart(CostPart),
    /// Shows published accuracy beside a sweep over the number of tools, or not.
    ShowAccuracy(bool),
    /// Tells of a client, by its id, or of none.
    ChooseClient(Option<String>),
    /// Tells another part of the chosen client.
    ClientPart(ClientPart),
    /// Sorts the clients by a column; again: the other way round.
    SortClients(ClientColumn),
    /// Shows a dialog for that state.
    PickDeployOver,
    /// Tells of a session, by its place in the file's list, or of none.
    SelectSession(Option<usize>),
    /// Opens or closes a modal window, or changes what is typed in it.
    Modal(Option<Modal>),
    /// Asks what edits would do, for a tooltip.
    Preview(Vec<Edit>),
    /// Dark, light or as the system.
    Theme(ThemeChoice),
    /// While true, the window shows the file as opened instead of the what-if.
    HoldBaseline(bool),
    /// Charts and map as tables.
    ChartsAsTables(bool),
    /// Shows or hides tools of an effect in the Compare view.
    FilterEffect(explore::Effect),
    /// What the Lint view leaves out.
    FilterLint {
        /// Part of a tool, a code or a sentence; any case.
        search: String,
        /// Levels that are hidden.
        hidden: Vec<Level>,
        /// Only this code.
        code: Option<Code>,
    },
    /// Every tool on the map, or the defined ones alone.
    MapOfAll(bool),
    /// The person read the notice.
    DismissNotice,
    /// Closes the window without asking.
    QuitAnyway,
    /// The window was asked to close.
    CloseRequested,
    /// Something that happened beside the window.
    Event(Event),
}

/// How a file that changed is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReloadAs {
    /// The what-if is laid over the new file.
    KeepChanges,
    /// The same, after an import of ours into it.
    Imported,
    /// The file as it is.
    DropChanges,
}

/// What worker, watcher and dialogs report.
#[derive(Clone, Debug)]
pub enum Event {
    /// A load ended.
    Loaded {
        /// Which request it answers; an older one is ignored.
        generation: u64,
        /// Where it came from.
        origin: Origin,
        /// Whether the file was opened before: then the what-if may be kept.
        reload: Option<ReloadAs>,
        /// The scenario with its plan, or what is wrong.
        result: Result<Box<(Loaded, Arc<Planned>)>, Box<Failed>>,
    },
    /// A plan is there.
    Planned {
        /// Which request it answers.
        generation: u64,
        /// The plan with its rows.
        shown: Arc<Shown>,
    },
    /// What some edits would do.
    Previewed(Arc<Preview>),
    /// What came of a draft.
    Tried(Arc<Tried>),
    /// A question about a plan has its answer.
    Explored(Arc<Explored>),
    /// The state before a deploy is there, or cannot be read.
    LoadedBefore {
        /// Where it lies.
        origin: Origin,
        /// Its plan with what it was read from, or what is wrong.
        result: Result<(Arc<Planned>, Arc<Loaded>), Box<Failed>>,
    },
    /// A dialog gave the state before a deploy, or was cancelled.
    PickedBefore(Option<Origin>),
    /// A watched file changed.
    FilesChanged,
    /// The files cannot be watched: changes have to be read by hand.
    CannotWatch(String),
    /// A file dialog gave a path, or was cancelled, or none could be shown.
    Picked(Option<Origin>),
    /// A dialog gave the path of a new variant.
    PickedVariant(Option<String>),
    /// A dialog gave the path of a file to write.
    PickedExport(Option<String>),
    /// A report, a table or a picture was written, or was not.
    Exported {
        /// Where.
        path: PathBuf,
        /// What was wrong.
        result: Result<(), ExportError>,
    },
    /// A dialog gave sources of an import, or was cancelled.
    PickedSources(Option<Vec<PathBuf>>),
    /// The texts of an import are there.
    ImportPrepared {
        /// Which request it answers.
        generation: u64,
        /// What would be written, or what stands in its way.
        result: Result<Arc<Prepared>, String>,
    },
    /// An import was written, or was not.
    ImportWritten {
        /// The scenario.
        into: PathBuf,
        /// What was wrong.
        result: Result<(), String>,
    },
    /// A capture goes on.
    CaptureProgressed {
        /// Its number.
        number: u64,
        /// How far it is.
        text: String,
    },
    /// A capture ended.
    Captured {
        /// Its number.
        number: u64,
        /// What each server lists, or why not.
        results: Vec<Result<Arc<Source>, String>>,
    },
    /// A save ended.
    Saved {
        /// Where it was saved.
        origin: Origin,
        /// Whether it is a new variant, which is then opened.
        is_variant: bool,
        /// What was wrong.
        result: Result<(), String>,
    },
    /// The worker panicked on a job and goes on.
    WorkerFailed(String),
}
