//! The JSON Schema of scenario files against the reader: they know the same keys and words, and accept the same files.

use jsonschema::Validator;
use roster::scenario::{
    Approval, CallCode, CallOutcome, Class, CostFigure, Estimator, Lane, NextMessage, PolicyDecision, RankingOrder,
    RotationReason, SessionKind, SideEffect, TOOL_PIN_MISMATCH, Trust, known_keys, load_text,
};
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

/// What a run would see has words of its own; a scalar `expect` knows the same as the mapping that it stands for.
#[test]
fn both_know_the_same_words_of_runs() {
    let schema = schema();
    let check = |pointer: &str, expected: &[&str]| assert_eq!(words(&schema, pointer), expected, "{pointer}");
    let decisions = PolicyDecision::ALL.map(PolicyDecision::id);
    for effect in SideEffect::ALL {
        let class = format!("/$defs/matrix/properties/{}", effect.id());
        check(&format!("{class}/enum"), &decisions);
        let default = schema.pointer(&format!("{class}/default")).unwrap();
        assert_eq!(default, PolicyDecision::default_of(effect).id(), "{class}");
    }
    check("/$defs/call/properties/approval/enum", &Approval::ALL.map(Approval::id));
    assert_eq!(
        schema["$defs"]["call"]["properties"]["approval"]["default"],
        Approval::default().id()
    );
    let outcomes = CallOutcome::ALL.map(CallOutcome::id);
    check("/$defs/call_expectation/then/enum", &outcomes);
    check("/$defs/call_expectation/properties/outcome/enum", &outcomes);
    check(
        "/$defs/call_expectation/properties/code/enum",
        &CallCode::ALL.map(CallCode::id),
    );
    let trusts = Trust::ALL.map(Trust::id);
    check("/$defs/call_expectation/properties/result/enum", &trusts);
    let or_absent = [&["absent"], &trusts[..]].concat();
    check("/$defs/call_expectation/properties/schema/enum", &or_absent);
    let nexts = NextMessage::ALL.map(NextMessage::id);
    check("/$defs/session_expectation/then/enum", &nexts);
    check("/$defs/session_expectation/properties/next/enum", &nexts);
    let reasons = RotationReason::ALL.map(RotationReason::id);
    check("/$defs/session_expectation/properties/reason/enum", &reasons);
    let failures = words(&schema, "/$defs/gate_failure/properties/code/enum");
    let codes: Vec<&str> = [TOOL_PIN_MISMATCH]
        .into_iter()
        .chain(failures.iter().map(String::as_str))
        .collect();
    check("/$defs/session_expectation/properties/code/enum", &codes);
    check(
        "/$defs/session_expectation/properties/prefix/enum",
        &["kept", "changed"],
    );
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
    let costs = &loaded.scenario.costs;
    for (key, real) in [
        ("steps_per_request", costs.steps_per_request.to_string()),
        ("history_tokens", costs.history_tokens.to_string()),
        ("step_output_tokens", costs.step_output_tokens.to_string()),
        ("cache_hit_percent", costs.cache_hit_percent.to_string()),
    ] {
        assert_eq!(
            default_of(&format!("/$defs/costs/properties/{key}")).to_string(),
            real,
            "{key}"
        );
    }
}

#[test]
fn stated_ranges_of_costs_are_the_real_ones() {
    let schema = schema();
    for figure in CostFigure::ALL {
        let of = if figure.is_price() { "prices" } else { "costs" };
        let stated = &schema["$defs"][of]["properties"][figure.key()];
        let stated = [&stated["minimum"], &stated["maximum"]].map(Value::to_string);
        let (from, to) = figure.range().into_inner();
        assert_eq!(stated, [from.to_string(), to.to_string()], "{figure:?}");
    }
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
#[track_caller]
fn judged_alike(good: &[&str], bad: &[&str]) {
    let validator = validator();
    for (text, is_good) in good
        .iter()
        .map(|text| (text, true))
        .chain(bad.iter().map(|text| (text, false)))
    {
        let value: Value = serde_saphyr::from_str(text).unwrap();
        assert_eq!(validator.is_valid(&value), is_good, "schema: {text}");
        assert_eq!(load_text(None, text, &[]).is_ok(), is_good, "reader: {text}");
    }
}

#[test]
fn both_judge_alike() {
    let good = [
        "format: roster/1",
        "{format: roster/1, flags: {a: true, b: {enabled: false}, c: }}",
        "{format: roster/1, budget: , agent: {enabled_tools: null}}",
        "{format: roster/1, tools: {a.b: {}, tool.call: {kind: control}}}",
        "{format: roster/1, servers: {s: {side_effect: none, tools: [{name: x}, {name: x}]}}}",
        "{format: roster/1, servers: {s: {side_effect: none, tools: {x: {inputSchema: true, annotations: {a: 1}}}}}}",
        "{format: roster/1, devices: {phone-2: {enabled: false}}}",
        "{format: roster/1, expect: [{fails: context-overflow}, {fails: {class: prefix}}, {tokens: {prefix: {max: 3}}}]}",
        "{format: roster/1, expect: [{items: {persona: 0}, skipped: []}]}",
    ];
    let bad = [
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
    ];
    judged_alike(&good, &bad);
}

#[test]
fn both_judge_policy_and_versions_alike() {
    let good = [
        "{format: roster/1, policy: , scopes: , equivalent_builders: , calls: , sessions: , delegations: }",
        "{format: roster/1, policy: {version: 3, matrix: {none: deny, financial: null}, hardline: [{tools: [a.*]}]}}",
        "{format: roster/1, policy: {hardline: [{name: a, tools: [a.b], when: {required: [x]}}, {tools: [a], when: true}]}}",
        "{format: roster/1, scopes: [], equivalent_builders: [context-builder@11, context-builder@1]}",
        "{format: roster/1, agent: {version: 1, prefix: a}, session: {authority: a, model: 2, persona: null}}",
    ];
    let bad = [
        "{format: roster/1, policy: []}",
        "{format: roster/1, policy: {version: 1.5}}",
        "{format: roster/1, policy: {version: -1}}",
        "{format: roster/1, policy: {version: [a]}}",
        "{format: roster/1, policy: {matrix: {none: ask}}}",
        "{format: roster/1, policy: {matrix: {reading: allow}}}",
        "{format: roster/1, policy: {hardline: {tools: [a]}}}",
        "{format: roster/1, policy: {hardline: [{name: a}]}}",
        "{format: roster/1, policy: {hardline: [{tools: []}]}}",
        "{format: roster/1, policy: {hardline: [null]}}",
        "{format: roster/1, policy: {hardline: [{tools: [a], when: 3}]}}",
        "{format: roster/1, scopes: read}",
        "{format: roster/1, scopes: [1]}",
        "{format: roster/1, equivalent_builders: [context-builder@13]}",
        "{format: roster/1, agent: {version: true}}",
        "{format: roster/1, session: {policy: a}}",
    ];
    judged_alike(&good, &bad);
}

#[test]
fn both_judge_costs_alike() {
    let good = [
        "{format: roster/1, costs: }",
        "{format: roster/1, costs: {prices: , steps_per_request: , history_tokens: null}}",
        "{format: roster/1, costs: {steps_per_request: 1, cache_hit_percent: 99.5, step_output_tokens: 0}}",
        "{format: roster/1, costs: {prices: {input: 0.000001, cached_input: null, output: 1000000000}}}",
        "{format: roster/1, costs: {prices: {input: 1e-3, cache_write: 3.0}}}",
    ];
    let bad = [
        "{format: roster/1, costs: 3}",
        "{format: roster/1, costs: {price: {input: 3}}}",
        "{format: roster/1, costs: {steps_per_request: 0.5}}",
        "{format: roster/1, costs: {steps_per_request: '2'}}",
        "{format: roster/1, costs: {history_tokens: 0.5}}",
        "{format: roster/1, costs: {step_output_tokens: -1}}",
        "{format: roster/1, costs: {cache_hit_percent: 100.5}}",
        "{format: roster/1, costs: {prices: {}}}",
        "{format: roster/1, costs: {prices: 3}}",
        "{format: roster/1, costs: {prices: {output: 3}}}",
        "{format: roster/1, costs: {prices: {input: }}}",
        "{format: roster/1, costs: {prices: {input: -3}}}",
        "{format: roster/1, costs: {prices: {input: 1000000001}}}",
        "{format: roster/1, costs: {prices: {input: 3, cached: 0.3}}}",
    ];
    judged_alike(&good, &bad);
}

#[test]
fn both_judge_runs_alike() {
    let good = [
        "{format: roster/1, calls: [{tool: a.b}, {tool: a.b, direct: true, arguments: [1], expect: denied}]}",
        "{format: roster/1, calls: [{wrapper: {}}, {wrapper: 3, tool: null, arguments: , direct: , expect: failed}]}",
        "{format: roster/1, calls: [{tool: a.b, wrapper: , tainted: true, scopes: [s], approval: granted, expect: }]}",
        "{format: roster/1, calls: [{tool: a, expect: {outcome: failed, code: run.plan_failed, name: a, schema: absent}}]}",
        "{format: roster/1, sessions: [null, {}, {builder: context-builder@10, model: 1, parked_on: a.b, expect: kept}]}",
        "{format: roster/1, sessions: [{expect: {next: failed, code: tool_pin_mismatch, moved: [], prefix: kept}}]}",
        "{format: roster/1, sessions: [{scopes: [], equivalent_builders: [], expect: {reason: model_changed}}]}",
        "{format: roster/1, delegations: [null, {tools: [a.b], expect: {refused: [a.b], tokens: {max: 3}}}]}",
        "{format: roster/1, delegations: [{tools: [], expect: {defined: [a.*], tokens: 3, fails: context-overflow}}]}",
    ];
    let bad = [
        "{format: roster/1, calls: {tool: a.b}}",
        "{format: roster/1, calls: [null]}",
        "{format: roster/1, calls: [{}]}",
        "{format: roster/1, calls: [{tool: 3}]}",
        "{format: roster/1, calls: [{tool: null}]}",
        "{format: roster/1, calls: [{wrapper: {}, tool: a.b}]}",
        "{format: roster/1, calls: [{wrapper: {}, direct: false}]}",
        "{format: roster/1, calls: [{wrapper: {}, arguments: {}}]}",
        "{format: roster/1, calls: [{tool: a.b, approval: maybe}]}",
        "{format: roster/1, calls: [{tool: a.b, expect: fails}]}",
        "{format: roster/1, calls: [{tool: a.b, expect: [denied]}]}",
        "{format: roster/1, calls: [{tool: a.b, expect: {code: denied}}]}",
        "{format: roster/1, calls: [{tool: a.b, expect: {schema: none}}]}",
        "{format: roster/1, sessions: [{expect: keep}]}",
        "{format: roster/1, sessions: [{expect: {prefix: true}}]}",
        "{format: roster/1, sessions: [{expect: {code: mismatch}}]}",
        "{format: roster/1, sessions: [{opened_under: 3}]}",
        "{format: roster/1, sessions: [{version: 3}]}",
        "{format: roster/1, sessions: [{builder: context-builder@0}]}",
        "{format: roster/1, delegations: [{tools: a.b}]}",
        "{format: roster/1, delegations: [{expect: {fails: overflow}}]}",
        "{format: roster/1, delegations: [{expect: {tokens: {}}}]}",
        "{format: roster/1, delegations: [{expect: completed}]}",
    ];
    judged_alike(&good, &bad);
}
