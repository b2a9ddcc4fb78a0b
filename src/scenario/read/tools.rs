//! Builtins: `tools`.

use super::Reader;
use super::section::Section;
use crate::scenario::name::is_builtin_name;
use crate::scenario::tree::Node;
use crate::scenario::{Builtin, CONTROL_TOOLS, SideEffect, ToolKind};
use serde_json::json;
use std::sync::Arc;

/// Reads one builtin.
pub(super) fn builtin(name: &str, node: &Node, reader: &mut Reader<'_>) -> Option<Arc<Builtin>> {
    check_name(name, node, reader);
    reader.places.add_builtin(name, node.at);
    let mut section = Section::open(node, "builtin", "a builtin tool", reader)?;
    let kind = kind(name, &mut section, reader);
    let side_effect = side_effect(&mut section, reader).unwrap_or(SideEffect::None);
    if kind == ToolKind::Control && side_effect != SideEffect::None {
        let at = section.get("side_effect").map_or(node.at, |node| node.at);
        reader.error(
            "control-side-effect",
            at,
            format!("control tool `{name}` has side effect `{}`", side_effect.id()),
            "control tools act on the run, not on the world: leave `side_effect` out (domain §1)",
        );
    }
    let builtin = Builtin {
        requires: section.texts("requires", reader).unwrap_or_default(),
        kind,
        side_effect,
        description: section.text("description", reader).unwrap_or_default(),
        input_schema: schema(&mut section),
        measured_tokens: section.number("measured_tokens", reader),
        application_only: section.flag("application_only", reader).unwrap_or(false),
        scopes: section.texts("scopes", reader).unwrap_or_default(),
        notes: section.text("notes", reader),
    };
    section.finish(reader);
    Some(Arc::new(builtin))
}

/// One of the side-effect classes of domain §1.
pub(super) fn side_effect(section: &mut Section<'_>, reader: &mut Reader<'_>) -> Option<SideEffect> {
    section.one_of("side_effect", reader, &SideEffect::ALL, SideEffect::id)
}

fn check_name(name: &str, node: &Node, reader: &mut Reader<'_>) {
    if !is_builtin_name(name) {
        reader.error(
            "bad-name",
            node.at,
            format!("`{name}` is not a builtin's name"),
            "names are `domain.verb`: lower-case letters, digits and `_` in parts that start with a letter, parted by dots, at most 96 characters (domain §2)",
        );
    } else if name.starts_with("mcp.") || name.starts_with("device.") {
        reader.error(
            "reserved-name",
            node.at,
            format!("`{name}` lies in the names of servers and devices"),
            "list it under `servers` or `devices`, or choose another domain",
        );
    }
}

/// The kind, checked against the closed set of control tools (domain §1).
fn kind(name: &str, section: &mut Section<'_>, reader: &mut Reader<'_>) -> ToolKind {
    let kinds = [ToolKind::Capability, ToolKind::Control];
    let id = |kind| match kind {
        ToolKind::Capability => "capability",
        ToolKind::Control => "control",
    };
    let is_control = CONTROL_TOOLS.contains(&name);
    let due = if is_control {
        ToolKind::Control
    } else {
        ToolKind::Capability
    };
    let stated = section.one_of("kind", reader, &kinds, id);
    if let (Some(stated), Some(node)) = (stated, section.get("kind"))
        && stated != due
    {
        let help = if is_control {
            format!("`{name}` is one of the control tools; write `kind: control` or leave `kind` out")
        } else {
            format!("the set is closed: `{}` (domain §1)", CONTROL_TOOLS.join("`, `"))
        };
        reader.error(
            "control-set",
            node.at,
            format!("`{name}` cannot be `kind: {}`", id(stated)),
            help,
        );
    }
    due
}

/// The input schema; `{"type": "object"}` where the file is silent: a tool without arguments.
///
/// A schema that is not an object is kept as it is: admission makes its tool unavailable (domain §3.1).
fn schema(section: &mut Section<'_>) -> Arc<serde_json::Value> {
    match section.get("input_schema") {
        None => Arc::new(json!({"type": "object"})),
        Some(node) => Arc::new(node.to_json()),
    }
}
