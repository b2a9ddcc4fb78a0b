//! Text as markup takes it: for pages and the pictures in them.

use crate::diagnostics::visible;

/// A text in which nothing is markup and every character is seen. For elements and for double-quoted attributes.
pub(super) fn escape(text: &str) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
