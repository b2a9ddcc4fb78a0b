//! References of a schema, looked at before it is compiled: where they lead, and whether following them ends.

use super::walk::walk;
use super::{KEYWORDS, MAX_BRANCHES, Unusable};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// References that may follow one another for one value: the compiler follows them on its stack.
const MAX_DEPTH: usize = 500;

/// Refuses a schema that refers outside of itself, or whose references never end.
pub(super) fn check(schema: &Value) -> Result<(), Unusable> {
    let mut names = Names::default();
    visit(schema, &mut |schema| names.collect(schema));
    let mut outside = None;
    visit(schema, &mut |schema| {
        let leads_outside = references(schema).find(|target| !names.is_inside(target));
        outside = outside.take().or_else(|| leads_outside.map(str::to_owned));
    });
    if let Some(target) = outside {
        return Err(Unusable::RefersOutside(target));
    }
    let mut walk = Walk {
        root: schema,
        names: &names,
        branches: HashMap::new(),
        open: HashSet::new(),
    };
    let mut result = Ok(());
    visit(schema, &mut |schema| {
        if result.is_ok() {
            result = walk.branches(schema).map(drop);
        }
    });
    result
}

/// Names that a document gives to its own parts.
#[derive(Default)]
pub(super) struct Names<'s> {
    ids: Vec<&'s str>,
    anchors: HashMap<&'s str, &'s Value>,
    by_id: HashMap<&'s str, &'s Value>,
}

impl<'s> Names<'s> {
    pub(super) fn collect(&mut self, schema: &'s Value) {
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        if let Some(id) = text("$id") {
            self.ids.push(id);
            self.by_id.insert(id, schema);
        }
        for key in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = text(key) {
                self.anchors.insert(anchor, schema);
            }
        }
    }

    /// Whether a reference stays in the document: a fragment, or the `$id` of a part of it.
    fn is_inside(&self, target: &str) -> bool {
        let document = target.split('#').next().unwrap_or(target);
        document.is_empty()
            || self
                .ids
                .iter()
                .any(|id| *id == document || id.strip_suffix(document).is_some_and(|base| base.ends_with('/')))
    }

    /// What a reference means, where that can be told; the compiler refuses what leads nowhere.
    pub(super) fn target(&self, root: &'s Value, target: &str) -> Option<&'s Value> {
        let (document, fragment) = target.split_once('#').unwrap_or((target, ""));
        let root = if document.is_empty() {
            root
        } else {
            self.by_id.get(document).copied()?
        };
        if fragment.is_empty() {
            return Some(root);
        }
        if fragment.starts_with('/') {
            return root.pointer(&decoded(fragment));
        }
        self.anchors.get(fragment).copied()
    }
}

/// A fragment without its percent signs.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The references that a schema states itself.
pub(super) fn references(schema: &Value) -> impl Iterator<Item = &str> {
    ["$ref", "$dynamicRef", "$recursiveRef"]
        .into_iter()
        .filter_map(|key| schema.get(key).and_then(Value::as_str))
}

/// Follows what is applied to the same value.
struct Walk<'s, 'n> {
    root: &'s Value,
    names: &'n Names<'s>,
    /// Schemas applied to one value from here on, by the address of the schema.
    branches: HashMap<*const Value, u64>,
    open: HashSet<*const Value>,
}

impl<'s> Walk<'s, '_> {
    fn branches(&mut self, schema: &'s Value) -> Result<u64, Unusable> {
        let key: *const Value = schema;
        if let Some(known) = self.branches.get(&key) {
            return Ok(*known);
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(Unusable::BranchesTooOften);
        }
        self.open.insert(key);
        let mut count = 1_u64;
        for target in references(schema) {
            let Some(next) = self.names.target(self.root, target) else {
                continue;
            };
            if self.open.contains(&std::ptr::from_ref(next)) {
                return Err(Unusable::RefersToItself(target.to_owned()));
            }
            count = count.saturating_add(self.branches(next)?);
        }
        for next in in_place(schema) {
            count = count.saturating_add(self.branches(next)?);
        }
        if count > MAX_BRANCHES {
            return Err(Unusable::BranchesTooOften);
        }
        self.open.remove(&key);
        self.branches.insert(key, count);
        Ok(count)
    }
}

/// Schemas inside a schema that look at the same value.
fn in_place(schema: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .filter_map(|key| schema.get(key).and_then(Value::as_array))
        .flatten();
    let singles = ["not", "if", "then", "else"]
        .into_iter()
        .filter_map(|key| schema.get(key));
    let maps = ["dependentSchemas", "dependencies"]
        .into_iter()
        .filter_map(|key| schema.get(key).and_then(Value::as_object))
        .flat_map(|map| map.values());
    lists.chain(singles).chain(maps)
}

/// Words that stand where keywords do and are none, each once, in the order of the document. `x-` words are left out:
/// they say themselves that they mean something to somebody else.
pub fn unknown_keywords(schema: &Value) -> Vec<String> {
    let mut unknown: Vec<String> = Vec::new();
    visit(schema, &mut |schema| {
        for key in schema.as_object().into_iter().flat_map(|map| map.keys()) {
            let is_known = KEYWORDS.contains(&key.as_str()) || key.starts_with("x-") || unknown.contains(key);
            if !is_known {
                unknown.push(key.clone());
            }
        }
    });
    unknown
}

/// Shows every schema of a document, and nothing that is data.
fn visit<'s>(schema: &'s Value, look: &mut dyn FnMut(&'s Value)) {
    walk(schema, &mut |_, schema| look(schema));
}
