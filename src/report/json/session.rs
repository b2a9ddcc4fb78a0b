//! A deploy and delegated children as JSON, formats `roster-deploy/1` and `roster-delegate/1`.

use super::failure;
use crate::plan::{Failure, Planned};
use crate::scenario::Lane;
use crate::session::{Child, Deploy, Epoch, KeptBecause, LaneMove, Outcome, PinMove, Refusal, explain};
use serde_json::{Value, json};

/// The format of [`deploy`].
pub const DEPLOY_FORMAT: &str = "roster-deploy/1";

/// What a deploy does to open sessions, those that break first.
pub fn deploy(deploy: &Deploy) -> Value {
    json!({
        "format": DEPLOY_FORMAT,
        "before": deploy.before.scenario.name,
        "after": deploy.after.scenario.name,
        "builder": deploy.after.scenario.builder.to_string(),
        "failure": deploy.after.plan.failure.as_ref().map(failure),
        "verdict": explain::verdict(deploy),
        "sessions_are_implied": deploy.are_implied,
        "sessions": deploy.worst_first().into_iter().map(outcome).collect::<Vec<_>>(),
        "new_chats": deploy.new_chats.iter().map(lane_move).collect::<Vec<_>>(),
    })
}

fn outcome(outcome: &Outcome) -> Value {
    let (reason, kept_because) = match outcome.epoch {
        Epoch::Rotated(reason) => (Some(reason.id()), None),
        Epoch::Kept(KeptBecause::SameBuilder) => (None, Some("same_builder")),
        Epoch::Kept(KeptBecause::EquivalentBuilder) => (None, Some("equivalent_builder")),
    };
    let versions = &outcome.pinned.versions;
    json!({
        "session": outcome.name,
        "opened_under": outcome.opened_under,
        "pinned": {
            "builder": outcome.pinned.builder.to_string(),
            "authority": versions.authority,
            "model": versions.model,
            "policy_version": versions.policy,
            "persona": versions.persona,
            "agent_version": versions.agent,
            "agent_prefix": versions.agent_prefix,
            "scopes": outcome.pinned.scopes,
        },
        "next": outcome.next().id(),
        "reason": reason,
        "kept_because": kept_because,
        "code": outcome.failure_code(),
        "rebuilt_plan": outcome.rebuilt_fails().map(failure),
        "history_kept": outcome.impossible.is_none(),
        "possible": outcome.impossible.is_none(),
        "as_expected": outcome.is_as_expected,
        "pins_gone": outcome.pins_gone.iter().map(|tool| &**tool).collect::<Vec<_>>(),
        "detail": explain::outcome(outcome),
        "parked_on": outcome.parked.as_ref().map(|parked| parked.tool.as_str()),
        "rebuilt": outcome.is_rebuilt(),
        "pin_moves_of_a_rebuild": outcome.pin_moves.iter().map(pin_move).collect::<Vec<_>>(),
        "lanes_moved": outcome.lane_moves.iter().map(lane_move).collect::<Vec<_>>(),
        "scopes_lost": outcome.scopes_lost,
        "prefix_sha256": { "before": outcome.prefix_before, "after": outcome.prefix_after },
    })
}

fn pin_move(moved: &PinMove) -> Value {
    json!({ "tool": &**moved.tool(), "change": moved.id() })
}

fn lane_move(moved: &LaneMove) -> Value {
    json!({
        "tool": &*moved.tool,
        "from": moved.from.map(Lane::id),
        "to": moved.to.map(Lane::id),
    })
}

/// The format of [`delegations`].
pub const DELEGATE_FORMAT: &str = "roster-delegate/1";

/// What comes of some briefs, each with its name.
pub fn delegations(parent: &Planned, children: &[(String, Child)]) -> Value {
    json!({
        "format": DELEGATE_FORMAT,
        "scenario": parent.scenario.name,
        "children": children.iter().map(|(name, one)| child(parent, name, one)).collect::<Vec<_>>(),
    })
}

fn child(parent: &Planned, name: &str, child: &Child) -> Value {
    let plan = child.planned.as_ref().map(|planned| &planned.plan);
    let refused = |refusal: &Refusal| json!({ "tool": refusal.name(), "detail": explain::refusal(refusal) });
    json!({
        "brief": name,
        "verdict": explain::child(child),
        "failure": plan.and_then(|plan| plan.failure.as_ref()).map(|one: &Failure| failure(one)),
        "refused": child.refused.iter().map(refused).collect::<Vec<_>>(),
        "tools": child
            .granted
            .iter()
            .map(|(id, lane)| json!({
                "tool": &*parent.roster.catalog.tool(*id).name,
                "in_parent": lane.id(),
                "in_child": plan.map(|plan| plan.decision(*id).outcome.id()),
                "definition_tokens": plan.map(|plan| plan.decision(*id).definition_tokens),
            }))
            .collect::<Vec<_>>(),
        "tokens": { "tool_definitions": child.definition_tokens() },
    })
}
