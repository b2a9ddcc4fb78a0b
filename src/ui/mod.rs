//! The window: one panel a file, small widgets, one theme.
//!
//! Panels take the state read-only and push [`Action`](crate::app::Action)s. Deliberately absent: changing anything,
//! reading files, deciding anything about a plan. Texts that came from files pass through
//! [`visible`](crate::diagnostics::visible): they are shown, never interpreted.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places on screen are small and never negative, and a cast from a float saturates"
)]

mod answer;
mod banner;
mod before;
mod bottom;
mod call;
mod charts;
mod clients;
mod compare;
mod cost;
mod deploy;
mod export;
mod figures;
mod frame;
mod gates;
mod gauges;
mod help;
mod import;
mod inspector;
mod layout;
mod lint;
mod map;
mod menu;
mod modals;
mod moves;
mod palette;
mod problems;
mod prompt;
mod slots;
mod status;
mod sweep;
mod table;
pub mod theme;
mod title;
mod verdict;
mod what_if;
mod widgets;

pub use charts::NAMES as CHARTS;
pub use frame::Frame;
pub use layout::{show, show_view};
