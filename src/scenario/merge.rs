//! Laying a variant over the file it extends: mappings merge key by key, everything else is replaced, `null` deletes a key.

use super::tree::{Entry, Node, Value};
use std::collections::HashMap;

/// The base with the variant over it. Places of what the variant says are the variant's.
///
/// A key that the base lacks comes in whole, with any `null` inside it: there is nothing to delete.
pub(super) fn merge(base: Node, variant: Node) -> Node {
    match (base.value, variant.value) {
        (Value::Mapping(entries), Value::Mapping(over)) => {
            let places: HashMap<String, usize> = entries
                .iter()
                .enumerate()
                .map(|(place, entry)| (entry.key.clone(), place))
                .collect();
            let mut merged: Vec<Option<Entry>> = entries.into_iter().map(Some).collect();
            for entry in over {
                // Keys of one mapping differ, so that each place is taken at most once.
                let known = places.get(&entry.key).map(|&place| (place, merged[place].take()));
                match (known, &entry.node.value) {
                    (_, Value::Null) => {}
                    (Some((place, Some(known))), _) => {
                        merged[place] = Some(Entry {
                            node: merge(known.node, entry.node),
                            ..entry
                        });
                    }
                    (_, _) => merged.push(Some(entry)),
                }
            }
            Node {
                at: variant.at,
                value: Value::Mapping(merged.into_iter().flatten().collect()),
            }
        }
        (_, value) => Node { at: variant.at, value },
    }
}
