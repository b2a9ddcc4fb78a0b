//! What a cap buys: the plan at every value of a range.

use super::compare::is_loss;
use super::parameter::{Parameter, Range};
use super::with;
use super::worth::StepUse;
use crate::plan::{Failure, Planned};
use crate::scenario::{Class, Lane};
use std::sync::Arc;

/// A tool that is elsewhere than at the value before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideMove {
    /// Registry name.
    pub name: Arc<str>,
    /// Its lane before.
    pub from: Lane,
    /// Its lane after.
    pub to: Lane,
    /// Whether it could be reached before and cannot any more. False of `tool.call` where nothing is left for it to reach.
    pub is_loss: bool,
}

/// The plan at one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The value.
    pub value: u64,
    /// Tools that are defined.
    pub defined: usize,
    /// Tools that are deferred.
    pub deferred: usize,
    /// Tools that fit in neither.
    pub skipped: usize,
    /// Tokens of the definitions.
    pub definition_tokens: u64,
    /// Tokens of the index.
    pub index_tokens: u64,
    /// Tokens of the whole prefix.
    pub prefix_tokens: u64,
    /// How the plan fails, if it does.
    pub failure: Option<Failure>,
    /// What recorded use would cost under it; `None` where the file has no `usage`.
    pub steps: Option<StepUse>,
    /// Tools that moved since the value before; empty at the first.
    pub moved: Vec<SideMove>,
}

impl Point {
    /// A plan at its value.
    pub(super) fn new(value: u64, planned: &Planned, previous: Option<&Planned>) -> Self {
        let plan = &planned.plan;
        Self {
            value,
            defined: plan.defined.len(),
            deferred: plan.deferred.len(),
            skipped: plan.skipped.len(),
            definition_tokens: plan.class_tokens(Class::ToolDefinitions),
            index_tokens: plan.class_tokens(Class::DeferredToolIndex),
            prefix_tokens: plan.prefix_tokens,
            failure: plan.failure.clone(),
            steps: StepUse::of(planned),
            moved: previous.map(|previous| moved(previous, planned)).unwrap_or_default(),
        }
    }
}

/// The tools that stand in another lane, of two plans over one catalog's tools, in rank order.
pub(super) fn moved(before: &Planned, after: &Planned) -> Vec<SideMove> {
    let decisions = before.plan.decisions.iter().zip(&after.plan.decisions);
    let mut moved: Vec<(u32, SideMove)> = after
        .roster
        .catalog
        .ids()
        .zip(decisions)
        .filter(|(_, (was, is))| was.outcome != is.outcome)
        .map(|(id, (was, is))| {
            let side = SideMove {
                name: Arc::clone(&after.roster.catalog.tool(id).name),
                from: was.outcome,
                to: is.outcome,
                is_loss: is_loss(was, is),
            };
            (is.rank.or(was.rank).unwrap_or(0), side)
        })
        .collect();
    moved.sort_by_key(|(rank, _)| *rank);
    moved.into_iter().map(|(_, side)| side).collect()
}

/// A plan a value.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What was moved.
    pub parameter: Parameter,
    /// Its value as the scenario stands.
    pub current: u64,
    /// From one value to the next.
    pub step: u64,
    /// The points, values ascending.
    pub points: Vec<Point>,
}

impl Sweep {
    /// Plans every value of a range.
    pub fn new(planned: &Planned, parameter: Parameter, range: Range) -> Self {
        let mut previous: Option<Planned> = None;
        let points = range
            .values()
            .map(|value| {
                let then = with(planned, &[parameter.edit(value)]);
                let point = Point::new(value, &then, previous.as_ref());
                previous = Some(then);
                point
            })
            .collect();
        Self {
            parameter,
            current: parameter.value(&planned.scenario),
            step: range.step,
            points,
        }
    }

    /// The point at the current value, or the last one below it.
    pub fn at_current(&self) -> Option<&Point> {
        self.points.iter().rev().find(|point| point.value <= self.current)
    }
}
