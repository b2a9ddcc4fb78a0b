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
    /// Lines that stay, on either side of a change.
    const AROUND: usize = 2;
    let (before, after) = (pieces(before), pieces(after));
    let diff = TextDiff::from_slices(&before, &after);
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

fn pieces(text: &str) -> Vec<&str> {
    if text.is_empty() {
        return Vec::new();
    }
    let sentences = |line| {
        let mut rest: &str = line;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = rest.find(". ").map_or(rest.len(), |end| end + 2);
            let (piece, behind) = rest.split_at(end);
            rest = behind;
            Some(piece)
        })
    };
    text.split('\n')
        .flat_map(|line| {
            let blank = line.is_empty().then_some("");
            blank.into_iter().chain(sentences(line))
        })
        .collect()
}
