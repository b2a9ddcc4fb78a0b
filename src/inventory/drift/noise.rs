//! Changes of a schema that nobody made: values that servers write anew at every start.

use crate::json_schema::{Holds, holds};
use serde_json::Value;

/// Changes that servers make by themselves at each start. They are drift all the same: the bytes are others, and a prompt
/// cache breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// Only values of `default` differ, and each holds the same words in another order.
    DefaultsReordered,
    /// Only values of `default` differ, and each is a moment in time.
    DefaultsAreTimes,
    /// Only values of `default` differ.
    DefaultsOnly,
}

impl Noise {
    /// In words, for behind the part's name.
    pub fn words(self) -> &'static str {
        match self {
            Self::DefaultsReordered => {
                "only defaults differ, each the same words in another order: the server joins a set anew at every start"
            }
            Self::DefaultsAreTimes => "only defaults differ, each a moment: the server writes its own start into them",
            Self::DefaultsOnly => "only defaults differ",
        }
    }

    /// Whether a server makes such a change with nobody's doing. Another default may well be meant.
    pub fn is_by_itself(self) -> bool {
        match self {
            Self::DefaultsReordered | Self::DefaultsAreTimes => true,
            Self::DefaultsOnly => false,
        }
    }

    /// The word that JSON uses.
    pub fn id(self) -> &'static str {
        match self {
            Self::DefaultsReordered => "defaults-reordered",
            Self::DefaultsAreTimes => "defaults-are-times",
            Self::DefaultsOnly => "defaults-only",
        }
    }

    pub(super) fn between(before: &Value, after: &Value) -> Option<Self> {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        if without_defaults(before, &mut first) != without_defaults(after, &mut second) {
            return None;
        }
        if first.len() != second.len() {
            return Some(Self::DefaultsOnly);
        }
        let differing: Vec<(&Value, &Value)> = first.iter().zip(&second).filter(|(a, b)| a != b).collect();
        Some(if differing.iter().all(|(a, b)| same_words(a, b)) {
            Self::DefaultsReordered
        } else if differing.iter().all(|(a, b)| is_moment(a) && is_moment(b)) {
            Self::DefaultsAreTimes
        } else {
            Self::DefaultsOnly
        })
    }
}

/// A schema without the values of its defaults, which are put aside in order. A property called `default` stays.
fn without_defaults(schema: &Value, aside: &mut Vec<Value>) -> Value {
    let Value::Object(map) = schema else {
        return schema.clone();
    };
    let kept = map.iter().filter_map(|(key, value)| {
        if key == "default" {
            aside.push(value.clone());
            return None;
        }
        let value = match (holds(key), value) {
            (Holds::Schema, Value::Array(items)) => {
                Value::Array(items.iter().map(|item| without_defaults(item, aside)).collect())
            }
            (Holds::Schema, other) => without_defaults(other, aside),
            (Holds::SchemasByName, Value::Object(map)) => {
                let schemas = map
                    .iter()
                    .map(|(name, schema)| (name.clone(), without_defaults(schema, aside)));
                Value::Object(schemas.collect())
            }
            _ => value.clone(),
        };
        Some((key.clone(), value))
    });
    Value::Object(kept.collect())
}

/// `b,a` for `a,b`, or the same in a list.
fn same_words(before: &Value, after: &Value) -> bool {
    let words = |value: &Value| -> Option<Vec<String>> {
        let mut words: Vec<String> = match value {
            Value::String(text) => text.split(',').map(|word| word.trim().to_owned()).collect(),
            Value::Array(items) => items.iter().map(Value::to_string).collect(),
            _ => return None,
        };
        words.sort_unstable();
        Some(words)
    };
    words(before)
        .zip(words(after))
        .is_some_and(|(before, after)| before == after)
}

/// Seconds or milliseconds since 1970 of this century's first decades, or text that starts as a date of it does.
fn is_moment(value: &Value) -> bool {
    let number = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return false,
    };
    let is_count = matches!(number.len(), 10 | 13) && number.bytes().all(|byte| byte.is_ascii_digit());
    let bytes = number.as_bytes();
    let is_date = bytes.len() >= 10 && number.starts_with("20") && bytes[4] == b'-' && bytes[7] == b'-';
    (is_count && number.starts_with(['1', '2'])) || is_date
}
