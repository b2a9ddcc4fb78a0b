//! What a client calls a tool, and which names break its rules.

use super::Broken;
use crate::roster::{SourceRef, Tool, wire_alias};
use std::sync::Arc;

/// How a client makes the name of a server's tool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NameForm {
    /// Our own registry names, with `_` for `.`: who calls an API chooses the names.
    Registry,
    /// `mcp__{server}__{tool}` and the like.
    Pattern(String),
}

impl NameForm {
    /// Reads `registry` or a pattern that holds `{tool}` once, and perhaps `{server}` once.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "registry" {
            return Some(Self::Registry);
        }
        let is_once = |part: &str, least: usize| (least..=1).contains(&text.matches(part).count());
        let rest = text.replacen("{tool}", "", 1).replacen("{server}", "", 1);
        let is_usable = is_once("{tool}", 1) && is_once("{server}", 0) && !rest.contains(['{', '}']);
        is_usable.then(|| Self::Pattern(text.to_owned()))
    }

    /// As the file writes it.
    pub fn id(&self) -> &str {
        match self {
            Self::Registry => "registry",
            Self::Pattern(pattern) => pattern,
        }
    }
}

/// The name of a tool under a form.
pub(super) fn wire_name(form: &NameForm, tool: &Tool) -> Arc<str> {
    let (SourceRef::Remote(_, server), Some(remote)) = (&tool.source, &tool.remote_name) else {
        return Arc::from(wire_alias(&tool.name));
    };
    match form {
        NameForm::Registry => Arc::from(wire_alias(&tool.name)),
        NameForm::Pattern(pattern) => {
            // Part by part: a server may be called `{tool}`.
            let (before, after) = pattern.split_once("{tool}").unwrap_or((pattern, ""));
            let part = |part: &str| part.replace("{server}", server);
            Arc::from(format!("{}{remote}{}", part(before), part(after)))
        }
    }
}

/// Which names a client takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameRule {
    /// How it makes them.
    pub form: Option<NameForm>,
    /// The characters of a name, as a regular expression lists them: `a-zA-Z0-9_-`.
    pub allowed: Option<String>,
    /// The most characters.
    pub max_chars: Option<u64>,
    /// The most characters of the server's and the tool's name together.
    pub max_combined_chars: Option<u64>,
    /// What happens to others.
    pub broken: Option<Broken>,
}

/// Why a name is broken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BrokenName {
    /// A character that is not allowed.
    Character(char),
    /// Nothing is left to call it by.
    Empty,
    /// Too many characters.
    TooLong {
        /// It has.
        chars: u64,
        /// It may have.
        max_chars: u64,
    },
    /// Too many characters of server and tool together.
    CombinedTooLong {
        /// They have.
        chars: u64,
        /// They may have.
        max_chars: u64,
    },
    /// A tool before it is called the same.
    Taken,
}

impl NameRule {
    /// Whether names can be judged at all: without a form, only what does not depend on it can.
    pub fn judges(&self) -> bool {
        self.max_combined_chars.is_some() || self.judges_wire_names()
    }

    fn judges_wire_names(&self) -> bool {
        self.form.is_some() && (self.allowed.is_some() || self.max_chars.is_some())
    }

    /// The first rule that a name breaks. That a name is taken is known only among all.
    pub(super) fn broken(&self, tool: &Tool, wire_name: &str) -> Option<BrokenName> {
        if self.judges_wire_names() {
            if let Some(allowed) = &self.allowed
                && let Some(other) = wire_name.chars().find(|&c| !holds(allowed, c))
            {
                return Some(BrokenName::Character(other));
            }
            if wire_name.is_empty() {
                return Some(BrokenName::Empty);
            }
            let chars = wire_name.chars().count() as u64;
            if let Some(max_chars) = self.max_chars.filter(|&max| chars > max) {
                return Some(BrokenName::TooLong { chars, max_chars });
            }
        }
        let (SourceRef::Remote(_, server), Some(remote)) = (&tool.source, &tool.remote_name) else {
            return None;
        };
        let chars = (server.chars().count() + remote.chars().count()) as u64;
        let max_chars = self.max_combined_chars.filter(|&max| chars > max)?;
        Some(BrokenName::CombinedTooLong { chars, max_chars })
    }
}

/// Whether a list of characters such as `a-zA-Z0-9_-` holds one; a dash at its end is a dash.
pub(super) fn holds(allowed: &str, c: char) -> bool {
    let listed: Vec<char> = allowed.chars().collect();
    let mut at = 0;
    while at < listed.len() {
        match listed[at..] {
            [from, '-', to, ..] => {
                if (from..=to).contains(&c) {
                    return true;
                }
                at += 3;
            }
            [one, ..] => {
                if one == c {
                    return true;
                }
                at += 1;
            }
            [] => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{NameForm, holds};

    #[test]
    fn characters_are_listed_as_in_a_regular_expression() {
        let allowed = "a-zA-Z0-9_-";
        for c in ['a', 'm', 'z', 'A', 'Z', '0', '9', '_', '-'] {
            assert!(holds(allowed, c), "{c}");
        }
        for c in ['.', '/', 'é', ' ', '`', '{'] {
            assert!(!holds(allowed, c), "{c}");
        }
        assert!(holds("_-.", '.') == ('_'..='.').contains(&'.'));
    }

    #[test]
    fn a_form_names_the_tool_once() {
        assert_eq!(NameForm::parse("registry"), Some(NameForm::Registry));
        assert!(NameForm::parse("mcp__{server}__{tool}").is_some());
        for text in [
            "",
            "{server}",
            "{tool}{tool}",
            "{tool}{x}",
            "{tool",
            "{server}{server}{tool}",
        ] {
            assert_eq!(NameForm::parse(text), None, "{text}");
        }
    }
}
