//! Admission (domain §3.1): which tools are let in at all, and what is cut from their descriptions.

use crate::scenario::Admission;
use crate::scenario::depth;
use crate::tokens::{canonical_json, holds_ref};
use serde_json::Value;

/// Why admission kept a tool out, with the figures that decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAdmitted {
    /// `inputSchema` is not an object.
    SchemaNotAnObject,
    /// The schema nests deeper than allowed.
    SchemaTooDeep {
        /// Its levels.
        levels: u64,
        /// The limit.
        max_levels: u64,
    },
    /// The schema's canonical JSON is larger than allowed.
    SchemaTooLarge {
        /// Its size.
        bytes: u64,
        /// The limit.
        max_bytes: u64,
    },
    /// The schema holds `$ref` and the scenario forbids that.
    HoldsRef,
}

/// The description after the cut, at a character boundary.
pub(super) fn admitted_description(description: &str, admission: &Admission) -> String {
    let Some(max_bytes) = admission.max_description_bytes else {
        return description.to_owned();
    };
    let max_bytes = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    if description.len() <= max_bytes {
        return description.to_owned();
    }
    let mut end = max_bytes;
    while !description.is_char_boundary(end) {
        end -= 1;
    }
    description[..end].to_owned()
}

/// Whether the schema is let in. Depth and `$ref` are checked before size, in the order in which domain §3.1 names them.
pub(super) fn check_schema(schema: &Value, admission: &Admission) -> Result<(), NotAdmitted> {
    if !schema.is_object() {
        return Err(NotAdmitted::SchemaNotAnObject);
    }
    if let Some(max_levels) = admission.max_schema_depth {
        let levels = depth(schema);
        if levels > max_levels {
            return Err(NotAdmitted::SchemaTooDeep { levels, max_levels });
        }
    }
    if let Some(max_bytes) = admission.max_schema_bytes {
        let bytes = canonical_json(schema).len() as u64;
        if bytes > max_bytes {
            return Err(NotAdmitted::SchemaTooLarge { bytes, max_bytes });
        }
    }
    if admission.allow_refs == Some(false) && holds_ref(schema) {
        return Err(NotAdmitted::HoldsRef);
    }
    Ok(())
}
