//! Servers and devices, with the tools that inventory, inline entries and overrides make together.

use super::Reader;
use super::section::{Section, text_of};
use super::tools::side_effect;
use crate::scenario::inventory::{Inventory, InventoryTool};
use crate::scenario::tree::{Node, Value};
use crate::scenario::{Hints, RemoteTool, SideEffect, Source, SourceKind};
use indexmap::IndexMap;
use std::collections::HashSet;
use std::sync::Arc;

/// Reads one entry of `servers`.
pub(super) fn server(id: &str, node: &Node, reader: &mut Reader<'_>) -> Option<Source> {
    source(SourceKind::Server, id, node, reader)
}

/// Reads one entry of `devices`.
pub(super) fn device(id: &str, node: &Node, reader: &mut Reader<'_>) -> Option<Source> {
    source(SourceKind::Device, id, node, reader)
}

/// Whether a server's annotations decide side effects.
#[derive(Clone, Copy, PartialEq)]
enum Annotations {
    Ignore,
    Trust,
}

/// What the scenario says about one remote tool beyond its listing.
#[derive(Default)]
struct Said {
    /// Only of an override: an inline tool has its own.
    description: Option<String>,
    side_effect: Option<SideEffect>,
    application_only: Option<bool>,
    measured_tokens: Option<u64>,
    scopes: Option<Vec<String>>,
}

fn source(kind: SourceKind, id: &str, node: &Node, reader: &mut Reader<'_>) -> Option<Source> {
    check_id(kind, id, node, reader);
    let (section_kind, what) = match kind {
        SourceKind::Server => ("source", "a server"),
        SourceKind::Device => ("source", "a device"),
    };
    let mut section = Section::open(node, section_kind, what, reader)?;
    let title = section.text("title", reader);
    let group = section.text("group", reader);
    let enabled = section.flag("enabled", reader).unwrap_or(true);
    let requires = section.texts("requires", reader).unwrap_or_default();
    let notes = section.text("notes", reader);
    let own_effect = side_effect(&mut section, reader);
    let annotations = section
        .one_of(
            "annotations",
            reader,
            &[Annotations::Ignore, Annotations::Trust],
            |value| match value {
                Annotations::Ignore => "ignore",
                Annotations::Trust => "trust",
            },
        )
        .unwrap_or(Annotations::Ignore);
    let stated_instructions = section.text("instructions", reader);
    let instructions_tokens = section.number("instructions_tokens", reader);
    let path = section
        .get("inventory")
        .and_then(|node| text_of(node, "inventory", reader));
    let listed = inventory(&mut section, path.as_deref(), reader);
    let instructions = stated_instructions.or(listed.instructions);
    let (listed, file) = (listed.tools, listed.file);
    let inline = section
        .get("tools")
        .map(|node| inline(node, reader))
        .unwrap_or_default();
    let overrides = section.map("overrides", reader, |_, node, reader| overriding(node, reader));
    if own_effect.is_none() && annotations == Annotations::Ignore && !(listed.is_empty() && inline.is_empty()) {
        let unsaid = |said: &Said, name: &str| {
            said.side_effect.is_none() && overrides.get(name).is_none_or(|over| over.side_effect.is_none())
        };
        if listed.iter().any(|tool| unsaid(&Said::default(), &tool.name))
            || inline.iter().any(|(tool, said)| unsaid(said, &tool.name))
        {
            reader.warning(
                "side-effect-unsaid",
                node.at,
                format!(
                    "{} `{id}` does not say what its tools do; they count as `external_write`",
                    kind.word()
                ),
                "state `side_effect`, or `annotations: trust`",
            );
        }
    }
    section.finish(reader);
    let places = listed.iter().chain(inline.iter().map(|(tool, _)| tool));
    // An inline tool stands for the one of its name in the inventory.
    let places = places.rev().map(|tool| (tool.name.as_str(), tool.at));
    let path = path.map(std::path::PathBuf::from);
    reader.places.add_source((kind, id), node.at, (path, file), places);
    unused_overrides((kind, id), node, &overrides, (&listed, &inline), reader);
    let default_effect = own_effect.unwrap_or(SideEffect::ExternalWrite);
    let resolve = |tool: InventoryTool, said: Said| resolve(tool, said, &overrides, annotations, default_effect);
    let inline_names: HashSet<String> = inline.iter().map(|(tool, _)| tool.name.clone()).collect();
    let tools = listed
        .into_iter()
        .filter(|tool| !inline_names.contains(&tool.name))
        .map(|tool| (tool, Said::default()))
        .chain(inline)
        .map(|(tool, said)| resolve(tool, said))
        .collect();
    Some(Source {
        title,
        group,
        enabled,
        requires,
        notes,
        instructions: instructions.filter(|text| !text.is_empty()).map(Arc::from),
        instructions_tokens,
        tools: Arc::new(tools),
    })
}

/// Overrides of tools that the source does not have.
fn unused_overrides(
    (kind, id): (SourceKind, &str),
    node: &Node,
    overrides: &IndexMap<String, Said>,
    (listed, inline): (&[InventoryTool], &[(InventoryTool, Said)]),
    reader: &mut Reader<'_>,
) {
    let names: Vec<&str> = listed
        .iter()
        .map(|tool| tool.name.as_str())
        .chain(inline.iter().map(|(tool, _)| tool.name.as_str()))
        .collect();
    let known: HashSet<&str> = names.iter().copied().collect();
    if let Some(entry) = overrides.keys().find(|name| !known.contains(name.as_str())) {
        let at = node.get("overrides").map_or(node.at, |node| node.at);
        reader.warning(
            "override-unused",
            at,
            format!(
                "`overrides` names `{entry}`, which {} `{id}` does not have",
                kind.word()
            ),
            crate::diagnostics::suggest(entry, names.iter().copied()),
        );
    }
}

/// Override before inline before trusted annotations before the source's own (scenario format, `servers`).
fn resolve(
    tool: InventoryTool,
    said: Said,
    overrides: &IndexMap<String, Said>,
    annotations: Annotations,
    default_effect: SideEffect,
) -> RemoteTool {
    let over = overrides.get(&tool.name);
    let hinted = match annotations {
        Annotations::Trust => tool.hints.side_effect(),
        Annotations::Ignore => None,
    };
    let stated_effect = over.and_then(|over| over.side_effect).or(said.side_effect);
    RemoteTool {
        side_effect: stated_effect.or(hinted).unwrap_or(default_effect),
        is_effect_stated: stated_effect.is_some(),
        application_only: over
            .and_then(|over| over.application_only)
            .or(said.application_only)
            .unwrap_or(tool.application_only),
        measured_tokens: over.and_then(|over| over.measured_tokens).or(said.measured_tokens),
        scopes: over
            .and_then(|over| over.scopes.clone())
            .or(said.scopes)
            .unwrap_or_default(),
        remote_name: tool.name,
        hints: tool.hints,
        always_load: tool.always_load,
        description: over
            .and_then(|over| over.description.clone())
            .unwrap_or(tool.description),
        input_schema: Arc::new(tool.input_schema),
        beside: Arc::new(tool.beside),
    }
}

fn check_id(kind: SourceKind, id: &str, node: &Node, reader: &mut Reader<'_>) {
    let is_good = id.len() <= 64
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-'));
    if !is_good {
        reader.error(
            "bad-name",
            node.at,
            format!("`{id}` is not a {}'s id", kind.word()),
            "ids start with a lower-case letter and hold lower-case letters, digits, `_` and `-`, at most 64; they stand in every tool's name",
        );
    }
}

fn inventory(section: &mut Section<'_>, path: Option<&str>, reader: &mut Reader<'_>) -> Inventory {
    let (Some(node), Some(path)) = (section.get("inventory"), path) else {
        return Inventory::default();
    };
    match reader.files.inventory(path, node.at) {
        Ok(mut inventory) => {
            reader.problems.append(&mut inventory.problems);
            inventory
        }
        Err(problem) => {
            reader.problems.push(problem);
            Inventory::default()
        }
    }
}

/// Inline tools: a mapping by remote name, or a list with `name` (where a name may repeat: a catalog conflict).
fn inline(node: &Node, reader: &mut Reader<'_>) -> Vec<(InventoryTool, Said)> {
    match &node.value {
        Value::Mapping(entries) => entries
            .iter()
            .filter_map(|entry| inline_tool(Some(&entry.key), &entry.node, reader))
            .collect(),
        Value::Sequence(items) => items
            .iter()
            .filter_map(|item| inline_tool(None, item, reader))
            .collect(),
        _ => {
            reader.error(
                "wrong-type",
                node.at,
                format!("`tools` must be a mapping by name or a list, not {}", node.kind()),
                "write `name: { description: …, input_schema: … }`, or a list of entries with `name`",
            );
            Vec::new()
        }
    }
}

fn inline_tool(key: Option<&str>, node: &Node, reader: &mut Reader<'_>) -> Option<(InventoryTool, Said)> {
    let mut section = Section::open(node, "remote_tool", "a tool of a server or device", reader)?;
    let stated = section.text("name", reader);
    let Some(name) = stated.clone().or_else(|| key.map(str::to_owned)) else {
        reader.error(
            "name-missing",
            node.at,
            "a tool in a list has no `name`",
            "add `name:` with the name on the wire",
        );
        return None;
    };
    if let (Some(stated), Some(key)) = (stated, key)
        && stated != key
    {
        reader.error(
            "name-differs",
            node.at,
            format!("the entry `{key}` has `name: {stated}`"),
            "leave `name` out: in a mapping the key is the name",
        );
    }
    let description = section.text("description", reader).unwrap_or_default();
    // The format's own word, and the wire's for pasted listings.
    let schema = section.get("input_schema").or_else(|| section.get("inputSchema"));
    section.ignore("inputSchema");
    let hints = section
        .get("annotations")
        .map(|node| Hints::of(&node.to_json()))
        .unwrap_or_default();
    let title = section.text("title", reader);
    section.text("notes", reader);
    let said = Said::read(&mut section, reader);
    section.finish(reader);
    let tool = InventoryTool {
        name,
        description,
        input_schema: schema.map_or_else(|| serde_json::json!({"type": "object"}), Node::to_json),
        hints,
        always_load: false,
        application_only: false,
        beside: title.map_or(serde_json::Value::Null, |title| serde_json::json!({ "title": title })),
        at: node.at,
    };
    Some((tool, said))
}

impl Said {
    fn read(section: &mut Section<'_>, reader: &mut Reader<'_>) -> Self {
        Self {
            description: None,
            side_effect: side_effect(section, reader),
            application_only: section.flag("application_only", reader),
            measured_tokens: section.number("measured_tokens", reader),
            scopes: section.texts("scopes", reader),
        }
    }
}

fn overriding(node: &Node, reader: &mut Reader<'_>) -> Option<Said> {
    let mut section = Section::open(node, "override", "an override", reader)?;
    let said = Said {
        description: section.text("description", reader),
        ..Said::read(&mut section, reader)
    };
    section.finish(reader);
    Some(said)
}
