//! A deploy over the sessions that are open when it comes.

use super::epoch::{Epoch, KeptBecause, Pinned, epoch};
use super::gate::session_differences;
use super::outcome::{CannotBe, Outcome, Parked};
use super::pins::{LaneMove, PinMove, lane_moves, pin_moves};
use super::prefix::prefix_sha256;
use crate::plan::{Planned, explain};
use crate::roster::ToolId;
use crate::scenario::{
    Builder, NextMessage, OpenSession, PolicyDecision, Scenario, SessionExpectation, Versions, missing_scopes,
};
use std::sync::Arc;

/// What a deploy does to every open session.
#[derive(Clone, Debug)]
pub struct Deploy {
    /// The state before.
    pub before: Arc<Planned>,
    /// The state that is deployed: what a chat that opens now gets.
    pub after: Arc<Planned>,
    /// The sessions, as the file lists them.
    pub outcomes: Vec<Outcome>,
    /// Whether the sessions are this program's example, because no file lists any.
    pub are_implied: bool,
    /// How the lanes of a chat that opens now differ from those of one that opened just before.
    pub new_chats: Vec<LaneMove>,
    /// Plans that sessions were opened with, kept so that the next edit need not make them again.
    opened: Vec<(Arc<Scenario>, Builder, Arc<Planned>)>,
    /// What a rebuild makes of each of them, by the plan that it starts from.
    rebuilds: Vec<(Arc<Planned>, Rebuild)>,
    /// Identities of prefixes, which take reading all of their text.
    prefixes: Vec<(Arc<Planned>, Versions, String)>,
}

/// A plan rebuilt, and how it differs from the one before. Shared by all sessions that were opened alike.
#[derive(Clone, Debug)]
struct Rebuild {
    planned: Arc<Planned>,
    pin_moves: Arc<[PinMove]>,
    lane_moves: Arc<[LaneMove]>,
    /// Tools that the plan before pins and that are not there any more.
    gone: Arc<[Arc<str>]>,
}

impl Deploy {
    /// Deploys `after` where `before` was. The sessions are those that `after` lists, else those that `before` lists, else
    /// a chat and, if any tool of `before` asks for approval, a run that is parked on it. `earlier` lends its plans.
    pub fn new(before: &Arc<Planned>, after: &Arc<Planned>, earlier: Option<&Self>) -> Self {
        let listed = [after, before].map(|planned| &planned.scenario.runs.sessions);
        let implied;
        let (sessions, are_implied) = match listed.into_iter().find(|sessions| !sessions.is_empty()) {
            Some(sessions) => (sessions, false),
            None => {
                implied = implied_sessions(before);
                (&implied, true)
            }
        };
        let mut deploy = Self {
            before: Arc::clone(before),
            after: Arc::clone(after),
            outcomes: Vec::new(),
            are_implied,
            new_chats: lane_moves(before, after),
            opened: Vec::new(),
            rebuilds: Vec::new(),
            prefixes: Vec::new(),
        };
        for session in sessions {
            let outcome = deploy.outcome(session, earlier);
            deploy.outcomes.push(outcome);
        }
        deploy
    }

    /// What a scenario says of its own sessions: each was opened under the file that it names, else under this scenario.
    pub fn of(planned: &Arc<Planned>) -> Self {
        Self::new(planned, planned, None)
    }

    /// The outcomes, those that break on top.
    pub fn worst_first(&self) -> Vec<&Outcome> {
        let places = self.places_worst_first().into_iter();
        places.filter_map(|place| self.outcomes.get(place)).collect()
    }

    /// The same as places in the file's list, by which the window knows a session.
    pub fn places_worst_first(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.outcomes.len()).collect();
        places.sort_by_key(|&place| {
            let outcome = &self.outcomes[place];
            (outcome.next(), outcome.parked.is_none())
        });
        places
    }

    /// The worst that the next message of any session does, or of a chat that opens now where what is deployed has no plan.
    pub fn worst(&self) -> Option<NextMessage> {
        if self.after.plan.failure.is_some() {
            return Some(NextMessage::Failed);
        }
        self.outcomes.iter().map(Outcome::next).min()
    }

    /// Whether every session is one of the state before, and nothing that it pinned differs from what is deployed.
    pub fn changes_no_session(&self) -> bool {
        self.outcomes.iter().all(|outcome| {
            Arc::ptr_eq(&outcome.before, &self.before) && outcome.epoch == Epoch::Kept(KeptBecause::SameBuilder)
        })
    }

    /// Whether a session cannot be as its file says.
    pub fn lists_the_impossible(&self) -> bool {
        self.outcomes.iter().any(|outcome| outcome.impossible.is_some())
    }

    /// Whether a parked run fails.
    pub fn breaks_a_run(&self) -> bool {
        self.outcomes.iter().any(Outcome::is_parked_and_fails)
    }

    fn outcome(&mut self, session: &OpenSession, earlier: Option<&Self>) -> Outcome {
        let under = match &session.opened_under {
            Some(opened) => Arc::clone(&opened.scenario),
            None => Arc::clone(&self.before.scenario),
        };
        let pinned = Pinned {
            builder: session.builder.unwrap_or(under.builder),
            versions: session.versions.or(&under.versions),
            scopes: session.scopes.clone().or_else(|| under.scopes.clone()),
        };
        let before = self.opened_with(&under, pinned.builder, earlier);
        let deployed = &Arc::clone(&self.after.scenario);
        let epoch = epoch(&pinned, deployed, session.equivalent_builders.as_deref());
        // What a rebuild would make of it, asked in any case: it is what a kept plan is spared.
        let rebuild = self.rebuild(&before);
        let is_kept = matches!(epoch, Epoch::Kept(_));
        let after = if is_kept {
            Arc::clone(&before)
        } else {
            Arc::clone(&rebuild.planned)
        };
        let versions_after = if is_kept {
            pinned.versions.clone()
        } else {
            versions_rebuilt(&pinned.versions, &deployed.versions)
        };
        let mut outcome = Outcome {
            name: session.name.clone(),
            at: session.at,
            opened_under: session
                .opened_under
                .as_ref()
                .map_or_else(|| under.name.clone(), |opened| opened.path.clone()),
            parked: session.parked_on.as_ref().map(|tool| Parked {
                tool: tool.clone(),
                is_resumed: is_kept || rebuild.pin_moves.is_empty(),
                scopes_missing: before.roster.catalog.find(tool).map_or_else(Vec::new, |id| {
                    missing_scopes(&before.roster.catalog.tool(id).scopes, deployed.scopes.as_deref())
                }),
            }),
            impossible: impossible(&before, session.parked_on.as_deref()),
            lane_moves: if is_kept { Arc::new([]) } else { rebuild.lane_moves },
            scopes_lost: missing_scopes(pinned.scopes.as_deref().unwrap_or_default(), deployed.scopes.as_deref()),
            prefix_before: self.prefix(&before, &pinned.versions, earlier),
            prefix_after: self.prefix(&after, &versions_after, earlier),
            pinned,
            before,
            after,
            epoch,
            pin_moves: rebuild.pin_moves,
            pins_gone: if is_kept { rebuild.gone } else { Arc::new([]) },
            is_as_expected: false,
        };
        outcome.is_as_expected =
            !session.expect.is_empty() && session_differences(&session.expect, &outcome).is_empty();
        outcome
    }

    /// The identity of a prefix, read once for all sessions that have it.
    fn prefix(&mut self, planned: &Arc<Planned>, versions: &Versions, earlier: Option<&Self>) -> String {
        let lent = earlier.map(|earlier| earlier.prefixes.as_slice()).unwrap_or_default();
        let known = self
            .prefixes
            .iter()
            .chain(lent)
            .find(|(of, under, _)| Arc::ptr_eq(of, planned) && under == versions);
        if let Some((.., known)) = known {
            return known.clone();
        }
        let made = prefix_sha256(planned, versions);
        self.prefixes
            .push((Arc::clone(planned), versions.clone(), made.clone()));
        made
    }

    /// The plan of a roster under a builder, made once for all sessions that were opened with it.
    fn opened_with(&mut self, under: &Arc<Scenario>, builder: Builder, earlier: Option<&Self>) -> Arc<Planned> {
        if builder == self.before.scenario.builder && Arc::ptr_eq(under, &self.before.scenario) {
            return Arc::clone(&self.before);
        }
        let lent = earlier.map(|earlier| earlier.opened.as_slice()).unwrap_or_default();
        let known = self
            .opened
            .iter()
            .chain(lent)
            .find(|(scenario, of, _)| Arc::ptr_eq(scenario, under) && *of == builder)
            .cloned();
        let made = known.unwrap_or_else(|| {
            let planned = if builder == under.builder {
                Planned::new(Arc::clone(under), Some(&self.before))
            } else {
                let scenario = Scenario {
                    builder,
                    ..(**under).clone()
                };
                Planned::new(Arc::new(scenario), Some(&self.before))
            };
            (Arc::clone(under), builder, Arc::new(planned))
        });
        let planned = Arc::clone(&made.2);
        let is_kept = |kept: &(Arc<Scenario>, Builder, Arc<Planned>)| Arc::ptr_eq(&kept.2, &planned);
        if !self.opened.iter().any(is_kept) {
            self.opened.push(made);
        }
        planned
    }

    /// What a rebuild makes of a plan, made once for all sessions that were opened with it.
    fn rebuild(&mut self, before: &Arc<Planned>) -> Rebuild {
        if let Some((_, known)) = self.rebuilds.iter().find(|(of, _)| Arc::ptr_eq(of, before)) {
            return known.clone();
        }
        let planned = self.rebuilt(before);
        let rebuild = Rebuild {
            pin_moves: pin_moves(before, &planned).into(),
            lane_moves: lane_moves(before, &planned).into(),
            gone: gone(before, &planned).into(),
            planned,
        };
        self.rebuilds.push((Arc::clone(before), rebuild.clone()));
        rebuild
    }

    /// The plan of a session that is rebuilt. It pins its agent version, so the roster that the agent names stays, and it
    /// is the conversation that it was: its kind and its website profile stay. Tools, switches, caps and builder are those
    /// that are deployed.
    fn rebuilt(&self, before: &Planned) -> Arc<Planned> {
        let deployed = &self.after.scenario;
        if before.scenario.agent == deployed.agent && before.scenario.session == deployed.session {
            return Arc::clone(&self.after);
        }
        let scenario = Scenario {
            agent: before.scenario.agent.clone(),
            session: before.scenario.session,
            ..(**deployed).clone()
        };
        Arc::new(Planned::new(Arc::new(scenario), Some(&self.after)))
    }
}

/// What a rebuilt plan pins: what is deployed, but the agent's version, with its prefix unless that version is the
/// deployed one.
fn versions_rebuilt(pinned: &Versions, deployed: &Versions) -> Versions {
    let mut versions = deployed.or(pinned);
    if let Some(agent) = &pinned.agent {
        if deployed.agent.as_ref().is_some_and(|deployed| deployed != agent) {
            versions.agent_prefix.clone_from(&pinned.agent_prefix);
        }
        versions.agent = Some(agent.clone());
    }
    versions
}

fn impossible(before: &Planned, parked_on: Option<&str>) -> Option<CannotBe> {
    if let Some(failure) = &before.plan.failure {
        return Some(CannotBe::NeverOpened(failure.clone()));
    }
    let tool = parked_on?;
    if let Some(id) = before.pinned(tool) {
        let effect = before.roster.catalog.tool(id).side_effect;
        let decision = before.scenario.policy.decision(effect);
        // A tainted turn may have made an approval of an allowed write.
        let is_asked = match decision {
            PolicyDecision::RequireApproval => true,
            PolicyDecision::Allow => !effect.is_read(),
            PolicyDecision::Deny => false,
        };
        return (!is_asked).then(|| CannotBe::NobodyAsked {
            tool: tool.to_owned(),
            effect,
            decision,
        });
    }
    Some(CannotBe::ParkedOnUnpinned {
        tool: tool.to_owned(),
        why: explain::why_not_pinned(&before.plan, &before.roster, tool),
    })
}

/// Pinned tools that are no candidates any more: a call of one has nothing to resolve to.
fn gone(before: &Planned, rebuilt: &Planned) -> Vec<Arc<str>> {
    let is_there = |name: &str| {
        let id = rebuilt.roster.catalog.find(name);
        id.is_some_and(|id| rebuilt.roster.is_candidate(id))
    };
    let pinned = before.plan.pinned();
    pinned
        .map(|id| &before.roster.catalog.tool(id).name)
        .filter(|name| !is_there(name))
        .map(Arc::clone)
        .collect()
}

/// Where no file lists a session: the two that everybody asks about.
fn implied_sessions(before: &Planned) -> Vec<OpenSession> {
    let session = |name: String, parked_on: Option<String>| OpenSession {
        name,
        at: crate::diagnostics::At::whole(crate::diagnostics::FileId(0)),
        opened_under: None,
        builder: None,
        versions: Versions::default(),
        scopes: None,
        parked_on,
        equivalent_builders: None,
        expect: SessionExpectation::default(),
    };
    let asks = |id: &ToolId| {
        let effect = before.roster.catalog.tool(*id).side_effect;
        before.scenario.policy.decision(effect) == PolicyDecision::RequireApproval
    };
    let mut sessions = vec![session("a chat that is open".to_owned(), None)];
    if let Some(id) = before.plan.pinned().find(asks) {
        let tool = before.roster.catalog.tool(id).name.to_string();
        sessions.push(session(format!("a run parked on {tool}"), Some(tool)));
    }
    sessions
}
