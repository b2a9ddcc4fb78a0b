//! Codex writes TOML: brought to the value that the JSON of other clients is read as.

use super::Unreadable;
use serde_json::Value;

/// Reads TOML. Dates become texts.
pub(super) fn parse(text: &str) -> Result<Value, Unreadable> {
    let table: ::toml::Table = ::toml::from_str(text).map_err(|error| Unreadable {
        message: error.message().lines().next().unwrap_or_default().to_owned(),
        place: error.span().map(|span| {
            let before = text.get(..span.start).unwrap_or(text);
            let line = before.rsplit('\n').next().unwrap_or_default();
            (before.matches('\n').count() + 1, line.chars().count() + 1)
        }),
    })?;
    Ok(Value::Object(
        table.into_iter().map(|(key, value)| (key, json(value))).collect(),
    ))
}

fn json(value: ::toml::Value) -> Value {
    match value {
        ::toml::Value::String(text) => Value::from(text),
        ::toml::Value::Integer(number) => Value::from(number),
        ::toml::Value::Float(number) => Value::from(number),
        ::toml::Value::Boolean(flag) => Value::from(flag),
        ::toml::Value::Datetime(date) => Value::from(date.to_string()),
        ::toml::Value::Array(items) => Value::Array(items.into_iter().map(json).collect()),
        ::toml::Value::Table(table) => table.into_iter().map(|(key, value)| (key, json(value))).collect(),
    }
}
