//! The window, driven by accessible names and looked at in pictures, with no display.

#[path = "window/pictures.rs"]
mod pictures;
#[path = "window/support.rs"]
mod support;
