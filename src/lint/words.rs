//! Words of names and texts, and how a piece of a text is quoted in a sentence.

/// Characters of a text that a sentence quotes.
const QUOTED_CHARS: usize = 90;

/// A text in a sentence: in backticks, cut where it is long, its start or its end kept.
pub(super) fn quoted(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= QUOTED_CHARS {
        return format!("`{text}`");
    }
    let kept: String = text.chars().take(QUOTED_CHARS - 1).collect();
    format!("`{}…`", kept.trim_end())
}

/// The same with the end of a long text instead of its start.
pub(super) fn quoted_end(text: &str) -> String {
    let text = text.trim();
    let chars = text.chars().count();
    if chars <= QUOTED_CHARS {
        return format!("`{text}`");
    }
    let kept: String = text.chars().skip(chars - QUOTED_CHARS + 1).collect();
    format!("`…{}`", kept.trim_start())
}

/// A few of many names, with how many more there are.
pub(super) fn few(names: &[&str]) -> String {
    const NAMED: usize = 4;
    let shown: Vec<String> = names.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(NAMED);
    if more == 0 {
        shown.join(", ")
    } else {
        format!("{} and {more} more", shown.join(", "))
    }
}

/// The words of a name in lower case: `get_userID-v2` is `get`, `user`, `id`, `v2`.
pub(super) fn of_name(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (place, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            continue;
        }
        let was_lower = place > 0 && (chars[place - 1].is_lowercase() || chars[place - 1].is_numeric());
        // The last capital of a run opens the next word: `IDPath` is `id`, `path`.
        let ends_run = place > 0
            && chars[place - 1].is_uppercase()
            && chars.get(place + 1).is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && (was_lower || ends_run) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        word.extend(c.to_lowercase());
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// The words of a text in lower case.
pub(super) fn of_text(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// A number of characters.
pub(super) fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}

#[cfg(test)]
mod tests {
    use super::{few, of_name, quoted, quoted_end};

    #[test]
    fn names_have_words() {
        assert_eq!(of_name("get_userID-v2"), ["get", "user", "id", "v2"]);
        assert_eq!(
            of_name("linear_removeUserFromTeam"),
            ["linear", "remove", "user", "from", "team"]
        );
        assert_eq!(of_name("updatePHPOptions"), ["update", "php", "options"]);
        assert!(of_name("--").is_empty());
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(quoted(" a "), "`a`");
        assert_eq!(quoted(&"x".repeat(200)).chars().count(), 92);
        let end = quoted_end(&format!("{}end", "x".repeat(200)));
        assert!(end.starts_with("`…x") && end.ends_with("end`"), "{end}");
        assert_eq!(few(&["a", "b"]), "`a`, `b`");
        assert_eq!(few(&["a", "b", "c", "d", "e"]), "`a`, `b`, `c`, `d` and 1 more");
    }
}
