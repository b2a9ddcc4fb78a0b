//! What is captured from: a program that speaks over its stdin and stdout, or an address.

use crate::inventory::redact;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

/// Variables without which programs do not even start, or write where they must not. All else is passed only if named.
#[cfg(not(windows))]
const BASICS: [&str; 5] = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL"];
#[cfg(windows)]
const BASICS: [&str; 10] = [
    "PATH",
    "PATHEXT",
    "SystemRoot",
    "SystemDrive",
    "ComSpec",
    "TEMP",
    "TMP",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
];

/// What is captured from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A program.
    Program(Program),
    /// An address.
    Address(Address),
}

/// How a configuration writes a target whose variables were filled in. Empty where a person named the target itself.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// The command with its arguments, or the address alone, with no variable filled in.
    pub words: Vec<String>,
    /// The folder to start it in.
    pub folder: Option<String>,
    /// Our variables that were filled in somewhere, with their values, which are secret.
    pub filled: Vec<(String, String)>,
}

/// A program to start. It gets these arguments as they are, with no shell between.
#[derive(Clone, PartialEq, Eq)]
pub struct Program {
    /// A name to look for in `PATH`, or a path.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Variables that it gets beside the basics, with their values, which are secret.
    pub env: Vec<(String, String)>,
    /// The folder to start it in; ours if `None`.
    pub folder: Option<PathBuf>,
    /// How a configuration writes it: what is shown and stored.
    pub written: Written,
}

/// An address to ask.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// `https://…` or `http://…`.
    pub url: String,
    /// Headers to send along, with their values, which are secret.
    pub headers: Vec<(String, String)>,
    /// How a configuration writes it: what is shown and stored.
    pub written: Written,
}

/// The basics that are set here, which every program gets.
pub fn passed_along() -> Vec<(&'static str, OsString)> {
    let basics = BASICS.into_iter();
    basics
        .filter_map(|name| Some((name, std::env::var_os(name)?)))
        .collect()
}

impl Target {
    /// As it is written into an inventory and into messages: no variable filled in, and what looks secret left out.
    pub fn blanked(&self) -> String {
        match self {
            Self::Program(program) => {
                let (command, args) = program.written();
                redact::command(command, args)
            }
            Self::Address(address) => redact::url(address.written()),
        }
    }

    /// Our variables whose values it gets beside those that every program gets, by name.
    pub fn sent(&self) -> Vec<&str> {
        let (filled, basics) = match self {
            Self::Program(program) => (&program.written.filled, &BASICS[..]),
            Self::Address(address) => (&address.written.filled, &[][..]),
        };
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in filled {
            if !names.contains(&name.as_str()) && !basics.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

impl Program {
    /// The command for a person who decides whether it may start, as a shell would want it: no variable filled in, and
    /// secrets in arguments left out.
    pub fn asked(&self) -> String {
        let (command, args) = self.written();
        let mut words = vec![command.to_owned()];
        words.extend(redact::asked(args));
        quoted(&words)
    }

    /// The folder to start it in, with no variable filled in.
    pub fn asked_folder(&self) -> Option<String> {
        let folder = || Some(self.folder.as_ref()?.display().to_string());
        self.written.folder.clone().or_else(folder)
    }

    /// The names of all variables that it gets: the basics, then those that were named.
    pub fn variables(&self) -> Vec<String> {
        let basics = passed_along().into_iter().map(|(name, _)| name.to_owned());
        let mut names: Vec<String> = basics.collect();
        for (name, _) in &self.env {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    fn written(&self) -> (&str, &[String]) {
        match self.written.words.split_first() {
            Some((command, args)) => (command, args),
            None => (&self.command, &self.args),
        }
    }
}

impl Address {
    /// The address for a person who decides whether it may be asked: no variable filled in, and what looks secret left out.
    pub fn asked(&self) -> String {
        redact::url(self.written())
    }

    fn written(&self) -> &str {
        self.written.words.first().unwrap_or(&self.url)
    }
}

/// Words as a shell would want them.
fn quoted(words: &[String]) -> String {
    let is_plain =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./:=@,+%…".contains(c));
    let words = words.iter().map(|word| {
        if is_plain(word) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

impl fmt::Debug for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.filled.iter().map(|(name, _)| name.as_str());
        f.debug_list().entries(names).finish()
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.env.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Program")
            .field("command", &self.asked())
            .field("env", &names)
            .field("folder", &self.asked_folder())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Address")
            .field("url", &self.asked())
            .field("headers", &names)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, Program, Target, Written};

    fn program() -> Program {
        Program {
            command: "npx".to_owned(),
            args: ["-y", "a b", "it's", "--token=hunter2hunter"]
                .map(str::to_owned)
                .to_vec(),
            env: vec![("KEY".to_owned(), "sesame-open".to_owned())],
            folder: None,
            written: Written::default(),
        }
    }

    #[test]
    fn the_command_can_be_judged_and_the_blanked_one_shared() {
        assert_eq!(program().asked(), r"npx -y 'a b' 'it'\''s' --token=…");
        assert_eq!(Target::Program(program()).blanked(), r#"npx -y "a b" it's --token=…"#);
    }

    #[test]
    fn values_never_show() {
        let shown = format!("{:?}", program());
        assert!(!shown.contains("sesame") && !shown.contains("hunter2"), "{shown}");
        assert!(shown.contains("KEY"), "{shown}");
    }

    #[test]
    fn what_was_filled_in_is_not_shown() {
        let written = |words: &[&str]| Written {
            words: words.iter().map(|&word| word.to_owned()).collect(),
            folder: Some("${PLACE}".to_owned()),
            filled: vec![
                ("PLACE".to_owned(), "sesame".to_owned()),
                ("PATH".to_owned(), "/bin".to_owned()),
            ],
        };
        let program = Program {
            args: vec!["sesame".to_owned()],
            folder: Some("sesame".into()),
            written: written(&["npx", "${PLACE}"]),
            ..program()
        };
        assert_eq!(program.asked(), "npx '${PLACE}'");
        assert_eq!(program.asked_folder().as_deref(), Some("${PLACE}"));
        let address = Address {
            url: "http://h/sesame".to_owned(),
            headers: Vec::new(),
            written: written(&["http://h/${PLACE}"]),
        };
        assert_eq!(address.asked(), "http://h/${PLACE}");
        let targets = [Target::Program(program), Target::Address(address)];
        assert_eq!(targets[0].sent(), ["PLACE"], "the basics are told beside it");
        assert_eq!(targets[1].sent(), ["PLACE", "PATH"]);
        for target in &targets {
            let texts = format!("{target:?} {}", target.blanked());
            assert!(!texts.contains("sesame"), "{texts}");
        }
    }
}
