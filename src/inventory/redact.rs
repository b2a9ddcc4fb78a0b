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

/// A command on one line: arguments with blanks in quotes, what looks secret left out, the home folder as `~`.
pub fn command(program: &str, args: &[String]) -> String {
    let mut shown = vec![quoted(&without_home(program))];
    let mut is_value_of_telling = false;
    for arg in args {
        let is_option = arg.starts_with('-');
        let text = if is_value_of_telling && !is_option && !is_reference(arg) {
            LEFT_OUT.to_owned()
        } else {
            argument(arg)
        };
        is_value_of_telling = is_option && !arg.contains('=') && is_telling(arg);
        shown.push(quoted(&without_home(&text)));
    }
    shown.join(" ")
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
        .map(|part| if looks_secret(None, part) { LEFT_OUT } else { part })
        .collect();
    parts.join("/")
}

fn argument(arg: &str) -> String {
    if arg.contains("://") {
        let (before, address) = match arg.split_once('=') {
            Some((name, value)) if value.contains("://") && name.starts_with('-') => (format!("{name}="), value),
            _ => (String::new(), arg),
        };
        return format!("{before}{}", url(address));
    }
    if let Some((name, value)) = arg.split_once('=') {
        let is_secret = is_telling(name) || looks_secret(Some(name), value);
        return if is_secret && !is_reference(value) {
            format!("{name}={LEFT_OUT}")
        } else {
            arg.to_owned()
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
    if looks_secret(None, arg) {
        LEFT_OUT.to_owned()
    } else {
        arg.to_owned()
    }
}

fn is_telling(name: &str) -> bool {
    let name = name.to_lowercase();
    TELLING.iter().any(|word| name.contains(word))
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
    use super::{command, url};

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
    }
}
