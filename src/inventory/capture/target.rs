//! What is captured from: a program that speaks over its stdin and stdout, or an address.

use crate::diagnostics::secret_in;
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
}

/// An address to ask.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// `https://…` or `http://…`.
    pub url: String,
    /// Headers to send along, with their values, which are secret.
    pub headers: Vec<(String, String)>,
}

/// The basics that are set here, which every program gets.
pub fn passed_along() -> Vec<(&'static str, OsString)> {
    let basics = BASICS.into_iter();
    basics
        .filter_map(|name| Some((name, std::env::var_os(name)?)))
        .collect()
}

impl Target {
    /// As it is written into an inventory and into messages: what looks secret is left out.
    pub fn blanked(&self) -> String {
        match self {
            Self::Program(program) => redact::command(&program.command, &program.args),
            Self::Address(address) => redact::url(&address.url),
        }
    }
}

impl Program {
    /// The exact command, as a shell would want it.
    pub fn exact(&self) -> String {
        let mut words = vec![self.command.clone()];
        words.extend(self.args.iter().cloned());
        quoted(&words)
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

    /// A text of the program without the values that it was given.
    pub(super) fn without_secrets(&self, text: &str) -> String {
        /// A shorter value stands in texts by chance, and is no secret worth the name.
        const SHORTEST: usize = 6;
        let values = self.env.iter().filter(|(_, value)| value.len() >= SHORTEST);
        let mut text = values.fold(text.to_owned(), |text, (_, value)| text.replace(value, "…"));
        while let Some(secret) = secret_in(&text).map(str::to_owned) {
            text = text.replace(&secret, "…");
        }
        text
    }
}

/// Words as a shell would want them.
fn quoted(words: &[String]) -> String {
    let is_plain =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./:=@,+%".contains(c));
    let words = words.iter().map(|word| {
        if is_plain(word) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.env.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Program")
            .field("command", &redact::command(&self.command, &self.args))
            .field("env", &names)
            .field("folder", &self.folder)
            .finish()
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Address")
            .field("url", &redact::url(&self.url))
            .field("headers", &names)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Program, Target};

    fn program() -> Program {
        Program {
            command: "npx".to_owned(),
            args: ["-y", "a b", "it's", "--token=hunter2hunter"]
                .map(str::to_owned)
                .to_vec(),
            env: vec![("KEY".to_owned(), "sesame-open".to_owned())],
            folder: None,
        }
    }

    #[test]
    fn the_exact_command_can_be_typed_and_the_blanked_one_shared() {
        assert_eq!(program().exact(), r"npx -y 'a b' 'it'\''s' --token=hunter2hunter");
        assert_eq!(Target::Program(program()).blanked(), r#"npx -y "a b" it's --token=…"#);
    }

    #[test]
    fn values_never_show() {
        let shown = format!("{:?}", program());
        assert!(!shown.contains("sesame") && !shown.contains("hunter2"), "{shown}");
        assert!(shown.contains("KEY"), "{shown}");
        assert_eq!(program().without_secrets("bad key sesame-open"), "bad key …");
    }
}
