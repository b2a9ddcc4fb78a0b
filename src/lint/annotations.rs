//! What servers claim of their tools, against itself, against their names, and against what the scenario says.

use super::finding::{About, Finding};
use super::sentence::Sentence;
use super::verbs::{Verb, is_form_of, is_writing, verb};
use super::words::{of_name, of_text};
use super::{Code, Looked};
use crate::roster::{SourceRef, ToolId};
use crate::scenario::SourceKind;
use indexmap::IndexMap;

/// Nouns of what a model makes: creating them changes nothing.
const MADE: [&str; 4] = ["completion", "completions", "embedding", "embeddings"];
/// Words of a first sentence by which a tool gives a text, whatever its name says of creating.
const GIVES: [&str; 8] = [
    "documentation",
    "guidance",
    "guide",
    "guides",
    "instructions",
    "generate",
    "generates",
    "reference",
];
/// Words of a description in which a tool says what it does beside reading; further on it speaks of others.
const OPENING_WORDS: usize = 60;

/// Checks what every server and device claims. The platform classifies its own tools.
pub(super) fn check(tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    let mut missing: IndexMap<&SourceRef, (Vec<ToolId>, u64)> = IndexMap::new();
    let mut half: IndexMap<&SourceRef, Vec<ToolId>> = IndexMap::new();
    for looked in tools {
        let Some(remote) = looked.remote else { continue };
        claims(looked, findings);
        // A device registers its tools; only an MCP server lists them with hints.
        if !matches!(looked.tool.source, SourceRef::Remote(SourceKind::Server, _)) {
            continue;
        }
        let (without, all) = missing.entry(&looked.tool.source).or_default();
        *all += 1;
        if !remote.hints.is_any() {
            without.push(looked.id);
        } else if remote.hints.read_only.is_none() {
            half.entry(&looked.tool.source).or_default().push(looked.id);
        }
    }
    for (source, (ids, all)) in missing.into_iter().filter(|(_, (ids, _))| !ids.is_empty()) {
        let number = ids.len() as u64;
        let sentence = if number == all {
            match all {
                1 => "Its only tool has no hint.".to_owned(),
                all => format!("None of its {all} tools has a hint."),
            }
        } else {
            let verb = if number == 1 { "has" } else { "have" };
            format!("{number} of its {all} tools {verb} no hint.")
        };
        let fix = "State `side_effect` for the server and under `overrides`, and ask its author for `readOnlyHint`.";
        findings.push(
            Finding::tools(Code::AnnotationsMissing, ids, sentence, fix)
                .about(About::Source(source.clone()))
                .with([("tools", number), ("of", all)]),
        );
    }
    for (source, ids) in half {
        let number = ids.len() as u64;
        let sentence = if number == 1 {
            "1 tool of it has hints without `readOnlyHint`.".to_owned()
        } else {
            format!("{number} tools of it have hints without `readOnlyHint`.")
        };
        let fix = "State `side_effect` under `overrides` where `annotations: trust` decides nothing.";
        findings.push(
            Finding::tools(Code::AnnotationsHalf, ids, sentence, fix)
                .about(About::Source(source.clone()))
                .with([("tools", number)]),
        );
    }
}

/// What a tool's hints, its name and the scenario say against each other. Where the scenario states the side effect of the
/// tool itself, somebody has judged: nothing is left to tell.
fn claims(looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let Some(remote) = looked.remote.filter(|remote| !remote.is_effect_stated) else {
        return;
    };
    let hints = remote.hints;
    let effect = looked.tool.side_effect;
    let classify = "State its `side_effect` under `overrides`: that outranks what its server claims, and settles this.";
    let mut found = |code: Code, sentence: String| findings.push(Finding::tool(code, looked.id, sentence, classify));
    let contradicts = hints.read_only == Some(true) && hints.destructive == Some(true);
    if contradicts {
        found(
            Code::AnnotationsContradict,
            "`readOnlyHint` and `destructiveHint` are both true.".to_owned(),
        );
    }
    let said = verb(&remote.remote_name, looked.tool.source.id());
    match (said, hints.read_only, hints.destructive) {
        (Some((Verb::Writes | Verb::Deletes, word)), Some(true), _) if !gives_a_text(looked, &word) => found(
            Code::ClaimsReadOnly,
            format!(
                "`readOnlyHint` is true, and the name says `{word}`; the scenario has it as `{}`.",
                effect.id()
            ),
        ),
        (Some((Verb::Deletes, word)), _, Some(false)) => found(
            Code::ClaimsHarmless,
            format!("`destructiveHint` is false, and the name says `{word}`."),
        ),
        (Some((Verb::Reads, word)), read_only, destructive)
            if !contradicts && (read_only == Some(false) || destructive == Some(true)) && !tells_of_writing(looked) =>
        {
            let hint = if destructive == Some(true) {
                "`destructiveHint` is true"
            } else {
                "`readOnlyHint` is false"
            };
            found(Code::ClaimsHarm, format!("{hint}, and the name says `{word}`."));
        }
        _ => {}
    }
    if let Some(hint) = admits_writing(looked)
        && effect.is_read()
    {
        found(
            Code::RiskierThanClassified,
            format!(
                "The scenario has it as `{}`, and its own server says {hint}.",
                effect.id()
            ),
        );
    }
}

/// Whether a tool whose name creates something answers with a text only: by what it creates, or by its first sentence,
/// which speaks of a text and not of the verb of its name.
fn gives_a_text(looked: &Looked<'_>, word: &str) -> bool {
    let name = looked.tool.remote_name.as_deref().unwrap_or_default();
    let makes = word == "create" && of_name(name).iter().any(|noun| MADE.contains(&noun.as_str()));
    let sentence: Vec<String> = of_text(&Sentence::of(&looked.tool.description).text).collect();
    let gives = sentence.iter().any(|said| GIVES.contains(&said.as_str()));
    makes || gives && !sentence.iter().any(|said| is_form_of(said, word))
}

/// Whether a description begins with what the tool does beside reading: saving a file, clearing a log.
fn tells_of_writing(looked: &Looked<'_>) -> bool {
    of_text(&looked.tool.description)
        .take(OPENING_WORDS)
        .any(|word| is_writing(&word))
}

/// The hint by which a server says that a tool does more than read.
fn admits_writing(looked: &Looked<'_>) -> Option<&'static str> {
    let hints = looked.remote?.hints;
    match (hints.read_only, hints.destructive) {
        (Some(true), _) => None,
        (_, Some(true)) => Some("`destructiveHint: true`"),
        (Some(false), _) => Some("`readOnlyHint: false`"),
        _ => None,
    }
}
