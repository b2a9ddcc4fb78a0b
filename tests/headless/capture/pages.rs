//! Servers that behave, each in its way.

use super::support::{arguments, capture, command, run};
use serde_json::json;

#[test]
fn pages_are_joined_with_every_key() {
    let ran = capture("is good", &[]);
    let inventory = ran.inventory();
    let about = &inventory["_meta"]["roster/inventory"];
    assert_eq!(about["server_name"], "test/server");
    assert_eq!(about["server_version"], "1.2");
    assert_eq!(about["protocol_version"], "2025-11-25");
    assert!(about["captured"].as_str().is_some_and(|day| day.len() == 10), "{about}");
    assert!(
        about["captured_from"]
            .as_str()
            .unwrap()
            .ends_with("capture::server::plays_its_part"),
        "{about}"
    );
    let names: Vec<&str> = inventory["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["tool0", "tool1", "odd", "bare"]);
    assert_eq!(
        inventory["tools"][2],
        json!({"id": "x", "name": "odd", "execution": {"taskSupport": "never"}, "annotations": {"category": "c"},
            "inputSchema": {"type": "object", "properties": {"a": {"default": 1.0, "maximum": 9_007_199_254_740_991_u64}}}})
    );
    assert!(ran.stderr.contains("4 tools in 3 pages, "), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("server        test/server 1.2, MCP 2025-11-25\n"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains(" tokens by o200k_base, ") && ran.stderr.contains(" by bytes/3\n"),
        "{}",
        ran.stderr
    );
    ran.leaves_nothing(1);
}

#[test]
fn only_variables_that_are_named_reach_the_server() {
    let inventory = capture("is good", &["--env", "ROSTER_VALUE=secret-value"]).inventory();
    let instructions = inventory["_meta"]["roster/inventory"]["instructions"].as_str().unwrap();
    let allowed = [
        "PATH",
        "HOME",
        "TMPDIR",
        "LANG",
        "LC_ALL",
        "ROSTER_PLAYS",
        "ROSTER_PIDS",
        "ROSTER_VALUE",
    ];
    for name in instructions.split(' ') {
        assert!(allowed.contains(&name), "{name} reached the server");
    }
    assert!(
        instructions.contains("PATH") && instructions.contains("ROSTER_VALUE"),
        "{instructions}"
    );
    assert!(!inventory.to_string().contains("secret-value"));
    // By its name alone, from here.
    let inventory = capture("is good", &["--env", "ROSTER_UNNAMED"]).inventory();
    assert!(inventory.to_string().contains("ROSTER_UNNAMED"));
    capture("is good", &["--env", "ROSTER_NOWHERE"]).fails_with("the variable `ROSTER_NOWHERE` is not set");
}

#[test]
fn noise_news_and_questions_are_survived() {
    let ran = capture("is chatty", &[]);
    assert_eq!(ran.inventory()["tools"].as_array().unwrap().len(), 4);
    assert_eq!(
        capture("is old", &[]).inventory()["_meta"]["roster/inventory"]["protocol_version"],
        "2024-11-05"
    );
}

#[test]
fn nothing_is_started_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = arguments("is good", folder.path(), &["--env", "KEY=hush-hush"]);
    args.retain(|arg| arg != "--yes");
    let ran = run(&args, folder);
    assert!(
        ran.stderr
            .starts_with("This starts a program, which can do whatever you can:\n  "),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("with these variables and no others: PATH, "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("ROSTER_PLAYS, ROSTER_PIDS"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("hush-hush"), "{}", ran.stderr);
    ran.fails_with("nothing was started").leaves_nothing(0);
}

#[test]
fn only_an_inventory_is_written_over() {
    let ran = capture("is good", &["-o", "new.json"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    let path = ran.folder.path().join("new.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let again = run(
        &arguments("is good", ran.folder.path(), &["-o", "new.json"]),
        ran.folder,
    );
    assert_eq!(again.status, Some(0), "{}", again.stderr);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    std::fs::write(&path, "format: roster/1\n").unwrap();
    let args = arguments("is good", again.folder.path(), &["-o", "new.json"]);
    let output = command(&args, again.folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("`new.json` that is no inventory: it is no JSON"),
        "{stderr}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "format: roster/1\n");
}

#[test]
fn a_folder_to_write_into_is_made_first_and_is_no_file() {
    let ran = capture("is good", &["-o", "servers/new/mail.json"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.folder.path().join("servers/new/mail.json").is_file());
    for folder in ["servers/", "elsewhere/"] {
        let ran = capture("is good", &["-o", folder]);
        let name = folder.trim_end_matches('/');
        ran.fails_with(&format!(
            "`{name}` is a folder\n  help: name a file in it, such as `{name}/mail.json`"
        ))
        .leaves_nothing(0);
        assert!(!ran.folder.path().join(name).exists());
    }
    // A folder that nothing can be written into: the message names the file that was asked for.
    capture("is good", &["-o", "/proc/mail.json"]).fails_with("error: cannot use /proc/mail.json: ");
    let ran = capture("is good", &["-o", "/proc/mail.json"]);
    assert!(!ran.stderr.contains(".tmp"), "{}", ran.stderr);
}

#[test]
fn what_is_asked_for_must_make_sense() {
    let fails = |args: &[&str], message: &str| {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        run(&args, tempfile::tempdir().unwrap()).fails_with(message);
    };
    fails(&["capture"], "nothing to capture from");
    fails(
        &["capture", "--format", "json", "--yes", "--", "x"],
        "`--format` is for `--check` and `--config`",
    );
    fails(&["capture", "npx"], "`npx` is no address of an MCP server");
    fails(&["capture", "ftp://example.com/"], "is no address of an MCP server");
    fails(
        &["capture", "http://localhost/mcp", "--env", "A=b"],
        "`--env` is for programs",
    );
    fails(
        &["capture", "--header", "A=b", "--", "x"],
        "`--header` is for addresses",
    );
    fails(
        &["capture", "http://localhost/mcp", "--header", "Host=b"],
        "the header `Host` cannot be sent",
    );
    fails(
        &["capture", "--yes", "--", "no-such-program"],
        "there is no program `no-such-program`",
    );
    fails(&["capture", "--yes", "--", "/"], "the program `/` cannot be started");
}
