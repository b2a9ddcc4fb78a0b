//! Texts that are probably secrets: keys and tokens that somebody left where others can read them.
//!
//! A guess, made to be right about what it names: a placeholder, a word, a path and an id of another kind are none. What is
//! found is never shown whole ([`blanked`]).

/// The starts of keys that their issuers made to be found, with the fewest characters that follow.
const STARTS: [(&str, usize); 22] = [
    ("sk-", 16),
    ("sk_live_", 12),
    ("rk_live_", 12),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("xoxr-", 10),
    ("xoxs-", 10),
    ("xapp-", 10),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("npm_", 30),
    ("hf_", 30),
    ("eyJ", 24),
];
/// What a private key in text form starts with, and what closes that line.
const PEM: [&str; 2] = ["-----BEGIN ", "PRIVATE KEY-----"];
/// Fewer characters of a key's body are an example of its form.
const PEM_BODY: usize = 24;
/// A key has at least so many different characters behind its start; `sk-xxxxxxxx` has one.
const DIFFERENT: usize = 7;
/// A token behind `Bearer` is at least so long.
const BEARER_CHARS: usize = 20;
/// Words in the names of what holds a digest.
const DIGESTS: [&str; 11] = [
    "commit", "sha", "sha1", "sha256", "ref", "rev", "revision", "hash", "digest", "checksum", "etag",
];
/// A random text is at least so long.
const RANDOM_CHARS: usize = 24;
/// And changes so often between letters and digits.
const CHANGES: usize = 5;
/// And has so many bits a character, of six that there can be; a hexadecimal one has four at most.
const BITS: f64 = 3.4;
/// The shortest value that is taken for a secret for its key's sake.
const KEYED_CHARS: usize = 6;
/// The last words of keys that hold a secret.
const KEYS: [&str; 14] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "api_key",
    "access_key",
    "secret_key",
    "private_key",
    "auth_key",
    "credential",
    "credentials",
    "authorization",
];
/// What stands in the place of a secret.
const PLACEHOLDERS: [&str; 16] = [
    "example",
    "your",
    "xxxx",
    "placeholder",
    "changeme",
    "change_me",
    "change-me",
    "dummy",
    "redacted",
    "insert",
    "replace",
    "sample",
    "fake",
    "****",
    "...",
    "…",
];
/// Values of such keys that are words of a programmer.
const WORDS: [&str; 10] = [
    "string", "bearer", "basic", "oauth", "oauth2", "default", "required", "optional", "disabled", "enabled",
];
/// Characters that stay of a blanked text, at most.
const KEPT: usize = 4;

/// Whether a value is probably a secret. `key` is the name that it stands under, if it has one: `hunter2x` says nothing,
/// under `password` it does. A text in which a secret stands is one, too.
pub fn looks_secret(key: Option<&str>, text: &str) -> bool {
    let is_digest = key.is_some_and(is_of_a_digest) && text.trim().chars().all(|c| c.is_ascii_hexdigit());
    secret_in(text).is_some()
        || is_random(text.trim()) && !is_digest
        || key.is_some_and(|key| is_kept_under(key, text.trim()))
}

/// A key or token within a text, told by its form alone; the first of several.
pub fn secret_in(text: &str) -> Option<&str> {
    private_key(text)
        .or_else(|| words(text).find(|word| has_known_start(word)))
        .or_else(|| bearer(text))
        .or_else(|| password_of_url(text))
}

/// A secret for people to find again, but not to use: its first characters, never more than a quarter of it.
pub fn blanked(text: &str) -> String {
    let kept = KEPT.min(text.chars().count() / 4);
    let start: String = text.chars().take(kept).collect();
    format!("{start}••••")
}

/// A private key with some of its body.
fn private_key(text: &str) -> Option<&str> {
    let start = text.find(PEM[0])?;
    let key = &text[start..];
    let end = key.find(PEM[1])? + PEM[1].len();
    let is_body = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let body = key[end..].trim_start_matches(['\\', 'n', 'r', '\n', '\r', ' ']);
    let length = body.chars().take_while(is_body).count();
    (length >= PEM_BODY && !is_placeholder(&body[..length])).then_some(key)
}

/// The token of an `Authorization` header.
fn bearer(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '+' | '/' | '=');
    text.match_indices("Bearer ").find_map(|(at, word)| {
        let rest = text[at + word.len()..].trim_start();
        let token = rest.find(|c| !is_part(c)).map_or(rest, |end| &rest[..end]);
        let has_digit = token.chars().any(|c| c.is_ascii_digit());
        (token.len() >= BEARER_CHARS && has_digit && different(token) >= DIFFERENT && !is_placeholder(token))
            .then_some(token)
    })
}

/// The password in `scheme://user:password@host`. A word that says what belongs there is none.
fn password_of_url(text: &str) -> Option<&str> {
    text.match_indices("://").find_map(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '/' | '"' | '\'' | '`' | ')' | ','));
        let (user, _) = rest[..end.unwrap_or(rest.len())].rsplit_once('@')?;
        let (_, password) = user.split_once(':')?;
        let lower = password.to_lowercase();
        let is_named = KEYS.iter().chain(&["pass", "pwd"]).any(|word| lower.contains(word));
        let is_reference = password.starts_with(['$', '<', '{', '%', '[', '*']);
        (password.len() >= KEYED_CHARS && !is_named && !is_reference && !is_placeholder(password)).then_some(password)
    })
}

/// Whether what stands under a key is the digest of something that everybody may have.
fn is_of_a_digest(key: &str) -> bool {
    let key = snake(key);
    key.split('_').any(|word| DIGESTS.contains(&word))
}

/// The runs of characters that keys are made of.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '+');
    text.split(move |c: char| !is_part(c))
        .map(|word| word.trim_end_matches(['.', '-']))
        .filter(|word| !word.is_empty())
}

fn has_known_start(word: &str) -> bool {
    STARTS.iter().any(|(start, fewest)| {
        let Some(rest) = word.strip_prefix(start) else {
            return false;
        };
        rest.len() >= *fewest
            && rest.chars().any(|c| c.is_ascii_digit())
            && different(rest) >= DIFFERENT
            && !is_placeholder(rest)
    })
}

fn different(text: &str) -> usize {
    let mut seen: Vec<char> = text.chars().collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len()
}

fn is_placeholder(text: &str) -> bool {
    let text = text.to_lowercase();
    PLACEHOLDERS.iter().any(|word| text.contains(word))
}

/// Whether a text is one word that nobody made up: long, of letters and digits mixed, no two like the other.
fn is_random(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '/' | '=');
    if text.len() < RANDOM_CHARS || !text.chars().all(is_part) || is_placeholder(text) || is_uuid(text) {
        return false;
    }
    let has = |kind: fn(&char) -> bool| text.chars().any(|c| kind(&c));
    if !has(char::is_ascii_digit) || !has(char::is_ascii_alphabetic) {
        return false;
    }
    // A path or a list of words has its own marks again and again.
    let marks = text.chars().filter(|c| !c.is_ascii_alphanumeric()).count();
    if marks * 8 > text.len() {
        return false;
    }
    let letters: Vec<bool> = text
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.is_ascii_digit())
        .collect();
    let changes = letters.windows(2).filter(|pair| pair[0] != pair[1]).count();
    changes >= CHANGES && bits(text) >= BITS
}

/// Eight, four, four, four and twelve hexadecimal digits: an id that hides nothing.
fn is_uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 4, 4, 4, 12] && parts.iter().all(|part| part.chars().all(|c| c.is_ascii_hexdigit()))
}

/// Shannon's bits a character.
fn bits(text: &str) -> f64 {
    let mut counts = [0_u32; 128];
    for byte in text.bytes() {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }
    let all = f64::from(counts.iter().sum::<u32>());
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| f64::from(*count) / all)
        .map(|share| -share * share.log2())
        .sum()
}

/// Whether a value that says nothing itself stands under a key that does.
fn is_kept_under(key: &str, text: &str) -> bool {
    let key = snake(key);
    let holds_secret = KEYS
        .iter()
        .any(|last| key == *last || key.strip_suffix(last).is_some_and(|rest| rest.ends_with('_')));
    let lower = text.to_lowercase();
    let is_reference = text.starts_with(['$', '<', '{', '%', '/', '~']) || text.contains("://");
    let is_plain = lower == key || WORDS.contains(&lower.as_str()) || text.chars().all(|c| c.is_ascii_digit());
    holds_secret
        && text.chars().count() >= KEYED_CHARS
        && !text.contains(char::is_whitespace)
        && !is_reference
        && !is_plain
        && !is_placeholder(text)
}

/// `apiKey`, `API-KEY` and `api key` as `api_key`.
fn snake(key: &str) -> String {
    let mut out = String::new();
    let mut was_lower = false;
    for c in key.chars() {
        if c.is_ascii_uppercase() && was_lower {
            out.push('_');
        }
        was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        out.push(if c.is_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        });
    }
    out.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{blanked, looks_secret, secret_in};

    /// Put together here, so that nothing that looks for secrets in files finds one.
    fn made(start: &str) -> String {
        format!("{start}{}", "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG")
    }

    #[test]
    fn keys_are_known_by_their_start() {
        for start in [
            "sk-",
            "ghp_",
            "github_pat_",
            "glpat-",
            "xoxb-",
            "AIza",
            "npm_",
            "hf_",
            "eyJ",
        ] {
            let key = made(start);
            assert!(looks_secret(None, &key), "{key}");
            let text = format!("Use `{key}`, please.");
            assert_eq!(secret_in(&text), Some(key.as_str()));
        }
        let amazon = format!("AKIA{}", "QW3RTY7UI9OP1AS5");
        assert!(looks_secret(None, &amazon));
        assert!(looks_secret(None, &format!("Bearer {}", made("eyJ"))));
        let pem = format!("-----BEGIN RSA {} {}", "PRIVATE KEY-----", made("MIIE"));
        assert!(looks_secret(None, &pem));
    }

    #[test]
    fn tokens_of_headers_and_passwords_of_addresses_are_found_in_their_places() {
        let token = made("");
        let header = format!("Authorization: Bearer {token}, and more");
        assert_eq!(secret_in(&header), Some(token.as_str()));
        assert_eq!(secret_in("at postgres://admin:s3cr3tPw9@db.local/x"), Some("s3cr3tPw9"));
        for text in [
            "Bearer your-token-goes-here-12345",
            "Bearer authentication is needed",
            "postgres://user:password@localhost:5432/db",
            "https://user:$PASSWORD@example.com",
            "https://example.com:8080/a@b",
            "redis://:@localhost",
        ] {
            assert_eq!(secret_in(text), None, "{text}");
        }
        let digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b";
        assert!(!looks_secret(Some("commitSha"), digest));
        assert!(looks_secret(Some("value"), digest));
    }

    #[test]
    fn examples_of_a_form_are_none() {
        for text in [
            "sk-...",
            "sk-xxxxxxxxxxxxxxxxxxxxxxxx1",
            "ghp_your_token_goes_here_1234567",
            "starts with ghp_ or github_pat_",
            "AKIAIOSFODNN7EXAMPLE",
            "a PEM text such as -----BEGIN PRIVATE KEY-----",
            "sk-learn-pipeline-with-many-steps",
            "task-1234567890abcdefghij",
            "eyJ",
        ] {
            assert!(!looks_secret(None, text), "{text}");
        }
    }

    #[test]
    fn a_random_word_is_one_alone() {
        assert!(looks_secret(None, &made("")));
        assert!(looks_secret(None, "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"));
        for text in [
            "getUserAccessTokenForWorkspaceV2",
            "created,reporter,labels",
            "2026-12-01T00:00:00.000Z",
            "123e4567-e89b-12d3-a456-426614174000",
            "https://example.com/a1/b2/c3/d4/e5/f6",
            "abcdefghijklmnopqrstuvwxyz0123456789",
            "9007199254740991900719925474099",
            "customfield_10001_customfield_10002",
            "claude-3-5-sonnet-20241022-v2",
            "",
        ] {
            assert!(!looks_secret(None, text), "{text}");
        }
    }

    #[test]
    fn a_key_says_what_its_value_is() {
        for (key, text) in [
            ("password", "hunter2x"),
            ("apiKey", "letmein42"),
            ("DB_PASSWORD", "correct-horse"),
            ("X-Auth-Token", "abc123def"),
        ] {
            assert!(looks_secret(Some(key), text), "{key}");
            assert!(!looks_secret(None, text), "{text}");
        }
        for (key, text) in [
            ("password", "short"),
            ("password", "your-password"),
            ("token", "${TOKEN_OF_MINE}"),
            ("token", "$TOKEN_OF_MINE"),
            ("authorization", "Bearer"),
            ("sort_key", "created_at"),
            ("max_tokens", "100000"),
            ("token", "1234567"),
            ("tokenizer", "cl100k_base"),
            ("secret", "name of the secret"),
        ] {
            assert!(!looks_secret(Some(key), text), "{key}: {text}");
        }
    }

    #[test]
    fn little_of_a_secret_is_shown() {
        assert_eq!(blanked(&made("ghp_")), "ghp_••••");
        assert_eq!(blanked("hunter2"), "h••••");
        assert_eq!(blanked("abc"), "••••");
    }
}
