//! The window, driven by accessible names and looked at in pictures, with no display.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails there")]

#[path = "window/calls.rs"]
mod calls;
#[path = "window/clients.rs"]
mod clients;
#[path = "window/compare.rs"]
mod compare;
#[path = "window/cost.rs"]
mod cost;
#[path = "window/deploys.rs"]
mod deploys;
#[path = "window/exports.rs"]
mod exports;
#[path = "window/files.rs"]
mod files;
#[path = "window/import.rs"]
mod import;
#[path = "window/lint.rs"]
mod lint;
#[path = "window/map.rs"]
mod map;
#[path = "window/moves.rs"]
mod moves;
#[path = "window/pictures.rs"]
mod pictures;
#[path = "window/support.rs"]
mod support;
#[path = "window/sweep.rs"]
mod sweep;
#[path = "window/switches.rs"]
mod switches;
#[path = "window/views.rs"]
mod views;
