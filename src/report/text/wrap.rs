//! Breaking a sentence into lines.

use unicode_width::UnicodeWidthStr as _;

/// Breaks a text at its spaces so that each line fits. A word that is wider stands alone on its line, whole.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let width = word.width();
        match lines.last_mut() {
            Some(line) if used + 1 + width <= columns => {
                line.push(' ');
                line.push_str(word);
                used += 1 + width;
            }
            _ => {
                lines.push(word.to_owned());
                used = width;
            }
        }
    }
    lines
}

/// The same with an indent, and another for the first line, as one text that ends in a line break.
pub(super) fn paragraph(text: &str, columns: usize, first: &str, rest: &str) -> String {
    let indent = first.width().max(rest.width());
    let mut out = String::new();
    for (place, line) in wrap(text, columns.saturating_sub(indent)).iter().enumerate() {
        out.push_str(if place == 0 { first } else { rest });
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The width of the widest word of some texts, which no line breaks.
pub(super) fn longest_word<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    let words = texts.flat_map(str::split_whitespace);
    words.map(unicode_width::UnicodeWidthStr::width).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn words_stay_whole() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("a.very.long.name b", 4), ["a.very.long.name", "b"]);
        assert_eq!(wrap("日本 語", 5), ["日本", "語"]);
        assert!(wrap("", 5).is_empty());
    }
}
