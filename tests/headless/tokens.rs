//! Token estimates against figures from outside: what tiktoken publishes, what the rules of domain §4 make by hand.

use roster::plan::Plan;
use roster::scenario::{Class, Estimator, load_text};
use roster::tokens::{DefinitionCost, DefinitionTotal, TextCounter, canonical_json, contract_json};
use serde_json::{Value, json};

fn count(estimator: &str, text: &str) -> u64 {
    let counter = TextCounter::new(Estimator::parse(estimator).unwrap());
    counter.tokens_of(counter.measure(text))
}

/// A line a text: its tokens under every encoding, in the order of the heading. The lines up to the birthday are
/// published by `OpenAI` (the cookbook's "How to count tokens with tiktoken").
const COUNTS: &str = "
o200k_base o200k_harmony cl100k_base p50k_base p50k_edit r50k_base
  6   6   6   5   5   5 \"antidisestablishmentarianism\"
  7   7   7   5   5   5 \"2 + 2 = 4\"
  8   8   9  14  14  14 \"お誕生日おめでとう\"
  0   0   0   0   0   0 \"\"
  2   2   2   2   2   2 \"hello world\"
  6   6   6   6   6   6 \"tiktoken is great!\"
  7   7   7   7   7   7 \"<|endoftext|>\"
  7   7   7   8   8   8 \"<|im_start|>user\"
  9   9   9   9   9  17 \"    if x:\\n        return 1\\n\"
  5   5   5   5   5   5 \"{\\\"type\\\":\\\"object\\\"}\"
";

#[test]
fn encodings_count_as_tiktoken_does() {
    let mut lines = COUNTS.trim().lines();
    let encodings: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let known: Vec<&str> = Estimator::ALL[2..].iter().map(|estimator| estimator.id()).collect();
    assert_eq!(encodings, known);
    for line in lines {
        let (counts, text) = line.split_at(line.find('"').unwrap());
        let text: String = serde_json::from_str(text).unwrap();
        let found: Vec<u64> = encodings.iter().map(|encoding| count(encoding, &text)).collect();
        let expected: Vec<u64> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn gpt2_is_r50k_base_by_another_name() {
    assert_eq!(Estimator::parse("gpt2"), Estimator::parse("r50k_base"));
    assert_eq!(Estimator::parse("gpt4"), None);
}

/// What the model APIs would take as one token is seven here: a description is text, whatever it says.
#[test]
fn text_that_looks_like_a_special_token_is_text() {
    for special in [
        "<|endoftext|>",
        "<|endofprompt|>",
        "<|fim_prefix|>",
        "<|start|>",
        "<|call|>",
    ] {
        for estimator in &Estimator::ALL[2..] {
            assert!(
                count(estimator.id(), special) > 1,
                "{special} is one token of {estimator}"
            );
        }
    }
}

#[test]
fn bytes_are_counted_not_characters_and_round_up() {
    let table = [
        ("", 0, 0),
        ("a", 1, 1),
        ("abc", 1, 1),
        ("abcd", 2, 1),
        ("abcde", 2, 2),
        ("é€", 2, 2),
        ("👍🏽", 3, 2),
    ];
    for (text, thirds, quarters) in table {
        assert_eq!(
            (count("bytes/3", text), count("bytes/4", text)),
            (thirds, quarters),
            "{text:?}"
        );
    }
}

#[test]
fn definitions_are_rounded_once_as_an_array_and_framed_each() {
    let total = |estimator: &str, costs: &[DefinitionCost]| {
        let counter = TextCounter::new(Estimator::parse(estimator).unwrap());
        costs
            .iter()
            .fold(DefinitionTotal::new(counter), |total, &cost| total.with(cost))
            .tokens()
    };
    let counted = DefinitionCost::Counted;
    // `[` + 10 + `,` + 10 + `]` are 23 bytes: 8 thirds or 6 quarters, and 4 for each tool.
    assert_eq!(total("bytes/3", &[counted(10), counted(10)]), 8 + 8);
    assert_eq!(total("bytes/4", &[counted(10), counted(10)]), 6 + 8);
    assert_eq!(total("o200k_base", &[counted(10), counted(10)]), 20 + 8);
    assert_eq!(total("bytes/3", &[]), 0);
    // A measured tool stays out of the array: `[` + 10 + `]` are 12 bytes.
    let measured = [counted(10), DefinitionCost::Measured(100)];
    assert_eq!(total("bytes/3", &measured), 4 + 100 + 8);
    assert_eq!(total("o200k_base", &measured), 10 + 100 + 8);
    assert_eq!(total("bytes/4", &[DefinitionCost::Measured(7)]), 7 + 4);
}

#[test]
fn a_whole_scenario_is_counted_as_by_hand() {
    let text =
        "{format: roster/1, estimator: ESTIMATOR, tools: {a.b: {description: Adds.}, c.d: {description: Cuts.}}}";
    let contract = r#"{"description":"Adds.","input_schema":{"type":"object"},"name":"a.b"}"#;
    assert_eq!(contract.len(), 69);
    // Two contracts of 69 bytes, brackets and a comma: 141 bytes.
    for (estimator, tokens) in [("bytes/3", 47 + 8), ("bytes/4", 36 + 8), ("o200k_base", 18 + 18 + 8)] {
        let scenario = load_text(None, &text.replace("ESTIMATOR", estimator), &[])
            .unwrap()
            .scenario;
        let (roster, plan) = Plan::of(&scenario);
        assert_eq!(roster.catalog.tools()[0].contract_json, contract);
        assert_eq!(plan.class_tokens(Class::ToolDefinitions), tokens, "{estimator}");
    }
}

fn check_canonical(value: &Value, expected: &str) {
    assert_eq!(canonical_json(value), expected);
}

#[test]
fn keys_are_sorted_by_code_point() {
    check_canonical(
        &json!({"b": 1, "a": 2, "B": 3, "": 4, "é": 5, "aa": 6, "_": 7, "10": 8, "9": 9}),
        r#"{"":4,"10":8,"9":9,"B":3,"_":7,"a":2,"aa":6,"b":1,"é":5}"#,
    );
    // By code point, not by UTF-16 unit: U+FF5E comes before U+1F600.
    check_canonical(&json!({"😀": 1, "～": 2}), r#"{"～":2,"😀":1}"#);
    check_canonical(&json!([{"z": {"y": [], "x": {}}}, []]), r#"[{"z":{"x":{},"y":[]}},[]]"#);
}

#[test]
fn only_what_json_demands_is_escaped() {
    check_canonical(
        &json!("\" \\ / é € 😀 \u{7f} \u{2028} <&>"),
        "\"\\\" \\\\ / é € 😀 \u{7f} \u{2028} <&>\"",
    );
    check_canonical(&json!("\n\r\t\u{8}\u{c}\u{1}\u{1f}"), r#""\n\r\t\b\f\u0001\u001f""#);
}

#[test]
fn numbers_keep_their_kind() {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    check_canonical(
        &read("[0, -0, 1.0, 1, -1.50, 1e3, 9007199254740991, 18446744073709551615]"),
        "[0,-0.0,1.0,1,-1.5,1000.0,9007199254740991,18446744073709551615]",
    );
    check_canonical(&read("[true, false, null]"), "[true,false,null]");
}

#[track_caller]
fn check_schema(schema: &Value, expected: &str) {
    assert_eq!(
        contract_json("a.b", "", schema),
        format!("{{\"description\":\"\",\"input_schema\":{expected},\"name\":\"a.b\"}}")
    );
}

#[test]
fn redundant_annotations_are_left_out_wherever_a_schema_stands() {
    check_schema(
        &json!({"title": "T", "type": "object", "default": {}}),
        r#"{"type":"object"}"#,
    );
    check_schema(
        &json!({"properties": {"a": {"title": "A", "default": null}, "b": {"default": ""}, "c": {"default": []}}}),
        r#"{"properties":{"a":{},"b":{},"c":{}}}"#,
    );
    check_schema(
        &json!({"items": {"title": "T"}, "anyOf": [{"title": "T"}], "not": {"title": "T"}, "$defs": {"d": {"title": "T"}}}),
        r#"{"$defs":{"d":{}},"anyOf":[{}],"items":{},"not":{}}"#,
    );
    check_schema(
        &json!({"additionalProperties": {"title": "T"}, "patternProperties": {"^x": {"title": "T"}}, "prefixItems": [{"title": "T"}]}),
        r#"{"additionalProperties":{},"patternProperties":{"^x":{}},"prefixItems":[{}]}"#,
    );
}

#[test]
fn what_only_looks_like_an_annotation_stays() {
    check_schema(
        &json!({"properties": {"title": {"type": "string", "title": "Title"}, "default": {"type": "string"}}}),
        r#"{"properties":{"default":{"type":"string"},"title":{"type":"string"}}}"#,
    );
    check_schema(&json!({"title": 3, "default": 0}), r#"{"default":0,"title":3}"#);
    check_schema(
        &json!({"default": {"title": "kept", "default": null}, "const": {"title": "kept"}}),
        r#"{"const":{"title":"kept"},"default":{"default":null,"title":"kept"}}"#,
    );
    check_schema(
        &json!({"enum": [{"title": "kept"}, null], "examples": [{"default": ""}]}),
        r#"{"enum":[{"title":"kept"},null],"examples":[{"default":""}]}"#,
    );
    check_schema(&json!({"default": false}), r#"{"default":false}"#);
}
