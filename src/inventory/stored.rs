//! Reads an inventory file back.

use super::{About, Listing};
use serde_json::Value;

/// Why a text is no inventory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoInventory {
    /// It is no JSON.
    #[error("it is no JSON: {0}")]
    NoJson(String),
    /// It is JSON of something else.
    #[error("it has no `tools`")]
    NoTools,
    /// One of its tools is none.
    #[error("entry {0} of its `tools` is no tool with a `name`")]
    NoTool(usize),
}

/// The listing in an inventory file: a `tools/list` result, the response around one, or a bare array of tools.
pub fn stored(text: &str) -> Result<Listing, NoInventory> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut value: Value = serde_json::from_str(text).map_err(|error| NoInventory::NoJson(error.to_string()))?;
    if value.get("tools").is_none()
        && let Some(result) = value.get_mut("result")
    {
        value = result.take();
    }
    let about = About::of_result(&value);
    let tools = match value {
        Value::Array(tools) => tools,
        mut value => match value.get_mut("tools").map(Value::take) {
            Some(Value::Array(tools)) => tools,
            _ => return Err(NoInventory::NoTools),
        },
    };
    let tools = tools.into_iter().enumerate().map(|(place, tool)| match tool {
        Value::Object(tool) if tool.get("name").is_some_and(Value::is_string) => Ok(tool),
        _ => Err(NoInventory::NoTool(place + 1)),
    });
    Ok(Listing {
        about,
        tools: tools.collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::{NoInventory, stored};
    use crate::inventory::{About, Listing};
    use serde_json::{Map, Value, json};

    #[test]
    fn what_was_written_is_read_back() {
        let all = |text: &str| Some(text.to_owned());
        let listing = Listing {
            about: About {
                server_name: all("a/b"),
                server_version: all("1"),
                protocol_version: all("2025-11-25"),
                captured: all("2026-12-01"),
                captured_from: all("npx a"),
                instructions: all("Line\nbreak"),
            },
            tools: vec![Map::from_iter([("name".to_owned(), Value::from("a"))])],
        };
        assert_eq!(stored(&listing.to_file_text()), Ok(listing.clone()));
        let bare = Listing {
            about: About::default(),
            ..listing
        };
        for text in [json!([{"name": "a"}]), json!({"result": {"tools": [{"name": "a"}]}})] {
            assert_eq!(stored(&text.to_string()), Ok(bare.clone()));
        }
    }

    #[test]
    fn what_is_none_says_why() {
        assert_eq!(stored("{\"a\": 1}"), Err(NoInventory::NoTools));
        assert_eq!(stored("[{}]"), Err(NoInventory::NoTool(1)));
        assert!(matches!(stored("format: roster/1"), Err(NoInventory::NoJson(_))));
    }
}
