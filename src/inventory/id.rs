//! Ids of servers, made of the names that others gave them.

use std::collections::HashSet;

/// The longest id that a scenario takes.
const MAX_ID_CHARACTERS: usize = 64;

/// Gives ids out, each once.
#[derive(Clone, Debug, Default)]
pub struct ServerIds {
    taken: HashSet<String>,
}

impl ServerIds {
    /// An id near a name: lower-case letters, digits, `_` and `-`, starting with a letter; a number behind it where
    /// somebody has it already.
    pub fn id(&mut self, name: &str) -> String {
        let plain = plain(name);
        let mut id = plain.clone();
        let mut number = 2;
        while !self.taken.insert(id.clone()) {
            let tail = format!("-{number}");
            let head: String = plain.chars().take(MAX_ID_CHARACTERS - tail.len()).collect();
            id = format!("{head}{tail}");
            number += 1;
        }
        id
    }
}

/// What a name becomes; the same for the same name.
pub(super) fn plain(name: &str) -> String {
    let mut id = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        let c = if c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' {
            c
        } else {
            '-'
        };
        if c != '-' || !(id.is_empty() || id.ends_with('-')) {
            id.push(c);
        }
    }
    let id = id.trim_matches(['-', '_']);
    let id = if id.starts_with(|c: char| c.is_ascii_lowercase()) {
        id.to_owned()
    } else if id.is_empty() {
        "server".to_owned()
    } else {
        format!("s-{id}")
    };
    // The end of a long path says more than its start.
    let from = id.len().saturating_sub(MAX_ID_CHARACTERS);
    let short = id[from..].trim_start_matches(|c: char| !c.is_ascii_lowercase());
    if short.is_empty() {
        "server".to_owned()
    } else {
        short.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{ServerIds, plain};

    #[test]
    fn an_id_is_near_its_name() {
        assert_eq!(plain("GitHub"), "github");
        assert_eq!(plain("@cyanheads/git-mcp-server"), "cyanheads-git-mcp-server");
        assert_eq!(plain("Framelink MCP for Figma"), "framelink-mcp-for-figma");
        assert_eq!(plain("123"), "s-123");
        assert_eq!(plain("飞书"), "server");
        assert_eq!(plain("gmail_read"), "gmail_read");
        assert!(plain(&"a/".repeat(90)).len() <= 64);
        let mut ids = ServerIds::default();
        assert_eq!([ids.id("a"), ids.id("A"), ids.id("a-2")], ["a", "a-2", "a-2-2"]);
    }
}
