//! The roster simulator: which of an agent's tools the model gets to see, and why.
//!
//! A library that knows nothing of windows, with the desktop program and the command line over it. Data flows one way:
//! scenario text → [`scenario::Scenario`] → [`roster::Roster`] → [`plan::Plan`] → reports and windows. Each arrow is one
//! function, and the window and the command line call the same ones.

#[cfg(feature = "gui")]
pub mod app;
pub mod call;
pub mod cli;
pub mod clients;
#[cfg(feature = "gui")]
pub mod desktop;
pub mod diagnostics;
pub mod explore;
pub mod gates;
pub mod inventory;
pub mod json_schema;
pub mod lint;
pub mod plan;
pub mod published;
#[cfg(feature = "gui")]
pub mod raster;
pub mod report;
pub mod roster;
pub mod rows;
pub mod scenario;
pub mod session;
pub mod tokens;
#[cfg(feature = "gui")]
pub mod ui;
