//! Addresses: a small HTTP server in a thread, with one answer for each request.

use super::support::{Ran, run};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// `POST /mcp`.
    pub(crate) line: String,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub(crate) message: Value,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// How an answer is written.
type Wrap = fn(&Value) -> String;
pub(crate) type Requests = Arc<Mutex<Vec<Request>>>;

/// Serves each request with what `answer` makes of it, until the test ends. Gives the port and what came.
pub(crate) fn serve(answer: impl Fn(&Request) -> String + Send + 'static) -> (u16, Requests) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let requests = Requests::default();
    let seen = Arc::clone(&requests);
    let listen = move || {
        for stream in listener.incoming().flatten() {
            let Some(request) = read(&stream) else { continue };
            seen.lock().unwrap().push(request.clone());
            let answer = answer(&request);
            // Who stops listening early has had enough.
            let _ = (&stream).write_all(answer.as_bytes());
        }
    };
    std::thread::Builder::new()
        .name("http".to_owned())
        .spawn(listen)
        .unwrap();
    (port, requests)
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let (line, headers) = lines.split_first()?;
    let headers: Vec<(String, String)> = headers
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.map_or(0, |(_, length)| length.parse().unwrap())];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        line: line.trim_end_matches(" HTTP/1.1").to_owned(),
        headers,
        message: serde_json::from_slice(&body).unwrap_or_default(),
    })
}

pub(crate) fn reply(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
}

fn json_reply(body: &Value) -> String {
    reply(
        "200 OK",
        "Content-Type: application/json\r\nMcp-Session-Id: s1\r\n",
        &body.to_string(),
    )
}

/// As events, with one before the answer that is none.
fn event_reply(body: &Value) -> String {
    let news = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}});
    let text = format!(": hello\n\nid: 1\ndata: {news}\n\nevent: message\ndata: {body}\n\n");
    reply("200 OK", "Content-Type: text/event-stream; charset=utf-8\r\n", &text)
}

/// What a server of two pages answers.
fn answer(request: &Request, wrap: Wrap) -> String {
    let id = &request.message["id"];
    let result = match request.message["method"].as_str() {
        Some("initialize") => json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
            "serverInfo": {"name": "web", "version": ""}}),
        Some("tools/list") if request.message["params"]["cursor"].is_null() => {
            json!({"tools": [{"name": "a", "x-own": 1, "inputSchema": {"type": "object"}}], "nextCursor": "n"})
        }
        Some("tools/list") => json!({"tools": [{"name": "b"}], "cacheScope": "public"}),
        _ => return reply("202 Accepted", "", ""),
    };
    wrap(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

fn capture(port: u16, more: &[&str]) -> Ran {
    let url = format!("http://127.0.0.1:{port}/mcp?key=k123");
    let args = [&["capture", &url, "--timeout", "20"], more].concat();
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    run(&args, tempfile::tempdir().unwrap())
}

#[test]
fn pages_come_as_json_and_as_events() {
    let forms: [(Wrap, Option<&str>); 2] = [(json_reply, Some("s1")), (event_reply, None)];
    for (wrap, session) in forms {
        let (port, requests) = serve(move |request| answer(request, wrap));
        let ran = capture(
            port,
            &["--header", "Authorization=Bearer hush", "--header", "Roster-Unnamed"],
        );
        let inventory = ran.inventory();
        assert_eq!(
            inventory["tools"],
            json!([{"name": "a", "x-own": 1, "inputSchema": {"type": "object"}}, {"name": "b"}])
        );
        let about = &inventory["_meta"]["roster/inventory"];
        assert_eq!(about["protocol_version"], "2025-06-18");
        assert!(about.get("server_version").is_none());
        let from = about["captured_from"].as_str().unwrap();
        assert!(from.contains("/mcp?key=") && !from.contains("k123"), "{from}");
        assert!(
            !ran.stdout.contains("hush") && !ran.stderr.contains("hush"),
            "{}",
            ran.stderr
        );
        let requests = requests.lock().unwrap();
        for request in requests.iter() {
            assert_eq!(request.header("authorization"), Some("Bearer hush"), "{request:?}");
            assert_eq!(
                request.header("roster-unnamed"),
                Some("must not reach the server"),
                "{request:?}"
            );
        }
        let of = |method: &str| {
            requests
                .iter()
                .find(|request| request.message["method"] == method)
                .unwrap()
        };
        assert_eq!(
            of("initialize").header("accept"),
            Some("application/json, text/event-stream")
        );
        assert_eq!(of("tools/list").header("mcp-protocol-version"), Some("2025-06-18"));
        // A session is kept up where there is one, and closed in the end.
        assert_eq!(of("tools/list").header("mcp-session-id"), session);
        let is_closed = requests.iter().any(|request| request.line.starts_with("DELETE /mcp"));
        assert_eq!(is_closed, session.is_some());
    }
}

#[test]
fn what_is_no_server_is_told() {
    let fails = |status: &'static str, headers: &'static str, body: &'static str, message: &str| {
        let (port, _) = serve(move |_| reply(status, headers, body));
        capture(port, &[]).fails_with(message);
    };
    let json = "Content-Type: application/json\r\n";
    fails(
        "401 Unauthorized",
        "WWW-Authenticate: Bearer\r\n",
        "who are\n you?",
        "answers with HTTP 401: who are you?\n",
    );
    fails(
        "403 Forbidden",
        json,
        r#"{"jsonrpc":"2.0","id":0,"error":{"code":1,"message":"no"}}"#,
        "answers with HTTP 403",
    );
    fails("404 Not Found", "", "<html>", "answers with HTTP 404\n");
    fails("405 Method Not Allowed", "", "", "answers with HTTP 405\n");
    fails(
        "500 Internal Server Error",
        "",
        "\u{1b}[2J",
        "answers with HTTP 500: \\u{1b}[2J\n",
    );
    fails(
        "302 Found",
        "Location: https://example.com/login?token=t1\r\n",
        "",
        "has moved to `https://example.com/login?token=",
    );
    fails(
        "200 OK",
        "Content-Type: text/html\r\n",
        "<html>",
        "answers with `text/html`, not with JSON",
    );
    fails("200 OK", "", "", "answers with no content type");
    fails(
        "200 OK",
        json,
        "{\"hello\": 1}",
        "answers with JSON that is no MCP message: {\"hello\": 1}",
    );
    let refusal = r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"no such version"}}"#;
    fails(
        "400 Bad Request",
        json,
        refusal,
        "refuses `initialize` with error -32000: no such version",
    );
}

#[test]
fn a_redirect_is_followed_on_the_same_host() {
    let (port, _) = serve(|request| {
        if request.line.contains("/mcp/") {
            answer(request, json_reply)
        } else {
            reply("307 Temporary Redirect", "Location: /mcp/\r\n", "")
        }
    });
    assert_eq!(capture(port, &[]).inventory()["tools"].as_array().unwrap().len(), 2);
}

#[test]
fn answers_without_end_are_not_read_for_ever() {
    for (content_type, start) in [("application/json", "{\"a\": \""), ("text/event-stream", "data: ")] {
        let (port, _) = serve(move |_| {
            let body = format!("{start}{}", "x".repeat(17 << 20));
            reply("200 OK", &format!("Content-Type: {content_type}\r\n"), &body)
        });
        capture(port, &[]).fails_with("sends a line or an answer of more than 16 MiB");
    }
}

#[test]
fn an_address_that_hangs_is_no_program() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://127.0.0.1:{}/mcp", listener.local_addr().unwrap().port());
    let args = ["capture", &url, "--timeout", "1"].map(str::to_owned);
    let ran = run(&args, tempfile::tempdir().unwrap());
    ran.fails_with("error[timed-out]: the address did not answer in 1 s");
    assert!(
        ran.stderr.contains("listens there") && !ran.stderr.contains("stdio"),
        "{}",
        ran.stderr
    );
}

#[test]
fn nobody_at_home_is_told() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    capture(port, &[]).fails_with("cannot connect to the address: Connection refused");
}
