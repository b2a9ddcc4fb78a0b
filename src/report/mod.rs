//! A plan for people and programs outside the window: one renderer a file, over plain data.
//!
//! [`text`] and [`json`] are for terminals and programs, [`csv`] is for spreadsheets. What a design review reads is laid out
//! once in [`review`] and written by [`html`], with the pictures of [`svg`], and by [`markdown`].
//! Deliberately absent: any decision. A renderer that needs a number asks the plan for it.

mod captured;
pub mod csv;
mod drifted;
mod escape;
pub mod html;
pub mod json;
pub mod markdown;
pub mod review;
pub mod svg;
pub mod text;
pub mod written;

pub use captured::{CapturedOutcome, CapturedServer};
pub use drifted::{Checked, Drifted};

use crate::plan::{Plan, Reason, explain};
use crate::roster::{Roster, ToolId, Unavailable};
use crate::scenario::Lane;

/// The unavailable tools by what keeps them out, in the order in which the reasons first come up.
pub(crate) fn unavailable_by_reason(plan: &Plan, roster: &Roster) -> Vec<(String, Vec<ToolId>)> {
    let mut groups: indexmap::IndexMap<String, Vec<ToolId>> = indexmap::IndexMap::new();
    for id in roster.catalog.ids() {
        let decision = plan.decision(id);
        if decision.outcome != Lane::Unavailable {
            continue;
        }
        let mut reason = explain::short_reason(decision);
        if let Reason::Unavailable(Unavailable::SourceOff(kind)) = decision.reason {
            reason = format!("{} {} off", kind.word(), roster.catalog.tool(id).source.id());
        }
        groups.entry(reason).or_default().push(id);
    }
    groups.into_iter().collect()
}
