//! What holds of every comparison and every sweep, whatever the scenario.

use super::generate::{FAST_ESTIMATORS, scenario};
use super::properties::{holds, loaded};
use proptest::prelude::*;
use roster::explore::{Comparison, Effect, Parameter, Range, StepUse, Sweep, with};
use roster::plan::Planned;
use roster::scenario::{Edit, Lane, RankingOrder};
use std::collections::BTreeMap;
use std::sync::Arc;

fn planned(text: &str) -> Arc<Planned> {
    Arc::new(Planned::new(loaded(text).scenario, None))
}

/// What an effect is from the other side.
fn mirrored(effect: Effect) -> Effect {
    match effect {
        Effect::Lost => Effect::Gained,
        Effect::Gained => Effect::Lost,
        Effect::Deferred => Effect::Defined,
        Effect::Defined => Effect::Deferred,
        other => other,
    }
}

#[test]
fn a_comparison_mirrors_and_lists_all_that_differs() {
    let both = (scenario(&FAST_ESTIMATORS), scenario(&FAST_ESTIMATORS));
    holds(60, both, |(a, b)| {
        let (a, b) = (planned(&a.to_string()), planned(&b.to_string()));
        prop_assert!(Comparison::new(Arc::clone(&a), Arc::clone(&a)).is_same());
        let there = Comparison::new(Arc::clone(&a), Arc::clone(&b));
        let back = Comparison::new(Arc::clone(&b), Arc::clone(&a));
        for effect in Effect::ALL {
            prop_assert_eq!(there.count(effect), back.count(mirrored(effect)));
        }
        prop_assert_eq!(there.prefix_change_tokens(), -back.prefix_change_tokens());
        prop_assert_eq!(there.prefix.is_some(), back.prefix.is_some());
        if let Some(prefix) = &there.prefix {
            prop_assert_eq!(prefix.kept_tokens + prefix.lost_tokens, b.plan.prefix_tokens);
        }
        // Every tool stands on one side or on both, and is listed unless it is the same.
        let listed = there.changes.len();
        let on_both = there
            .changes
            .iter()
            .filter(|change| change.before.is_some() && change.after.is_some());
        let both_sides = on_both.count();
        let all = a.roster.catalog.tools().len() + b.roster.catalog.tools().len();
        prop_assert!(listed + both_sides <= all);
        Ok(())
    });
}

#[test]
fn an_edit_is_compared_by_every_decision() {
    holds(60, scenario(&FAST_ESTIMATORS), |tree| {
        let before = planned(&tree.to_string());
        let after = Arc::new(with(&before, &[Edit::RankingOrder(RankingOrder::Name)]));
        let comparison = Comparison::new(Arc::clone(&before), Arc::clone(&after));
        let differing = before
            .plan
            .decisions
            .iter()
            .zip(&after.plan.decisions)
            .filter(|(was, is)| was.outcome != is.outcome || was.rank != is.rank);
        prop_assert_eq!(comparison.changes.len(), differing.count());
        Ok(())
    });
}

#[test]
fn each_point_of_a_sweep_is_a_plan_of_its_own() {
    holds(25, scenario(&FAST_ESTIMATORS), |tree| {
        let from = planned(&tree.to_string());
        for parameter in Parameter::CAPS {
            let step = if parameter == Parameter::CAPS[0] { 1 } else { 40 };
            let range = Range {
                first: 0,
                last: step * 12,
                step,
            };
            let sweep = Sweep::new(&from, parameter, range);
            let mut lanes: BTreeMap<String, Lane> = BTreeMap::new();
            for point in &sweep.points {
                let scenario = parameter.edit(point.value).apply(&from.scenario);
                let then = Planned::new(Arc::new(scenario), None);
                prop_assert_eq!(point.defined, then.plan.defined.len());
                prop_assert_eq!(point.deferred, then.plan.deferred.len());
                prop_assert_eq!(point.skipped, then.plan.skipped.len());
                prop_assert_eq!(point.prefix_tokens, then.plan.prefix_tokens);
                prop_assert_eq!(&point.failure, &then.plan.failure);
                for side in &point.moved {
                    if let Some(known) = lanes.insert(side.name.to_string(), side.to) {
                        prop_assert_eq!(known, side.from);
                    }
                }
                for (name, lane) in &lanes {
                    let id = then.roster.catalog.find(name).unwrap();
                    prop_assert_eq!(then.plan.decision(id).outcome, *lane);
                }
            }
        }
        Ok(())
    });
}

#[test]
fn recorded_calls_are_counted_by_lane() {
    holds(60, scenario(&FAST_ESTIMATORS), |tree| {
        let planned = planned(&tree.to_string());
        let Some(steps) = StepUse::of(&planned) else {
            return Ok(());
        };
        let usage = planned.scenario.usage.as_ref().unwrap();
        let of = |lanes: &[Lane]| -> u64 {
            let calls = usage.calls.iter().filter(|(name, _)| {
                let id = planned.roster.catalog.find(name);
                id.is_some_and(|id| lanes.contains(&planned.plan.decision(id).outcome))
            });
            calls.map(|(_, calls)| calls).sum()
        };
        prop_assert_eq!(steps.extra_steps, of(&[Lane::Deferred]));
        prop_assert_eq!(steps.lost_calls, of(&[Lane::Skipped, Lane::Unavailable]));
        Ok(())
    });
}
