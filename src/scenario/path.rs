//! `--set path=value`: an assignment becomes the smallest variant that says it, so that what-ifs of the command line are
//! read and checked by the same code as files.

use super::tree::{Entry, Node, Value, parse};
use crate::diagnostics::{At, FileId, Problem};

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

/// The variant that some assignments make, each over the one before. `file` is where its problems are said to stand.
pub fn overlay(assignments: &[Assignment], file: FileId) -> Result<Option<OverlayNode>, Problem> {
    let mut whole: Option<Node> = None;
    for assignment in assignments {
        let (value, mut problems) = if assignment.value.is_empty() {
            (
                Node {
                    at: At::whole(file),
                    value: Value::Null,
                },
                Vec::new(),
            )
        } else {
            parse(&assignment.value, file)?
        };
        if let Some(problem) = problems.pop() {
            return Err(problem);
        }
        let nested = assignment.keys.iter().rev().fold(value, |node, key| Node {
            at: At::whole(file),
            value: Value::Mapping(vec![Entry {
                key: key.clone(),
                key_at: At::whole(file),
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
        assert!(Assignment::parse("nothing").is_err());
        assert!(Assignment::parse("a..b=1").is_err());
    }
}
