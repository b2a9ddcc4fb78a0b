//! From arguments to what is captured from.

use super::CaptureArguments;
use crate::inventory::capture::{Address, Program, Target};

/// `NAME=VALUE`, or `NAME` alone. The value may be a secret.
#[derive(Clone)]
pub(super) struct Setting {
    name: String,
    value: Option<String>,
}

impl Setting {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err("expected `NAME=VALUE` or `NAME`".to_owned());
        }
        Ok(Self {
            name: name.to_owned(),
            value,
        })
    }

    /// With the value; where there is none, that of our variable of the name that `variable` gives.
    fn filled(&self, variable: impl Fn(&str) -> String) -> Result<(String, String), String> {
        if let Some(value) = &self.value {
            return Ok((self.name.clone(), value.clone()));
        }
        let variable = variable(&self.name);
        match std::env::var(&variable) {
            Ok(value) => Ok((self.name.clone(), value)),
            Err(std::env::VarError::NotPresent) => Err(format!(
                "the variable `{variable}` is not set\n  help: set it, or write `{}=VALUE`",
                self.name
            )),
            Err(std::env::VarError::NotUnicode(_)) => Err(format!("the variable `{variable}` is no UTF-8")),
        }
    }
}

impl std::fmt::Debug for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// What is asked for; `Err` says what is wrong with it.
pub(super) fn target(arguments: &CaptureArguments) -> Result<Target, String> {
    if let Some(url) = &arguments.url {
        if !arguments.env.is_empty() {
            return Err("`--env` is for programs\n  help: an address takes `--header NAME=VALUE`".to_owned());
        }
        let headers = arguments.header.iter().map(|header| header.filled(variable_of_header));
        return Ok(Target::Address(Address {
            url: url.clone(),
            headers: headers.collect::<Result<_, _>>()?,
        }));
    }
    let Some((command, args)) = arguments.command.split_first() else {
        return Err(
            "nothing to capture from\n  help: name an address, or put `--` before a command: \
                    `roster capture -- npx -y some-server`"
                .to_owned(),
        );
    };
    if !arguments.header.is_empty() {
        return Err("`--header` is for addresses\n  help: a program takes `--env NAME=VALUE`".to_owned());
    }
    let env = arguments.env.iter().map(|env| env.filled(str::to_owned));
    Ok(Target::Program(Program {
        command: command.clone(),
        args: args.to_vec(),
        env: env.collect::<Result<_, _>>()?,
        folder: None,
    }))
}

/// `X_API_KEY` for `X-Api-Key`.
fn variable_of_header(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}
