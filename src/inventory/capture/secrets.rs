//! Blanks what looks secret in commands and addresses: an inventory file is shared.
//!
//! A guess by names and shapes, which can miss: keys belong into the environment or a header, which are never written.

/// What stands where something secret stood.
const BLANK: &str = "***";
/// Words of a name whose value is secret.
const SECRET_WORDS: [&str; 22] = [
    "apikey",
    "auth",
    "authorization",
    "bearer",
    "cookie",
    "credential",
    "credentials",
    "dsn",
    "jwt",
    "key",
    "pass",
    "passphrase",
    "passwd",
    "password",
    "pat",
    "pwd",
    "secret",
    "secrets",
    "sig",
    "signature",
    "token",
    "tokens",
];
/// How keys of well-known services start.
const KEY_PREFIXES: [&str; 13] = [
    "AIza",
    "AKIA",
    "Bearer ",
    "Basic ",
    "eyJ",
    "ghp_",
    "gho_",
    "github_pat_",
    "glpat-",
    "npm_",
    "sk-",
    "sk_",
    "xox",
];
/// A run of letters and digits from this length on is a key rather than a name, if it has digits enough.
const KEY_CHARS: usize = 20;
/// A key that starts as one of a service is at least this long.
const PREFIXED_KEY_CHARS: usize = 12;

/// Arguments with what looks secret blanked.
pub fn blanked(args: &[String]) -> Vec<String> {
    let mut is_secret = false;
    args.iter()
        .map(|arg| {
            if std::mem::take(&mut is_secret) && !arg.starts_with('-') {
                return BLANK.to_owned();
            }
            is_secret = arg.starts_with('-') && !arg.contains('=') && is_secret_name(arg);
            blanked_argument(arg)
        })
        .collect()
}

/// One argument, or an address.
pub(super) fn blanked_argument(arg: &str) -> String {
    if let Some(address) = blanked_address(arg) {
        return address;
    }
    // `--api-key=…`, `TOKEN=…`, `Authorization: …`
    for mark in ["=", ": ", ":"] {
        if let Some((name, value)) = arg.split_once(mark)
            && !value.is_empty()
            && !name.contains(['/', ' '])
        {
            let value = if is_secret_name(name) {
                BLANK.to_owned()
            } else {
                blanked_argument(value)
            };
            return format!("{name}{mark}{value}");
        }
    }
    if is_key(arg) { BLANK.to_owned() } else { arg.to_owned() }
}

/// An address with the user, secret parameters and what looks like a key in its path blanked; `None` if it is none.
fn blanked_address(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    if scheme.is_empty()
        || !scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    {
        return None;
    }
    let (rest, fragment) = rest
        .split_once('#')
        .map_or((rest, None), |(rest, fragment)| (rest, Some(fragment)));
    let (rest, query) = rest
        .split_once('?')
        .map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let (host, path) = rest
        .split_once('/')
        .map_or((rest, None), |(host, path)| (host, Some(path)));
    let host = host
        .rsplit_once('@')
        .map_or_else(|| host.to_owned(), |(_, host)| format!("{BLANK}@{host}"));
    let mut out = format!("{scheme}://{host}");
    if let Some(path) = path {
        let parts = path.split('/').map(|part| if is_key(part) { BLANK } else { part });
        out.push('/');
        out.push_str(&parts.collect::<Vec<_>>().join("/"));
    }
    if let Some(query) = query {
        let parts = query.split('&').map(|part| match part.split_once('=') {
            Some((name, value)) if is_secret_name(name) || is_key(value) => format!("{name}={BLANK}"),
            _ if is_key(part) => BLANK.to_owned(),
            _ => part.to_owned(),
        });
        out.push('?');
        out.push_str(&parts.collect::<Vec<_>>().join("&"));
    }
    if let Some(fragment) = fragment {
        out.push('#');
        out.push_str(if fragment.contains('=') || is_key(fragment) {
            BLANK
        } else {
            fragment
        });
    }
    Some(out)
}

fn is_secret_name(name: &str) -> bool {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        // `apiKey` are two words, `APIKEY` is one.
        if !c.is_alphanumeric() || (was_lower && c.is_uppercase()) {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.iter().any(|word| {
        SECRET_WORDS.contains(&word.as_str())
            || ["apikey", "password", "secret", "token"]
                .iter()
                .any(|secret| word.ends_with(secret))
    })
}

fn is_key(text: &str) -> bool {
    let has_prefix = KEY_PREFIXES.iter().any(|prefix| text.starts_with(prefix));
    if has_prefix && text.chars().count() >= PREFIXED_KEY_CHARS {
        return true;
    }
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .any(|run| {
            let digits = run.chars().filter(char::is_ascii_digit).count();
            let letters = run.chars().filter(char::is_ascii_alphabetic).count();
            run.len() >= KEY_CHARS && digits >= 3 && letters >= 3
        })
}

#[cfg(test)]
mod tests {
    use super::{blanked, blanked_argument};

    #[test]
    fn what_looks_secret_is_blanked() {
        for (arg, shown) in [
            ("--api-key=abc", "--api-key=***"),
            ("--apiKey=abc", "--apiKey=***"),
            ("GITHUB_TOKEN=abc", "GITHUB_TOKEN=***"),
            ("Authorization: Bearer abc", "Authorization: ***"),
            ("X-Api-Key:abc", "X-Api-Key:***"),
            ("sk-live-abcdefghi", "***"),
            ("0123456789abcdef0123456789abcdef", "***"),
            (
                "postgres://me:secret@db.example.com/app",
                "postgres://***@db.example.com/app",
            ),
            (
                "https://example.com/mcp?api_key=a&v=1",
                "https://example.com/mcp?api_key=***&v=1",
            ),
            (
                "https://example.com/s/0123456789abcdef0123/mcp",
                "https://example.com/s/***/mcp",
            ),
            ("https://example.com/#access_token=x", "https://example.com/#***"),
            ("--url=https://a:b@example.com", "--url=https://***@example.com"),
        ] {
            assert_eq!(blanked_argument(arg), shown);
        }
        let args = ["--token", "abc", "--key", "--verbose", "x"].map(str::to_owned);
        assert_eq!(blanked(&args), ["--token", "***", "--key", "--verbose", "x"]);
    }

    #[test]
    fn what_does_not_is_left() {
        for arg in [
            "-y",
            "@modelcontextprotocol/server-everything@2026.7.4",
            "--author=me",
            "--keyboard",
            "/home/me/some-long-folder-name/with/many_parts_2026",
            "https://example.com:8080/mcp?version=2",
            "--log-level=debug",
            "mcp_server_time",
            "C:\\tools\\server.exe",
        ] {
            assert_eq!(blanked_argument(arg), arg);
        }
    }
}
