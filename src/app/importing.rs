//! The import as the window holds it: sources, a server that is asked, and what would be written.

use crate::inventory::capture::{Address, Cancel, Options, Program, Target, passed_along};
use crate::inventory::import::{Import, Source};
use crate::inventory::source::{Content, NamedListing};
use crate::plan::Planned;
use crate::rows::ImportRow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Longest time that a capture is given in the window.
const MAX_SECONDS: u64 = 600;

/// Where tools are taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImportWay {
    /// Files.
    #[default]
    Files,
    /// A server that is started or asked.
    Server,
}

/// What is typed in the modal window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportField {
    /// The path of a source.
    Source,
    /// A command or an address.
    Target,
    /// Variables or headers to pass.
    Passed,
    /// The time limit, in seconds.
    Seconds,
    /// The scenario to write.
    Into,
}

/// What the modal window asks for.
#[derive(Clone, Debug)]
pub enum ImportAct {
    /// Files or a server.
    Way(ImportWay),
    /// A field changed.
    Typed(ImportField, String),
    /// Shows a dialog for sources.
    Pick,
    /// Adds the typed source.
    Add,
    /// Takes a source away, by its place.
    Remove(usize),
    /// Shows the exact command before anything is started.
    Ask,
    /// Does not start it.
    Leave,
    /// Starts the program, or asks the address.
    Start,
    /// Stops what was started.
    Stop,
    /// Writes what is shown.
    Write,
}

/// The state of the modal window.
#[derive(Clone, Debug)]
pub struct Importing {
    /// Files or a server.
    pub way: ImportWay,
    /// What is imported so far.
    pub sources: Vec<Picked>,
    /// A path that is being typed.
    pub source: String,
    /// A command or an address that is being typed.
    pub target: String,
    /// Variables, or headers for an address, as `NAME` or `NAME=VALUE` with blanks between.
    pub passed: String,
    /// Seconds that a capture may take.
    pub seconds: String,
    /// The scenario to write.
    pub into: String,
    /// What the person was shown and has not agreed to yet.
    pub asked: Option<Target>,
    /// A capture that runs.
    pub running: Option<Running>,
    /// What would be written.
    pub prepared: Option<Arc<Prepared>>,
    /// The number of the last request; what answers an older one is ignored.
    pub generation: u64,
    /// Whether `prepared` answers an older request, or is being written.
    pub is_waiting: bool,
    /// What went wrong last.
    pub error: Option<String>,
}

/// One source of the modal window.
#[derive(Clone, Debug)]
pub enum Picked {
    /// A file, read when the import is prepared.
    File(PathBuf),
    /// What a server listed.
    Captured(Arc<Source>),
}

/// A capture that runs.
#[derive(Clone, Debug)]
pub struct Running {
    /// What is captured from, without its secrets.
    pub shown: String,
    /// How far it is.
    pub progress: String,
    /// Stops it.
    pub cancel: Cancel,
}

/// An import with the plan that follows from it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The texts.
    pub import: Import,
    /// Its plan.
    pub planned: Arc<Planned>,
    /// A row a server.
    pub rows: Vec<ImportRow>,
}

impl Importing {
    /// An empty one that goes into a file.
    pub fn new(into: String) -> Self {
        Self {
            way: ImportWay::Files,
            sources: Vec::new(),
            source: String::new(),
            target: String::new(),
            passed: String::new(),
            seconds: crate::inventory::capture::DEFAULT_TIMEOUT.as_secs().to_string(),
            into,
            asked: None,
            running: None,
            prepared: None,
            generation: 0,
            is_waiting: false,
            error: None,
        }
    }

    /// The target as typed: an address, or a command whose words are parted as a shell parts them, with nothing expanded.
    pub fn target(&self) -> Result<Target, String> {
        let typed = self.target.trim();
        if typed.is_empty() {
            return Err("type a command, such as npx -y some-mcp-server, or an address".to_owned());
        }
        let passed = self.passed()?;
        if typed.starts_with("http://") || typed.starts_with("https://") {
            return Ok(Target::Address(Address {
                url: typed.to_owned(),
                headers: passed,
            }));
        }
        let mut words = shlex::split(typed)
            .ok_or("a quote of the command is not closed")?
            .into_iter();
        let command = words.next().ok_or("the command is empty")?;
        Ok(Target::Program(Program {
            command,
            args: words.collect(),
            env: passed,
            folder: None,
        }))
    }

    fn passed(&self) -> Result<Vec<(String, String)>, String> {
        let words = shlex::split(self.passed.trim()).ok_or("a quote of the variables is not closed")?;
        let words = words.into_iter().map(|word| match word.split_once('=') {
            Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
            Some(_) => Err(format!("`{word}` has no name before its `=`")),
            None => match std::env::var(&word) {
                Ok(value) => Ok((word, value)),
                Err(_) => Err(format!(
                    "`{word}` is not set in this program's environment; write {word}=VALUE"
                )),
            },
        });
        words.collect()
    }

    /// What a capture goes by.
    pub fn options(&self) -> Result<Options, String> {
        let seconds = self.seconds.trim().parse::<u64>().ok();
        let seconds = seconds.filter(|seconds| (1..=MAX_SECONDS).contains(seconds));
        let seconds =
            seconds.ok_or_else(|| format!("the time limit is a number of seconds from 1 to {MAX_SECONDS}"))?;
        Ok(Options {
            timeout: Duration::from_secs(seconds),
        })
    }
}

/// The variables that every program is given, by name.
pub fn basics() -> String {
    let names: Vec<&str> = passed_along().into_iter().map(|(name, _)| name).collect();
    names.join(", ")
}

/// What a server listed, as a source. The name is the last word of what it was taken from that says anything.
pub fn captured_source(listing: crate::inventory::Listing, target: &Target) -> Source {
    let name = match target {
        Target::Program(program) => {
            let words = std::iter::once(&program.command).chain(&program.args);
            let is_name = |word: &&String| !word.starts_with('-') && !word.contains("://");
            let launchers = [
                "npx", "uvx", "node", "python", "python3", "docker", "run", "bunx", "pnpm", "dlx", "uv",
            ];
            let mut names = words.filter(is_name).filter(|word| !launchers.contains(&word.as_str()));
            names.next().unwrap_or(&program.command).clone()
        }
        Target::Address(address) => {
            let host = address.url.split("://").nth(1).unwrap_or(&address.url);
            host.split(['/', '?', ':']).next().unwrap_or(host).to_owned()
        }
    };
    let name = name.rsplit(['/', '\\']).next().unwrap_or(&name);
    // `server-everything@2025.1` is called `server-everything`.
    let name = name
        .split('@')
        .next()
        .filter(|name| !name.is_empty())
        .unwrap_or(name)
        .to_owned();
    Source {
        shown: target.blanked(),
        path: None,
        content: Content::Listings(vec![NamedListing {
            name: Some(name),
            listing,
            ..NamedListing::default()
        }]),
    }
}

#[cfg(test)]
mod tests {
    use super::{Importing, Target, captured_source};
    use crate::inventory::Listing;
    use crate::inventory::source::Content;

    fn typed(target: &str, passed: &str) -> Importing {
        Importing {
            target: target.to_owned(),
            passed: passed.to_owned(),
            ..Importing::new(String::new())
        }
    }

    #[test]
    fn a_command_is_parted_and_nothing_in_it_expanded() {
        let Ok(Target::Program(program)) = typed("npx -y 'a b' $HOME; ls", "KEY=v").target() else {
            panic!("a command")
        };
        assert_eq!(program.command, "npx");
        assert_eq!(program.args, ["-y", "a b", "$HOME;", "ls"]);
        assert_eq!(program.env, [("KEY".to_owned(), "v".to_owned())]);
        assert!(typed("npx 'a", "").target().is_err());
        assert!(typed("  ", "").target().is_err());
        assert!(typed("npx", "ROSTER_TEST_NOT_SET").target().is_err());
        assert!(matches!(
            typed("https://h.example.com/mcp", "").target(),
            Ok(Target::Address(_))
        ));
    }

    #[test]
    fn a_captured_server_is_called_by_what_was_started() {
        let check = |typed_target: &str, expected: &str| {
            let Ok(target) = typed(typed_target, "").target() else {
                panic!("{typed_target}")
            };
            let Content::Listings(listings) = captured_source(Listing::default(), &target).content else {
                panic!("listings")
            };
            assert_eq!(listings[0].name.as_deref(), Some(expected));
        };
        check(
            "npx -y @modelcontextprotocol/server-everything@2025.1",
            "server-everything",
        );
        check("uvx mcp-server-time --local-timezone=UTC", "mcp-server-time");
        check("/opt/bin/find-mcp", "find-mcp");
        check("https://mcp.example.com/mcp", "mcp.example.com");
    }

    #[test]
    fn the_time_limit_is_a_number_of_seconds() {
        let seconds = |text: &str| {
            let importing = Importing {
                seconds: text.to_owned(),
                ..Importing::new(String::new())
            };
            importing.options().map(|options| options.timeout.as_secs())
        };
        assert_eq!(seconds(" 5 "), Ok(5));
        assert!(seconds("0").is_err() && seconds("x").is_err() && seconds("601").is_err());
    }
}
