//! `roster lint`: what is wrong, or could be better, with the tools themselves.

use super::Status;
use super::load::Opened;
use super::options::{Format, WhatIf, origin};
use super::terminal::Terminal;
use crate::diagnostics::suggest;
use crate::lint::{About, Code, Finding, Level, Lint};
use crate::report::text::Linted;
use crate::report::{json, text};
use crate::roster::Catalog;
use crate::scenario::{Origin, Pattern};
use std::io;

/// Looks at names, descriptions, schemas and annotations of every tool, whatever the budget
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 fine, 1 something was found that --fail-on names, 2 it could not run")]
pub(super) struct LintArguments {
    /// The scenario: a path, `REV:FILE`, or `shipped:NAME`
    #[arg(value_parser = origin(), required_unless_present_any = ["list", "explain"])]
    file: Option<Origin>,

    /// The least that makes it exit with 1
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "error")]
    fail_on: FailOn,

    /// Only findings of these codes, parted by commas; may be given several times
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    only: Vec<Code>,

    /// No findings of these codes, parted by commas; may be given several times. `CODE:GLOB` ignores them for the tools
    /// whose registry names match alone, as in `claims-harm:mcp.mail.*`, and for a server or device by its id
    #[arg(long, value_name = "CODE[:GLOB]", value_delimiter = ',', value_parser = ignored)]
    ignore: Vec<Ignored>,

    /// Look at tools that are off, too: by their server, a flag, or `enabled_tools`
    #[arg(long)]
    off: bool,

    /// Write every finding out, not only the first few of a code in a server
    #[arg(long)]
    all: bool,

    /// List all codes
    #[arg(long, conflicts_with_all = ["file", "explain", "set"])]
    list: bool,

    /// Say what a code means, why it matters, and where the rule comes from
    #[arg(long, value_name = "CODE", value_parser = code, conflicts_with_all = ["file", "set"])]
    explain: Option<Code>,

    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    format: LintFormat,

    #[command(flatten)]
    what_if: WhatIf,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LintFormat {
    Text,
    Json,
    /// Annotations of a check, as GitHub's workflows read them
    Github,
}

/// The least that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Note,
}

impl FailOn {
    fn level(self) -> Level {
        match self {
            Self::Error => Level::Error,
            Self::Warning => Level::Warning,
            Self::Note => Level::Note,
        }
    }
}

/// What `--ignore` takes: a code, for all tools or for some.
#[derive(Clone, Debug)]
struct Ignored {
    code: Code,
    glob: Option<String>,
}

impl Ignored {
    /// Whether a finding is accepted: all tools that it is about are, or the source that it is about where it names none.
    fn covers(&self, finding: &Finding, catalog: &Catalog) -> bool {
        let Some(glob) = &self.glob else {
            return self.code == finding.code;
        };
        let glob = Pattern::new(glob);
        let are_tools =
            !finding.tools.is_empty() && finding.tools.iter().all(|id| glob.matches(&catalog.tool(*id).name));
        let is_source = matches!(&finding.about, About::Source(source) if glob.matches(source.id()));
        self.code == finding.code && (are_tools || is_source)
    }
}

fn ignored(text: &str) -> Result<Ignored, String> {
    let (id, glob) = match text.split_once(':') {
        Some((id, glob)) => (id, Some(glob.trim().to_owned())),
        None => (text, None),
    };
    if glob.as_ref().is_some_and(String::is_empty) {
        return Err("no tool is named behind the colon; write `CODE:GLOB`, or `CODE` alone for all tools".to_owned());
    }
    Ok(Ignored { code: code(id)?, glob })
}

/// Reads a code, with blanks around it or not.
fn code(text: &str) -> Result<Code, String> {
    let text = text.trim();
    Code::parse(text).ok_or_else(|| {
        let near = suggest(text, Code::ALL.iter().map(|code| code.id()));
        let near = if near.ends_with('?') { near } else { String::new() };
        format!("no such code; {near} `roster lint --list` lists all").replace("  ", " ")
    })
}

impl LintArguments {
    fn wants(&self, finding: &Finding, catalog: &Catalog) -> bool {
        let is_ignored = self.ignore.iter().any(|ignored| ignored.covers(finding, catalog));
        (self.only.is_empty() || self.only.contains(&finding.code)) && !is_ignored
    }
}

/// Runs it.
pub(super) fn run(arguments: &LintArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let Some(file) = &arguments.file else {
        return about_codes(arguments, terminal);
    };
    let format = match arguments.format {
        LintFormat::Json => Format::Json,
        LintFormat::Text | LintFormat::Github => Format::Text,
    };
    let Some(opened) = Opened::or_say(file, &arguments.what_if.set, format, terminal)? else {
        return Ok(Status::CouldNotRun);
    };
    let lint = if arguments.off {
        Lint::with_off(&opened.planned)
    } else {
        Lint::new(&opened.planned)
    };
    let catalog = &opened.planned.roster.catalog;
    let findings: Vec<&Finding> = lint
        .findings
        .iter()
        .filter(|finding| arguments.wants(finding, catalog))
        .collect();
    let loaded = &opened.loaded;
    let linted = Linted {
        title: opened.subject().title,
        findings: &findings,
        catalog,
        places: &loaded.places,
        sources: &loaded.sources,
        off: lint.off,
        all: arguments.all,
    };
    match arguments.format {
        LintFormat::Text => terminal.say(&text::lint(&linted, terminal.look()))?,
        LintFormat::Json => {
            terminal.say_json(&json::lint(
                &opened.planned,
                &lint,
                &findings,
                &loaded.places,
                &loaded.sources,
            ))?;
        }
        LintFormat::Github => terminal.say(&text::lint_annotations(&linted))?,
    }
    // The worst is the least.
    let worst = findings.iter().map(|finding| finding.level()).min();
    if worst.is_some_and(|worst| worst <= arguments.fail_on.level()) {
        return Ok(Status::Fell);
    }
    Ok(Status::Fine)
}

/// What the codes mean.
fn about_codes(arguments: &LintArguments, terminal: &mut Terminal) -> io::Result<Status> {
    let codes = arguments.explain.map_or_else(|| Code::ALL.to_vec(), |code| vec![code]);
    match (arguments.format, arguments.explain) {
        (LintFormat::Json, _) => terminal.say_json(&json::lint_codes(&codes))?,
        (_, Some(code)) => terminal.say(&text::lint_rule(code, terminal.look()))?,
        (_, None) => terminal.say(&text::lint_codes(terminal.look()))?,
    }
    Ok(Status::Fine)
}
