//! What the window and the review draw, as plain data: built once a plan, beside the window's thread, and testable as text.
//!
//! Deliberately absent: colours, sizes, widgets, and any decision about a plan.

mod changes;
mod charts;
mod imported;
mod map;
mod shown;
mod switches;
mod table;
pub mod treemap;

pub use changes::as_tab_separated as changes_as_tab_separated;
pub use charts::{ChartData, ClassBar, CurvePoint, SourceBar};
pub use imported::{ImportRow, import_rows};
pub use map::{MapSource, MapTool, TokenMap};
pub use shown::{Preview, Shown};
pub use switches::{Switch, SwitchGroup, SwitchKey};
pub use table::{Move, Row, as_tab_separated};

use crate::plan::Planned;
use crate::roster::{SourceRef, ToolId};
use crate::scenario::SourceKind;
use std::collections::HashMap;
use std::sync::Arc;

/// Everything that the window draws of one plan.
#[derive(Clone, Debug)]
pub struct Rows {
    /// A row a tool, in rank order, what has no rank at the end.
    pub table: Vec<Row>,
    /// Places in `table` by registry name.
    pub by_name: HashMap<Arc<str>, usize>,
    /// The slots in fill order, as places in `table`.
    pub slots: Vec<usize>,
    /// The index lines in order, as places in `table`.
    pub entries: Vec<usize>,
    /// What was skipped, as places in `table`.
    pub skipped: Vec<usize>,
    /// Slots there are.
    pub max_slots: u64,
    /// Index lines there may be.
    pub max_entries: u64,
    /// The switches in their groups.
    pub switches: Vec<SwitchGroup>,
    /// The charts.
    pub charts: ChartData,
    /// Where the definition tokens go.
    pub map: TokenMap,
    /// Where they would go, were every tool defined.
    pub map_of_all: TokenMap,
    /// Sources in catalog order with their titles: the filter's choices, and their hues.
    pub sources: Vec<(SourceRef, String)>,
    /// Tools moved since the file was opened.
    pub moved_since_file: usize,
    /// Tools moved by the last change.
    pub moved_since_last: usize,
}

impl Rows {
    /// Builds the rows of a plan, with what moved since the baseline and since the plan before.
    pub fn new(planned: &Planned, baseline: &Planned, previous: Option<&Planned>) -> Self {
        let sources = sources(planned);
        let table = table::build(planned, baseline, previous, &sources);
        let by_name: HashMap<Arc<str>, usize> = table
            .iter()
            .enumerate()
            .map(|(place, row)| (Arc::clone(&row.name), place))
            .collect();
        let mut place_of = vec![0; table.len()];
        for (place, row) in table.iter().enumerate() {
            place_of[row.id.index()] = place;
        }
        let places = |ids: &[ToolId]| ids.iter().map(|id| place_of[id.index()]).collect::<Vec<_>>();
        Self {
            slots: places(&planned.plan.defined),
            entries: places(&planned.plan.deferred),
            skipped: places(&planned.plan.skipped),
            max_slots: planned.settings.max_definitions(),
            max_entries: planned.settings.max_index_entries(),
            switches: switches::build(planned, &sources),
            charts: charts::build(planned, &sources),
            map: TokenMap::of_defined(planned, &table, &sources),
            map_of_all: TokenMap::of_all(planned, &table, &sources),
            moved_since_file: table.iter().filter(|row| row.since_file.is_some()).count(),
            moved_since_last: table.iter().filter(|row| row.since_last.is_some()).count(),
            table,
            by_name,
            sources,
        }
    }

    /// The row of a tool.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.by_name.get(name).and_then(|&place| self.table.get(place))
    }
}

/// Builtins first, then servers and devices as the file lists them.
fn sources(planned: &Planned) -> Vec<(SourceRef, String)> {
    let mut sources = vec![(SourceRef::Builtin, "Builtin".to_owned())];
    for kind in [SourceKind::Server, SourceKind::Device] {
        for (id, source) in planned.scenario.sources(kind) {
            let title = source.title.clone().unwrap_or_else(|| id.clone());
            sources.push((SourceRef::Remote(kind, id.as_str().into()), title));
        }
    }
    sources
}

/// The place of each source, which is also its hue. A server and a device may have one id: both have a place.
fn places(sources: &[(SourceRef, String)]) -> HashMap<&SourceRef, usize> {
    sources
        .iter()
        .enumerate()
        .map(|(place, (source, _))| (source, place))
        .collect()
}
