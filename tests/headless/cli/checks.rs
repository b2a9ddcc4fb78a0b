//! `roster check`.

use super::support::Test;
use std::path::Path;

#[test]
fn check_names_what_falls() {
    Test::new(&["check", "small.yaml"])
        .status(1)
        .stdout(
            "\
small.yaml: 3 tools lost
  pass  searching stays at hand
  FAIL  nothing is lost
        3 tools are skipped, expected none: mcp.mail.read, mcp.mail.send, mcp.mail.trash
        tool_definitions has 149 tokens, expected at most 100 (+49)
1 file, 2 gates: 1 passes, 1 falls
",
        )
        .run();
}

#[test]
fn check_goes_on_behind_a_bad_file() {
    Test::new(&["check", "bad.yaml", "good.yaml", "missing.yaml"])
        .file("bad.yaml", "format: roster/1\nbuget: {}\n")
        .file(
            "good.yaml",
            "{format: roster/1, expect: [{skipped: [], unavailable: []}]}",
        )
        .status(2)
        .stdout(
            "\
good.yaml: No tools
  pass  nothing skipped, nothing unavailable
3 files, 1 gate: 1 passes, 0 fall; 2 files cannot be planned
",
        )
        .stderr(
            "\
error[unknown-key]: `buget` is not a key of a scenario
  --> bad.yaml:2:1
   |
 2 | buget: {}
   | ^
  help: did you mean `budget`?
error[file-missing]: cannot read `missing.yaml`: there is no such file
  help: check the path and its permissions
",
        )
        .run();
}

#[test]
fn check_says_when_nothing_is_expected() {
    Test::new(&["check", "small.yaml", "--set", "expect="])
        .stdout(
            "\
small.yaml: 3 tools lost
  with expect=
  warn  no gates: nothing is expected of this plan; add `expect` to the file
1 file, 0 gates: 0 pass, 0 fall; 1 file has no gates
",
        )
        .run();
}

#[test]
fn a_failing_plan_must_be_expected() {
    let fails = "agent.always_define=[files.read]";
    Test::new(&["check", "small.yaml", "--set", fails, "--set", "expect="])
        .status(1)
        .stdout(
            "\
small.yaml: The plan fails: files.read must be defined and is not available
  with agent.always_define=[files.read]
  with expect=
  FAIL  the plan fails and no gate expects it to
  warn  no gates: nothing is expected of this plan; add `expect` to the file
1 file, 0 gates: 0 pass, 0 fall; 1 plan fails unexpectedly; 1 file has no gates
",
        )
        .run();
    Test::new(&[
        "check",
        "small.yaml",
        "--set",
        fails,
        "--set",
        "expect=[{fails: required-tool-unavailable}]",
    ])
    .stdout(
        "\
small.yaml: The plan fails: files.read must be defined and is not available
  with agent.always_define=[files.read]
  with expect=[{fails: required-tool-unavailable}]
  pass  fails with required-tool-unavailable
1 file, 1 gate: 1 passes, 0 fall
",
    )
    .run();
}

#[test]
fn check_as_json() {
    let answer = Test::new(&["check", "small.yaml", "missing.yaml", "--format", "json"])
        .status(2)
        .json();
    assert_eq!(
        answer,
        serde_json::json!({
            "format": "roster-check/1",
            "status": "unreadable",
            "gates": { "passed": 1, "fallen": 1 },
            "files": [
                {
                    "file": "small.yaml",
                    "scenario": "Small",
                    "status": "failed",
                    "plan": {
                        "status": "ok",
                        "failure": null,
                        "verdict": "3 tools lost",
                        "gates": [
                            { "about": "plan", "name": "searching stays at hand", "line": 33, "passes": true, "differences": [] },
                            {
                                "about": "plan",
                                "name": "nothing is lost",
                                "line": 35,
                                "passes": false,
                                "differences": [
                                    "3 tools are skipped, expected none: mcp.mail.read, mcp.mail.send, mcp.mail.trash",
                                    "tool_definitions has 149 tokens, expected at most 100 (+49)",
                                ],
                            },
                        ],
                    },
                    "problems": [],
                },
                {
                    "file": "missing.yaml",
                    "scenario": null,
                    "status": "unreadable",
                    "plan": null,
                    "problems": [{
                        "severity": "error",
                        "code": "file-missing",
                        "message": "cannot read `missing.yaml`: there is no such file",
                        "help": "check the path and its permissions",
                        "file": null,
                        "line": null,
                        "column": null,
                    }],
                },
            ],
        })
    );
}

#[test]
fn every_shipped_scenario_checks_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let args: Vec<&str> = ["check"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let (on_disk, _) = Test::new(&args).run();
    let shipped: Vec<String> = roster::scenario::shipped_names()
        .iter()
        .map(|name| format!("shipped:{name}"))
        .collect();
    let args: Vec<&str> = ["check"]
        .into_iter()
        .chain(shipped.iter().map(String::as_str))
        .collect();
    let (carried, _) = Test::new(&args).run();
    let last = |text: &str| text.lines().last().map(str::to_owned);
    assert_eq!(last(&on_disk), last(&carried));
}
