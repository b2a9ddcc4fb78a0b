//! From a server as a client's configuration names it to what is captured from.

use super::{Address, Program, Target, Written};
use crate::inventory::client_config::{ConfiguredServer, Transport, expanded};
use std::cell::RefCell;
use std::path::PathBuf;

/// What becomes of a configured server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The configuration has it switched off.
    Off,
    /// It cannot be asked, and why.
    Cannot(String),
    /// It is captured.
    Target(Target),
}

impl Fate {
    /// The fate of a server. Its variables are filled in by `variable`, as its client does from the environment; their
    /// values go to the server alone.
    pub fn of(server: &ConfiguredServer, variable: impl Fn(&str) -> Option<String>) -> Self {
        if server.is_off {
            return Self::Off;
        }
        target(&server.transport, variable).map_or_else(Self::Cannot, Self::Target)
    }
}

fn target(transport: &Transport, variable: impl Fn(&str) -> Option<String>) -> Result<Target, String> {
    let filled = RefCell::new(Vec::new());
    // What is used of ours is told by name before it is sent anywhere.
    let variable = |name: &str| {
        let value = variable(name)?;
        filled.borrow_mut().push((name.to_owned(), value.clone()));
        Some(value)
    };
    let fill = |text: &str| expanded(text, variable).map_err(|unset| unset.to_string());
    let written = |words: Vec<String>, folder: Option<String>| Written {
        words,
        folder,
        filled: filled.take(),
    };
    match transport {
        Transport::Stdio {
            command,
            args,
            env,
            cwd,
        } => {
            let mut given = Vec::new();
            for (name, value) in env {
                match value {
                    Some(value) => given.push((name.clone(), fill(value.reveal())?)),
                    // One that is passed on where it is set.
                    None => given.extend(variable(name).map(|value| (name.clone(), value))),
                }
            }
            let words = std::iter::once(command).chain(args).cloned().collect();
            Ok(Target::Program(Program {
                command: fill(command)?,
                args: args.iter().map(|arg| fill(arg)).collect::<Result<_, _>>()?,
                env: given,
                folder: cwd.as_deref().map(fill).transpose()?.map(PathBuf::from),
                written: written(words, cwd.clone()),
            }))
        }
        Transport::Http { url, headers } => {
            let headers = headers
                .iter()
                .map(|(name, value)| Ok((name.clone(), fill(value.reveal())?)));
            Ok(Target::Address(Address {
                url: fill(url)?,
                headers: headers.collect::<Result<_, String>>()?,
                written: written(vec![url.clone()], None),
            }))
        }
        Transport::Other(why) => Err((*why).to_owned()),
    }
}
