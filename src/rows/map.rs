//! Where the definition tokens go: by source, then by tool. Parts sum to the total: what rounding the whole at once saves is
//! a part of its own.

use super::Row;
use crate::explore::difference;
use crate::plan::Planned;
use crate::roster::SourceRef;
use crate::scenario::{Class, Lane};
use crate::tokens::DefinitionTotal;
use std::cmp::Reverse;

/// Definition tokens by source and tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenMap {
    /// The sources, the largest first.
    pub sources: Vec<MapSource>,
    /// Tools in all of them.
    pub tools: usize,
    /// What counting all as one text adds to the sum of the sources: at most zero, but for measured tools.
    pub rounding: i64,
    /// All of it, counted as one text.
    pub total: u64,
}

/// A source's part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapSource {
    /// Its title.
    pub title: String,
    /// Its place: picks the hue.
    pub source_place: usize,
    /// Tokens of its tools, each counted alone.
    pub tokens: u64,
    /// Its tools, the largest first.
    pub tools: Vec<MapTool>,
}

/// A tool's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapTool {
    /// Its place in `Rows::table`.
    pub row: usize,
    /// Tokens of its definition alone.
    pub tokens: u64,
}

impl TokenMap {
    /// Of the tools that are defined: the total is the plan's.
    pub(super) fn of_defined(planned: &Planned, table: &[Row], sources: &[(SourceRef, String)]) -> Self {
        let total = planned.plan.class_tokens(Class::ToolDefinitions);
        Self::new(table, sources, total, |row| row.lane == Lane::Defined)
    }

    /// Of every tool, were it defined.
    pub(super) fn of_all(planned: &Planned, table: &[Row], sources: &[(SourceRef, String)]) -> Self {
        let costs = &planned.roster.costs;
        let none = DefinitionTotal::new(costs.counter());
        let total = table
            .iter()
            .fold(none, |total, row| total.with(costs.definition(row.id)));
        Self::new(table, sources, total.tokens(), |_| true)
    }

    fn new(table: &[Row], sources: &[(SourceRef, String)], total: u64, holds: impl Fn(&Row) -> bool) -> Self {
        let mut parts: Vec<MapSource> = sources
            .iter()
            .enumerate()
            .map(|(source_place, (_, title))| MapSource {
                title: title.clone(),
                source_place,
                tokens: 0,
                tools: Vec::new(),
            })
            .collect();
        for (place, row) in table.iter().enumerate().filter(|(_, row)| holds(row)) {
            let part = &mut parts[row.source_place];
            part.tokens += row.definition_tokens;
            part.tools.push(MapTool {
                row: place,
                tokens: row.definition_tokens,
            });
        }
        parts.retain(|part| !part.tools.is_empty());
        for part in &mut parts {
            part.tools.sort_by_key(|tool| (Reverse(tool.tokens), tool.row));
        }
        parts.sort_by_key(|part| (Reverse(part.tokens), part.source_place));
        Self {
            tools: parts.iter().map(|part| part.tools.len()).sum(),
            rounding: difference(parts.iter().map(|part| part.tokens).sum(), total),
            total,
            sources: parts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TokenMap;
    use crate::plan::Planned;
    use crate::rows::Rows;
    use crate::scenario::{Class, Origin, load, shipped_names};

    /// Sources sum to their tools, all of them and the rounding to the total.
    #[track_caller]
    fn check(map: &TokenMap) {
        for source in &map.sources {
            let tools: u64 = source.tools.iter().map(|tool| tool.tokens).sum();
            assert_eq!(source.tokens, tools, "{}", source.title);
            assert!(source.tools.is_sorted_by(|a, b| a.tokens >= b.tokens));
        }
        assert!(map.sources.is_sorted_by(|a, b| a.tokens >= b.tokens));
        let sum: u64 = map.sources.iter().map(|source| source.tokens).sum();
        assert_eq!(sum.checked_add_signed(map.rounding), Some(map.total));
    }

    #[test]
    fn parts_sum_to_totals_in_every_shipped_scenario() {
        for name in shipped_names() {
            let loaded = load(&Origin::Shipped(name.to_owned()), &[]).unwrap();
            let planned = Planned::new(loaded.scenario, None);
            let rows = Rows::new(&planned, &planned, None);
            check(&rows.map);
            check(&rows.map_of_all);
            assert_eq!(
                rows.map.total,
                planned.plan.class_tokens(Class::ToolDefinitions),
                "{name}"
            );
            assert_eq!(rows.map.tools, planned.plan.defined.len());
            assert_eq!(rows.map_of_all.tools, rows.table.len());
        }
    }
}
