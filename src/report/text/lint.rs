//! What the linter found as text, and what its codes mean.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::diagnostics::{Sources, visible};
use crate::lint::{Code, Finding, Level};
use crate::plan::explain::{counted, grouped};
use crate::roster::{Catalog, SourceRef};
use crate::scenario::Places;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Findings of one code about one source that are written out unless all are asked for.
const SHOWN_OF_A_SOURCE: usize = 3;

/// What a list of findings is told with.
#[derive(Clone, Copy, Debug)]
pub struct Linted<'a> {
    /// The scenario's title.
    pub title: &'a str,
    /// The findings that were asked for, the worst first.
    pub findings: &'a [&'a Finding],
    /// The tools.
    pub catalog: &'a Catalog,
    /// Where they stand.
    pub places: &'a Places,
    /// The texts that they stand in.
    pub sources: &'a Sources,
    /// Tools that are off and were not looked at.
    pub off: usize,
    /// Whether every finding is written out.
    pub all: bool,
}

/// Findings by level, then by code, each with its place and a fix; the last line counts them.
pub fn lint(linted: &Linted<'_>, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(linted.title)));
    for level in Level::ALL {
        let of_level = |finding: &&&Finding| finding.level() == level;
        let found: Vec<&Finding> = linted.findings.iter().filter(of_level).copied().collect();
        if found.is_empty() {
            continue;
        }
        let heading = capital(&counted(found.len() as u64, level.id(), level.plural()));
        let _ = writeln!(out, "\n{}", look.paint(role(level), &heading));
        for of_code in found.chunk_by(|a, b| a.code == b.code) {
            out.push_str(&code(linted, of_code, look));
        }
    }
    out.push('\n');
    if linted.off > 0 {
        let tools = counted(linted.off as u64, "tool that is off was", "tools that are off were");
        let rest = paragraph(&format!("{tools} not looked at; --off does"), look.columns, "", "");
        out.push_str(&look.paint(Role::Aside, &rest));
    }
    let _ = writeln!(out, "{}", count_line(linted.findings));
    out
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}

fn role(level: Level) -> Role {
    match level {
        Level::Error => Role::Bad,
        Level::Warning => Role::Warning,
        Level::Note => Role::Heading,
    }
}

/// `2 errors, 14 warnings, 3 notes`.
fn count_line(findings: &[&Finding]) -> String {
    let counts = Level::ALL.map(|level| {
        let number = findings.iter().filter(|finding| finding.level() == level).count();
        counted(number as u64, level.id(), level.plural())
    });
    counts.join(", ")
}

/// The findings of one code. A fix that holds for all of them is said once.
fn code(linted: &Linted<'_>, findings: &[&Finding], look: Look) -> String {
    let Some(first) = findings.first() else {
        return String::new();
    };
    let rule = first.code.rule();
    let mut out = format!(
        "\n  {}: {} ({})\n",
        look.paint(Role::Heading, rule.id),
        rule.title,
        grouped(findings.len() as u64)
    );
    let has_one_fix = findings.iter().all(|finding| finding.fix == first.fix);
    let mut shown: HashMap<Option<&SourceRef>, usize> = HashMap::new();
    let mut left_out = 0;
    for finding in findings {
        let of_source = shown.entry(finding.source(linted.catalog)).or_default();
        *of_source += 1;
        if !linted.all && *of_source > SHOWN_OF_A_SOURCE {
            left_out += 1;
            continue;
        }
        out.push_str(&one(linted, finding, !has_one_fix, look));
    }
    if left_out > 0 {
        let rest = format!(
            "    … and {} more; --only {} --all lists them",
            grouped(left_out),
            rule.id
        );
        let _ = writeln!(out, "{}", look.paint(Role::Aside, &rest));
    }
    if has_one_fix {
        out.push_str(&paragraph(
            &visible(&format!("fix: {}", first.fix)),
            look.columns,
            "    ",
            "         ",
        ));
    }
    out
}

fn one(linted: &Linted<'_>, finding: &Finding, with_fix: bool, look: Look) -> String {
    let mut out = format!("    {}", visible(&finding.subject(linted.catalog)));
    if let Some(at) = finding.place(linted.catalog, linted.places) {
        let place = visible(&linted.sources.place(at));
        let _ = write!(out, "  {}", look.paint(Role::Aside, &place));
    }
    out.push('\n');
    out.push_str(&paragraph(
        &visible(&finding.sentence),
        look.columns,
        "      ",
        "      ",
    ));
    if linted.all && finding.tools.len() > 1 {
        let names: Vec<&str> = finding.tools.iter().map(|id| &*linted.catalog.tool(*id).name).collect();
        out.push_str(&paragraph(
            &visible(&names.join(", ")),
            look.columns,
            "      ",
            "      ",
        ));
    }
    if with_fix {
        out.push_str(&paragraph(
            &visible(&format!("fix: {}", finding.fix)),
            look.columns,
            "      ",
            "           ",
        ));
    }
    out
}

/// All codes with their levels and titles.
pub fn lint_codes(look: Look) -> String {
    let column = |heading, fit| Column {
        heading,
        align: Align::Left,
        fit,
    };
    let columns = [
        column("code", Fit::Whole),
        column("level", Fit::Whole),
        column("what it tells of", Fit::Wrap),
    ];
    let rows: Vec<Vec<Cell>> = Code::ALL
        .into_iter()
        .map(|code| {
            let rule = code.rule();
            vec![
                Cell::new(rule.id),
                Cell::painted(role(rule.level), rule.level.id()),
                Cell::new(rule.title),
            ]
        })
        .collect();
    table(&columns, &rows, look)
}

/// What a code means.
pub fn lint_rule(code: Code, look: Look) -> String {
    let rule = code.rule();
    let mut out = format!(
        "{} ({})\n",
        look.paint(Role::Heading, rule.id),
        look.paint(role(rule.level), rule.level.id())
    );
    for (name, text) in [
        ("", rule.title),
        ("rule: ", rule.demand),
        ("why: ", rule.why),
        ("source: ", rule.source),
    ] {
        out.push_str(&paragraph(&format!("{name}{text}"), look.columns, "  ", "    "));
    }
    out
}

/// Findings as annotations of GitHub's checks, a line each.
pub fn lint_annotations(linted: &Linted<'_>) -> String {
    let mut out = String::new();
    for finding in linted.findings {
        let level = match finding.level() {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let place = finding
            .place(linted.catalog, linted.places)
            .map_or_else(String::new, |at| {
                let path = property(&linted.sources.path(at.file).to_string_lossy());
                format!("file={path},line={},col={},", at.line.max(1), at.column.max(1))
            });
        let subject = finding.subject(linted.catalog);
        let message = visible(&format!("{subject}: {} {}", finding.sentence, finding.fix));
        let _ = writeln!(out, "::{level} {place}title={}::{}", finding.code.id(), data(&message));
    }
    out
}

/// A message as a workflow command takes it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, in which two more characters mean something.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
