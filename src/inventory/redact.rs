//! Commands and addresses as they may stand in a file that is shared.
//!
//! Stricter than a guess at what is a secret: whatever stands where people put one is left out, be it one or not.

use crate::diagnostics::looks_secret;

/// What stands in the place of what is left out.
const LEFT_OUT: &str = "…";
/// Words within the names of options and variables that hold secrets.
const TELLING: [&str; 9] = [
    "key",
    "token",
    "secret",
    "passw",
    "pwd",
    "auth",
    "credential",
    "cookie",
    "bearer",
];

/// The last words of such names that are too short to be looked for within them.
const TELLING_LAST: [&str; 2] = ["pat", "pass"];
/// A part of a path or a hexadecimal argument that is so long is no word.
const LONG: usize = 20;
/// So many characters of it stand where letters and digits are mixed.
const MIXED: usize = 8;
/// What parts commands of a shell: a text with one of them may do something, which a person must see.
const SHELL: [char; 10] = [';', '&', '|', '<', '>', '(', ')', '`', '$', '\n'];

/// A command on one line: arguments with blanks in quotes, what looks secret left out, the home folder as `~`.
pub fn command(program: &str, args: &[String]) -> String {
    let mut shown = vec![quoted(&without_home(program))];
    shown.extend(arguments(args).iter().map(|text| quoted(&without_home(text))));
    shown.join(" ")
}

/// Arguments, each with what looks secret left out.
fn arguments(args: &[String]) -> Vec<String> {
    let mut before = "";
    let shown = args.iter().map(|arg| {
        let text = after(before, arg);
        before = arg;
        text
    });
    shown.collect()
}

/// Arguments for a person who decides whether they may run: what looks secret is left out, but no command is hidden behind it.
pub fn asked(args: &[String]) -> Vec<String> {
    let shown = arguments(args);
    let both = args.iter().zip(shown);
    both.map(|(arg, shown)| {
        let is_sentence = arg.contains(char::is_whitespace);
        if shown == *arg || !(is_sentence && arg.contains(SHELL)) {
            return shown;
        }
        let words = arg.split_inclusive(char::is_whitespace).map(|word| {
            let bare = word.trim_end();
            format!("{}{}", argument(bare), &word[bare.len()..])
        });
        words.collect()
    })
    .collect()
}

/// What of arguments is left out, each under a name that tells what it is.
pub(super) fn left_out(args: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (arg, shown) in args.iter().zip(arguments(args)) {
        if shown == *arg {
            continue;
        }
        if is_address(arg) {
            found.extend(left_out_of_url(arg));
            continue;
        }
        // What stands between two parts that stay.
        let mut parts = shown.split(LEFT_OUT).peekable();
        let mut rest = parts.next().and_then(|start| arg.strip_prefix(start)).unwrap_or(arg);
        while let Some(part) = parts.next() {
            let end = if parts.peek().is_none() {
                rest.strip_suffix(part).map_or(rest.len(), str::len)
            } else {
                rest.find(part).unwrap_or(rest.len())
            };
            found.push(("secret".to_owned(), rest[..end].trim().to_owned()));
            rest = rest.get(end + part.len()..).unwrap_or_default();
        }
    }
    found
}

/// What of an address is left out, each under its name in the query.
pub(super) fn left_out_of_url(text: &str) -> Vec<(String, String)> {
    let secret = |text: &str| ("secret".to_owned(), text.to_owned());
    let mut found = Vec::new();
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    if !fragment.is_empty() {
        found.push(("fragment".to_owned(), fragment.to_owned()));
    }
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    for part in query.split('&').filter(|part| !part.is_empty()) {
        found.push(match part.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => secret(part),
        });
    }
    let rest = path.split_once("://").map_or(path, |(_, rest)| rest);
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if let Some((user, _)) = host.rsplit_once('@') {
        found.push(secret(user.split_once(':').map_or(user, |(_, password)| password)));
    }
    found.extend(path.split('/').filter(|part| is_key_in_path(part)).map(secret));
    found
}

/// An address without a password, and without the values of its query.
pub fn url(text: &str) -> String {
    let (text, fragment) = match text.split_once('#') {
        Some((text, _)) => (text, format!("#{LEFT_OUT}")),
        None => (text, String::new()),
    };
    let (path, query) = match text.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (text, None),
    };
    let query = query.map_or_else(String::new, |query| {
        let parts: Vec<String> = query
            .split('&')
            .map(|part| match part.split_once('=') {
                Some((_, value)) if is_reference(value) => part.to_owned(),
                Some((name, _)) => format!("{name}={LEFT_OUT}"),
                None => LEFT_OUT.to_owned(),
            })
            .collect();
        format!("?{}", parts.join("&"))
    });
    let path = match path.split_once("://") {
        Some((scheme, rest)) => {
            let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let host = host
                .rsplit_once('@')
                .map_or_else(|| host.to_owned(), |(_, host)| format!("{LEFT_OUT}@{host}"));
            format!("{scheme}://{host}{}", path_parts(path))
        }
        None => path_parts(path),
    };
    format!("{path}{query}{fragment}")
}

/// Some servers take a key as a part of the path.
fn path_parts(path: &str) -> String {
    let parts: Vec<&str> = path
        .split('/')
        .map(|part| if is_key_in_path(part) { LEFT_OUT } else { part })
        .collect();
    parts.join("/")
}

/// Whether a part of a path is no word: long, with letters and digits mixed.
fn is_key_in_path(part: &str) -> bool {
    let is_mixed =
        |run: &&str| run.contains(|c: char| c.is_ascii_digit()) && run.contains(|c: char| c.is_ascii_alphabetic());
    let runs = part.split(|c: char| !c.is_ascii_alphanumeric());
    let mixed: usize = runs.filter(is_mixed).map(str::len).sum();
    looks_secret(None, part) || (part.len() >= LONG && mixed >= MIXED && !part.contains("${"))
}

/// An argument behind another, which may say what it is.
fn after(before: &str, arg: &str) -> String {
    let is_option = before.starts_with('-') && !before.contains('=');
    let is_value = is_option && !arg.starts_with('-') && !is_reference(arg);
    let name = before.trim_start_matches('-');
    if is_value && (name == "H" || matches!(name.to_lowercase().as_str(), "header" | "headers")) {
        return header(arg).unwrap_or_else(|| argument(arg));
    }
    // `-k` is a folder or a switch as well.
    let is_key = before == "-k" && !arg.starts_with(['/', '.', '~']);
    if is_value && (is_key || is_telling(name)) {
        return LEFT_OUT.to_owned();
    }
    argument(arg)
}

/// A header without its value, whatever its name is.
fn header(arg: &str) -> Option<String> {
    let at = arg.find([':', '=']).filter(|_| !is_address(arg))?;
    let (name, value) = (&arg[..=at], &arg[at + 1..]);
    (!value.trim().is_empty() && !is_reference(value.trim())).then(|| format!("{name}{LEFT_OUT}"))
}

/// Whether a text is an address from its start.
fn is_address(text: &str) -> bool {
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    text.split_once("://")
        .is_some_and(|(scheme, _)| !scheme.is_empty() && scheme.chars().all(is_scheme))
}

fn argument(arg: &str) -> String {
    if is_address(arg) {
        return url(arg);
    }
    if let Some((name, value)) = arg.split_once('=')
        && name.starts_with('-')
    {
        if is_address(value) {
            return format!("{name}={}", url(value));
        }
        if matches!(
            name.trim_start_matches('-').to_lowercase().as_str(),
            "header" | "headers"
        ) && let Some(header) = header(value)
        {
            return format!("{name}={header}");
        }
    }
    // The settings of a connection.
    if arg.contains(';') && arg.contains('=') {
        let parts: Vec<String> = arg.split(';').map(argument).collect();
        return parts.join(";");
    }
    if arg.contains("://") {
        return url(arg);
    }
    if let Some((name, value)) = arg.split_once('=') {
        if is_reference(value) {
            return arg.to_owned();
        }
        return if is_telling(name) || looks_secret(Some(name), value) {
            format!("{name}={LEFT_OUT}")
        } else {
            format!("{name}={}", argument(value))
        };
    }
    // `Authorization: Bearer …` as some bridges take it.
    if let Some((name, value)) = arg.split_once(':')
        && is_telling(name)
        && !value.is_empty()
        && !is_reference(value.trim())
    {
        return format!("{name}:{LEFT_OUT}");
    }
    if looks_secret(None, arg) || is_long_hex(arg) {
        LEFT_OUT.to_owned()
    } else {
        arg.to_owned()
    }
}

fn is_long_hex(text: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| text.bytes().any(|byte| kind(&byte));
    text.len() >= LONG
        && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
}

/// Whether a name is one that secrets are kept under.
pub(super) fn is_telling(name: &str) -> bool {
    let name = name.to_lowercase();
    let last = name.rsplit(|c: char| !c.is_alphanumeric()).next();
    TELLING.iter().any(|word| name.contains(word)) || last.is_some_and(|last| TELLING_LAST.contains(&last))
}

/// A variable that is named instead of a value.
fn is_reference(text: &str) -> bool {
    text.starts_with("${") && text.ends_with('}') && text.matches("${").count() == 1 && !text.contains(":-")
}

/// Whose folder it is says who wrote it.
fn without_home(text: &str) -> String {
    for folder in ["/home/", "/Users/", "C:\\Users\\", "c:\\Users\\", "C:/Users/"] {
        if let Some(at) = text.find(folder) {
            let (before, rest) = (&text[..at], &text[at + folder.len()..]);
            let end = rest.find(['/', '\\']).unwrap_or(rest.len());
            return format!("{before}~{}", &rest[end..]);
        }
    }
    text.to_owned()
}

fn quoted(text: &str) -> String {
    if text.is_empty() || text.contains(char::is_whitespace) {
        format!("\"{}\"", text.replace('"', "\\\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{asked, command, left_out, left_out_of_url, url};

    #[track_caller]
    fn check(args: &[&str], expected: &str) {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        assert_eq!(command("npx", &args), format!("npx {expected}"));
    }

    #[test]
    fn what_stands_where_secrets_do_is_left_out() {
        check(
            &["-y", "srv", "--api-key=abc", "--verbose"],
            "-y srv --api-key=… --verbose",
        );
        check(&["--token", "abc", "--port", "8080"], "--token … --port 8080");
        check(&["--token", "${TOKEN}"], "--token ${TOKEN}");
        check(&["--token=${T:-abc}"], "--token=…");
        check(&["Authorization: Bearer abc"], "Authorization:…");
        check(&["postgres://u:p@h:5432/db"], "postgres://…@h:5432/db");
        check(
            &["--url=https://h.example.com/a?key=1&b=${B}"],
            "--url=https://h.example.com/a?key=…&b=${B}",
        );
        check(
            &["/home/somebody/My Documents", "/Users/somebody"],
            "\"~/My Documents\" ~",
        );
        check(&["--preset", "mail,calendar"], "--preset mail,calendar");
    }

    #[test]
    fn an_address_keeps_what_says_where() {
        assert_eq!(url("https://mcp.example.com/mcp"), "https://mcp.example.com/mcp");
        assert_eq!(
            url("https://u:p@mcp.example.com/mcp?x=y&z#t"),
            "https://…@mcp.example.com/mcp?x=…&…#…"
        );
        let key = format!("https://mcp.example.com/{}/sse", "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG");
        assert_eq!(url(&key), "https://mcp.example.com/…/sse");
        for (path, shown) in [
            ("api/mcp/s/Zm9vYmFy0123barbaz1x/mcp", "api/mcp/s/…/mcp"),
            ("s/123e4567-e89b-12d3-a456-426614174000/mcp", "s/…/mcp"),
            (
                "my-own-server-of-tools-2025/v2/mcp",
                "my-own-server-of-tools-2025/v2/mcp",
            ),
        ] {
            let address = |path| format!("https://mcp.example.com/{path}");
            assert_eq!(url(&address(path)), address(shown));
        }
    }

    #[test]
    fn secrets_under_short_names_and_in_pairs_are_left_out() {
        check(&["--pat", "abc", "--pass", "abc", "-k", "abc"], "--pat … --pass … -k …");
        check(
            &["--path", "abc", "--bypass", "abc", "-k", "./abc"],
            "--path abc --bypass abc -k ./abc",
        );
        check(
            &["--connection-string", "Server=tcp://h;Uid=sa;Pwd=V"],
            "--connection-string Server=tcp://h;Uid=sa;Pwd=…",
        );
        check(&["--dsn=host=h password=V"], "\"--dsn=host=h password=…\"");
        check(&["0123456789abcdef0123", "0123456789"], "… 0123456789");
        check(
            &["--header", "X-Foo: V", "-H", "X-Bar=${B}", "--header=X-Foo: V"],
            "--header X-Foo:… -H X-Bar=${B} --header=X-Foo:…",
        );
    }

    #[test]
    fn a_command_is_not_hidden_behind_a_secret() {
        let of = |args: &[&str]| {
            let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
            asked(&args).join(" ")
        };
        assert_eq!(of(&["--token", "abc", "--api-key=abc"]), "--token … --api-key=…");
        assert_eq!(of(&["-c", "TOKEN=abc; rm -rf x"]), "-c TOKEN=…; rm -rf x");
        assert_eq!(of(&["--token", "x && rm -rf x"]), "--token x && rm -rf x");
        assert_eq!(of(&["Authorization: Bearer abc"]), "Authorization:…");
    }

    #[test]
    fn what_is_left_out_is_known() {
        let of = |args: &[&str]| -> Vec<String> {
            let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
            left_out(&args).into_iter().map(|(_, value)| value).collect()
        };
        assert_eq!(of(&["--token", "abc", "x"]), ["abc"]);
        assert_eq!(of(&["A=1;Pwd=V;B=2;Key=W"]), ["V", "W"]);
        assert_eq!(of(&["Authorization: Bearer abc"]), ["Bearer abc"]);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            left_out_of_url("https://u:p@h/a/0123456789abcdef0123?x=y#z"),
            [
                pair("fragment", "z"),
                pair("x", "y"),
                pair("secret", "p"),
                pair("secret", "0123456789abcdef0123")
            ]
        );
    }
}
