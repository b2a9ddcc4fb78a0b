//! Names (domain §2).

use super::sha256;
use unicode_normalization::UnicodeNormalization as _;

/// The longest builtin name, in characters.
const MAX_BUILTIN_CHARS: usize = 96;
/// The longest normalised remote name, in characters.
const MAX_REMOTE_CHARS: usize = 48;
/// What is kept of a longer one, before `_` and the hash.
const KEPT_CHARS: usize = 40;
/// Hex digits of the hash behind it.
const HASH_DIGITS: usize = 7;

/// Whether a name is `domain.verb`: `^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$`, at most 96 characters.
pub fn is_builtin_name(name: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    name.len() <= MAX_BUILTIN_CHARS && name.contains('.') && name.split('.').all(part)
}

/// `n` of domain §2: a pure function of the remote name.
pub fn normalised(remote_name: &str) -> String {
    let mut out = String::new();
    for c in remote_name.nfc().flat_map(char::to_lowercase) {
        let c = if c.is_ascii_lowercase() || c.is_ascii_digit() {
            c
        } else {
            '_'
        };
        if c != '_' || !out.ends_with('_') {
            out.push(c);
        }
    }
    let mut name = out.trim_matches('_').to_owned();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert_str(0, "t_");
    }
    if name.len() > MAX_REMOTE_CHARS {
        name.truncate(KEPT_CHARS);
        name.push('_');
        name.push_str(&sha256::of(remote_name.as_bytes())[..HASH_DIGITS]);
    }
    name
}

/// `mcp.{server}.{n}` or `device.{device}.{n}`.
pub fn registry_name(prefix: &str, source_id: &str, remote_name: &str) -> String {
    format!("{prefix}.{source_id}.{}", normalised(remote_name))
}

/// The name as a provider sees it: every character outside of a-z, A-Z, 0-9, `_` and `-` is `_`.
pub fn wire_alias(name: &str) -> String {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    name.chars().map(|c| if legal(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::{is_builtin_name, normalised};

    #[test]
    fn builtin_names() {
        for good in ["a.b", "tool.call", "a1_.b_.c"] {
            assert!(is_builtin_name(good), "{good}");
        }
        for bad in ["a", "a.", ".a", "A.b", "a.1b", "a-b.c", ""] {
            assert!(!is_builtin_name(bad), "{bad}");
        }
        assert!(!is_builtin_name(&format!("a.{}", "b".repeat(95))));
    }

    #[test]
    fn remote_names() {
        assert_eq!(normalised("Get Thread!!"), "get_thread");
        assert_eq!(normalised("__a--b__"), "a_b");
        assert_eq!(normalised("9lives"), "t_9lives");
        assert_eq!(normalised("日本"), "t_");
        assert_eq!(normalised("é"), "t_");
        let long = "x".repeat(60);
        let short = normalised(&long);
        assert_eq!(short.len(), 48);
        assert!(short.starts_with(&"x".repeat(40)));
        assert_eq!(normalised(&"y".repeat(48)), "y".repeat(48));
    }
}
