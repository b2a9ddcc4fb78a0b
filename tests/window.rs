//! The window, driven by accessible names and looked at in pictures, with no display.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails there")]

#[path = "window/calls.rs"]
mod calls;
#[path = "window/deploys.rs"]
mod deploys;
#[path = "window/files.rs"]
mod files;
#[path = "window/pictures.rs"]
mod pictures;
#[path = "window/support.rs"]
mod support;
#[path = "window/switches.rs"]
mod switches;
#[path = "window/views.rs"]
mod views;
