//! `--set path=value`: an assignment becomes the smallest variant that says it, so that what-ifs of the command line are
//! read and checked by the same code as files.

use super::edit::Edit;
use super::tree::{Entry, Node, Value, parse};
use crate::diagnostics::{At, FileId, Problem, suggest};
use std::fmt;

/// `budget.tool_definitions.max_items=40`, still text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Keys from the outermost on.
    pub keys: Vec<String>,
    /// The value as YAML; empty deletes the key.
    pub value: String,
}

impl Assignment {
    /// Reads `path=value`. Keys are parted by dots; a key that holds dots stands in quotes: `tools."people.search".notes=x`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut keys = Vec::new();
        let mut key = String::new();
        let mut quoted = false;
        let mut chars = text.char_indices();
        for (at, c) in &mut chars {
            match c {
                '"' => quoted = !quoted,
                '.' if !quoted => keys.push(std::mem::take(&mut key)),
                '=' if !quoted => {
                    keys.push(key);
                    if keys.iter().any(String::is_empty) {
                        break;
                    }
                    return Ok(Self {
                        keys,
                        value: text[at + 1..].trim().to_owned(),
                    });
                }
                c => key.push(c),
            }
        }
        Err(format!(
            "`{text}` is not of the form `path=value`, such as `flags.browser.enabled=true`"
        ))
    }
}

impl From<&Edit> for Assignment {
    fn from(edit: &Edit) -> Self {
        let value = match edit.value() {
            serde_json::Value::String(text) if is_plain(&text) => text,
            value => value.to_string(),
        };
        Self {
            keys: edit.keys(),
            value,
        }
    }
}

/// Whether YAML reads a text as itself without quotes, in one line.
fn is_plain(text: &str) -> bool {
    let is_read = |node: Node| matches!(node.value, Value::String(read) if read == text);
    !text.contains(['\n', '\r']) && parse(text, FileId(0)).is_ok_and(|(node, _)| is_read(node))
}

impl fmt::Display for Assignment {
    /// As it would be typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, key) in self.keys.iter().enumerate() {
            let dot = if place == 0 { "" } else { "." };
            if key.contains(['.', '=']) {
                write!(f, "{dot}\"{key}\"")?;
            } else {
                write!(f, "{dot}{key}")?;
            }
        }
        write!(f, "={}", self.value)
    }
}

/// The text in which the places of an overlay's problems are: a line an assignment.
pub(super) fn overlay_text(assignments: &[Assignment]) -> String {
    let lines: Vec<String> = assignments
        .iter()
        .map(|one| one.to_string().replace(['\n', '\r'], " "))
        .collect();
    lines.join("\n")
}

/// The variant that some assignments make, each over the one before. `file` holds their `overlay_text`.
pub fn overlay(assignments: &[Assignment], file: FileId) -> Result<Option<OverlayNode>, Problem> {
    let mut whole: Option<Node> = None;
    for (place, assignment) in assignments.iter().enumerate() {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let line_at = |column: usize| At {
            file,
            line: clamp(place + 1),
            column: clamp(column + 1),
        };
        let value_column = assignment.to_string().chars().count() - assignment.value.chars().count();
        // The value is parsed as a text of its own and moved to where it stands.
        let moved = |at: At| line_at(value_column + at.column.saturating_sub(1) as usize);
        let value = if assignment.value.is_empty() {
            Node {
                at: line_at(value_column),
                value: Value::Null,
            }
        } else {
            let parsed = parse(&assignment.value, file).and_then(|(node, mut problems)| match problems.pop() {
                None => Ok(node),
                Some(problem) => Err(problem),
            });
            match parsed {
                Ok(node) => relocated(node, &moved),
                Err(problem) => {
                    return Err(Problem {
                        at: problem.at.map(moved),
                        ..problem
                    });
                }
            }
        };
        let nested = assignment.keys.iter().rev().fold(value, |node, key| Node {
            at: line_at(0),
            value: Value::Mapping(vec![Entry {
                key: key.clone(),
                key_at: line_at(0),
                node,
            }]),
        });
        whole = Some(match whole {
            None => nested,
            Some(earlier) => join(earlier, nested),
        });
    }
    Ok(whole.map(OverlayNode))
}

/// Assignments that reach into something that the scenario does not have: a misspelt flag would be a new one, which
/// nothing requires, and the answer to the what-if would be wrong without a word.
pub(super) fn misses(root: &Node, assignments: &[Assignment], file: FileId) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (place, assignment) in assignments.iter().enumerate() {
        let at = At {
            file,
            line: u32::try_from(place + 1).unwrap_or(u32::MAX),
            column: 1,
        };
        let keys: Vec<&str> = assignment.keys.iter().map(String::as_str).collect();
        match keys.as_slice() {
            ["extends", ..] => problems.push(
                Problem::error(
                    "set-extends",
                    at,
                    "`extends` cannot be set: it is read before anything else",
                )
                .with_help("name the file itself, or write a variant"),
            ),
            [kind @ ("flags" | "servers" | "devices" | "tools"), name, _, ..] => {
                let known: Vec<&str> = match root.get(kind).map(|node| &node.value) {
                    Some(Value::Mapping(entries)) => entries.iter().map(|entry| entry.key.as_str()).collect(),
                    _ => Vec::new(),
                };
                // Another assignment may have brought it.
                let is_new = assignments[..place]
                    .iter()
                    .any(|other| other.keys.len() == 2 && other.keys == assignment.keys[..2]);
                if !is_new && !known.contains(name) {
                    let message = format!("the scenario has nothing called `{name}` under `{kind}`");
                    problems.push(Problem::error("set-misses", at, message).with_help(suggest(name, known)));
                }
            }
            _ => {}
        }
    }
    problems
}

/// The same value with every place in it moved.
fn relocated(node: Node, moved: &impl Fn(At) -> At) -> Node {
    let value = match node.value {
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(|item| relocated(item, moved)).collect()),
        Value::Mapping(entries) => Value::Mapping(
            entries
                .into_iter()
                .map(|entry| Entry {
                    key_at: moved(entry.key_at),
                    node: relocated(entry.node, moved),
                    ..entry
                })
                .collect(),
        ),
        value => value,
    };
    Node {
        at: moved(node.at),
        value,
    }
}

/// Joins two overlays. Unlike a merge over a base, a `null` stays: it has yet to delete something.
fn join(earlier: Node, later: Node) -> Node {
    match (earlier.value, later.value) {
        (Value::Mapping(mut entries), Value::Mapping(over)) => {
            for entry in over {
                match entries.iter().position(|known| known.key == entry.key) {
                    Some(place) => {
                        let known = entries.remove(place);
                        entries.insert(
                            place,
                            Entry {
                                node: join(known.node, entry.node),
                                ..entry
                            },
                        );
                    }
                    None => entries.push(entry),
                }
            }
            Node {
                at: later.at,
                value: Value::Mapping(entries),
            }
        }
        (_, value) => Node { at: later.at, value },
    }
}

/// A variant made of assignments, ready to be laid over a file.
pub struct OverlayNode(pub(super) Node);

#[cfg(test)]
mod tests {
    use super::Assignment;

    #[test]
    fn paths_are_parted_by_dots_outside_quotes() {
        let parsed = Assignment::parse("tools.\"people.search\".description=Finds = people").unwrap();
        assert_eq!(parsed.keys, ["tools", "people.search", "description"]);
        assert_eq!(parsed.value, "Finds = people");
        assert_eq!(parsed.to_string(), "tools.\"people.search\".description=Finds = people");
        assert!(Assignment::parse("nothing").is_err());
        assert!(Assignment::parse("a..b=1").is_err());
    }
}
