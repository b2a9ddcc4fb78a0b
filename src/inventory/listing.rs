//! One server's tools as it lists them, and the inventory file that holds them.
//!
//! The file is itself a `tools/list` result: what else is known stands in its `_meta`, where MCP leaves room for it.

use crate::scenario::INVENTORY_META;
use serde::Serialize;
use serde_json::{Map, Value};

/// What a server lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// What is known of the server and the listing.
    pub about: About,
    /// The entries of `tools` in the server's order, pages joined, with every key that it sent.
    pub tools: Vec<Map<String, Value>>,
}

/// What is known of a server beside its tools. Each is `None` where nobody said it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// `serverInfo.name`: for people; servers share names, and change them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_name: Option<String>,
    /// `serverInfo.version`: often that of a framework.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_version: Option<String>,
    /// The protocol version that was agreed on, such as `2025-11-25`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol_version: Option<String>,
    /// The day it was taken, `YYYY-MM-DD`, UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    /// The command or address it was taken from, with what looks secret blanked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured_from: Option<String>,
    /// What the server tells the model about itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
}

impl About {
    /// What an inventory file says beside its tools, of the `tools/list` result that it is.
    pub(super) fn of_result(result: &Value) -> Self {
        let ours = result.get("_meta").and_then(|meta| meta.get(INVENTORY_META));
        let text = |key: &str| ours?.get(key)?.as_str().map(str::to_owned);
        Self {
            server_name: text("server_name"),
            server_version: text("server_version"),
            protocol_version: text("protocol_version"),
            captured: text("captured"),
            captured_from: text("captured_from"),
            instructions: text("instructions"),
        }
    }
}

/// The keys of a tool that come first in a file, in this order; the others follow by name.
const FIRST_KEYS: [&str; 6] = [
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
];

impl Listing {
    /// The names of its tools, in its order. An entry without one is an empty text.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools
            .iter()
            .map(|tool| tool.get("name").and_then(Value::as_str).unwrap_or_default())
    }

    /// The text of its inventory file: indented JSON, a line break at the end. The same listing is the same text.
    pub fn to_file_text(&self) -> String {
        // Written by hand at the top, because a sorted map would put `name` behind `inputSchema`.
        let mut text = String::from("{\n");
        if self.about != About::default() {
            let about = serde_json::to_value(&self.about).unwrap_or_default();
            let meta = serde_json::json!({ INVENTORY_META: about });
            text.push_str(&format!("  \"_meta\": {},\n", indented(&meta, 1)));
        }
        text.push_str("  \"tools\": [");
        for (place, tool) in self.tools.iter().enumerate() {
            text.push_str(if place == 0 { "\n    {" } else { ",\n    {" });
            let first = FIRST_KEYS.iter().filter_map(|key| tool.get_key_value(*key));
            let rest = tool.iter().filter(|(key, _)| !FIRST_KEYS.contains(&key.as_str()));
            for (place, (key, value)) in first.chain(rest).enumerate() {
                let key = Value::from(key.as_str());
                let comma = if place == 0 { "" } else { "," };
                text.push_str(&format!("{comma}\n      {key}: {}", indented(value, 3)));
            }
            text.push_str("\n    }");
        }
        text.push_str(if self.tools.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
        text
    }
}

/// Indented JSON, to stand at some level.
fn indented(value: &Value, level: usize) -> String {
    format!("{value:#}").replace('\n', &format!("\n{}", "  ".repeat(level)))
}

#[cfg(test)]
mod tests {
    use super::{About, Listing};
    use serde_json::{Value, json};

    #[test]
    fn a_file_is_a_listing_with_the_name_first() {
        let Value::Object(tool) = json!({
            "x-own": [1.0, 9_007_199_254_740_991_u64],
            "inputSchema": {"type": "object"},
            "description": "Line\nbreak",
            "name": "find",
        }) else {
            unreachable!("an object was written")
        };
        let listing = Listing {
            about: About {
                server_name: Some("Finder".to_owned()),
                ..About::default()
            },
            tools: vec![tool.clone()],
        };
        let text = listing.to_file_text();
        let read: Value = serde_json::from_str(&text).unwrap_or_default();
        assert_eq!(
            read,
            json!({"_meta": {"roster/inventory": {"server_name": "Finder"}}, "tools": [tool]})
        );
        assert!(
            text.contains("    {\n      \"name\": \"find\",\n      \"description\""),
            "{text}"
        );
        let empty = Listing::default().to_file_text();
        assert_eq!(
            serde_json::from_str::<Value>(&empty).unwrap_or_default(),
            json!({"tools": []})
        );
    }
}
