//! `roster cost`: figures of a small scenario taken literally, and alternatives that can be tried.

use super::support::Test;
use serde_json::Value;

const START: &str = "shipped:getting-started.yaml";
const AFTER: &str = "shipped:after-adr-0123.yaml";

#[test]
fn cost_as_text() {
    let usage = "usage={days: 30, requests: 100, calls: {clock.now: 40, notes.delete: 1, mcp.mail.send_mail: 20}}";
    Test::new(&["cost", START, "--set", usage])
        .stdout(
            "\
Getting started
Deferring costs more than it saves: 3,497 input tokens saved, 7,718 spent on tool.call and the
index's frame and 22,019 on extra steps, in 100 requests
100 requests take at most 21 extra steps, and 0 calls find no tool.
A request makes 2 model calls, each of which reads the prefix, 95% of them from the cache: a carried
token counts as 0.158 input tokens. One step more reads prefix and 6,000 tokens of history from the
cache and writes 80 tokens: 1,049 input tokens. The file states no prices: a token read from the
cache counts as 0.1 input tokens, one written to it as 1.25, one that the model writes as 5.

tool                  now       calls  break-even  saved   spent      net  deferring it
mcp.mail.send_mail    deferred     20         1.9  1,985  20,970  −18,985  costs more than it saves
notes.delete          deferred      1         1.4  1,512   1,049      463  pays
notes.search          defined       0         1.9  1,985       0    1,985  deferring would pay
mcp.mail.search_mail  defined       0         1.3  1,323       0    1,323  deferring would pay
clock.now             defined      40         0.8    882  41,940  −41,058  defined is cheaper
no room for lighter by; --format json has all

Alternatives that ADR-0123 rejected, on this scenario
alternative                             defined  deferred  skipped  prefix  steps  lost     net
as it stands                                  4         2        0     485     21     0       0
raise the item cap to 5, defer nothing        5         0        0     351      0     0  26,240
rank by use                                   4         2        0     508      1     0  20,243
name order                                    4         2        0     485     21     0       0
no tool.call                                  4         0        1     264      0    20  28,980
no room for definitions, index; --format json has all
Steps and lost calls are of 100 requests. Net: input tokens that it saves in 100 requests against
the plan as it stands, prefix and extra steps together. A lost call has no price: it is not in it.
",
        )
        .run();
}

/// Domain §10: with the item cap alone the token cap binds instead, and the last Gmail tools are lost.
#[test]
fn an_alternative_can_be_tried_as_it_is_written() {
    let answer = Test::new(&["cost", AFTER, "--format", "json"]).json();
    assert_eq!(answer["format"], "roster-cost/1");
    let alternatives = answer["alternatives"].as_array().unwrap();
    let planned = |alternative: &Value| {
        let mut args = vec!["plan", AFTER, "--format=json"];
        for set in alternative["set"].as_array().unwrap() {
            args.extend(["--set", set.as_str().unwrap()]);
        }
        // With the caps the ceiling that the file states is not their sum any more: a warning says so.
        let plan = Test::new(&args).any_stderr().json();
        let of = |outcome: &str| -> Vec<String> {
            let decisions = plan["decisions"].as_array().unwrap().iter();
            let found = decisions.filter(|decision| decision["outcome"] == outcome);
            found
                .map(|decision| decision["tool"].as_str().unwrap().to_owned())
                .collect()
        };
        for outcome in ["defined", "deferred", "skipped"] {
            assert_eq!(of(outcome).len() as u64, alternative[outcome], "{alternative}");
        }
        for (key, said) in [
            ("tool_definitions", "definition_tokens"),
            ("deferred_tool_index", "index_tokens"),
            ("prefix", "prefix_tokens"),
        ] {
            assert_eq!(plan["tokens"][key], alternative[said], "{alternative}");
        }
        of("skipped")
    };
    let skipped: Vec<Vec<String>> = alternatives.iter().map(planned).collect();
    let titles: Vec<&str> = alternatives.iter().map(|one| one["title"].as_str().unwrap()).collect();
    assert_eq!(
        titles,
        [
            "as it stands",
            "raise the item cap to 46, defer nothing",
            "raise both caps, to 46 and 9,262 tokens",
            "rank by use",
            "name order",
            "Calling first",
            "Gmail first",
            "no tool.call"
        ]
    );
    assert!(
        !skipped[1].is_empty() && skipped[1].iter().all(|tool| tool.starts_with("mcp.gmail")),
        "{:?}",
        skipped[1]
    );
    assert_eq!(alternatives[2]["definition_tokens"], 9_262);
}

#[test]
fn usage_that_says_too_little_is_told_apart_from_none() {
    let (text, _) = Test::new(&["cost", START]).run();
    assert!(text.contains("\nThe file has no `usage`: "), "{text}");
    let usage = "usage={days: 30, calls: {clock.now: 40}}";
    let (text, _) = Test::new(&["cost", START, "--set", usage]).run();
    assert!(
        text.contains("\nThe `usage` of the file counts no requests, or 0: write"),
        "{text}"
    );
    let answer = Test::new(&["cost", START, "--set", usage, "--format=json"]).json();
    assert!(answer["worth"].is_null() && answer["alternatives"][0]["extra_steps_per_100"].is_null());
}

/// Where steps cost nothing, no number of calls is too many; and nothing is not less than nothing.
#[test]
fn free_steps_never_break_even() {
    let free = "costs={history_tokens: 0, step_output_tokens: 0, prices: {input: 1, cached_input: 0, cache_write: 1, output: 0}}";
    let usage = "usage={days: 30, requests: 10, calls: {clock.now: 3}}";
    let slots = "budget.tool_definitions.max_items=0";
    let run = |format: &str, more: &[&str]| {
        let args = ["cost", START, "--set", free, "--set", usage, "--format", format];
        let args: Vec<&str> = args.iter().chain(more).copied().collect();
        Test::new(&args).run().0
    };
    let text = run("text", &[]);
    assert!(text.contains("notes.delete") && text.contains(" ∞ "), "{text}");
    let text = run("text", &["--set", slots]);
    assert!(
        text.contains("\nNothing is deferred\n") && !text.contains("break-even"),
        "{text}"
    );
    let json = run("json", &["--set", slots]);
    assert!(
        json.contains("\"saved_per_100_input_tokens\": 0.0") && !json.contains("-0.0"),
        "{json}"
    );
}

/// The figures of the JSON bear out its verdict: what deferral carries is beside what it saves and spends.
#[test]
fn what_deferral_carries_is_beside_what_it_saves() {
    let usage = "usage={days: 30, requests: 100, calls: {notes.delete: 1}}";
    let worth = Test::new(&["cost", START, "--set", usage, "--format=json"]).json()["worth"].take();
    let figure = |key: &str| worth[key].as_f64().unwrap();
    let [saved, spent, carried] =
        ["saved", "spent", "carried"].map(|what| figure(&format!("{what}_per_100_input_tokens")));
    assert!(saved > spent && saved < spent + carried, "{worth}");
    let verdict = worth["verdict"].as_str().unwrap();
    assert!(verdict.starts_with("Deferring costs more than it saves: "), "{verdict}");
}

/// What a report is about does not hide that the plan fails, and without a request no cache is asked.
#[test]
fn reports_of_a_plan_that_fails_say_so_first() {
    for command in ["cost", "map"] {
        let args = [command, AFTER, "--set", "budget.agent_instructions.used_tokens=9999"];
        let (text, _) = Test::new(&args).status(1).any_stderr().run();
        let second = text.lines().nth(1).unwrap_or_default();
        assert!(second.starts_with("The plan fails: "), "{command}: {text}");
    }
    let args = ["diff", AFTER, "--set", "budget.agent_instructions.used_tokens=9999"];
    let (text, _) = Test::new(&args).status(1).any_stderr().run();
    assert!(text.contains("\nThe plan fails: "), "{text}");
    assert!(text.contains("it sends no request"), "{text}");
    assert!(!text.contains("loses"), "{text}");
}

/// The verdict in money stands on every surface, where the file has prices.
#[test]
fn prices_make_money_of_it() {
    let priced = "extends: shipped.yaml\ncosts: { prices: { input: 3 } }\nusage: { days: 30, requests: 100, calls: { notes.delete: 1 } }\n";
    let shipped = std::fs::read_to_string("scenarios/getting-started.yaml").unwrap();
    for args in [
        vec!["cost", "priced.yaml"],
        vec!["report", "priced.yaml", "--format", "markdown"],
    ] {
        let (answer, _) = Test::new(&args)
            .file("shipped.yaml", &shipped)
            .file("priced.yaml", priced)
            .any_stderr()
            .run();
        let answer = answer.replace('\n', " ");
        assert!(
            answer.contains("In 1,000 requests, at the prices of the file: "),
            "{answer}"
        );
    }
}

/// A plan that fails is not sent: no request saves or spends anything, and what no use says has no figures.
#[test]
fn a_plan_that_fails_is_not_weighed() {
    let usage = "usage={days: 30, requests: 100, calls: {notes.delete: 1}}";
    let prices = "costs={prices: {input: 3}}";
    let fails = "budget.persona.used_tokens=9999";
    let run = |command: &str, format: &str| {
        let args = [
            command, START, "--set", usage, "--set", prices, "--set", fails, "--format", format,
        ];
        Test::new(&args).status(1).any_stderr().run().0
    };
    let says = "The plan fails and is not sent, so there is nothing to weigh";
    let text = run("cost", "text");
    assert!(text.contains(says), "{text}");
    assert!(!text.contains("saved") && !text.contains("break-even"), "{text}");
    let json: Value = serde_json::from_str(&run("cost", "json")).unwrap();
    assert_eq!(json["worth"]["verdict"], says);
    assert_eq!(json["worth"]["sent"], false);
    assert!(
        json["worth"]["saved_per_100_input_tokens"].is_null()
            && json["alternatives"][0]["net_per_100_input_tokens"].is_null()
    );
    let markdown = run("report", "markdown");
    assert!(
        markdown.contains(says) && !markdown.contains("In 1,000 requests"),
        "{markdown}"
    );
}

/// The three amounts add up to the cent, and free input is no word against the price of output.
#[test]
fn money_adds_up_and_nought_is_a_price() {
    let usage = "usage={days: 30, requests: 100, calls: {notes.delete: 7}}";
    let cost = |prices: &str, format: &str| {
        let set = format!("costs={{prices: {prices}}}");
        let args = ["cost", START, "--set", usage, "--set", &set, "--format", format];
        Test::new(&args).any_stderr().run().0
    };
    let cents = |text: &str, before: &str, after: &str| -> i64 {
        let figure = text.split(before).nth(1).unwrap().split(after).next().unwrap();
        figure.replace('−', "-").replace([',', '.'], "").parse().unwrap()
    };
    for input in 1..60 {
        let text = cost(&format!("{{input: {}.{}}}", input / 7, input % 7), "text").replace('\n', " ");
        let money = text.split("at the prices of the file: ").nth(1).unwrap();
        let (saved, spent) = (
            cents(&text, "prices of the file: ", " saved"),
            cents(money, "saved, ", " spent"),
        );
        assert_eq!(cents(money, "net ", ". "), saved - spent, "{money}");
    }
    let text = cost("{input: 0, output: 15}", "text").replace('\n', " ");
    assert!(text.contains("input is free, so tokens are weighed as usual"), "{text}");
    // 70 calls in 1,000 requests write 80 tokens each, at 15 a million.
    assert!(text.contains("0.00 saved, 0.08 spent, net −0.08."), "{text}");
    let json: Value = serde_json::from_str(&cost("{input: 0, output: 15}", "json")).unwrap();
    assert_eq!(json["worth"]["spent_per_1000_money"], 0.084);
}

/// What an alternative saves is the difference of two costs, and what stands saves nothing.
#[test]
fn alternatives_are_compared_by_one_figure() {
    let usage = "usage={days: 30, requests: 100, calls: {notes.delete: 7}}";
    let answer = Test::new(&["cost", START, "--set", usage, "--format", "json"]).json();
    let alternatives = answer["alternatives"].as_array().unwrap();
    let figure = |one: &Value, key: &str| one[key].as_f64().unwrap();
    let stands = figure(&alternatives[0], "cost_per_100_input_tokens");
    assert!(alternatives.len() > 2);
    for one in alternatives {
        let (cost, net) = (
            figure(one, "cost_per_100_input_tokens"),
            figure(one, "net_per_100_input_tokens"),
        );
        assert!((stands - cost - net).abs() < 1e-6, "{one}");
        let set: Vec<&str> = one["set"]
            .as_array()
            .unwrap()
            .iter()
            .map(|set| set.as_str().unwrap())
            .collect();
        let mut args = vec!["cost", START, "--set", usage, "--format", "json"];
        for set in set {
            args.extend(["--set", set]);
        }
        let tried = Test::new(&args).any_stderr().json();
        assert_eq!(
            tried["alternatives"][0]["cost_per_100_input_tokens"],
            one["cost_per_100_input_tokens"]
        );
    }
}
