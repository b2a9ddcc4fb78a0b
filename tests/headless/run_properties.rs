//! What holds of every call, every deploy and every brief, whatever the scenario (domain §8, §9).

use super::edits::choice;
use super::generate::{FAST_ESTIMATORS, scenario};
use super::properties::{edited, holds, loaded};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseResult;
use roster::call::{EventKind, Trace, trace};
use roster::diagnostics::{At, FileId};
use roster::plan::{Planned, names};
use roster::scenario::{
    Approval, Builder, CONTROL_TOOLS, CallOutcome, CallRequest, Edit, Lane, NextMessage, OpenSession, RankingOrder,
    Runs, Scenario, SessionExpectation, TOOL_CALL, Versions,
};
use roster::session::{Deploy, Epoch, Outcome, delegate, explain, prefix_sha256};
use serde_json::{Value, json};
use std::cell::Cell;
use std::sync::Arc;

/// Everything of a call but which tool it calls, and how.
fn call() -> impl Strategy<Value = CallRequest> {
    let arguments = select(vec![
        json!({}),
        json!({"items": 1}),
        json!({"a": {"b": {}}, "unknown": null}),
        json!([]),
        Value::Null,
    ]);
    let approval = select(Approval::ALL.to_vec());
    (arguments, any::<bool>(), approval).prop_map(|(arguments, tainted, approval)| CallRequest {
        arguments,
        tainted,
        approval,
        ..CallRequest::through_tool_call("")
    })
}

fn lane(planned: &Planned, name: &str) -> Option<Lane> {
    let id = planned.roster.catalog.find(name)?;
    Some(planned.plan.decision(id).outcome)
}

fn is_pinned(planned: &Planned, name: &str) -> bool {
    matches!(lane(planned, name), Some(Lane::Defined | Lane::Deferred))
}

/// Names of every tool, and one that none has.
fn called_names(planned: &Planned) -> Vec<String> {
    let tools = planned.roster.catalog.tools().iter();
    tools
        .map(|tool| tool.name.to_string())
        .chain(["no.such".to_owned()])
        .collect()
}

/// The model's own event carries the name that it called; from the moment on that the call is resolved, all is under the
/// tool's own name; what is not resolved has no row.
fn goes_under_one_name(planned: &Planned, trace: &Trace) -> TestCaseResult {
    let request = &trace.request;
    let called = if request.direct { &request.tool } else { TOOL_CALL };
    let Some((first, rest)) = trace.events.split_first() else {
        prop_assert!(planned.plan.failure.is_some());
        prop_assert_eq!(trace.outcome, CallOutcome::Failed);
        prop_assert!(trace.result.is_none() && trace.invocations.is_empty());
        return Ok(());
    };
    prop_assert_eq!((first.kind, first.name.as_str()), (EventKind::ModelCalled, called));
    let name = match trace.tool {
        Some(id) => {
            let own = &*planned.roster.catalog.tool(id).name;
            prop_assert_eq!(own, &request.tool);
            prop_assert_ne!(own, TOOL_CALL);
            prop_assert_eq!(&trace.invocations, &[own]);
            own
        }
        None => {
            prop_assert!(trace.invocations.is_empty());
            called
        }
    };
    prop_assert!(rest.iter().all(|event| event.name == name), "{:?}", trace.events);
    // One last event, unless the run is parked; then nothing is answered either.
    let lasts = rest.iter().filter(|event| event.kind.is_last()).count();
    let is_parked = trace.outcome == CallOutcome::ApprovalRequired;
    prop_assert_eq!(lasts, usize::from(!is_parked));
    prop_assert!(is_parked || rest.last().is_some_and(|event| event.kind.is_last()));
    let answers = trace.result.as_ref().map(|result| result.answers.as_str());
    prop_assert_eq!(answers, (!is_parked).then_some(called));
    let started = rest.iter().filter(|event| event.kind == EventKind::Started).count();
    prop_assert_eq!(started, usize::from(trace.outcome == CallOutcome::Completed));
    Ok(())
}

#[test]
fn a_call_never_runs_under_another_name_than_the_tools_own() {
    let strategy = (scenario(&FAST_ESTIMATORS), vec(choice(), 0..4), call());
    let resolved = Cell::new(0);
    holds(96, strategy, |(tree, choices, call)| {
        let planned = Planned::new(Arc::new(edited(&tree, &choices).1), None);
        for tool in called_names(&planned) {
            for direct in [false, true] {
                let request = CallRequest {
                    tool: tool.clone(),
                    direct,
                    ..call.clone()
                };
                let traced = trace(&planned, &request);
                goes_under_one_name(&planned, &traced)?;
                prop_assert_eq!(&trace(&planned, &request), &traced);
                resolved.set(resolved.get() + usize::from(traced.tool.is_some()));
            }
        }
        Ok(())
    });
    assert!(resolved.get() > 100, "only {} calls were resolved", resolved.get());
}

/// `tool.call` changes nothing but the name that the model called: not whether the call is denied, nor why.
#[test]
fn a_pinned_tool_ends_alike_through_tool_call_and_by_its_own_name() {
    let strategy = (scenario(&FAST_ESTIMATORS), vec(choice(), 0..4), call());
    holds(96, strategy, |(tree, choices, call)| {
        let planned = Planned::new(Arc::new(edited(&tree, &choices).1), None);
        prop_assume!(planned.plan.failure.is_none() && call.arguments.is_object());
        for tool in called_names(&planned) {
            let [through, direct] = [false, true].map(|direct| {
                let request = CallRequest {
                    tool: tool.clone(),
                    direct,
                    ..call.clone()
                };
                trace(&planned, &request)
            });
            let is_control = CONTROL_TOOLS.contains(&tool.as_str());
            let is_reached = is_pinned(&planned, TOOL_CALL) && is_pinned(&planned, &tool) && !is_control;
            prop_assert_eq!(through.tool.is_some(), is_reached, "{}", tool);
            prop_assert_eq!(direct.tool.is_some(), is_pinned(&planned, &tool) && tool != TOOL_CALL);
            if is_reached {
                prop_assert_eq!((through.outcome, through.code), (direct.outcome, direct.code));
                prop_assert_eq!(&through.steps[2..], &direct.steps[2..]);
                prop_assert_eq!(&through.events[1..], &direct.events[1..]);
                prop_assert_eq!(through.arguments, direct.arguments);
            }
        }
        Ok(())
    });
}

/// What a session pinned, from few words, so that they often differ and often do not.
fn versions() -> impl Strategy<Value = Versions> {
    let version = || proptest::option::weighted(0.3, select(vec!["1".to_owned(), "2".to_owned()]));
    (version(), version(), version(), version(), version(), version()).prop_map(
        |(authority, model, policy, persona, agent, agent_prefix)| Versions {
            authority,
            model,
            policy,
            persona,
            agent,
            agent_prefix,
        },
    )
}

fn open_session() -> impl Strategy<Value = (OpenSession, Option<Index>)> {
    let builder = proptest::option::of(select(Builder::OFFERED.to_vec()));
    let equivalent = proptest::option::weighted(0.2, vec(select(Builder::OFFERED.to_vec()), 0..2));
    let parked = proptest::option::of(any::<Index>());
    (builder, versions(), equivalent, parked).prop_map(|(builder, versions, equivalent_builders, parked)| {
        let session = OpenSession {
            name: "generated".to_owned(),
            at: At::whole(FileId(0)),
            opened_under: None,
            builder,
            versions,
            scopes: None,
            parked_on: None,
            equivalent_builders,
            expect: SessionExpectation::default(),
        };
        (session, parked)
    })
}

/// All that a deploy says of a session.
fn summary(outcome: &Outcome) -> String {
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {} {} {}",
        outcome.next().id(),
        outcome.epoch,
        outcome.parked,
        outcome.impossible,
        outcome.pin_moves,
        outcome.lane_moves,
        outcome.prefix_before,
        outcome.prefix_after,
        explain::outcome(outcome)
    )
}

fn becomes_one_of(outcome: &Outcome) -> TestCaseResult {
    match outcome.epoch {
        Epoch::Kept(_) => {
            prop_assert!(Arc::ptr_eq(&outcome.before, &outcome.after));
            prop_assert_eq!(&outcome.prefix_before, &outcome.prefix_after);
            prop_assert!(outcome.lane_moves.is_empty() && outcome.rebuilt_fails().is_none());
            let parked = outcome.parked.as_ref();
            prop_assert!(parked.is_none_or(|parked| parked.is_resumed));
        }
        Epoch::Rotated(_) => {
            // Of the session's own plan, the names that its agent version holds stay.
            prop_assert_eq!(&outcome.after.scenario.agent, &outcome.before.scenario.agent);
            if let Some(parked) = &outcome.parked {
                prop_assert_eq!(parked.is_resumed, outcome.pin_moves.is_empty());
            }
        }
    }
    let fails = outcome.impossible.is_some() || outcome.failure_code().is_some();
    prop_assert_eq!(outcome.next() == NextMessage::Failed, fails);
    Ok(())
}

#[test]
fn a_session_that_is_kept_keeps_its_prefix() {
    let what_ifs = || vec(choice(), 0..5);
    let sessions = vec(open_session(), 1..5);
    let strategy = (
        scenario(&FAST_ESTIMATORS),
        what_ifs(),
        what_ifs(),
        sessions,
        (versions(), versions()),
    );
    let seen = NextMessage::ALL.map(|_| Cell::new(0));
    holds(128, strategy, |(tree, before, after, sessions, versions)| {
        let before = Scenario {
            versions: versions.0,
            ..edited(&tree, &before).1
        };
        let before = Arc::new(Planned::new(Arc::new(before), None));
        let known = called_names(&before);
        let sessions = sessions.into_iter().map(|(session, parked)| OpenSession {
            parked_on: parked.map(|place| known[place.index(known.len())].clone()),
            ..session
        });
        let after = Scenario {
            versions: versions.1,
            runs: Arc::new(Runs {
                sessions: sessions.collect(),
                ..Runs::default()
            }),
            ..edited(&tree, &after).1
        };
        let after = Arc::new(Planned::new(Arc::new(after), Some(&before)));
        let deploy = Deploy::new(&before, &after, None);
        prop_assert_eq!(deploy.outcomes.len(), after.scenario.runs.sessions.len());
        for outcome in &deploy.outcomes {
            becomes_one_of(outcome)?;
            for (next, seen) in NextMessage::ALL.into_iter().zip(&seen) {
                seen.set(seen.get() + usize::from(outcome.next() == next));
            }
        }
        // Once more, and once more with what the first time made.
        let summaries = |deploy: &Deploy| deploy.outcomes.iter().map(summary).collect::<Vec<_>>();
        prop_assert_eq!(summaries(&deploy), summaries(&Deploy::new(&before, &after, None)));
        prop_assert_eq!(
            summaries(&deploy),
            summaries(&Deploy::new(&before, &after, Some(&deploy)))
        );
        prop_assert_eq!(&deploy.new_chats, &Deploy::new(&before, &after, None).new_chats);
        Ok(())
    });
    assert!(seen.iter().all(|seen| seen.get() > 0), "{seen:?}");
}

/// Without a deferral, `@12` makes of an agent with no required tools what `@11` makes of it, to the byte; this is why it
/// treats such a plan as current.
#[test]
fn a_plan_that_defers_nothing_hashes_as_before_there_was_an_index() {
    let strategy = (scenario(&FAST_ESTIMATORS), vec(choice(), 0..3), any::<bool>());
    let compared = Cell::new(0);
    holds(256, strategy, |(tree, choices, calls_tools)| {
        let mut now = edited(&tree, &choices).1;
        let mut edits = vec![
            Edit::AlwaysDefine(Vec::new()),
            Edit::WebsiteProfile(false),
            Edit::RankingOrder(RankingOrder::Name),
            Edit::RankingFirst(Vec::new()),
        ];
        if !calls_tools {
            let without = now.enabled_tools().into_iter().filter(|name| *name != TOOL_CALL);
            edits.push(Edit::EnabledTools(Some(without.map(str::to_owned).collect())));
        }
        for edit in edits {
            now = edit.apply(&now);
        }
        let under = |builder| Planned::new(Arc::new(Edit::Builder(builder).apply(&now)), None);
        let [twelve, eleven] = [Builder::V12, Builder::V11].map(under);
        if !twelve.plan.deferred.is_empty() {
            return Ok(());
        }
        let shown = |planned: &Planned| {
            let [defined, skipped] =
                [&planned.plan.defined, &planned.plan.skipped].map(|ids| names(&planned.roster, ids).join(" "));
            (defined, skipped)
        };
        prop_assert_eq!(shown(&twelve), shown(&eleven));
        let versions = &now.versions;
        prop_assert_eq!(prefix_sha256(&twelve, versions), prefix_sha256(&eleven, versions));
        compared.set(compared.get() + 1);
        Ok(())
    });
    assert!(compared.get() > 64, "only {} plans were compared", compared.get());
}

/// The index is part of the identity as soon as there is one.
#[test]
fn another_index_is_another_prefix() {
    let seen = Cell::new(0);
    holds(128, (scenario(&FAST_ESTIMATORS), choice()), |(tree, choice)| {
        let before = Planned::new(loaded(&tree.to_string()).scenario, None);
        let after = Planned::new(Arc::new(choice.edit(&before.scenario).apply(&before.scenario)), None);
        let texts = |planned: &Planned| {
            let mut contracts: Vec<String> = planned
                .plan
                .defined
                .iter()
                .map(|id| planned.roster.catalog.tool(*id).contract_json.clone())
                .collect();
            contracts.sort_unstable();
            let blocks: Vec<String> = planned
                .plan
                .index
                .blocks
                .iter()
                .map(|block| block.text.clone())
                .collect();
            (contracts, blocks)
        };
        let hash = |planned: &Planned| prefix_sha256(planned, &planned.scenario.versions);
        let is_same = texts(&before) == texts(&after);
        prop_assert_eq!(is_same, hash(&before) == hash(&after));
        seen.set(seen.get() + usize::from(!is_same));
        Ok(())
    });
    assert!(seen.get() > 10);
}

#[test]
fn a_child_defines_what_its_brief_names_or_fails() {
    let strategy = (scenario(&FAST_ESTIMATORS), vec(any::<Index>(), 0..8));
    let planned_children = Cell::new(0);
    holds(192, strategy, |(tree, places)| {
        let parent = Planned::new(loaded(&tree.to_string()).scenario, None);
        let known = called_names(&parent);
        let brief: Vec<String> = places
            .iter()
            .map(|place| known[place.index(known.len())].clone())
            .collect();
        // The whole of it, which is mostly refused, and what of it is pinned, which never is.
        let pinned: Vec<String> = brief
            .iter()
            .filter(|name| is_pinned(&parent, name) && *name != TOOL_CALL)
            .cloned()
            .collect();
        let is_good = brief.len() == pinned.len() && parent.plan.failure.is_none();
        prop_assert_eq!(delegate(&parent, &brief).planned.is_some(), is_good);
        let child = delegate(&parent, &pinned);
        let Some(planned) = &child.planned else {
            prop_assert!(parent.plan.failure.is_some());
            return Ok(());
        };
        planned_children.set(planned_children.get() + 1);
        let mut named: Vec<&str> = pinned.iter().map(String::as_str).collect();
        named.sort_unstable();
        named.dedup();
        prop_assert!(planned.plan.deferred.is_empty());
        let defined = planned.plan.tool_names(&planned.roster);
        prop_assert!(defined.iter().all(|name| named.contains(name)));
        if planned.plan.failure.is_none() {
            prop_assert_eq!(defined, named);
        }
        prop_assert_eq!(&delegate(&parent, &pinned).planned.unwrap().plan, &planned.plan);
        Ok(())
    });
    assert!(planned_children.get() > 50);
}
