//! Sessions open at a deploy, and delegation: `sessions`, `delegations`.

use super::Reader;
use super::expect::{FAILURES, bound, fails};
use super::section::{Section, check_globs, text_of, word_of};
use crate::scenario::tree::{Node, Value};
use crate::scenario::{
    Builder, Delegation, DelegationExpectation, NextMessage, OpenSession, OpenedUnder, RotationReason,
    SessionExpectation, TOOL_PIN_MISMATCH, Versions,
};

/// Reads one open session.
pub(super) fn session(place: usize, node: &Node, reader: &mut Reader<'_>) -> Option<OpenSession> {
    let mut section = Section::open(node, "open_session", "an open session", reader)?;
    let name = section.text("name", reader);
    let opened_under = section.get("opened_under").and_then(|node| {
        let path = text_of(node, "opened_under", reader)?;
        let scenario = reader.files.scenario(&path, node.at)?;
        Some(OpenedUnder { path, scenario })
    });
    let builder = section.parsed("builder", reader, Builder::parse, || {
        "allowed: `context-builder@1` to `context-builder@12`".to_owned()
    });
    let versions = Versions {
        authority: section.label("authority", reader),
        model: section.label("model", reader),
        policy: section.label("policy_version", reader),
        persona: section.label("persona", reader),
        agent: section.label("agent_version", reader),
        agent_prefix: section.label("agent_prefix", reader),
    };
    let scopes = section.texts("scopes", reader);
    let parked_on = section.text("parked_on", reader);
    let equivalent_builders = builders("equivalent_builders", &mut section, reader);
    let expect = section
        .get("expect")
        .and_then(|node| session_expectation(node, reader))
        .unwrap_or_default();
    section.finish(reader);
    Some(OpenSession {
        name: name.unwrap_or_else(|| format!("session {}", place + 1)),
        at: node.at,
        opened_under,
        builder,
        versions,
        scopes,
        parked_on,
        equivalent_builders,
        expect,
    })
}

/// A list of builders.
pub(super) fn builders(key: &'static str, section: &mut Section<'_>, reader: &mut Reader<'_>) -> Option<Vec<Builder>> {
    let names = section.texts(key, reader)?;
    let at = section.get(key).map(|node| node.at)?;
    Some(
        names
            .iter()
            .filter_map(|name| {
                let builder = Builder::parse(name);
                if builder.is_none() {
                    reader.error(
                        "unknown-value",
                        at,
                        format!("`{name}` is not a known builder"),
                        "allowed: `context-builder@1` to `context-builder@12`",
                    );
                }
                builder
            })
            .collect(),
    )
}

fn session_expectation(node: &Node, reader: &mut Reader<'_>) -> Option<SessionExpectation> {
    if let Value::String(word) = &node.value {
        let what = "what a next message does";
        return Some(SessionExpectation {
            next: word_of(node, word, reader, &NextMessage::ALL, NextMessage::id, what),
            ..SessionExpectation::default()
        });
    }
    let mut section = Section::open(node, "session_expectation", "what is expected of a session", reader)?;
    let next = section.one_of("next", reader, &NextMessage::ALL, NextMessage::id);
    let reason = section.one_of("reason", reader, &RotationReason::ALL, RotationReason::id);
    let codes: Vec<&'static str> = [TOOL_PIN_MISMATCH].into_iter().chain(FAILURES).collect();
    let code = section.one_of("code", reader, &codes, |code| code);
    let moved = globs("moved", &mut section, reader);
    let prefix_kept = section.one_of(
        "prefix",
        reader,
        &[true, false],
        |kept| {
            if kept { "kept" } else { "changed" }
        },
    );
    section.finish(reader);
    Some(SessionExpectation {
        next,
        reason,
        code: code.map(str::to_owned),
        moved,
        prefix_kept,
    })
}

fn globs(key: &'static str, section: &mut Section<'_>, reader: &mut Reader<'_>) -> Option<Vec<String>> {
    let names = section.texts(key, reader)?;
    if let Some(list) = section.get(key) {
        check_globs(list, &names, reader);
    }
    Some(names)
}

/// Reads one brief.
pub(super) fn delegation(place: usize, node: &Node, reader: &mut Reader<'_>) -> Option<Delegation> {
    let mut section = Section::open(node, "delegation", "a delegation", reader)?;
    let name = section.text("name", reader);
    let problems_before = reader.problems.len();
    let tools = section.texts("tools", reader).unwrap_or_default();
    // One whose list is wrong names something.
    let is_told = reader.problems.len() > problems_before;
    let expect = section
        .get("expect")
        .and_then(|node| delegation_expectation(node, reader))
        .unwrap_or_default();
    section.finish(reader);
    if tools.is_empty() && !is_told {
        reader.warning(
            "brief-without-tools",
            node.at,
            "this brief names no tool, so its child has none",
            "add `tools: [people.search, …]`",
        );
    }
    Some(Delegation {
        name: name.unwrap_or_else(|| format!("delegation {}", place + 1)),
        at: node.at,
        tools,
        expect,
    })
}

fn delegation_expectation(node: &Node, reader: &mut Reader<'_>) -> Option<DelegationExpectation> {
    let mut section = Section::open(
        node,
        "delegation_expectation",
        "what is expected of a delegation",
        reader,
    )?;
    let expect = DelegationExpectation {
        defined: globs("defined", &mut section, reader),
        refused: section.texts("refused", reader),
        tokens: section.get("tokens").and_then(|node| bound(node, "tokens", reader)),
        fails: section.get("fails").and_then(|node| fails(node, reader)),
    };
    section.finish(reader);
    Some(expect)
}
