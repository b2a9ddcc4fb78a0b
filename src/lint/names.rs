//! Names: what a provider, a client and MCP make of them.

use super::finding::{About, Finding};
use super::words::chars;
use super::{Code, Looked};
use crate::plan::Planned;
use crate::plan::explain::{counted, grouped};
use crate::roster::{SourceRef, ToolId, normalised, wire_alias};
use crate::scenario::TOOL_CALL;
use indexmap::IndexMap;

/// The longest name that `OpenAI` takes.
const OPENAI_CHARS: u64 = 64;
/// The longest name that Anthropic takes.
const ANTHROPIC_CHARS: u64 = 128;
/// The longest name of MCP.
const MCP_CHARS: u64 = 128;

/// Checks all names.
pub(super) fn check(planned: &Planned, tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    dots(planned, tools, findings);
    clashes(tools, findings);
    for looked in tools {
        too_long(looked, findings);
        if let (Some(remote), SourceRef::Remote(_, source)) = (&looked.tool.remote_name, &looked.tool.source) {
            illegal(looked.id, remote, findings);
            changed(looked, remote, findings);
            prefixed(looked.id, source, remote, findings);
        }
    }
}

/// One finding for all: every registry name has a dot.
fn dots(planned: &Planned, tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    let dotted: Vec<&Looked<'_>> = tools.iter().filter(|looked| looked.tool.name.contains('.')).collect();
    let Some(first) = dotted.first() else { return };
    let example = planned
        .roster
        .catalog
        .find(TOOL_CALL)
        .map_or(&*first.tool.name, |_| TOOL_CALL);
    findings.push(
        Finding::tools(
            Code::NameDots,
            Vec::new(),
            format!(
                "{} with dots, which are illegal at OpenAI and Anthropic: on the wire `{example}` is `{}`.",
                counted(dotted.len() as u64, "registry name", "registry names"),
                wire_alias(example)
            ),
            "Write allow-lists, prompts and log searches for the wire alias, and map calls back by a table.",
        )
        .about(About::Scenario)
        .with([("tools", dotted.len() as u64)]),
    );
}

/// Registry names that come to one alias. Tools of one registry name are another matter.
fn clashes(tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    let mut by_alias: IndexMap<String, Vec<&Looked<'_>>> = IndexMap::new();
    for looked in tools {
        let same = by_alias.entry(wire_alias(&looked.tool.name)).or_default();
        if !same.iter().any(|known| known.tool.name == looked.tool.name) {
            same.push(looked);
        }
    }
    for (alias, same) in by_alias.into_iter().filter(|(_, same)| same.len() > 1) {
        let names: Vec<&str> = same.iter().map(|looked| &*looked.tool.name).collect();
        let ids: Vec<ToolId> = same.iter().map(|looked| looked.id).collect();
        findings.push(
            Finding::tools(
                Code::AliasClash,
                ids,
                format!("{} have one wire alias, `{alias}`.", super::words::few(&names)),
                "Rename one of them, or its server.",
            )
            .with([("tools", same.len() as u64)]),
        );
    }
}

fn too_long(looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let length = chars(&looked.tool.name);
    if length <= OPENAI_CHARS {
        return;
    }
    let (who, limit) = if length > ANTHROPIC_CHARS {
        ("OpenAI and Anthropic refuse", ANTHROPIC_CHARS)
    } else {
        ("OpenAI refuses", OPENAI_CHARS)
    };
    let alias = wire_alias(&looked.tool.name);
    findings.push(
        Finding::tool(
            Code::AliasTooLong,
            looked.id,
            format!("{who} the wire alias `{alias}`: {length} characters of {limit}."),
            match &looked.tool.source {
                SourceRef::Builtin => "Shorten its name.".to_owned(),
                SourceRef::Remote(kind, id) => {
                    format!("Shorten the {}'s id, `{id}`, or the tool's own name.", kind.word())
                }
            },
        )
        .with([("characters", length), ("limit", limit)]),
    );
}

fn illegal(id: ToolId, remote: &str, findings: &mut Vec<Finding>) {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let length = chars(remote);
    let strange = remote.chars().find(|c| !legal(*c));
    let sentence = match strange {
        Some(c) => format!(
            "The remote name `{remote}` holds `{c}` (U+{:04X}), which MCP does not allow.",
            u32::from(c)
        ),
        None if length > MCP_CHARS => {
            format!("The remote name has {length} characters, and MCP allows {MCP_CHARS}.")
        }
        None => return,
    };
    let fix = "Ask the server's author for a name of letters, digits, `_`, `-` and `.`.";
    findings.push(Finding::tool(Code::RemoteNameIllegal, id, sentence, fix).with([("characters", length)]));
}

/// What normalising made of a name.
fn changed(looked: &Looked<'_>, remote: &str, findings: &mut Vec<Finding>) {
    let name = normalised(remote);
    if !remote.chars().any(|c| c.is_ascii_alphanumeric()) {
        findings.push(Finding::tool(
            Code::NameLost,
            looked.id,
            format!(
                "Nothing of the remote name `{remote}` is left in `{}`.",
                looked.tool.name
            ),
            "Ask the server's author for a name with Latin letters, and describe the tool well meanwhile.",
        ));
    } else if name.len() == 48 && wire_alias(remote).len() > 48 {
        findings.push(
            Finding::tool(
                Code::NameShortened,
                looked.id,
                format!("The remote name `{remote}` is shortened to `{name}`."),
                "Nothing to do if the description tells it apart from its neighbours; else ask for a shorter name.",
            )
            .with([("characters", chars(remote))]),
        );
    }
}

fn prefixed(id: ToolId, source: &str, remote: &str, findings: &mut Vec<Finding>) {
    let name = format!("mcp__{source}__{remote}");
    let length = chars(&name);
    if length <= OPENAI_CHARS {
        return;
    }
    findings.push(
        Finding::tool(
            Code::ClientPrefixTooLong,
            id,
            format!("`{name}` has {} characters of {OPENAI_CHARS}.", grouped(length)),
            format!(
                "Give the server a shorter id: {} fewer characters suffice.",
                length - OPENAI_CHARS
            ),
        )
        .with([("characters", length), ("limit", OPENAI_CHARS)]),
    );
}
