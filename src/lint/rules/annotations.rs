//! The rules of a family: what servers claim.

use super::rule;
use crate::lint::Code as C;
use crate::lint::Level::{Note, Warning};
use crate::lint::Rule;

/// In the order of the codes.
pub(super) const RULES: [Rule; 7] = [
    rule(
        C::AnnotationsMissing,
        "annotations-missing",
        Note,
        "Tools without annotations",
        [
            "A listed tool says whether it only reads: `readOnlyHint`.",
            "Unsaid, MCP takes it for a tool that writes and destroys, and clients ask before each call.",
            "MCP specification 2025-11-25, ToolAnnotations",
        ],
    ),
    rule(
        C::AnnotationsHalf,
        "annotations-half",
        Note,
        "Annotations that leave out `readOnlyHint`",
        [
            "A tool with hints states `readOnlyHint` among them.",
            "The other hints mean something only once that one is known.",
            "MCP specification 2025-11-25, ToolAnnotations",
        ],
    ),
    rule(
        C::AnnotationsContradict,
        "annotations-contradict",
        Warning,
        "Read-only and destructive at once",
        [
            "`readOnlyHint` and `destructiveHint` are not both true.",
            "Whoever trusts the first lets a destructive tool run unasked.",
            "MCP specification 2025-11-25, ToolAnnotations",
        ],
    ),
    rule(
        C::ClaimsReadOnly,
        "claims-read-only",
        Warning,
        "Claims to read, and its name writes",
        [
            "`readOnlyHint: true` stands on no tool whose first verb writes, unless the scenario states its `side_effect`.",
            "With `annotations: trust` it ranks with the reads and runs without approval.",
            "MCP: hints of a server that is not trusted are not to be relied on",
        ],
    ),
    rule(
        C::ClaimsHarmless,
        "claims-harmless",
        Warning,
        "Claims to destroy nothing, and its name does",
        [
            "`destructiveHint: false` stands on no tool whose first verb deletes, unless the scenario states its `side_effect`.",
            "Clients that go by the hint do not ask before it.",
            "MCP: hints of a server that is not trusted are not to be relied on",
        ],
    ),
    rule(
        C::ClaimsHarm,
        "claims-harm",
        Note,
        "Claims to write, and its name reads",
        [
            "A tool whose first verb reads, and whose description does not begin with what else it does, does not say that it writes or destroys.",
            "Clients ask before each call, and with `annotations: trust` it ranks behind the reads.",
            "MCP specification 2025-11-25, ToolAnnotations",
        ],
    ),
    rule(
        C::RiskierThanClassified,
        "riskier-than-classified",
        Warning,
        "The server claims more harm than the scenario",
        [
            "A tool that says itself that it writes is no read, unless the scenario states its `side_effect` by name.",
            "The scenario lets it run without approval and ranks it with the reads.",
            "domain §1, §8.3",
        ],
    ),
];
