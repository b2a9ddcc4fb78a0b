//! Generations of the context builder and the token estimators, by the names that files use.

use std::fmt;

/// A generation of the context builder: `context-builder@12` (domain §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Builder(u8);

impl Builder {
    /// Before ADR-0105's bump.
    pub const V10: Self = Self(10);
    /// ADR-0105.
    pub const V11: Self = Self(11);
    /// ADR-0123: deferral.
    pub const V12: Self = Self(12);
    /// The ones that the ADRs tell apart, newest first; a file may name an older one.
    pub const OFFERED: [Self; 3] = [Self::V12, Self::V11, Self::V10];

    /// Reads `context-builder@N`, N from 1 to 12.
    pub fn parse(text: &str) -> Option<Self> {
        let number: u8 = text.strip_prefix("context-builder@")?.parse().ok()?;
        (1..=12).contains(&number).then_some(Self(number))
    }

    /// Whether this generation defers, knows `tool.call`, required tools and ranking, and records what it skips.
    pub fn defers(self) -> bool {
        self >= Self::V12
    }

    /// Whether a session under another builder stays current under this one. `equivalent` says which do; `None` is the
    /// platform's own rule (domain §9): `@12` renders an `@11` plan to the same bytes, `@10` and older rotate.
    pub fn treats_as_current(self, other: Self, equivalent: Option<&[Self]>) -> bool {
        self == other
            || match equivalent {
                Some(builders) => builders.contains(&other),
                None => self == Self::V12 && other == Self::V11,
            }
    }

    /// The number behind the `@`.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "context-builder@{}", self.0)
    }
}

/// How tokens are estimated (domain §4). Only names: counting is the `tokens` room's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Estimator {
    /// The platform's own: UTF-8 bytes divided by three, conservative on purpose.
    BytesPer3,
    /// UTF-8 bytes divided by four.
    BytesPer4,
    /// A tiktoken encoding.
    Encoding(Encoding),
}

/// The encodings that tiktoken-rs embeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are tiktoken's own")]
pub enum Encoding {
    O200kBase,
    O200kHarmony,
    Cl100kBase,
    P50kBase,
    P50kEdit,
    R50kBase,
}

impl Estimator {
    /// All of them, the default first.
    pub const ALL: [Self; 8] = [
        Self::BytesPer3,
        Self::BytesPer4,
        Self::Encoding(Encoding::O200kBase),
        Self::Encoding(Encoding::O200kHarmony),
        Self::Encoding(Encoding::Cl100kBase),
        Self::Encoding(Encoding::P50kBase),
        Self::Encoding(Encoding::P50kEdit),
        Self::Encoding(Encoding::R50kBase),
    ];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::BytesPer3 => "bytes/3",
            Self::BytesPer4 => "bytes/4",
            Self::Encoding(Encoding::O200kBase) => "o200k_base",
            Self::Encoding(Encoding::O200kHarmony) => "o200k_harmony",
            Self::Encoding(Encoding::Cl100kBase) => "cl100k_base",
            Self::Encoding(Encoding::P50kBase) => "p50k_base",
            Self::Encoding(Encoding::P50kEdit) => "p50k_edit",
            Self::Encoding(Encoding::R50kBase) => "r50k_base",
        }
    }

    /// Reads a name; `gpt2` is `r50k_base` by another name.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "gpt2" {
            return Some(Self::Encoding(Encoding::R50kBase));
        }
        Self::ALL.into_iter().find(|estimator| estimator.id() == text)
    }
}

impl fmt::Display for Estimator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
