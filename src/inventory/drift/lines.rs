//! Two texts line by line.

use similar::{ChangeTag, TextDiff};

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// What becomes of it.
    pub change: Change,
    /// The line, without its break.
    pub text: String,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It stays.
    Same,
    /// It was there.
    Removed,
    /// It is there now.
    Added,
    /// Lines that stay are left out here.
    Gap,
}

/// Two texts line by line. Long lines are taken apart behind sentences, so that one word does not repeat a page.
pub(super) fn lines(before: &str, after: &str) -> Vec<DiffLine> {
    let found = between(&pieces(before), &pieces(after));
    if found.is_empty() {
        // They differ only where they are taken apart.
        let whole = |text| -> Vec<&str> { str::split(text, '\n').collect() };
        return between(&whole(before), &whole(after));
    }
    found
}

fn between(before: &[&str], after: &[&str]) -> Vec<DiffLine> {
    /// Lines that stay, on either side of a change.
    const AROUND: usize = 2;
    let diff = TextDiff::from_slices(before, after);
    let mut lines = Vec::new();
    for (place, group) in diff.grouped_ops(AROUND).iter().enumerate() {
        if place > 0 {
            lines.push(DiffLine {
                change: Change::Gap,
                text: String::new(),
            });
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            lines.push(DiffLine {
                change: match change.tag() {
                    ChangeTag::Equal => Change::Same,
                    ChangeTag::Delete => Change::Removed,
                    ChangeTag::Insert => Change::Added,
                },
                text: change.value().to_owned(),
            });
        }
    }
    lines
}

/// Lines, and sentences within them without the blank between.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    if text.is_empty() {
        return pieces;
    }
    for line in text.split('\n') {
        let mut rest = line;
        while let Some(end) = rest.find(". ") {
            pieces.push(&rest[..=end]);
            rest = &rest[end + 2..];
        }
        pieces.push(rest);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Change, lines};

    #[test]
    fn a_changed_sentence_stands_alone() {
        let shown = |before, after| -> Vec<(Change, String)> {
            let lines = lines(before, after).into_iter();
            lines.map(|line| (line.change, line.text)).collect()
        };
        let line = |change, text: &str| (change, text.to_owned());
        assert_eq!(
            shown("One. Two.", "One."),
            [line(Change::Same, "One."), line(Change::Removed, "Two.")]
        );
        // Nothing but white space differs, and it is shown.
        assert_eq!(
            shown("One. Two.", "One.\nTwo."),
            [
                line(Change::Removed, "One. Two."),
                line(Change::Added, "One."),
                line(Change::Added, "Two.")
            ]
        );
        assert_eq!(shown("", "New."), [line(Change::Added, "New.")]);
    }
}
