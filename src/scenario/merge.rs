//! Laying a variant over the file it extends: mappings merge key by key, everything else is replaced, `null` deletes a key.

use super::tree::{Node, Value};

/// The base with the variant over it. Places of what the variant says are the variant's.
///
/// A key that the base lacks comes in whole, with any `null` inside it: there is nothing to delete.
pub(super) fn merge(base: Node, variant: Node) -> Node {
    match (base.value, variant.value) {
        (Value::Mapping(mut entries), Value::Mapping(over)) => {
            for entry in over {
                let place = entries.iter().position(|known| known.key == entry.key);
                match (place, &entry.node.value) {
                    (Some(place), Value::Null) => {
                        entries.remove(place);
                    }
                    (None, Value::Null) => {}
                    (Some(place), _) => {
                        let known = &mut entries[place];
                        let nothing = Node {
                            at: known.node.at,
                            value: Value::Null,
                        };
                        let base = std::mem::replace(&mut known.node, nothing);
                        known.node = merge(base, entry.node);
                        known.key_at = entry.key_at;
                    }
                    (None, _) => entries.push(entry),
                }
            }
            Node {
                at: variant.at,
                value: Value::Mapping(entries),
            }
        }
        (_, value) => Node { at: variant.at, value },
    }
}
