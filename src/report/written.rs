//! A report as text, from what was read and planned: for the command line and the window alike.

use super::review::{Against, ReadFile, Review, commands};
use super::{html, markdown};
use crate::explore::Comparison;
use crate::gates::Gates;
use crate::plan::Planned;
use crate::scenario::{Loaded, Origin};
use std::path::Path;
use std::sync::Arc;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// One page that needs nothing else.
    Html,
    /// For pull requests and wikis.
    Markdown,
}

impl ReportFormat {
    /// What the end of a path says.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "html" | "htm" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }

    /// What a report is called where nobody has named it.
    fn file_name(self) -> &'static str {
        match self {
            Self::Html => "review.html",
            Self::Markdown => "review.md",
        }
    }
}

/// A scenario that is reported on, or compared with.
#[derive(Clone, Debug)]
pub struct Reviewed<'a> {
    /// Where it lies, as a person would type it.
    pub origin: String,
    /// What a person calls it.
    pub title: String,
    /// What was laid over the file.
    pub what_if: &'a [String],
    /// Its plan.
    pub planned: &'a Arc<Planned>,
    /// What it was read from.
    pub loaded: &'a Loaded,
}

/// What a person calls a scenario: its name, or that of its file.
pub fn title(loaded: &Loaded, origin: &Origin) -> String {
    if loaded.scenario.name.is_empty() {
        origin.file_name()
    } else {
        loaded.scenario.name.clone()
    }
}

/// The whole report.
pub fn written(after: &Reviewed<'_>, gates: &Gates, before: Option<&Reviewed<'_>>, format: ReportFormat) -> String {
    let files = ReadFile::all(after.loaded);
    // What the baseline lends outlives the report.
    let baseline = before.map(|before| {
        let comparison = Comparison::new(Arc::clone(before.planned), Arc::clone(after.planned));
        (ReadFile::all(before.loaded), comparison, before)
    });
    let against = before.map(|before| before.origin.as_str());
    let review = Review {
        title: &after.title,
        origin: &after.origin,
        what_if: after.what_if,
        planned: after.planned,
        gates,
        files: &files,
        against: baseline.as_ref().map(|(files, comparison, before)| Against {
            title: &before.title,
            origin: &before.origin,
            files,
            comparison,
        }),
        commands: &commands(&after.origin, against, after.what_if, format.file_name()),
        version: env!("CARGO_PKG_VERSION"),
    };
    match format {
        ReportFormat::Html => html::page(&review),
        ReportFormat::Markdown => markdown::page(&review),
    }
}
