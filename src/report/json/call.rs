//! A traced call as JSON, format `roster-call/1`.

use crate::call::{Event, Part, ResultItem, Step, StepVerdict, Trace, explain};
use crate::plan::Planned;
use crate::scenario::CallCode;
use serde_json::{Value, json};

/// The format of [`call`].
pub const CALL_FORMAT: &str = "roster-call/1";

/// A whole trace.
pub fn call(planned: &Planned, trace: &Trace) -> Value {
    let request = &trace.request;
    json!({
        "format": CALL_FORMAT,
        "scenario": planned.scenario.name,
        "verdict": explain::verdict(trace),
        "outcome": trace.outcome.id(),
        "code": trace.code.map(CallCode::id),
        "name": trace.name(),
        "request": {
            "tool": request.tool,
            "direct": request.direct,
            "arguments": request.arguments,
            "tainted": request.tainted,
            "scopes": request.scopes,
            "approval": request.approval.id(),
        },
        "arguments": trace.arguments,
        "steps": trace.steps.iter().map(step).collect::<Vec<_>>(),
        "events": trace.events.iter().map(event).collect::<Vec<_>>(),
        "invocations": trace.invocations,
        "result": trace.result.as_ref().map(result),
    })
}

fn step(step: &Step) -> Value {
    let code = match step.verdict {
        StepVerdict::Stopped(code) => Some(code.id()),
        _ => None,
    };
    json!({
        "step": step.kind.id(),
        "verdict": step.verdict.id(),
        "code": code,
        "detail": explain::finding(&step.finding),
        "rule": step.kind.rule(),
    })
}

fn event(event: &Event) -> Value {
    json!({
        "kind": event.kind.id(),
        "name": event.name,
        "call_id": event.call_id,
        "client_shows": event.shown(),
    })
}

fn result(result: &ResultItem) -> Value {
    let part = |part: &Part| json!({ "trust": part.trust.id(), "is_schema": part.is_schema, "text": part.text });
    json!({
        "call_id": result.call_id,
        "answers": result.answers,
        "is_error": result.is_error,
        "trust": result.trust().id(),
        "parts": result.parts.iter().map(part).collect::<Vec<_>>(),
    })
}
