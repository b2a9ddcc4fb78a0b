//! One thing that was found.

use super::{Code, Level};
use crate::diagnostics::At;
use crate::roster::{Catalog, SourceRef, ToolId};
use crate::scenario::Places;

/// What a finding is about where it is not one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The tools that it names.
    Tools,
    /// A server or a device.
    Source(SourceRef),
    /// The scenario as a whole.
    Scenario,
}

/// One thing that was found, with the figures that decide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub code: Code,
    /// What it is about.
    pub about: About,
    /// The tools that it concerns, in catalog order; none where it is about a source alone.
    pub tools: Vec<ToolId>,
    /// The figures, by name.
    pub numbers: Vec<(&'static str, u64)>,
    /// What was found, in one sentence.
    pub sentence: String,
    /// What to do about it, in one sentence.
    pub fix: String,
}

impl Finding {
    /// About one tool.
    pub(super) fn tool(code: Code, id: ToolId, sentence: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::tools(code, vec![id], sentence, fix)
    }

    /// About some tools together.
    pub(super) fn tools(code: Code, tools: Vec<ToolId>, sentence: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            code,
            about: About::Tools,
            tools,
            numbers: Vec::new(),
            sentence: sentence.into(),
            fix: fix.into(),
        }
    }

    /// About something else than the tools that it concerns.
    #[must_use]
    pub(super) fn about(mut self, about: About) -> Self {
        self.about = about;
        self
    }

    /// With figures.
    #[must_use]
    pub(super) fn with<const N: usize>(mut self, numbers: [(&'static str, u64); N]) -> Self {
        self.numbers.extend(numbers);
        self
    }

    /// How much it matters.
    pub fn level(&self) -> Level {
        self.code.level()
    }

    /// The worst first, then by code, then by tool.
    pub(super) fn order(&self) -> (Level, Code, Option<ToolId>) {
        (self.level(), self.code, self.tools.first().copied())
    }

    /// The server or device that it is about, or that its tools come from where they come from one.
    pub fn source<'a>(&'a self, catalog: &'a Catalog) -> Option<&'a SourceRef> {
        if let About::Source(source) = &self.about {
            return Some(source);
        }
        if self.about == About::Scenario {
            return None;
        }
        let first = &catalog.tool(*self.tools.first()?).source;
        let is_one = self.tools.iter().all(|id| catalog.tool(*id).source == *first);
        is_one.then_some(first)
    }

    /// Who it is about, in a few words: a tool by its registry name, several by the first and a number.
    pub fn subject(&self, catalog: &Catalog) -> String {
        match (&self.about, self.tools.as_slice()) {
            (About::Source(SourceRef::Remote(kind, id)), _) => format!("{} {id}", kind.word()),
            (About::Source(SourceRef::Builtin), _) => "the builtins".to_owned(),
            (About::Scenario, _) | (About::Tools, []) => "the scenario".to_owned(),
            (About::Tools, [only]) => catalog.tool(*only).name.to_string(),
            (About::Tools, [first, rest @ ..]) => format!("{} and {} more", catalog.tool(*first).name, rest.len()),
        }
    }

    /// Where to mend it: the first tool's entry, or the source's.
    pub fn place(&self, catalog: &Catalog, places: &Places) -> Option<At> {
        match &self.about {
            About::Source(source) => source_place(source, places),
            About::Scenario => None,
            About::Tools => tool_place(*self.tools.first()?, catalog, places),
        }
    }
}

/// Where a tool stands in the files that were read.
fn tool_place(id: ToolId, catalog: &Catalog, places: &Places) -> Option<At> {
    let tool = catalog.tool(id);
    match (&tool.source, &tool.remote_name) {
        (SourceRef::Remote(kind, source), Some(remote)) => places
            .tool(*kind, source, remote)
            .or_else(|| places.source(*kind, source)),
        _ => places.builtin(&tool.name),
    }
}

fn source_place(source: &SourceRef, places: &Places) -> Option<At> {
    match source {
        SourceRef::Remote(kind, id) => places.source(*kind, id),
        SourceRef::Builtin => None,
    }
}
