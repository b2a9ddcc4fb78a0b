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
tool definitions item cap from left to right, accounts from top to bottom; each place says defined+deferred, and −skipped where tools are lost; ! fails, [ ] stands now

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
tool definitions item cap from left to right, deferred tool index item cap from top to bottom; each place says defined+deferred, and −skipped where tools are lost; ! fails, [ ] stands now

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
