//! What a result holds: the words, and the trust of each part.

use super::explain;
use super::steps::Finding;
use super::trace::Part;
use crate::plan::enclosed;
use crate::roster::Tool;
use crate::scenario::{SideEffect, Trust};
use crate::tokens::{canonical_json, without_redundant_annotations};

/// What the envelope of a returned schema says it holds.
pub const SCHEMA_SOURCE: &str = "tool_input_schema";

/// Stands where the tool's own answer would.
pub const WHAT_IT_RETURNS: &str = "(what the tool returns; nothing is executed here)";

/// Trust of what a tool answers.
///
/// Domain §8 says it of schemas only. What a server or a device answers is theirs; so is what a builtin fetched from the
/// network. Everything else is the platform's own data.
pub(super) fn trust_of_answer(tool: &Tool) -> Trust {
    if tool.source.is_discovered() || tool.side_effect == SideEffect::NetworkRead {
        Trust::ExternalUntrusted
    } else {
        Trust::Trusted
    }
}

/// What a tool answered.
pub(super) fn answered(tool: &Tool) -> Vec<Part> {
    let trust = trust_of_answer(tool);
    let text = match trust {
        Trust::Trusted => WHAT_IT_RETURNS.to_owned(),
        Trust::ExternalUntrusted => enclosed("tool_result", WHAT_IT_RETURNS),
    };
    vec![Part {
        trust,
        is_schema: false,
        text,
    }]
}

/// What a call that ended before its tool ran is told.
pub(super) fn refused(finding: &Finding) -> Vec<Part> {
    vec![Part::trusted(explain::to_the_model(finding))]
}

/// What wrong arguments are told. What quotes the tool's schema has the trust of the schema: a name or a value that a
/// server chose must not speak with the platform's voice. `with_schema`: the model has never seen the definition.
pub(super) fn wrong_arguments(finding: &Finding, tool: &Tool, with_schema: bool) -> Vec<Part> {
    let trust = if tool.source.is_discovered() {
        Trust::ExternalUntrusted
    } else {
        Trust::Trusted
    };
    let framed = |source: &str, text: String| match trust {
        Trust::Trusted => text,
        Trust::ExternalUntrusted => enclosed(source, &text),
    };
    let mut parts = vec![Part::trusted(explain::to_the_model(finding))];
    if let Finding::ArgumentsWrong(mismatches) = finding {
        let lines: Vec<String> = mismatches.iter().map(explain::mismatch).collect();
        parts.push(Part {
            trust,
            is_schema: false,
            text: framed("tool_argument_errors", lines.join("\n")),
        });
    }
    if with_schema {
        // As a definition would have carried it (domain §4).
        let schema = canonical_json(&without_redundant_annotations(&tool.input_schema));
        parts.push(Part {
            trust,
            is_schema: true,
            text: framed(SCHEMA_SOURCE, schema),
        });
    }
    parts
}
