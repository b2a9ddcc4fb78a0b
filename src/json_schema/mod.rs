//! JSON Schema 2020-12 for the arguments of calls, over the `jsonschema` crate.
//!
//! A schema is somebody else's text: `$ref` is resolved inside its document only, nothing reaches the network or the disk,
//! and one whose references would never end is refused before it is asked anything. Deliberately absent: tools, calls,
//! and what follows from an argument that does not fit.

mod keywords;
mod links;
mod references;
mod walk;

pub use keywords::{Holds, KEYWORDS, holds};
pub use links::Links;
pub use references::unknown_keywords;
pub use walk::{Step, pointer, walk};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, Retrieve, Uri, ValidationError, ValidationOptions, Validator};
use serde_json::Value;

/// A schema that can be asked.
#[derive(Debug)]
pub struct Schema {
    validator: Validator,
}

/// Why a schema cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It is no schema.
    #[error("it is not a JSON Schema: {0}")]
    NotASchema(String),
    /// It refers to another document.
    #[error("`$ref: {0}` points outside of the schema; only references inside it are followed")]
    RefersOutside(String),
    /// Following its references never ends.
    #[error("`$ref: {0}` leads back to itself without ever looking at an argument")]
    RefersToItself(String),
    /// Following its references takes too long.
    #[error("its references branch more than {MAX_BRANCHES} times for one value")]
    BranchesTooOften,
}

/// Schemas that may be applied to one value, all branches counted.
const MAX_BRANCHES: u64 = 100_000;

/// Errors read of one instance, before those that say nothing new are left out.
const ERRORS_READ: usize = 200;
/// Mismatches told of one instance; a value may be wrong in very many ways.
const MISMATCHES_TOLD: usize = 20;
/// The longest message, in characters: it quotes values, which may be long.
const MESSAGE_CHARS: usize = 240;

/// One thing that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// JSON pointer of the value, empty for the whole.
    pub pointer: String,
    /// What is wrong with it: a clause that follows its name.
    pub message: String,
}

impl Schema {
    /// A schema as it stands.
    pub fn new(schema: &Value) -> Result<Self, Unusable> {
        Self::compiled(schema.clone(), |options| options)
    }

    /// The condition of a rule. Its patterns never give up: an engine that does, on a text made for that, would let
    /// through what the rule forbids. So they know no look-around and no back-reference.
    pub fn of_rule(schema: &Value) -> Result<Self, Unusable> {
        Self::compiled(schema.clone(), |options| {
            options.with_pattern_options(PatternOptions::regex())
        })
    }

    fn compiled(
        mut schema: Value,
        with: impl FnOnce(ValidationOptions) -> ValidationOptions,
    ) -> Result<Self, Unusable> {
        references::check(&schema)?;
        // Every schema is read as 2020-12, whatever it calls itself: `$schema` would pull in another document.
        if let Value::Object(map) = &mut schema {
            map.remove("$schema");
        }
        let options = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_retriever(NothingElse);
        let validator = with(options)
            .build(&schema)
            .map_err(|error| Unusable::NotASchema(shortened(&error.to_string())))?;
        Ok(Self { validator })
    }

    /// The schema of a tool's arguments: properties that it does not know are refused, unless it says otherwise itself
    /// (domain §8.2).
    ///
    /// Said with `unevaluatedProperties`, which sees what `allOf`, `$ref` and their like know of; and of the arguments
    /// themselves only: an object inside them is as open as its own schema says. Arguments are an object, also for a schema
    /// that does not say so and would let a list through.
    pub fn of_arguments(schema: &Value) -> Result<Self, Unusable> {
        let mut closed = schema.clone();
        if let Value::Object(map) = &mut closed {
            if !map.contains_key("additionalProperties") && !map.contains_key("unevaluatedProperties") {
                map.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
            }
            map.entry("type").or_insert_with(|| "object".into());
        }
        Self::compiled(closed, |options| options)
    }

    /// Whether a value fits.
    pub fn fits(&self, instance: &Value) -> bool {
        self.validator.is_valid(instance)
    }

    /// What does not fit, as the schema comes to it; the first of very many.
    pub fn mismatches(&self, instance: &Value) -> Vec<Mismatch> {
        let errors: Vec<ValidationError<'_>> = self.validator.iter_errors(instance).take(ERRORS_READ).collect();
        errors
            .iter()
            .filter_map(|error| match &error.kind {
                ValidationErrorKind::UnevaluatedProperties { unexpected } => unknown(error, unexpected, &errors),
                _ => Some(mismatch(error)),
            })
            .take(MISMATCHES_TOLD)
            .collect()
    }
}

/// `unevaluatedProperties` names each property again whose own schema it does not fit, and every property of a branch
/// that does not fit: true to the letter, and no news.
fn unknown(error: &ValidationError<'_>, unexpected: &[String], errors: &[ValidationError<'_>]) -> Option<Mismatch> {
    use ValidationErrorKind as Kind;
    let whole = error.instance_path.as_str();
    let others = || errors.iter().filter(|other| !is_about_unknown(other));
    let is_told = |name: &String| {
        let inside = format!("{whole}/{}", name.replace('~', "~0").replace('/', "~1"));
        others().any(|other| {
            let path = other.instance_path.as_str();
            path == inside || path.strip_prefix(&inside).is_some_and(|rest| rest.starts_with('/'))
        })
    };
    let is_branch = |other: &ValidationError<'_>| {
        let is_choice = matches!(
            other.kind,
            Kind::AnyOf { .. } | Kind::OneOfMultipleValid { .. } | Kind::OneOfNotValid { .. } | Kind::Not { .. }
        );
        is_choice && other.instance_path.as_str() == whole
    };
    let news: Vec<String> = unexpected.iter().filter(|name| !is_told(name)).cloned().collect();
    if news.is_empty() || others().any(is_branch) {
        return None;
    }
    Some(Mismatch {
        pointer: whole.to_owned(),
        message: not_known(&news),
    })
}

fn not_known(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    shortened(&format!("not known here: {}", names.join(", ")))
}

fn is_about_unknown(error: &ValidationError<'_>) -> bool {
    matches!(error.kind, ValidationErrorKind::UnevaluatedProperties { .. })
}

fn mismatch(error: &ValidationError<'_>) -> Mismatch {
    let message = match &error.kind {
        ValidationErrorKind::AdditionalProperties { unexpected } => not_known(unexpected),
        ValidationErrorKind::Required { property } => {
            let property = property.as_str().map_or_else(|| property.to_string(), str::to_owned);
            format!("`{property}` is missing")
        }
        _ => error.to_string(),
    };
    Mismatch {
        pointer: error.instance_path.to_string(),
        message: shortened(&message),
    }
}

fn shortened(message: &str) -> String {
    if message.chars().count() <= MESSAGE_CHARS {
        return message.to_owned();
    }
    let kept: String = message.chars().take(MESSAGE_CHARS - 1).collect();
    format!("{}…", kept.trim_end())
}

/// No document but the schema itself.
struct NothingElse;

impl Retrieve for NothingElse {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("{uri} is outside of the schema").into())
    }
}

#[cfg(test)]
mod tests {
    use super::{Schema, Unusable};
    use serde_json::{Value, json};

    fn wrong(schema: &Value, arguments: &Value) -> Vec<String> {
        let schema = Schema::of_arguments(schema).unwrap();
        let mismatches = schema.mismatches(arguments);
        assert_eq!(schema.fits(arguments), mismatches.is_empty());
        mismatches
            .into_iter()
            .map(|one| format!("{} {}", one.pointer, one.message).trim().to_owned())
            .collect()
    }

    #[test]
    fn unknown_arguments_are_refused_unless_allowed() {
        let known = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
        assert_eq!(wrong(&known, &json!({"a": 1})), [""; 0]);
        assert_eq!(wrong(&known, &json!({"a": 1, "b": 2})), ["not known here: `b`"]);
        let open = json!({"type": "object", "properties": {"a": {}}, "additionalProperties": true});
        assert_eq!(wrong(&open, &json!({"b": 2})), [""; 0]);
        let patterned = json!({"patternProperties": {"^x-": {}}});
        assert_eq!(wrong(&patterned, &json!({"x-a": 1})), [""; 0]);
        // What an applicator knows is known.
        let joined = json!({
            "allOf": [{"properties": {"a": {}}}, {"$ref": "#/$defs/more"}],
            "$defs": {"more": {"properties": {"b": {}}}},
        });
        assert_eq!(wrong(&joined, &json!({"a": 1, "b": 2})), [""; 0]);
        assert_eq!(wrong(&joined, &json!({"c": 1})), ["not known here: `c`"]);
        let choice =
            json!({"anyOf": [{"properties": {"a": {"type": "null"}}, "required": ["a"]}, {"required": ["b"]}]});
        assert_eq!(
            wrong(&choice, &json!({"a": 1})),
            ["{\"a\":1} is not valid under any of the schemas listed in the 'anyOf' keyword"]
        );
        // Only the arguments themselves are closed.
        let nested = json!({"properties": {"a": {"properties": {"b": {}}}}});
        assert_eq!(wrong(&nested, &json!({"a": {"c": 1}})), [""; 0]);
    }

    #[test]
    fn arguments_are_an_object_whatever_their_schema_says() {
        for schema in [
            json!({}),
            json!({"properties": {"a": {}}}),
            json!({"additionalProperties": true}),
        ] {
            assert_eq!(wrong(&schema, &json!({})), [""; 0]);
            assert_eq!(wrong(&schema, &json!([1])), ["[1] is not of type \"object\""]);
            assert_eq!(wrong(&schema, &json!(null)), ["null is not of type \"object\""]);
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let schema = json!({
            "properties": {"n": {"type": "integer", "maximum": 5}, "of": {"enum": ["a", "b"]}},
            "required": ["n", "of"],
        });
        assert_eq!(
            wrong(&schema, &json!({"n": 9, "of": "a"})),
            ["/n 9 is greater than the maximum of 5"]
        );
        assert_eq!(wrong(&schema, &json!({})), ["`n` is missing", "`of` is missing"]);
        assert_eq!(
            wrong(&schema, &json!({"n": "x", "of": "c"})),
            [
                "/n \"x\" is not of type \"integer\"",
                "/of \"c\" is not one of \"a\" or \"b\""
            ]
        );
    }

    #[test]
    fn older_words_of_json_schema_are_read_as_2020_12() {
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "$id": "https://example.com/tool.json",
            "properties": {"a": {"$ref": "#/definitions/a"}},
            "definitions": {"a": {"type": "string"}},
        });
        assert_eq!(wrong(&schema, &json!({"a": "x"})), [""; 0]);
        assert_eq!(wrong(&schema, &json!({"a": 1})), ["/a 1 is not of type \"string\""]);
    }

    #[test]
    fn a_schema_reaches_nothing_but_itself() {
        for outside in [
            "https://example.com/other.json",
            "file:///etc/passwd",
            "other.json",
            "//example.com/x#/a",
            "https://json-schema.org/draft/2020-12/schema",
            "http://json-schema.org/draft-07/schema#",
        ] {
            let schema = json!({"properties": {"a": {"$ref": outside}}});
            let error = Schema::of_arguments(&schema).unwrap_err();
            assert_eq!(error, Unusable::RefersOutside(outside.to_owned()));
            let schema = json!({"$defs": {"a": {"items": {"$dynamicRef": outside}}}});
            assert!(Schema::of_arguments(&schema).is_err());
        }
        // Data that looks like a reference is none.
        let data = json!({"properties": {"a": {"enum": [{"$ref": "https://example.com/x"}]}}});
        assert_eq!(wrong(&data, &json!({"a": {"$ref": "https://example.com/x"}})), [""; 0]);
        // Names inside the document are inside.
        let named = json!({
            "properties": {"a": {"$ref": "item.json"}, "b": {"$ref": "#here"}},
            "$defs": {"x": {"$id": "item.json", "type": "string"}, "y": {"$anchor": "here", "type": "null"}},
        });
        assert_eq!(wrong(&named, &json!({"a": "x", "b": null})), [""; 0]);
    }

    #[test]
    fn references_that_never_end_are_refused() {
        for schema in [
            json!({"$ref": "#"}),
            json!({"allOf": [{"$ref": "#"}]}),
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}}),
            json!({"properties": {"x": {"if": {"$ref": "#/properties/x"}}}}),
            json!({"$ref": "#r", "$defs": {"r": {"$anchor": "r", "then": {"$ref": "#r"}, "if": true}}}),
        ] {
            let error = Schema::of_arguments(&schema).unwrap_err();
            assert!(matches!(error, Unusable::RefersToItself(_)), "{schema} {error}");
        }
        // A tree is a tree: it looks at a part of the argument each time.
        let tree = json!({"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}});
        assert_eq!(wrong(&tree, &json!({"left": {"right": {}}})), [""; 0]);
    }

    #[test]
    fn branching_without_end_is_refused() {
        let mut defs = serde_json::Map::new();
        for level in 0..40 {
            let next = json!({"$ref": format!("#/$defs/l{}", level + 1)});
            defs.insert(format!("l{level}"), json!({"anyOf": [next, next]}));
        }
        defs.insert("l40".to_owned(), json!(false));
        let schema = json!({"$ref": "#/$defs/l0", "$defs": defs});
        assert_eq!(Schema::of_arguments(&schema).unwrap_err(), Unusable::BranchesTooOften);
    }

    #[test]
    fn the_patterns_of_a_rule_never_give_up() {
        let rule = json!({"properties": {"to": {"pattern": "^(a+)+$"}}});
        let made_for_it = json!({"to": format!("{}b", "a".repeat(5_000))});
        assert!(!Schema::of_rule(&rule).unwrap().fits(&made_for_it));
        assert!(Schema::of_rule(&rule).unwrap().fits(&json!({"to": "a".repeat(5_000)})));
        assert!(Schema::of_rule(&json!({"pattern": "(?=a)b"})).is_err());
    }

    #[test]
    fn words_that_are_no_keywords_are_found() {
        let schema = json!({
            "properties": {"patern": {"patern": "x", "enum": [{"no": "schema"}]}},
            "x-own": 1,
            "requird": ["a"],
        });
        let mut unknown = super::unknown_keywords(&schema);
        unknown.sort_unstable();
        assert_eq!(unknown, ["patern", "requird"]);
    }

    #[test]
    fn what_is_no_schema_is_said_so() {
        for schema in [
            json!({"type": "strnig"}),
            json!({"required": "a"}),
            json!({"$ref": "#/nowhere"}),
        ] {
            assert!(Schema::of_arguments(&schema).is_err(), "{schema}");
        }
    }
}
