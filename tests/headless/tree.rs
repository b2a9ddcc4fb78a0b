//! A tree that keeps the order of its keys and prints as JSON, which is YAML, so that a failing case prints as a file one
//! can open. Knows nothing of scenarios.

use std::fmt;

/// A value whose keys stand in the order in which they were put.
#[derive(Clone, PartialEq)]
pub(crate) enum Tree {
    /// Any value, already JSON text.
    Leaf(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

impl Tree {
    pub(crate) fn text(text: impl AsRef<str>) -> Self {
        Self::Leaf(serde_json::Value::from(text.as_ref()).to_string())
    }

    pub(crate) fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::List(texts.into_iter().map(Self::text).collect())
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, tree)| tree),
            _ => None,
        }
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        match self {
            Self::Map(entries) => entries.iter_mut().find(|(name, _)| name == key).map(|(_, tree)| tree),
            _ => None,
        }
    }

    pub(crate) fn keys(&self) -> Vec<String> {
        match self {
            Self::Map(entries) => entries.iter().map(|(name, _)| name.clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// The same value with the keys of its mappings in another order, but for those mappings whose path is kept.
    pub(crate) fn shuffled(&self, seed: u64, keeps_order: &dyn Fn(&[&str]) -> bool) -> Self {
        let mut state = seed;
        shuffle(self, &mut Vec::new(), &mut state, keeps_order)
    }

    /// Puts a key, in the place of one of that name or at the end.
    pub(crate) fn put(&mut self, key: &str, value: Self) {
        if let Some(known) = self.get_mut(key) {
            *known = value;
        } else if let Self::Map(entries) = self {
            entries.push((key.to_owned(), value));
        }
    }
}

/// A mapping of the keys that have a value.
pub(crate) fn map<'a>(entries: impl IntoIterator<Item = (&'a str, Option<Tree>)>) -> Tree {
    Tree::Map(
        entries
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?)))
            .collect(),
    )
}

pub(crate) fn number(value: u64) -> Tree {
    Tree::Leaf(value.to_string())
}

pub(crate) fn truth(value: bool) -> Tree {
    Tree::Leaf(value.to_string())
}

fn shuffle<'a>(
    tree: &'a Tree,
    path: &mut Vec<&'a str>,
    state: &mut u64,
    keeps_order: &dyn Fn(&[&str]) -> bool,
) -> Tree {
    match tree {
        Tree::Leaf(_) => tree.clone(),
        Tree::List(items) => {
            path.push("[]");
            let items = items.iter().map(|item| shuffle(item, path, state, keeps_order));
            let items = items.collect();
            path.pop();
            Tree::List(items)
        }
        Tree::Map(entries) => {
            let mut shuffled = Vec::with_capacity(entries.len());
            for (key, value) in entries {
                path.push(key);
                shuffled.push((key.clone(), shuffle(value, path, state, keeps_order)));
                path.pop();
            }
            if !keeps_order(path) {
                for last in (1..shuffled.len()).rev() {
                    shuffled.swap(last, below(state, last + 1));
                }
            }
            Tree::Map(shuffled)
        }
    }
}

/// The next number below a bound, of a splitmix64 sequence.
fn below(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap_or(0)
}

impl fmt::Display for Tree {
    /// JSON; the outer levels a line for each entry, the inner ones on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(f, self, 0)
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}

fn write_tree(f: &mut fmt::Formatter<'_>, tree: &Tree, level: usize) -> fmt::Result {
    const WIDE_LEVELS: usize = 3;
    let gap = |f: &mut fmt::Formatter<'_>, level: usize| match level {
        level if level < WIDE_LEVELS => write!(f, "\n{}", "  ".repeat(level)),
        _ => Ok(()),
    };
    match tree {
        Tree::Leaf(text) => f.write_str(text),
        Tree::List(items) => {
            f.write_str("[")?;
            for (place, item) in items.iter().enumerate() {
                f.write_str(if place > 0 { ", " } else { "" })?;
                write_tree(f, item, WIDE_LEVELS)?;
            }
            f.write_str("]")
        }
        Tree::Map(entries) => {
            f.write_str("{")?;
            for (place, (key, value)) in entries.iter().enumerate() {
                f.write_str(if place > 0 { ", " } else { "" })?;
                gap(f, level + 1)?;
                write!(f, "{}: ", serde_json::Value::from(key.as_str()))?;
                write_tree(f, value, level + 1)?;
            }
            if !entries.is_empty() {
                gap(f, level)?;
            }
            f.write_str("}")
        }
    }
}
