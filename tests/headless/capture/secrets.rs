//! What a server is given, and where it may be read: never in a file, a message or a question.

use super::config::{capture, server};
use super::http::{Request, reply, serve};
use super::support::{Ran, arguments, run};
use serde_json::{Value, json};

/// Nothing that the program wrote holds what the server was given.
#[track_caller]
fn hides_it(ran: &Ran) {
    for text in [&ran.stdout, &ran.stderr] {
        assert!(!text.contains("open-sesame"), "{text}");
    }
}

/// A server over HTTP that repeats what it was sent, and refuses whom it does not know.
fn echo(request: &Request) -> String {
    let key = request
        .header("authorization")
        .unwrap_or_default()
        .replace("Bearer ", "");
    let id = &request.message["id"];
    let json = "Content-Type: application/json\r\n";
    let result = match request.message["method"].as_str() {
        Some("initialize") if request.line.contains("refuse") => {
            return reply(
                "401 Unauthorized",
                json,
                &format!("{} {key} is no key of ours", "x".repeat(195)),
            );
        }
        Some("initialize") => json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
            "serverInfo": {"name": format!("web of {key}"), "version": "1"}, "instructions": format!("Your key is {key}.")}),
        Some("tools/list") => json!({"tools": [{"name": "a", "description": format!("{key}, {key}")}]}),
        _ => return reply("202 Accepted", "", ""),
    };
    let body = json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string();
    reply("200 OK", json, &body)
}

fn web(port: u16, path: &str) -> Value {
    json!({
        "url": format!("http://127.0.0.1:{port}/{path}?x=${{ROSTER_SECRET}}"),
        "headers": {"Authorization": "Bearer ${ROSTER_SECRET}"},
    })
}

#[test]
fn the_addresses_of_a_configuration_are_asked_about() {
    let (port, requests) = serve(echo);
    let folder = tempfile::tempdir().unwrap();
    let ran = capture(folder, &json!({ "web": web(port, "mcp") }), &[]);
    let told = format!(
        "This contacts 1 address:\n  http://127.0.0.1:{port}/mcp?x=${{ROSTER_SECRET}}\n    sends the headers Authorization\n    \
         sends your variable ROSTER_SECRET\n"
    );
    assert!(ran.stderr.starts_with(&told), "{}", ran.stderr);
    ran.fails_with("nothing was started and nothing contacted");
    hides_it(&ran);
    assert_eq!(requests.lock().unwrap().len(), 0);
}

#[test]
fn what_a_server_repeats_is_masked_where_it_is_kept() {
    let (port, requests) = serve(echo);
    let folder = tempfile::tempdir().unwrap();
    let mut stdio = server("tells its secret", &folder);
    stdio["args"]
        .as_array_mut()
        .unwrap()
        .push("--skip=${ROSTER_SECRET}".into());
    let servers = json!({ "web": web(port, "mcp"), "program": stdio });
    let ran = capture(folder, &servers, &["--yes", "-o", "out"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let key = requests.lock().unwrap()[0].header("authorization").map(str::to_owned);
    assert_eq!(key.as_deref(), Some("Bearer open-sesame"));
    assert!(
        ran.stderr
            .contains("web: the server repeats values that it was given; `…` stands for them in 4 places")
            && ran
                .stderr
                .contains("program: the server repeats values that it was given; `…` stands for them in 2 places"),
        "{}",
        ran.stderr
    );
    hides_it(&ran);
    let written = |name: &str| {
        let text = std::fs::read_to_string(ran.folder.path().join("out").join(name)).unwrap();
        assert!(!text.contains("open-sesame"), "{text}");
        let value: Value = serde_json::from_str(&text).unwrap();
        value
    };
    let (of_web, of_program) = (written("web.json"), written("program.json"));
    assert_eq!(of_web["tools"][0]["description"], "…, …");
    assert_eq!(of_program["tools"][0]["inputSchema"]["properties"]["b"]["default"], "…");
    let from = |value: &Value| {
        value["_meta"]["roster/inventory"]["captured_from"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        from(&of_web),
        format!("http://127.0.0.1:{port}/mcp?x=${{ROSTER_SECRET}}")
    );
    assert!(from(&of_program).ends_with(" --skip=${ROSTER_SECRET}"), "{of_program}");
}

#[test]
fn what_a_server_repeats_is_masked_where_it_fails() {
    let (port, _) = serve(echo);
    for more in [&["--yes"][..], &["--yes", "--format", "json"]] {
        let folder = tempfile::tempdir().unwrap();
        let servers = json!({
            "web": web(port, "refuse"),
            "program": server("tells the handshake its secret", &folder),
        });
        let ran = capture(folder, &servers, more);
        assert_eq!(ran.status, Some(1), "{}", ran.stderr);
        // Where the words are cut, too.
        assert!(
            ran.stdout.contains("… is no key of ours") && ran.stdout.contains(" xxxx"),
            "{}",
            ran.stdout
        );
        for text in [&ran.stdout, &ran.stderr] {
            assert!(!text.contains("open") && !text.contains("sesame"), "{text}");
        }
    }
}

#[test]
fn secrets_in_arguments_are_not_shown_in_the_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = arguments("is good", folder.path(), &[]);
    args.retain(|arg| arg != "--yes");
    args.extend(["--api-key", "open-sesame", "--pat=open-sesame", "it's"].map(str::to_owned));
    let ran = run(&args, folder);
    assert!(
        ran.stderr.contains(" --api-key … --pat=… 'it'\\''s'\n"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("it is passed as it is"), "{}", ran.stderr);
    ran.fails_with("nothing was started").leaves_nothing(0);
    hides_it(&ran);
}
