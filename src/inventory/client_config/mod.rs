//! The servers of a client's configuration: Claude Desktop and Code, Cursor, Windsurf, Cline, VS Code, Gemini, Codex, Zed.
//!
//! A file is known by its keys, not by its name. Values of `env` and of headers are kept for starting a server and shown
//! nowhere. Deliberately absent: starting anything, and expanding variables, which `expand` does for whoever starts.

mod expand;
mod json;
mod toml;

pub use expand::{Unset, expanded};

use super::id::ServerIds;
use super::redact;
use serde_json::Value;
use std::fmt;

/// A client's configuration, read.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// Which client writes such files, as far as its keys tell.
    pub client: &'static str,
    /// The servers by name.
    pub servers: Vec<ConfiguredServer>,
}

/// A server as a client's configuration names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfiguredServer {
    /// The name in the configuration.
    pub name: String,
    /// The same as an id of a scenario.
    pub id: String,
    /// How the client reaches it.
    pub transport: Transport,
    /// Whether the client has it switched off.
    pub is_off: bool,
    /// The only tools that the client takes of it; `None` means all.
    pub only: Option<Vec<String>>,
    /// Tools that the client leaves out.
    pub without: Vec<String>,
    /// A file with more variables that the client reads for it, as written; nothing here does.
    pub env_file: Option<String>,
}

/// How a client reaches a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A program that speaks over its standard input and output.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables that the configuration sets, and those that it passes on, which have no value here.
        env: Vec<(String, Option<Hidden>)>,
        /// The folder it starts in.
        cwd: Option<String>,
    },
    /// An address.
    Http {
        /// Where.
        url: String,
        /// Headers by name.
        headers: Vec<(String, Hidden)>,
    },
    /// Something that cannot be started from here, and why.
    Other(&'static str),
}

/// Why a server that belongs to its client cannot be started from here.
pub(super) const OF_CLIENT: &str = "an extension of the client starts it";

/// A value that is used and never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(String);

impl Hidden {
    /// Hides a value.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// For handing it to a program or a server, and nothing else.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl Transport {
    /// Whether only the client can start it, whatever a person does about the file.
    pub fn is_of_client(&self) -> bool {
        *self == Self::Other(OF_CLIENT)
    }

    /// How a note says it, with what looks secret left out.
    pub fn note(&self) -> String {
        match self {
            Self::Stdio { .. } => format!("Runs as: {}", self.shown()),
            Self::Http { .. } => format!("Runs at: {}", self.shown()),
            Self::Other(why) => format!("Cannot be started from here: {why}"),
        }
    }

    /// The command or address on one line, with what looks secret blanked and the home folder as `~`.
    pub fn shown(&self) -> String {
        match self {
            Self::Stdio { command, args, .. } => redact::command(command, args),
            Self::Http { url, .. } => redact::url(url),
            Self::Other(why) => (*why).to_owned(),
        }
    }
}

/// Why a text is no configuration that this program reads: a sentence, and a place where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// What is wrong.
    pub message: String,
    /// Line and column, from 1.
    pub place: Option<(usize, usize)>,
}

/// Reads a configuration. `None` for a text that is none: nothing in it names servers.
pub fn read(text: &str) -> Result<Option<ClientConfig>, Unreadable> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with(['{', '/']) {
        let value = json::parse(text)?;
        return Ok(of_value(&value));
    }
    match toml::parse(text) {
        Ok(value) => Ok(of_value(&value)),
        Err(error) if text.contains("mcp_servers") => Err(error),
        Err(_) => Ok(None),
    }
}

/// JSON with comments and trailing commas.
pub fn commented_json(text: &str) -> Result<Value, Unreadable> {
    json::parse(text)
}

/// The configuration in a value that was read already.
pub fn of_value(value: &Value) -> Option<ClientConfig> {
    let mut ids = ServerIds::default();
    let (client, entries) = json::servers(value)?;
    let servers = entries
        .into_iter()
        .map(|(name, entry)| json::server(value, name, entry, ids.id(name)))
        .collect();
    Some(ClientConfig { client, servers })
}

#[cfg(test)]
mod tests {
    use super::{Transport, read};

    #[track_caller]
    fn servers(text: &str) -> Vec<super::ConfiguredServer> {
        read(text)
            .unwrap_or_else(|error| panic!("{error:?}"))
            .unwrap_or_else(|| panic!("no configuration: {text}"))
            .servers
    }

    #[track_caller]
    fn command(transport: &Transport) -> (&str, Vec<&str>) {
        match transport {
            Transport::Stdio { command, args, .. } => (command, args.iter().map(String::as_str).collect()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn comments_and_trailing_commas_are_read() {
        let found = servers(
            "// mine\n{ \"servers\": { \"a b\": { \"type\": \"stdio\", \"command\": \"npx\", \"args\": [\"-y\", \"x\",], }, }, }",
        );
        assert_eq!(found[0].name, "a b");
        assert_eq!(found[0].id, "a-b");
        assert_eq!(command(&found[0].transport), ("npx", vec!["-y", "x"]));
    }

    #[test]
    fn codex_writes_toml() {
        let found = servers(
            "model = \"m\"\n[mcp_servers.\"a.b\"]\ncommand = \"uvx\"\nenv_vars = [\"HOME\"]\nenabled = false\n\
             disabled_tools = [\"c\"]\n[mcp_servers.\"a.b\".env]\nK = \"v\"\n[mcp_servers.web]\nurl = \"https://mcp.example.com\"\n\
             bearer_token_env_var = \"T\"\n",
        );
        assert_eq!(found[0].id, "a-b");
        assert!(found[0].is_off);
        assert_eq!(found[0].without, ["c"]);
        let Transport::Stdio { env, .. } = &found[0].transport else {
            panic!("{found:?}")
        };
        let names: Vec<(&str, bool)> = env
            .iter()
            .map(|(name, value)| (name.as_str(), value.is_some()))
            .collect();
        assert_eq!(names, [("K", true), ("HOME", false)]);
        let Transport::Http { headers, .. } = &found[1].transport else {
            panic!("{found:?}")
        };
        assert_eq!(headers[0].0, "Authorization");
        assert_eq!(headers[0].1.reveal(), "Bearer ${T}");
    }

    #[test]
    fn what_each_client_calls_things() {
        // Zed: the older nested command, an extension, an address.
        let zed = servers(
            "{\"context_servers\": {\"a\": {\"source\": \"custom\", \"command\": {\"path\": \"npx\", \"args\": [\"q\"], \"env\": null}},\
             \"e\": {\"source\": \"extension\", \"settings\": {}}, \"u\": {\"url\": \"https://u.example.com/mcp\"}}}",
        );
        assert_eq!(command(&zed[0].transport), ("npx", vec!["q"]));
        assert!(matches!(zed[1].transport, Transport::Other(_)));
        assert_eq!(zed[2].transport.shown(), "https://u.example.com/mcp");
        // Windsurf and Gemini have words of their own for an address, and lists of tools.
        let windsurf = servers(
            "{\"mcpServers\": {\"a\": {\"serverUrl\": \"https://a.example.com\", \"disabled\": true},\
             \"b\": {\"command\": \"b\", \"disabledTools\": [\"x\"]}}}",
        );
        assert!(windsurf[0].is_off && !windsurf[1].is_off);
        assert_eq!(windsurf[1].without, ["x"]);
        let gemini = servers(
            "{\"mcp\": {\"allowed\": [\"a\"]}, \"mcpServers\": {\"a\": {\"httpUrl\": \"https://a.example.com\",\
             \"includeTools\": [\"send(to, subject)\"]}, \"b\": {\"command\": \"b\"}}}",
        );
        assert_eq!(gemini[0].only.as_deref(), Some(["send".to_owned()].as_slice()));
        assert!(!gemini[0].is_off && gemini[1].is_off, "b is not allowed");
    }

    #[test]
    fn values_are_never_shown() {
        let found = servers(
            "{\"mcpServers\": {\"a\": {\"command\": \"npx\", \"args\": [\"srv\", \"--api-key=abc123def\", \"postgres://u:hunter2@h/db\"],\
             \"env\": {\"TOKEN\": \"tok-secret\"}}, \"b\": {\"url\": \"https://h.example.com/mcp?token=zzz\", \"headers\": {\"X\": \"hush\"}}}}",
        );
        let all = format!(
            "{found:?} {} {}",
            found[0].transport.shown(),
            found[1].transport.shown()
        );
        let shown = format!("{} {}", found[0].transport.shown(), found[1].transport.shown());
        for secret in ["tok-secret", "hush"] {
            assert!(!all.contains(secret), "{all}");
        }
        for secret in ["abc123def", "hunter2", "zzz"] {
            assert!(!shown.contains(secret), "{shown}");
        }
        assert!(shown.contains("npx srv --api-key="), "{shown}");
    }

    #[test]
    fn what_is_no_configuration_is_none() {
        assert!(read("{\"tools\": []}").is_ok_and(|read| read.is_none()));
        assert!(read("a: b\n").is_ok_and(|read| read.is_none()));
        let Err(error) = read("{\"mcpServers\": {") else {
            panic!("an open brace")
        };
        assert_eq!(error.place.map(|(line, _)| line), Some(1));
        let Err(error) = read("[mcp_servers.a]\ncommand = \n") else {
            panic!("a key without a value")
        };
        assert_eq!(error.place.map(|(line, _)| line), Some(2));
    }
}
