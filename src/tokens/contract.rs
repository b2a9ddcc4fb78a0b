//! The model-visible contract of a tool: `{"description","input_schema","name"}` with redundant annotations left out
//! of the schema (domain §4).

use super::canonical::{canonical_json, write_string};
use crate::json_schema::{Holds, holds};
use serde_json::{Map, Value};

/// The canonical JSON of a tool's contract.
pub fn contract_json(name: &str, description: &str, input_schema: &Value) -> String {
    let mut out = String::from("{\"description\":");
    write_string(description, &mut out);
    out.push_str(",\"input_schema\":");
    out.push_str(&canonical_json(&without_redundant_annotations(input_schema)));
    out.push_str(",\"name\":");
    write_string(name, &mut out);
    out.push('}');
    out
}

/// The canonical JSON of the same contract under another name, which stands at its end.
pub fn renamed_contract(contract: &str, from: &str, to: &str) -> String {
    let end = |name: &str| {
        let mut end = String::from(",\"name\":");
        write_string(name, &mut end);
        end.push('}');
        end
    };
    let head = contract.strip_suffix(&end(from)).unwrap_or(contract);
    format!("{head}{}", end(to))
}

/// A schema without its redundant annotations: a string `title`, and a `default` that is null, `""`, `[]` or `{}`.
///
/// Left out wherever a *schema* stands, and only there: a property called `title` stays, as does anything inside
/// `enum`, `const`, `examples`, a kept `default`, or a keyword that JSON Schema does not know.
pub fn without_redundant_annotations(schema: &Value) -> Value {
    let Value::Object(map) = schema else {
        return schema.clone();
    };
    let mut kept = Map::new();
    for (key, value) in map {
        if is_redundant(key, value) {
            continue;
        }
        let value = match holds(key) {
            Holds::Schema => schema_or_schemas(value),
            Holds::SchemasByName => by_name(value),
            Holds::Data => value.clone(),
        };
        kept.insert(key.clone(), value);
    }
    Value::Object(kept)
}

fn is_redundant(key: &str, value: &Value) -> bool {
    match (key, value) {
        ("title", Value::String(_)) | ("default", Value::Null) => true,
        ("default", Value::String(text)) => text.is_empty(),
        ("default", Value::Array(items)) => items.is_empty(),
        ("default", Value::Object(map)) => map.is_empty(),
        _ => false,
    }
}

fn schema_or_schemas(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(without_redundant_annotations).collect()),
        other => without_redundant_annotations(other),
    }
}

fn by_name(value: &Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(
            map.iter()
                .map(|(name, schema)| (name.clone(), without_redundant_annotations(schema)))
                .collect(),
        ),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::{contract_json, renamed_contract, without_redundant_annotations};
    use serde_json::json;

    #[test]
    fn leaves_out_annotations_but_not_properties_of_that_name() {
        let schema = json!({
            "title": "Args",
            "type": "object",
            "properties": {
                "title": {"title": "Title", "type": "string", "default": ""},
                "default": {"default": {"title": "kept"}, "enum": [{"title": "kept", "default": null}]},
                "list": {"items": {"anyOf": [{"title": "X", "default": []}, {"title": 3}]}},
            },
            "x-vendor": {"title": "kept"},
        });
        assert_eq!(
            without_redundant_annotations(&schema),
            json!({
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "default": {"default": {"title": "kept"}, "enum": [{"title": "kept", "default": null}]},
                    "list": {"items": {"anyOf": [{}, {"title": 3}]}},
                },
                "x-vendor": {"title": "kept"},
            })
        );
    }

    #[test]
    fn the_contract_is_canonical() {
        assert_eq!(
            contract_json("a.b", "Says \"hi\".", &json!({"type": "object", "properties": {}})),
            r#"{"description":"Says \"hi\".","input_schema":{"properties":{},"type":"object"},"name":"a.b"}"#
        );
    }

    #[test]
    fn a_renamed_contract_is_the_contract_of_that_name() {
        let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
        for (from, to) in [("mcp.a.b", "mcp__a__\"b\""), ("x", ""), ("\u{1}", "y")] {
            assert_eq!(
                renamed_contract(&contract_json(from, "Does.", &schema), from, to),
                contract_json(to, "Does.", &schema)
            );
        }
    }
}
