//! The server that the captures are tested on: this very test program, started again with a part to play.
//!
//! What the test harness prints around it is noise on stdout, as real servers print it.

use serde_json::{Value, json};
use std::io::{BufRead as _, Write as _};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Plays a part if it was started for one. As a test by itself it checks that no part is played by chance.
#[test]
fn plays_its_part() {
    let Ok(part) = std::env::var("ROSTER_PLAYS") else {
        assert!(std::env::var("ROSTER_PIDS").is_err());
        return;
    };
    note(std::process::id());
    before(&part);
    for line in std::io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if message["method"] == "initialize" {
            initialize(&part, &message["id"]);
        } else if message["method"] == "tools/list" {
            list(&part, &message["id"], message["params"]["cursor"].as_str());
        }
    }
    if part == "ends late" {
        std::thread::sleep(Duration::from_mins(1));
    }
    leave(0);
}

/// What is done before anything is asked.
fn before(part: &str) {
    match part {
        "hangs" => {
            start(&["sleep", "600"]);
            // One that starts a session of its own is no part of the group any more.
            start(&["setsid", "sleep", "600"]);
            std::thread::sleep(Duration::from_mins(10));
        }
        "ignores all" => {
            // It goes on when its input is closed and when it is asked to end, and so does what it starts.
            start(&["sh", "-c", "trap '' TERM HUP INT; sleep 600; sleep 600"]);
            start(&["sh", "-c", "trap '' TERM; while true; do sleep 1; done"]);
            std::thread::sleep(Duration::from_mins(10));
        }
        "floods" => loop {
            say_raw(&"noise, noise, noise\n".repeat(10_000));
        },
        "has a long line" => loop {
            say_raw(&"x".repeat(100_000));
        },
        "dies at once" => {
            let key = std::env::var("SECRET").unwrap_or_default();
            let words = "fatal: no \u{1b}[31mconfiguration\u{202e} found, key";
            std::io::stderr()
                .write_all(format!("{words} {key}\n").as_bytes())
                .unwrap();
            leave(3);
        }
        _ => {}
    }
}

fn initialize(part: &str, id: &Value) {
    match part {
        "refuses the handshake" => return refuse(id, -32_000, "a key is needed"),
        "tells the handshake its secret" => {
            return refuse(id, -32_000, &format!("{} is no key of ours", secret()));
        }
        "shakes another hand" => return answer(id, &json!({"hello": "world"})),
        _ => {}
    }
    if part == "is chatty" {
        say_raw("Welcome to the server!\n{not: json}\n\n");
        for _ in 0..20 {
            say(
                &json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}),
            );
            say(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
        }
    }
    let variables: Vec<String> = std::env::vars().map(|(name, _)| name).collect();
    answer(
        id,
        &json!({
            "protocolVersion": if part == "is old" { "2024-11-05" } else { "2025-11-25" },
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "test/server", "version": "1.2"},
            "instructions": variables.join(" "),
        }),
    );
}

fn list(part: &str, id: &Value, cursor: Option<&str>) {
    let number: usize = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
    let name = format!("tool{number}");
    match part {
        "dies in the middle" => leave(7),
        "stalls in the middle" if number == 1 => return,
        "cannot list" => return refuse(id, -32_603, "no network"),
        "tells its secret" => {
            let tool = json!({"name": "a", "description": format!("Uses {}.", secret()), "inputSchema": {"type": "object",
                "properties": {"b": {"default": secret()}}}});
            return answer(id, &json!({"tools": [tool]}));
        }
        "has no tools" => return refuse(id, -32_601, "Method not found"),
        "repeats a cursor" => return page(id, &name, &json!("1")),
        "repeats a page" => return page(id, "tool0", &json!((number + 1).to_string())),
        "never ends" => return page(id, &name, &json!((number + 1).to_string())),
        "is chatty" => {
            say(&json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"}));
            say(&json!({"jsonrpc": "2.0", "id": "a", "method": "log", "params": ["made up"]}));
            say_raw("still here\n");
        }
        _ => {}
    }
    if number < 2 {
        return page(id, &name, &json!((number + 1).to_string()));
    }
    answer(
        id,
        &json!({"ttlMs": 5, "tools": [
            {"id": "x", "name": "odd", "execution": {"taskSupport": "never"}, "annotations": {"category": "c"},
             "inputSchema": {"type": "object", "properties": {"a": {"default": 1.0, "maximum": 9_007_199_254_740_991_u64}}}},
            {"name": "bare"},
        ]}),
    );
}

fn secret() -> String {
    std::env::var("SECRET").unwrap_or_default()
}

fn page(id: &Value, name: &str, cursor: &Value) {
    let tool = json!({"name": name, "description": "Does it.", "inputSchema": {"type": "object"}});
    answer(id, &json!({"tools": [tool], "nextCursor": cursor}));
}

fn answer(id: &Value, result: &Value) {
    say(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
}

fn refuse(id: &Value, code: i64, message: &str) {
    say(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}));
}

fn say(message: &Value) {
    say_raw(&format!("{message}\n"));
}

fn say_raw(text: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody listens any more: then it is over.
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        leave(0);
    }
}

/// Starts something that nobody here ends.
fn start(command: &[&str]) {
    let mut started = Command::new(command[0]);
    started
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    note(started.spawn().unwrap().id());
}

fn note(pid: u32) {
    let path = std::env::var_os("ROSTER_PIDS").unwrap();
    let mut file = std::fs::File::options().create(true).append(true).open(path).unwrap();
    // At once: several servers write to the one file.
    file.write_all(format!("{pid}\n").as_bytes()).unwrap();
}

#[expect(clippy::exit, reason = "the part is over, and the harness must not go on")]
fn leave(status: i32) -> ! {
    std::process::exit(status)
}
