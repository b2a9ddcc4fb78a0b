//! `roster capture --config -o`: what is written, what was there before, and what is told of it.

use super::config::{capture, server};
use serde_json::{Value, json};
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

#[test]
fn what_a_file_held_before_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let good =
        || json!({"a": server("is good", &folder), "b": server("is good", &folder), "c": server("is good", &folder)});
    let mut servers = good();
    let ran = capture(tempfile::tempdir().unwrap(), &json!({}), &[]);
    assert_eq!(ran.status, Some(2));
    servers["d\ne"] = server("is good", &folder);
    let ran = capture(folder, &servers, &["--yes", "-o", "out"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let mut lines = ran.stdout.lines();
    let heading: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(heading, ["server", "result", "what", "came"]);
    assert_eq!(lines.count(), 4, "a line each: {}", ran.stdout);
    assert!(ran.stdout.contains(" tokens by o200k_base → "), "{}", ran.stdout);
    let path = ran.folder.path().join("out/b.json");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"bare\"", "\"other\"");
    std::fs::write(path, text).unwrap();
    servers["c"] = server("dies at once", &ran.folder);
    let ran = capture(ran.folder, &servers, &["--yes", "-o", "out"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    for told in [
        "out/a.json, as before\n",
        "out/b.json, 1 tool removed, 1 added\n",
        "with exit status: 3; its file is as before\n",
    ] {
        assert!(ran.stdout.contains(told), "{told}: {}", ran.stdout);
    }
}

#[test]
fn a_file_that_is_no_inventory_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("out")).unwrap();
    std::fs::write(folder.path().join("out/a.json"), "mine").unwrap();
    let servers = json!({"a": server("is good", &folder)});
    let ran = capture(folder, &servers, &["--yes", "-o", "out"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("; it is not written over\n") && !ran.stdout.contains("\\n"),
        "{}",
        ran.stdout
    );
    assert!(ran.stderr.contains("\n  help: choose another name"), "{}", ran.stderr);
    ran.leaves_nothing(0);
}

#[test]
fn json_is_written_for_who_reads_json_and_nothing_written_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let servers = json!({
        "a": server("is good", &folder),
        "dead": server("dies at once", &folder),
        "unset": {"command": "x", "args": ["${workspaceFolder}"]},
    });
    let ran = capture(folder, &servers, &["--yes", "--format", "json"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("nothing was written: name a folder with `-o`"),
        "{}",
        ran.stderr
    );
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (&value["format"], &value["status"]),
        (&"roster-capture/1".into(), &"failed".into())
    );
    let of = |place: usize, key: &str| value["servers"][place][key].clone();
    assert_eq!(
        (of(0, "status"), of(0, "tools"), of(0, "file")),
        ("ok".into(), 4.into(), Value::Null)
    );
    assert!(of(0, "tokens").as_u64().unwrap() > 20);
    assert_eq!(
        (of(1, "status"), of(1, "error")["code"].clone()),
        ("failed".into(), "ended".into())
    );
    assert_eq!(
        of(2, "error")["message"],
        "`${workspaceFolder}` is filled in by the client alone"
    );
}

#[test]
fn what_only_a_client_can_start_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let mut good = server("is good", &folder);
    good["envFile"] = "${workspaceFolder}/.env".into();
    let config = json!({"context_servers": {"a": good, "ext": {"source": "extension", "settings": {}}}});
    std::fs::write(folder.path().join("zed.json"), config.to_string()).unwrap();
    let ran = capture(folder, &json!({}), &["--yes", "--config", "zed.json"]);
    // Only one configuration is taken; the helper names its own first.
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_roster"))
        .current_dir(ran.folder.path())
        .args(["capture", "--yes", "--config", "zed.json"])
        .env("ROSTER_SECRET", "open-sesame")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    let (stdout, stderr) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(
        stdout.contains("elsewhere  cannot be asked here: an extension of the client starts it"),
        "{stdout}"
    );
    assert!(
        stderr.contains("warning: a: its `envFile` ${workspaceFolder}/.env is not read here"),
        "{stderr}"
    );
}

#[test]
#[cfg(unix)]
fn who_is_interrupted_is_told_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let servers = json!({"quick": server("is good", &folder), "slow": server("hangs", &folder)});
    std::fs::write(
        folder.path().join("mcp.json"),
        json!({ "mcpServers": servers }).to_string(),
    )
    .unwrap();
    let started = Instant::now();
    let child = Command::new(env!("CARGO_BIN_EXE_roster"))
        .current_dir(folder.path())
        .args([
            "capture",
            "--yes",
            "--config",
            "mcp.json",
            "-o",
            "out",
            "--timeout",
            "100",
        ])
        .env("ROSTER_SECRET", "open-sesame")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The quick one, and the slow one with the two that it starts; the quick one then ends.
    let pids = folder.path().join("pids");
    let numbers = || std::fs::read_to_string(&pids).unwrap_or_default();
    let running = || {
        numbers()
            .lines()
            .filter(|pid| super::support::is_running(pid.parse().unwrap()))
            .count()
    };
    while numbers().lines().count() < 4 || running() > 3 {
        assert!(started.elapsed() < Duration::from_mins(1));
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_secs(2));
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(told.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (stdout, stderr) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("error: stopped; 1 of 2 were captured and written before, and nothing is left running")
            && !stderr.contains("nothing was written"),
        "{stderr}"
    );
    assert!(stdout.contains("stopped before it had listed its tools"), "{stdout}");
    assert!(folder.path().join("out/quick.json").is_file());
    assert_eq!(running(), 0);
}
