//! What a decision needs beside a plan: how two plans differ, what would move a tool, what a cap buys, what deferring costs
//! and saves, and which tools are nearly the same.
//!
//! Everything here plans: a suggestion that was not planned is not made. Deliberately absent: files, drawing, and any rule of
//! the roster, which stand in [`plan`](crate::plan). Sentences are made in [`explain`].

mod accounts;
mod alike;
mod alternatives;
mod compare;
mod effect;
pub mod explain;
mod grid;
mod moves;
mod parameter;
mod prefix;
mod sweep;
mod worth;

pub use accounts::{Account, accounts};
pub use alike::{Alike, alike};
pub use alternatives::{Alternative, alternatives};
pub use compare::{Budget, ClassChange, Comparison, Gate, ToolChange};
pub use effect::Effect;
pub use grid::{Axis, Cell, Grid};
pub use moves::{Move, MoveKind, Moves};
pub use parameter::{GRID_STEPS, Parameter, Range};
pub use prefix::{PrefixBreak, PrefixPlace};
pub use sweep::{Point, SideMove, Sweep};
pub use worth::{CostModel, StepUse, ToolWorth, Worth};

pub use compare::difference;

use crate::plan::Planned;
use crate::scenario::Edit;
use std::sync::Arc;

/// A plan with some edits; what they leave alone is shared.
pub fn with(planned: &Planned, edits: &[Edit]) -> Planned {
    let scenario = Edit::apply_all(edits, &planned.scenario);
    Planned::new(Arc::new(scenario), Some(planned))
}
