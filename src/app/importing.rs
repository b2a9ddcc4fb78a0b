//! The import as the window holds it: sources, a server that is asked, and what would be written.

use crate::gates::Gates;
use crate::inventory::Listing;
use crate::inventory::capture::{Address, Cancel, Fate, Options, Program, Setting, Target, Written};
use crate::inventory::import::{Import, Source, ToCapture};
use crate::inventory::source::{Content, NamedListing};
use crate::plan::Planned;
use crate::plan::explain::counted;
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
    /// What the scenario calls the server.
    Name,
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
    /// The same for the servers that the configurations among the sources name.
    AskConfigured,
    /// Does not start them.
    Leave,
    /// Starts the programs, and asks the addresses.
    Start,
    /// Stops what was started.
    Stop,
    /// Writes what is shown.
    Write,
    /// Drops all of it, and closes the modal window.
    Discard,
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
    /// What the scenario calls the server; empty: as what is started.
    pub name: String,
    /// Variables, or headers for an address, as `NAME` or `NAME=VALUE` with blanks between.
    pub passed: String,
    /// Seconds that a capture may take.
    pub seconds: String,
    /// The scenario to write.
    pub into: String,
    /// What the person was shown and has not agreed to yet.
    pub asked: Option<Asked>,
    /// A capture that runs.
    pub running: Option<Running>,
    /// What would be written.
    pub prepared: Option<Arc<Prepared>>,
    /// The number of the last request; what answers an older one is ignored.
    pub generation: u64,
    /// The number of the last capture; what an older one tells is ignored.
    pub captures: u64,
    /// Whether `prepared` answers an older request, or is being written.
    pub is_waiting: bool,
    /// What went wrong last.
    pub error: Option<String>,
    /// What else is to be said.
    pub notice: Option<String>,
}

/// One source of the modal window.
#[derive(Clone, Debug)]
pub enum Picked {
    /// A file, read when the import is prepared.
    File(PathBuf),
    /// What a server listed.
    Captured(Arc<Source>),
}

/// What a person is asked to agree to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The servers to start or ask.
    pub servers: Vec<Askable>,
    /// Those of a configuration that are left out, and why, a sentence each.
    pub left: Vec<String>,
}

/// A server that can be asked for its tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Askable {
    /// What the scenario will call it.
    pub name: String,
    /// How it is reached.
    pub target: Target,
}

impl Asked {
    /// One server.
    pub fn one(server: Askable) -> Self {
        Self {
            servers: vec![server],
            left: Vec::new(),
        }
    }

    /// The servers that configurations name, as their clients would start them.
    pub fn configured(to_capture: &[ToCapture]) -> Self {
        let mut asked = Self {
            servers: Vec::new(),
            left: Vec::new(),
        };
        for one in to_capture {
            match Fate::of(&one.server, |name| std::env::var(name).ok()) {
                Fate::Off => asked
                    .left
                    .push(format!("{}: switched off in the configuration", one.id)),
                Fate::Cannot(why) => asked.left.push(format!("{}: {why}", one.id)),
                Fate::Target(target) => asked.servers.push(Askable {
                    name: one.id.clone(),
                    target,
                }),
            }
        }
        asked
    }

    /// What is asked, without secrets, in a few words.
    pub fn shown(&self) -> String {
        match self.servers.as_slice() {
            [one] => one.target.blanked(),
            several => counted(several.len() as u64, "server", "servers"),
        }
    }
}

/// A capture that runs.
#[derive(Clone, Debug)]
pub struct Running {
    /// Its number.
    pub number: u64,
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
    /// What the gates of the file say of it.
    pub gates: Gates,
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
            name: String::new(),
            passed: String::new(),
            seconds: crate::inventory::capture::DEFAULT_TIMEOUT.as_secs().to_string(),
            into,
            asked: None,
            running: None,
            prepared: None,
            generation: 0,
            captures: 0,
            is_waiting: false,
            error: None,
            notice: None,
        }
    }

    /// Whether anything would be lost with it.
    pub fn holds_anything(&self) -> bool {
        !self.sources.is_empty() || !self.target.trim().is_empty() || !self.source.trim().is_empty()
    }

    /// What the server is called unless a name is typed.
    pub fn proposed_name(&self) -> Option<String> {
        self.typed_target(|| Ok(Vec::new())).ok().map(|target| name_of(&target))
    }

    /// The server as typed.
    pub fn askable(&self) -> Result<Askable, String> {
        let target = self.target()?;
        let name = match self.name.trim() {
            "" => name_of(&target),
            name => name.to_owned(),
        };
        Ok(Askable { name, target })
    }

    /// The target as typed: an address, or a command whose words are parted as a shell parts them, with nothing expanded.
    pub fn target(&self) -> Result<Target, String> {
        self.typed_target(|| self.passed())
    }

    fn typed_target(&self, passed: impl FnOnce() -> Result<Vec<Setting>, String>) -> Result<Target, String> {
        let typed = self.target.trim();
        if typed.is_empty() {
            return Err("type a command, such as npx -y some-mcp-server, or an address".to_owned());
        }
        let passed = passed()?;
        if typed.starts_with("http://") || typed.starts_with("https://") {
            return Ok(Target::Address(Address {
                url: typed.to_owned(),
                headers: passed.iter().map(Setting::header).collect::<Result<_, _>>()?,
                written: Written::default(),
            }));
        }
        let mut words = shlex::split(typed)
            .ok_or("a quote of the command is not closed")?
            .into_iter();
        let command = words.next().ok_or("the command is empty")?;
        Ok(Target::Program(Program {
            command,
            args: words.collect(),
            env: passed.iter().map(Setting::variable).collect::<Result<_, _>>()?,
            folder: None,
            written: Written::default(),
        }))
    }

    fn passed(&self) -> Result<Vec<Setting>, String> {
        let words = shlex::split(self.passed.trim()).ok_or("a quote of the variables is not closed")?;
        words.iter().map(|word| Setting::parse(word)).collect()
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

/// What a server is called when nobody named it: the last word of what it is taken from that says anything.
fn name_of(target: &Target) -> String {
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
    let plain = name.split('@').next().filter(|name| !name.is_empty());
    plain.unwrap_or(name).to_owned()
}

/// What a server listed, as a source.
pub fn captured_source(listing: Listing, server: &Askable) -> Source {
    Source {
        shown: server.target.blanked(),
        path: None,
        content: Content::Listings(vec![NamedListing {
            name: Some(server.name.clone()),
            listing,
            ..NamedListing::default()
        }]),
    }
}

#[cfg(test)]
mod tests {
    use super::{Importing, Target, name_of};

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
            assert_eq!(name_of(&target), expected);
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
