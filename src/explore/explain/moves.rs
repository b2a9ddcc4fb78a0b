//! Sentences about what would move a tool, and what moves along a sweep.

use super::named;
use super::worth::steps;
use crate::explore::{Move, Moves, Point, SideMove};
use crate::plan::explain::{counted, failure_sentence, grouped, signed};
use crate::scenario::Lane;

/// What moving a tool is about.
pub fn moves_heading(moves: &Moves) -> &'static str {
    if moves.is_defined {
        "What would push it out"
    } else {
        "What would define it"
    }
}

/// What the search found, in a sentence.
pub fn moves_found(moves: &Moves) -> String {
    let count = moves.singles.len() as u64;
    match (moves.is_defined, count, &moves.pair) {
        (true, 0, _) => "No single change takes its definition away.".to_owned(),
        (false, 0, None) => "No single change defines it, and no pair of them either.".to_owned(),
        (false, 0, Some(_)) => "No single change defines it. The cheapest pair:".to_owned(),
        (true, ..) => format!(
            "{} would take its definition away.",
            counted(count, "single change", "single changes")
        ),
        (false, ..) => format!("{} would define it.", counted(count, "single change", "single changes")),
    }
}

/// Who else moves by it, in a few words.
pub fn side_effects(change: &Move) -> String {
    let cost = if change.prefix_tokens == 0 {
        String::new()
    } else {
        format!(", prefix {} tokens", signed(change.prefix_tokens))
    };
    if change.others.is_empty() {
        return format!("no other tool moves{cost}");
    }
    let mut parts = Vec::new();
    let (lost, deferred) = (change.loses(), change.defers());
    if lost > 0 {
        parts.push(format!("{lost} lost"));
    }
    if deferred > 0 {
        parts.push(format!("{deferred} deferred"));
    }
    let count = change.others.len() as u64;
    let of_them = if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join(", "))
    };
    format!(
        "{}{of_them}{cost}",
        counted(count, "other tool moves", "other tools move")
    )
}

/// Where the tool itself ends.
pub fn lands(change: &Move) -> String {
    format!("ends {}", change.lands.id())
}

/// `people.search: defined → deferred`.
pub fn side_move(side: &SideMove) -> String {
    format!("{}: {} → {}", side.name, side.from.id(), side.to.id())
}

/// What moved at a step of a sweep: names by where they went.
pub fn moved(sides: &[SideMove]) -> String {
    let mut parts = Vec::new();
    for lane in Lane::ALL {
        let names: Vec<&str> = sides
            .iter()
            .filter(|side| side.to == lane)
            .map(|side| &*side.name)
            .collect();
        if !names.is_empty() {
            parts.push(format!("→ {}: {}", lane.id(), named(names.into_iter())));
        }
    }
    parts.join("; ")
}

/// How far the values of a sweep stand apart, to follow their number; nothing where none is left out.
pub fn apart(step: u64) -> String {
    if step == 1 {
        String::new()
    } else {
        format!(", {} apart", grouped(step))
    }
}

/// Which values of its range a sweep plans.
pub fn planned_values(step: u64) -> String {
    if step == 1 {
        "each value planned".to_owned()
    } else {
        format!("planned at values {} apart", grouped(step))
    }
}

/// What moves from one value of a sweep to the next.
pub fn sweep_step(before: u64, point: &Point) -> String {
    let step = format!("from {} to {}", grouped(before), grouped(point.value));
    if point.moved.is_empty() {
        format!("{step}: no tool moves")
    } else {
        format!("{step} {}", moved(&point.moved))
    }
}

/// One plan of a sweep in figures, a line each.
pub fn point(point: &Point) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(failure) = &point.failure {
        lines.push(format!("The plan fails: {}", failure_sentence(failure)));
    }
    lines.push(format!(
        "{} defined · {} deferred · {} skipped",
        grouped(point.defined as u64),
        grouped(point.deferred as u64),
        grouped(point.skipped as u64)
    ));
    lines.push(format!(
        "definitions {} · index {} · prefix {} tokens",
        grouped(point.definition_tokens),
        grouped(point.index_tokens),
        grouped(point.prefix_tokens)
    ));
    if let Some(use_of_steps) = &point.steps {
        lines.push(steps(use_of_steps));
    }
    lines
}
