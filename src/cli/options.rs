//! What several commands are asked in the same words.

use crate::scenario::{Assignment, Origin};
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::ffi::OsString;

/// What-ifs that are laid over the file.
#[derive(Debug, clap::Args)]
pub(super) struct WhatIf {
    /// Changes a value of the scenario, such as `flags.browser.enabled=true`; may be given several times
    ///
    /// Keys are parted by dots; a key that holds dots stands in quotes: `tools."people.search".notes=x`. The value is
    /// YAML. Nothing behind the `=` deletes the key, so that its default counts.
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = Assignment::parse)]
    pub set: Vec<Assignment>,
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// Reads a path, `REV:FILE` or `shipped:NAME`. A path need not be UTF-8.
pub(super) fn origin() -> impl TypedValueParser<Value = Origin> {
    OsStringValueParser::new().map(|text: OsString| match text.to_str() {
        Some(text) => Origin::parse(text),
        None => Origin::Disk(text.into()),
    })
}
