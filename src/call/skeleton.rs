//! Arguments to start from, made of a schema: for forms and examples. They need not fit.

use crate::roster::parameters;
use serde_json::{Map, Value};

/// The longest text that is made up, in characters.
const LONGEST_SAMPLE: usize = 400;

/// The required arguments of a schema, each with a value to start from.
pub fn skeleton(input_schema: &Value) -> Value {
    let required = parameters(input_schema)
        .into_iter()
        .filter(|parameter| parameter.is_required);
    let arguments: Map<String, Value> = required
        .map(|parameter| (parameter.name.to_owned(), starting_value(parameter.schema)))
        .collect();
    arguments.into()
}

/// A value to start from: the schema's default, its first choice, or the least of its type.
pub fn starting_value(schema: &Value) -> Value {
    if let Some(default) = schema.get("default") {
        return default.clone();
    }
    if let Some(first) = schema.get("enum").and_then(Value::as_array).and_then(|all| all.first()) {
        return first.clone();
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("boolean") => false.into(),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| 0.into()),
        Some("array") => Value::Array(Vec::new()),
        Some("object") => Value::Object(Map::new()),
        Some("null") => Value::Null,
        _ => sample_text(schema).into(),
    }
}

/// A text as long as the schema wants it, of its format where that is one of the common ones.
fn sample_text(schema: &Value) -> String {
    let text = match schema.get("format").and_then(Value::as_str) {
        Some("email") => "ann@example.com",
        Some("date") => "2026-01-31",
        Some("date-time") => "2026-01-31T12:00:00Z",
        Some("time") => "12:00:00Z",
        Some("uri" | "url") => "https://example.com",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        _ => "example",
    };
    let length = |key: &str| schema.get(key).and_then(Value::as_u64);
    let usize_of = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
    // A schema may ask for a text that nobody wants to read.
    let least = usize_of(length("minLength").unwrap_or(0)).min(LONGEST_SAMPLE);
    let most = usize_of(length("maxLength").unwrap_or(u64::MAX));
    let mut sample = text.to_owned();
    while sample.chars().count() < least {
        sample.push_str(" and more");
    }
    sample.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::{skeleton, starting_value};
    use serde_json::json;

    #[test]
    fn a_value_starts_from_what_the_schema_offers() {
        assert_eq!(starting_value(&json!({"type": "integer", "minimum": 3})), json!(3));
        assert_eq!(starting_value(&json!({"enum": ["a", "b"]})), json!("a"));
        assert_eq!(starting_value(&json!({"type": "string", "default": "x"})), json!("x"));
        assert_eq!(starting_value(&json!({"type": "array"})), json!([]));
        assert_eq!(starting_value(&json!({})), json!("example"));
        assert_eq!(starting_value(&json!({"format": "email"})), json!("ann@example.com"));
        assert_eq!(starting_value(&json!({"minLength": 12})), json!("example and more"));
        assert_eq!(
            starting_value(&json!({"minLength": 12, "maxLength": 13})),
            json!("example and m")
        );
    }

    #[test]
    fn a_skeleton_holds_what_is_required() {
        let schema = json!({"properties": {"a": {"type": "boolean"}, "b": {}}, "required": ["a", "nowhere"]});
        assert_eq!(skeleton(&schema), json!({"a": false}));
        assert_eq!(skeleton(&json!(true)), json!({}));
    }
}
