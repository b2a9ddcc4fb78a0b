//! Characters that a reader does not see, told apart from those that emoji are made of.

use crate::diagnostics::is_hidden;

/// What was found of a kind; the first of it stands for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    /// Tag characters, with the text that they spell.
    Tags(String),
    /// A character that turns the direction of text.
    Direction(char),
    /// Another one: a control, of no width, or a blank that is none.
    Unseen(char),
}

/// What a text hides, a kind once.
pub(super) fn hidden(text: &str) -> Vec<Hidden> {
    // Most texts are plain, and most characters are one byte.
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Vec::new();
    }
    let chars: Vec<char> = text.chars().collect();
    let (mut direction, mut unseen) = (None, None);
    let mut spelled = String::new();
    let mut place = 0;
    while let Some(&c) = chars.get(place) {
        match c {
            // Line breaks and tabs are layout.
            '\n' | '\r' | '\t' => {}
            TAG_FIRST..=TAG_LAST => {
                let run: Vec<char> = chars[place..].iter().copied().take_while(|c| is_tag(*c)).collect();
                if !is_flag(&chars[..place], &run) {
                    spelled.extend(run.iter().filter_map(|c| plain(*c)));
                    // A tag that spells nothing is hidden all the same.
                    unseen = unseen.or(Some(c).filter(|_| spelled.is_empty()));
                }
                place += run.len();
                continue;
            }
            c if is_direction(c) => direction = direction.or(Some(c)),
            '\u{200d}' | '\u{200c}' if joins(&chars, place) => {}
            '\u{fe00}'..='\u{fe0d}' | '\u{e0100}'..='\u{e01ef}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => {
                unseen = unseen.or(Some(c));
            }
            c if is_hidden(c) => unseen = unseen.or(Some(c)),
            _ => {}
        }
        place += 1;
    }
    let tags = Some(spelled).filter(|text| !text.is_empty()).map(Hidden::Tags);
    tags.into_iter()
        .chain(direction.map(Hidden::Direction))
        .chain(unseen.map(Hidden::Unseen))
        .collect()
}

const TAG_FIRST: char = '\u{e0000}';
const TAG_LAST: char = '\u{e007f}';

fn is_tag(c: char) -> bool {
    (TAG_FIRST..=TAG_LAST).contains(&c)
}

/// The character that a tag stands for.
fn plain(tag: char) -> Option<char> {
    char::from_u32(u32::from(tag) - u32::from(TAG_FIRST)).filter(|c| (' '..='~').contains(c))
}

/// Whether tags spell the region of a flag: a black flag before them, five or six of them, and the mark that ends them.
fn is_flag(before: &[char], run: &[char]) -> bool {
    before.last() == Some(&'\u{1f3f4}') && run.last() == Some(&TAG_LAST) && (4..=7).contains(&run.len())
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a joiner stands between what it is made for: two emoji, or letters of a script that joins.
fn joins(chars: &[char], place: usize) -> bool {
    let before = chars[..place].iter().rev().find(|c| **c != '\u{fe0f}');
    let after = chars.get(place + 1);
    let is_joined = |c: &char| !c.is_ascii() && !is_hidden(*c);
    before.is_some_and(is_joined) && after.is_some_and(is_joined)
}

#[cfg(test)]
mod tests {
    use super::{Hidden, hidden};

    #[test]
    fn what_is_hidden_is_named() {
        let tags: String = "hi"
            .chars()
            .map(|c| char::from_u32(0xe0000 + u32::from(c)).unwrap())
            .collect();
        assert_eq!(hidden(&format!("a{tags}b")), [Hidden::Tags("hi".to_owned())]);
        assert_eq!(hidden("a\u{202e}b"), [Hidden::Direction('\u{202e}')]);
        assert_eq!(hidden("a\u{200b}b\u{200b}"), [Hidden::Unseen('\u{200b}')]);
        assert_eq!(hidden("a\u{1b}[2J"), [Hidden::Unseen('\u{1b}')]);
        assert_eq!(hidden("a\u{200d}b"), [Hidden::Unseen('\u{200d}')]);
    }

    #[test]
    fn what_emoji_and_layout_are_made_of_is_not() {
        let england = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
        for text in [
            "plain",
            "two\nlines\tand\r\na tab",
            "shield \u{1f6e1}\u{fe0f} here",
            "family \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            "heart on fire \u{2764}\u{fe0f}\u{200d}\u{1f525}",
            "Größe, 日本, é",
            "a\u{a0}b",
            england,
        ] {
            assert_eq!(hidden(text), [], "{text:?}");
        }
    }
}
