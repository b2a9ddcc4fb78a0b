//! What servers and scenarios are called, where a file's name is all there is.

use std::path::Path;

/// Stems that say what a file is and not whose.
const GENERIC: [&str; 12] = [
    "inventory",
    "listing",
    "mcp",
    "output",
    "request",
    "response",
    "result",
    "stdin",
    "tools",
    "tools-list",
    "tools_list",
    "toolslist",
];

/// The name of a file's server: its stem, unless that says nothing.
pub(super) fn of_file(shown: &str) -> Option<String> {
    let stem = Path::new(shown).file_stem()?.to_string_lossy().into_owned();
    let is_generic = GENERIC.contains(&stem.to_lowercase().as_str()) || stem == "-";
    (!is_generic).then_some(stem)
}

/// A title of a scenario for a file's stem: `my-servers` as `My servers`.
pub(super) fn title(stem: &str) -> String {
    let text: String = stem
        .trim_end_matches(".roster")
        .chars()
        .map(|c| if matches!(c, '-' | '_') { ' ' } else { c })
        .collect();
    let mut chars = text.trim().chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => "Imported servers".to_owned(),
    }
}
