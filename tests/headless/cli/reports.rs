//! `roster report` and the plan as CSV.

use super::support::Test;

#[test]
fn a_report_is_written_by_its_name() {
    for (name, start) in [
        ("out.html", "<!doctype html>\n<html lang=\"en\">"),
        ("out.md", "# Getting started\n"),
    ] {
        let test = Test::new(&["report", "shipped:getting-started.yaml", "-o", name]);
        let output = test.command().output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            "Getting started: Nothing lost; 2 of 2 gates hold\n"
        );
        let report = std::fs::read_to_string(test.folder.path().join(name)).unwrap();
        assert!(report.starts_with(start), "{report}");
    }
}

#[test]
fn a_report_goes_to_the_output() {
    let (html, _) = Test::new(&["report", "shipped:getting-started.yaml"]).run();
    assert!(html.starts_with("<!doctype html>"));
    let (same, _) = Test::new(&["report", "shipped:getting-started.yaml", "-o", "-"]).run();
    assert_eq!(html, same);
    let (markdown, _) = Test::new(&["report", "shipped:getting-started.yaml", "--format", "markdown"]).run();
    assert!(markdown.starts_with("# Getting started\n"), "{markdown}");
}

/// One of its gates falls: the report is there all the same.
#[test]
fn a_fallen_gate_is_told_by_the_code() {
    let (html, _) = Test::new(&[
        "report",
        "small.yaml",
        "--against",
        "shipped:getting-started.yaml",
        "--set",
        "budget.tool_definitions.max_items=2",
    ])
    .status(1)
    .run();
    for text in [
        ">falls</span>",
        "<code>budget.tool_definitions.max_items=2</code>",
        "roster report small.yaml --against shipped:getting-started.yaml --set budget.tool_definitions.max_items=2 -o review.html",
    ] {
        assert!(html.contains(text), "{text}");
    }
}

#[test]
fn what_cannot_be_reported_is_told() {
    Test::new(&["report", "small.yaml", "-o", "out.pdf"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error: the end of the name does not say how to write the report: out.pdf
  help: name it `.html` or `.md`, or add `--format html` or `--format markdown`
",
        )
        .run();
    let (_, stderr) = Test::new(&["report", "small.yaml", "--against", "missing.yaml"])
        .status(2)
        .stdout("")
        .any_stderr()
        .run();
    assert!(stderr.starts_with("error[file-missing]"), "{stderr}");
    let (_, stderr) = Test::new(&["report", "small.yaml", "-o", "no/such/folder/out.html"])
        .status(2)
        .stdout("")
        .any_stderr()
        .run();
    assert!(stderr.starts_with("error: "), "{stderr}");
}

#[test]
fn plan_as_csv() {
    Test::new(&["plan", "small.yaml", "--format", "csv"])
        .stdout(
            &"\
rank,lane,tool,source,effect,definition_tokens,index_tokens,reason,detail
,defined,tool.call,builtin,none,40,17,reaches-deferred-tools,It holds the first slot because 1 tool is reached through it.
1,defined,notes.search,builtin,none,63,15,configured,The agent names it. Ranked 1 of 6; it has slot 2.
2,deferred,notes.delete,builtin,workspace_write,34,12,deferred-by-configuration,The agent defers it on purpose; it is line 1 of the index.
3,defined,mcp.mail.list,mail,network_read,47,13,discovered,Ranked 3 of 6 as a discovered tool (network_read); it fits in slot 3.
4,skipped,mcp.mail.read,mail,network_read,34,11,index-tokens-full,Ranked 4 of 6. All 3 slots were taken before it. With its line the index would cost 173 of 160 tokens. The skip is recorded.
5,skipped,mcp.mail.send,mail,external_message,34,11,index-tokens-full,Ranked 5 of 6. All 3 slots were taken before it. With its line the index would cost 173 of 160 tokens. The skip is recorded.
6,skipped,mcp.mail.trash,mail,external_write,35,12,index-tokens-full,Ranked 6 of 6. All 3 slots were taken before it. With its line the index would cost 174 of 160 tokens. The skip is recorded.
,unavailable,files.read,builtin,workspace_read,33,10,flag-off,\"It requires the flag files, which is off.\"
,unavailable,files.write,builtin,workspace_write,34,11,not-enabled,\"The agent's enabled_tools does not name it, and only servers and devices bring discovered tools.\"
"
            .replace('\n', "\r\n"),
        )
        .run();
}

#[test]
fn a_report_without_a_folder_says_which_file_and_what_to_do() {
    let (_, stderr) = Test::new(&["report", "small.yaml", "-o", "nodir/rep.html"])
        .any_stderr()
        .status(2)
        .run();
    assert!(
        stderr.contains("cannot use nodir/rep.html: there is no folder nodir; make it first"),
        "{stderr}"
    );
    assert!(!stderr.contains(".tmp"), "{stderr}");
}
