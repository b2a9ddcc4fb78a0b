//! Where the references of a schema lead, told without compiling it.

use super::references::{Names, references};
use super::walk::walk;
use serde_json::Value;
use std::collections::HashSet;

/// What is worth knowing of a schema's references before anybody rewrites, inlines or sends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// References, all of them.
    pub count: usize,
    /// Those that lead to another document, or to nothing in this one; each once, in order.
    pub broken: Vec<String>,
    /// Those that lead to a part of the schema that is also used where it stands; each once, in order.
    pub outside_defs: Vec<String>,
    /// One that leads back to a schema around itself.
    pub recursive: Option<String>,
}

impl Links {
    /// Reads a schema.
    pub fn of(schema: &Value) -> Self {
        let found = links_in(schema);
        let mut links = Self {
            count: found.len(),
            ..Self::default()
        };
        if found.is_empty() {
            return links;
        }
        let mut names = Names::default();
        walk(schema, &mut |_, schema| names.collect(schema));
        for link in &found {
            if names.target(schema, link).is_none() {
                remember(&mut links.broken, link);
            } else if !leads_into_defs(link) {
                remember(&mut links.outside_defs, link);
            }
        }
        links.recursive = recursive(schema, &names, &found);
        links
    }
}

fn remember(list: &mut Vec<String>, link: &str) {
    if !list.iter().any(|known| known == link) {
        list.push(link.to_owned());
    }
}

/// The whole document, a named part, and what stands in `$defs` are meant to be referred to.
fn leads_into_defs(link: &str) -> bool {
    let fragment = link.split_once('#').map_or("", |(_, fragment)| fragment);
    !fragment.starts_with('/') || fragment.starts_with("/$defs/") || fragment.starts_with("/definitions/")
}

fn links_in(schema: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    walk(schema, &mut |_, schema| found.extend(references(schema)));
    found
}

/// Walks from target to target, each once, with what is still open on a list of its own: a chain may be long.
fn recursive<'s>(root: &'s Value, names: &Names<'s>, links: &[&'s str]) -> Option<String> {
    let mut done: HashSet<*const Value> = HashSet::new();
    for link in links {
        let mut open: HashSet<*const Value> = HashSet::new();
        let mut stack: Vec<(*const Value, Vec<&'s str>)> = Vec::new();
        let mut next = Some(*link);
        loop {
            if let Some(link) = next.take()
                && let Some(target) = names.target(root, link)
            {
                let key: *const Value = target;
                if open.contains(&key) {
                    return Some(link.to_owned());
                }
                if !done.contains(&key) {
                    open.insert(key);
                    stack.push((key, links_in(target)));
                }
            }
            let Some((key, rest)) = stack.last_mut() else { break };
            match rest.pop() {
                Some(link) => next = Some(link),
                None => {
                    open.remove(key);
                    done.insert(*key);
                    stack.pop();
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Links;
    use serde_json::json;

    #[test]
    fn links_are_sorted_by_where_they_lead() {
        let links = Links::of(&json!({
            "properties": {
                "a": {"$ref": "#/$defs/a"},
                "b": {"$ref": "#/properties/a"},
                "c": {"$ref": "#/nowhere"},
                "d": {"$ref": "https://example.com/x"},
                "$ref": {"type": "string"},
            },
            "$defs": {"a": {"type": "string"}},
        }));
        assert_eq!(links.count, 4);
        assert_eq!(links.outside_defs, ["#/properties/a"]);
        assert_eq!(links.broken, ["#/nowhere", "https://example.com/x"]);
        assert_eq!(links.recursive, None);
    }

    #[test]
    fn a_way_back_is_found_and_a_second_way_there_is_none() {
        let tree = json!({
            "properties": {"x": {"$ref": "#/$defs/node"}},
            "$defs": {"node": {"properties": {"next": {"items": {"$ref": "#/$defs/other"}}}},
                      "other": {"properties": {"back": {"$ref": "#/$defs/node"}}}},
        });
        assert!(Links::of(&tree).recursive.is_some());
        let itself = json!({"properties": {"child": {"$ref": "#"}}});
        assert_eq!(Links::of(&itself).recursive.as_deref(), Some("#"));
        let twice = json!({
            "properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "#/$defs/a"}, "z": {"$ref": "#/$defs/b"}},
            "$defs": {"a": {"type": "string"}, "b": {"properties": {"a": {"$ref": "#/$defs/a"}, "c": {"$ref": "#/$defs/a"}}}},
        });
        assert_eq!(Links::of(&twice).recursive, None);
    }
}
