//! What becomes of a scenario's tools under a preset, with every part of the tokens before the first message.

use super::{BrokenName, Limit, Preset};
use std::sync::Arc;

/// What becomes of one tool. Each has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Sent as a full definition.
    Defined,
    /// Held back; a search or a call brings it.
    Deferred,
    /// Behind a tool that opens its server's group.
    Grouped,
    /// Its server is refused.
    Refused,
    /// Behind the limit of what is sent.
    Truncated,
    /// Not seen by the model, or skipped by our own plan.
    Invisible,
    /// Left out for its name.
    LeftOutByName,
    /// Not on in this scenario, or not offered to other clients.
    NotOffered,
}

impl Fate {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Defined,
        Self::Deferred,
        Self::Grouped,
        Self::Refused,
        Self::Truncated,
        Self::Invisible,
        Self::LeftOutByName,
        Self::NotOffered,
    ];

    /// As JSON writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Defined => "defined",
            Self::Deferred => "deferred",
            Self::Grouped => "grouped",
            Self::Refused => "refused",
            Self::Truncated => "truncated",
            Self::Invisible => "invisible",
            Self::LeftOutByName => "left-out-by-name",
            Self::NotOffered => "unavailable",
        }
    }

    /// Whether the tool is held back and can still be reached.
    pub fn is_deferred(self) -> bool {
        matches!(self, Self::Deferred | Self::Grouped)
    }

    /// Whether the tool is on, and the model never gets it.
    pub fn is_lost(self) -> bool {
        matches!(
            self,
            Self::Refused | Self::Truncated | Self::Invisible | Self::LeftOutByName
        )
    }
}

/// One tool under a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolOutcome {
    /// What the client calls it; where no form is stated, the platform's own name with `_` for `.`. Registry name of a tool
    /// not offered.
    pub name: Arc<str>,
    /// What becomes of it.
    pub fate: Fate,
    /// Why its name is broken, if it is.
    pub broken: Option<BrokenName>,
}

/// Tokens before the first message, part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Definitions of what is defined.
    pub definitions: u64,
    /// What stays visible of what is deferred.
    pub visible: u64,
    /// What servers say of themselves.
    pub instructions: u64,
    /// Definitions of the client's own search and control tools.
    pub control: u64,
}

impl Parts {
    /// All of them.
    pub fn total(self) -> u64 {
        self.definitions + self.visible + self.instructions + self.control
    }
}

/// A part of the tokens that nobody stated: the total is a least, never a saving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// What stays visible of so many deferred tools.
    Visible(u64),
    /// The tools that search or load: how many, if that is stated.
    ControlTools(Option<u64>),
    /// So many tools that each open a group.
    GroupTools(u64),
    /// So many servers become several groups; how many is not stated.
    SplitGroups(u64),
    /// The instructions of so many servers.
    Instructions(u64),
    /// Whether instructions of so many tokens are sent.
    WhetherInstructions(u64),
    /// The descriptions of so many servers.
    NamespaceDescriptions(u64),
}

/// Something to know beside the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Above a limit, and the source does not say what follows: all of it is counted as defined.
    OverLimit(u64, Limit),
    /// Above this many tools the client warns.
    WarnsOfItems(u64, u64),
    /// Above so many tokens of definitions the client warns.
    WarnsOfTokens(u64, u64),
    /// Which tools are sent depends on the message: the heaviest are counted.
    ByMessage(u64),
    /// So many servers are listed without their tools.
    Summarised(u64),
}

/// Why nothing works at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// More tools than the client or its provider takes.
    Items {
        /// Tools.
        items: u64,
        /// The most.
        max_items: u64,
    },
    /// More tokens than it takes.
    Tokens {
        /// Tokens of definitions.
        tokens: u64,
        /// The most.
        max_tokens: u64,
    },
    /// More tokens than the context window holds.
    Window {
        /// Tokens before the first message, as far as they are known.
        tokens: u64,
        /// The scenario's context window.
        window_tokens: u64,
    },
    /// So many names of what is sent that break its rule.
    Names(u64),
    /// Our own plan fails.
    Plan(crate::plan::Failure),
}

/// What it comes to, the worst first. Above a limit of which nobody says what follows anything may, a failure too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The request fails.
    Fails,
    /// More than a stated limit, and what follows is not stated.
    AboveLimit,
    /// Tools are lost.
    Loses,
    /// Tools are held back, and can be reached.
    Defers,
    /// Everything is defined.
    Fits,
}

impl Verdict {
    /// As JSON writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Fails => "fails",
            Self::AboveLimit => "above-limit",
            Self::Loses => "loses",
            Self::Defers => "defers",
            Self::Fits => "fits",
        }
    }
}

/// A scenario under a preset.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The client.
    pub preset: Arc<Preset>,
    /// By catalog index: one a tool.
    pub tools: Vec<ToolOutcome>,
    /// Tokens before the first message, as far as they are known.
    pub parts: Parts,
    /// What is not known of them.
    pub unknowns: Vec<Unknown>,
    /// What else is to be known.
    pub remarks: Vec<Remark>,
    /// Why nothing works, if nothing does: every cause, the weightiest first.
    pub failures: Vec<Failure>,
    /// Whether names can be judged by what is stated.
    pub judges_names: bool,
    /// The scenario's context window.
    pub window_tokens: u64,
    /// Tools by fate, in the order of [`Fate::ALL`].
    pub(super) counts: [u64; 8],
}

impl Outcome {
    /// How many tools come to a fate.
    pub fn count(&self, fate: Fate) -> u64 {
        let place = Fate::ALL.iter().position(|known| *known == fate);
        place.map_or(0, |place| self.counts[place])
    }

    fn sum(&self, of: impl Fn(Fate) -> bool) -> u64 {
        let fates = Fate::ALL.into_iter().filter(|fate| of(*fate));
        fates.map(|fate| self.count(fate)).sum()
    }

    /// Tools that are held back.
    pub fn deferred(&self) -> u64 {
        self.sum(Fate::is_deferred)
    }

    /// Tools that the model never gets.
    pub fn lost(&self) -> u64 {
        self.sum(Fate::is_lost)
    }

    /// Names of what is sent, or left out for its name, that break a rule; `None` where no rule can be judged.
    pub fn broken(&self) -> Option<u64> {
        let broken = || self.tools.iter().filter(|tool| tool.broken.is_some()).count() as u64;
        self.judges_names.then(broken)
    }

    /// Whether the tokens are a least.
    pub fn is_least(&self) -> bool {
        !self.unknowns.is_empty()
    }

    /// Whether anything at all is known of the tokens. With nothing counted and a part not stated, 0 would look like a saving.
    pub fn has_tokens(&self) -> bool {
        self.parts.total() > 0 || !self.is_least()
    }

    /// The tools and the limit that they are above, where the source does not say what follows.
    pub fn over_limit(&self) -> Option<(u64, Limit)> {
        self.remarks.iter().find_map(|remark| match remark {
            Remark::OverLimit(items, limit) => Some((*items, *limit)),
            _ => None,
        })
    }

    /// What it comes to.
    pub fn verdict(&self) -> Verdict {
        if !self.failures.is_empty() {
            Verdict::Fails
        } else if self.over_limit().is_some() {
            Verdict::AboveLimit
        } else if self.lost() > 0 {
            Verdict::Loses
        } else if self.deferred() > 0 {
            Verdict::Defers
        } else {
            Verdict::Fits
        }
    }
}

impl Outcome {
    /// Counts tools by fate, once all are decided.
    pub(super) fn recount(&mut self) {
        for tool in &self.tools {
            if let Some(place) = Fate::ALL.iter().position(|fate| *fate == tool.fate) {
                self.counts[place] += 1;
            }
        }
    }
}
