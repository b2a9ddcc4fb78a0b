//! One decision about one tool, with the numbers that made it.

use crate::roster::Unavailable;
use crate::scenario::{Lane, SourceKind};

/// Which cap had no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// All places were taken.
    Items {
        /// The cap.
        max_items: u64,
    },
    /// The tokens would have gone over.
    Tokens {
        /// What the class would have cost with it.
        would_be: u64,
        /// The cap.
        max_tokens: u64,
    },
}

/// Why a tool is where it is (scenario format, reasons).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Defined: it must be.
    Required,
    /// Defined: the agent names it.
    Configured,
    /// Defined: it ranked high enough.
    Discovered,
    /// Defined: `tool.call` reaches what is deferred.
    ReachesDeferredTools,
    /// Deferred because the agent says so.
    DeferredByConfiguration,
    /// Deferred because it has no definition.
    NoDefinition(Overflow),
    /// Skipped: no definition, and no index to go to.
    SkippedWithoutIndex(Overflow),
    /// Skipped: no definition (`None`: deferred by configuration) and no room in the index.
    IndexFull {
        /// Why it has no definition.
        definition: Option<Overflow>,
        /// Why it has no entry.
        index: Overflow,
    },
    /// Not a candidate.
    Unavailable(Unavailable),
    /// `tool.call` with nothing to reach.
    NothingDeferred,
}

/// The decision about one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Where it ended.
    pub outcome: Lane,
    /// Why.
    pub reason: Reason,
    /// Its place among all candidates but `tool.call`, from 1.
    pub rank: Option<u32>,
    /// Its slot, from 1, if it is defined.
    pub slot: Option<u32>,
    /// Its line in the index, from 1, if it is deferred.
    pub entry: Option<u32>,
    /// Tokens of its definition alone.
    pub definition_tokens: u64,
    /// Tokens of its index line alone, without framing.
    pub index_tokens: u64,
}

impl Reason {
    /// The word that files, JSON and the table use.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Configured => "configured",
            Self::Discovered => "discovered",
            Self::ReachesDeferredTools => "reaches-deferred-tools",
            Self::DeferredByConfiguration => "deferred-by-configuration",
            Self::NoDefinition(overflow) | Self::SkippedWithoutIndex(overflow) => match overflow {
                Overflow::Items { .. } => "no-definition-slot",
                Overflow::Tokens { .. } => "no-definition-tokens",
            },
            Self::IndexFull { index, .. } => match index {
                Overflow::Items { .. } => "index-items-full",
                Overflow::Tokens { .. } => "index-tokens-full",
            },
            Self::Unavailable(reason) => match reason {
                Unavailable::NoToolSurface => "no-tool-surface",
                Unavailable::NotEnabled => "not-enabled",
                Unavailable::SourceOff(SourceKind::Server) => "server-off",
                Unavailable::SourceOff(SourceKind::Device) => "device-off",
                Unavailable::FlagOff { .. } => "flag-off",
                Unavailable::CatalogConflict => "catalog-conflict",
                Unavailable::ApplicationOnly => "application-only",
                Unavailable::NoSkills => "no-skills",
                Unavailable::NotAdmitted(_) => "not-admitted",
                Unavailable::NotInBrief => "not-in-brief",
            },
            Self::NothingDeferred => "nothing-deferred",
        }
    }

    /// The rule that decided.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Required => "§5.1",
            Self::Configured | Self::Discovered | Self::NoDefinition(_) | Self::SkippedWithoutIndex(_) => "§5.4",
            Self::ReachesDeferredTools => "§5.5",
            Self::DeferredByConfiguration => "§5.2",
            Self::IndexFull { .. } => "§5.6",
            Self::NothingDeferred => "§5.7",
            Self::Unavailable(Unavailable::CatalogConflict) => "§2",
            Self::Unavailable(Unavailable::NotAdmitted(_)) => "§3.1",
            Self::Unavailable(Unavailable::NotInBrief) => "§9",
            Self::Unavailable(_) => "§3",
        }
    }
}
