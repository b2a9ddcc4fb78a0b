//! Every text of a definition that a model reads, with where it stands.

use crate::json_schema::{Holds, Step, holds, pointer, walk};
use serde_json::Value;

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The tool's description.
    Description,
    /// What its server says of itself.
    Instructions,
    /// A name in the schema.
    Name,
    /// A description or title in the schema.
    Prose,
    /// A value of `default`, `const` or `examples`.
    Value,
    /// Another value: an enum's, a pattern, a keyword that nobody knows.
    Other,
}

/// A text with its place.
pub(super) struct Text<'a> {
    pub kind: Kind,
    pub value: &'a str,
    /// The property that it belongs to, if it stands within one.
    pub property: Option<&'a str>,
    /// As a JSON pointer in the schema; empty for a description.
    steps: Vec<Step<'a>>,
}

impl<'a> Text<'a> {
    /// What a server says of itself.
    pub(super) fn of_instructions(text: &'a str) -> Self {
        Self {
            kind: Kind::Instructions,
            value: text,
            property: None,
            steps: Vec::new(),
        }
    }

    /// Where it stands, in a few words.
    pub(super) fn place(&self) -> String {
        match self.kind {
            Kind::Description => "the description".to_owned(),
            Kind::Instructions => "the instructions".to_owned(),
            _ => format!("the schema at `{}`", pointer(&self.steps)),
        }
    }
}

/// Shows the description and every text of the schema.
pub(super) fn of_tool<'a>(description: &'a str, schema: &'a Value, look: &mut dyn FnMut(&Text<'a>)) {
    look(&Text {
        kind: Kind::Description,
        value: description,
        property: None,
        steps: Vec::new(),
    });
    walk(schema, &mut |path, schema| {
        let Value::Object(map) = schema else { return };
        let property = property_of(path);
        for (key, value) in map {
            let mut steps = path.to_vec();
            steps.push(Step::Key(key));
            match (holds(key), value) {
                (Holds::SchemasByName, Value::Object(named)) => {
                    for name in named.keys() {
                        steps.push(Step::Key(name));
                        look(&Text {
                            kind: Kind::Name,
                            value: name,
                            property: None,
                            steps: steps.clone(),
                        });
                        steps.pop();
                    }
                }
                (Holds::Data, value) => {
                    let kind = match key.as_str() {
                        "description" | "title" | "$comment" => Kind::Prose,
                        "default" | "const" | "examples" => Kind::Value,
                        _ => Kind::Other,
                    };
                    data(value, kind, property, &mut steps, look);
                }
                _ => {}
            }
        }
    });
}

fn data<'a>(
    value: &'a Value,
    kind: Kind,
    property: Option<&'a str>,
    steps: &mut Vec<Step<'a>>,
    look: &mut dyn FnMut(&Text<'a>),
) {
    match value {
        Value::String(text) => look(&Text {
            kind,
            value: text,
            property,
            steps: steps.clone(),
        }),
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                steps.push(Step::Item(place));
                data(item, kind, property, steps, look);
                steps.pop();
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                steps.push(Step::Key(key));
                data(value, kind, Some(key), steps, look);
                steps.pop();
            }
        }
        _ => {}
    }
}

/// The name of the property within whose schema a path leads. Keywords and free names take turns: a property may be called
/// as a keyword is.
fn property_of<'a>(path: &[Step<'a>]) -> Option<&'a str> {
    let mut property = None;
    let mut steps = path.iter();
    while let Some(step) = steps.next() {
        if let Step::Key(keyword) = step
            && holds(keyword) == Holds::SchemasByName
            && let Some(Step::Key(name)) = steps.next()
            && *keyword == "properties"
        {
            property = Some(*name);
        }
    }
    property
}

#[cfg(test)]
mod tests {
    use super::{Kind, of_tool};
    use serde_json::json;

    #[test]
    fn every_text_has_its_place() {
        let schema = json!({
            "properties": {"key": {"description": "A key.", "default": {"a": ["x"]}, "enum": ["y"]}},
        });
        let mut seen = Vec::new();
        of_tool("Does it.", &schema, &mut |text| {
            seen.push((
                text.kind,
                text.value.to_owned(),
                text.place(),
                text.property.map(str::to_owned),
            ));
        });
        // A map of JSON keeps its keys in one order or the other.
        seen.sort_by(|a, b| a.2.cmp(&b.2));
        let place = |pointer: &str| format!("the schema at `{pointer}`");
        let key = || Some("key".to_owned());
        assert_eq!(
            seen,
            [
                (
                    Kind::Description,
                    "Does it.".to_owned(),
                    "the description".to_owned(),
                    None
                ),
                (
                    Kind::Value,
                    "x".to_owned(),
                    place("/properties/key/default/a/0"),
                    Some("a".to_owned())
                ),
                (
                    Kind::Prose,
                    "A key.".to_owned(),
                    place("/properties/key/description"),
                    key()
                ),
                (Kind::Other, "y".to_owned(), place("/properties/key/enum/0"), key()),
                (Kind::Name, "key".to_owned(), place("/properties/key"), None),
            ]
        );
    }
}
