//! Canonical JSON: keys sorted by code point, no white space, UTF-8 unescaped where JSON allows (domain §4).

use serde_json::Value;

/// The canonical text of a value. Sorting is done here, not left to the map type, so that no feature flag of a
/// dependency can change what is counted.
pub fn canonical_json(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(&String, &Value)> = map.iter().collect();
            // Byte order of UTF-8 is code point order.
            entries.sort_unstable_by(|a, b| a.0.cmp(b.0));
            out.push('{');
            for (i, (key, value)) in entries.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_string(key, out);
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::String(text) => write_string(text, out),
        scalar => out.push_str(&scalar.to_string()),
    }
}

/// Writes a JSON string. `serde_json` escapes exactly what JSON demands: quote, backslash and control characters.
pub(super) fn write_string(text: &str, out: &mut String) {
    out.push_str(&Value::from(text).to_string());
}

/// Whether a `$ref` keyword stands anywhere in a schema. A *property* called `$ref` counts as well: admission is
/// conservative, and such a schema is as hard to slim as one with a reference.
pub fn holds_ref(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(key, value)| key == "$ref" || holds_ref(value)),
        Value::Array(items) => items.iter().any(holds_ref),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::canonical_json;
    use serde_json::json;

    #[test]
    fn sorts_keys_and_escapes_only_what_json_demands() {
        assert_eq!(
            canonical_json(&json!({"b": [1, 1.0, null], "a": "é\u{7f}\u{1}\"/", "Z": {}})),
            "{\"Z\":{},\"a\":\"é\u{7f}\\u0001\\\"/\",\"b\":[1,1.0,null]}"
        );
    }
}
