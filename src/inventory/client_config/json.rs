//! What the keys of each client's file mean. TOML comes here as the same value.

use super::{ConfiguredServer, Hidden, OF_CLIENT, Transport, Unreadable};
use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::{Map, Value};

/// Reads JSON with comments and trailing commas.
pub(super) fn parse(text: &str) -> Result<Value, Unreadable> {
    parse_to_serde_value::<Value>(text, &ParseOptions::default()).map_err(|error| {
        let message = error.to_string();
        Unreadable {
            message: message.split(" on line ").next().unwrap_or(&message).to_lowercase(),
            place: Some((error.line_display(), error.column_display())),
        }
    })
}

/// The client that writes such a file, and its servers.
pub(super) fn servers(root: &Value) -> Option<(&'static str, Vec<(&String, &Value)>)> {
    let of = |pointer: &str| root.pointer(pointer).and_then(Value::as_object);
    let listed = |map: &'_ Map<String, Value>| -> bool { map.values().all(Value::is_object) };
    let known = [
        ("Codex", "/mcp_servers"),
        ("Zed", "/context_servers"),
        ("VS Code", "/servers"),
        ("VS Code", "/mcp/servers"),
        ("an MCP client", "/mcpServers"),
    ];
    let mut found: Vec<(&String, &Value)> = Vec::new();
    let mut client = None;
    for (name, pointer) in known {
        if let Some(map) = of(pointer).filter(|map| listed(map)) {
            found.extend(map.iter());
            client = client.or(Some(name));
        }
    }
    // Claude Code keeps those of each folder apart.
    for project in of("/projects").into_iter().flat_map(Map::values) {
        if let Some(map) = project.get("mcpServers").and_then(Value::as_object) {
            found.extend(map.iter());
            client = client.or(Some("Claude Code"));
        }
    }
    let client = match client? {
        "an MCP client" if root.pointer("/mcp/allowed").or(root.pointer("/mcp/excluded")).is_some() => "Gemini",
        client => client,
    };
    Some((client, found))
}

/// One server.
pub(super) fn server(root: &Value, name: &str, entry: &Value, id: String) -> ConfiguredServer {
    ConfiguredServer {
        name: name.to_owned(),
        id,
        transport: transport(entry),
        is_off: is_off(root, name, entry),
        only: texts(entry, &["enabled_tools", "includeTools", "alwaysAllowOnly"]).map(plain_names),
        without: texts(entry, &["disabled_tools", "disabledTools", "excludeTools"])
            .map(plain_names)
            .unwrap_or_default(),
        env_file: entry.get("envFile").and_then(Value::as_str).map(str::to_owned),
    }
}

/// Gemini allows a signature where a name would do.
fn plain_names(names: Vec<String>) -> Vec<String> {
    names
        .into_iter()
        .map(|name| name.split('(').next().unwrap_or_default().trim().to_owned())
        .collect()
}

fn is_off(root: &Value, name: &str, entry: &Value) -> bool {
    let flag = |key: &str| entry.get(key).and_then(Value::as_bool);
    let listed = |pointer: &str| {
        root.pointer(pointer)
            .and_then(Value::as_array)
            .map(|names| names.iter().any(|listed| listed == name))
    };
    flag("disabled") == Some(true)
        || flag("enabled") == Some(false)
        || listed("/mcp/excluded") == Some(true)
        || listed("/mcp/allowed") == Some(false)
}

fn transport(entry: &Value) -> Transport {
    // Cursor and VS Code: `url`; Windsurf: `serverUrl`; Gemini: `httpUrl`.
    let url = ["url", "serverUrl", "httpUrl"]
        .iter()
        .find_map(|key| entry.get(*key).and_then(Value::as_str));
    if let Some(url) = url {
        return Transport::Http {
            url: url.to_owned(),
            headers: headers(entry),
        };
    }
    // Zed's older form nests the program.
    let (program, around) = match entry.get("command") {
        Some(Value::String(command)) => (command.as_str(), entry),
        Some(nested @ Value::Object(_)) => match nested.get("path").and_then(Value::as_str) {
            Some(path) => (path, nested),
            None => return Transport::Other("its `command` names no program"),
        },
        _ if entry.get("source").and_then(Value::as_str) == Some("extension") => {
            return Transport::Other(OF_CLIENT);
        }
        _ => return Transport::Other("it has neither `command` nor `url`"),
    };
    let set = around.get("env").and_then(Value::as_object).into_iter().flatten();
    let set = set.map(|(name, value)| (name.clone(), Some(Hidden::new(text_of(value)))));
    let passed = texts(entry, &["env_vars"]).unwrap_or_default().into_iter();
    Transport::Stdio {
        command: program.to_owned(),
        args: texts(around, &["args"]).unwrap_or_default(),
        env: set.chain(passed.map(|name| (name, None))).collect(),
        cwd: entry.get("cwd").and_then(Value::as_str).map(str::to_owned),
    }
}

fn headers(entry: &Value) -> Vec<(String, Hidden)> {
    let listed = |key: &str| entry.get(key).and_then(Value::as_object).into_iter().flatten();
    let stated = listed("headers").chain(listed("http_headers"));
    let stated = stated.map(|(name, value)| (name.clone(), Hidden::new(text_of(value))));
    // Codex names variables instead of values.
    let variable = |value: &Value| format!("${{{}}}", text_of(value));
    let from_env = listed("env_http_headers").map(|(name, value)| (name.clone(), Hidden::new(variable(value))));
    let bearer = entry.get("bearer_token_env_var").map(|value| {
        (
            "Authorization".to_owned(),
            Hidden::new(format!("Bearer {}", variable(value))),
        )
    });
    stated.chain(from_env).chain(bearer).collect()
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn texts(entry: &Value, keys: &[&str]) -> Option<Vec<String>> {
    let list = keys.iter().find_map(|key| entry.get(*key).and_then(Value::as_array))?;
    Some(list.iter().map(text_of).collect())
}
