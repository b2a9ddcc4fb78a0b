//! One mapping of the file, read key by key.

use super::Reader;
use crate::diagnostics::{At, suggest};
use crate::scenario::Decimal;
use crate::scenario::limits::MAX_NUMBER;
use crate::scenario::tree::{Entry, Node, Value};
use indexmap::IndexMap;
use std::ops::RangeInclusive;

/// A mapping that is being read. [`Section::finish`] reports the keys that nobody asked for.
pub(crate) struct Section<'n> {
    entries: &'n [Entry],
    asked: Vec<&'static str>,
    kind: &'static str,
    what: &'static str,
}

impl<'n> Section<'n> {
    /// Opens a mapping; anything else is an error. `kind` is its identity in the schema, `what` its name in sentences.
    pub(crate) fn open(
        node: &'n Node,
        kind: &'static str,
        what: &'static str,
        reader: &mut Reader<'_>,
    ) -> Option<Self> {
        let Value::Mapping(entries) = &node.value else {
            if matches!(node.value, Value::Null) {
                // `agent:` with nothing behind it.
                return Some(Self {
                    entries: &[],
                    asked: Vec::new(),
                    kind,
                    what,
                });
            }
            reader.error(
                "wrong-type",
                node.at,
                format!("{what} must be a mapping, not {}", node.kind()),
                "write `key: value` lines, indented below",
            );
            return None;
        };
        Some(Self {
            entries,
            asked: Vec::new(),
            kind,
            what,
        })
    }

    /// The value behind a key, unless it is absent or null.
    pub(crate) fn get(&mut self, key: &'static str) -> Option<&'n Node> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.entries
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| &entry.node)
            .filter(|node| !matches!(node.value, Value::Null))
    }

    /// Knows a key that somebody else reads.
    pub(crate) fn ignore(&mut self, key: &'static str) {
        self.asked.push(key);
    }

    /// A text.
    pub(crate) fn text(&mut self, key: &'static str, reader: &mut Reader<'_>) -> Option<String> {
        self.get(key).and_then(|node| text_of(node, key, reader))
    }

    /// A name that somebody gave to a version: a text, or a whole number as people write it.
    pub(crate) fn label(&mut self, key: &'static str, reader: &mut Reader<'_>) -> Option<String> {
        let node = self.get(key)?;
        match &node.value {
            Value::Number(number) if number.is_u64() => Some(number.to_string()),
            _ => text_of(node, key, reader),
        }
    }

    /// A whole number from 0 on.
    pub(crate) fn number(&mut self, key: &'static str, reader: &mut Reader<'_>) -> Option<u64> {
        self.get(key).and_then(|node| number_of(node, key, reader))
    }

    /// A number of some range, with or without a point.
    pub(crate) fn decimal(
        &mut self,
        key: &'static str,
        range: RangeInclusive<Decimal>,
        reader: &mut Reader<'_>,
    ) -> Option<Decimal> {
        let node = self.get(key)?;
        let value = match &node.value {
            // Displayed, a float has the digits that it was written with and no exponent.
            Value::Number(number) => match number.as_u64() {
                Some(whole) => Some(Decimal::whole(whole)),
                None => number.as_f64().and_then(|float| Decimal::parse(&float.to_string())),
            },
            _ => None,
        };
        let value = value.filter(|value| range.contains(value));
        if value.is_none() {
            let (from, to) = range.into_inner();
            reader.error(
                "wrong-number",
                node.at,
                format!("`{key}` is {}, expected a number from {from} to {to}", described(node)),
                "write digits without quotes, sign or separators, at most six of them behind a point",
            );
        }
        value
    }

    /// True or false.
    pub(crate) fn flag(&mut self, key: &'static str, reader: &mut Reader<'_>) -> Option<bool> {
        let node = self.get(key)?;
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        reader.error(
            "wrong-type",
            node.at,
            format!("`{key}` must be `true` or `false`, not {}", described(node)),
            "write `true` or `false` without quotes",
        );
        None
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, key: &'static str, reader: &mut Reader<'_>) -> Option<Vec<String>> {
        let node = self.get(key)?;
        texts_of(node, key, reader)
    }

    /// A text that a function understands.
    pub(crate) fn parsed<T>(
        &mut self,
        key: &'static str,
        reader: &mut Reader<'_>,
        parse: impl Fn(&str) -> Option<T>,
        allowed: impl Fn() -> String,
    ) -> Option<T> {
        let node = self.get(key)?;
        let text = text_of(node, key, reader)?;
        let value = parse(&text);
        if value.is_none() {
            reader.error(
                "unknown-value",
                node.at,
                format!("`{text}` is not a known {key}"),
                allowed(),
            );
        }
        value
    }

    /// One of a closed set of words.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        key: &'static str,
        reader: &mut Reader<'_>,
        all: &[T],
        id: impl Fn(T) -> &'static str,
    ) -> Option<T> {
        let node = self.get(key)?;
        let text = text_of(node, key, reader)?;
        word_of(node, &text, reader, all, id, &format!("a known `{key}`"))
    }

    /// A mapping with free keys. Entries that cannot be read are reported and left out.
    pub(crate) fn map<T>(
        &mut self,
        key: &'static str,
        reader: &mut Reader<'_>,
        mut read: impl FnMut(&str, &'n Node, &mut Reader<'_>) -> Option<T>,
    ) -> IndexMap<String, T> {
        let Some(node) = self.get(key) else {
            return IndexMap::new();
        };
        let Value::Mapping(entries) = &node.value else {
            reader.error(
                "wrong-type",
                node.at,
                format!("`{key}` must be a mapping, not {}", node.kind()),
                "write one `name:` line for each, with its settings indented below",
            );
            return IndexMap::new();
        };
        entries
            .iter()
            .filter_map(|entry| Some((entry.key.clone(), read(&entry.key, &entry.node, reader)?)))
            .collect()
    }

    /// A list whose entries a function reads. Entries that cannot be read are reported and left out.
    pub(crate) fn list<T>(
        &mut self,
        key: &'static str,
        reader: &mut Reader<'_>,
        mut read: impl FnMut(usize, &'n Node, &mut Reader<'_>) -> Option<T>,
    ) -> Vec<T> {
        let Some(node) = self.get(key) else {
            return Vec::new();
        };
        let Value::Sequence(items) = &node.value else {
            reader.error(
                "wrong-type",
                node.at,
                format!("`{key}` must be a list, not {}", node.kind()),
                "write one `- name: …` entry for each",
            );
            return Vec::new();
        };
        items
            .iter()
            .enumerate()
            .filter_map(|(place, item)| read(place, item, reader))
            .collect()
    }

    /// Reports what nobody asked for.
    pub(crate) fn finish(self, reader: &mut Reader<'_>) {
        if let Some(asked) = &mut reader.asked {
            asked.entry(self.kind).or_default().extend(self.asked.iter().copied());
        }
        for entry in self.entries {
            if !self.asked.contains(&entry.key.as_str()) {
                reader.error(
                    "unknown-key",
                    entry.key_at,
                    format!("`{}` is not a key of {}", entry.key, self.what),
                    suggest(&entry.key, self.asked.iter().copied()),
                );
            }
        }
    }
}

/// A text, or a number or truth value that was meant as one.
pub(crate) fn text_of(node: &Node, key: &str, reader: &mut Reader<'_>) -> Option<String> {
    match &node.value {
        Value::String(text) => Some(text.clone()),
        _ => {
            let help = match &node.value {
                Value::Number(_) | Value::Bool(_) => "put it in quotes to make it a text",
                _ => "write one line, or a block behind `|`",
            };
            reader.error(
                "wrong-type",
                node.at,
                format!("`{key}` must be a text, not {}", described(node)),
                help,
            );
            None
        }
    }
}

/// One of a closed set of words; `what` is what any other is not.
pub(crate) fn word_of<T: Copy>(
    node: &Node,
    word: &str,
    reader: &mut Reader<'_>,
    all: &[T],
    id: impl Fn(T) -> &'static str,
    what: &str,
) -> Option<T> {
    let value = all.iter().copied().find(|&value| id(value) == word);
    if value.is_none() {
        let words: Vec<&'static str> = all.iter().map(|&value| id(value)).collect();
        let message = format!("`{word}` is not {what}");
        reader.error("unknown-value", node.at, message, suggest(word, words));
    }
    value
}

/// A whole number from 0 on.
pub(crate) fn number_of(node: &Node, key: &str, reader: &mut Reader<'_>) -> Option<u64> {
    let value = match &node.value {
        Value::Number(number) => number.as_u64(),
        _ => None,
    };
    match value {
        Some(value) if value <= MAX_NUMBER => Some(value),
        _ => {
            reader.error(
                "wrong-number",
                node.at,
                format!(
                    "`{key}` is {}, expected a whole number from 0 to {MAX_NUMBER}",
                    described(node)
                ),
                "write digits only, without quotes, sign, point or separators",
            );
            None
        }
    }
}

/// A list of texts.
pub(crate) fn texts_of(node: &Node, key: &str, reader: &mut Reader<'_>) -> Option<Vec<String>> {
    let Value::Sequence(items) = &node.value else {
        reader.error(
            "wrong-type",
            node.at,
            format!("`{key}` must be a list, not {}", described(node)),
            "write `[a, b]`, or one `- name` line for each",
        );
        return None;
    };
    Some(items.iter().filter_map(|item| text_of(item, key, reader)).collect())
}

/// Checks that texts of a list are globs that can be used.
pub(crate) fn check_globs(list: &Node, globs: &[String], reader: &mut Reader<'_>) {
    for glob in globs {
        if let Err(error) = crate::scenario::pattern::glob(glob) {
            let at = place_in(list, glob);
            reader.error(
                "bad-glob",
                at,
                format!("`{glob}` is not a usable pattern: {}", error.kind()),
                "`*` stands for any characters, `?` for one, `[ab]` for one of several",
            );
        }
    }
}

/// The place of a text in a list, or of the list.
pub(crate) fn place_in(list: &Node, text: &str) -> At {
    let Value::Sequence(items) = &list.value else {
        return list.at;
    };
    items
        .iter()
        .find(|item| matches!(&item.value, Value::String(known) if known == text))
        .map_or(list.at, |item| item.at)
}

/// The value in a sentence: itself if it is short, else its kind.
fn described(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(number) => format!("`{number}`"),
        Value::String(text) if text.chars().count() <= 40 => format!("the text `{text}`"),
        _ => node.kind().to_owned(),
    }
}
