//! Every schema of a document with its place, and nothing that is data.

use super::{Holds, holds};
use serde_json::Value;

/// One step from a schema to a schema inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'s> {
    /// A keyword, or a name under one.
    Key(&'s str),
    /// A place in a list, from 0.
    Item(usize),
}

/// Shows every schema of a document with the steps that lead to it: a property called `properties` is a property.
pub fn walk<'s>(schema: &'s Value, look: &mut dyn FnMut(&[Step<'s>], &'s Value)) {
    from(schema, &mut Vec::new(), look);
}

fn from<'s>(schema: &'s Value, path: &mut Vec<Step<'s>>, look: &mut dyn FnMut(&[Step<'s>], &'s Value)) {
    look(path, schema);
    let Value::Object(map) = schema else { return };
    for (key, value) in map {
        path.push(Step::Key(key));
        match (holds(key), value) {
            (Holds::Schema, Value::Array(items)) => {
                for (place, item) in items.iter().enumerate() {
                    path.push(Step::Item(place));
                    from(item, path, look);
                    path.pop();
                }
            }
            (Holds::Schema, value) => from(value, path, look),
            (Holds::SchemasByName, Value::Object(named)) => {
                for (name, value) in named {
                    path.push(Step::Key(name));
                    from(value, path, look);
                    path.pop();
                }
            }
            _ => {}
        }
        path.pop();
    }
}

/// Steps as a JSON pointer; empty for the whole.
pub fn pointer(path: &[Step<'_>]) -> String {
    let mut out = String::new();
    for step in path {
        out.push('/');
        match step {
            Step::Key(key) => out.push_str(&key.replace('~', "~0").replace('/', "~1")),
            Step::Item(place) => out.push_str(&place.to_string()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{pointer, walk};
    use serde_json::json;

    #[test]
    fn only_schemas_are_shown_each_with_its_place() {
        let schema = json!({
            "properties": {"properties": {"type": "string"}, "a/b": {"anyOf": [{}, {"enum": [{"type": "x"}]}]}},
            "default": {"properties": {"no": {}}},
        });
        let mut seen = Vec::new();
        walk(&schema, &mut |path, _| seen.push(pointer(path)));
        seen.sort_unstable();
        assert_eq!(
            seen,
            [
                "",
                "/properties/a~1b",
                "/properties/a~1b/anyOf/0",
                "/properties/a~1b/anyOf/1",
                "/properties/properties",
            ]
        );
    }
}
