//! Arrays of tools, as MCP and three model APIs write them, brought to what `tools/list` would say.

use super::{About, Form, NamedListing, Unreadable, unreadable};
use crate::inventory::Listing;
use serde_json::{Map, Value};

type Tool = Map<String, Value>;

/// Reads an array of tools. Namespaces become listings of their own, the rest is one.
pub(super) fn read(items: &[Value], about: About) -> Result<Vec<NamedListing>, Unreadable> {
    let mut namespaces: Vec<NamedListing> = Vec::new();
    let mut rest = NamedListing::default();
    rest.listing.about = about;
    let mut has_rest = items.is_empty();
    for (place, item) in items.iter().enumerate() {
        match entry(item, &format!("entry {}", place + 1))? {
            Entry::Tool(tool, form) => {
                has_rest = true;
                rest.form = form;
                rest.listing.tools.push(tool);
            }
            Entry::Several(tools, form) => {
                has_rest = true;
                rest.form = form;
                rest.listing.tools.extend(tools);
            }
            Entry::Namespace(name, tools) => namespaces.push(NamedListing {
                name: Some(name),
                form: Form::OpenAi,
                listing: Listing {
                    tools,
                    ..Listing::default()
                },
                ..NamedListing::default()
            }),
            Entry::Provided(remark) => {
                has_rest = true;
                rest.remarks.push(remark);
            }
        }
    }
    if has_rest {
        namespaces.push(rest);
    }
    Ok(namespaces)
}

/// The tools of a page of `tools/list`, and what was wrong with some.
pub(super) fn of_mcp(items: &[Value]) -> (Vec<Tool>, Vec<String>) {
    let mut tools = Vec::new();
    let mut remarks = Vec::new();
    for (place, item) in items.iter().enumerate() {
        match item.as_object() {
            Some(tool) if name(tool).is_some() => tools.push(tool.clone()),
            _ => remarks.push(format!("entry {} of a page has no `name` and was left out", place + 1)),
        }
    }
    (tools, remarks)
}

enum Entry {
    Tool(Tool, Form),
    Several(Vec<Tool>, Form),
    Namespace(String, Vec<Tool>),
    /// A tool of the provider's own, whose definition nobody outside sees.
    Provided(String),
}

fn entry(item: &Value, which: &str) -> Result<Entry, Unreadable> {
    let Some(tool) = item.as_object() else {
        return Err(unreadable(&format!("{which} is no tool: {}", short(item))));
    };
    let declarations = ["functionDeclarations", "function_declarations"]
        .iter()
        .find_map(|key| tool.get(*key).and_then(Value::as_array));
    if let Some(functions) = declarations {
        let tools = each(functions, which)?;
        return Ok(Entry::Several(tools, Form::Gemini));
    }
    let kind = tool.get("type").and_then(Value::as_str);
    // Gemini's own stand there by name with their settings: `{"googleSearch": {}}`.
    let is_settings = |(key, value): (&String, &Value)| key != "function" && value.is_object();
    if let Some(name) = tool.keys().next()
        && tool.iter().all(is_settings)
    {
        return Ok(Entry::Provided(provided(name)));
    }
    if kind == Some("namespace") {
        let name = named(tool, which)?;
        let functions = tool.get("tools").and_then(Value::as_array).map(Vec::as_slice);
        return Ok(Entry::Namespace(name, each(functions.unwrap_or_default(), which)?));
    }
    if let Some(function) = tool.get("function").and_then(Value::as_object) {
        named(function, which)?;
        return Ok(Entry::Tool(converted(function), Form::OpenAi));
    }
    let is_listed = tool.contains_key("inputSchema");
    let form = match kind {
        Some("function") if !is_listed => Form::OpenAi,
        _ if tool.contains_key("input_schema") && !is_listed => Form::Anthropic,
        Some(kind) if kind != "custom" && !is_listed && !tool.contains_key("parameters") => {
            return Ok(Entry::Provided(provided(kind)));
        }
        _ if tool.contains_key("parameters") && !is_listed => Form::OpenAi,
        _ => Form::ToolsList,
    };
    named(tool, which)?;
    let tool = if form == Form::ToolsList {
        tool.clone()
    } else {
        converted(tool)
    };
    Ok(Entry::Tool(tool, form))
}

fn provided(name: &str) -> String {
    format!("`{name}` is the provider's own: its definition is unknown, so it was left out")
}

fn each(items: &[Value], which: &str) -> Result<Vec<Tool>, Unreadable> {
    let mut tools = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let which = format!("{which}, tool {}", place + 1);
        let Some(tool) = item.as_object() else {
            return Err(unreadable(&format!("{which} is no tool: {}", short(item))));
        };
        let function = tool.get("function").and_then(Value::as_object).unwrap_or(tool);
        named(function, &which)?;
        tools.push(converted(function));
    }
    Ok(tools)
}

/// The API's words for the input schema become MCP's. A function without one takes nothing.
fn converted(function: &Tool) -> Tool {
    const SCHEMAS: [&str; 4] = ["inputSchema", "input_schema", "parameters", "parametersJsonSchema"];
    let schema = SCHEMAS
        .iter()
        .find_map(|key| function.get(*key).filter(|schema| !schema.is_null()));
    let mut tool: Tool = function
        .iter()
        .filter(|(key, _)| !SCHEMAS.contains(&key.as_str()) && *key != "type")
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let schema = schema
        .cloned()
        .unwrap_or_else(|| serde_json::json!({"type": "object", "properties": {}}));
    tool.insert("inputSchema".to_owned(), schema);
    tool
}

fn name(tool: &Tool) -> Option<&str> {
    tool.get("name").and_then(Value::as_str).filter(|name| !name.is_empty())
}

fn named(tool: &Tool, which: &str) -> Result<String, Unreadable> {
    name(tool)
        .map(str::to_owned)
        .ok_or_else(|| unreadable(&format!("{which} has no `name`, or an empty one")))
}

/// The start of a value, for a message.
fn short(value: &Value) -> String {
    let text: String = value.to_string().chars().take(40).collect();
    format!("`{text}`")
}
