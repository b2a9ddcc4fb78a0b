//! What would move a tool: the single changes that give it a definition, or take it away, each planned before it is said.
//!
//! **Single changes** are what the window changes by one gesture: a switch (flag, server, device, website profile, session,
//! builder), a cap with its nearest value on either side, an order (ranking, a name that ranks first, a place in
//! `enabled_tools`), a pin of the tool, an entry of the agent's configuration (enable, defer, stop deferring, or the same for
//! one configured tool that holds a slot), a limit of admission, and a description cut short by the fewest characters. All
//! of them are tried. Where none does it, the cheapest pair of them is looked for; then the changes to *other* tools'
//! configuration and descriptions are left out.
//!
//! A change that makes a plan fail that stood before is no remedy: it counts only in a pair that mends it.

mod pairs;
mod search;
mod shorten;

use super::sweep::SideMove;
use crate::plan::{Aim, Planned};
use crate::roster::ToolId;
use crate::scenario::{Edit, Lane};
use search::Search;

/// The kinds of change, in the order in which they are named where all else is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A switch.
    Switch,
    /// A cap and its value.
    Cap,
    /// A pin.
    Pin,
    /// A place in an order.
    Order,
    /// What the agent's configuration or admission says of the tool itself.
    Own,
    /// A description, shortened.
    Shorten,
    /// What the agent's configuration says of another tool.
    Other,
    /// Two changes.
    Pair,
}

impl MoveKind {
    /// The word that JSON uses.
    pub fn id(self) -> &'static str {
        match self {
            Self::Switch => "switch",
            Self::Cap => "cap",
            Self::Pin => "pin",
            Self::Order => "order",
            Self::Own => "configuration",
            Self::Shorten => "shorten",
            Self::Other => "other-tool",
            Self::Pair => "pair",
        }
    }
}

/// One change that moves the tool, as planning it showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// What kind of change it is.
    pub kind: MoveKind,
    /// What it says; one edit, or two.
    pub edits: Vec<Edit>,
    /// What it does, for people.
    pub title: String,
    /// Where the tool ends.
    pub lands: Lane,
    /// Who else moves, in rank order.
    pub others: Vec<SideMove>,
    /// Prefix tokens after less before.
    pub prefix_tokens: i64,
}

impl Move {
    /// Other tools that a model could reach and cannot any more.
    pub fn loses(&self) -> usize {
        self.others.iter().filter(|other| other.is_loss).count()
    }

    /// Other tools that lose their definition for an index line.
    pub fn defers(&self) -> usize {
        let is_deferred = |other: &&SideMove| other.from == Lane::Defined && other.to == Lane::Deferred;
        self.others.iter().filter(is_deferred).count()
    }

    /// Side effects, the smallest first: who is lost, who is deferred, who moves at all, what it costs, then its kind.
    fn weight(&self) -> (usize, usize, usize, u64, MoveKind) {
        let cost = self.prefix_tokens.unsigned_abs();
        (self.loses(), self.defers(), self.others.len(), cost, self.kind)
    }
}

/// All that would move one tool.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The tool.
    pub tool: ToolId,
    /// Whether it is defined now: then these push it out, else they define it.
    pub is_defined: bool,
    /// Every single change that does it, the smallest side effects on top.
    pub singles: Vec<Move>,
    /// The cheapest pair, where no single change gives the tool a definition and a pair does.
    pub pair: Option<Move>,
}

impl Moves {
    /// Searches and plans.
    pub fn new(planned: &Planned, tool: ToolId) -> Self {
        let is_defined = planned.plan.decision(tool).outcome == Lane::Defined;
        let aim = Aim {
            tool,
            is_defined: !is_defined,
        };
        let mut search = Search::new(planned, planned, aim);
        search.all_singles();
        let pair = (search.found.is_empty() && aim.is_defined)
            .then(|| pairs::cheapest_pair(planned, aim, &search.refused))
            .flatten();
        let mut singles = search.found;
        sort(&mut singles);
        Self {
            tool,
            is_defined,
            singles,
            pair,
        }
    }
}

fn sort(moves: &mut [Move]) {
    moves.sort_by_cached_key(|change| (change.weight(), change.title.clone()));
}
