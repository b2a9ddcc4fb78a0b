//! Input schemas: what providers refuse, what admission refuses, and what is not what it was meant to be.

use super::finding::Finding;
use super::words::few;
use super::{Code, Looked};
use crate::json_schema::{Links, Step, pointer, walk};
use crate::plan::Planned;
use crate::plan::explain::{counted, grouped};
use crate::roster::{NotAdmitted, ToolId};
use crate::scenario::ToolKind;
use serde_json::{Map, Value};

/// The words that `type` may hold.
const TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];
/// Keywords that offer a choice of schemas, or join some.
const CHOICES: [&str; 3] = ["oneOf", "anyOf", "allOf"];
/// The longest name of an argument.
const NAME_CHARS: usize = 64;
/// What to do about a schema of somebody else's.
const ASK: &str =
    "Mend it in the inventory or state the tool inline with a schema of its own, and tell the server's author.";

/// Checks all schemas.
pub(super) fn check(planned: &Planned, tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    for looked in tools {
        over_caps(planned, looked, findings);
        match &looked.tool.admission {
            Ok(()) => {}
            Err(NotAdmitted::SchemaNotAnObject) => {
                let sentence = format!(
                    "The input schema is {}, so admission refuses it.",
                    kind(&looked.tool.input_schema)
                );
                findings.push(Finding::tool(Code::SchemaNotAnObject, looked.id, sentence, ASK));
                continue;
            }
            Err(reason) => findings.push(not_admitted(looked.id, reason)),
        }
        root(looked, findings);
        inside(looked, findings);
        references(looked, findings);
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "missing",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a mapping",
    }
}

fn not_admitted(id: ToolId, reason: &NotAdmitted) -> Finding {
    let finding = |sentence: String, limit: &str| {
        let fix = format!("Raise or drop `admission.{limit}`, or leave the tool out.");
        Finding::tool(Code::SchemaNotAdmitted, id, sentence, fix)
    };
    match reason {
        NotAdmitted::SchemaTooDeep { levels, max_levels } => finding(
            format!("The schema nests {levels} levels deep; {max_levels} are admitted."),
            "max_schema_depth",
        )
        .with([("levels", *levels), ("limit", *max_levels)]),
        NotAdmitted::SchemaTooLarge { bytes, max_bytes } => finding(
            format!(
                "The schema has {} bytes; {} are admitted.",
                grouped(*bytes),
                grouped(*max_bytes)
            ),
            "max_schema_bytes",
        )
        .with([("bytes", *bytes), ("limit", *max_bytes)]),
        NotAdmitted::HoldsRef | NotAdmitted::SchemaNotAnObject => finding(
            "The schema holds `$ref`, which is not admitted.".to_owned(),
            "allow_refs",
        ),
    }
}

/// What is asked of the root alone.
fn root(looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let Value::Object(map) = &*looked.tool.input_schema else {
        return;
    };
    let mut found = |code: Code, sentence: String, fix: &str| {
        findings.push(Finding::tool(code, looked.id, sentence, fix));
    };
    let choice = CHOICES.into_iter().find(|key| map.contains_key(*key));
    match map.get("type") {
        None => found(
            Code::SchemaWithoutType,
            "The root of the input schema has no `type`.".to_owned(),
            "Add `type: object` to it.",
        ),
        Some(Value::String(word)) if word == "object" => {}
        Some(other) => found(
            Code::SchemaNotAnObject,
            format!("The root of the input schema has `type: {other}`."),
            "Arguments are an object: put the value under a property, with `type: object` around it.",
        ),
    }
    if let Some(choice) = choice {
        found(
            Code::SchemaRootChoice,
            format!("`{choice}` stands at the root of the input schema."),
            "Join the choices into one object, and say in the description what goes with what.",
        );
    }
    let names_some = ["properties", "patternProperties", "additionalProperties", "$ref"]
        .into_iter()
        .any(|key| map.contains_key(key));
    if !names_some && choice.is_none() {
        found(
            Code::SchemaWithoutProperties,
            "The input schema has no `properties`.".to_owned(),
            "Name the arguments, or say that there are none: `properties: {}`.",
        );
    }
}

/// What is asked of every schema inside, each kind told once a tool with the first place of it.
fn inside(looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let mut malformed: Vec<String> = Vec::new();
    let mut without_items: Vec<String> = Vec::new();
    let mut arguments: Vec<&str> = Vec::new();
    let mut nested: Vec<&str> = Vec::new();
    let mut unknown: Vec<(String, &str)> = Vec::new();
    walk(&looked.tool.input_schema, &mut |path, schema| {
        let Value::Object(map) = schema else { return };
        malformed.extend(wrong_kinds(map).into_iter().map(|what| format!("{what}{}", at(path))));
        if map.get("type").is_some_and(is_array) && !map.contains_key("items") {
            without_items.push(pointer(path));
        }
        if let Some(Value::Object(properties)) = map.get("properties") {
            let refused = properties.keys().map(String::as_str).filter(|name| !is_taken(name));
            if path.is_empty() { &mut arguments } else { &mut nested }.extend(refused);
            if !is_applied_beside_others(path, map) {
                let absent = required(map).filter(|name| !properties.contains_key(*name));
                unknown.extend(absent.map(|name| (at(path), name)));
            }
        }
    });
    nested.sort_unstable();
    nested.dedup();
    let mut found = |code: Code, number: usize, sentence: String, fix: &str| {
        if number > 0 {
            findings.push(Finding::tool(code, looked.id, sentence, fix).with([("places", number as u64)]));
        }
    };
    let first = |list: &[String]| list.first().cloned().unwrap_or_default();
    let more = |number: usize| match number {
        0 | 1 => String::new(),
        number => format!(", and {} more", number - 1),
    };
    found(
        Code::SchemaMalformed,
        malformed.len(),
        format!("{}{}.", first(&malformed), more(malformed.len())),
        ASK,
    );
    found(
        Code::ArrayWithoutItems,
        without_items.len(),
        format!(
            "The array at `{}` has no `items`{}.",
            first(&without_items),
            more(without_items.len())
        ),
        "Add `items`, with the type of what the array holds.",
    );
    found(
        Code::PropertyNameRefused,
        arguments.len(),
        if arguments.len() == 1 {
            format!("{} is refused as an argument's name.", few(&arguments))
        } else {
            format!("{} are refused as names of arguments.", few(&arguments))
        },
        "Rename it to 1 to 64 letters, digits, `_`, `.` and `-`, and map it back before the call.",
    );
    found(
        Code::NestedNameRefused,
        nested.len(),
        format!(
            "{} {} inside an argument.",
            few(&nested),
            if nested.len() == 1 { "stands" } else { "stand" }
        ),
        "Keep it in mind where schemas are flattened; else nothing to do.",
    );
    if let Some((place, _)) = unknown.first() {
        let names: Vec<&str> = unknown.iter().map(|(_, name)| *name).collect();
        found(
            Code::RequiredUnknown,
            names.len(),
            format!(
                "`required`{place} names {}, which `properties` does not have.",
                few(&names)
            ),
            "Take it out of `required`, or describe it under `properties`.",
        );
    }
}

/// ` at …`; nothing for the root.
fn at(path: &[Step<'_>]) -> String {
    if path.is_empty() {
        String::new()
    } else {
        format!(" at `{}`", pointer(path))
    }
}

/// Keywords whose value cannot mean anything.
fn wrong_kinds(map: &Map<String, Value>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |key: &str, is_good: &dyn Fn(&Value) -> bool, what: &str| {
        if let Some(value) = map.get(key)
            && !is_good(value)
        {
            wrong.push(format!("`{key}` is {}, not {what}", shown(value)));
        }
    };
    let is_texts = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    check("required", &is_texts, "a list of names");
    check("properties", &Value::is_object, "a mapping by name");
    check("enum", &Value::is_array, "a list");
    check("type", &is_type, "a type or a list of types");
    wrong
}

fn shown(value: &Value) -> String {
    match value {
        Value::Bool(_) | Value::String(_) | Value::Number(_) => super::words::quoted(&value.to_string()),
        other => kind(other).to_owned(),
    }
}

fn is_type(value: &Value) -> bool {
    let is_word = |value: &Value| value.as_str().is_some_and(|word| TYPES.contains(&word));
    match value {
        Value::Array(list) => !list.is_empty() && list.iter().all(is_word),
        other => is_word(other),
    }
}

/// Whether `type` admits an array and nothing that has no items.
fn is_array(value: &Value) -> bool {
    let is_word = |value: &Value| value.as_str() == Some("array");
    is_word(value) || value.as_array().is_some_and(|list| list.iter().any(is_word))
}

/// The names of arguments that every provider takes.
fn is_taken(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    !name.is_empty() && name.len() <= NAME_CHARS && name.chars().all(legal)
}

fn required(map: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let names = map.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str)
}

/// Whether other schemas look at the same value, so that its properties may stand there.
fn is_applied_beside_others(path: &[Step<'_>], map: &Map<String, Value>) -> bool {
    let joins = [
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "dependentSchemas",
    ];
    let keyword = match path {
        [.., Step::Key(keyword), Step::Item(_)] | [.., Step::Key(keyword)] => *keyword,
        _ => "",
    };
    let stands_in_one = joins.contains(&keyword)
        || matches!(
            path,
            [
                ..,
                Step::Key("dependentSchemas" | "$defs" | "definitions"),
                Step::Key(_)
            ]
        );
    stands_in_one
        || joins
            .into_iter()
            .chain(["$ref", "patternProperties"])
            .any(|key| map.contains_key(key))
}

fn references(looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let links = Links::of(&looked.tool.input_schema);
    let texts = |list: &[String]| few(&list.iter().map(String::as_str).collect::<Vec<_>>());
    if !links.broken.is_empty() {
        findings.push(
            Finding::tool(
                Code::RefBroken,
                looked.id,
                format!("{} leads to nothing in the schema.", texts(&links.broken)),
                "Put what it means into `$defs` of this schema.",
            )
            .with([("references", links.broken.len() as u64)]),
        );
    }
    if let Some(link) = &links.recursive {
        findings.push(Finding::tool(
            Code::RefRecursive,
            looked.id,
            format!("`{link}` leads back to a schema around itself."),
            "Write the levels out that calls really need, or leave it where every provider in use takes it.",
        ));
    }
    if !links.outside_defs.is_empty() {
        findings.push(
            Finding::tool(
                Code::RefOutsideDefs,
                looked.id,
                format!("{} leads outside of `$defs`.", texts(&links.outside_defs)),
                "Move what it leads to into `$defs` before anything is left out or renamed.",
            )
            .with([("references", links.outside_defs.len() as u64)]),
        );
    }
}

/// What can never fit, whatever else is switched off.
fn over_caps(planned: &Planned, looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let decision = planned.plan.decision(looked.id);
    let (definition, cap) = (decision.definition_tokens, planned.settings.max_definition_tokens());
    if definition > cap {
        let then = if looked.tool.source.is_discovered() {
            "it is never defined"
        } else {
            "defining it fails the plan"
        };
        let needs = counted(definition, "token", "tokens");
        findings.push(
            Finding::tool(
                Code::DefinitionOverCap,
                looked.id,
                format!("Its definition alone needs {needs} of {}: {then}.", grouped(cap)),
                "Raise `budget.tool_definitions.max_tokens`, or shorten what it says and takes.",
            )
            .with([("tokens", definition), ("limit", cap)]),
        );
    }
    let (line, cap) = (decision.index_tokens, planned.settings.max_index_tokens());
    if planned.scenario.builder.defers() && looked.tool.kind != ToolKind::Control && line > cap {
        let needs = counted(line, "token", "tokens");
        findings.push(
            Finding::tool(
                Code::IndexLineOverCap,
                looked.id,
                format!("Its index line alone needs {needs} of {}: it is never deferred.", grouped(cap)),
                "Raise `budget.deferred_tool_index.max_tokens`, or shorten its first sentence and its arguments' names.",
            )
            .with([("tokens", line), ("limit", cap)]),
        );
    }
}
