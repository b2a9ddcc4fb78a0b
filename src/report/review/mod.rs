//! The report that a design review reads without the program: what a plan comes to, what differs from a baseline, and how to
//! see it again.
//!
//! [`Review`] is plain data, [`document`](Review::document) lays it out once, and [`html`](super::html) and
//! [`markdown`](super::markdown) write it. Deliberately absent: a clock, a host name, a user. The report of the same input
//! is the same bytes, so that two of them can be compared.

mod charts;
mod comparison;
mod decide;
mod document;
mod origin;
mod tools;

pub use document::{Block, Cell, Chart, Column, Document, Section, Shape, Table, Tone, Verbatim, lane_title, percent};

use crate::explore::Comparison;
use crate::gates::Gates;
use crate::plan::{Planned, Settings, explain};
use crate::rows::Rows;
use crate::scenario::{Lane, Loaded, sha256};

/// What a report is made of.
#[derive(Clone, Debug)]
pub struct Review<'a> {
    /// The scenario's title.
    pub title: &'a str,
    /// Where it lies, as a person typed it.
    pub origin: &'a str,
    /// What was laid over the file, as a person would type it; empty if nothing was.
    pub what_if: &'a [String],
    /// The plan.
    pub planned: &'a Planned,
    /// What the file expects of it.
    pub gates: &'a Gates,
    /// The texts that it was made from, the opened file first.
    pub files: &'a [ReadFile],
    /// What it is compared with.
    pub against: Option<Against<'a>>,
    /// The commands that show all this again.
    pub commands: &'a [String],
    /// The program's version.
    pub version: &'a str,
}

/// The baseline of a report.
#[derive(Clone, Copy, Debug)]
pub struct Against<'a> {
    /// Its title.
    pub title: &'a str,
    /// Where it lies, as a person typed it.
    pub origin: &'a str,
    /// The texts that it was made from, the opened file first.
    pub files: &'a [ReadFile],
    /// From it to the plan.
    pub comparison: &'a Comparison,
}

impl Against<'_> {
    /// What differs, laid out.
    pub fn section(&self) -> Section {
        comparison::section(self)
    }
}

/// A text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFile {
    /// Its path, as a person would write it.
    pub path: String,
    /// SHA-256 of its text, in hex.
    pub sha256: String,
}

impl ReadFile {
    /// The files that a scenario was read from, the opened one first. What `--set` says is no file.
    pub fn all(loaded: &Loaded) -> Vec<Self> {
        loaded
            .sources
            .iter()
            .filter(|file| file.path.as_os_str() != "--set")
            .map(|file| Self {
                path: file.path.display().to_string(),
                sha256: sha256::of(file.text.as_bytes()),
            })
            .collect()
    }
}

impl Review<'_> {
    /// Lays the report out.
    pub fn document(&self) -> Document {
        let plan = &self.planned.plan;
        let before = self.against.map(|against| &*against.comparison.before);
        let rows = Rows::new(self.planned, before.unwrap_or(self.planned), None);
        let mut sections = vec![tools::gates(self)];
        sections.extend(self.against.map(|against| against.section()));
        sections.extend([
            tools::budgets(self),
            tools::lanes(self, &rows),
            charts::section(self, &rows),
        ]);
        sections.extend(decide::sections(self));
        sections.push(origin::prompt(self));
        sections.extend(origin::notes(self));
        sections.push(origin::reproduce(self));
        Document {
            title: self.title.to_owned(),
            origin: self.origin.to_owned(),
            what_if: self.what_if.to_vec(),
            against: self
                .against
                .map(|against| (against.title.to_owned(), against.origin.to_owned())),
            verdict: explain::verdict(plan),
            tone: tone(self.planned),
            counts: Lane::ALL.map(|lane| (lane, plan.count(lane) as u64)).to_vec(),
            binding: explain::binding(plan, &self.planned.roster, &Settings::of(&self.planned.scenario)),
            version: self.version.to_owned(),
            sections,
        }
    }
}

/// How a plan is meant: it fails, loses something, or neither.
fn tone(planned: &Planned) -> Tone {
    match (&planned.plan.failure, planned.plan.skipped.is_empty()) {
        (Some(_), _) => Tone::Bad,
        (None, false) => Tone::Warning,
        (None, true) => Tone::Good,
    }
}

/// The commands that show a report's content again, as a POSIX shell takes them. `out` names the report.
pub fn commands(origin: &str, against: Option<&str>, what_if: &[String], out: &str) -> Vec<String> {
    let sets = what_if
        .iter()
        .fold(String::new(), |sets, set| sets + " --set " + &quoted(set));
    let file = quoted(origin);
    let compared = against.map_or_else(String::new, |against| format!(" --against {}", quoted(against)));
    vec![
        format!("roster report {file}{compared}{sets} -o {out}"),
        format!("roster plan {file}{sets}"),
        format!("roster check {file}{sets}"),
    ]
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::{commands, percent};

    #[test]
    fn commands_are_quoted_for_a_shell() {
        let sets = ["flags.web.enabled=false", "tools.\"a b\".notes=it's"].map(str::to_owned);
        assert_eq!(
            commands("my file.yaml", Some("shipped:a.yaml"), &sets, "review.html")[0],
            r#"roster report 'my file.yaml' --against shipped:a.yaml --set flags.web.enabled=false --set 'tools."a b".notes=it'\''s' -o review.html"#
        );
    }

    #[test]
    fn percents_of_nothing_are_none() {
        assert_eq!(percent(1, 3), "33%");
        assert_eq!(percent(3, 2), "150%");
        assert_eq!(percent(0, 0), "–");
    }
}
