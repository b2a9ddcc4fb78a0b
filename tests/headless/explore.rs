//! What holds of comparisons, sweeps and grids, whatever the scenario: all that they say, planning from scratch says.

use super::edits::{Choice, choice};
use super::generate::{FAST_ESTIMATORS, scenario};
use super::properties::{edited, holds, loaded};
use super::tree::Tree;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;
use roster::explore::{
    Axis, Comparison, Effect, Gate, Grid, Parameter, Point, Range, StepUse, Sweep, ToolChange, accounts,
};
use roster::plan::{Decision, Planned, Reason};
use roster::roster::ToolId;
use roster::scenario::{Class, Edit, Lane, PolicyDecision, SideEffect};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

pub(crate) fn planned(tree: &Tree) -> Planned {
    Planned::new(loaded(&tree.to_string()).scenario, None)
}

pub(crate) fn from_scratch(from: &Planned, edits: &[Edit]) -> Planned {
    let scenario = edits
        .iter()
        .fold((*from.scenario).clone(), |scenario, edit| edit.apply(&scenario));
    Planned::new(Arc::new(scenario), None)
}

/// Two plans: of one scenario before and after some changes, sharing what they can or not, or of two scenarios.
fn pair() -> impl Strategy<Value = (Arc<Planned>, Arc<Planned>)> {
    let changed = (
        scenario(&FAST_ESTIMATORS),
        proptest::collection::vec(choice(), 0..5),
        any::<bool>(),
    )
        .prop_map(|(tree, choices, shares): (Tree, Vec<Choice>, bool)| {
            let (base, now) = edited(&tree, &choices);
            let before = Planned::new(base, None);
            let after = Planned::new(Arc::new(now), shares.then_some(&before));
            (Arc::new(before), Arc::new(after))
        });
    let strangers = (scenario(&FAST_ESTIMATORS), scenario(&FAST_ESTIMATORS))
        .prop_map(|(before, after)| (Arc::new(planned(&before)), Arc::new(planned(&after))));
    prop_oneof![4 => changed, 1 => strangers]
}

fn compared(before: &Arc<Planned>, after: &Arc<Planned>) -> Comparison {
    Comparison::new(Arc::clone(before), Arc::clone(after))
}

#[test]
fn a_plan_differs_in_nothing_from_itself() {
    holds(32, scenario(&FAST_ESTIMATORS), |tree| {
        let plan = Arc::new(planned(&tree));
        for other in [Arc::clone(&plan), Arc::new(planned(&tree))] {
            let comparison = compared(&plan, &other);
            prop_assert!(comparison.is_same(), "{:?}", comparison.changes);
            for gate in Gate::ALL {
                prop_assert!(comparison.falls(gate).is_none(), "{}", gate.id());
            }
        }
        Ok(())
    });
}

fn mirrored(effect: Effect) -> Effect {
    match effect {
        Effect::Lost => Effect::Gained,
        Effect::Gained => Effect::Lost,
        Effect::Deferred => Effect::Defined,
        Effect::Defined => Effect::Deferred,
        Effect::Reclassified | Effect::Rewritten | Effect::Elsewhere | Effect::Recounted | Effect::Reranked => effect,
    }
}

#[test]
fn looking_the_other_way_mirrors_a_comparison() {
    holds(56, pair(), |(before, after)| {
        let there = compared(&before, &after);
        let back = compared(&after, &before);
        let turned: HashMap<_, &ToolChange> = back
            .changes
            .iter()
            .map(|change| ((change.after, change.before), change))
            .collect();
        prop_assert_eq!(there.changes.len(), back.changes.len());
        for change in &there.changes {
            let other = turned.get(&(change.before, change.after));
            let other = other.map(|other| (&other.name, other.effect, other.is_rewritten, other.prompt_tokens));
            let expected = (
                &change.name,
                mirrored(change.effect),
                change.is_rewritten,
                -change.prompt_tokens,
            );
            prop_assert_eq!(other, Some(expected));
        }
        prop_assert_eq!(there.prefix_change_tokens(), -back.prefix_change_tokens());
        prop_assert_eq!(there.prefix.is_some(), back.prefix.is_some());
        prop_assert_eq!(there.is_same(), back.is_same());
        for (class, other) in there.classes.iter().zip(&back.classes) {
            prop_assert_eq!(
                (class.class, class.before, class.after),
                (other.class, other.after, other.before)
            );
        }
        Ok(())
    });
}

/// All that can differ of a tool: lane, rank, tokens, what the model reads of it, and what decides about calls of it.
type Seen = (
    Lane,
    Option<u32>,
    u64,
    u64,
    [String; 2],
    (SideEffect, PolicyDecision, Vec<String>),
);

/// What is seen of every tool, by name and by its place among those of the name.
fn seen(planned: &Planned) -> BTreeMap<(String, usize), Seen> {
    let catalog = &planned.roster.catalog;
    let mut counts: HashMap<String, usize> = HashMap::new();
    let one = |id: ToolId| {
        let (tool, decision) = (catalog.tool(id), planned.plan.decision(id));
        let place = counts.entry(tool.name.to_string()).or_default();
        *place += 1;
        let seen = (
            decision.outcome,
            decision.rank,
            decision.definition_tokens,
            decision.index_tokens,
            [tool.contract_json.clone(), tool.entry.text.clone()],
            (
                tool.side_effect,
                planned.scenario.policy.decision(tool.side_effect),
                tool.scopes.clone(),
            ),
        );
        ((tool.name.to_string(), *place), seen)
    };
    catalog.ids().map(one).collect()
}

#[test]
fn a_comparison_names_all_that_differs_and_nothing_else() {
    holds(56, pair(), |(before, after)| {
        let comparison = compared(&before, &after);
        let (was, is) = (seen(&before), seen(&after));
        let keys: HashSet<_> = was.keys().chain(is.keys()).collect();
        let mut differ: Vec<&str> = keys
            .into_iter()
            .filter(|key| was.get(*key) != is.get(*key))
            .map(|(name, _)| name.as_str())
            .collect();
        differ.sort_unstable();
        let mut named: Vec<&str> = comparison.changes.iter().map(|change| &*change.name).collect();
        named.sort_unstable();
        prop_assert_eq!(named, differ);
        for change in &comparison.changes {
            let is_pinned = |decision: Option<&Decision>| decision.is_some_and(|one| one.outcome.is_pinned());
            let (was, is) = (comparison.decision_before(change), comparison.decision_after(change));
            let crosses = (is_pinned(was), is_pinned(is));
            let is_idle =
                |decision: Option<&Decision>| decision.is_some_and(|one| one.reason == Reason::NothingDeferred);
            let is_lost = crosses == (true, false) && !is_idle(is);
            let is_gained = crosses == (false, true) && !is_idle(was);
            prop_assert_eq!(change.effect == Effect::Lost, is_lost);
            prop_assert_eq!(change.effect == Effect::Gained, is_gained);
        }
        let is_sorted = comparison.changes.is_sorted_by_key(|change| change.effect);
        prop_assert!(is_sorted, "the largest effect stands on top");
        Ok(())
    });
}

/// The prefix as far as a plan knows it: the text that it makes, and sizes of the rest.
fn sent(planned: &Planned) -> (Vec<u64>, Vec<String>, Vec<String>) {
    let others = Class::ALL.into_iter().filter(|class| !class.is_planned());
    let sizes = others.map(|class| planned.plan.class_tokens(class)).collect();
    let catalog = &planned.roster.catalog;
    let mut defined: Vec<ToolId> = planned.plan.defined.clone();
    defined.sort_by_key(|id| &catalog.tool(*id).name);
    let definitions = defined.iter().map(|id| catalog.tool(*id).contract_json.clone());
    let index = planned.plan.index.blocks.iter().map(|block| block.text.clone());
    (sizes, definitions.collect(), index.collect())
}

#[test]
fn a_prefix_breaks_where_its_text_does() {
    holds(56, pair(), |(before, after)| {
        let comparison = compared(&before, &after);
        prop_assert_eq!(comparison.prefix.is_none(), sent(&before) == sent(&after));
        if let Some(found) = &comparison.prefix {
            prop_assert_eq!(found.kept_tokens + found.lost_tokens, after.plan.prefix_tokens);
        }
        Ok(())
    });
}

/// A number of a scenario with some values of it.
fn moved() -> impl Strategy<Value = (Parameter, Range)> {
    let values = prop_oneof![(0..12_u64, 1..3_u64), (0..600_u64, 20..120_u64)];
    (any::<Index>(), values, 0..8_u64).prop_map(|(place, (first, step), count)| {
        let all = Parameter::all();
        let range = Range {
            first,
            last: first + step * count,
            step,
        };
        (all[place.index(all.len())], range)
    })
}

fn check_point(point: &Point, then: &Planned) -> TestCaseResult {
    let plan = &then.plan;
    let lanes = [Lane::Defined, Lane::Deferred, Lane::Skipped].map(|lane| plan.count(lane));
    prop_assert_eq!([point.defined, point.deferred, point.skipped], lanes);
    let tokens = [Class::ToolDefinitions, Class::DeferredToolIndex].map(|class| plan.class_tokens(class));
    prop_assert_eq!([point.definition_tokens, point.index_tokens], tokens);
    prop_assert_eq!(point.prefix_tokens, plan.prefix_tokens);
    prop_assert_eq!(&point.failure, &plan.failure);
    prop_assert_eq!(point.steps, StepUse::of(then));
    Ok(())
}

/// Names of a conflict are left out: its tools are never anywhere else.
fn lanes(planned: &Planned) -> HashMap<String, Lane> {
    let catalog = &planned.roster.catalog;
    let lane = |id| (catalog.tool(id).name.to_string(), planned.plan.decision(id).outcome);
    catalog.ids().map(lane).collect()
}

#[test]
fn a_sweep_is_planning_each_value() {
    holds(
        48,
        (scenario(&FAST_ESTIMATORS), moved()),
        |(tree, (parameter, range))| {
            let from = planned(&tree);
            let sweep = Sweep::new(&from, parameter, range);
            prop_assert_eq!(sweep.points.len(), range.values().count());
            let mut reached: Option<HashMap<String, Lane>> = None;
            for (point, value) in sweep.points.iter().zip(range.values()) {
                prop_assert_eq!(point.value, value);
                let then = from_scratch(&from, &[parameter.edit(value)]);
                check_point(point, &then)?;
                match &mut reached {
                    None => {
                        prop_assert!(point.moved.is_empty());
                        reached = Some(lanes(&then));
                    }
                    Some(reached) => {
                        for side in &point.moved {
                            prop_assert_eq!(reached.insert(side.name.to_string(), side.to), Some(side.from));
                        }
                        prop_assert_eq!(&*reached, &lanes(&then));
                    }
                }
            }
            Ok(())
        },
    );
}

#[test]
fn a_usual_range_holds_the_value_that_stands() {
    holds(32, scenario(&FAST_ESTIMATORS), |tree| {
        let from = planned(&tree);
        for parameter in Parameter::all() {
            let range = parameter.usual_range(&from);
            let now = parameter.value(&from.scenario);
            prop_assert!(range.holds(now), "{}: {now} is not in {range:?}", parameter.path());
            prop_assert!(range.values().count() <= 300, "{}: {range:?}", parameter.path());
        }
        Ok(())
    });
}

#[test]
fn a_grid_is_planning_each_pair() {
    let strategy = (scenario(&FAST_ESTIMATORS), moved(), moved(), any::<bool>());
    holds(
        32,
        strategy,
        |(tree, (parameter, range), (second, rows), by_accounts)| {
            let from = planned(&tree);
            let axis = if by_accounts {
                Axis::Accounts
            } else {
                Axis::Parameter(second, rows)
            };
            let grid = Grid::new(&from, parameter, range, axis);
            prop_assert_eq!(grid.cells.len(), grid.rows.len());
            for (place, (edits, cells)) in grid.row_edits.iter().zip(&grid.cells).enumerate() {
                prop_assert_eq!(cells.len(), grid.values.len());
                if by_accounts {
                    let row = from_scratch(&from, edits);
                    let on = accounts(&row.scenario)
                        .iter()
                        .map(|account| account.is_on(&row.scenario))
                        .collect::<Vec<_>>();
                    let expected: Vec<bool> = (0..on.len()).map(|account| account < place).collect();
                    prop_assert_eq!(on, expected);
                }
                for (cell, value) in cells.iter().zip(&grid.values) {
                    let edits: Vec<Edit> = edits.iter().cloned().chain([parameter.edit(*value)]).collect();
                    check_point(&cell.point, &from_scratch(&from, &edits))?;
                    prop_assert!(cell.point.moved.is_empty());
                    if cell.is_current {
                        check_point(&cell.point, &from)?;
                    }
                }
            }
            Ok(())
        },
    );
}
