//! How the Clients view is looked at.

use crate::clients::{Fate, Outcome};

/// The columns of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named by its heading")]
pub enum ClientColumn {
    Client,
    AsOf,
    Verdict,
    Defined,
    Deferred,
    Lost,
    Broken,
    Tokens,
}

impl ClientColumn {
    /// All of them, from left to right.
    pub const ALL: [Self; 8] = [
        Self::Client,
        Self::AsOf,
        Self::Verdict,
        Self::Defined,
        Self::Deferred,
        Self::Lost,
        Self::Broken,
        Self::Tokens,
    ];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Client => "Client",
            Self::AsOf => "As of",
            Self::Verdict => "Comes to",
            Self::Defined => "Defined",
            Self::Deferred => "Deferred",
            Self::Lost => "Lost",
            Self::Broken => "Broken",
            Self::Tokens => "Tokens",
        }
    }

    /// What it holds, for the tooltip.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Client => "A client or API, as far as it is published",
            Self::AsOf => "The day, month or year of which its source speaks",
            Self::Verdict => "Fails, is above a limit, loses tools, defers some, or fits all",
            Self::Defined => "Tools with a full definition",
            Self::Deferred => "Tools that are held back and can be reached",
            Self::Lost => "Tools that are refused, cut off or not seen",
            Self::Broken => "Names that break its rule; – where none is stated",
            Self::Tokens => "Tokens before the first message; ≥ where a part of them is not stated",
        }
    }
}

/// What is told of the chosen client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClientPart {
    /// Its rules with their source, and the tokens part by part.
    #[default]
    Rules,
    /// What becomes of each tool.
    Tools,
}

impl ClientPart {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Rules, Self::Tools];

    /// On its tab.
    pub fn title(self) -> &'static str {
        match self {
            Self::Rules => "Rules and tokens",
            Self::Tools => "Tool by tool",
        }
    }
}

/// How the Clients view is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientsView {
    /// The chosen client, by its id.
    pub chosen: Option<String>,
    /// What is told of it.
    pub part: ClientPart,
    /// The order of the grid, and whether it is turned round; `None` is that of the presets, our own plan first.
    pub sort: Option<(ClientColumn, bool)>,
}

impl ClientsView {
    /// Sorts by a column; again: the other way round; and again: as at first.
    pub fn sort_by(&mut self, column: ClientColumn) {
        self.sort = match self.sort {
            Some((known, false)) if known == column => Some((column, true)),
            Some((known, true)) if known == column => None,
            _ => Some((column, false)),
        };
    }

    /// Places of the outcomes, in the order of the grid. Ties stay in the order of the presets.
    pub fn order(&self, outcomes: &[Outcome]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..outcomes.len()).collect();
        let Some((column, turned)) = self.sort else {
            return order;
        };
        let by = |a: &usize, b: &usize| {
            let (a, b) = (&outcomes[*a], &outcomes[*b]);
            match column {
                ClientColumn::Client => a.preset.title.cmp(&b.preset.title),
                ClientColumn::AsOf => a.preset.as_of.cmp(&b.preset.as_of),
                ClientColumn::Verdict => a.verdict().cmp(&b.verdict()),
                ClientColumn::Defined => a.count(Fate::Defined).cmp(&b.count(Fate::Defined)),
                ClientColumn::Deferred => a.deferred().cmp(&b.deferred()),
                ClientColumn::Lost => a.lost().cmp(&b.lost()),
                ClientColumn::Broken => a.broken().cmp(&b.broken()),
                ClientColumn::Tokens => a.parts.total().cmp(&b.parts.total()),
            }
        };
        if turned {
            order.sort_by(|a, b| by(b, a));
        } else {
            order.sort_by(by);
        }
        order
    }
}
