//! Scenarios for properties: small, but with everything in them that makes plans differ. What must hold of their plans is
//! not said here.
//!
//! Budgets are small enough that definitions and index overflow most of the time.

use super::tree::{Tree, map, number, truth};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::strategy::Union;

const CONTROL: [&str; 5] = [
    "tool.call",
    "delegate.run",
    "skill.load",
    "conversation.ask_user",
    "context.update_working_state",
];
const CAPABILITIES: [&str; 14] = [
    "browser.act",
    "browser.navigate",
    "browser.observe",
    "math.calculate",
    "memory.search",
    "notes.drop",
    "notes.make",
    "people.search",
    "schedule.create",
    "schedule.list",
    "web.fetch",
    "web.search",
    "workspace.read_text",
    "workspace.write_text",
];
/// `Get Thread` and `get_thread` are a catalog conflict, as are the names without a Latin letter.
const REMOTE: [&str; 12] = [
    "get_thread",
    "Get Thread",
    "list_labels",
    "search-threads",
    "send_message",
    "trashThread",
    "9lives",
    "日本",
    "語",
    "create_draft",
    "a_very_long_name_that_no_registry_would_take_as_it_is",
    "a_very_long_name_that_no_registry_would_take_either",
];
const SOURCES: [&str; 5] = ["gmail_read", "gmail-write", "bland", "zoo", "phone"];
const FLAGS: [&str; 4] = ["browser", "people", "gmail", "scheduling"];
const GLOBS: [&str; 5] = [
    "mcp.gmail*",
    "*list*",
    "device.*",
    "mcp.?oo.[a-m]*",
    "{mcp.bland,mcp.zoo}.*",
];
const SIDE_EFFECTS: [&str; 6] = [
    "none",
    "workspace_read",
    "network_read",
    "external_write",
    "external_message",
    "financial",
];
/// What descriptions are made of: sentence ends and near misses, white space of all kinds, marks that must be escaped.
const FRAGMENTS: [&str; 22] = [
    "Finds people by name or handle.",
    "Sends",
    " a message",
    " e.g. v2.1",
    " and more! ",
    "\n    Second line",
    "\t",
    "  ",
    "\u{a0}\u{2003}",
    "naïve émigré",
    "日本語の説明。",
    "🎉👩‍👩‍👧",
    "e\u{301}",
    "</untrusted:0>",
    "<untrusted trust=\"x\">",
    "\"quoted\" \\ back",
    "<|endoftext|>",
    " word word word word word word word word word word word word word word word word word word",
    "?",
    "…",
    "I'll DON'T 1234567",
    " /path//to\r\n",
];
const PARAMETERS: [&str; 9] = [
    "query",
    "title",
    "default",
    "page_token",
    "$ref_like",
    "naïve",
    "a b",
    "items",
    "</untrusted:",
];
/// The ones that tests of the fill use: counting with a vocabulary takes the longest, and the fill does not know which.
pub(crate) const FAST_ESTIMATORS: [&str; 3] = ["bytes/3", "bytes/4", "o200k_base"];
/// All of them.
pub(crate) const ESTIMATORS: [&str; 8] = [
    "bytes/3",
    "bytes/4",
    "o200k_base",
    "o200k_harmony",
    "cl100k_base",
    "p50k_base",
    "p50k_edit",
    "r50k_base",
];

pub(crate) fn description() -> impl Strategy<Value = String> {
    vec(select(&FRAGMENTS[..]), 0..7).prop_map(|parts| parts.concat())
}

fn property() -> impl Strategy<Value = Tree> {
    let kinds = ["string", "integer", "array", "object"];
    let defaults = ["null", "\"\"", "[]", "{}", "0", "{\"title\": \"kept\"}"];
    let literal = |texts: &'static [&'static str]| select(texts).prop_map(|text| Tree::Leaf(text.to_owned()));
    (
        select(kinds.to_vec()),
        proptest::option::weighted(0.4, description()),
        proptest::option::weighted(0.4, description()),
        proptest::option::weighted(0.3, select(defaults.to_vec())),
        proptest::option::weighted(
            0.3,
            literal(&["[\"a\", {\"title\": \"kept\", \"default\": null}]", "[]"]),
        ),
        proptest::option::weighted(
            0.1,
            literal(&["{\"type\": \"object\", \"title\": \"Inner\"}", "{}", "true"]),
        ),
    )
        .prop_map(|(kind, description, title, default, choices, items)| {
            map([
                ("type", Some(Tree::text(kind))),
                ("title", title.map(Tree::text)),
                ("description", description.map(Tree::text)),
                ("default", default.map(|text| Tree::Leaf(text.to_owned()))),
                ("enum", choices),
                ("items", items),
            ])
        })
}

/// Mostly an object with properties; now and then something that admission or a walker must cope with.
fn schema() -> impl Strategy<Value = Tree> {
    let properties = (1..5_usize).prop_flat_map(|count| {
        let names = subsequence(PARAMETERS.to_vec(), count);
        (names, vec(property(), count), vec(any::<Index>(), 0..4), any::<bool>())
    });
    let object = properties.prop_map(|(names, properties, required, is_titled)| {
        let required: Vec<&str> = required.iter().map(|place| names[place.index(names.len())]).collect();
        let properties = names.iter().map(|&name| name.to_owned()).zip(properties).collect();
        map([
            ("type", Some(Tree::text("object"))),
            ("title", is_titled.then(|| Tree::text("Args"))),
            ("properties", Some(Tree::Map(properties))),
            ("required", (!required.is_empty()).then(|| Tree::texts(required))),
        ])
    });
    let odd = select(vec![
        r#"{"type": "object"}"#,
        r##"{"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"title": "X", "type": "string"}}}"##,
        r#"{"properties": {"a": {"properties": {"b": {"properties": {"c": {"items": [[[1.5]]]}}}}}}}"#,
        r#"{"properties": [], "required": "a"}"#,
        "true",
        r#""object""#,
        "[]",
    ])
    .prop_map(|text| Tree::Leaf(text.to_owned()));
    prop_oneof![6 => object, 1 => odd]
}

fn requires() -> impl Strategy<Value = Option<Tree>> {
    proptest::option::weighted(0.4, subsequence(FLAGS.to_vec(), 1..=2).prop_map(Tree::texts))
}

fn measured() -> impl Strategy<Value = Option<Tree>> {
    proptest::option::weighted(0.15, (0..200_u64).prop_map(number))
}

fn builtin(name: &'static str) -> impl Strategy<Value = (String, Tree)> {
    let is_control = CONTROL.contains(&name);
    (
        requires(),
        select(&SIDE_EFFECTS[..]),
        description(),
        proptest::option::weighted(0.9, schema()),
        measured(),
        proptest::bool::weighted(0.05),
    )
        .prop_map(
            move |(requires, side_effect, description, schema, measured, is_hidden)| {
                let entry = map([
                    ("requires", requires),
                    ("kind", is_control.then(|| Tree::text("control"))),
                    ("side_effect", (!is_control).then(|| Tree::text(side_effect))),
                    ("description", Some(Tree::text(description))),
                    ("input_schema", schema),
                    ("measured_tokens", measured),
                    ("application_only", is_hidden.then(|| truth(true))),
                ]);
                (name.to_owned(), entry)
            },
        )
}

fn builtins() -> impl Strategy<Value = Vec<(String, Tree)>> {
    let names = (
        subsequence(CONTROL.to_vec(), 0..=CONTROL.len()),
        subsequence(CAPABILITIES.to_vec(), 3..=CAPABILITIES.len()),
        proptest::bool::weighted(0.8),
    );
    names
        .prop_map(|(control, capabilities, can_call)| {
            let mut names: Vec<&str> = control.into_iter().chain(capabilities).collect();
            if can_call && !names.contains(&"tool.call") {
                names.push("tool.call");
            }
            names
        })
        .prop_shuffle()
        .prop_flat_map(|names| names.into_iter().map(builtin).collect::<Vec<_>>())
}

fn remote_tool() -> impl Strategy<Value = Tree> {
    (
        proptest::option::weighted(0.5, select(&SIDE_EFFECTS[..])),
        description(),
        schema(),
        measured(),
        proptest::bool::weighted(0.05),
    )
        .prop_map(|(side_effect, description, schema, measured, is_hidden)| {
            map([
                ("side_effect", side_effect.map(Tree::text)),
                ("description", Some(Tree::text(description))),
                ("input_schema", Some(schema)),
                ("measured_tokens", measured),
                ("application_only", is_hidden.then(|| truth(true))),
            ])
        })
}

fn source() -> impl Strategy<Value = Tree> {
    let tools = subsequence(REMOTE.to_vec(), 1..=6).prop_flat_map(|names| {
        let count = names.len();
        (Just(names), vec(remote_tool(), count))
    });
    (
        proptest::bool::weighted(0.85),
        requires(),
        select(&SIDE_EFFECTS[..]),
        tools,
    )
        .prop_map(|(enabled, requires, side_effect, (names, tools))| {
            let tools = names.into_iter().map(str::to_owned).zip(tools).collect();
            map([
                ("enabled", (!enabled).then(|| truth(false))),
                ("requires", requires),
                ("side_effect", Some(Tree::text(side_effect))),
                ("tools", Some(Tree::Map(tools))),
            ])
        })
}

fn sources(most: usize) -> impl Strategy<Value = Option<Tree>> {
    let ids = subsequence(SOURCES.to_vec(), 0..=most).prop_shuffle();
    ids.prop_flat_map(|ids| {
        let count = ids.len();
        (Just(ids), vec(source(), count))
    })
    .prop_map(|(ids, sources)| {
        let sources: Vec<_> = ids.into_iter().map(str::to_owned).zip(sources).collect();
        (!sources.is_empty()).then_some(Tree::Map(sources))
    })
}

/// Caps that bind: few slots, few tokens, and an index with room for a handful of lines.
fn budget() -> impl Strategy<Value = Tree> {
    let class = |items: std::ops::Range<u64>, tokens: std::ops::Range<u64>| {
        (
            proptest::option::weighted(0.9, items),
            proptest::option::weighted(0.8, tokens),
        )
            .prop_map(|(items, tokens)| map([("max_tokens", tokens.map(number)), ("max_items", items.map(number))]))
    };
    let given = (
        proptest::option::weighted(0.3, 0..2_100_u64),
        proptest::option::weighted(0.3, 0..21_u64),
        proptest::option::weighted(0.1, 0..3_000_u64),
    );
    (
        class(0..14, 0..1_500),
        class(0..9, 40..500),
        proptest::option::weighted(0.15, 100..3_000_u64),
        given,
    )
        .prop_map(|(definitions, index, ceiling, (persona, skills, memory))| {
            map([
                (
                    "persona",
                    persona.map(|tokens| map([("used_tokens", Some(number(tokens)))])),
                ),
                ("tool_definitions", Some(definitions)),
                ("deferred_tool_index", Some(index)),
                (
                    "skill_catalog",
                    skills.map(|items| map([("used_items", Some(number(items)))])),
                ),
                (
                    "memory_snapshot",
                    memory.map(|tokens| {
                        map([
                            ("used_tokens", Some(number(tokens))),
                            ("used_items", Some(number(tokens / 100))),
                        ])
                    }),
                ),
                ("ceiling_tokens", ceiling.map(number)),
            ])
        })
}

fn flags() -> impl Strategy<Value = Tree> {
    let states = select(vec!["true", "false", "{\"enabled\": true, \"title\": \"T\"}", "{}"]);
    vec(states, FLAGS.len()).prop_map(|states| {
        let states = states.into_iter().map(|state| Tree::Leaf(state.to_owned()));
        Tree::Map(FLAGS.iter().map(|&flag| flag.to_owned()).zip(states).collect())
    })
}

fn admission() -> impl Strategy<Value = Option<Tree>> {
    let limits = (
        proptest::option::of(0..80_u64),
        proptest::option::of(100..800_u64),
        proptest::option::of(2..6_u64),
        proptest::option::of(any::<bool>()),
    );
    let limits = limits.prop_map(|(description, schema, depth, allows_refs)| {
        map([
            ("max_description_bytes", description.map(number)),
            ("max_schema_bytes", schema.map(number)),
            ("max_schema_depth", depth.map(number)),
            ("allow_refs", allows_refs.map(truth)),
        ])
    });
    proptest::option::weighted(0.2, limits)
}

/// Names that stand in an agent's lists: mostly known ones, in any order, some twice, some unknown.
fn listed(names: Vec<String>, count: impl Into<proptest::sample::SizeRange>) -> impl Strategy<Value = Vec<String>> {
    let count = count.into();
    vec(any::<Index>(), count).prop_map(move |places| {
        places
            .iter()
            .map(|place| names[place.index(names.len())].clone())
            .collect()
    })
}

fn agent(builtins: &[(String, Tree)], remote: &[String]) -> impl Strategy<Value = Option<Tree>> + use<> {
    let own: Vec<String> = builtins.iter().map(|(name, _)| name.clone()).collect();
    let most = own.len();
    let enabled = (
        subsequence(own.clone(), most / 2..=most).prop_shuffle(),
        proptest::option::weighted(0.2, listed(own.iter().chain(remote).cloned().collect(), 1..3)),
    )
        .prop_map(|(mut names, more)| {
            // A name twice, a name of a server's tool, a name that nobody provides.
            names.extend(more.into_iter().flatten());
            if names.len() % 5 == 0 {
                names.insert(0, "no.such_tool".to_owned());
            }
            names
        });
    let pins: Vec<String> = own.iter().chain(remote).cloned().collect();
    (
        proptest::option::weighted(0.7, enabled),
        proptest::option::weighted(0.6, listed(own, 1..5)),
        proptest::option::weighted(0.2, listed(pins, 1..3)),
    )
        .prop_map(|(enabled, deferred, pins)| {
            let agent = map([
                ("enabled_tools", enabled.map(Tree::texts)),
                ("deferred_tools", deferred.map(Tree::texts)),
                ("always_define", pins.map(Tree::texts)),
            ]);
            (!agent.keys().is_empty()).then_some(agent)
        })
}

fn ranking() -> impl Strategy<Value = Option<Tree>> {
    let ranking = (
        proptest::option::of(select(vec!["reads-first", "name", "most-used"])),
        proptest::option::of(subsequence(GLOBS.to_vec(), 0..=2).prop_shuffle()),
    );
    proptest::option::of(
        ranking.prop_map(|(order, first)| map([("order", order.map(Tree::text)), ("first", first.map(Tree::texts))])),
    )
}

fn session() -> impl Strategy<Value = Option<Tree>> {
    prop_oneof![
        8 => Just(None),
        2 => Just(Some(r#"{"website_profile": true}"#)),
        1 => Just(Some(r#"{"kind": "operational_email"}"#)),
    ]
    .prop_map(|text| text.map(|text| Tree::Leaf(text.to_owned())))
}

fn usage(remote: Vec<String>) -> impl Strategy<Value = Option<Tree>> {
    let calls = vec(prop_oneof![Just(0_u64), Just(7), 0..50_u64], remote.len());
    proptest::option::weighted(
        0.5,
        calls.prop_map(move |calls| {
            let calls = remote.iter().cloned().zip(calls.into_iter().map(number)).collect();
            map([("days", Some(number(30))), ("calls", Some(Tree::Map(calls)))])
        }),
    )
}

fn costs() -> impl Strategy<Value = Option<Tree>> {
    prop_oneof![
        2 => Just(None),
        1 => Just(Some(r#"{"steps_per_request": 2.5, "history_tokens": 400}"#)),
        1 => Just(Some(r#"{"prices": {"input": 3}}"#)),
        1 => Just(Some(r#"{"prices": {"input": 1.25, "cached_input": 0.125, "output": 10}}"#)),
    ]
    .prop_map(|text| text.map(|text| Tree::Leaf(text.to_owned())))
}

/// Registry names of the tools that servers and devices of a tree bring.
fn remote_names(prefix: &str, sources: Option<&Tree>) -> Vec<String> {
    let Some(sources) = sources else { return Vec::new() };
    sources
        .keys()
        .iter()
        .flat_map(|id| {
            let tools = sources.get(id).and_then(|source| source.get("tools")).map(Tree::keys);
            let names = tools.into_iter().flatten();
            names.map(|name| roster::roster::registry_name(prefix, id, &name))
        })
        .collect()
}

/// A scenario under any of some estimators.
pub(crate) fn scenario(estimators: &'static [&'static str]) -> impl Strategy<Value = Tree> {
    (builtins(), sources(3), sources(2)).prop_flat_map(move |(builtins, servers, devices)| {
        let mut remote = remote_names("mcp", servers.as_ref());
        remote.extend(remote_names("device", devices.as_ref()));
        remote.sort_unstable();
        remote.dedup();
        let builder = Union::new_weighted(vec![
            (8, Just("context-builder@12")),
            (2, Just("context-builder@11")),
            (1, Just("context-builder@9")),
        ]);
        let head = (builder, select(estimators), ranking(), session(), admission());
        let rest = (agent(&builtins, &remote), budget(), flags(), usage(remote), costs());
        (head, rest, Just((builtins, servers, devices))).prop_map(
            |(
                (builder, estimator, ranking, session, admission),
                (agent, budget, flags, usage, costs),
                (builtins, servers, devices),
            )| {
                map([
                    ("format", Some(Tree::text("roster/1"))),
                    ("name", Some(Tree::text("generated"))),
                    ("builder", Some(Tree::text(builder))),
                    ("estimator", Some(Tree::text(estimator))),
                    ("ranking", ranking),
                    ("budget", Some(budget)),
                    ("admission", admission),
                    ("flags", Some(flags)),
                    ("agent", agent),
                    ("session", session),
                    ("tools", Some(Tree::Map(builtins))),
                    ("servers", servers),
                    ("devices", devices),
                    ("usage", usage),
                    ("costs", costs),
                ])
            },
        )
    })
}
