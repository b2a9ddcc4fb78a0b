//! The desktop program: joins [`app`](crate::app) and [`ui`](crate::ui) to a window, and does what the state asks for.
//!
//! Files, dialogs, threads and the clock are here and nowhere else in the window. Deliberately absent: what anything looks
//! like, and what a change means.

mod export;
mod icon;
mod importing;
mod picture;
mod run;
mod shell;
mod watcher;
mod worker;

pub use picture::{ScreenshotOptions, screenshot};
pub use run::run;
pub use shell::{Shell, Worker};
