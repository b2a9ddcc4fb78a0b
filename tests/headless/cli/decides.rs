//! `roster diff`, `sweep`, `cost` and `map`: what a decision is made by.

use super::support::Test;
use serde_json::{Value, json};

const START: &str = "shipped:getting-started.yaml";
const AFTER: &str = "shipped:after-adr-0123.yaml";
const BEFORE: &str = "shipped:after-adr-0124.yaml";
const TWO_SLOTS: [&str; 2] = ["--set", "budget.tool_definitions.max_items=2"];

fn with<'a>(first: &[&'a str], rest: &[&'a str]) -> Vec<&'a str> {
    first.iter().chain(rest).copied().collect()
}

#[test]
fn diff_as_text() {
    let (stdout, _) = Test::new(&with(&["diff", START], &TWO_SLOTS)).run();
    let expected = "\
Getting started → Getting started with budget.tool_definitions.max_items=2
2 tools deferred

effect    tool                  lane                rank  tokens  prompt
deferred  notes.search          defined → deferred     2      85     −63
deferred  mcp.mail.search_mail  defined → deferred     4      70     −42

Why
  notes.search
    before: The agent names it. Ranked 2 of 5; it has slot 3.
    after:  Ranked 2 of 5. All 2 slots were taken before it. It is line 2 of the index.
";
    assert!(stdout.starts_with(expected), "{stdout}");
    assert!(stdout.contains("tool definitions        294 / 600     141 / 600    −153         4 / 4   2 / 2"));
    assert!(stdout.contains("a prompt cache keeps 45 of 382 tokens and loses 337"));
    let (stdout, _) = Test::new(&["diff", START, START]).run();
    assert!(stdout.contains("\nNothing differs\n"), "{stdout}");
    assert!(stdout.contains("a prompt cache loses nothing"), "{stdout}");
}

#[test]
fn diff_as_json_lists_both_sides() {
    let answer = Test::new(&["diff", BEFORE, AFTER, "--format", "json"]).json();
    assert_eq!(answer["format"], "roster-diff/1");
    let tools = answer["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 7 + 17 + 2);
    let call = tools
        .iter()
        .find(|tool| tool["tool"] == "mcp.bland_call.start_call")
        .unwrap();
    assert_eq!(call["effect"], "deferred");
    assert_eq!(call["before"]["outcome"], "defined");
    assert_eq!(call["after"]["reason"], "no-definition-slot");
    assert_eq!(call["prompt_change_tokens"], -285);
    let change = |class: &str| {
        let classes = answer["classes"].as_array().unwrap();
        let found = classes.iter().find(|known| known["class"] == class).unwrap();
        found["change_tokens"].as_i64().unwrap()
    };
    assert_eq!(change("tool_definitions"), 5_908 - 7_058);
    assert_eq!(change("prefix"), answer["prefix_change_tokens"].as_i64().unwrap());
    let prefix = &answer["prefix"];
    assert_eq!(prefix["place"]["class"], "tool_definitions");
    let kept = prefix["kept_tokens"].as_u64().unwrap() + prefix["lost_tokens"].as_u64().unwrap();
    assert_eq!(kept, 12_694);
}

#[test]
fn diff_as_markdown() {
    let (stdout, _) = Test::new(&["diff", BEFORE, AFTER, "--format", "markdown"]).run();
    assert!(stdout.starts_with("# After ADR\\-0123\n"), "{stdout}");
    assert!(stdout.contains("| `mcp.bland_call.start_call` |"), "{stdout}");
}

#[test]
fn what_a_review_refuses_is_a_failure() {
    let falls = |set: &str, gate: &str, says: &str| {
        let (_, stderr) = Test::new(&["diff", AFTER, "--set", set, "--fail-on", gate])
            .status(1)
            .any_stderr()
            .run();
        assert!(stderr.contains("fell: ") && stderr.contains(says), "{gate}: {stderr}");
        Test::new(&["diff", AFTER, "--fail-on", gate]).run();
    };
    let web_off = "flags.web.enabled=false";
    falls(web_off, "lost", "can be reached no more: web.search, web.fetch");
    falls(web_off, "unavailable", "newly unavailable or gone");
    falls(web_off, "prefix", "the request prefix differs");
    falls(web_off, "any", "the plans differ");
    falls("builder=context-builder@11", "skipped", "newly skipped");
    falls(
        "budget.tool_definitions.max_items=20",
        "deferred",
        "lost the definition",
    );
    let said = "tools.\"web.search\".description=Finds pages.";
    falls(said, "rewritten", "1 tool reads otherwise: web.search");
    // Lowering a cap loses no tool.
    let lower = [
        "--set",
        "budget.tool_definitions.max_items=20",
        "--fail-on",
        "lost,skipped",
    ];
    Test::new(&with(&["diff", AFTER], &lower)).run();
}

#[test]
fn a_prefix_may_grow_by_so_much() {
    // The phone's three tools bring 140 tokens.
    let grown = |most: &str| {
        [
            "diff",
            AFTER,
            "--set",
            "devices.phone.enabled=true",
            "--max-increase",
            most,
        ]
        .map(str::to_owned)
    };
    let answer = Test::new(&["diff", AFTER, "--set", "devices.phone.enabled=true", "--format", "json"]).json();
    let change = answer["prefix_change_tokens"].as_i64().unwrap();
    assert!(change > 0);
    let run = |most: String, status: i32| {
        let arguments = grown(&most);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Test::new(&arguments).status(status).any_stderr().run().1
    };
    assert_eq!(run(change.to_string(), 0), "");
    assert!(run((change - 1).to_string(), 1).contains("the prefix grows by +"));
    assert_eq!(run("10%".to_owned(), 0), "");
    assert!(run("0.1%".to_owned(), 1).contains("allowed are 0.1%"));
}

#[test]
fn what_cannot_be_compared_is_told() {
    Test::new(&["diff", "small.yaml", "nowhere.yaml"])
        .status(2)
        .any_stderr()
        .run();
    let says = |arguments: &[&str], words: &str| {
        let (_, stderr) = Test::new(arguments).status(2).any_stderr().run();
        assert!(stderr.contains(words), "{stderr}");
    };
    says(&["diff", START, "--fail-on", "gone"], "lost, skipped, deferred");
    says(
        &["diff", START, "--max-increase", "much"],
        "expected tokens such as `200`",
    );
    let over = |path: &'static str| ["sweep", START, "--over", path];
    says(
        &over("budget.tool_definitions.max_itms=1..5"),
        "did you mean `budget.tool_definitions.max_items`?",
    );
    says(
        &over("budget.tool_definitions.max_items=5..1"),
        "the smaller value comes first",
    );
    says(
        &over("budget.tool_definitions.max_items=1..x"),
        "`x` is not a whole number",
    );
}

#[test]
fn sweep_as_text() {
    let over = ["sweep", START, "--over", "budget.tool_definitions.max_items=1..5"];
    Test::new(&over)
        .stdout(
            "\
Getting started
tool definitions item cap over 5 values; it stands at 4

value  defined  deferred  skipped  definitions  index  prefix  what moves
    1        1         5        0           96    257     353
    2        2         4        0          141    241     382  → defined: clock.now
    3        3         3        0          225    219     444  → defined: notes.search
  > 4        4         2        0          294    191     485  → defined: mcp.mail.search_mail
    5        5         1        0          381    105     486  → defined: mcp.mail.send_mail
",
        )
        .run();
    let (few, _) = Test::new(&["sweep", AFTER]).run();
    let (all, _) = Test::new(&["sweep", AFTER, "--all"]).run();
    assert!(all.lines().count() > few.lines().count());
    assert!(few.contains("--all lists them"), "{few}");
}

#[test]
fn sweep_as_csv_and_json_say_the_same() {
    let over = ["sweep", AFTER, "--over", "budget.tool_definitions.max_items=28..32"];
    let (csv, _) = Test::new(&with(&over, &["--format", "csv"])).run();
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(lines.len(), 1 + 5 + 1, "{csv}");
    assert!(lines[0].starts_with("budget.tool_definitions.max_items,defined,deferred,skipped,"));
    assert!(
        lines[3].starts_with("30,30,17,0,5908,1013,12694,,15.645,0.000,"),
        "{}",
        lines[3]
    );
    let answer = Test::new(&with(&over, &["--format", "json"])).json();
    let at_30 = &answer["points"][2];
    assert_eq!(answer["current"], 30);
    assert_eq!(
        [&at_30["value"], &at_30["definition_tokens"], &at_30["index_tokens"]],
        [&json!(30), &json!(5908), &json!(1013)]
    );
}

#[test]
fn sweep_over_two_numbers() {
    let by = |by: &str| Test::new(&["sweep", AFTER, "--by", by, "--format", "json"]).json();
    let grid = by("accounts");
    let rows: Vec<&str> = grid["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["row"].as_str().unwrap())
        .collect();
    assert_eq!(
        rows,
        [
            "0: none",
            "1: with bland",
            "2: with gmail",
            "3: with gmail_work",
            "4: with phone"
        ]
    );
    let is_current = |row: &Value| {
        row["points"]
            .as_array()
            .unwrap()
            .iter()
            .any(|point| point["current"] == true)
    };
    let current: Vec<bool> = grid["rows"].as_array().unwrap().iter().map(is_current).collect();
    assert_eq!(current, [false, false, false, true, false]);
    let grid = by("budget.tool_definitions.max_tokens=1000..9000:4000");
    assert_eq!(grid["rows"].as_array().unwrap().len(), 3);
}

#[test]
fn cost_weighs_and_lists_the_alternatives() {
    let answer = Test::new(&["cost", AFTER, "--format", "json"]).json();
    let tools = answer["worth"]["tools"].as_array().unwrap();
    let sum = |key: &str| -> f64 {
        let deferred = tools.iter().filter(|tool| tool["outcome"] == "deferred");
        deferred.map(|tool| tool[key].as_f64().unwrap()).sum()
    };
    for (part, whole) in [
        ("saved_per_100_input_tokens", "saved_per_100_input_tokens"),
        ("spent_per_100_input_tokens", "spent_per_100_input_tokens"),
    ] {
        let whole = answer["worth"][whole].as_f64().unwrap();
        assert!((sum(part) - whole).abs() < 1e-6 * whole, "{part}");
    }
    assert_eq!(tools[0]["tool"], "mcp.gmail_write.create_draft");
    assert_eq!(tools[0]["deferring"], "costs more than it saves");
    let found = |title: &str| {
        let all = answer["alternatives"].as_array().unwrap();
        all.iter()
            .find(|known| known["title"].as_str().unwrap().starts_with(title))
            .unwrap()
    };
    // Domain §10: the token cap binds instead; with both caps raised all 46 are defined at 9,262.
    assert!(found("raise the item cap to 46")["skipped"].as_u64().unwrap() > 0);
    let both = found("raise both caps");
    assert_eq!(
        [&both["defined"], &both["definition_tokens"]],
        [&json!(46), &json!(9262)]
    );
    assert_eq!(found("no tool.call")["skipped"], 16);
    let (text, _) = Test::new(&["cost", START]).run();
    assert!(text.contains("The file has no `usage`"), "{text}");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

#[test]
fn map_sums_and_names_what_is_offered_twice() {
    let answer = Test::new(&["map", AFTER, "--format", "json"]).json();
    let groups = answer["near_duplicates"].as_array().unwrap();
    assert_eq!(groups.len(), 8);
    for group in groups {
        assert_eq!(group["accounts"], json!(["gmail", "gmail_work"]));
    }
    assert_eq!(answer["defined"].as_array().unwrap().len(), 30);
    let (text, _) = Test::new(&["map", AFTER]).run();
    assert!(text.contains("all definitions                        5,908"), "{text}");
    let (text, _) = Test::new(&["map", START]).run();
    assert!(text.contains("No tools differ by an account only."), "{text}");
}

/// Nothing to weigh, nothing to place, nobody to ask.
#[test]
fn empty_scenarios_are_answered() {
    let odd = [
        ("empty.yaml", "format: roster/1\nname: Empty\n"),
        (
            "mail.yaml",
            "format: roster/1\nname: Mail\nsession: { kind: operational_email }\ntools: { a.b: {} }\nusage: { days: 1, requests: 0, calls: { a.b: 3 } }\n",
        ),
        (
            "none.yaml",
            "format: roster/1\nname: None\nbudget: { tool_definitions: { max_items: 0 } }\ntools: { a.b: {}, tool.call: { kind: control } }\n",
        ),
    ];
    for (name, text) in odd {
        let run = |arguments: &[&str]| {
            let (stdout, _) = Test::new(arguments).file(name, text).any_stderr().run();
            assert!(
                !stdout.contains("NaN") && !stdout.contains("inf"),
                "{arguments:?}: {stdout}"
            );
        };
        for command in ["sweep", "cost", "map", "report"] {
            run(&[command, name]);
        }
        run(&["diff", name]);
        run(&["sweep", name, "--by", "accounts"]);
        if name != "empty.yaml" {
            run(&["explain", name, "a.b", "--all"]);
        }
    }
}
