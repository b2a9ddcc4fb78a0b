//! `roster lint`: what is wrong with the tools themselves.

use super::support::Test;
use roster::lint::Code;

const UNTIDY: &str = "\
format: roster/1
name: Untidy
servers:
  mail:
    side_effect: network_read
    tools:
      delete_mail:
        description: Deletes mails (e.g. spam) for good.
        annotations: { destructiveHint: false }
        input_schema: { type: object, properties: { $id: { type: string } } }
      read: { description: \"\", input_schema: { type: object, properties: {} } }
";

fn lint(args: &[&str]) -> Test {
    let args: Vec<&str> = ["lint", "untidy.yaml"].iter().chain(args).copied().collect();
    Test::new(&args).file("untidy.yaml", UNTIDY)
}

#[test]
fn lint_as_text() {
    lint(&[])
        .status(1)
        .stdout(
            "\
Untidy

1 error

  property-name-refused: An argument's name is refused (1)
    mcp.mail.delete_mail  untidy.yaml:8:9
      `$id` is refused as an argument's name.
    fix: Rename it to 1 to 64 letters, digits, `_`, `.` and `-`, and map it back before the
         call.

3 warnings

  description-missing: No description (1)
    mcp.mail.read  untidy.yaml:11:13
      It has no description.
    fix: Describe it under `overrides`, or ask the server's author to.

  sentence-cut-abbreviation: The index line ends at an abbreviation (1)
    mcp.mail.delete_mail  untidy.yaml:8:9
      The index line ends at `e.g.`: `Deletes mails (e.g.`.
    fix: Write “such as”, “that is” or “and others” in its place; `overrides` can do that here.

  claims-harmless: Claims to destroy nothing, and its name does (1)
    mcp.mail.delete_mail  untidy.yaml:8:9
      `destructiveHint` is false, and the name says `delete`.
    fix: State its `side_effect` under `overrides`: that outranks what its server claims, and
         settles this.

3 notes

  name-dots: Registry names hold dots (1)
    the scenario
      2 registry names with dots, which are illegal at OpenAI and Anthropic: on the wire
      `mcp.mail.delete_mail` is `mcp_mail_delete_mail`.
    fix: Write allow-lists, prompts and log searches for the wire alias, and map calls back by
         a table.

  annotations-missing: Tools without annotations (1)
    server mail  untidy.yaml:5:5
      1 of its 2 tools has no hint.
    fix: State `side_effect` for the server and under `overrides`, and ask its author for
         `readOnlyHint`.

  annotations-half: Annotations that leave out `readOnlyHint` (1)
    server mail  untidy.yaml:5:5
      1 tool of it has hints without `readOnlyHint`.
    fix: State `side_effect` under `overrides` where `annotations: trust` decides nothing.

1 error, 3 warnings, 3 notes
",
        )
        .run();
}

#[test]
fn the_exit_code_goes_by_the_least_that_counts() {
    let only = |code: &str| ["--only".to_owned(), code.to_owned()];
    let run = |more: &[&str], status: i32| {
        lint(more).status(status).run();
    };
    let [flag, code] = only("description-missing");
    run(&[&flag, &code], 0);
    run(&[&flag, &code, "--fail-on", "warning"], 1);
    run(&[&flag, &code, "--fail-on", "note"], 1);
    run(&["--ignore", "property-name-refused"], 0);
    run(&["--only", "name-dots", "--fail-on", "warning"], 0);
    run(&["--only", "name-dots,property-name-refused", "--fail-on", "error"], 1);
    run(
        &["--only", "name-dots , property-name-refused", "--fail-on", "error"],
        1,
    );
    run(&["--ignore", " property-name-refused, name-dots"], 0);
    // A what-if mends it.
    run(
        &[
            "--only",
            "description-missing",
            "--fail-on",
            "note",
            "--set",
            "servers.mail.tools.read.description=Reads a mail.",
        ],
        0,
    );
}

#[test]
fn a_code_is_ignored_for_some_tools() {
    let found = |ignored: &str| {
        let only = "--only=claims-harmless,annotations-half";
        let answer = lint(&["--format=json", only, "--ignore", ignored]).json();
        let findings = answer["findings"].as_array().unwrap();
        findings
            .iter()
            .map(|finding| finding["code"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let all = "claims-harmless annotations-half";
    assert_eq!(found("claims-harm"), all);
    assert_eq!(found("claims-harmless:mcp.mail.read"), all);
    assert_eq!(found("claims-harm:mcp.mail.*"), all);
    assert_eq!(found("claims-harmless:mcp.mail.*"), "annotations-half");
    assert_eq!(found("claims-harmless : mcp.mail.delete_mail"), "annotations-half");
    assert_eq!(found("annotations-half:mail, claims-harmless:mcp.*"), "");
    let (_, stderr) = lint(&["--ignore", "claims-harmless:"]).any_stderr().status(2).run();
    assert!(stderr.contains("no tool is named behind the colon"), "{stderr}");
}

#[test]
fn tools_that_are_off_are_looked_at_when_asked() {
    let off = ["--only=description-missing", "--set", "servers.mail.enabled=false"];
    lint(&off)
        .stdout("Untidy\n\n2 tools that are off were not looked at; --off does\n0 errors, 0 warnings, 0 notes\n")
        .run();
    let (all, _) = lint(&[&off[..], &["--off"]].concat()).run();
    assert!(
        all.ends_with("\n0 errors, 1 warning, 0 notes\n") && !all.contains("--off"),
        "{all}"
    );
    let answer = lint(&[&off[..], &["--format=json"]].concat()).json();
    assert_eq!(answer["off_not_looked_at"], 2);
}

#[test]
fn lint_as_json() {
    let answer = lint(&["--format=json"]).status(1).json();
    assert_eq!(answer["format"], "roster-lint/1");
    assert_eq!(answer["scenario"], "Untidy");
    let findings = answer["findings"].as_array().unwrap();
    let counted: u64 = ["errors", "warnings", "notes"]
        .iter()
        .map(|key| answer[key].as_u64().unwrap())
        .sum();
    assert_eq!(findings.len() as u64, counted);
    let of = |code: &str| findings.iter().find(|finding| finding["code"] == code).unwrap();
    let refused = of("property-name-refused");
    assert_eq!(refused["level"], "error");
    assert_eq!(refused["tools"], serde_json::json!(["mcp.mail.delete_mail"]));
    assert_eq!(refused["source"], "mail");
    assert_eq!(refused["file"], "untidy.yaml");
    assert_eq!((&refused["line"], &refused["column"]), (&8.into(), &9.into()));
    assert_eq!(refused["numbers"]["places"], 1);
    let dots = of("name-dots");
    assert_eq!(
        (&dots["about"], &dots["file"]),
        (&"scenario".into(), &serde_json::Value::Null)
    );
}

#[test]
fn lint_as_annotations_of_a_check() {
    lint(&["--format=github", "--only=sentence-cut-abbreviation"])
        .stdout(
            "::warning file=untidy.yaml,line=8,col=9,title=sentence-cut-abbreviation::mcp.mail.delete_mail: The index line \
             ends at `e.g.`: `Deletes mails (e.g.`. Write “such as”, “that is” or “and others” in its place; `overrides` can \
             do that here.\n",
        )
        .run();
}

#[test]
fn of_many_findings_the_first_are_written_out() {
    let tools: Vec<String> = (0..9)
        .map(|n| format!("      page_{n}: {{ description: \"\" }}\n"))
        .collect();
    let tools = tools.concat();
    let text = format!("format: roster/1\nname: Many\nservers:\n  s:\n    side_effect: none\n    tools:\n{tools}");
    let run = |more: &[&str]| {
        let args: Vec<&str> = ["lint", "many.yaml", "--only=description-missing"]
            .iter()
            .chain(more)
            .copied()
            .collect();
        Test::new(&args).file("many.yaml", &text).run().0
    };
    let short = run(&[]);
    assert_eq!(short.matches("many.yaml:").count(), 3, "{short}");
    assert!(
        short.contains("… and 6 more; --only description-missing --all lists them"),
        "{short}"
    );
    assert_eq!(run(&["--all"]).matches("many.yaml:").count(), 9);
    assert!(short.ends_with("\n0 errors, 9 warnings, 0 notes\n"), "{short}");
}

#[test]
fn codes_are_listed_and_explained() {
    let (list, _) = Test::new(&["lint", "--list"]).run();
    for code in Code::ALL {
        assert!(
            list.lines().any(|line| line.starts_with(&format!("{} ", code.id()))),
            "{}",
            code.id()
        );
        let (text, _) = Test::new(&["lint", "--explain", code.id()]).run();
        assert!(
            text.starts_with(&format!("{} ({})\n", code.id(), code.level().id())),
            "{text}"
        );
        for part in ["\n  rule: ", "\n  why: ", "\n  source: "] {
            assert!(text.contains(part), "{text}");
        }
    }
    let answer = Test::new(&["lint", "--list", "--format=json"]).json();
    assert_eq!(answer["codes"].as_array().map(Vec::len), Some(Code::ALL.len()));
}

#[test]
fn what_it_cannot_do_is_said() {
    let (_, stderr) = Test::new(&["lint", "small.yaml", "--only=name-dot"])
        .any_stderr()
        .status(2)
        .run();
    assert!(stderr.contains("no such code; did you mean `name-dots`?"), "{stderr}");
    Test::new(&["lint"]).any_stderr().status(2).run();
    Test::new(&["lint", "absent.yaml"]).any_stderr().status(2).run();
}
