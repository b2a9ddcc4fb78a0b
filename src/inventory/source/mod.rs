//! Reading what people have: answers to `tools/list`, tool arrays of model APIs, recorded sessions, client configurations.
//!
//! A text is known by what is in it, not by its name. Every entry that is read is a tool of exactly one [`Listing`]; what
//! cannot be one is told, never dropped in silence.

mod tools;

use super::client_config::{self, ClientConfig, Unreadable};
use super::{About, Listing};
use serde_json::{Map, Value};

/// A source, read.
#[derive(Clone, Debug)]
pub enum Content {
    /// Tools, of one server or of several.
    Listings(Vec<NamedListing>),
    /// Servers without their tools.
    Config(ClientConfig),
}

/// A listing and what its source says of it.
#[derive(Clone, Debug, Default)]
pub struct NamedListing {
    /// What the source itself calls it; `None` where only the file's name does.
    pub name: Option<String>,
    /// The tools.
    pub listing: Listing,
    /// In which form they stood.
    pub form: Form,
    /// Whether more pages were promised than there are.
    pub is_cut: bool,
    /// What was left out or looks wrong, a sentence each.
    pub remarks: Vec<String>,
}

/// The forms in which tools are written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// What an MCP server answers to `tools/list`: the result, the whole response, or its array of tools.
    #[default]
    ToolsList,
    /// Messages of a session, a line each, or responses in an array.
    Recorded,
    /// Tools of an `OpenAI` request.
    OpenAi,
    /// Tools of an `Anthropic` request.
    Anthropic,
    /// Function declarations of a `Gemini` request.
    Gemini,
}

impl Form {
    /// What a sentence calls it.
    pub fn words(self) -> &'static str {
        match self {
            Self::ToolsList => "tools/list",
            Self::Recorded => "recorded session",
            Self::OpenAi => "OpenAI tools",
            Self::Anthropic => "Anthropic tools",
            Self::Gemini => "Gemini functions",
        }
    }
}

/// What is read, for messages.
const FORMS: &str = "expected what an MCP server answers to `tools/list`, the tools of an OpenAI, Anthropic or Gemini request, or a \
                     client's configuration with `mcpServers`, `servers`, `context_servers` or `mcp_servers`";

/// Reads one source.
pub fn read(text: &str) -> Result<Content, Unreadable> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(unreadable("the file is empty"));
    }
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return of_value(&value);
    }
    if let Some(messages) = lines_of_messages(text) {
        let mut found = recorded(&messages);
        if let Some(found) = &mut found {
            found.remarks.extend(broken_lines(text));
        }
        return one(found);
    }
    // A table of TOML opens with a bracket as an array of JSON does.
    let start = text.trim_start();
    match client_config::read(text) {
        Ok(Some(config)) => Ok(Content::Config(config)),
        Err(error) if !start.starts_with(['{', '[', '/']) => Err(error),
        _ if start.starts_with(['{', '[', '/']) => of_value(&client_config::commented_json(text)?),
        _ => Err(no_tools()),
    }
}

fn of_value(value: &Value) -> Result<Content, Unreadable> {
    if let Some(config) = client_config::of_value(value) {
        return Ok(Content::Config(config));
    }
    if let Some(error) = value.get("error").and_then(|error| error.get("message")) {
        return Err(unreadable(&format!("the server answered with an error: {error}")));
    }
    match value {
        Value::Array(items) if items.iter().any(|item| tools_of(item).is_some()) => one(recorded(items)),
        Value::Array(items) => tools::read(items, About::default()).map(Content::Listings),
        _ => match with_functions(value).as_ref().or(Some(value)).and_then(tools_of) {
            Some(page) => {
                let mut listings = tools::read(page.tools, page.about)?;
                if let Some(last) = listings.last_mut() {
                    last.is_cut = page.has_more;
                }
                Ok(Content::Listings(listings))
            }
            None => Err(no_tools()),
        },
    }
}

/// One answer to `tools/list`, or the part of a request that lists tools.
struct Page<'a> {
    tools: &'a [Value],
    has_more: bool,
    about: About,
}

fn tools_of(value: &Value) -> Option<Page<'_>> {
    let result = value.get("result").filter(|result| result.is_object()).unwrap_or(value);
    let tools = result.get("tools").and_then(Value::as_array)?;
    Some(Page {
        tools,
        has_more: result.get("nextCursor").is_some_and(|cursor| !cursor.is_null()),
        about: about(result),
    })
}

/// What an inventory file or a stateless server says beside the tools.
fn about(result: &Value) -> About {
    let info = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
    with_info(About::of_result(result), info)
}

fn with_info(about: About, info: Option<&Value>) -> About {
    let text = |key: &str| {
        let text = info?.get(key)?.as_str()?;
        (!text.is_empty()).then(|| text.to_owned())
    };
    About {
        server_name: about.server_name.or_else(|| text("name")),
        server_version: about.server_version.or_else(|| text("version")),
        ..about
    }
}

/// Several answers: the pages of one server, and what it said when the session opened.
fn recorded(messages: &[Value]) -> Option<NamedListing> {
    let mut found = NamedListing {
        form: Form::Recorded,
        ..NamedListing::default()
    };
    let mut pages = 0;
    for message in messages {
        let result = message.get("result").unwrap_or(message);
        if let Some(info) = result.get("serverInfo") {
            found.listing.about = with_info(std::mem::take(&mut found.listing.about), Some(info));
            let text = |key: &str| result.get(key).and_then(Value::as_str).map(str::to_owned);
            found.listing.about.protocol_version = text("protocolVersion");
            found.listing.about.instructions = text("instructions");
        }
        let Some(page) = tools_of(message) else { continue };
        // A session that lists twice, because the list changed, means the last one.
        if pages > 0 && !found.is_cut {
            found.listing.tools.clear();
            found.remarks.clear();
        }
        pages += 1;
        found.is_cut = page.has_more;
        let (tools, remarks) = tools::of_mcp(page.tools);
        found.listing.tools.extend(tools);
        found.remarks.extend(remarks);
    }
    (pages > 0).then_some(found)
}

/// A recorded session: a message a line. Lines that are none are noise, of which real servers write some.
fn lines_of_messages(text: &str) -> Option<Vec<Value>> {
    let messages: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Map<String, Value>>(line.trim()).ok())
        .map(Value::Object)
        .collect();
    messages
        .iter()
        .any(|message| message.get("jsonrpc").is_some() || tools_of(message).is_some())
        .then_some(messages)
}

/// Lines of a recorded session that begin as a message and are none.
fn broken_lines(text: &str) -> Vec<String> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| line.trim_start().starts_with('{'))
        .filter(|(_, line)| serde_json::from_str::<Map<String, Value>>(line.trim()).is_err())
        .map(|(place, _)| format!("line {} is no message that can be read, and was left out", place + 1))
        .collect()
}

/// A request of `OpenAI`'s that still writes `functions`, with them among its `tools`.
fn with_functions(value: &Value) -> Option<Value> {
    let functions = value.get("functions")?.as_array().filter(|all| !all.is_empty())?;
    let mut tools = match value.get("tools") {
        Some(tools) => tools.as_array()?.clone(),
        None => Vec::new(),
    };
    let wrapped = |function: &Value| serde_json::json!({"type": "function", "function": function});
    tools.extend(functions.iter().map(wrapped));
    Some(serde_json::json!({ "tools": tools }))
}

fn one(listing: Option<NamedListing>) -> Result<Content, Unreadable> {
    listing
        .map(|listing| Content::Listings(vec![listing]))
        .ok_or_else(no_tools)
}

fn no_tools() -> Unreadable {
    unreadable(&format!("no tools and no servers are in it; {FORMS}"))
}

fn unreadable(message: &str) -> Unreadable {
    Unreadable {
        message: message.to_owned(),
        place: None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, Form, NamedListing, read};

    #[track_caller]
    fn listings(text: &str) -> Vec<NamedListing> {
        match read(text) {
            Ok(Content::Listings(listings)) => listings,
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn check(text: &str, form: Form, expected: &[&str]) {
        let found = listings(text);
        let names: Vec<&str> = found.iter().flat_map(|named| named.listing.names()).collect();
        assert_eq!(names, expected, "{text}");
        assert!(found.iter().all(|named| named.form == form), "{text}");
    }

    #[test]
    fn every_form_of_tools_is_read() {
        let tool = r#"{"name": "a", "inputSchema": {"type": "object"}}"#;
        check(
            &format!("{{\"tools\": [{tool}], \"ttlMs\": 1}}"),
            Form::ToolsList,
            &["a"],
        );
        check(
            &format!("{{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {{\"tools\": [{tool}]}}}}"),
            Form::ToolsList,
            &["a"],
        );
        check(&format!("\u{feff}[{tool}]"), Form::ToolsList, &["a"]);
        check("{\"tools\": []}", Form::ToolsList, &[]);
        check(
            r#"[{"type": "function", "function": {"name": "a", "parameters": {"type": "object"}}}]"#,
            Form::OpenAi,
            &["a"],
        );
        check(
            r#"{"model": "m", "tools": [{"type": "function", "name": "a", "parameters": null, "strict": true}]}"#,
            Form::OpenAi,
            &["a"],
        );
        check(
            r#"{"tools": [{"name": "a", "input_schema": {"type": "object"}, "defer_loading": true}]}"#,
            Form::Anthropic,
            &["a"],
        );
        check(
            r#"{"tools": [{"functionDeclarations": [{"name": "a"}, {"name": "b"}]}]}"#,
            Form::Gemini,
            &["a", "b"],
        );
    }

    #[test]
    fn pages_are_joined_and_a_new_list_replaces_an_old_one() {
        let page = |names: &str, cursor: &str| {
            let tools: Vec<String> = names.chars().map(|c| format!(r#"{{"name": "{c}"}}"#)).collect();
            format!("{{\"result\": {{\"tools\": [{}]{cursor}}}}}", tools.join(","))
        };
        let next = r#", "nextCursor": "x""#;
        check(
            &format!("[{}, {}]", page("ab", next), page("c", "")),
            Form::Recorded,
            &["a", "b", "c"],
        );
        let session = format!(
            "Starting…\n{}\n{}\n{}\n",
            r#"{"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-11-25", "serverInfo": {"name": "S", "version": "1"}, "instructions": "Be kind."}}"#,
            page("ab", ""),
            page("c", next),
        );
        let found = &listings(&session)[0];
        assert_eq!(found.listing.names().collect::<Vec<_>>(), ["c"]);
        assert!(found.is_cut);
        assert_eq!(found.listing.about.server_name.as_deref(), Some("S"));
        assert_eq!(found.listing.about.instructions.as_deref(), Some("Be kind."));
        assert!(listings(&page("a", next))[0].is_cut);
        assert!(!listings(&page("a", r#", "nextCursor": null"#))[0].is_cut);
    }

    #[test]
    fn namespaces_are_listings_of_their_own() {
        let found = listings(
            r#"{"tools": [{"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "a"}]},
                {"type": "function", "name": "b"}, {"type": "web_search"}]}"#,
        );
        let names: Vec<(Option<&str>, Vec<&str>)> = found
            .iter()
            .map(|named| (named.name.as_deref(), named.listing.names().collect()))
            .collect();
        assert_eq!(names, [(Some("crm"), vec!["a"]), (None, vec!["b"])]);
        assert_eq!(found[1].remarks.len(), 1, "{found:?}");
    }

    #[test]
    fn a_provider_s_own_tool_is_left_out_with_a_remark_and_old_functions_are_read() {
        let found = listings(r#"{"tools": [{"googleSearch": {}}, {"functionDeclarations": [{"name": "a"}]}]}"#);
        assert_eq!(found[0].listing.names().collect::<Vec<_>>(), ["a"]);
        assert!(
            found[0].remarks[0].contains("`googleSearch` is the provider's own"),
            "{found:?}"
        );
        check(
            r#"{"functions": [{"name": "a"}, {"name": "b", "parameters": {"type": "object"}}]}"#,
            Form::OpenAi,
            &["a", "b"],
        );
        check(
            r#"{"tools": [{"type": "function", "function": {"name": "a"}}], "functions": [{"name": "b"}]}"#,
            Form::OpenAi,
            &["a", "b"],
        );
    }

    #[test]
    fn a_line_of_a_session_that_is_broken_is_told() {
        let session = "Starting…\n{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"tools\": [{\"name\": \"a\"}]}}\n{\"jsonrpc\": \n";
        let found = &listings(session)[0];
        assert_eq!(
            found.remarks,
            ["line 3 is no message that can be read, and was left out"]
        );
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let check = |text: &str, words: &str| match read(text) {
            Err(error) => assert!(error.message.contains(words), "{text}: {}", error.message),
            Ok(content) => panic!("{text}: {content:?}"),
        };
        check("", "empty");
        check("{}", "no tools and no servers");
        check("hello", "no tools and no servers");
        check("[1, 2]", "is no tool");
        check("{\"tools\": [{\"description\": \"x\"}]}", "has no `name`");
        check(
            r#"{"jsonrpc": "2.0", "error": {"code": -32603, "message": "no"}}"#,
            "\"no\"",
        );
        check("[{\"name\": \"a\"", "unterminated object");
        check(&"[".repeat(100_000), "nesting");
        check(&"{\"a\":".repeat(100_000), "nesting");
    }
}
