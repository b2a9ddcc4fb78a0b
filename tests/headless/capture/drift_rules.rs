//! What counts as drift between two listings, and what is said of it.

use roster::inventory::drift::{Change, Drift, Noise, Part, ToolDriftKind};
use roster::inventory::{Listing, stored};
use serde_json::{Value, json};

fn listing(tools: &Value) -> Listing {
    stored(&tools.to_string()).unwrap()
}

fn drift(before: &Value, after: &Value) -> Drift {
    Drift::new(&listing(before), &listing(after))
}

fn with_schema(schema: &Value) -> Value {
    json!([{"name": "a", "inputSchema": schema}])
}

#[test]
fn order_and_spelling_are_no_drift() {
    let before = json!([{"name": "a", "description": "x"}, {"name": "b"}]);
    let after = json!([{"name": "b"}, {"description": "x", "name": "a"}]);
    let found = drift(&before, &after);
    assert!(!found.is_drift() && found.is_reordered);
    assert_eq!(found.verdict(), "No drift");
    assert_eq!(drift(&before, &before), Drift::default());
    let escaped = stored(r#"[{"name": "a", "description": "\u0078"}, {"name": "b"}]"#).unwrap();
    assert_eq!(Drift::new(&listing(&before), &escaped), Drift::default());
}

#[test]
fn every_part_is_told_apart() {
    let before = json!([{"name": "a", "title": "T", "description": "One. Two. Three.", "inputSchema": {"type": "object"},
        "outputSchema": {}, "annotations": {"readOnlyHint": true}, "x-own": 1}, {"name": "gone"}]);
    let after = json!([{"name": "a", "description": "One. 2. Three.", "inputSchema": {"type": "object", "required": []},
        "outputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false}, "x-own": 1.5}, {"name": "new"}]);
    let found = drift(&before, &after);
    assert_eq!(found.verdict(), "Drift: 1 tool removed, 1 added, 1 changed");
    let kinds: Vec<(&str, ToolDriftKind)> = found.tools.iter().map(|tool| (&*tool.name, tool.kind())).collect();
    assert_eq!(
        kinds,
        [
            ("gone", ToolDriftKind::Removed),
            ("new", ToolDriftKind::Added),
            ("a", ToolDriftKind::Changed)
        ]
    );
    let parts: Vec<&Part> = found.tools[2].parts.iter().map(|part| &part.part).collect();
    let own = Part::Other("x-own".to_owned());
    assert_eq!(
        parts,
        [
            &Part::Description,
            &Part::InputSchema,
            &Part::OutputSchema,
            &Part::Annotations,
            &Part::Title,
            &own
        ]
    );
    let lines: Vec<(Change, &str)> = found.tools[2].parts[0]
        .lines
        .iter()
        .map(|line| (line.change, line.text.as_str()))
        .collect();
    assert_eq!(
        lines,
        [
            (Change::Same, "One."),
            (Change::Removed, "Two."),
            (Change::Added, "2."),
            (Change::Same, "Three.")
        ]
    );
}

#[test]
fn defaults_that_servers_write_anew_are_known() {
    let of = |before: Value, after: Value| {
        let schema = |default| json!({"properties": {"default": {"type": "string", "default": default}}});
        let found = drift(&with_schema(&schema(before)), &with_schema(&schema(after)));
        assert!(found.is_drift());
        found.tools[0].parts[0].noise
    };
    assert_eq!(of(json!("a,b, c"), json!("c,a,b")), Some(Noise::DefaultsReordered));
    assert_eq!(of(json!(["a", "b"]), json!(["b", "a"])), Some(Noise::DefaultsReordered));
    assert_eq!(
        of(json!("1796083840017"), json!("1796083840999")),
        Some(Noise::DefaultsAreTimes)
    );
    assert_eq!(
        of(json!(1_796_083_840), json!(1_796_083_841)),
        Some(Noise::DefaultsAreTimes)
    );
    assert_eq!(
        of(json!("2026-12-01T10:00:00Z"), json!("2026-12-02T10:00:00Z")),
        Some(Noise::DefaultsAreTimes)
    );
    assert_eq!(of(json!("a,b"), json!("a,c")), Some(Noise::DefaultsOnly));
    assert_eq!(of(json!(10), json!(20)), Some(Noise::DefaultsOnly));
    // A property of that name is none of them, nor is a change beside them.
    let property = |kind| with_schema(&json!({"properties": {"default": {"type": kind}}}));
    assert_eq!(
        drift(&property("string"), &property("number")).tools[0].parts[0].noise,
        None
    );
    let two = |default, kind| with_schema(&json!({"type": kind, "default": default}));
    assert_eq!(
        drift(&two("a,b", "object"), &two("b,a", "array")).tools[0].parts[0].noise,
        None
    );
}

#[test]
fn several_of_one_name_are_matched_in_their_order() {
    let before = json!([{"name": "a", "description": "1"}, {"name": "a", "description": "2"}]);
    let after = json!([{"name": "a", "description": "1"}, {"name": "a", "description": "2"}, {"name": "a"}]);
    let found = drift(&before, &after);
    assert_eq!(found.tools.len(), 1);
    assert_eq!(found.tools[0].kind(), ToolDriftKind::Added);
}

#[test]
fn instructions_are_compared_where_they_are_known() {
    let with = |captured: Option<&str>, instructions: Option<&str>| {
        let mut listing = listing(&json!([]));
        listing.about.captured = captured.map(str::to_owned);
        listing.about.instructions = instructions.map(str::to_owned);
        listing
    };
    let now = with(Some("2026-12-02"), Some("Hello"));
    assert!(!Drift::new(&with(None, None), &now).is_drift(), "nobody asked before");
    let found = Drift::new(&with(Some("2026-12-01"), None), &now);
    assert_eq!(found.verdict(), "Drift: other instructions");
    assert!(!Drift::new(&with(Some("2026-12-01"), Some("Hello")), &now).is_drift());
}
