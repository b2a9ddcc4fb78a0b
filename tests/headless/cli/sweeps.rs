//! `roster sweep`: where something happens, and what cannot be swept.

use super::support::Test;

const START: &str = "shipped:getting-started.yaml";
const ITEMS: &str = "budget.tool_definitions.max_items";

/// No tool moves where a plan begins to fail; the value is listed all the same.
#[test]
fn a_value_at_which_the_plan_begins_to_fail_is_listed() {
    let over = "budget.persona.used_tokens=1998..2003";
    Test::new(&["sweep", "small.yaml", "--over", over])
        .stdout(
            "\
Small
persona tokens used over 6 values; it stands at 1,200

value  defined  deferred  skipped  definitions  index  prefix  what moves
1,998        3         1        3          149     99   2,246
2,001        3         1        3          149     99   2,249  fails: persona needs 2,001 of 2,000
                                                               tokens, 1 over
2,003        3         1        3          149     99   2,251  fails: persona needs 2,003 of 2,000
                                                               tokens, 3 over
3 values between change no tool's place; --all lists them
",
        )
        .run();
    let (all, _) = Test::new(&["sweep", "small.yaml", "--over", over, "--all"]).run();
    assert!(
        all.contains("\n1,999 ") && all.contains("\n2,002 ") && !all.contains("--all"),
        "{all}"
    );
}

#[test]
fn sweep_as_csv() {
    let over = format!("{ITEMS}=1..7:2");
    let usage = "usage={days: 30, requests: 300, calls: {mcp.mail.send_mail: 20, clock.now: 100}}";
    let (csv, _) = Test::new(&["sweep", START, "--over", &over, "--format", "csv", "--set", usage])
        .stdout(
            &"\
budget.tool_definitions.max_items,defined,deferred,skipped,definition_tokens,index_tokens,prefix_tokens,failure,extra_steps_per_100,lost_calls_per_100,moved
1,1,5,0,96,257,353,,40.000,0.000,
3,3,3,0,225,219,444,,6.667,0.000,clock.now:deferred>defined notes.search:deferred>defined
5,5,1,0,381,105,486,,0.000,0.000,mcp.mail.search_mail:deferred>defined mcp.mail.send_mail:deferred>defined
7,5,1,0,381,105,486,,0.000,0.000,
"
            .replace('\n', "\r\n"),
        )
        .run();
    let cells: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(cells, [11; 5]);
}

#[test]
fn a_grid_over_accounts() {
    let over = format!("{ITEMS}=1..5");
    Test::new(&["sweep", START, "--over", &over, "--by", "accounts"])
        .stdout(
            "\
Getting started
tool definitions item cap from left to right, accounts from top to bottom; each place says
defined+deferred, and −skipped where tools are lost; ! fails, [ ] stands now

                1    2    3      4    5
0: none       1+3  2+2  3+1    3+1  3+1
1: with mail  1+5  2+4  3+3  [4+2]  5+1
",
        )
        .run();
}

#[test]
fn a_grid_over_two_numbers() {
    let by = "budget.deferred_tool_index.max_items=0..2:2";
    let run = |format: &str| {
        let over = format!("{ITEMS}=2..3");
        Test::new(&["sweep", "small.yaml", "--over", &over, "--by", by, "--format", format])
    };
    run("text")
        .stdout(
            "\
Small
tool definitions item cap from left to right, deferred tool index item cap from top to bottom; each
place says defined+deferred, and −skipped where tools are lost; ! fails, [ ] stands now

       2        3
0  2+0−4    3+0−3
2  2+1−4  [3+1−3]
",
        )
        .run();
    run("csv")
        .stdout(
            &"\
row,budget.tool_definitions.max_items,defined,deferred,skipped,definition_tokens,index_tokens,prefix_tokens,failure,extra_steps_per_100,lost_calls_per_100
0,2,2,0,4,97,0,1297,,,
0,3,3,0,3,143,0,1343,,,
2,2,2,1,4,102,99,1401,,,
2,3,3,1,3,149,99,1448,,,
"
            .replace('\n', "\r\n"),
        )
        .run();
    let answer = run("json").json();
    assert_eq!(answer["format"], "roster-sweep/1");
    assert_eq!(
        [&answer["over"], &answer["by"]],
        [ITEMS, "budget.deferred_tool_index.max_items"]
    );
    assert_eq!(answer["values"], serde_json::json!([2, 3]));
    let last = &answer["rows"][1];
    assert_eq!(last["row"], "2");
    assert_eq!(last["points"][1]["current"], true);
    assert!(last["points"][1].get("moved").is_none());
}

#[test]
fn what_cannot_be_swept_is_told() {
    let check = |args: &[&str], says: &str| {
        let args: Vec<&str> = ["sweep", "small.yaml"].iter().chain(args).copied().collect();
        let (_, stderr) = Test::new(&args).status(2).stdout("").any_stderr().run();
        assert!(stderr.contains(says), "{args:?}: {stderr}");
    };
    let path = "budget.tool_definition.max_items=1..3";
    check(&["--over", path], "did you mean `budget.tool_definitions.max_items`?");
    check(&["--by", "acounts"], "did you mean `accounts`?");
    check(
        &["--by", "budget.persona.max_item=1"],
        "did you mean `budget.persona.max_items`?",
    );
    check(
        &["--over", "zebra"],
        "allowed here: `budget.platform_policy.max_tokens`, ",
    );
    for (range, says) in [
        ("", "`` is not a whole number; write `10..60`"),
        ("9..1", "9 is above 1; the smaller value comes first"),
        ("1..9:0", "a step of 0 never arrives"),
        ("-1..9", "`-1` is not a whole number"),
        ("0..10000", "are more than 10000 values; take larger steps"),
        ("1000000000001", "more than a file may say"),
    ] {
        check(&["--over", &format!("{ITEMS}={range}")], says);
    }
    Test::new(&["sweep", "small.yaml", "--by", "budget.tool_definitions.max_items=1..3"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error: `--by` moves the same number as `--over`: budget.tool_definitions.max_items
  help: move another one, or leave `--by` out
",
        )
        .run();
}

/// A range that nobody wrote stays within what a file may say.
#[test]
fn a_usual_range_ends_where_files_do() {
    let most = "budget.persona.max_tokens=1000000000000";
    let over = [
        "sweep",
        "small.yaml",
        "--over",
        "budget.persona.max_tokens",
        "--set",
        most,
        "--format=json",
    ];
    let answer = Test::new(&over).any_stderr().json();
    let last = answer["points"].as_array().unwrap().last().unwrap();
    assert_eq!(last["value"], 1_000_000_000_000_u64);
}

#[test]
fn published_accuracy_stands_below_with_what_it_is_not() {
    let sweep = |format: &str, over: &str| {
        let over = format!("budget.tool_definitions.{over}");
        Test::new(&[
            "sweep",
            "shipped:getting-started.yaml",
            "--accuracy",
            "--format",
            format,
            "--over",
            &over,
        ])
    };
    let (text, _) = sweep("text", "max_items=2..4").any_stderr().run();
    let (_, table) = text.split_once("\nPublished accuracy\n").unwrap();
    assert!(
        table.starts_with("Other people's tasks and models; not a prediction for yours.\n"),
        "{text}"
    );
    assert!(table.contains("   25    86.7 %  Grok 4.1 Fast "), "{text}");
    let answer = sweep("json", "max_items=2..4").any_stderr().json();
    let published = &answer["published_accuracy"];
    assert_eq!(published["points"].as_array().unwrap().len(), 9);
    for point in published["points"].as_array().unwrap() {
        assert!(point["sources"][0].as_str().unwrap().starts_with("https://"), "{point}");
    }
    let (_, stderr) = sweep("text", "max_tokens=200..400").any_stderr().status(2).run();
    assert!(stderr.contains("stands against a number of tools"), "{stderr}");
    let (_, stderr) = sweep("csv", "max_items=2..4").any_stderr().status(2).run();
    assert!(stderr.contains("columns of its own"), "{stderr}");
    let (text, _) = Test::new(&["sweep", "shipped:getting-started.yaml"]).any_stderr().run();
    assert!(!text.contains("Published"), "{text}");
}

/// What moves goes below its row before a figure that decides is left out.
#[test]
fn steps_and_losses_are_never_left_out() {
    let file = "shipped:after-adr-0123.yaml";
    let over = "budget.tool_definitions.max_items=24..32";
    let (text, _) = Test::new(&["sweep", file, "--over", over]).run();
    let heading = text.lines().find(|line| line.contains("defined")).unwrap();
    for column in ["definitions", "index", "prefix", "steps", "lost"] {
        assert!(heading.split_whitespace().any(|word| word == column), "{text}");
    }
    assert!(!text.contains("no room for"), "{text}");
    assert!(text.contains("\n       → "), "{text}");
}

/// A range that nobody wrote has every value of an item cap, and ends where nothing moves any more; of tokens it says its step.
#[test]
fn a_usual_range_has_every_value_or_says_which() {
    let sweep = |path: &str| {
        let over = format!("budget.tool_definitions.{path}");
        let run = |format: &str| {
            Test::new(&[
                "sweep",
                "shipped:after-adr-0123.yaml",
                "--all",
                "--over",
                &over,
                "--format",
                format,
            ])
            .any_stderr()
        };
        let answer = run("json").json();
        (answer, run("text").run().0)
    };
    let (items, text) = sweep("max_items");
    let values = |answer: &serde_json::Value| -> Vec<u64> {
        let points = answer["points"].as_array().unwrap();
        points.iter().map(|point| point["value"].as_u64().unwrap()).collect()
    };
    let planned = values(&items);
    assert_eq!(items["step"], 1);
    assert!(planned.windows(2).all(|pair| pair[1] == pair[0] + 1), "{planned:?}");
    let listed = |text: &str| text.lines().skip(4).filter(|line| line.contains("  ")).count();
    assert!(listed(&text) >= planned.len() && !text.contains(" apart"), "{text}");
    let points = items["points"].as_array().unwrap();
    let settled = points
        .iter()
        .rposition(|point| !point["moved"].as_array().unwrap().is_empty());
    let flat = points.len() - 1 - settled.unwrap();
    assert!((1..=points.len() / 5).contains(&flat), "{flat} of {}", points.len());
    let (tokens, text) = sweep("max_tokens");
    let step = tokens["step"].as_u64().unwrap();
    let planned = values(&tokens);
    assert!(step > 1 && planned.windows(2).all(|pair| pair[1] == pair[0] + step));
    assert!(
        text.contains(&format!(" values, {step} apart; it stands at ")),
        "{text}"
    );
}

#[test]
fn a_wide_sweep_stays_within_its_columns() {
    for more in [&["--by=accounts"][..], &["--accuracy"], &[]] {
        let mut arguments = vec!["sweep", "shipped:production.yaml"];
        arguments.extend(more);
        let (text, _) = Test::new(&arguments).any_stderr().run();
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}
