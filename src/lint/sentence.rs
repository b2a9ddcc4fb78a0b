//! What becomes of a description as an index line: where its first sentence ends, and what is left to read.

use super::words::{of_name, of_text};
use crate::roster::first_sentence;

/// Abbreviations that no sentence ends with.
const ALWAYS: [&str; 20] = [
    "e.g", "i.e", "eg", "ie", "vs", "cf", "approx", "incl", "excl", "resp", "viz", "a.k.a", "dr", "mr", "mrs", "prof",
    "esp", "z.b", "d.h", "bzw",
];
/// Those that may end one: what follows tells.
const OFTEN: [&str; 24] = [
    "etc", "no", "nr", "max", "min", "inc", "ltd", "corp", "co", "al", "fig", "vol", "ver", "dept", "ex", "std", "u.s",
    "u.k", "p.m", "a.m", "sec", "ca", "st", "art",
];
/// Words that stand before a text to say what kind of text it is.
const LABELS: [&str; 26] = [
    "purpose",
    "description",
    "summary",
    "overview",
    "usage",
    "args",
    "arguments",
    "parameters",
    "params",
    "returns",
    "return",
    "example",
    "examples",
    "note",
    "notes",
    "important",
    "warning",
    "tip",
    "output",
    "input",
    "about",
    "details",
    "name",
    "title",
    "mandatory",
    "critical",
];
/// Words that add nothing to a name.
const FILLERS: [&str; 18] = [
    "a", "an", "the", "of", "to", "for", "in", "on", "by", "from", "with", "and", "or", "this", "tool", "function",
    "it", "will",
];

/// Words that stand where nothing was written yet, or that say it of every tool.
const EMPTY: [&str; 21] = [
    "todo",
    "tbd",
    "fixme",
    "description",
    "desc",
    "documentation",
    "docs",
    "doc",
    "see",
    "helper",
    "utility",
    "is",
    "no",
    "none",
    "na",
    "null",
    "undefined",
    "missing",
    "placeholder",
    "available",
    "provided",
];

/// The first sentence of a description, with what it was taken from.
pub(super) struct Sentence {
    /// As the index has it.
    pub text: String,
    /// The description in one line.
    folded: String,
}

/// Why a sentence ends too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut<'s> {
    /// Its last word is an abbreviation.
    Abbreviation(&'s str),
    /// A bracket or a code mark is still open.
    Inside(char),
}

impl Sentence {
    /// Of a description as admission left it.
    pub(super) fn of(description: &str) -> Self {
        Self {
            text: first_sentence(description),
            folded: description.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    /// Characters of the sentence before it was cut at its length; `None` where it was not.
    pub(super) fn cut_at_length(&self) -> Option<u64> {
        let is_whole = self.folded.starts_with(&self.text);
        // What is kept of a cut sentence ends in a mark of its own.
        (!is_whole).then(|| end_of_sentence(&self.folded) as u64)
    }

    /// Why it ends before it is over; `None` where it does not.
    pub(super) fn cut(&self) -> Option<Cut<'_>> {
        let rest = self.folded.strip_prefix(&self.text)?.trim_start();
        let next = rest.chars().next()?;
        if let Some(word) = self.text.strip_suffix('.').and_then(last_word) {
            let lower = word.to_lowercase();
            let goes_on = next.is_lowercase() || next.is_numeric() || matches!(next, ')' | ',' | ';' | ']');
            if ALWAYS.contains(&lower.as_str()) || (OFTEN.contains(&lower.as_str()) && goes_on) {
                return Some(Cut::Abbreviation(&self.text[self.text.len() - word.len() - 1..]));
            }
        }
        open_mark(&self.text).map(Cut::Inside)
    }

    /// The part that a reader keeps who cuts at every full stop between letters or digits; `None` where that is all of it.
    pub(super) fn before_inner_dot(&self) -> Option<&str> {
        let text = &self.text;
        let inner = text.match_indices('.').map(|(at, _)| at).find(|&at| {
            let before = text[..at].chars().next_back();
            let after = text[at + 1..].chars().next();
            before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
        })?;
        // Where the line ends at that word, it is told of as cut.
        let is_last = !text[inner..].contains(' ');
        (!is_last || self.cut().is_none()).then_some(&text[..=inner])
    }

    /// Whether it holds no word but labels, tags, numbers, fillers and those that stand where nothing was written.
    pub(super) fn says_nothing(&self) -> bool {
        let is_empty = |word: &String| FILLERS.contains(&word.as_str()) || EMPTY.contains(&word.as_str());
        content(&self.text).iter().all(is_empty)
    }

    /// Whether every word of it is one of a name's, or a filler.
    pub(super) fn repeats(&self, name: &str) -> bool {
        let stem = |word: &str| word.trim_end_matches('s').to_owned();
        let own: Vec<String> = of_name(name).iter().map(|word| stem(word)).collect();
        let words = content(&self.text);
        !words.is_empty()
            && words
                .iter()
                .all(|word| FILLERS.contains(&word.as_str()) || own.contains(&stem(word)))
    }

    /// The mark that it opens with: a tag, a heading, or a label with its colon.
    pub(super) fn opening_mark(&self) -> Option<&str> {
        let text = &self.text;
        if let Some(end) = tag_end(text) {
            return Some(&text[..end]);
        }
        let first = text.split(' ').next().unwrap_or_default();
        if !first.is_empty() && first.chars().all(|c| c == '#') {
            return Some(first);
        }
        let colon = text.find(':')?;
        let label = &text[..colon];
        let mut words = of_text(label);
        let is_label = words.next().is_some_and(|word| LABELS.contains(&word.as_str())) && words.next().is_none();
        is_label.then_some(&text[..=colon])
    }
}

/// Characters up to and with the end of the first sentence.
fn end_of_sentence(folded: &str) -> usize {
    let mut chars = folded.chars().enumerate().peekable();
    while let Some((place, c)) = chars.next() {
        if matches!(c, '.' | '!' | '?') && chars.peek().is_none_or(|(_, next)| next.is_whitespace()) {
            return place + 1;
        }
    }
    folded.chars().count()
}

/// The last word of a text, without marks before it.
fn last_word(text: &str) -> Option<&str> {
    let word = text.rsplit(' ').next()?;
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    // `(words/e.g` and `x,etc`: the word begins behind its last mark that is no dot.
    let start = word
        .rfind(|c: char| !c.is_alphanumeric() && c != '.')
        .map_or(0, |at| at + word[at..].chars().next().map_or(1, char::len_utf8));
    Some(&word[start..]).filter(|word| !word.is_empty())
}

/// A bracket or a code mark that is not closed.
fn open_mark(text: &str) -> Option<char> {
    for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
        let count = |mark: char| text.chars().filter(|c| *c == mark).count();
        if count(open) > count(close) {
            return Some(open);
        }
    }
    (text.chars().filter(|c| *c == '`').count() % 2 == 1).then_some('`')
}

/// Words of a text that are no label, number or tag.
fn content(text: &str) -> Vec<String> {
    let plain = without_tags(text);
    of_text(&plain)
        .filter(|word| !LABELS.contains(&word.as_str()) && !word.chars().all(char::is_numeric))
        .collect()
}

fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        match tag_end(&rest[at..]) {
            Some(end) => rest = &rest[at + end..],
            None => {
                out.push('<');
                rest = &rest[at + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Where a tag ends that a text begins with: `<Purpose>`, `</x>`, `<use_case>`.
fn tag_end(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let end = inside.find('>')?;
    let name = inside[..end].trim_start_matches('/').trim_end_matches('/').trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    (name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_name)).then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::{Cut, Sentence};

    #[test]
    fn sentences_that_break_off() {
        let cut = |text: &str| match Sentence::of(text).cut() {
            Some(Cut::Abbreviation(word)) => format!("at {word}"),
            Some(Cut::Inside(mark)) => format!("in {mark}"),
            None => String::new(),
        };
        assert_eq!(cut("Import a model (e.g. a mesh)."), "at e.g.");
        assert_eq!(cut("Reads files, i.e. texts."), "at i.e.");
        assert_eq!(cut("Reads pictures, sounds, etc. from a folder."), "at etc.");
        assert_eq!(cut("Compare A vs. B."), "at vs.");
        assert_eq!(cut("Reads pictures, sounds, etc. Returns bytes."), "");
        assert_eq!(cut("Answers yes or no. Then ends."), "");
        assert_eq!(cut("Reads line no. 5 of a file."), "at no.");
        assert_eq!(cut("Uses the API (see docs. There)."), "in (");
        assert_eq!(cut("Runs `a. b` now."), "in `");
        assert_eq!(cut("Ends with e.g."), "");
        assert_eq!(cut("Lists things. And more."), "");
    }

    #[test]
    fn sentences_that_say_nothing() {
        for text in [
            "🛡️ Purpose: 1. Reads.",
            "<Purpose>",
            "Args:",
            "1. Reads.",
            "…",
            "# Overview",
            "TODO",
            "No description.",
            "See docs.",
            "A helper.",
            "This is a tool.",
            "Tool.",
        ] {
            assert!(Sentence::of(text).says_nothing(), "{text}");
        }
        for text in ["<Purpose> Reads files.", "Reads.", "查询天气。", "a < b and c > d"] {
            assert!(!Sentence::of(text).says_nothing(), "{text}");
        }
        assert!(Sentence::of("List the tables.").repeats("list_tables"));
        assert!(Sentence::of("Gets a user").repeats("getUsers") || !Sentence::of("Gets a user").repeats("fetch"));
        assert!(!Sentence::of("List the tables of a base.").repeats("list_tables"));
    }

    #[test]
    fn marks_in_front() {
        let mark = |text: &str| Sentence::of(text).opening_mark().map(str::to_owned);
        assert_eq!(mark("<Purpose> Reads."), Some("<Purpose>".to_owned()));
        assert_eq!(mark("## Reads files"), Some("##".to_owned()));
        assert_eq!(mark("🛡️ Purpose: reads files."), Some("🛡️ Purpose:".to_owned()));
        assert_eq!(mark("Reads a file: its text."), None);
        assert_eq!(mark("<service 1> and others"), None);
    }

    #[test]
    fn dots_within_words() {
        let before = |text: &str| Sentence::of(text).before_inner_dot().map(str::to_owned);
        assert_eq!(before("Needs Godot 4.4+ to run."), Some("Needs Godot 4.".to_owned()));
        assert_eq!(before("Reads files (e.g., texts)."), Some("Reads files (e.".to_owned()));
        assert_eq!(before("Reads files, e.g. texts."), None);
        assert_eq!(before("Reads files."), None);
    }

    #[test]
    fn long_sentences() {
        assert_eq!(Sentence::of(&"word ".repeat(80)).cut_at_length(), Some(399));
        assert_eq!(Sentence::of("Short. And more.").cut_at_length(), None);
    }
}
