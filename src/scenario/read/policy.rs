//! Who may do what: `policy`.

use super::Reader;
use super::section::{Section, check_globs};
use crate::json_schema::Schema;
use crate::scenario::tree::Node;
use crate::scenario::{HardlineRule, Policy, PolicyDecision, SideEffect, Versions};
use std::sync::Arc;

/// Reads `policy`; its version goes where the other versions are.
pub(super) fn read(node: &Node, versions: &mut Versions, reader: &mut Reader<'_>) -> Policy {
    let Some(mut section) = Section::open(node, "policy", "the policy", reader) else {
        return Policy::default();
    };
    versions.policy = section.label("version", reader);
    let matrix = section
        .get("matrix")
        .map(|node| matrix(node, reader))
        .unwrap_or_default();
    let hardline = section.list("hardline", reader, hardline);
    section.finish(reader);
    Policy {
        matrix,
        hardline: Arc::new(hardline),
    }
}

fn matrix(node: &Node, reader: &mut Reader<'_>) -> Vec<(SideEffect, PolicyDecision)> {
    let Some(mut section) = Section::open(node, "matrix", "the policy matrix", reader) else {
        return Vec::new();
    };
    let matrix = SideEffect::ALL
        .into_iter()
        .filter_map(|effect| {
            let decision = section.one_of(effect.id(), reader, &PolicyDecision::ALL, PolicyDecision::id)?;
            Some((effect, decision))
        })
        .collect();
    section.finish(reader);
    matrix
}

fn hardline(place: usize, node: &Node, reader: &mut Reader<'_>) -> Option<HardlineRule> {
    let mut section = Section::open(node, "hardline_rule", "a hardline rule", reader)?;
    let name = section
        .text("name", reader)
        .unwrap_or_else(|| format!("hardline rule {}", place + 1));
    let tools = section.texts("tools", reader).unwrap_or_default();
    if let Some(list) = section.get("tools") {
        check_globs(list, &tools, reader);
    }
    if tools.is_empty() {
        reader.error(
            "rule-without-tools",
            node.at,
            "a hardline rule watches no tool",
            "name them: `tools: [\"mcp.bank.*\"]`",
        );
    }
    let when = section.get("when").map(|node| {
        let schema = node.to_json();
        if let Err(unusable) = Schema::of_rule(&schema) {
            reader.error(
                "bad-schema",
                node.at,
                format!("`when` cannot be used: {unusable}"),
                "write `when: { properties: { amount: { minimum: 1000 } }, required: [amount] }`",
            );
        }
        Arc::new(schema)
    });
    section.finish(reader);
    Some(HardlineRule { name, tools, when })
}
