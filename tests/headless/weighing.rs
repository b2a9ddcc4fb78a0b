//! What holds of costs, alternatives and near-duplicates, whatever the scenario.

use super::explore::{from_scratch, planned};
use super::generate::{FAST_ESTIMATORS, scenario};
use super::properties::holds;
use super::tree::{Tree, number};
use proptest::prelude::*;
use roster::explore::{StepUse, Worth, alike, alternatives};
use roster::plan::Reason;
use roster::roster::ToolId;
use roster::scenario::{Lane, ToolKind};
use std::cell::Cell;
use std::collections::HashSet;

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// A scenario whose usage was counted in so many requests.
fn counted() -> impl Strategy<Value = Tree> {
    (scenario(&FAST_ESTIMATORS), 0..400_u64).prop_map(|(mut tree, requests)| {
        if let Some(usage) = tree.get_mut("usage") {
            usage.put("requests", number(requests));
        }
        tree
    })
}

#[test]
fn the_costs_of_deferral_are_the_sum_of_its_parts() {
    holds(56, counted(), |tree| {
        let from = planned(&tree);
        let usage = from.scenario.usage.as_ref().filter(|usage| usage.requests > 0);
        let worth = Worth::new(&from);
        prop_assert_eq!(worth.is_some(), usage.is_some());
        let (Some(worth), Some(usage)) = (worth, usage) else {
            return Ok(());
        };
        let calls_in = |test: fn(Lane) -> bool| -> u64 {
            let lane = |name: &str| from.roster.catalog.find(name).map(|id| from.plan.decision(id).outcome);
            let calls = usage.calls.iter().filter(|(name, _)| lane(name).is_some_and(test));
            calls.map(|(_, calls)| calls).sum()
        };
        prop_assert_eq!(worth.steps.extra_steps, calls_in(|lane| lane == Lane::Deferred));
        // A call of `tool.call` needs it no more where nothing is left for it to reach.
        let tool_call = from.roster.catalog.find("tool.call");
        let is_idle = tool_call.is_some_and(|id| from.plan.decision(id).reason == Reason::NothingDeferred);
        let idle = usage.calls.get("tool.call").filter(|_| is_idle).copied().unwrap_or(0);
        prop_assert_eq!(worth.steps.lost_calls + idle, calls_in(|lane| !lane.is_pinned()));
        let (mut saved, mut spent) = (0.0, 0.0);
        for tool in &worth.tools {
            let decision = from.plan.decision(tool.tool);
            let about = from.roster.catalog.tool(tool.tool);
            prop_assert!(about.kind != ToolKind::Control && decision.outcome.is_pinned());
            prop_assert_eq!(tool.is_deferred, decision.outcome == Lane::Deferred);
            let lighter = i128::from(decision.definition_tokens) - i128::from(decision.index_tokens);
            prop_assert_eq!(i128::from(tool.lighter_tokens), lighter);
            prop_assert!(is_close(tool.spent, tool.calls_per_100 * worth.step_cost));
            prop_assert!(is_close(tool.net(), tool.saved - tool.spent) && tool.net().is_finite());
            if tool.is_deferred {
                saved += tool.saved;
                spent += tool.spent;
            }
        }
        prop_assert!(is_close(worth.saved(), saved) && is_close(worth.spent(), spent));
        prop_assert!(worth.saved().is_sign_positive() || worth.saved() != 0.0, "minus zero");
        let is_weighed = |id: &&ToolId| from.roster.catalog.tool(**id).kind != ToolKind::Control;
        let weighed = from.plan.deferred.iter().filter(is_weighed).count();
        prop_assert_eq!(worth.deferred().count(), weighed);
        // All extra steps are calls of deferred tools: they cost what the whole says.
        prop_assert!(is_close(spent, worth.steps.extra_steps_per_100() * worth.step_cost));
        Ok(())
    });
}

#[test]
fn the_first_alternative_is_what_stands_and_each_is_planned() {
    holds(24, counted(), |tree| {
        let from = planned(&tree);
        let all = alternatives(&from);
        prop_assert!(all[0].edits.is_empty());
        prop_assert_eq!(&all[0].planned.plan, &from.plan);
        for alternative in &all {
            let then = from_scratch(&from, &alternative.edits);
            prop_assert_eq!(&alternative.planned.plan, &then.plan, "{}", alternative.title);
            let is_sent = then.plan.failure.is_none();
            prop_assert_eq!(alternative.steps, StepUse::of(&then).filter(|_| is_sent));
        }
        let titles: HashSet<&str> = all.iter().map(|alternative| alternative.title.as_str()).collect();
        prop_assert_eq!(titles.len(), all.len());
        Ok(())
    });
}

#[test]
fn tools_that_are_alike_are_of_several_accounts() {
    let found = Cell::new(0);
    holds(40, scenario(&FAST_ESTIMATORS), |mut tree| {
        // Another account of whatever is there: else nothing is ever alike.
        if let Some(servers) = tree.get_mut("servers")
            && let Some(server) = servers.keys().first().and_then(|id| servers.get(id)).cloned()
        {
            servers.put("twin_a", server.clone());
            servers.put("twin_b", server);
        }
        let from = planned(&tree);
        let mut seen = HashSet::new();
        for group in alike(&from) {
            let accounts: HashSet<&String> = group.accounts.iter().collect();
            prop_assert!(accounts.len() > 1, "{:?}", group);
            prop_assert_eq!(group.accounts.len(), group.tools.len());
            prop_assert!(group.tools.iter().all(|tool| seen.insert(*tool)), "{:?}", group);
            let tokens = group
                .tools
                .iter()
                .map(|tool| from.plan.decision(*tool).definition_tokens);
            prop_assert_eq!(tokens.sum::<u64>(), group.definition_tokens);
            prop_assert!(group.saved_tokens <= group.definition_tokens);
            prop_assert_eq!(group.saved_slots, group.defined.saturating_sub(1) as u64);
            found.set(found.get() + 1);
        }
        Ok(())
    });
    assert!(found.get() > 50, "{}", found.get());
}
