//! The command line as people and CI meet it: the program run as it is, its texts and exit codes taken literally.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Seven tools, three slots and two lines of index; its second gate falls.
const SMALL: &str = include_str!("cli/small.yaml");

/// One run of the program: files in a folder of its own, arguments, and what must come of it.
#[must_use]
struct Test {
    folder: TempDir,
    args: Vec<String>,
    env: Vec<(&'static str, &'static str)>,
    stdout: Option<String>,
    stderr: Option<String>,
    status: i32,
}

impl Test {
    /// A run with `small.yaml` beside it.
    fn new(args: &[&str]) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            env: Vec::new(),
            stdout: None,
            stderr: Some(String::new()),
            status: 0,
        }
        .file("small.yaml", SMALL)
    }

    fn file(self, name: &str, text: &str) -> Self {
        std::fs::write(self.folder.path().join(name), text).unwrap();
        self
    }

    fn env(mut self, name: &'static str, value: &'static str) -> Self {
        self.env.push((name, value));
        self
    }

    fn stdout(mut self, text: &str) -> Self {
        self.stdout = Some(text.to_owned());
        self
    }

    fn stderr(mut self, text: &str) -> Self {
        self.stderr = Some(text.to_owned());
        self
    }

    /// Lets the text beside the output be anything.
    fn any_stderr(mut self) -> Self {
        self.stderr = None;
        self
    }

    fn status(mut self, status: i32) -> Self {
        self.status = status;
        self
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roster"));
        command.current_dir(self.folder.path()).args(&self.args);
        // A window must not open, wherever the tests run, and colour must not depend on who runs them.
        for name in [
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "WAYLAND_SOCKET",
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
        ] {
            command.env_remove(name);
        }
        command.envs(self.env.iter().copied());
        command
    }

    /// Runs it, checks what is expected, and gives the output and the text beside it.
    #[track_caller]
    fn run(self) -> (String, String) {
        let output = self.command().output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        if let Some(expected) = &self.stdout {
            assert_eq!(&stdout, expected, "stdout is\n{stdout}\nstderr is\n{stderr}");
        }
        if let Some(expected) = &self.stderr {
            assert_eq!(&stderr, expected, "stderr is\n{stderr}");
        }
        assert_eq!(output.status.code(), Some(self.status), "stderr is\n{stderr}");
        (stdout, stderr)
    }

    #[track_caller]
    fn json(self) -> Value {
        let (stdout, _) = self.run();
        serde_json::from_str(&stdout).unwrap()
    }
}

const SMALL_PLAN: &str = "\
Small
3 tools lost
3 defined · 1 deferred · 3 skipped · 2 unavailable
context-builder@12, tokens by bytes/3

The item cap binds: all 3 slots are taken when mcp.mail.read comes, rank 4. 111 tokens stay unused.
The index has no tokens for mcp.mail.read: 173 of 160.

Budget
class                tokens     cap  items  cap
platform policy           0   2,000
agent instructions        0   4,000
persona               1,200   2,000      4   30
tool definitions        149     260      3    3
deferred tool index      99     160      1    2
skill catalog             0   1,500      0   20
memory snapshot           0   1,500      0   40
prefix                1,448  11,420

Defined (3)
slot  tool                 source   effect        tokens  why
   1  tool.call            builtin  none              40  reaches deferred tools
   2  notes.search         builtin  none              63  configured
   3  mcp.mail.list        mail     network_read      47  discovered, ranked high enough
      counted as one text                             −1
      all definitions                                149

Deferred (1)
line  tool             tokens  why
   1  notes.delete         12  deferred by configuration
      note                +87
      the whole index      99

Skipped (3)
rank  tool            source  effect            tokens  why
   4  mcp.mail.read   mail    network_read          34  no index tokens
   5  mcp.mail.send   mail    external_message      34  no index tokens
   6  mcp.mail.trash  mail    external_write        35  no index tokens

Unavailable (2)
  flag files off: files.read
  not enabled: files.write
";

#[test]
fn plan_as_text() {
    Test::new(&["plan", "small.yaml"]).stdout(SMALL_PLAN).run();
}

#[test]
fn plan_under_an_older_builder_that_fails() {
    Test::new(&[
        "plan",
        "small.yaml",
        "--set",
        "builder=context-builder@11",
        "--set",
        "budget.tool_definitions.max_tokens=50",
        "--set",
        "tools.\"tool.call\"=",
        "--set",
        "agent.enabled_tools=[notes.search]",
    ])
    .status(1)
    .any_stderr()
    .stdout(
        "\
Small
with builder=context-builder@11
with budget.tool_definitions.max_tokens=50
with tools.\"tool.call\"=
with agent.enabled_tools=[notes.search]
The plan fails: tool definitions need 63 of 50 tokens, 13 over
1 defined · 0 deferred · 4 skipped · 3 unavailable
context-builder@11, tokens by bytes/3

The token cap binds: with mcp.mail.list, rank 2, definitions would cost 110 of 50. 2 slots stay
empty.

Budget
class               tokens     cap  items  cap
platform policy          0   2,000
agent instructions       0   4,000
persona              1,200   2,000      4   30
tool definitions        63      50      1    3  13 over
skill catalog            0   1,500      0   20
memory snapshot          0   1,500      0   40
prefix               1,263  11,050

Defined (1)
slot  tool             source   effect  tokens  why
   1  notes.search     builtin  none        63  configured
      all definitions                       63

Skipped (4), silently: this builder records no skips
rank  tool            source  effect            tokens  why
   2  mcp.mail.list   mail    network_read          47  no definition tokens
   3  mcp.mail.read   mail    network_read          34  no definition tokens
   4  mcp.mail.send   mail    external_message      34  no definition tokens
   5  mcp.mail.trash  mail    external_write        35  no definition tokens

Unavailable (3)
  not enabled: notes.delete, files.read, files.write
",
    )
    .run();
}

#[test]
fn plan_as_json() {
    let plan = Test::new(&["plan", "small.yaml", "--format", "json"]).json();
    assert_eq!(plan["format"], "roster-plan/1");
    assert_eq!(plan["scenario"], "Small");
    assert_eq!(plan["status"], "ok");
    assert_eq!(
        plan["tool_names"],
        serde_json::json!(["mcp.mail.list", "notes.search", "tool.call"])
    );
    assert_eq!(plan["deferred_tool_names"], serde_json::json!(["notes.delete"]));
    assert_eq!(plan["decisions"].as_array().unwrap().len(), 9);
}

#[test]
fn set_changes_what_is_planned() {
    let args = ["plan", "small.yaml", "--format=json"];
    let set = |more: &[&str]| Test::new(&[&args[..], more].concat()).json();
    let plan = set(&[
        "--set",
        "budget.tool_definitions.max_items=6",
        "--set",
        "flags.files.enabled=true",
    ]);
    assert_eq!(plan["tool_names"].as_array().unwrap().len(), 6);
    // Nothing behind the `=` deletes the key: the default caps count.
    let plan = set(&["--set", "budget="]);
    assert_eq!(plan["tokens"]["ceiling"], 22_000);
}

#[test]
fn set_is_checked_like_a_file() {
    Test::new(&[
        "plan",
        "small.yaml",
        "--set",
        "name=x",
        "--set",
        "flags.files.enabld=true",
    ])
    .status(2)
    .stdout("")
    .stderr(
        "\
error[unknown-key]: `enabld` is not a key of a flag
  --> --set:2:1
   |
 2 | flags.files.enabld=true
   | ^
  help: did you mean `enabled`?
",
    )
    .run();
    Test::new(&["plan", "small.yaml", "--set", "flags.files"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error: invalid value 'flags.files' for '--set <PATH=VALUE>': `flags.files` is not of the form `path=value`, such as `flags.browser.enabled=true`

For more information, try '--help'.
",
        )
        .run();
}

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
                            { "name": "searching stays at hand", "line": 33, "passes": true, "differences": [] },
                            {
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
fn explain_as_text() {
    Test::new(&["explain", "small.yaml", "mcp.mail.send"])
        .stdout(
            "\
Small
3 tools lost
3 defined · 1 deferred · 3 skipped · 2 unavailable
context-builder@12, tokens by bytes/3

mcp.mail.send: skipped
Ranked 5 of 6. All 3 slots were taken before it. With its line the index would cost 173 of 160
tokens. The skip is recorded.

reason             index-tokens-full, rule §5.6
rank               5 of 6
definition tokens  34
index tokens       11
source             server mail
remote name        send
side effect        external_message

What binds
  The item cap binds: all 3 slots are taken when mcp.mail.read comes, rank 4. 111 tokens stay
  unused. The index has no tokens for mcp.mail.read: 173 of 160.

Index line, were it deferred
  - mcp.mail.send(): Sends a mail.

Definition, were it sent
  {
    \"description\": \"Sends a mail.\",
    \"input_schema\": {
      \"type\": \"object\"
    },
    \"name\": \"mcp.mail.send\"
  }
",
        )
        .run();
}

#[test]
fn explain_as_json() {
    let answer = Test::new(&["explain", "small.yaml", "notes.delete", "--format", "json"]).json();
    assert_eq!(
        answer,
        serde_json::json!({
            "format": "roster-explain/1",
            "scenario": "Small",
            "status": "ok",
            "verdict": "3 tools lost",
            "binding": "The item cap binds: all 3 slots are taken when mcp.mail.read comes, rank 4. 111 tokens \
                        stay unused. The index has no tokens for mcp.mail.read: 173 of 160.",
            "ranked": 6,
            "decisions": [{
                "tool": "notes.delete",
                "outcome": "deferred",
                "reason": "deferred-by-configuration",
                "rule": "§5.2",
                "detail": "The agent defers it on purpose; it is line 1 of the index.",
                "rank": 2,
                "slot": null,
                "entry": 1,
                "index_block": "trusted",
                "definition_tokens": 34,
                "index_tokens": 12,
                "measured_tokens": null,
                "source": "builtin",
                "side_effect": "workspace_write",
                "requires": [],
                "index_line": "- notes.delete(): Deletes a note.",
                "definition": {
                    "description": "Deletes a note.",
                    "input_schema": { "type": "object" },
                    "name": "notes.delete",
                },
            }],
        })
    );
}

#[test]
fn explain_names_what_was_perhaps_meant() {
    Test::new(&["explain", "small.yaml", "mail.send"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[unknown-tool]: the scenario has no tool `mail.send`
  help: did you mean `mcp.mail.send`?
",
        )
        .run();
    Test::new(&["explain", "small.yaml", "mcp.mail.reed"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[unknown-tool]: the scenario has no tool `mcp.mail.reed`
  help: the nearest names are `mcp.mail.read`, `mcp.mail.send`, `mcp.mail.list`, `mcp.mail.trash`
",
        )
        .run();
    Test::new(&["explain", "small.yaml", "zzzzzzzzzzzzzzzzzzzzzzz"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[unknown-tool]: the scenario has no tool `zzzzzzzzzzzzzzzzzzzzzzz`
  help: `roster plan FILE` lists all tools of a scenario
",
        )
        .run();
}

#[test]
fn explain_shows_every_tool_of_a_name_in_conflict() {
    let tools = "servers.mail.tools={send: {description: One.}, Send: {description: Two.}}";
    let answer = Test::new(&[
        "explain",
        "small.yaml",
        "mcp.mail.send",
        "--format=json",
        "--set",
        tools,
    ])
    .json();
    let decisions = answer["decisions"].as_array().unwrap();
    let remote: Vec<&str> = decisions.iter().filter_map(|one| one["remote_name"].as_str()).collect();
    assert_eq!(remote, ["send", "Send"]);
    assert_eq!(decisions[0]["reason"], "catalog-conflict");
}

#[test]
fn every_problem_of_a_file_is_told_at_once() {
    Test::new(&["plan", "bad.yaml"])
        .file(
            "bad.yaml",
            "\
format: roster/1
buget: {}
session: { kind: mail }
tools:
  notes.search: { requires: [notes], side_effect: none }
agent: { enabled_tools: [note.search] }
",
        )
        .status(2)
        .stdout("")
        .stderr(
            "\
error[unknown-key]: `buget` is not a key of a scenario
  --> bad.yaml:2:1
   |
 2 | buget: {}
   | ^
  help: did you mean `budget`?

error[unknown-value]: `mail` is not a known `kind`
  --> bad.yaml:3:18
   |
 3 | session: { kind: mail }
   |                  ^
  help: allowed here: `chat`, `operational_email`

error[unknown-flag]: `notes.search` requires the flag `notes`, which `flags` does not have
  --> bad.yaml:5:30
   |
 5 |   notes.search: { requires: [notes], side_effect: none }
   |                              ^
  help: none is known here

warning[unknown-tool]: `enabled_tools` names `note.search`, which nothing provides
  --> bad.yaml:6:26
   |
 6 | agent: { enabled_tools: [note.search] }
   |                          ^
  help: did you mean `notes.search`?

3 errors, 1 warning
",
        )
        .run();
}

#[test]
fn warnings_stand_beside_the_plan() {
    let (stdout, stderr) = Test::new(&["plan", "small.yaml", "--set", "budget.ceiling_tokens=11000"])
        .any_stderr()
        .run();
    assert!(stdout.starts_with("Small\nwith budget.ceiling_tokens=11000\n3 tools lost\n"));
    assert!(stderr.starts_with(
        "warning[ceiling-differs]: the ceiling is 11,000 tokens, but the caps of the classes that context-builder@12 has add up to 11,420\n"
    ));
}

#[test]
fn colour_is_written_where_it_is_asked_for() {
    let coloured = "\u{1b}[32mdefined\u{1b}[0m";
    let plan = |args: &[&str]| Test::new(&[args, &["plan", "small.yaml"]].concat());
    assert!(plan(&["--color", "always"]).run().0.contains(coloured));
    assert!(
        !plan(&["--color=never"])
            .env("CLICOLOR_FORCE", "1")
            .run()
            .0
            .contains('\u{1b}')
    );
    plan(&[]).stdout(SMALL_PLAN).run();
    assert!(plan(&[]).env("CLICOLOR_FORCE", "1").run().0.contains(coloured));
    plan(&[]).env("NO_COLOR", "1").stdout(SMALL_PLAN).run();
    let (_, stderr) = Test::new(&["plan", "missing.yaml", "--color", "always"])
        .status(2)
        .any_stderr()
        .run();
    assert!(stderr.starts_with("\u{1b}[1m\u{1b}[31merror[file-missing]\u{1b}[0m: cannot read"));
}

#[test]
fn what_comes_from_a_file_never_acts_on_the_terminal() {
    let set = "name=\"a\\e[2J\\u202Eb\"";
    for args in [
        &["plan", "small.yaml", "--set", set, "--color=always"][..],
        &["explain", "small.yaml", "notes.search", "--set", set, "--color=always"],
    ] {
        let (stdout, _) = Test::new(args).run();
        assert!(
            stdout.starts_with("\u{1b}[1ma\\u{1b}[2J\\u{202e}b\u{1b}[0m\n"),
            "{stdout}"
        );
        assert!(!stdout.contains('\u{202e}'));
    }
    let described = "servers.mail.tools.list.description=\"Lists \\u202Emails\\e[2J.\"";
    let (stdout, _) = Test::new(&["explain", "small.yaml", "mcp.mail.list", "--set", described]).run();
    assert!(
        stdout.contains("  - mcp.mail.list(label?): Lists \\u{202e}mails\\u{1b}[2J.\n"),
        "{stdout}"
    );
    assert!(!stdout.contains(['\u{202e}', '\u{1b}']));
}

#[test]
fn a_reader_that_leaves_early_is_fine() {
    let test = Test::new(&["plan", "small.yaml"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = test.command().stdout(writer).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let test = Test::new(&["plan", "small.yaml"]);
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = test.command().stdout(full).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: cannot write the output: No space left on device (os error 28)\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn without_a_display_the_plan_is_shown_as_text() {
    let (_, stderr) = Test::new(&["small.yaml"]).any_stderr().stdout(SMALL_PLAN).run();
    assert!(stderr.starts_with("no window: "), "{stderr}");
    assert!(
        stderr.ends_with(
            "
without a window:
  roster plan small.yaml
  roster explain small.yaml TOOL
  roster check small.yaml
  roster screenshot small.yaml -o out.png
  roster --help
"
        ),
        "{stderr}"
    );
}

#[test]
fn without_a_file_the_shipped_default_is_shown() {
    let (stdout, _) = Test::new(&[]).any_stderr().run();
    let shipped = Test::new(&["plan", &format!("shipped:{}", roster::scenario::DEFAULT_SHIPPED)]).run();
    assert_eq!(stdout, shipped.0);
}

#[test]
fn without_a_display_a_bad_file_is_still_bad() {
    let (stdout, stderr) = Test::new(&["missing.yaml"]).status(2).any_stderr().run();
    assert_eq!(stdout, "");
    assert!(
        stderr.ends_with(
            "cannot read `missing.yaml`: there is no such file\n  help: check the path and its permissions\n"
        )
    );
}

#[test]
fn a_mistyped_command_is_told_apart_from_a_file() {
    Test::new(&["chek"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[file-missing]: `chek` is neither a file nor a command
  help: did you mean `roster check`?
",
        )
        .run();
    Test::new(&["chek", "small.yaml"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error: unexpected argument 'small.yaml' found

  tip: did you mean the command `check`?

Usage: roster [OPTIONS] [FILE]
       roster [OPTIONS] <COMMAND>

For more information, try '--help'.
",
        )
        .run();
}

#[test]
fn a_file_named_like_a_command_is_reached_by_its_path() {
    let (stdout, _) = Test::new(&["./plan"]).file("plan", SMALL).any_stderr().run();
    assert_eq!(stdout, SMALL_PLAN);
    let (stdout, _) = Test::new(&["--", "plan"]).file("plan", SMALL).any_stderr().run();
    assert_eq!(stdout, SMALL_PLAN);
}

#[test]
fn a_file_and_a_command_exclude_each_other() {
    Test::new(&["small.yaml", "check", "small.yaml"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error: a FILE to open and a command exclude each other; name the file behind the command

Usage: roster [OPTIONS] [FILE]
       roster [OPTIONS] <COMMAND>

For more information, try '--help'.
",
        )
        .run();
}

#[test]
fn shipped_scenarios_are_listed_and_reached_by_name() {
    let (stdout, _) = Test::new(&["shipped"]).run();
    let names: Vec<&str> = stdout
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let expected: Vec<String> = roster::scenario::shipped_names()
        .iter()
        .map(|name| format!("shipped:{name}"))
        .collect();
    assert_eq!(names, expected);
    Test::new(&["plan", "shipped:producton.yaml"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[file-missing]: no scenario `producton.yaml` comes with the program
  help: did you mean `production.yaml`? `roster shipped` lists all
",
        )
        .run();
}

/// The program is the same for files on the disk and for those that it carries, and every gate of every one holds.
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

#[test]
fn the_schema_is_printed_as_it_is() {
    Test::new(&["schema"])
        .stdout(include_str!("../../assets/scenario.schema.json"))
        .run();
}

#[test]
fn screenshot_arguments_are_checked() {
    let screenshot = |more: &[&str]| {
        let args = [&["screenshot", "small.yaml", "-o", "out.png"], more].concat();
        Test::new(&args).status(2).stdout("").any_stderr().run().1
    };
    assert!(screenshot(&["--size", "12"]).starts_with(
        "error: invalid value '12' for '--size <WxH>': expected width and height from 400 to 8000, such as `1280x800`\n"
    ));
    assert!(screenshot(&["--scale", "9"]).contains("expected a number from 0.5 to 4\n"));
    assert!(screenshot(&["--theme", "blue"]).contains("[possible values: dark, light]"));
    assert!(screenshot(&["--set", "nope=1"]).starts_with("error[unknown-key]: `nope` is not a key of a scenario\n"));
}

#[test]
fn help_and_version_are_fine() {
    let (help, _) = Test::new(&["--help"]).run();
    assert!(help.ends_with("Exit codes: 0 fine, 1 the plan failed or a gate fell, 2 it could not run\n"));
    for command in ["plan", "check", "explain", "schema", "shipped", "screenshot"] {
        Test::new(&[command, "--help"]).run();
        assert!(help.contains(&format!("\n  {command} ")), "{command} is not in\n{help}");
    }
    Test::new(&["--version"])
        .stdout(concat!("roster ", env!("CARGO_PKG_VERSION"), "\n"))
        .run();
}

#[test]
fn a_what_if_that_misses_is_an_error() {
    Test::new(&["plan", "small.yaml", "--set", "flags.nots.enabled=false"])
        .status(2)
        .stdout("")
        .stderr(
            "\
error[set-misses]: the scenario has nothing called `nots` under `flags`
  --> --set:1:1
   |
 1 | flags.nots.enabled=false
   | ^
  help: did you mean `notes`?
",
        )
        .run();
    let (_, stderr) = Test::new(&["check", "small.yaml", "--set", "extends=other.yaml"])
        .status(2)
        .any_stderr()
        .run();
    assert!(
        stderr.starts_with("error[set-extends]: `extends` cannot be set"),
        "{stderr}"
    );
    // What is brought whole is there afterwards.
    Test::new(&[
        "plan",
        "small.yaml",
        "--set",
        "flags.more={enabled: true}",
        "--set",
        "flags.more.title=More",
    ])
    .run();
}

#[test]
fn a_file_that_cannot_be_planned_is_told_as_json_where_json_was_asked_for() {
    for args in [
        &["plan", "missing.yaml", "--format", "json"][..],
        &["explain", "missing.yaml", "notes.search", "--format", "json"],
    ] {
        let answer = Test::new(args).status(2).json();
        assert_eq!(answer["format"], "roster-problems/1");
        assert_eq!(answer["problems"][0]["code"], "file-missing");
    }
}
