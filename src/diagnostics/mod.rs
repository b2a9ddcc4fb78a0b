//! What is wrong with a file, told to a person: code, place, sentence, next step.
//!
//! A [`Problem`] is about the user's data and is collected, never thrown: one pass over a file reports all of them.
//! Deliberately absent: any knowledge of what a scenario means, and any printing; [`render`] makes text, callers print it.

mod number;
mod render;
mod secret;
mod source;

pub use number::grouped;
pub use render::{Detail, is_hidden, render, render_all, visible};
pub use secret::{blanked, looks_secret, secret_in};
pub use source::{At, Cursor, FileId, SourceFile, Sources};

/// How bad it is. Errors stop planning; warnings are shown beside the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is planned from this file.
    Error,
    /// The file plans, but something in it is likely not what was meant.
    Warning,
}

impl Severity {
    /// The word printed before the code.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// One thing that is wrong, in the words a person needs to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Whether planning stops.
    pub severity: Severity,
    /// Stable kebab-case identity, for searching and filtering (`unknown-key`).
    pub code: &'static str,
    /// One sentence that stands alone: lower case, no final period, names in backticks.
    pub message: String,
    /// Where it stands; `None` for something with no place in a file (a missing file, a `--set`).
    pub at: Option<At>,
    /// What to do next.
    pub help: Option<String>,
}

impl Problem {
    /// An error at a place.
    pub fn error(code: &'static str, at: At, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            at: Some(at),
            help: None,
        }
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, at: At, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, at, message)
        }
    }

    /// An error that has no place in a file.
    pub fn nowhere(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            at: None,
            help: None,
        }
    }

    /// Adds the next step.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether this one stops planning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The known name nearest to a mistyped one, if any is near enough to be worth naming.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len().max(word.len()) / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `did you mean …`, or a list of what is allowed where nothing is near.
pub fn suggest<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    /// Enough for all keys of a scenario.
    const LISTED: usize = 32;
    if let Some(near) = nearest(word, known.clone()) {
        return format!("did you mean `{near}`?");
    }
    let names: Vec<&str> = known.into_iter().collect();
    match names.as_slice() {
        [] => "none is known here".to_owned(),
        [only] => format!("allowed here: `{only}`"),
        many => match many.split_at_checked(LISTED) {
            Some((listed, more)) if !more.is_empty() => {
                format!("allowed here: `{}` and {} more", listed.join("`, `"), more.len())
            }
            _ => format!("allowed here: `{}`", many.join("`, `")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{nearest, suggest};

    #[test]
    fn names_the_nearest_known_word() {
        assert_eq!(nearest("max_item", ["max_items", "max_tokens"]), Some("max_items"));
        assert_eq!(nearest("zebra", ["max_items", "max_tokens"]), None);
        assert_eq!(suggest("zebra", ["a", "b"]), "allowed here: `a`, `b`");
    }
}
