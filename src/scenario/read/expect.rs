//! Gates: `expect`.

use super::Reader;
use super::section::{Section, check_globs, number_of, texts_of};
use crate::diagnostics::suggest;
use crate::scenario::tree::{Node, Value};
use crate::scenario::{Bound, Class, Expectation, ExpectedFailure, Lane, LaneExpectation, Measure};

/// The ways in which a plan fails (scenario format, JSON).
pub(super) const FAILURES: [&str; 3] = [
    "context-overflow",
    "required-tool-unavailable",
    "required-tool-unplaced",
];

/// Reads `expect`: a list of gates.
pub(super) fn read(node: &Node, reader: &mut Reader<'_>) -> Vec<Expectation> {
    let Value::Sequence(items) = &node.value else {
        reader.error(
            "wrong-type",
            node.at,
            format!("`expect` must be a list of gates, not {}", node.kind()),
            "write one `- name: …` entry for each gate",
        );
        return Vec::new();
    };
    items.iter().filter_map(|item| gate(item, reader)).collect()
}

fn gate(node: &Node, reader: &mut Reader<'_>) -> Option<Expectation> {
    let mut section = Section::open(node, "gate", "a gate", reader)?;
    let name = section.text("name", reader);
    let lanes = Lane::ALL
        .into_iter()
        .filter_map(|lane| {
            let list = section.get(lane.id())?;
            let names = texts_of(list, lane.id(), reader)?;
            check_globs(list, &names, reader);
            let who = if names.is_empty() {
                LaneExpectation::Nobody
            } else {
                LaneExpectation::These(names)
            };
            Some((lane, who))
        })
        .collect::<Vec<_>>();
    let tokens = section
        .get("tokens")
        .map(|node| tokens(node, reader))
        .unwrap_or_default();
    let items = section.get("items").map(|node| items(node, reader)).unwrap_or_default();
    let fails = section.get("fails").and_then(|node| fails(node, reader));
    section.finish(reader);
    if lanes.is_empty() && tokens.is_empty() && items.is_empty() && fails.is_none() {
        reader.warning(
            "empty-gate",
            node.at,
            "this gate expects nothing and always passes",
            "add `defined`, `deferred`, `skipped`, `unavailable`, `tokens`, `items` or `fails`",
        );
    }
    Some(Expectation {
        name,
        at: node.at,
        lanes,
        tokens,
        items,
        fails,
    })
}

fn tokens(node: &Node, reader: &mut Reader<'_>) -> Vec<(Measure, Bound)> {
    let Some(mut section) = Section::open(node, "gate_tokens", "`tokens`", reader) else {
        return Vec::new();
    };
    let measures = Class::ALL.into_iter().map(Measure::Class).chain([Measure::Prefix]);
    let bounds = measures
        .filter_map(|measure| {
            let node = section.get(measure.id())?;
            Some((measure, bound(node, measure.id(), reader)?))
        })
        .collect();
    section.finish(reader);
    bounds
}

fn items(node: &Node, reader: &mut Reader<'_>) -> Vec<(Class, Bound)> {
    let Some(mut section) = Section::open(node, "gate_items", "`items`", reader) else {
        return Vec::new();
    };
    let bounds = Class::ALL
        .into_iter()
        .filter(|class| class.has_items())
        .filter_map(|class| {
            let node = section.get(class.id())?;
            Some((class, bound(node, class.id(), reader)?))
        })
        .collect();
    section.finish(reader);
    bounds
}

pub(super) fn bound(node: &Node, key: &str, reader: &mut Reader<'_>) -> Option<Bound> {
    if !matches!(node.value, Value::Mapping(_)) {
        return number_of(node, key, reader).map(Bound::exactly);
    }
    let mut section = Section::open(node, "bound", "a bound", reader)?;
    let bound = Bound {
        min: section.number("min", reader),
        max: section.number("max", reader),
    };
    section.finish(reader);
    if bound.min.is_none() && bound.max.is_none() {
        reader.error(
            "empty-bound",
            node.at,
            format!("`{key}` has no bound"),
            "write a number, or `{ max: N }`",
        );
        return None;
    }
    if let (Some(min), Some(max)) = (bound.min, bound.max)
        && min > max
    {
        reader.error(
            "empty-bound",
            node.at,
            format!("`{key}` has `min` {min} above `max` {max}"),
            "swap the two",
        );
    }
    Some(bound)
}

pub(super) fn fails(node: &Node, reader: &mut Reader<'_>) -> Option<ExpectedFailure> {
    let failure = match &node.value {
        Value::String(code) => ExpectedFailure {
            code: code.clone(),
            class: None,
            tool: None,
        },
        _ => {
            let mut section = Section::open(node, "gate_failure", "`fails`", reader)?;
            let failure = ExpectedFailure {
                code: section.text("code", reader).unwrap_or_else(|| FAILURES[0].to_owned()),
                class: section.text("class", reader),
                tool: section.text("tool", reader),
            };
            section.finish(reader);
            failure
        }
    };
    if !FAILURES.contains(&failure.code.as_str()) {
        reader.error(
            "unknown-value",
            node.at,
            format!("`{}` is not a way in which a plan fails", failure.code),
            suggest(&failure.code, FAILURES),
        );
    }
    if let Some(class) = &failure.class {
        let known: Vec<&str> = Class::ALL.map(Class::id).into_iter().chain(["prefix"]).collect();
        if !known.contains(&class.as_str()) {
            let help = suggest(class, known.iter().copied());
            reader.error(
                "unknown-value",
                node.at,
                format!("`{class}` is not a class of the prefix"),
                help,
            );
        }
    }
    Some(failure)
}
