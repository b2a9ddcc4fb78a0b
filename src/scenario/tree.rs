//! YAML text as a tree in which every key and value knows its place.
//!
//! Read with serde-saphyr and not with `serde_yaml`: `serde_yaml` needs 38 seconds for 200 KB of open brackets, drops
//! duplicate keys inside schemas without a word, refuses a byte order mark and knows no place for what is wrong in
//! meaning only. serde-saphyr has a budget for hostile input and gives line and column of every node.

use super::limits::MAX_DEPTH;
use crate::diagnostics::{At, FileId, Problem};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{DuplicateKeyPolicy, Location, Spanned};
use std::fmt;

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Where it stands.
    pub at: At,
    /// What it is.
    pub value: Value,
}

/// A YAML value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Sequence(Vec<Node>),
    Mapping(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub key_at: At,
    pub node: Node,
}

impl Node {
    /// What a message calls this kind of value.
    pub(crate) fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "nothing",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::String(_) => "a text",
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
        }
    }

    /// The value behind a key of a mapping.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Mapping(entries) => entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node),
            _ => None,
        }
    }

    /// An item of a list.
    pub(super) fn item(&self, place: usize) -> Option<&Node> {
        match &self.value {
            Value::Sequence(items) => items.get(place),
            _ => None,
        }
    }

    /// The same value as JSON, places dropped.
    pub(super) fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(number) => serde_json::Value::Number(number.clone()),
            Value::String(text) => text.as_str().into(),
            Value::Sequence(items) => items.iter().map(Self::to_json).collect(),
            Value::Mapping(entries) => entries
                .iter()
                .map(|entry| (entry.key.clone(), entry.node.to_json()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }
}

/// Parses one document. On a syntax error the one problem is returned; duplicate keys are collected and do not stop it.
pub(super) fn parse(text: &str, file: FileId) -> Result<(Node, Vec<Problem>), Problem> {
    let readable = with_paired_surrogates(text);
    let mut budget = serde_saphyr::Budget::default();
    budget.max_depth = MAX_DEPTH;
    budget.flow_nesting_limit = MAX_DEPTH;
    budget.max_events = 40_000_000;
    budget.max_nodes = 20_000_000;
    budget.max_aliases = 10_000;
    budget.max_total_scalar_bytes = 128 << 20;
    // A JSON key may be long, and JSON is YAML.
    budget.simple_key_max_lookahead = 64 << 10;
    let options = serde_saphyr::options! {
        budget: Some(budget),
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        strict_booleans: true,
    };
    let raw: Spanned<Raw> =
        serde_saphyr::from_str_with_options(&readable, options).map_err(|error| syntax(&error, file))?;
    let mut problems = Vec::new();
    let node = located(raw, file, &mut problems);
    Ok((node, problems))
}

/// Joins JSON's `\ud83c\udf89` into YAML's `\U0001f389`, in a text that is JSON: YAML knows no surrogate pairs.
fn with_paired_surrogates(text: &str) -> std::borrow::Cow<'_, str> {
    let is_json = text
        .trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t'])
        .starts_with(['{', '[']);
    if !is_json || !(text.contains("\\ud") || text.contains("\\uD")) {
        return text.into();
    }
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c == '\\' {
            if let (Some(high), Some(low)) = (unit(at), unit(at + 6))
                && let Some(Ok(joined)) = char::decode_utf16([high, low]).next()
                && u32::from(joined) > 0xffff
            {
                out.push_str(&format!("\\U{:08x}", u32::from(joined)));
                at += 12;
                continue;
            }
            // An escaped backslash must not lend its second half to what follows.
            let escaped = text[at + 1..].chars().next().map_or(0, char::len_utf8);
            out.push_str(&text[at..at + 1 + escaped]);
            at += 1 + escaped;
            continue;
        }
        out.push(c);
        at += c.len_utf8();
    }
    out.into()
}

fn syntax(error: &serde_saphyr::Error, file: FileId) -> Problem {
    let at = error
        .location()
        .map_or(At::whole(file), |location| place(location, file));
    let error = error.without_snippet();
    let text = error.to_string();
    let message = match error {
        // These two are the crate's words to programmers.
        serde_saphyr::Error::Budget {
            breach: BudgetBreach::Depth { .. },
            ..
        } => "nesting is too deep from here on",
        serde_saphyr::Error::MultipleDocuments { .. } => "a second document starts here",
        _ if text.contains("from_str_multiple") => "a second document starts here",
        _ if text.contains("found a tab") => "a tab stands where YAML wants spaces",
        _ => text
            .lines()
            .next()
            .unwrap_or("cannot be read")
            .trim_start_matches("error: "),
    };
    // The place is told apart from the sentence.
    let message = message.split(" at line ").next().unwrap_or(message);
    let problem = Problem::error("yaml-syntax", at, lower_first(message));
    if text.contains("budget") || text.contains("limit") || text.contains("depth") {
        return problem.with_help(format!(
            "at most {MAX_DEPTH} levels of nesting are read, and aliases must stay few"
        ));
    }
    problem.with_help(
        "a scenario is one YAML (or JSON) document; quote texts that hold `: `, `#` or start with a special character",
    )
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

fn place(location: Location, file: FileId) -> At {
    let clamp = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    At {
        file,
        line: clamp(location.line()),
        column: clamp(location.column()),
    }
}

fn located(raw: Spanned<Raw>, file: FileId, problems: &mut Vec<Problem>) -> Node {
    let at = place(raw.referenced, file);
    let value = match raw.value {
        Raw::Null => Value::Null,
        Raw::Bool(value) => Value::Bool(value),
        Raw::Number(number) => Value::Number(number),
        Raw::String(text) => Value::String(text),
        Raw::Sequence(items) => Value::Sequence(items.into_iter().map(|item| located(item, file, problems)).collect()),
        Raw::Mapping(entries) => {
            let mut seen = std::collections::HashMap::with_capacity(entries.len());
            let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
            for (key, node) in entries {
                let key_at = place(key.referenced, file);
                if let Some(first) = seen.insert(key.value.clone(), key_at) {
                    problems.push(
                        Problem::error(
                            "duplicate-key",
                            key_at,
                            format!("`{}` stands twice in one mapping", key.value),
                        )
                        .with_help(format!("it first stands at line {}; keep one of the two", first.line)),
                    );
                    continue;
                }
                kept.push(Entry {
                    key: key.value,
                    key_at,
                    node: located(node, file, problems),
                });
            }
            Value::Mapping(kept)
        }
    };
    Node { at, value }
}

/// What the parser hands over; places are attached by [`Spanned`].
enum Raw {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Sequence(Vec<Spanned<Raw>>),
    Mapping(Vec<(Spanned<String>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Raw, E> {
        Number::from_f64(value)
            .map(Raw::Number)
            .ok_or_else(|| E::custom("not a finite number"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Raw, E> {
        Ok(Raw::String(value))
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Raw::Sequence(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Raw::Mapping(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, parse};
    use crate::diagnostics::FileId;

    fn json(text: &str) -> serde_json::Value {
        parse(text, FileId(0))
            .map(|(node, _)| node.to_json())
            .unwrap_or_default()
    }

    #[test]
    fn every_node_knows_its_place() {
        let (node, problems) = parse("a: 1\nb:\n  - x\n  - {c: true}\n", FileId(0)).unwrap();
        assert!(problems.is_empty());
        let Value::Sequence(items) = &node.get("b").unwrap().value else {
            panic!()
        };
        let c = items[1].get("c").unwrap();
        assert_eq!((c.at.line, c.at.column), (4, 9));
    }

    #[test]
    fn duplicate_keys_are_told_with_both_places() {
        let (_, problems) = parse("a: 1\nb: {x: 1, x: 2}\n", FileId(0)).unwrap();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].at.unwrap().column, 11);
    }

    #[test]
    fn json_and_yaml_say_the_same() {
        assert_eq!(
            json(r#"{"a": "\ud83c\udf89 \\ud83c", "b": [1, 1.0, null, "yes"]}"#)["a"],
            "🎉 \\ud83c"
        );
        assert_eq!(json("a: yes")["a"], "yes");
        assert_eq!(json("a: 1.0")["a"].to_string(), "1.0");
        assert_eq!(json("\u{feff}a: ~")["a"], serde_json::Value::Null);
    }

    #[test]
    fn hostile_nesting_is_refused_quickly() {
        for text in ["[".repeat(100_000), "{a: ".repeat(100_000), "- ".repeat(100_000)] {
            let problem = parse(&text, FileId(0)).unwrap_err();
            assert_eq!(problem.code, "yaml-syntax");
        }
    }
}
