//! The plan as text, for terminals and for what people paste into a review: plan, decision about one tool, gates, calls, deploys, briefs.
//!
//! Everything that comes from files passes [`visible`](crate::diagnostics::visible). Columns are dropped or wrapped to fit
//! a width, names and numbers are never cut. Deliberately absent: writing to a terminal, and knowing whether it has colour.

mod accuracy;
mod call;
mod capture;
mod clients;
mod comparison;
mod cost;
mod drift;
mod gates;
mod import;
mod lint;
mod map;
mod moves;
mod plan;
mod session;
mod style;
mod sweep;
mod table;
mod tool;
mod wrap;

pub use accuracy::accuracy;
pub use call::call;
pub use capture::{capture_failed, captured, captured_lines, masked};
pub use clients::{client, clients, presets};
pub use comparison::{comparison, gates_after};
pub use cost::cost;
pub use drift::drift;
pub use gates::{CheckedPlan, checked_plan};
pub use import::import;
pub use lint::{Linted, lint, lint_annotations, lint_codes, lint_rule};
pub use map::map;
pub use moves::moves;
pub use plan::plan;
pub use session::{delegations, deploy};
pub use style::{Look, problems};
pub use sweep::{grid, sweep};
pub use table::{Align, Cell, Column, Fit, table};
pub use tool::tool;
pub use wrap::wrap;

use crate::plan::explain::failure_sentence;
use crate::plan::{Plan, Planned};
use crate::roster::Roster;
use crate::scenario::Scenario;
use style::Role;

/// What a text is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The scenario's title.
    pub title: &'a str,
    /// What was laid over the file, as a person would write it; empty if nothing was.
    pub what_if: &'a [String],
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its tools.
    pub roster: &'a Roster,
    /// Its plan.
    pub plan: &'a Plan,
}

/// A line that says how a plan fails, for reports that are not about that; empty where it stands.
fn failing(planned: &Planned, look: Look) -> String {
    let Some(failure) = &planned.plan.failure else {
        return String::new();
    };
    let text = crate::diagnostics::visible(&format!("The plan fails: {}", failure_sentence(failure)));
    painted_lines(&text, Role::Bad, look)
}

/// A text in one colour, as many lines as the width makes of it.
fn painted_lines(text: &str, role: Role, look: Look) -> String {
    let mut out = String::new();
    for line in wrap(text, look.columns) {
        out.push_str(&look.paint(role, &line));
        out.push('\n');
    }
    out
}
