//! Servers that hang, flood, lie about pages or die. Each is survived, told, and leaves nothing running.

use super::support::{arguments, capture, command, is_running, ran};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn one_that_hangs_is_ended_with_all_that_it_started() {
    let ran = capture("hangs", &["--timeout", "1"]);
    ran.fails_with("did not finish in 1 s: the time was up before it answered `initialize`")
        .leaves_nothing(3);
    assert!(ran.took < Duration::from_secs(20), "{:?}", ran.took);
}

#[test]
fn one_that_ignores_all_is_ended_too() {
    capture("ignores all", &["--timeout", "1"])
        .fails_with("the time was up")
        .leaves_nothing(3);
}

#[test]
fn one_that_ends_late_is_not_waited_for() {
    let ran = capture("ends late", &[]);
    assert_eq!(ran.inventory()["tools"].as_array().unwrap().len(), 4);
    ran.leaves_nothing(1);
    assert!(ran.took < Duration::from_secs(20), "{:?}", ran.took);
}

#[test]
fn one_that_floods_is_not_read_for_ever() {
    let flooding = |part, message: &str| {
        capture(part, &["--timeout", "120"])
            .fails_with(message)
            .leaves_nothing(1);
    };
    flooding("floods", "sends more than 64 MiB in all");
    flooding("has a long line", "sends a line or an answer of more than 16 MiB");
}

#[test]
fn one_that_lies_about_pages_is_found_out() {
    let lying = |part, message: &str| {
        capture(part, &[]).fails_with(message).leaves_nothing(1);
    };
    lying(
        "repeats a cursor",
        "page 2 of `tools/list` ends in the cursor of an earlier page, `1`",
    );
    lying(
        "repeats a page",
        "page 2 of `tools/list` holds only tools of earlier pages",
    );
    lying("never ends", "offers yet another page after 1,000 pages");
}

#[test]
fn one_that_dies_says_why() {
    let died = capture("dies at once", &["--env", "SECRET=open-sesame"]);
    died.fails_with("the program ended before it answered `initialize`, with exit status: 3")
        .leaves_nothing(1);
    // Its last words, with nothing in them that acts on a terminal, and with no value that it was given.
    assert!(
        died.stderr.contains("it printed last:\n")
            && died
                .stderr
                .contains("fatal: no \\u{1b}[31mconfiguration\\u{202e} found, key …"),
        "{}",
        died.stderr
    );
    assert!(!died.stderr.contains("open-sesame"), "{}", died.stderr);
    capture("dies in the middle", &[])
        .fails_with("the program ended before it answered page 1 of `tools/list`, with exit status: 7");
    capture("stalls in the middle", &["--timeout", "1"])
        .fails_with("the time was up before it answered page 2 of `tools/list`");
}

#[test]
fn one_that_refuses_is_quoted() {
    capture("refuses the handshake", &[]).fails_with("refuses `initialize` with error -32000: a key is needed");
    capture("cannot list", &[]).fails_with("refuses `tools/list` with error -32603: no network");
    capture("has no tools", &[]).fails_with("refuses `tools/list` with error -32601: Method not found");
    capture("shakes another hand", &[]).fails_with("answers `initialize` with something that is no MCP handshake");
}

#[test]
#[cfg(unix)]
fn who_is_interrupted_ends_what_was_started() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let args = arguments("hangs", folder.path(), &["--timeout", "100"]);
        let started = Instant::now();
        let child = command(&args, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let pids = folder.path().join("pids");
        while std::fs::read_to_string(&pids).unwrap_or_default().lines().count() < 3 {
            assert!(started.elapsed() < Duration::from_mins(1));
            std::thread::sleep(Duration::from_millis(20));
        }
        let told = std::process::Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(told.unwrap().success());
        let pid = child.id();
        let output = child.wait_with_output().unwrap();
        ran(&output, started.elapsed(), folder)
            .fails_with("error[cancelled]: stopped\n")
            .leaves_nothing(3);
        assert!(!is_running(pid));
        assert!(started.elapsed() < Duration::from_mins(1));
    }
}
