//! Which cap decides first, for the sentence under the gauges.

use super::Overflow;
use crate::roster::ToolId;

/// A tool that a cap turned away, and what it would have needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The first tool turned away.
    pub tool: ToolId,
    /// Its rank, from 1.
    pub rank: u32,
    /// The cap that turned it away.
    pub overflow: Overflow,
}

/// What binds, in both places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Binding {
    /// The first tool without a definition for want of room; `None` if every ranked tool has one.
    pub definitions: Option<Caps>,
    /// The first tool without an index entry for want of room.
    pub index: Option<Caps>,
}
