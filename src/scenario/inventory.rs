//! What an MCP server answers to `tools/list`, as an inventory file holds it.
//!
//! Lenient about what real servers send (unknown keys, extra keys beside `tools`, schemas of any kind), strict about what
//! cannot be used: an entry without a name. JSON is read with `serde_json`, which joins surrogate pairs as JSON does.

use super::Hints;
use super::limits::{MAX_DEPTH, depth};
use crate::diagnostics::{At, FileId, Problem, Sources};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// A tool as its server lists it.
#[derive(Clone, Debug)]
pub(super) struct InventoryTool {
    pub name: String,
    pub description: String,
    /// As sent; `null` where the server sends none, which admission refuses.
    pub input_schema: Value,
    pub hints: Hints,
    pub always_load: bool,
    pub application_only: bool,
    /// What else it says that is worth a look: see `RemoteTool::beside`.
    pub beside: Value,
    pub at: At,
}

/// An inventory file, read.
#[derive(Clone, Debug, Default)]
pub(super) struct Inventory {
    pub tools: Vec<InventoryTool>,
    /// The text that it was read from.
    pub file: Option<FileId>,
    /// What the server said of itself when it was captured.
    pub instructions: Option<String>,
    pub problems: Vec<Problem>,
}

#[derive(Deserialize)]
struct Listing<'a> {
    #[serde(borrow)]
    tools: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    result: Option<Box<Listing<'a>>>,
    #[serde(rename = "nextCursor")]
    next_cursor: Option<&'a RawValue>,
    #[serde(rename = "_meta")]
    meta: Option<Value>,
}

/// Reads an inventory: a `tools/list` result, the whole JSON-RPC response around one, or a bare array of tools.
pub(super) fn parse(text: &str, file: FileId, sources: &Sources) -> Result<Inventory, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut is_page = false;
    let mut instructions = None;
    let entries = if text.trim_start().starts_with('[') {
        serde_json::from_str::<Vec<&RawValue>>(text)
    } else {
        serde_json::from_str::<Listing<'_>>(text).map(|listing| {
            let listing = match listing.result {
                Some(result) if listing.tools.is_none() => *result,
                _ => listing,
            };
            is_page = listing.next_cursor.is_some_and(|cursor| cursor.get() != "null");
            instructions = listing.meta.as_ref().and_then(captured_instructions);
            listing.tools.unwrap_or_default()
        })
    }
    .map_err(|error| syntax(&error, file))?;
    if entries.is_empty() && !text.contains("\"tools\"") && !text.trim_start().starts_with('[') {
        return Err(
            Problem::error("inventory-shape", At::whole(file), "the inventory has no `tools`")
                .with_help("an inventory is what an MCP server answers to `tools/list`: `{\"tools\": [ … ]}`"),
        );
    }
    let mut inventory = Inventory {
        file: Some(file),
        instructions,
        ..Inventory::default()
    };
    if is_page {
        let message = "the inventory is one page of several: it ends in a `nextCursor`, so the server has more tools";
        inventory.problems.push(
            Problem::warning("inventory-page", At::whole(file), message)
                .with_help("ask the server for the other pages and join their `tools`"),
        );
    }
    let mut places = sources.places_in(file);
    // The file's own text may open with a mark that `text` lacks.
    let skipped = sources.get(file).map_or(0, |file| file.text.len() - text.len());
    for entry in entries {
        let at = places.at(entry.get().as_ptr() as usize - text.as_ptr() as usize + skipped);
        match tool(entry, at) {
            Ok(tool) => {
                inventory.problems.extend(without_schema(&tool, entry, at));
                inventory.tools.push(tool);
            }
            Err(problem) => inventory.problems.push(problem),
        }
    }
    Ok(inventory)
}

/// Admission refuses a tool without a schema; that it has none is likelier a slip of the file than the server's.
fn without_schema(tool: &InventoryTool, entry: &RawValue, at: At) -> Option<Problem> {
    if !tool.input_schema.is_null() {
        return None;
    }
    let help = if entry.get().contains("\"input_schema\"") {
        "an MCP server calls it `inputSchema`; `input_schema` is not read here"
    } else {
        "add its `inputSchema`, or say that the tool takes nothing: `{\"type\": \"object\"}`"
    };
    let message = format!("`{}` has no `inputSchema`, so admission refuses it", tool.name);
    Some(Problem::warning("inventory-no-schema", at, message).with_help(help))
}

fn tool(entry: &RawValue, at: At) -> Result<InventoryTool, Problem> {
    let value: Value = serde_json::from_str(entry.get())
        .map_err(|error| Problem::error("inventory-tool", at, format!("this tool cannot be read: {error}")))?;
    if depth(&value) > MAX_DEPTH as u64 {
        return Err(Problem::error(
            "too-deep",
            at,
            format!("this tool nests deeper than {MAX_DEPTH} levels"),
        )
        .with_help("no model API takes such a schema; ask its author to flatten it"));
    }
    let Some(name) = value
        .get("name")
        .and_then(Value::as_str)
        .filter(|name| !name.is_empty())
    else {
        return Err(Problem::error(
            "inventory-tool",
            at,
            "a tool of the inventory has no `name`, or an empty one",
        )
        .with_help("every entry of `tools` needs a text `name`"));
    };
    let visibility = value.pointer("/_meta/ui/visibility").and_then(Value::as_array);
    Ok(InventoryTool {
        name: name.to_owned(),
        description: value
            .get("description")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        input_schema: value.get("inputSchema").cloned().unwrap_or(Value::Null),
        hints: value.get("annotations").map(Hints::of).unwrap_or_default(),
        always_load: value.pointer("/_meta/anthropic~1alwaysLoad").and_then(Value::as_bool) == Some(true),
        application_only: visibility.is_some_and(|who| !who.is_empty() && who.iter().all(|who| who == "app")),
        beside: beside(&value),
        at,
    })
}

/// What a listing says of a tool that no model reads: titles, and the schema of what it answers.
fn beside(tool: &Value) -> Value {
    let mut kept = Map::new();
    for key in ["title", "outputSchema"] {
        kept.extend(tool.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    if let Some(title) = tool.pointer("/annotations/title") {
        kept.insert("annotations".to_owned(), json!({ "title": title }));
    }
    if kept.is_empty() {
        Value::Null
    } else {
        Value::Object(kept)
    }
}

/// The key of `_meta` under which an inventory file holds what was known of the server when it was written.
pub const INVENTORY_META: &str = "roster/inventory";

fn captured_instructions(meta: &Value) -> Option<String> {
    let text = meta.get(INVENTORY_META)?.get("instructions")?.as_str()?;
    Some(text.to_owned())
}

fn syntax(error: &serde_json::Error, file: FileId) -> Problem {
    let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let at = At {
        file,
        line: clamp(error.line()),
        // Right behind a line break serde_json counts from 0.
        column: clamp(error.column().max(1)),
    };
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text);
    Problem::error("json-syntax", at, message.to_owned())
        .with_help("an inventory is JSON: what an MCP server answers to `tools/list`")
}
