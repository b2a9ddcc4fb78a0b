//! Descriptions, and the index lines that are made of them.

use super::finding::{About, Finding};
use super::sentence::{Cut, Sentence};
use super::words::{chars, quoted, quoted_end};
use super::{Code, Looked};
use crate::plan::Planned;
use crate::plan::explain::{counted, grouped};
use crate::roster::{SourceRef, ToolId};
use crate::scenario::ToolKind;
use indexmap::IndexMap;

/// The longest description that some model APIs take.
const API_CHARS: u64 = 1_024;
/// The longest sentence of an index line.
const SENTENCE_CHARS: u64 = 200;
/// So many tools that begin alike cannot be told apart by it.
const FEWEST_ALIKE: usize = 3;

/// Checks all descriptions.
pub(super) fn check(planned: &Planned, tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    let mut alike: IndexMap<(&SourceRef, String), Vec<ToolId>> = IndexMap::new();
    let mut dotted: IndexMap<&SourceRef, Vec<(ToolId, String)>> = IndexMap::new();
    for looked in tools {
        length(looked, findings);
        costs_more(planned, looked, findings);
        if looked.tool.description.trim().is_empty() {
            missing(looked, findings);
            continue;
        }
        let sentence = Sentence::of(&looked.tool.description);
        one(looked, &sentence, findings);
        if let Some(before) = sentence.before_inner_dot() {
            let example = (looked.id, before.to_owned());
            dotted.entry(&looked.tool.source).or_default().push(example);
        }
        alike
            .entry((&looked.tool.source, sentence.text))
            .or_default()
            .push(looked.id);
    }
    for ((source, sentence), ids) in alike.into_iter().filter(|(_, ids)| ids.len() >= FEWEST_ALIKE) {
        let number = ids.len() as u64;
        findings.push(
            Finding::tools(
                Code::SentenceShared,
                ids,
                format!("{number} tools of it begin with {}.", quoted(&sentence)),
                "Begin each description with what that tool alone does.",
            )
            .about(About::Source(source.clone()))
            .with([("tools", number)]),
        );
    }
    for (source, tools) in dotted {
        let number = tools.len() as u64;
        let example = tools.first().map(|(_, before)| quoted_end(before)).unwrap_or_default();
        findings.push(
            Finding::tools(
                Code::DotInsideSentence,
                tools.into_iter().map(|(id, _)| id).collect(),
                format!(
                    "{} a full stop inside a word: a client that cuts there keeps {example} of the first.",
                    if number == 1 {
                        "1 first sentence has".to_owned()
                    } else {
                        format!("{number} first sentences have")
                    }
                ),
                "Nothing to do for our index; for such clients, keep versions and addresses out of first sentences.",
            )
            .about(About::Source(source.clone()))
            .with([("tools", number)]),
        );
    }
}

fn missing(looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let is_cut = !looked.whole_description.trim().is_empty();
    let sentence = if is_cut {
        "Admission leaves nothing of its description."
    } else {
        "It has no description."
    };
    let fix = match looked.remote {
        Some(_) => "Describe it under `overrides`, or ask the server's author to.",
        None => "Say in one sentence what it does and when to use it.",
    };
    findings.push(Finding::tool(Code::DescriptionMissing, looked.id, sentence, fix));
}

fn length(looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let (whole, kept) = (
        looked.whole_description.len() as u64,
        looked.tool.description.len() as u64,
    );
    if kept < whole {
        findings.push(
            Finding::tool(
                Code::DescriptionCut,
                looked.id,
                format!(
                    "Admission keeps {} of {} bytes; the model reads up to {}.",
                    grouped(kept),
                    grouped(whole),
                    quoted_end(&looked.tool.description)
                ),
                "Raise `admission.max_description_bytes`, or state a shorter description under `overrides`.",
            )
            .with([("bytes", whole), ("kept_bytes", kept)]),
        );
    }
    let length = chars(&looked.tool.description);
    if length > API_CHARS {
        findings.push(
            Finding::tool(
                Code::DescriptionTooLong,
                looked.id,
                format!(
                    "The description has {} characters of {}.",
                    grouped(length),
                    grouped(API_CHARS)
                ),
                match looked.remote {
                    Some(_) => {
                        "State a shorter one under `overrides`, or cut it with `admission.max_description_bytes`."
                    }
                    None => "Say less, or say it where the tool answers.",
                },
            )
            .with([("characters", length), ("limit", API_CHARS)]),
        );
    }
}

/// What the index line of a tool becomes.
fn one(looked: &Looked<'_>, sentence: &Sentence, findings: &mut Vec<Finding>) {
    let reword = "Reword the first sentence so that it ends where it is over; `overrides` can do that here.";
    match sentence.cut() {
        Some(Cut::Abbreviation(word)) => findings.push(Finding::tool(
            Code::SentenceCutAbbreviation,
            looked.id,
            format!("The index line ends at `{word}`: {}.", quoted_end(&sentence.text)),
            "Write “such as”, “that is” or “and others” in its place; `overrides` can do that here.",
        )),
        Some(Cut::Inside(mark)) => findings.push(Finding::tool(
            Code::SentenceCutInside,
            looked.id,
            match mark {
                '`' => format!(
                    "The index line ends within a code mark: {}.",
                    quoted_end(&sentence.text)
                ),
                mark => format!(
                    "The index line ends while `{mark}` is open: {}.",
                    quoted_end(&sentence.text)
                ),
            },
            reword,
        )),
        None => {}
    }
    if let Some(length) = sentence.cut_at_length() {
        findings.push(
            Finding::tool(
                Code::SentenceTooLong,
                looked.id,
                format!(
                    "The first sentence has {} characters; the index line ends after {SENTENCE_CHARS}: {}.",
                    grouped(length),
                    quoted_end(&sentence.text)
                ),
                "Say first, in a short sentence, what the tool does; `overrides` can do that here.",
            )
            .with([("characters", length), ("limit", SENTENCE_CHARS)]),
        );
    }
    let name = looked.tool.remote_name.as_deref().unwrap_or(&looked.tool.name);
    if sentence.says_nothing() {
        findings.push(Finding::tool(
            Code::SentenceSaysNothing,
            looked.id,
            format!("All that the index line says is {}.", quoted(&sentence.text)),
            "Begin with what the tool does; `overrides` can do that here.",
        ));
    } else if sentence.repeats(name) {
        findings.push(Finding::tool(
            Code::SentenceRepeatsName,
            looked.id,
            format!("{} says no more than its name.", quoted(&sentence.text)),
            "Say what it works on, or when to use it.",
        ));
    } else if let Some(mark) = sentence.opening_mark() {
        findings.push(Finding::tool(
            Code::SentenceOpensWithMarkup,
            looked.id,
            format!("The index line opens with `{mark}`."),
            "Begin with what the tool does, and put the mark behind it or nowhere.",
        ));
    }
}

/// A control tool is never deferred.
fn costs_more(planned: &Planned, looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let decision = planned.plan.decision(looked.id);
    let (line, definition) = (decision.index_tokens, decision.definition_tokens);
    if looked.tool.kind == ToolKind::Control || line == 0 || line < definition {
        return;
    }
    findings.push(
        Finding::tool(
            Code::IndexLineCostsMore,
            looked.id,
            format!(
                "Its index line costs {} and its definition {}.",
                counted(line, "token", "tokens"),
                grouped(definition)
            ),
            "Shorten its first sentence, or keep it defined with `agent.always_define` or `ranking.first`.",
        )
        .with([("index_tokens", line), ("definition_tokens", definition)]),
    );
}
