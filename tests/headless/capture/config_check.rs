//! `roster capture --config --check`: what was compared, what was not, and which of them count.

use super::config::{capture, server};
use super::support::Ran;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder in which `a` and `b` were captured.
fn captured() -> (TempDir, Value) {
    let folder = tempfile::tempdir().unwrap();
    let servers = json!({"a": server("is good", &folder), "b": server("is good", &folder)});
    let ran = capture(folder, &servers, &["--yes", "-o", "out"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    (ran.folder, servers)
}

fn value(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr))
}

#[test]
fn nothing_compared_is_no_success_and_starts_nothing() {
    let (folder, _) = captured();
    std::fs::remove_file(folder.path().join("pids")).unwrap();
    let others = json!({"c": server("is good", &folder)});
    let ran = capture(folder, &others, &["--yes", "--check", "out"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("error: nothing was compared: "), "{}", ran.stderr);
    assert_eq!(
        ran.stdout,
        "No server was compared\n1 server of the configuration is not stored: c\n2 stored servers are not in the configuration: \
         a, b\n"
    );
    ran.leaves_nothing(0);
    let ran = capture(ran.folder, &others, &["--yes", "--check", "out", "--format", "json"]);
    assert_eq!((ran.status, &value(&ran)["status"]), (Some(2), &"failed".into()));
}

#[test]
fn one_sided_servers_are_told_and_do_not_count() {
    let (folder, mut servers) = captured();
    servers["c"] = server("is good", &folder);
    servers.as_object_mut().unwrap().remove("b");
    let ran = capture(folder, &servers, &["--yes", "--check", "out", "--format", "json"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let found = value(&ran);
    assert_eq!((&found["status"], &found["compared"]), (&"same".into(), &1.into()));
    assert_eq!(found["not_stored"], json!([{"server": "c", "status": "not-stored"}]));
    assert_eq!(
        found["not_configured"],
        json!([{"server": "b", "status": "not-configured"}])
    );
    // A scenario may hold the tools of a server itself.
    let scenario = "format: roster/1\nname: S\nservers:\n  a: { inventory: out/a.json }\n  c: { tools: { x: { description: X, \
                    input_schema: { type: object } } } }\n";
    std::fs::write(ran.folder.path().join("s.yaml"), scenario).unwrap();
    let ran = capture(ran.folder, &servers, &["--yes", "--check", "s.yaml"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.ends_with(
            "0 of 1 server drifted\n1 server has its tools in the scenario itself, and no inventory to compare: c\n"
        ),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_last_line_counts_who_drifted() {
    let (folder, servers) = captured();
    let path = folder.path().join("out/b.json");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"bare\"", "\"other\"");
    std::fs::write(path, text).unwrap();
    let ran = capture(folder, &servers, &["--yes", "--check", "out"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.ends_with("\n1 of 2 servers drifted: b\n"), "{}", ran.stdout);
    let ran = capture(ran.folder, &servers, &["--yes", "--check", "out", "--format", "json"]);
    assert_eq!(value(&ran)["drifted"], json!(["b"]));
}

#[test]
fn ids_are_those_of_the_whole_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let servers = json!({"My Mail": server("is good", &folder), "my-mail": server("is good", &folder)});
    let ran = capture(folder, &servers, &["--yes", "--only", "my-mail", "-o", "out"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.folder.path().join("out/my-mail-2.json").is_file());
    let ran = capture(ran.folder, &servers, &["--yes", "--only", "my-mail", "--check", "out"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("warning: `My Mail` and `my-mail` give the same id, so the second is compared as `my-mail-2`"),
        "{}",
        ran.stderr
    );
}
