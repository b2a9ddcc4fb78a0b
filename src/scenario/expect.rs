//! Gates: what a file expects of its plan. Evaluating them is the `plan` room's.

use super::Class;
use crate::diagnostics::At;

/// One entry of `expect`; every part of it must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// Its name, or `None` for the renderer to make one.
    pub name: Option<String>,
    /// Where it stands in the file.
    pub at: At,
    /// Lanes and who must be in them.
    pub lanes: Vec<(Lane, LaneExpectation)>,
    /// Token figures.
    pub tokens: Vec<(Measure, Bound)>,
    /// Item figures.
    pub items: Vec<(Class, Bound)>,
    /// How the plan must fail, if it must.
    pub fails: Option<ExpectedFailure>,
}

/// Where a tool ends (the outcomes of the plan).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// Sent as a full definition.
    Defined,
    /// Listed in the index, reached through `tool.call`.
    Deferred,
    /// Fits in neither.
    Skipped,
    /// Not a candidate.
    Unavailable,
}

impl Lane {
    /// All lanes, best first.
    pub const ALL: [Self; 4] = [Self::Defined, Self::Deferred, Self::Skipped, Self::Unavailable];

    /// Whether a tool here is advertised, which is to say pinned (domain §1).
    pub fn is_pinned(self) -> bool {
        matches!(self, Self::Defined | Self::Deferred)
    }

    /// As files and JSON write it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Defined => "defined",
            Self::Deferred => "deferred",
            Self::Skipped => "skipped",
            Self::Unavailable => "unavailable",
        }
    }
}

/// Who must be in a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneExpectation {
    /// `[]`: nobody.
    Nobody,
    /// Every tool that these names and globs match, and each matches at least one tool.
    These(Vec<String>),
}

/// What a token figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// A class of Region A.
    Class(Class),
    /// The sum of the classes.
    Prefix,
}

impl Measure {
    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Class(class) => class.id(),
            Self::Prefix => "prefix",
        }
    }
}

/// A number is exact; `{ max }`, `{ min }` or both bound it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Smallest value that passes.
    pub min: Option<u64>,
    /// Largest value that passes.
    pub max: Option<u64>,
}

impl Bound {
    /// Exactly this.
    pub fn exactly(value: u64) -> Self {
        Self {
            min: Some(value),
            max: Some(value),
        }
    }

    /// Whether a value passes.
    pub fn holds(self, value: u64) -> bool {
        self.min.is_none_or(|min| value >= min) && self.max.is_none_or(|max| value <= max)
    }
}

/// The failure that a gate asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedFailure {
    /// `context-overflow`, `required-tool-unavailable` or `required-tool-unplaced`.
    pub code: String,
    /// The class that overflows, if the gate cares.
    pub class: Option<String>,
    /// The tool, if the gate cares.
    pub tool: Option<String>,
}
