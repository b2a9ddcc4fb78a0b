//! The ranked list: required, configured, then discovered tools in order (domain §5.1, §5.3).

use super::Settings;
use crate::roster::{Roster, SourceRef, ToolId};
use crate::scenario::{Pattern, RankingOrder, TOOL_CALL};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Every candidate but `tool.call`, in rank order, in its three parts.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    /// All of them: required, configured, discovered.
    pub all: Vec<ToolId>,
    /// How many of `all` are required.
    pub required: usize,
    /// How many of `all` are required or configured.
    pub configured: usize,
    /// The first required name that is no candidate.
    pub missing_required: Option<String>,
    /// `tool.call`, if it is named, provided and known to the builder.
    pub tool_call: Option<ToolId>,
}

/// Ranks the candidates of a roster.
pub(super) fn rank(roster: &Roster, settings: &Settings) -> Ranked {
    let tool_call = roster.catalog.find(TOOL_CALL);
    let mut all = Vec::new();
    let mut taken = HashSet::new();
    let mut missing_required = None;
    for name in settings.required_names() {
        match roster.catalog.find(name) {
            Some(id) if roster.is_candidate(id) && Some(id) != tool_call => {
                if taken.insert(id) {
                    all.push(id);
                }
            }
            _ => {
                missing_required.get_or_insert_with(|| name.to_owned());
            }
        }
    }
    let required = all.len();
    for &id in &roster.configured {
        if Some(id) != tool_call && taken.insert(id) {
            all.push(id);
        }
    }
    let configured = all.len();
    let mut discovered: Vec<ToolId> = roster
        .catalog
        .ids()
        .filter(|id| roster.is_candidate(*id) && Some(*id) != tool_call && !taken.contains(id))
        .collect();
    order(&mut discovered, roster, settings);
    all.extend(discovered);
    let knows_tool_call = settings.builder.defers();
    Ranked {
        all,
        required,
        configured,
        missing_required,
        tool_call: tool_call.filter(|id| knows_tool_call && roster.configured.contains(id)),
    }
}

/// Orders discovered tools (domain §5.1). Builders before `@12` rank by name, whatever `ranking` says.
fn order(discovered: &mut [ToolId], roster: &Roster, settings: &Settings) {
    let catalog = &roster.catalog;
    let name = |id: &ToolId| &*catalog.tool(*id).name;
    if !settings.builder.defers() {
        discovered.sort_by(|a, b| name(a).cmp(name(b)));
        return;
    }
    let first: Vec<Pattern<'_>> = settings.ranking.first.iter().map(|glob| Pattern::new(glob)).collect();
    let calls = |id: &ToolId| {
        settings
            .usage
            .as_ref()
            .and_then(|usage| usage.calls.get(name(id)))
            .copied()
            .unwrap_or(0)
    };
    // One key a tool, made once: sorting then compares what is ready.
    let by_use = settings.ranking.order == RankingOrder::MostUsed;
    let by_name = settings.ranking.order == RankingOrder::Name;
    discovered.sort_by_cached_key(|id| {
        let tool = catalog.tool(*id);
        let group = first
            .iter()
            .position(|pattern| pattern.matches(&tool.name))
            .unwrap_or(first.len());
        let uses = Reverse(if by_use { calls(id) } else { 0 });
        let writes = !by_name && !tool.side_effect.is_read();
        let source = match &tool.source {
            SourceRef::Remote(_, id) if !by_name => std::sync::Arc::clone(id),
            _ => std::sync::Arc::from(""),
        };
        (group, uses, writes, source, std::sync::Arc::clone(&tool.name))
    });
}
