//! Scripted calls: `calls`.

use super::Reader;
use super::section::{Section, word_of};
use crate::scenario::tree::{Node, Value};
use crate::scenario::{Approval, CallCode, CallExpectation, CallOutcome, CallRequest, ScriptedCall, TOOL_CALL, Trust};
use serde_json::Map;

/// Reads one call.
pub(super) fn read(_: usize, node: &Node, reader: &mut Reader<'_>) -> Option<ScriptedCall> {
    let mut section = Section::open(node, "call", "a call", reader)?;
    let name = section.text("name", reader);
    let request = request(&mut section, node, reader);
    let expect = section
        .get("expect")
        .and_then(|node| expectation(node, reader))
        .unwrap_or_default();
    section.finish(reader);
    let request = request?;
    Some(ScriptedCall {
        name: name.unwrap_or_else(|| unnamed(&request, &expect)),
        at: node.at,
        request,
        expect,
    })
}

/// A call without a name is called by what it calls.
fn unnamed(request: &CallRequest, expect: &CallExpectation) -> String {
    let tool = match request.arguments.get("name").and_then(serde_json::Value::as_str) {
        Some(named) if request.tool == TOOL_CALL => format!("{TOOL_CALL} of {named}"),
        _ if request.direct => format!("{}, by its own name", request.tool),
        _ => request.tool.clone(),
    };
    match expect.outcome {
        Some(outcome) => format!("{tool} is {}", outcome.id()),
        None => tool,
    }
}

fn request(section: &mut Section<'_>, node: &Node, reader: &mut Reader<'_>) -> Option<CallRequest> {
    let tool = section.text("tool", reader);
    let direct = section.flag("direct", reader);
    let arguments = section.get("arguments").map(Node::to_json);
    if let (Some(serde_json::Value::String(_)), Some(node)) = (&arguments, section.get("arguments")) {
        reader.warning(
            "arguments-text",
            node.at,
            "`arguments` is a text, and a call wants an object",
            "leave the quotes around it away",
        );
    }
    let wrapper = section.get("wrapper").map(Node::to_json);
    let tainted = section.flag("tainted", reader).unwrap_or(false);
    let scopes = section.texts("scopes", reader);
    let approval = section
        .one_of("approval", reader, &Approval::ALL, Approval::id)
        .unwrap_or_default();
    let (tool, direct, arguments) = match (tool, wrapper) {
        (Some(tool), None) => (
            tool,
            direct.unwrap_or(false),
            arguments.unwrap_or_else(|| Map::new().into()),
        ),
        (None, Some(wrapper)) if arguments.is_none() && direct.is_none() => (TOOL_CALL.to_owned(), true, wrapper),
        (None, None) => {
            reader.error(
                "call-without-tool",
                node.at,
                "a call names no tool",
                "add `tool:` with the name that is called, or `wrapper:` with what the model writes to `tool.call`",
            );
            return None;
        }
        _ => {
            reader.error(
                "call-twice",
                node.at,
                "a call has a `wrapper` and says by other keys what it calls",
                "a wrapper says it all: leave `tool`, `arguments` and `direct` out",
            );
            return None;
        }
    };
    Some(CallRequest {
        tool,
        direct,
        arguments,
        tainted,
        scopes,
        approval,
    })
}

fn expectation(node: &Node, reader: &mut Reader<'_>) -> Option<CallExpectation> {
    if let Value::String(word) = &node.value {
        return Some(CallExpectation {
            outcome: word_of(
                node,
                word,
                reader,
                &CallOutcome::ALL,
                CallOutcome::id,
                "how a call ends",
            ),
            ..CallExpectation::default()
        });
    }
    let mut section = Section::open(node, "call_expectation", "what is expected of a call", reader)?;
    let outcome = section.one_of("outcome", reader, &CallOutcome::ALL, CallOutcome::id);
    let code = section.one_of("code", reader, &CallCode::ALL, CallCode::id);
    let name = section.text("name", reader);
    let result = section.one_of("result", reader, &Trust::ALL, Trust::id);
    let schema = section.one_of(
        "schema",
        reader,
        &[None, Some(Trust::Trusted), Some(Trust::ExternalUntrusted)],
        |trust| trust.map_or("absent", Trust::id),
    );
    section.finish(reader);
    Some(CallExpectation {
        outcome,
        code,
        name,
        result,
        schema,
    })
}

#[cfg(test)]
mod tests {
    use super::unnamed;
    use crate::scenario::{CallExpectation, CallRequest};
    use serde_json::json;

    #[test]
    fn a_call_is_called_by_what_it_calls() {
        let mut request = CallRequest::through_tool_call("a.b");
        assert_eq!(unnamed(&request, &CallExpectation::default()), "a.b");
        request.direct = true;
        assert_eq!(unnamed(&request, &CallExpectation::default()), "a.b, by its own name");
        request.tool = "tool.call".to_owned();
        request.arguments = json!({"name": "c.d"});
        assert_eq!(unnamed(&request, &CallExpectation::default()), "tool.call of c.d");
    }
}
