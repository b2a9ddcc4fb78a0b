//! What a scripted call expects, held against its trace.

use super::trace::{ResultItem, Trace};
use crate::plan::Difference;
use crate::scenario::{CallCode, CallExpectation, CallOutcome, Trust};

/// Everything that differs; empty means that it passes.
pub fn differences(expect: &CallExpectation, trace: &Trace) -> Vec<Difference> {
    let result = trace.result.as_ref();
    let schema = result.and_then(ResultItem::schema).map(|part| part.trust);
    let word = |trust: Option<Trust>| trust.map_or("absent", Trust::id);
    [
        Difference::between("outcome", expect.outcome.map(CallOutcome::id), trace.outcome.id()),
        Difference::between(
            "code",
            expect.code.map(CallCode::id),
            trace.code.map_or("none", CallCode::id),
        ),
        Difference::between("name", expect.name.as_deref(), trace.name()),
        Difference::between(
            "result",
            expect.result.map(Trust::id),
            result.map_or("none", |result| result.trust().id()),
        ),
        Difference::between("schema", expect.schema.map(word), word(schema)),
    ]
    .into_iter()
    .flatten()
    .collect()
}
