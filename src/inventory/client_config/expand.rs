//! Variables in a configuration's values, as its client would fill them in.

/// A variable that is not set, as a person would look for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unset {
    /// An environment variable.
    #[error("the environment variable `{0}` is not set")]
    Variable(String),
    /// Something that only the client can fill in: an input that it asks for, a folder that it has open.
    #[error("`${{{0}}}` is filled in by the client alone")]
    Client(String),
}

/// What an editor knows of its own window, as VS Code and those made of it name it.
const OF_CLIENT: [&str; 18] = [
    "workspaceFolder",
    "workspaceFolderBasename",
    "userHome",
    "pathSeparator",
    "file",
    "fileWorkspaceFolder",
    "relativeFile",
    "relativeFileDirname",
    "fileBasename",
    "fileBasenameNoExtension",
    "fileExtname",
    "fileDirname",
    "fileDirnameBasename",
    "cwd",
    "lineNumber",
    "selectedText",
    "execPath",
    "defaultBuildTask",
];

/// Fills in `$NAME`, `${NAME}`, `${NAME:-default}` and `${env:NAME}`. `lookup` gives the value of a variable.
pub fn expanded(text: &str, lookup: impl Fn(&str) -> Option<String>) -> Result<String, Unset> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some((inside, behind)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            out.push_str(&braced(inside, &lookup)?);
            rest = behind;
            continue;
        }
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let name = &rest[..end];
        if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            out.push_str(&lookup(name).ok_or_else(|| Unset::Variable(name.to_owned()))?);
            rest = &rest[end..];
        } else {
            out.push('$');
        }
    }
    out.push_str(rest);
    Ok(out)
}

fn braced(inside: &str, lookup: &impl Fn(&str) -> Option<String>) -> Result<String, Unset> {
    let (name, default) = match inside.split_once(":-") {
        Some((name, default)) => (name, Some(default)),
        None => (inside, None),
    };
    let name = name.strip_prefix("env:").unwrap_or(name);
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(Unset::Client(inside.to_owned()));
    }
    lookup(name).or_else(|| default.map(str::to_owned)).ok_or_else(|| {
        if OF_CLIENT.contains(&name) {
            Unset::Client(inside.to_owned())
        } else {
            Unset::Variable(name.to_owned())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Unset, expanded};

    #[test]
    fn variables_are_filled_in_as_clients_do() {
        let lookup = |name: &str| (name == "A").then(|| "1".to_owned());
        let check = |text: &str, expected: &str| assert_eq!(expanded(text, lookup).as_deref(), Ok(expected), "{text}");
        check("x $A y", "x 1 y");
        check("${A}${env:A}", "11");
        check("${B:-2}/$A", "2/1");
        check("100$ and $5", "100$ and $5");
        check("${A:-2}", "1");
        assert_eq!(expanded("$B", lookup), Err(Unset::Variable("B".to_owned())));
        assert_eq!(expanded("${env:B}", lookup), Err(Unset::Variable("B".to_owned())));
        assert_eq!(
            expanded("${input:token}", lookup),
            Err(Unset::Client("input:token".to_owned()))
        );
        assert_eq!(
            expanded("${workspaceFolder}/.env", lookup),
            Err(Unset::Client("workspaceFolder".to_owned()))
        );
        check("${workspaceFolder:-.}", ".");
        check("${open", "${open");
    }
}
