//! Texts that are not what they seem, and texts that nobody should send: all that a model reads of a tool, and what its server
//! says of itself.

use super::finding::{About, Finding};
use super::hidden::{Hidden, hidden};
use super::texts::{Kind, Text, of_tool};
use super::words::quoted;
use super::{Code, Looked};
use crate::diagnostics::{blanked, looks_secret, secret_in};
use crate::plan::NOTE;
use crate::roster::{SourceRef, ToolId, breaks_line, envelope_marks, parameters};
use crate::scenario::{Scenario, Source, SourceKind};
use serde_json::Value;

/// Marks of chat templates, and words that the platform says itself.
const IMITATED: [&str; 18] = [
    "<IMPORTANT>",
    "\n\nHuman:",
    "\n\nAssistant:",
    "\nSystem:",
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|assistant|>",
    "<|user|>",
    "<|endoftext|>",
    "<|start_header_id|>",
    "<|eot_id|>",
    "[INST]",
    "<<SYS>>",
    "<system>",
    "</system>",
    "<function_results>",
    "Discovered tools, as their servers and devices describe them:",
];
/// Orders that no description needs, in lower case.
const ORDERS: [&str; 8] = [
    "ignore all previous",
    "ignore previous instructions",
    "ignore the previous instructions",
    "ignore any previous",
    "disregard all previous",
    "disregard previous instructions",
    "do not tell the user",
    "do not mention this to the user",
];
/// Where the homes of people are, with the mark that closes their name.
const HOMES: [(&str, char); 4] = [
    ("/home/", '/'),
    ("/Users/", '/'),
    (":\\Users\\", '\\'),
    (":/Users/", '/'),
];
/// Names that stand for any person's.
const ANYBODY: [&str; 23] = [
    "john",
    "johndoe",
    "jane",
    "doe",
    "alice",
    "bob",
    "foo",
    "someone",
    "user",
    "username",
    "you",
    "me",
    "name",
    "your",
    "yourname",
    "your-name",
    "your_name",
    "your-username",
    "example",
    "path",
    "projects",
    "shared",
    "public",
];

/// What a text is found guilty of: a code, a sentence with its place, a fix.
type Found = (Code, String, &'static str);

/// Checks every text.
pub(super) fn check(tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    for looked in tools {
        let mut found: Vec<Found> = Vec::new();
        of_tool(&looked.tool.description, &looked.tool.input_schema, &mut |text| {
            one(text, looked.remote.is_some(), &mut found);
        });
        if let Some(remote) = looked.remote {
            beside(&remote.beside, &mut found);
        }
        if let Some(remote) = &looked.tool.remote_name
            && let Some(first) = hidden(remote).first()
        {
            found.push(of_hidden(first, "the remote name"));
        }
        let arguments = parameters(&looked.tool.input_schema);
        if let Some(argument) = arguments.iter().find(|argument| argument.name.contains(breaks_line)) {
            found.push((
                Code::BreaksIndexLine,
                format!("The name of the argument {} is not one line.", quoted(argument.name)),
                "Rename the argument, or leave the tool out until its server's author has explained it.",
            ));
        }
        findings.extend(told(found, |code, sentence, fix| {
            Finding::tool(code, looked.id, sentence, fix)
        }));
    }
}

/// Checks what servers and devices say of themselves.
pub(super) fn check_instructions(
    scenario: &Scenario,
    is_on: fn(&Scenario, &Source) -> bool,
    findings: &mut Vec<Finding>,
) {
    for kind in [SourceKind::Server, SourceKind::Device] {
        for (id, source) in scenario.sources(kind) {
            let Some(instructions) = source.instructions.as_ref().filter(|_| is_on(scenario, source)) else {
                continue;
            };
            let mut found = Vec::new();
            one(&Text::of_instructions(instructions), true, &mut found);
            let about = SourceRef::Remote(kind, id.as_str().into());
            findings.extend(told(found, |code, sentence, fix| {
                let none: Vec<ToolId> = Vec::new();
                Finding::tools(code, none, sentence, fix).about(About::Source(about.clone()))
            }));
        }
    }
}

/// A finding a code: the first place stands for all, and the figure says how many there are.
fn told(found: Vec<Found>, make: impl Fn(Code, String, &'static str) -> Finding) -> Vec<Finding> {
    let mut by_code: indexmap::IndexMap<Code, (String, &'static str, u64)> = indexmap::IndexMap::new();
    for (code, sentence, fix) in found {
        by_code.entry(code).or_insert((sentence, fix, 0)).2 += 1;
    }
    by_code
        .into_iter()
        .map(|(code, (mut sentence, fix, places))| {
            if places > 1 {
                sentence.truncate(sentence.trim_end_matches('.').len());
                sentence.push_str(&format!(", and so in {} more.", more_places(places - 1)));
            }
            make(code, sentence, fix).with([("places", places)])
        })
        .collect()
}

fn more_places(number: u64) -> String {
    crate::plan::explain::counted(number, "place", "places")
}

fn one(text: &Text<'_>, is_foreign: bool, found: &mut Vec<Found>) {
    if is_foreign {
        frames(text, found);
    }
    for one in hidden(text.value) {
        found.push(of_hidden(&one, &text.place()));
    }
    secret(text, &text.place(), found);
    if let Some(path) = machine_path(text.value, text.kind == Kind::Value)
        && !matches!(text.kind, Kind::Name)
    {
        found.push((
            Code::MachinePath,
            format!(
                "A path of somebody's machine stands in {}: {}.",
                text.place(),
                quoted(path)
            ),
            "Take the inventory where no home folder is, or state the text under `overrides`.",
        ));
    }
}

/// Marks of the envelope and of other speakers.
fn frames(text: &Text<'_>, found: &mut Vec<Found>) {
    if let Some(mark) = envelope_marks(text.value).next() {
        found.push((
            Code::ClosesEnvelope,
            format!("{} stands in {}.", quoted(&text.value[mark]), text.place()),
            "Leave the tool out until its server's author has explained it.",
        ));
    }
    let folded = text
        .value
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase();
    if let Some(order) = ORDERS.into_iter().find(|order| folded.contains(order)) {
        found.push((
            Code::OrdersTheModel,
            format!("{} stands in {}.", quoted(order), text.place()),
            "Leave the tool out until its server's author has explained it.",
        ));
    }
    let note = NOTE.split('.').next().unwrap_or(NOTE);
    let heading = NOTE.split(". ").nth(1).unwrap_or(note);
    let imitated = IMITATED
        .into_iter()
        .chain([heading])
        .find(|mark| text.value.contains(mark));
    if let Some(mark) = imitated {
        found.push((
            Code::ImitatesPlatform,
            format!("{} stands in {}.", quoted(mark), text.place()),
            "State another description under `overrides`, or leave the tool out.",
        ));
    }
}

fn of_hidden(one: &Hidden, place: &str) -> Found {
    match one {
        Hidden::Tags(text) => (
            Code::SmuggledText,
            format!("Characters that nobody sees spell {} in {place}.", quoted(text)),
            "Leave the tool out until its server's author has explained it.",
        ),
        Hidden::Direction(c) => (
            Code::DirectionCharacters,
            format!("U+{:04X} in {place} turns the direction of the text.", u32::from(*c)),
            "State the text without it, under `overrides` or in the inventory.",
        ),
        Hidden::Unseen(c) => (
            Code::HiddenCharacters,
            format!("U+{:04X}, which nobody sees, stands in {place}.", u32::from(*c)),
            "State the text without it, under `overrides` or in the inventory.",
        ),
    }
}

/// Secrets in what a listing says beside what a model reads: clients show it, and the inventory file is kept and shared.
fn beside(listed: &Value, found: &mut Vec<Found>) {
    for (pointer, place) in [
        ("/title", "the title"),
        ("/annotations/title", "the title of the annotations"),
    ] {
        if let Some(title) = listed.pointer(pointer).and_then(Value::as_str)
            && let Some(secret) = secret_in(title)
        {
            found.push(of_secret(secret, place));
        }
    }
    if let Some(schema) = listed.get("outputSchema") {
        of_tool("", schema, &mut |text| {
            secret(text, &text.place().replace("the schema", "the output schema"), found);
        });
    }
}

fn secret(text: &Text<'_>, place: &str, found: &mut Vec<Found>) {
    let what = match text.kind {
        Kind::Value if looks_secret(text.property, text.value) => secret_in(text.value).unwrap_or(text.value),
        Kind::Name => return,
        _ => match secret_in(text.value) {
            Some(secret) => secret,
            None => return,
        },
    };
    found.push(of_secret(what, place));
}

fn of_secret(secret: &str, place: &str) -> Found {
    (
        Code::SecretInText,
        format!("What looks like a secret stands in {place}: `{}`.", blanked(secret)),
        "Revoke it, and take the inventory again without it.",
    )
}

/// A path into the home of somebody in particular, up to the next blank. As a value it is used as it stands, so there a name
/// that stands for anybody's is one as well.
fn machine_path(text: &str, is_value: bool) -> Option<&str> {
    HOMES.into_iter().find_map(|(home, close)| {
        text.match_indices(home).find_map(|(at, _)| {
            // `https://example.com/home/x` is no path of a machine, and neither is `docs/home/x`.
            let before = text[..at].chars().next_back();
            let starts = match home.strip_prefix(':') {
                Some(_) => before.is_some_and(|c| c.is_ascii_alphabetic()),
                None => before
                    .is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '~' | '/' | ':' | '}'))),
            };
            let rest = &text[at + home.len()..];
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
            let person = rest.find(|c: char| !is_part(c)).map_or(rest, |end| &rest[..end]);
            let is_anybody = person.is_empty() || !is_value && ANYBODY.contains(&person.to_lowercase().as_str());
            // A home alone is as likely a page of the web.
            let goes_on = rest[person.len()..].starts_with(close) || close == '\\';
            let end = text[at..].find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ')' | ',' | ';'));
            let start = if home.starts_with(':') { at - 1 } else { at };
            let end = end.map_or(text.len(), |end| at + end);
            (starts && !is_anybody && goes_on).then(|| &text[start..end])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::machine_path;

    #[test]
    fn paths_of_machines() {
        assert_eq!(machine_path("in /home/jdoe/work, or", false), Some("/home/jdoe/work"));
        assert_eq!(machine_path(r"C:\Users\jdoe\x", false), Some(r"C:\Users\jdoe\x"));
        assert_eq!(machine_path("(/Users/jdoe/x)", false), Some("/Users/jdoe/x"));
        assert_eq!(machine_path("/home/user/x", true), Some("/home/user/x"));
        for text in [
            "/home/user/x",
            "/Users/<name>/x",
            "https://example.com/home/page/x",
            "see /home/",
            "/home/dashboard",
            "$HOME/x",
            "~/home/jdoe/x",
        ] {
            assert_eq!(machine_path(text, false), None, "{text}");
        }
    }
}
