//! The JSON Schema of scenario files against the reader: they know the same keys and words, and accept the same files.

use jsonschema::Validator;
use roster::scenario::{Class, Estimator, Lane, RankingOrder, SessionKind, SideEffect, known_keys, load_text};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../assets/scenario.schema.json")).unwrap()
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).unwrap()
}

/// The mapping of a kind: the root is the scenario, the others are definitions of that name.
fn kind<'a>(schema: &'a Value, kind: &str) -> &'a Value {
    if kind == "scenario" {
        schema
    } else {
        &schema["$defs"][kind]
    }
}

/// The words of an enum, `null` left out.
fn words(schema: &Value, pointer: &str) -> Vec<String> {
    let list = schema.pointer(pointer).and_then(Value::as_array).unwrap();
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn problems(validator: &Validator, value: &Value) -> String {
    validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn both_know_the_same_kinds_and_keys() {
    let schema = schema();
    let known = known_keys();
    let defined: BTreeSet<&str> = schema["$defs"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected: BTreeSet<&str> = known.keys().copied().filter(|kind| *kind != "scenario").collect();
    assert_eq!(defined, expected);
    for (name, keys) in known {
        let mapping = kind(&schema, name);
        let found: BTreeSet<&str> = mapping["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(found, keys, "keys of {name}");
        assert_eq!(
            mapping["additionalProperties"], false,
            "{name} lets unknown keys through"
        );
    }
}

#[test]
fn every_key_says_what_it_is() {
    let schema = schema();
    for name in known_keys().into_keys() {
        let mapping = kind(&schema, name);
        let properties = mapping["properties"].as_object().unwrap();
        for (key, value) in properties.iter().chain([(&"itself".to_owned(), mapping)]) {
            for word in ["title", "description"] {
                assert!(value[word].as_str().is_some(), "{name}: {key} has no {word}");
            }
        }
    }
}

#[test]
fn both_know_the_same_words() {
    let schema = schema();
    let effects: Vec<&str> = SideEffect::ALL.map(SideEffect::id).into();
    for of in ["builtin", "source", "remote_tool", "override"] {
        assert_eq!(
            words(&schema, &format!("/$defs/{of}/properties/side_effect/enum")),
            effects,
            "{of}"
        );
    }
    let orders: Vec<&str> = RankingOrder::ALL.map(RankingOrder::id).into();
    assert_eq!(words(&schema, "/$defs/ranking/properties/order/enum"), orders);
    let sessions: Vec<&str> = SessionKind::ALL.map(SessionKind::id).into();
    assert_eq!(words(&schema, "/$defs/session/properties/kind/enum"), sessions);
    let estimators: Vec<&str> = Estimator::ALL.map(Estimator::id).into_iter().chain(["gpt2"]).collect();
    assert_eq!(words(&schema, "/properties/estimator/enum"), estimators);
    let classes: Vec<&str> = Class::ALL.map(Class::id).into_iter().chain(["prefix"]).collect();
    assert_eq!(words(&schema, "/$defs/gate_failure/properties/class/enum"), classes);
    for lane in Lane::ALL {
        assert!(schema["$defs"]["gate"]["properties"].get(lane.id()).is_some());
    }
}

#[test]
fn stated_defaults_are_the_real_ones() {
    let schema = schema();
    let loaded = load_text(None, "format: roster/1", &[]).unwrap();
    let budget = &loaded.scenario.budget;
    for class in Class::ALL {
        let stated = &schema["$defs"]["budget"]["properties"][class.id()]["default"];
        let real = budget.class(class);
        assert_eq!(stated["max_tokens"], json!(real.max_tokens), "{}", class.id());
        assert_eq!(
            stated.get("max_items").cloned(),
            real.max_items.map(Value::from),
            "{}",
            class.id()
        );
    }
    let default_of = |pointer: &str| {
        schema
            .pointer(pointer)
            .and_then(|key| key.get("default"))
            .unwrap()
            .clone()
    };
    assert_eq!(
        default_of("/$defs/budget/properties/output_reserve_tokens"),
        json!(budget.output_reserve_tokens)
    );
    assert_eq!(
        default_of("/properties/context_window"),
        json!(loaded.scenario.context_window_tokens)
    );
    assert_eq!(
        default_of("/properties/builder"),
        json!(loaded.scenario.builder.to_string())
    );
    assert_eq!(
        default_of("/properties/estimator"),
        json!(loaded.scenario.estimator.id())
    );
}

#[test]
fn every_case_of_the_independent_planner_is_valid() {
    let validator = validator();
    for line in include_str!("../oracle.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        assert_eq!(problems(&validator, &case["scenario"]), "", "case {}", case["case"]);
    }
}

#[test]
fn every_shipped_scenario_is_valid() {
    let validator = validator();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let value: Value = serde_saphyr::from_str(&text).unwrap();
            assert_eq!(problems(&validator, &value), "", "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 0);
}

/// What the reader takes, the schema takes; what the schema refuses, the reader refuses.
#[test]
fn both_judge_alike() {
    let validator = validator();
    let check = |text: &str, is_good: bool| {
        let value: Value = serde_saphyr::from_str(text).unwrap();
        assert_eq!(validator.is_valid(&value), is_good, "schema: {text}");
        assert_eq!(load_text(None, text, &[]).is_ok(), is_good, "reader: {text}");
    };
    for good in [
        "format: roster/1",
        "{format: roster/1, flags: {a: true, b: {enabled: false}, c: }}",
        "{format: roster/1, budget: , agent: {enabled_tools: null}}",
        "{format: roster/1, tools: {a.b: {}, tool.call: {kind: control}}}",
        "{format: roster/1, servers: {s: {side_effect: none, tools: [{name: x}, {name: x}]}}}",
        "{format: roster/1, servers: {s: {side_effect: none, tools: {x: {inputSchema: true, annotations: {a: 1}}}}}}",
        "{format: roster/1, devices: {phone-2: {enabled: false}}}",
        "{format: roster/1, expect: [{fails: context-overflow}, {fails: {class: prefix}}, {tokens: {prefix: {max: 3}}}]}",
        "{format: roster/1, expect: [{items: {persona: 0}, skipped: []}]}",
    ] {
        check(good, true);
    }
    for bad in [
        "name: no format",
        "format: roster/2",
        "{format: roster/1, buget: {}}",
        "{format: roster/1, notes: 3}",
        "{format: roster/1, builder: context-builder@13}",
        "{format: roster/1, estimator: bytes/5}",
        "{format: roster/1, context_window: -1}",
        "{format: roster/1, context_window: 1000000000001}",
        "{format: roster/1, budget: {platform_policy: {max_items: 3}}}",
        "{format: roster/1, budget: {tool_definitions: {used_tokens: 3}}}",
        "{format: roster/1, flags: {a: 1}}",
        "{format: roster/1, flags: [a]}",
        "{format: roster/1, agent: {enabled_tools: a.b}}",
        "{format: roster/1, session: {kind: mail}}",
        "{format: roster/1, tools: {ab: {}}}",
        "{format: roster/1, tools: {mcp.a.b: {}}}",
        "{format: roster/1, tools: {a.b: {side_effect: reading}}}",
        "{format: roster/1, servers: {S: {}}}",
        "{format: roster/1, servers: {s: {tools: [{description: nameless}]}}}",
        "{format: roster/1, servers: {s: {annotations: believe}}}",
        "{format: roster/1, expect: {}}",
        "{format: roster/1, expect: [{fails: overflow}]}",
        "{format: roster/1, expect: [{tokens: {prefix: {}}}]}",
        "{format: roster/1, expect: [{items: {platform_policy: 3}}]}",
        "{format: roster/1, expect: [{tokens: {persona: [3]}}]}",
    ] {
        check(bad, false);
    }
}
