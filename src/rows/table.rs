//! The rows of the roster table.

use super::places;
use crate::plan::Planned;
use crate::plan::{Decision, explain};
use crate::roster::{SourceRef, ToolId};
use crate::scenario::{Lane, SideEffect, ToolKind};
use std::collections::HashMap;
use std::sync::Arc;

/// One tool as the table shows it.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its identity in the plan.
    pub id: ToolId,
    /// Registry name.
    pub name: Arc<str>,
    /// Place in rank order among all rows.
    pub order: usize,
    /// Rank, from 1.
    pub rank: Option<u32>,
    /// Slot, from 1, if defined.
    pub slot: Option<u32>,
    /// Index line, from 1, if deferred.
    pub entry: Option<u32>,
    /// Where it is.
    pub lane: Lane,
    /// Whether the agent names it.
    pub is_configured: bool,
    /// Whether it is a control tool.
    pub is_control: bool,
    /// Whether its text comes from a server or device.
    pub is_untrusted: bool,
    /// `builtin`, or the id of its server or device.
    pub source_id: String,
    /// The title of its source.
    pub source_title: String,
    /// Its source's place: picks the hue.
    pub source_place: usize,
    /// What it does to the world.
    pub effect: SideEffect,
    /// Tokens of its definition alone.
    pub definition_tokens: u64,
    /// Whether that figure was measured elsewhere.
    pub is_measured: bool,
    /// Tokens of its index line alone.
    pub index_tokens: u64,
    /// The deciding reason in a few words.
    pub why: String,
    /// How it differs from the file as opened.
    pub since_file: Option<Move>,
    /// How it differs from before the last change.
    pub since_last: Option<Move>,
}

/// Where a tool was; `None` if it was not there at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The lane before.
    pub from: Option<Lane>,
}

/// Builds all rows, in rank order.
pub(super) fn build(
    planned: &Planned,
    baseline: &Planned,
    previous: Option<&Planned>,
    sources: &[(SourceRef, String)],
) -> Vec<Row> {
    let places = places(sources);
    let before_file = lanes(baseline, planned);
    let before_last = previous.map(|previous| lanes(previous, planned));
    let mut order: Vec<ToolId> = planned.roster.catalog.ids().collect();
    order.sort_by_key(|id| sort_key(planned.plan.decision(*id)));
    order
        .into_iter()
        .enumerate()
        .map(|(order, id)| {
            let tool = planned.roster.catalog.tool(id);
            let decision = planned.plan.decision(id);
            let place = places.get(&tool.source).copied().unwrap_or(0);
            Row {
                id,
                name: Arc::clone(&tool.name),
                order,
                rank: decision.rank,
                slot: decision.slot,
                entry: decision.entry,
                lane: decision.outcome,
                is_configured: !tool.source.is_discovered(),
                is_control: tool.kind == ToolKind::Control,
                is_untrusted: tool.source.is_discovered(),
                source_id: tool.source.id().to_owned(),
                source_title: match &tool.source {
                    SourceRef::Builtin => "builtin".to_owned(),
                    SourceRef::Remote(_, id) => id.to_string(),
                },
                source_place: place,
                effect: tool.side_effect,
                definition_tokens: decision.definition_tokens,
                is_measured: tool.measured_tokens.is_some(),
                index_tokens: decision.index_tokens,
                why: explain::short_reason(decision),
                since_file: moved(&before_file, &tool.name, id, decision.outcome),
                since_last: before_last
                    .as_ref()
                    .and_then(|before| moved(before, &tool.name, id, decision.outcome)),
            }
        })
        .collect()
}

/// `tool.call` holds the first slot, so it leads; then rank order; then what has no rank.
fn sort_key(decision: &Decision) -> (u8, u32) {
    match (decision.rank, decision.outcome) {
        (None, Lane::Defined) => (0, 0),
        (Some(rank), _) => (1, rank),
        (None, _) => (2, 0),
    }
}

/// Where tools were in another plan. Over the same catalog an identity is enough; else names are.
enum Before<'a> {
    ById(&'a [Decision]),
    ByName(HashMap<&'a str, Lane>),
}

fn lanes<'a>(before: &'a Planned, now: &Planned) -> Before<'a> {
    if Arc::ptr_eq(&before.roster.catalog, &now.roster.catalog) {
        return Before::ById(&before.plan.decisions);
    }
    let catalog = &before.roster.catalog;
    Before::ByName(
        catalog
            .ids()
            .map(|id| (&*catalog.tool(id).name, before.plan.decision(id).outcome))
            .collect(),
    )
}

fn moved(before: &Before<'_>, name: &str, id: ToolId, now: Lane) -> Option<Move> {
    let from = match before {
        Before::ById(decisions) => decisions.get(id.index()).map(|decision| decision.outcome),
        Before::ByName(lanes) => lanes.get(name).copied(),
    };
    (from != Some(now)).then_some(Move { from })
}

/// Rows as a spreadsheet takes them from the clipboard.
pub fn as_tab_separated(table: &[Row], visible: &[usize]) -> String {
    let mut text = String::from("rank\tlane\ttool\tsource\teffect\tdefinition_tokens\tindex_tokens\twhy\n");
    for row in visible.iter().filter_map(|&place| table.get(place)) {
        let rank = row.rank.map_or_else(String::new, |rank| rank.to_string());
        text.push_str(&format!(
            "{rank}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
            row.lane.id(),
            row.name,
            row.source_id,
            row.effect.id(),
            row.definition_tokens,
            row.index_tokens,
            row.why.replace(['\t', '\n'], " ")
        ));
    }
    text
}
