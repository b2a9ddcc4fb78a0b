//! What servers claim of their tools, against itself, against their names, and against what the scenario says.

use super::finding::{About, Finding};
use super::words::of_name;
use super::{Code, Looked};
use crate::roster::{SourceRef, ToolId};
use crate::scenario::SourceKind;
use indexmap::IndexMap;

/// Verbs that read.
const READS: [&str; 16] = [
    "get", "list", "read", "search", "find", "fetch", "query", "show", "describe", "view", "lookup", "count", "check",
    "inspect", "browse", "analyze",
];
/// Verbs that write.
const WRITES: [&str; 31] = [
    "create", "update", "write", "send", "add", "set", "edit", "insert", "append", "post", "put", "patch", "move",
    "copy", "upload", "publish", "deploy", "merge", "reply", "assign", "rename", "enable", "disable", "start", "stop",
    "restart", "modify", "save", "schedule", "cancel", "pause",
];
/// Verbs that destroy.
const DELETES: [&str; 8] = [
    "delete", "remove", "drop", "destroy", "purge", "erase", "wipe", "revoke",
];

/// What a name says that its tool does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    Reads,
    Writes,
    Deletes,
}

/// The verb of a name: its first, unless that writes and the last word reads. `start_search` and `deploy_logs_get` read.
fn verb(name: &str) -> Option<(Verb, String)> {
    let words = of_name(name);
    let last = words.last().filter(|word| READS.contains(&word.as_str())).cloned();
    let first = first_verb(words)?;
    match last {
        Some(last) if first.0 == Verb::Writes => Some((Verb::Reads, last)),
        _ => Some(first),
    }
}

fn first_verb(words: Vec<String>) -> Option<(Verb, String)> {
    words.into_iter().find_map(|word| {
        let is_one_of = |verbs: &[&str]| verbs.contains(&word.as_str());
        let verb = if is_one_of(&READS) {
            Verb::Reads
        } else if is_one_of(&WRITES) {
            Verb::Writes
        } else if is_one_of(&DELETES) {
            Verb::Deletes
        } else {
            return None;
        };
        Some((verb, word))
    })
}

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

fn claims(looked: &Looked<'_>, findings: &mut Vec<Finding>) {
    let Some(remote) = looked.remote else { return };
    let hints = remote.hints;
    let effect = looked.tool.side_effect;
    let classify = "State its `side_effect` under `overrides`, which outranks what its server claims.";
    let mut found = |code: Code, sentence: String| findings.push(Finding::tool(code, looked.id, sentence, classify));
    let contradicts = hints.read_only == Some(true) && hints.destructive == Some(true);
    if contradicts {
        found(
            Code::AnnotationsContradict,
            "`readOnlyHint` and `destructiveHint` are both true.".to_owned(),
        );
    }
    match (verb(&remote.remote_name), hints.read_only, hints.destructive) {
        (Some((Verb::Writes | Verb::Deletes, word)), Some(true), _) => found(
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
            if !contradicts && (read_only == Some(false) || destructive == Some(true)) =>
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

#[cfg(test)]
mod tests {
    use super::{Verb, verb};

    #[test]
    fn the_first_verb_counts() {
        let of = |name: &str| verb(name).map(|(verb, _)| verb);
        assert!(of("communication_email_send") == Some(Verb::Writes));
        assert!(of("get_update_history") == Some(Verb::Reads));
        assert!(of("collaborator_delete_remote_system_configuration") == Some(Verb::Deletes));
        assert!(of("linear_removeUserFromTeam") == Some(Verb::Deletes));
        assert!(of("start_search") == Some(Verb::Reads));
        assert!(of("deploy_app_logs_get") == Some(Verb::Reads));
        assert!(of("deleted_items").is_none());
    }
}
