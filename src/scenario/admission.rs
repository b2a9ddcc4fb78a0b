//! What may be admitted: the limits on tools before they become candidates (domain §3.1).

use serde_json::{Value, json};

/// Limits on tools before they become candidates (domain §3.1); each off unless stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Admission {
    /// A longer description is cut at a character boundary.
    pub max_description_bytes: Option<u64>,
    /// A larger schema (canonical JSON) makes its tool unavailable.
    pub max_schema_bytes: Option<u64>,
    /// A deeper schema makes its tool unavailable.
    pub max_schema_depth: Option<u64>,
    /// `Some(false)` makes a tool whose schema holds `$ref` unavailable.
    pub allow_refs: Option<bool>,
}

/// One limit with its value; `None` lifts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdmissionLimit {
    /// Bytes at which descriptions are cut.
    DescriptionBytes(Option<u64>),
    /// Bytes of the largest schema.
    SchemaBytes(Option<u64>),
    /// Levels of the deepest schema.
    SchemaDepth(Option<u64>),
    /// Whether schemas may hold `$ref`.
    AllowRefs(Option<bool>),
}

impl AdmissionLimit {
    /// Every limit as it stands.
    pub fn all_of(admission: &Admission) -> [Self; 4] {
        [
            Self::DescriptionBytes(admission.max_description_bytes),
            Self::SchemaBytes(admission.max_schema_bytes),
            Self::SchemaDepth(admission.max_schema_depth),
            Self::AllowRefs(admission.allow_refs),
        ]
    }

    pub(super) fn set(self, admission: &mut Admission) {
        match self {
            Self::DescriptionBytes(bytes) => admission.max_description_bytes = bytes,
            Self::SchemaBytes(bytes) => admission.max_schema_bytes = bytes,
            Self::SchemaDepth(levels) => admission.max_schema_depth = levels,
            Self::AllowRefs(allowed) => admission.allow_refs = allowed,
        }
    }

    pub(super) fn key(self) -> &'static str {
        match self {
            Self::DescriptionBytes(_) => "max_description_bytes",
            Self::SchemaBytes(_) => "max_schema_bytes",
            Self::SchemaDepth(_) => "max_schema_depth",
            Self::AllowRefs(_) => "allow_refs",
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Self::DescriptionBytes(limit) | Self::SchemaBytes(limit) | Self::SchemaDepth(limit) => json!(limit),
            Self::AllowRefs(allowed) => json!(allowed),
        }
    }

    pub(super) fn label(self) -> String {
        match self {
            Self::DescriptionBytes(Some(bytes)) => format!("Cut descriptions at {bytes} bytes"),
            Self::DescriptionBytes(None) => "Leave descriptions as long as they are".to_owned(),
            Self::SchemaBytes(Some(bytes)) => format!("Admit schemas up to {bytes} bytes"),
            Self::SchemaBytes(None) => "Admit schemas of any size".to_owned(),
            Self::SchemaDepth(Some(levels)) => format!("Admit schemas up to {levels} levels deep"),
            Self::SchemaDepth(None) => "Admit schemas of any depth".to_owned(),
            Self::AllowRefs(Some(false)) => "Refuse schemas with $ref".to_owned(),
            Self::AllowRefs(_) => "Admit schemas with $ref".to_owned(),
        }
    }
}
