//! What the program does with its arguments, its terminal and a missing display; the smaller commands.

use super::support::{SMALL, SMALL_PLAN, Test};
use std::process::Stdio;

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
fn the_schema_is_printed_as_it_is() {
    Test::new(&["schema"])
        .stdout(include_str!("../../../assets/scenario.schema.json"))
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

/// A picture is a PNG: a name that promises something else is refused before anything is drawn.
#[test]
fn a_picture_with_another_ending_is_refused() {
    let run = Test::new(&["screenshot", "small.yaml", "-o", "window.jpg"]);
    let folder = run.folder.path().to_path_buf();
    let (_, stderr) = run.status(2).stdout("").any_stderr().run();
    assert!(stderr.contains("let the name end in `.png`"), "{stderr}");
    assert!(!folder.join("window.jpg").exists());
}
