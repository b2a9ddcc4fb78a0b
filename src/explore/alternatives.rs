//! The alternatives that ADR-0123 weighed and rejected, planned side by side on any scenario.

use super::with;
use super::worth::{CostModel, StepUse};
use crate::diagnostics::grouped;
use crate::plan::{Failure, Planned};
use crate::scenario::{Class, Edit, Field, RankingOrder, TOOL_CALL};
use std::sync::Arc;

/// One way to plan the scenario.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// What it does, in a few words.
    pub title: String,
    /// What it changes; empty for the scenario as it stands.
    pub edits: Vec<Edit>,
    /// Its plan.
    pub planned: Arc<Planned>,
    /// What recorded use comes to; `None` without `usage`, and where the plan fails and is not sent.
    pub steps: Option<StepUse>,
    /// What it costs a hundred requests, in input tokens: its prefix at every step, and its extra steps. Lost calls have no
    /// price.
    pub cost: Option<f64>,
    /// What it saves against the scenario as it stands, in a hundred requests and input tokens; negative if it costs more.
    pub net: Option<f64>,
}

impl Alternative {
    fn new(planned: &Planned, title: String, edits: Vec<Edit>) -> Self {
        let then = with(planned, &edits);
        let steps = StepUse::of(&then).filter(|_| then.plan.failure.is_none());
        let cost = steps.map(|steps| CostModel::of(&then.scenario).of_100(then.plan.prefix_tokens, &steps));
        Self {
            title,
            edits,
            steps,
            cost,
            net: None,
            planned: Arc::new(then),
        }
    }

    /// How it fails, if it does.
    pub fn failure(&self) -> Option<&Failure> {
        self.planned.plan.failure.as_ref()
    }
}

/// The scenario as it stands, then the alternatives of ADR-0123 that make a difference to it in principle: the item cap
/// raised to hold every candidate and nothing deferred, the token cap with it, ranking by use, each group of servers first, name order, and no
/// `tool.call`.
pub fn alternatives(planned: &Planned) -> Vec<Alternative> {
    let scenario = &planned.scenario;
    let mut all = vec![Alternative::new(planned, "as it stands".to_owned(), Vec::new())];
    let mut add = |title: String, edits: Vec<Edit>| all.push(Alternative::new(planned, title, edits));
    let candidates = planned.plan.ranked.len() as u64;
    let item_cap = Edit::Class {
        class: Class::ToolDefinitions,
        field: Field::MaxItems,
        value: candidates,
    };
    let without = without_tool_call(planned);
    if candidates > planned.settings.max_definitions() {
        let raised: Vec<Edit> = [item_cap].into_iter().chain(without.clone()).collect();
        add(
            format!("raise the item cap to {candidates}, defer nothing"),
            raised.clone(),
        );
        let tokens = tokens_of_all(planned);
        if tokens > planned.settings.max_definition_tokens() {
            let token_cap = Edit::Class {
                class: Class::ToolDefinitions,
                field: Field::MaxTokens,
                value: tokens,
            };
            let title = format!("raise both caps, to {candidates} and {} tokens", grouped(tokens));
            add(title, raised.into_iter().chain([token_cap]).collect());
        }
    }
    let orders = [
        (RankingOrder::MostUsed, "rank by use"),
        (RankingOrder::Name, "name order"),
        (RankingOrder::ReadsFirst, "reads first"),
    ];
    for (order, title) in orders {
        let has_use = order != RankingOrder::MostUsed || scenario.usage.is_some();
        if order != scenario.ranking.order && has_use && scenario.builder.defers() {
            add(title.to_owned(), vec![Edit::RankingOrder(order)]);
        }
    }
    if scenario.builder.defers() {
        for (group, globs) in groups(planned) {
            add(format!("{group} first"), vec![Edit::RankingFirst(globs)]);
        }
    }
    if let Some(without) = without {
        add("no tool.call".to_owned(), vec![without]);
    }
    let stands = all.first().and_then(|stands| stands.cost);
    for alternative in &mut all {
        alternative.net = stands.zip(alternative.cost).map(|(stands, cost)| stands - cost);
    }
    all
}

/// The edit that takes `tool.call` away, where it is there to be taken.
fn without_tool_call(planned: &Planned) -> Option<Edit> {
    let scenario = &planned.scenario;
    let enabled = scenario.enabled_tools();
    if !enabled.contains(&TOOL_CALL) || !scenario.builder.defers() {
        return None;
    }
    let without = enabled.iter().filter(|name| **name != TOOL_CALL);
    let without = without.map(|name| (*name).to_owned()).collect();
    Some(Edit::EnabledTools(Some(without)))
}

/// What the definitions of every candidate would cost together.
fn tokens_of_all(planned: &Planned) -> u64 {
    let costs = &planned.roster.costs;
    let none = crate::tokens::DefinitionTotal::new(costs.counter());
    let ranked = planned.plan.ranked.iter();
    ranked
        .fold(none, |total, id| total.with(costs.definition(*id)))
        .tokens()
}

/// The groups whose sources are on, with the globs that put them first.
fn groups(planned: &Planned) -> Vec<(String, Vec<String>)> {
    use crate::scenario::SourceKind;
    let mut groups: indexmap::IndexMap<String, Vec<String>> = indexmap::IndexMap::new();
    for kind in [SourceKind::Server, SourceKind::Device] {
        for (id, source) in planned.scenario.sources(kind) {
            let has_candidates = planned.plan.ranked.iter().any(|tool| {
                let source = &planned.roster.catalog.tool(*tool).source;
                matches!(source, crate::roster::SourceRef::Remote(of, known) if *of == kind && **known == **id)
            });
            if has_candidates {
                let title = source.group.clone().or_else(|| source.title.clone());
                let globs = groups.entry(title.unwrap_or_else(|| id.clone())).or_default();
                globs.push(format!("{}.{id}.*", kind.prefix()));
            }
        }
    }
    // One group alone is first anyway.
    if groups.len() < 2 {
        groups.clear();
    }
    groups.into_iter().collect()
}
