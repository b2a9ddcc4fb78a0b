//! The plan: which tool is defined, deferred, skipped or unavailable, and the numbers that made it so (domain §5 to §7).
//!
//! [`plan`] is a pure function of a [`Roster`] and [`Settings`]: same input, same bytes out, on every machine.
//! Deliberately absent: files, clocks, randomness, hash order, panics. Sentences are made in [`explain`] and nowhere else.

mod bind;
mod budget;
mod decision;
mod difference;
mod envelope;
pub mod explain;
mod fill;
mod gate;
mod index;
mod planned;
mod ranking;
mod settings;
mod thresholds;

pub use crate::scenario::Trust;
pub use bind::{Binding, Caps};
pub use budget::{ClassUse, Failure};
pub use decision::{Decision, Overflow, Reason};
pub use difference::Difference;
pub use envelope::enclosed;
pub use gate::{GateResult, Shortfall, check_gates, fails_as, fails_unexpectedly};
pub use index::{Block, Index, NOTE};
pub use planned::Planned;
pub use settings::Settings;
pub use thresholds::{Aim, Direction, Thresholds};

use crate::roster::{Roster, ToolId};
use crate::scenario::{Lane, Scenario};
use std::sync::Arc;

/// What the model would get, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How it fails, if it does; then the lists hold the selection that was reached.
    pub failure: Option<Failure>,
    /// Tools that are defined, in the order in which they took their slots.
    pub defined: Vec<ToolId>,
    /// Tools in the index, in its order.
    pub deferred: Vec<ToolId>,
    /// Tools that fit in neither, in rank order.
    pub skipped: Vec<ToolId>,
    /// Whether production records the skips (`@12`) or cuts silently.
    pub skips_recorded: bool,
    /// Every candidate but `tool.call`, in rank order.
    pub ranked: Vec<ToolId>,
    /// One decision a tool, by catalog index.
    pub decisions: Vec<Decision>,
    /// The classes of Region A that exist under the builder, in checking order.
    pub classes: Vec<ClassUse>,
    /// Sum of the classes.
    pub prefix_tokens: u64,
    /// Its cap.
    pub ceiling_tokens: u64,
    /// The index as rendered.
    pub index: Index,
    /// Whether a measured figure stands in the definition total.
    pub measured_in_part: bool,
    /// Which cap decides first.
    pub binding: Binding,
}

impl Plan {
    /// Plans a scenario from scratch. A program that plans again and again keeps the [`Roster`] between edits instead.
    pub fn of(scenario: &Scenario) -> (Arc<Roster>, Self) {
        let roster = Arc::new(Roster::new(scenario, None));
        let plan = plan(&roster, &Settings::of(scenario));
        (roster, plan)
    }

    /// The decision about a tool.
    pub fn decision(&self, id: ToolId) -> &Decision {
        &self.decisions[id.index()]
    }

    /// Tokens of a class that exists under the builder; 0 for one that does not.
    pub fn class_tokens(&self, class: crate::scenario::Class) -> u64 {
        self.class(class).map_or(0, |class| class.used_tokens)
    }

    /// A class that exists under the builder.
    pub fn class(&self, class: crate::scenario::Class) -> Option<&ClassUse> {
        self.classes.iter().find(|candidate| candidate.class == class)
    }

    /// The run's pins: what is defined, then what is deferred (domain §1).
    pub fn pinned(&self) -> impl Iterator<Item = ToolId> + '_ {
        self.defined.iter().chain(&self.deferred).copied()
    }

    /// Names of the defined tools in the order in which definitions are sent: by name (domain §5.8).
    pub fn tool_names<'a>(&self, roster: &'a Roster) -> Vec<&'a str> {
        let mut names = names(roster, &self.defined);
        names.sort_unstable();
        names
    }

    /// How many tools stand in a lane.
    pub fn count(&self, lane: Lane) -> usize {
        match lane {
            Lane::Defined => self.defined.len(),
            Lane::Deferred => self.deferred.len(),
            Lane::Skipped => self.skipped.len(),
            Lane::Unavailable => self.decisions.len() - self.defined.len() - self.deferred.len() - self.skipped.len(),
        }
    }
}

/// Registry names of some tools.
pub fn names<'a>(roster: &'a Roster, ids: &[ToolId]) -> Vec<&'a str> {
    ids.iter().map(|&id| &*roster.catalog.tool(id).name).collect()
}

/// Plans a roster (domain §5 to §7). Never fails to answer: a plan that production would refuse carries its failure.
pub fn plan(roster: &Roster, settings: &Settings) -> Plan {
    let ranking = ranking::rank(roster, settings);
    let selection = fill::fill(roster, settings, &ranking);
    let index = index::render(roster, &selection.deferred);
    budget::assemble(roster, settings, ranking, selection, index)
}
