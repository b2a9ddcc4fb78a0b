//! What the window shows of the plan: never part of the scenario, never undone.

use super::{ClientsView, Draft, SweepAsk};
use crate::explore;
use crate::lint::{Code, Finding, Level, Lint};
use crate::roster::Catalog;
use crate::rows::Row;
use crate::scenario::Lane;
use std::sync::Arc;

/// The views at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum View {
    /// Token use as charts.
    Charts,
    /// The index text that the model reads.
    Prompt,
    /// The gates.
    Gates,
    /// What is wrong with the file.
    Problems,
    /// What a run would see of a call.
    Call,
    /// What a deploy does to open sessions.
    Deploy,
    /// How the plan differs from the state before.
    Compare,
    /// What a cap buys.
    Sweep,
    /// Whether deferring pays.
    Cost,
    /// Where the definition tokens go, and which tools are nearly the same.
    Map,
    /// What other clients would do.
    Clients,
    /// What is wrong with the tools themselves.
    Lint,
}

impl View {
    /// All of them, in the order of their tabs.
    pub const ALL: [Self; 12] = [
        Self::Charts,
        Self::Prompt,
        Self::Gates,
        Self::Problems,
        Self::Call,
        Self::Deploy,
        Self::Compare,
        Self::Sweep,
        Self::Cost,
        Self::Map,
        Self::Clients,
        Self::Lint,
    ];

    /// On its tab.
    pub fn title(self) -> &'static str {
        match self {
            Self::Charts => "Charts",
            Self::Prompt => "Prompt",
            Self::Gates => "Gates",
            Self::Problems => "Problems",
            Self::Call => "Call",
            Self::Deploy => "Deploy",
            Self::Compare => "Compare",
            Self::Sweep => "Sweep",
            Self::Cost => "Cost",
            Self::Map => "Map",
            Self::Clients => "Clients",
            Self::Lint => "Lint",
        }
    }
}

/// The parts of the Cost view; where not all have room, one of them is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CostPart {
    /// What deferring each tool comes to.
    #[default]
    Tools,
    /// The alternatives that ADR-0123 rejected.
    Alternatives,
    /// What a request costs, with its inputs.
    Model,
}

impl CostPart {
    /// All of them, from left to right.
    pub const ALL: [Self; 3] = [Self::Tools, Self::Alternatives, Self::Model];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Tools => "Tool by tool",
            Self::Alternatives => "Alternatives",
            Self::Model => "Cost model",
        }
    }
}

/// The columns of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named by its heading")]
pub enum Column {
    Rank,
    Lane,
    Tool,
    Source,
    Effect,
    Definition,
    Index,
    Why,
}

impl Column {
    /// All of them, from left to right.
    pub const ALL: [Self; 8] = [
        Self::Rank,
        Self::Lane,
        Self::Tool,
        Self::Source,
        Self::Effect,
        Self::Definition,
        Self::Index,
        Self::Why,
    ];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Rank => "#",
            Self::Lane => "Lane",
            Self::Tool => "Tool",
            Self::Source => "Source",
            Self::Effect => "Effect",
            Self::Definition => "Tokens",
            Self::Index => "Index",
            Self::Why => "Why",
        }
    }

    /// What it holds, for the tooltip.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Rank => "Rank among all candidates; tool.call has none",
            Self::Lane => "Defined, deferred, skipped or unavailable",
            Self::Tool => "Registry name",
            Self::Source => "Builtin, or the server or device that brings it",
            Self::Effect => "What it does to the world",
            Self::Definition => "Tokens of its definition alone",
            Self::Index => "Tokens of its index line alone",
            Self::Why => "The reason that decided",
        }
    }
}

/// The order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By which column.
    pub column: Column,
    /// Largest first.
    pub descending: bool,
}

/// What the table leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Part of a name, a source, an effect or a reason; any case.
    pub search: String,
    /// Lanes that are hidden.
    pub hidden_lanes: Vec<Lane>,
    /// Only this source.
    pub source: Option<String>,
    /// Only what moved since the file was opened.
    pub moved_only: bool,
}

/// What the Lint view leaves out, and what is left.
#[derive(Clone, Debug, Default)]
pub struct LintFilter {
    /// Part of a tool, a code or a sentence; any case.
    pub search: String,
    /// Levels that are hidden.
    pub hidden: Vec<Level>,
    /// Only this code.
    pub code: Option<Code>,
    /// Findings that pass, in order: places in `Lint::findings`.
    pub visible: Vec<usize>,
}

impl LintFilter {
    /// Filters what was found.
    pub fn refresh(&mut self, lint: &Lint, catalog: &Catalog) {
        let needle = self.search.to_lowercase();
        let passes = |finding: &Finding| {
            !self.hidden.contains(&finding.level())
                && self.code.is_none_or(|code| code == finding.code)
                && (needle.is_empty()
                    || finding.code.id().contains(&needle)
                    || finding.sentence.to_lowercase().contains(&needle)
                    || finding.subject(catalog).to_lowercase().contains(&needle)
                    || finding.tools.iter().any(|id| catalog.tool(*id).name.contains(&needle)))
        };
        let places = lint.findings.iter().enumerate();
        self.visible = places
            .filter(|(_, finding)| passes(finding))
            .map(|(place, _)| place)
            .collect();
    }
}

/// All of it.
#[derive(Clone, Debug)]
pub struct ViewState {
    /// The view at the bottom.
    pub view: View,
    /// The table's filter.
    pub filter: Filter,
    /// The table's order.
    pub sort: Sort,
    /// The selected tool, everywhere.
    pub selected: Option<Arc<str>>,
    /// Rows that pass the filter, in order: places in `Rows::table`.
    pub visible: Vec<usize>,
    /// Whether the file as opened is shown instead of the what-if.
    pub holds_baseline: bool,
    /// Charts as tables.
    pub charts_as_tables: bool,
    /// What the Compare view leaves out.
    pub hidden_effects: Vec<explore::Effect>,
    /// What the Lint view leaves out.
    pub lint: LintFilter,
    /// Whether the map holds every tool and not the defined ones alone.
    pub map_of_all: bool,
    /// What the Call view is asked.
    pub draft: Draft,
    /// What the Sweep view moves.
    pub sweep: SweepAsk,
    /// Whether a sweep's table lists values at which nothing changes, too.
    pub sweep_every_value: bool,
    /// The part of the Cost view that is shown where not all have room.
    pub cost_part: CostPart,
    /// Whether published accuracy stands beside a sweep over the number of tools.
    pub shows_accuracy: bool,
    /// How the Clients view is looked at.
    pub clients: ClientsView,
    /// The session that the Deploy view tells of, by its place in the file's list.
    pub session: Option<usize>,
    /// Set for one frame when the search field should take the keyboard.
    pub focus_search: bool,
    /// Set for one frame when the table should scroll to the selection.
    pub scroll_to_selection: bool,
}

impl Default for ViewState {
    fn default() -> Self {
        Self {
            view: View::Charts,
            filter: Filter {
                search: String::new(),
                hidden_lanes: Vec::new(),
                source: None,
                moved_only: false,
            },
            sort: Sort {
                column: Column::Rank,
                descending: false,
            },
            selected: None,
            visible: Vec::new(),
            holds_baseline: false,
            charts_as_tables: false,
            hidden_effects: Vec::new(),
            lint: LintFilter::default(),
            map_of_all: false,
            draft: Draft::default(),
            sweep: SweepAsk::default(),
            sweep_every_value: false,
            cost_part: CostPart::default(),
            shows_accuracy: false,
            clients: ClientsView::default(),
            session: None,
            focus_search: false,
            scroll_to_selection: false,
        }
    }
}

impl ViewState {
    /// Filters and sorts the rows of a plan.
    pub fn refresh(&mut self, table: &[Row]) {
        let needle = self.filter.search.to_lowercase();
        self.visible = (0..table.len())
            .filter(|&place| self.passes(&table[place], &needle))
            .collect();
        let Sort { column, descending } = self.sort;
        // Rows come in rank order, and the sort is stable: ties stay in it.
        let by = |a: &usize, b: &usize| {
            let (a, b) = (&table[*a], &table[*b]);
            match column {
                Column::Rank => a.order.cmp(&b.order),
                Column::Lane => a.lane.cmp(&b.lane),
                Column::Tool => a.name.cmp(&b.name),
                Column::Source => a.source_title.cmp(&b.source_title),
                Column::Effect => a.effect.id().cmp(b.effect.id()),
                Column::Definition => a.definition_tokens.cmp(&b.definition_tokens),
                Column::Index => a.index_tokens.cmp(&b.index_tokens),
                Column::Why => a.why.cmp(&b.why),
            }
        };
        if descending {
            self.visible.sort_by(|a, b| by(b, a));
        } else {
            self.visible.sort_by(by);
        }
    }

    fn passes(&self, row: &Row, needle: &str) -> bool {
        let filter = &self.filter;
        !filter.hidden_lanes.contains(&row.lane)
            && filter.source.as_ref().is_none_or(|source| *source == row.source_id)
            && (!filter.moved_only || row.since_file.is_some())
            && (needle.is_empty()
                || row.name.to_lowercase().contains(needle)
                || row.source_title.to_lowercase().contains(needle)
                || row.effect.id().contains(needle)
                || row.why.to_lowercase().contains(needle))
    }
}
