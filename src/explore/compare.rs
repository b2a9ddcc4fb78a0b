//! Two plans side by side: every tool that is elsewhere or otherwise, the budgets, and where the prefix breaks.

use super::effect::Effect;
use super::prefix::{PrefixBreak, first_difference};
use crate::plan::{Decision, Planned, Reason};
use crate::roster::{Tool, ToolId};
use crate::scenario::{Class, Lane, PolicyDecision, SideEffect};
use std::collections::HashMap;
use std::sync::Arc;

/// One tool that differs. An identity is of its own side's catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolChange {
    /// Registry name.
    pub name: Arc<str>,
    /// In the plan before; `None` for an added tool.
    pub before: Option<ToolId>,
    /// In the plan after; `None` for a removed tool.
    pub after: Option<ToolId>,
    /// The largest thing that differs.
    pub effect: Effect,
    /// Whether its definition reads otherwise, whatever else differs. False for what stands on one side only.
    pub is_rewritten: bool,
    /// Whether calls of it are judged otherwise, whatever else differs. False for what stands on one side only.
    pub is_reclassified: bool,
    /// What it brings to the prompt: tokens after minus tokens before.
    pub prompt_tokens: i64,
}

/// Tokens and items of a class on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Tokens in it.
    pub used_tokens: u64,
    /// Its token cap.
    pub max_tokens: u64,
    /// Items in it, of how many, where it counts items.
    pub items: Option<(u64, u64)>,
}

/// A class on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassChange {
    /// Which; `None` is the whole prefix against the ceiling.
    pub class: Option<Class>,
    /// Before; `None` where the builder knows no such class.
    pub before: Option<Budget>,
    /// After.
    pub after: Option<Budget>,
}

impl ClassChange {
    /// Tokens after minus tokens before.
    pub fn change_tokens(&self) -> i64 {
        difference(
            self.before.map_or(0, |budget| budget.used_tokens),
            self.after.map_or(0, |budget| budget.used_tokens),
        )
    }

    /// Its name for people.
    pub fn title(&self) -> &'static str {
        self.class.map_or("prefix", Class::title)
    }
}

/// What a review may refuse to see happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// A tool that was pinned is not any more.
    Lost,
    /// A tool becomes skipped.
    Skipped,
    /// A tool that was defined is deferred.
    Deferred,
    /// A tool becomes unavailable, or is gone; not `tool.call` where nothing is left for it to reach.
    Unavailable,
    /// Calls of a tool are judged otherwise.
    Reclassified,
    /// A definition reads otherwise.
    Rewritten,
    /// The request prefix differs anywhere.
    Prefix,
    /// Anything differs at all.
    Any,
}

impl Gate {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Lost,
        Self::Skipped,
        Self::Deferred,
        Self::Unavailable,
        Self::Reclassified,
        Self::Rewritten,
        Self::Prefix,
        Self::Any,
    ];

    /// As the command line writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Skipped => "skipped",
            Self::Deferred => "deferred",
            Self::Unavailable => "unavailable",
            Self::Reclassified => "reclassified",
            Self::Rewritten => "rewritten",
            Self::Prefix => "prefix",
            Self::Any => "any",
        }
    }
}

/// Two plans side by side.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The plan before.
    pub before: Arc<Planned>,
    /// The plan after.
    pub after: Arc<Planned>,
    /// Every tool that differs, the largest effect on top.
    pub changes: Vec<ToolChange>,
    /// The classes of Region A, then the prefix.
    pub classes: Vec<ClassChange>,
    /// Where the request prefix first differs; `None` if it is the same to the last byte that a scenario knows.
    pub prefix: Option<PrefixBreak>,
}

impl Comparison {
    /// Compares two plans. Tools are matched by registry name; several of one name (a catalog conflict) in their order.
    pub fn new(before: Arc<Planned>, after: Arc<Planned>) -> Self {
        let mut changes = tool_changes(&before, &after);
        changes.sort_by_cached_key(|change| {
            let size = std::cmp::Reverse(change.prompt_tokens.unsigned_abs());
            (change.effect, size, Arc::clone(&change.name))
        });
        Self {
            changes,
            classes: class_changes(&before, &after),
            prefix: first_difference(&before, &after),
            before,
            after,
        }
    }

    /// The decision before.
    pub fn decision_before(&self, change: &ToolChange) -> Option<&Decision> {
        change.before.map(|id| self.before.plan.decision(id))
    }

    /// The decision after.
    pub fn decision_after(&self, change: &ToolChange) -> Option<&Decision> {
        change.after.map(|id| self.after.plan.decision(id))
    }

    /// How many tools have this as their largest effect.
    pub fn count(&self, effect: Effect) -> usize {
        self.changes.iter().filter(|change| change.effect == effect).count()
    }

    /// Whether nothing differs that the two plans know of.
    pub fn is_same(&self) -> bool {
        self.changes.is_empty()
            && self.prefix.is_none()
            && self.before.plan.failure == self.after.plan.failure
            && self.classes.iter().all(|class| class.before == class.after)
    }

    /// Prefix tokens after minus before.
    pub fn prefix_change_tokens(&self) -> i64 {
        difference(self.before.plan.prefix_tokens, self.after.plan.prefix_tokens)
    }

    /// The tools for which a gate falls; the prefix names none.
    pub fn falls(&self, gate: Gate) -> Option<Vec<&ToolChange>> {
        let of = |test: &dyn Fn(&ToolChange) -> bool| -> Option<Vec<&ToolChange>> {
            let found: Vec<&ToolChange> = self.changes.iter().filter(|change| test(change)).collect();
            (!found.is_empty()).then_some(found)
        };
        let lanes = |change: &ToolChange| {
            let lane = |decision: Option<&Decision>| decision.map(|decision| decision.outcome);
            (lane(self.decision_before(change)), lane(self.decision_after(change)))
        };
        match gate {
            Gate::Lost => of(&|change| change.effect == Effect::Lost),
            Gate::Skipped => of(&|change| {
                let (before, after) = lanes(change);
                after == Some(Lane::Skipped) && before != after
            }),
            Gate::Deferred => of(&|change| change.effect == Effect::Deferred),
            Gate::Unavailable => of(&|change| {
                let (before, after) = lanes(change);
                let is_out = |lane| matches!(lane, None | Some(Lane::Unavailable));
                is_out(after) && !is_out(before) && !is_idle(self.decision_after(change))
            }),
            Gate::Reclassified => of(&|change| change.is_reclassified),
            Gate::Rewritten => of(&|change| change.is_rewritten),
            Gate::Prefix => self.prefix.is_some().then(Vec::new),
            Gate::Any => (!self.is_same()).then(Vec::new),
        }
    }
}

/// `after − before`, with its sign.
pub fn difference(before: u64, after: u64) -> i64 {
    let size = i64::try_from(after.abs_diff(before)).unwrap_or(i64::MAX);
    if after < before { -size } else { size }
}

/// Whether it is `tool.call` with nothing to reach: it comes and goes with what is deferred, and nobody misses it.
fn is_idle(decision: Option<&Decision>) -> bool {
    decision.is_some_and(|decision| decision.reason == Reason::NothingDeferred)
}

/// Whether a tool could be reached before and cannot any more.
pub(super) fn is_loss(before: &Decision, after: &Decision) -> bool {
    before.outcome.is_pinned() && !after.outcome.is_pinned() && !is_idle(Some(after))
}

/// What a tool brings to the prompt: its definition, its index line, or nothing.
pub(super) fn prompt_tokens(decision: &Decision) -> u64 {
    match decision.outcome {
        Lane::Defined => decision.definition_tokens,
        Lane::Deferred => decision.index_tokens,
        Lane::Skipped | Lane::Unavailable => 0,
    }
}

fn tool_changes(before: &Planned, after: &Planned) -> Vec<ToolChange> {
    let is_one_catalog = Arc::ptr_eq(&before.roster.catalog, &after.roster.catalog);
    let was = if is_one_catalog {
        HashMap::new()
    } else {
        by_name(before)
    };
    let mut seen: HashMap<Arc<str>, usize> = HashMap::new();
    let mut matched = vec![false; before.roster.catalog.tools().len()];
    let mut changes = Vec::new();
    for id in after.roster.catalog.ids() {
        let name = &after.roster.catalog.tool(id).name;
        let counterpart = if is_one_catalog {
            Some(id)
        } else {
            let nth = seen.entry(Arc::clone(name)).or_insert(0);
            let found = was.get(name).and_then(|ids| ids.get(*nth)).copied();
            *nth += 1;
            found
        };
        if let Some(counterpart) = counterpart {
            matched[counterpart.index()] = true;
        }
        changes.extend(change(before, after, counterpart, Some(id), name));
    }
    for id in before.roster.catalog.ids().filter(|id| !matched[id.index()]) {
        let name = &before.roster.catalog.tool(id).name;
        changes.extend(change(before, after, Some(id), None, name));
    }
    changes
}

fn by_name(planned: &Planned) -> HashMap<Arc<str>, Vec<ToolId>> {
    let catalog = &planned.roster.catalog;
    let mut by_name: HashMap<Arc<str>, Vec<ToolId>> = HashMap::with_capacity(catalog.tools().len());
    for id in catalog.ids() {
        by_name.entry(Arc::clone(&catalog.tool(id).name)).or_default().push(id);
    }
    by_name
}

fn change(
    before: &Planned,
    after: &Planned,
    was: Option<ToolId>,
    is: Option<ToolId>,
    name: &Arc<str>,
) -> Option<ToolChange> {
    let old = was.map(|id| before.plan.decision(id));
    let new = is.map(|id| after.plan.decision(id));
    let is_rewritten = was.zip(is).is_some_and(|(was, is)| {
        model_reads(before.roster.catalog.tool(was)) != model_reads(after.roster.catalog.tool(is))
    });
    let is_reclassified = was
        .zip(is)
        .is_some_and(|(was, is)| Judged::of(before, was) != Judged::of(after, is));
    let lane = |decision: Option<&Decision>| decision.map(|decision| decision.outcome);
    let (from, to) = (lane(old), lane(new));
    let is_pinned = |lane: Option<Lane>| lane.is_some_and(Lane::is_pinned);
    let effect = match (is_pinned(from), is_pinned(to)) {
        (true, false) if is_idle(new) => Effect::Elsewhere,
        (false, true) if is_idle(old) => Effect::Elsewhere,
        (true, false) => Effect::Lost,
        (false, true) => Effect::Gained,
        (true, true) if from != to && to == Some(Lane::Deferred) => Effect::Deferred,
        (true, true) if from != to => Effect::Defined,
        _ if is_reclassified => Effect::Reclassified,
        _ if is_rewritten => Effect::Rewritten,
        _ if from != to => Effect::Elsewhere,
        _ => {
            let tokens = |decision: Option<&Decision>| {
                decision.map(|decision| (decision.definition_tokens, decision.index_tokens))
            };
            let rank = |decision: Option<&Decision>| decision.and_then(|decision| decision.rank);
            if tokens(old) != tokens(new) {
                Effect::Recounted
            } else if rank(old) != rank(new) {
                Effect::Reranked
            } else {
                return None;
            }
        }
    };
    let tokens = |decision: Option<&Decision>| decision.map_or(0, prompt_tokens);
    Some(ToolChange {
        name: Arc::clone(name),
        before: was,
        after: is,
        effect,
        is_rewritten,
        is_reclassified,
        prompt_tokens: difference(tokens(old), tokens(new)),
    })
}

/// What decides about calls of a tool, whatever their arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judged<'a> {
    /// What it does to the world.
    pub(super) side_effect: SideEffect,
    /// What policy says of that.
    pub(super) decision: PolicyDecision,
    /// Scopes that a call needs.
    pub(super) scopes: &'a [String],
}

impl<'a> Judged<'a> {
    /// As a plan has it.
    pub(super) fn of(planned: &'a Planned, id: ToolId) -> Self {
        let tool = planned.roster.catalog.tool(id);
        Self {
            side_effect: tool.side_effect,
            decision: planned.scenario.policy.decision(tool.side_effect),
            scopes: &tool.scopes,
        }
    }
}

/// What a model can read of a tool.
fn model_reads(tool: &Tool) -> (&str, &str) {
    (&tool.contract_json, &tool.entry.text)
}

fn class_changes(before: &Planned, after: &Planned) -> Vec<ClassChange> {
    let of = |planned: &Planned, class| {
        planned.plan.class(class).map(|class| Budget {
            used_tokens: class.used_tokens,
            max_tokens: class.max_tokens,
            items: class.max_items.map(|cap| (class.used_items, cap)),
        })
    };
    let whole = |planned: &Planned| {
        Some(Budget {
            used_tokens: planned.plan.prefix_tokens,
            max_tokens: planned.plan.ceiling_tokens,
            items: None,
        })
    };
    let classes = Class::ALL.into_iter().map(|class| ClassChange {
        class: Some(class),
        before: of(before, class),
        after: of(after, class),
    });
    classes
        .filter(|class| class.before.is_some() || class.after.is_some())
        .chain([ClassChange {
            class: None,
            before: whole(before),
            after: whole(after),
        }])
        .collect()
}
