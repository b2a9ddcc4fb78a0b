//! The window's state and the one function that changes it.
//!
//! Panels (in `ui`) read [`State`] and emit [`Action`]s; [`update::apply`] is the only writer and returns [`Effect`]s, which
//! `desktop` carries out. Deliberately absent: drawing, files, dialogs, threads.

mod action;
mod calling;
mod clients;
mod command;
mod document;
mod effect;
mod exploring;
mod exporting;
mod history;
mod importing;
mod modal;
mod settings;
mod state;
pub mod update;
mod view;

pub use action::{Action, Event, ReloadAs};
pub use calling::{DeployedOver, Draft, Tried, Trying, pretty};
pub use clients::{ClientColumn, ClientPart, ClientsView};
pub use command::{Command, Keyboard, Menu, Shortcut};
pub use document::Document;
pub use effect::Effect;
pub use exploring::{Answer, Explored, Question, SweepAsk};
pub use exporting::{Export, ExportError, ExportJob, PictureSize, ReportJob};
pub use history::History;
pub use importing::{
    Askable, Asked, ImportAct, ImportField, ImportWay, Importing, Picked, Prepared, Running, captured_source,
};
pub use modal::{AfterUnsaved, Modal, PaletteState};
pub use settings::{Settings, ThemeChoice};
pub use state::{Banner, Broken, Notice, State};
pub use view::{Column, CostPart, Filter, LintFilter, Sort, View, ViewState};
