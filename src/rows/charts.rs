//! The figures behind the charts. Parts sum to totals: what rounding the whole at once saves is a part of its own.

use super::places;
use crate::plan::Planned;
use crate::roster::{SourceRef, ToolId};
use crate::scenario::{Class, Lane};
use std::sync::Arc;

/// All charts of one plan.
#[derive(Clone, Debug, Default)]
pub struct ChartData {
    /// Definition tokens by source, then what rounding the whole saves.
    pub definitions: Vec<SourceBar>,
    /// Total and cap of the definitions.
    pub definition_total: (u64, u64),
    /// Index tokens by source, the note and envelopes as a part of their own.
    pub index: Vec<SourceBar>,
    /// Total and cap of the index.
    pub index_total: (u64, u64),
    /// Region A by class.
    pub classes: Vec<ClassBar>,
    /// Prefix and ceiling.
    pub prefix: (u64, u64),
    /// The context window: prefix, output reserve, what is left for history, and the whole.
    pub window: [u64; 4],
    /// Definition tokens along the ranking, were every tool defined.
    pub curve: Vec<CurvePoint>,
    /// Both caps: slots that ranked tools may take, and tokens.
    pub caps: (u64, u64),
}

/// A source's part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceBar {
    /// Its title.
    pub title: String,
    /// Its place: picks the hue; `None` for framing and rounding.
    pub source_place: Option<usize>,
    /// Tokens; negative for what rounding saves.
    pub tokens: i64,
    /// Tools in it.
    pub tools: u64,
    /// The first tool of it, for a click.
    pub first_tool: Option<Arc<str>>,
}

/// A class of Region A.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassBar {
    /// Which.
    pub class: Class,
    /// Tokens in it.
    pub used_tokens: u64,
    /// Its cap.
    pub max_tokens: u64,
}

/// A step along the ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurvePoint {
    /// The tool.
    pub tool: Arc<str>,
    /// Its rank; `tool.call` has none.
    pub rank: Option<u32>,
    /// Place in the walk, from 1; `tool.call` first if it holds a slot.
    pub place: u64,
    /// Definition tokens up to and with it, were all before it defined.
    pub tokens: u64,
    /// Where it ended.
    pub lane: Lane,
}

/// Builds all of them.
pub(super) fn build(planned: &Planned, sources: &[(SourceRef, String)]) -> ChartData {
    let plan = &planned.plan;
    let budget = |class| {
        plan.class(class)
            .map_or((0, 0), |class| (class.used_tokens, class.max_tokens))
    };
    let definition_total = budget(Class::ToolDefinitions);
    let index_total = budget(Class::DeferredToolIndex);
    let window = planned.scenario.context_window_tokens;
    let reserve = planned.scenario.budget.output_reserve_tokens;
    let prefix = plan.prefix_tokens;
    ChartData {
        definitions: by_source(
            planned,
            sources,
            &plan.defined,
            definition_total.0,
            "rounding of the whole",
            |id| plan.decision(id).definition_tokens,
        ),
        definition_total,
        index: by_source(
            planned,
            sources,
            &plan.deferred,
            index_total.0,
            "note and envelopes",
            |id| plan.decision(id).index_tokens,
        ),
        index_total,
        classes: plan
            .classes
            .iter()
            .map(|class| ClassBar {
                class: class.class,
                used_tokens: class.used_tokens,
                max_tokens: class.max_tokens,
            })
            .collect(),
        prefix: (prefix, plan.ceiling_tokens),
        window: [
            prefix,
            reserve,
            window.saturating_sub(prefix).saturating_sub(reserve),
            window,
        ],
        curve: curve(planned),
        caps: (
            planned.settings.max_definitions(),
            planned.settings.max_definition_tokens(),
        ),
    }
}

fn by_source(
    planned: &Planned,
    sources: &[(SourceRef, String)],
    tools: &[ToolId],
    total: u64,
    rest_title: &str,
    tokens_of: impl Fn(ToolId) -> u64,
) -> Vec<SourceBar> {
    let places = places(sources);
    let mut bars: Vec<Option<SourceBar>> = vec![None; sources.len()];
    let mut sum = 0_i64;
    for &id in tools {
        let tool = planned.roster.catalog.tool(id);
        let place = places.get(&tool.source).copied().unwrap_or(0);
        let tokens = i64::try_from(tokens_of(id)).unwrap_or(i64::MAX);
        sum += tokens;
        let bar = bars[place].get_or_insert_with(|| SourceBar {
            title: sources[place].1.clone(),
            source_place: Some(place),
            tokens: 0,
            tools: 0,
            first_tool: Some(Arc::clone(&tool.name)),
        });
        bar.tokens += tokens;
        bar.tools += 1;
    }
    let mut bars: Vec<SourceBar> = bars.into_iter().flatten().collect();
    bars.sort_by_key(|bar| std::cmp::Reverse(bar.tokens));
    let rest = i64::try_from(total).unwrap_or(i64::MAX) - sum;
    if rest != 0 {
        bars.push(SourceBar {
            title: rest_title.to_owned(),
            source_place: None,
            tokens: rest,
            tools: 0,
            first_tool: None,
        });
    }
    bars
}

fn curve(planned: &Planned) -> Vec<CurvePoint> {
    let plan = &planned.plan;
    let costs = &planned.roster.costs;
    let holder = plan
        .defined
        .first()
        .copied()
        .filter(|id| plan.decision(*id).rank.is_none());
    let mut total = crate::tokens::DefinitionTotal::new(costs.counter());
    // Configured deferrals take no part in the walk.
    let walked = plan
        .ranked
        .iter()
        .copied()
        .filter(|id| plan.decision(*id).reason.code() != "deferred-by-configuration");
    holder
        .into_iter()
        .chain(walked)
        .enumerate()
        .map(|(place, id)| {
            total = total.with(costs.definition(id));
            CurvePoint {
                tool: Arc::clone(&planned.roster.catalog.tool(id).name),
                rank: plan.decision(id).rank,
                place: place as u64 + 1,
                tokens: total.tokens(),
                lane: plan.decision(id).outcome,
            }
        })
        .collect()
}
