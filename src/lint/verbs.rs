//! What the name of a tool says that it does: its first verb, behind whatever its server puts in front.

use super::words::of_name;

/// Verbs that read.
const READS: [&str; 15] = [
    "get", "list", "read", "search", "find", "fetch", "query", "show", "describe", "view", "lookup", "count", "check",
    "inspect", "browse",
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
/// Verbs that may do either. Where one comes first, the name says neither.
const EITHER: [&str; 40] = [
    "mark",
    "manage",
    "generate",
    "can",
    "run",
    "execute",
    "simulate",
    "convert",
    "make",
    "build",
    "use",
    "do",
    "call",
    "invoke",
    "apply",
    "handle",
    "process",
    "sync",
    "import",
    "export",
    "download",
    "open",
    "close",
    "navigate",
    "click",
    "test",
    "validate",
    "verify",
    "analyze",
    "ask",
    "wait",
    "suggest",
    "preview",
    "compare",
    "render",
    "explain",
    "summarize",
    "translate",
    "is",
    "has",
];
/// Verbs of the lists that are as often nouns or adjectives: `access_list`, `saved_view`, `full_text_search`.
const NOUNS: [&str; 23] = [
    "list", "read", "search", "find", "query", "show", "view", "lookup", "count", "check", "browse", "set", "post",
    "patch", "move", "copy", "merge", "reply", "start", "schedule", "drop", "call", "test",
];
/// Verbs that say of something else that it begins or ends: `start_search` reads as much as it writes.
const RUNS: [&str; 8] = [
    "start", "stop", "restart", "cancel", "pause", "schedule", "post", "deploy",
];

/// What a name says that its tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Reads,
    Writes,
    Deletes,
    /// It may do either; no name is told to be of this kind.
    Either,
}

/// The first verb of a tool's name, with its word; `None` where the name has none, or says two things at once. Words of
/// the server's own id in front are no verbs: the tool `deploy_logs_get` of a server `deploy` reads.
pub(super) fn verb(name: &str, server: &str) -> Option<(Verb, String)> {
    let words = of_name(name);
    let own = of_name(server);
    let behind = words.iter().take_while(|word| own.contains(word)).count();
    let (_, rest) = words.split_at(behind);
    let has_verb = rest.iter().any(|word| kind(word).is_some());
    of_words(if has_verb { rest } else { &words })
}

fn of_words(words: &[String]) -> Option<(Verb, String)> {
    let mut verbs = words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| Some((at, word.as_str(), kind(word)?)));
    let (at, mut word, mut said) = verbs.next()?;
    // `access_list_create`: what is not in front and may be a noun is one, where a verb follows that cannot be.
    if at > 0
        && NOUNS.contains(&word)
        && let Some((_, clear, kind)) = verbs.clone().find(|(_, word, _)| !NOUNS.contains(word))
    {
        (word, said) = (clear, kind);
    }
    let last = words.last().map(String::as_str).unwrap_or_default();
    // `search_and_replace` and `find_or_create` do another thing, too.
    let does_more = |next: &String| kind(next) != Some(said);
    let is_double = words
        .windows(2)
        .any(|pair| matches!(pair[0].as_str(), "and" | "or") && does_more(&pair[1]));
    // `start_search` and `deploy_logs_get`: beginning or ending a thing that reads.
    let is_of_a_read = RUNS.contains(&word) && kind(last) == Some(Verb::Reads);
    (said != Verb::Either && !is_double && !is_of_a_read).then(|| (said, word.to_owned()))
}

/// Whether a word is a verb, and what it does.
fn kind(word: &str) -> Option<Verb> {
    let lists: [(&[&str], Verb); 4] = [
        (&READS, Verb::Reads),
        (&WRITES, Verb::Writes),
        (&DELETES, Verb::Deletes),
        (&EITHER, Verb::Either),
    ];
    lists
        .into_iter()
        .find(|(verbs, _)| verbs.contains(&word))
        .map(|(_, verb)| verb)
}

/// Whether a word of a text is a form of a verb: `create`, `creates`, `created`, `creating`.
pub(super) fn is_form_of(word: &str, verb: &str) -> bool {
    let stem = verb.trim_end_matches('e');
    let end = |rest: &str| {
        matches!(
            rest,
            "" | "e" | "s" | "es" | "ed" | "ing" | "ped" | "ping" | "ted" | "ting"
        )
    };
    word.strip_prefix(stem).is_some_and(end)
}

/// Whether a word of a text is a form of a verb that writes or destroys.
pub(super) fn is_writing(word: &str) -> bool {
    let more = [
        "download", "cache", "advance", "clear", "replace", "store", "mark", "persist",
    ];
    let verbs = WRITES.iter().chain(&DELETES).chain(&more);
    // A post and a set are things as well.
    !NOUNS.contains(&word) && verbs.into_iter().any(|verb| is_form_of(word, verb))
}

#[cfg(test)]
mod tests {
    use super::{Verb, is_form_of, is_writing, verb};

    #[test]
    fn the_first_verb_counts() {
        let of = |name: &str| verb(name, "s").map(|(verb, _)| verb);
        for (name, is) in [
            ("communication_email_send", Verb::Writes),
            ("get_update_history", Verb::Reads),
            ("collaborator_delete_remote_system_configuration", Verb::Deletes),
            ("linear_removeUserFromTeam", Verb::Deletes),
            ("create_view", Verb::Writes),
            ("linear_createSavedView", Verb::Writes),
            ("atlas-create-access-list", Verb::Writes),
            ("atlas-access-list-create", Verb::Writes),
            ("stop_server", Verb::Writes),
            ("list_merge_requests", Verb::Reads),
            ("get_and_list", Verb::Reads),
        ] {
            assert_eq!(of(name), Some(is), "{name}");
        }
        for name in [
            "start_search",
            "stop_search",
            "deploy_app_logs_get",
            "manage_task_list",
            "linear_markNotificationAsRead",
            "contract-testing_can_i_deploy",
            "simulate_research_query",
            "find_and_replace_doc",
            "search_and_replace",
            "deleted_items",
        ] {
            assert_eq!(of(name), None, "{name}");
        }
    }

    #[test]
    fn a_servers_own_name_is_no_verb() {
        let of = |name: &str, server: &str| verb(name, server).map(|(verb, _)| verb);
        assert_eq!(of("search_create_index", "search"), Some(Verb::Writes));
        assert_eq!(of("search", "search"), Some(Verb::Reads));
        assert_eq!(of("search_web", "web-search"), Some(Verb::Reads));
        assert_eq!(of("deploy_plan_get", "deploy"), Some(Verb::Reads));
    }

    #[test]
    fn verbs_have_forms() {
        for word in ["create", "creates", "created", "creating"] {
            assert!(is_form_of(word, "create"), "{word}");
        }
        assert!(!is_form_of("creature", "create"));
        assert!(!is_form_of("settings", "set"));
        assert!(is_writing("saves") && is_writing("clears") && !is_writing("returns"));
    }
}
