//! What a scripted call expects, held against its trace.

use super::trace::Trace;
use crate::scenario::{CallExpectation, Trust};

/// One way in which a trace differs from what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// What differs.
    pub what: &'static str,
    /// What was expected.
    pub expected: String,
    /// What it is.
    pub found: String,
}

/// Everything that differs; empty means that it passes.
pub fn shortfalls(expect: &CallExpectation, trace: &Trace) -> Vec<Shortfall> {
    let result = trace.result.as_ref();
    let schema = result.and_then(|result| result.schema()).map(|part| part.trust);
    let word = |trust: Option<Trust>| trust.map_or("absent", Trust::id).to_owned();
    let none = || "none".to_owned();
    let compared = [
        (
            "outcome",
            expect.outcome.map(|outcome| outcome.id().to_owned()),
            trace.outcome.id().to_owned(),
        ),
        (
            "code",
            expect.code.map(|code| code.id().to_owned()),
            trace.code.map_or_else(none, |code| code.id().to_owned()),
        ),
        ("name", expect.name.clone(), trace.name().to_owned()),
        (
            "result",
            expect.result.map(|trust| trust.id().to_owned()),
            result.map_or_else(none, |result| result.trust().id().to_owned()),
        ),
        ("schema", expect.schema.map(word), word(schema)),
    ];
    compared
        .into_iter()
        .filter_map(|(what, expected, found)| {
            let expected = expected.filter(|expected| *expected != found)?;
            Some(Shortfall { what, expected, found })
        })
        .collect()
}
