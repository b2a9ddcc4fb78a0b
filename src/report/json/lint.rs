//! What the linter found as JSON, format `roster-lint/1`.

use crate::diagnostics::Sources;
use crate::lint::{About, Code, Finding, Level, Lint};
use crate::plan::Planned;
use crate::roster::SourceRef;
use crate::scenario::Places;
use serde_json::{Map, Value, json};

/// The format of [`lint`].
pub const LINT_FORMAT: &str = "roster-lint/1";

/// All findings that were asked for, whole.
pub fn lint(planned: &Planned, lint: &Lint, findings: &[&Finding], places: &Places, sources: &Sources) -> Value {
    let count = |level: Level| findings.iter().filter(|finding| finding.level() == level).count();
    json!({
        "format": LINT_FORMAT,
        "scenario": planned.scenario.name,
        "errors": count(Level::Error),
        "warnings": count(Level::Warning),
        "notes": count(Level::Note),
        "off_not_looked_at": lint.off,
        "findings": findings.iter().map(|found| finding(planned, found, places, sources)).collect::<Vec<_>>(),
    })
}

fn finding(planned: &Planned, finding: &Finding, places: &Places, sources: &Sources) -> Value {
    let catalog = &planned.roster.catalog;
    let at = finding.place(catalog, places);
    let with_line = at.filter(|at| at.line > 0);
    let numbers: Map<String, Value> = finding
        .numbers
        .iter()
        .map(|(name, number)| ((*name).to_owned(), json!(number)))
        .collect();
    json!({
        "code": finding.code.id(),
        "level": finding.level().id(),
        "about": match finding.about {
            About::Tools => "tools",
            About::Source(_) => "source",
            About::Scenario => "scenario",
        },
        "source": finding.source(catalog).map(SourceRef::id),
        "tools": finding.tools.iter().map(|id| &*catalog.tool(*id).name).collect::<Vec<_>>(),
        "numbers": numbers,
        "detail": finding.sentence,
        "fix": finding.fix,
        "file": at.map(|at| sources.path(at.file).to_string_lossy().into_owned()),
        "line": with_line.map(|at| at.line),
        "column": with_line.map(|at| at.column),
    })
}

/// What each code means.
pub fn lint_codes(codes: &[Code]) -> Value {
    let rules = codes.iter().map(|code| {
        let rule = code.rule();
        json!({
            "code": rule.id,
            "level": rule.level.id(),
            "title": rule.title,
            "rule": rule.demand,
            "why": rule.why,
            "source": rule.source,
        })
    });
    json!({ "format": LINT_FORMAT, "codes": rules.collect::<Vec<_>>() })
}
