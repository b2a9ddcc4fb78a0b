//! The resolved value that is planned: every tool of a scenario under its registry name, with what admission made of it,
//! what it costs, and whether it is a candidate (domain §2 to §4).
//!
//! Two steps, so that a switch costs little: a [`Catalog`] holds what flags cannot change and is kept between edits; a
//! [`Roster`] is a catalog with the availability of each tool under the switches as they stand.
//! Deliberately absent: files, ranking, caps.

mod admission;
mod availability;
mod catalog;
mod entry;
mod envelope_mark;
mod prepare;

pub use crate::scenario::{normalised, registry_name, wire_alias};
pub use admission::NotAdmitted;
pub use availability::{Availability, Unavailable};
pub use catalog::{Catalog, SourceRef, Tool, ToolId};
pub use entry::{IndexEntry, Parameter, breaks_line, first_sentence, parameters};
pub use envelope_mark::{envelope_marks, escape_envelope};
pub use prepare::{Costs, Roster};
