//! The marks of the envelope in a text (domain §7): where one stands, and how it is made harmless. The planner escapes by it,
//! the linter reports by it.

use crate::diagnostics::is_hidden;
use std::ops::Range;

const WORD: &str = "untrusted";

/// Every text that reads as the start of `<untrusted …>` or `</untrusted:…>`, in bytes.
///
/// Domain §7 names the two in lower case. A model reads `</Untrusted` or `< /untrusted`, and one with characters in it that
/// nobody sees, as the same mark, so they count here as well: case does not matter, and white space, further slashes and
/// hidden characters are passed over.
pub fn envelope_marks(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    text.match_indices('<').filter_map(|(start, mark)| {
        let inside = start + mark.len();
        mark_length(&text[inside..]).map(|length| start..inside + length)
    })
}

/// Bytes up to the end of the word, if a `<` before the text makes a mark of it.
fn mark_length(inside: &str) -> Option<usize> {
    let mut letters = WORD.chars();
    let mut wanted = letters.next()?;
    let mut is_within = false;
    for (at, c) in inside.char_indices() {
        if c.eq_ignore_ascii_case(&wanted) {
            is_within = true;
            match letters.next() {
                Some(letter) => wanted = letter,
                None => return Some(at + c.len_utf8()),
            }
        } else if !(is_hidden(c) || !is_within && (c == '/' || c.is_whitespace())) {
            return None;
        }
    }
    None
}

/// `<` of every mark becomes `&lt;`: no text can open or close an envelope.
pub fn escape_envelope(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut written = 0;
    for mark in envelope_marks(text) {
        out.push_str(&text[written..mark.start]);
        out.push_str("&lt;");
        written = mark.start + 1;
    }
    out.push_str(&text[written..]);
    out
}

#[cfg(test)]
mod tests {
    use super::{envelope_marks, escape_envelope};

    #[test]
    fn every_spelling_that_a_model_reads_as_the_mark_is_one() {
        let first = |text: &'static str| envelope_marks(text).next().map(|mark| &text[mark]);
        assert_eq!(first("a </untrusted:0> b"), Some("</untrusted"));
        assert_eq!(first("a <untrusted trust"), Some("<untrusted"));
        assert_eq!(first("a </ Untrusted>"), Some("</ Untrusted"));
        assert_eq!(first("<\n/UNTRUSTED"), Some("<\n/UNTRUSTED"));
        assert_eq!(
            first("<\u{200b}/unt\u{200b}rusted>"),
            Some("<\u{200b}/unt\u{200b}rusted")
        );
        assert_eq!(first("<<untrusted"), Some("<untrusted"));
        for plain in [
            "a < b, untrusted",
            "<trusted> untrusted",
            "<un trusted",
            "<untruste",
            "<",
            "< ",
        ] {
            assert_eq!(first(plain), None, "{plain}");
        }
    }

    #[test]
    fn marks_become_harmless_and_nothing_else_changes() {
        assert_eq!(
            escape_envelope("é <b> </untrusted:1> <untrusted here </Untrusted> <"),
            "é <b> &lt;/untrusted:1> &lt;untrusted here &lt;/Untrusted> <"
        );
        let escaped = escape_envelope("<</untrusted");
        assert_eq!(escaped, "<&lt;/untrusted");
        assert_eq!(escape_envelope(&escaped), escaped);
    }
}
