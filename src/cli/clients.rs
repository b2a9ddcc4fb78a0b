//! `roster clients`: what other clients would do with the same tools.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::clients::{Preset, outcomes, preset, shipped_presets};
use crate::diagnostics::{Problem, Sources, suggest};
use crate::report::{csv, json, text};
use crate::scenario::{Failed, Origin, read_file};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Lays published limits of other clients over the same tools: approximations, each with source and date
#[derive(Debug, clap::Args)]
pub(super) struct ClientsArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin(), required_unless_present = "list")]
    file: Option<Origin>,

    /// List the presets, and stop
    #[arg(long, conflicts_with_all = ["file", "client", "set"])]
    list: bool,

    /// Tell one client in detail: its rules with their source, and what becomes of every server and tool
    #[arg(long, value_name = "ID", conflicts_with = "only")]
    client: Option<String>,

    /// Only these clients
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    only: Vec<String>,

    /// A preset of your own, beside the others; it takes the place of one with its `id`. May be given several times
    #[arg(long, value_name = "FILE")]
    preset: Vec<PathBuf>,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: ClientsFormat,

    #[command(flatten)]
    what_if: WhatIf,
}

/// How clients are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ClientsFormat {
    Text,
    Json,
    Csv,
}

/// Runs it.
pub(super) fn run(arguments: &ClientsArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let errors_as = match arguments.format {
        ClientsFormat::Json => Format::Json,
        ClientsFormat::Text | ClientsFormat::Csv => Format::Text,
    };
    let presets = match chosen(arguments) {
        Ok(presets) => presets,
        Err(failed) => {
            match errors_as {
                Format::Text => terminal.complain_about(&failed.problems, &failed.sources),
                Format::Json => terminal.say_json(&json::problems(&failed.problems, &failed.sources))?,
            }
            return Ok(Status::CouldNotRun);
        }
    };
    let Some(file) = &arguments.file else {
        match arguments.format {
            ClientsFormat::Text => terminal.say(&text::presets(&presets, terminal.look()))?,
            ClientsFormat::Json => terminal.say_json(&json::presets(&presets))?,
            ClientsFormat::Csv => terminal.say(&csv::presets(&presets))?,
        }
        return Ok(Status::Fine);
    };
    let Some(opened) = Opened::or_say(file, &arguments.what_if.set, errors_as, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let (planned, title) = (&opened.planned, opened.subject().title);
    let outcomes = outcomes(planned, &presets);
    match (arguments.format, outcomes.as_slice()) {
        (ClientsFormat::Text, [outcome]) if arguments.client.is_some() => {
            terminal.say(&text::client(planned, outcome, title, terminal.look()))?;
        }
        (ClientsFormat::Text, all) => terminal.say(&text::clients(all, title, terminal.look()))?,
        (ClientsFormat::Json, all) => {
            terminal.say_json(&json::clients(planned, all, arguments.client.is_some()))?;
        }
        (ClientsFormat::Csv, all) => terminal.say(&csv::clients(all))?,
    }
    // How other clients fare says nothing of whether this scenario is fine.
    Ok(Status::Fine)
}

/// The presets that were asked for, in the order in which they were.
fn chosen(arguments: &ClientsArguments) -> Result<Vec<Arc<Preset>>, Failed> {
    let mut presets = shipped_presets()?;
    for path in &arguments.preset {
        let own = Arc::new(preset(path, &read_file(path)?)?);
        match presets.iter().position(|known| known.id == own.id) {
            Some(place) => presets[place] = own,
            None => presets.push(own),
        }
    }
    let asked: Vec<&String> = arguments.client.iter().chain(&arguments.only).collect();
    if asked.is_empty() {
        return Ok(presets);
    }
    asked
        .into_iter()
        .map(|id| {
            let known = presets.iter().find(|preset| preset.id == *id);
            known.map(Arc::clone).ok_or_else(|| unknown(id, &presets))
        })
        .collect()
}

fn unknown(id: &str, presets: &[Arc<Preset>]) -> Failed {
    let ids: Vec<&str> = presets.iter().map(|preset| preset.id.as_str()).collect();
    // A client's id may end in its year.
    let begun = ids.iter().find(|known| !id.is_empty() && known.starts_with(id));
    let problem =
        Problem::nowhere("unknown-client", format!("there is no preset `{id}`")).with_help(begun.map_or_else(
            || suggest(id, ids.iter().copied()),
            |id| format!("did you mean `{id}`?"),
        ));
    Failed {
        problems: vec![problem],
        sources: Sources::default(),
        files: Vec::new(),
    }
}
