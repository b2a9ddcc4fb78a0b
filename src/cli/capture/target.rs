//! From arguments to what is captured from.

use super::CaptureArguments;
use crate::inventory::capture::{Address, Program, Setting, Target, Written};

/// What is asked for; `Err` says what is wrong with it.
pub(super) fn target(arguments: &CaptureArguments) -> Result<Target, String> {
    if let Some(url) = &arguments.url {
        if !arguments.env.is_empty() {
            return Err("`--env` is for programs\n  help: an address takes `--header NAME=VALUE`".to_owned());
        }
        return Ok(Target::Address(Address {
            url: url.clone(),
            headers: arguments.header.iter().map(Setting::header).collect::<Result<_, _>>()?,
            written: Written::default(),
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
    Ok(Target::Program(Program {
        command: command.clone(),
        args: args.to_vec(),
        env: arguments.env.iter().map(Setting::variable).collect::<Result<_, _>>()?,
        folder: None,
        written: Written::default(),
    }))
}
