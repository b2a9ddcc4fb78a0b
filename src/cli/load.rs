//! A scenario from the disk or from the program, planned, with its problems told.

use super::options::Format;
use super::terminal::Terminal;
use crate::diagnostics::{Problem, Sources, suggest};
use crate::gates::Gates;
use crate::plan;
use crate::report::text::Subject;
use crate::report::{json, written};
use crate::scenario::{Assignment, Failed, Loaded, Origin, load, shipped_names};
use crate::session::Deploy;
use std::io;
use std::sync::Arc;

/// A scenario with its plan.
pub(super) struct Opened {
    /// The scenario and its texts.
    pub loaded: Loaded,
    /// What follows from it.
    pub planned: Arc<plan::Planned>,
    title: String,
    what_if: Vec<String>,
}

impl Opened {
    /// Loads and plans.
    pub(super) fn of(origin: &Origin, assignments: &[Assignment]) -> Result<Self, Failed> {
        let loaded = read(origin, assignments)?;
        let planned = Arc::new(plan::Planned::new(Arc::clone(&loaded.scenario), None));
        Ok(Self {
            title: written::title(&loaded, origin),
            what_if: assignments.iter().map(Assignment::to_string).collect(),
            loaded,
            planned,
        })
    }

    /// The same for an answer in some format: warnings are complained about, and what cannot be planned is, too, unless
    /// JSON was asked for, which then says it.
    pub(super) fn or_say(
        origin: &Origin,
        assignments: &[Assignment],
        format: Format,
        terminal: &mut Terminal,
    ) -> io::Result<Option<Self>> {
        match Self::of(origin, assignments) {
            Ok(opened) => {
                terminal.complain_about(&opened.loaded.warnings, &opened.loaded.sources);
                Ok(Some(opened))
            }
            Err(failed) => {
                match format {
                    Format::Text => terminal.complain_about(&failed.problems, &failed.sources),
                    Format::Json => terminal.say_json(&json::problems(&failed.problems, &failed.sources))?,
                }
                Ok(None)
            }
        }
    }

    /// What the file expects, held against it. Sessions that name no roster were opened under the file as it is written:
    /// what `--set` changes comes after them, as a what-if does in the window.
    pub(super) fn gates(&self, origin: &Origin) -> Gates {
        let written = if self.what_if.is_empty() {
            None
        } else {
            Self::of(origin, &[]).ok()
        };
        let before = written.as_ref().unwrap_or(self);
        Gates::new(&self.planned, &Deploy::new(&before.planned, &self.planned, None))
    }

    /// As the report for a review wants it.
    pub(super) fn reviewed(&self, origin: &Origin) -> written::Reviewed<'_> {
        written::Reviewed {
            origin: origin.shown(),
            title: self.title.clone(),
            what_if: &self.what_if,
            planned: &self.planned,
            loaded: &self.loaded,
        }
    }

    /// As the other reports want it.
    pub(super) fn subject(&self) -> Subject<'_> {
        Subject {
            title: &self.title,
            what_if: &self.what_if,
            scenario: &self.loaded.scenario,
            roster: &self.planned.roster,
            plan: &self.planned.plan,
        }
    }
}

fn read(origin: &Origin, assignments: &[Assignment]) -> Result<Loaded, Failed> {
    if let Origin::Shipped(name) = origin {
        let names = shipped_names();
        if !names.contains(&name.as_str()) {
            let near = suggest(name, names.iter().copied());
            let problem = Problem::nowhere("file-missing", format!("no scenario `{name}` comes with the program"))
                .with_help(format!(
                    "{near}{} `roster shipped` lists all",
                    if near.ends_with('?') { "" } else { ";" }
                ));
            return Err(Failed {
                problems: vec![problem],
                sources: Sources::default(),
                files: Vec::new(),
            });
        }
    }
    load(origin, assignments)
}
