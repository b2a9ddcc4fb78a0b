//! How well a published figure is known.

/// How well a figure is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The source itself was read.
    Primary,
    /// Told by somebody else.
    Secondary,
    /// A vendor about its own product.
    Vendor,
    /// Not confirmed.
    Unconfirmed,
    /// Our own rules.
    Own,
}

impl Mark {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Primary,
        Self::Secondary,
        Self::Vendor,
        Self::Unconfirmed,
        Self::Own,
    ];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Secondary => "secondary",
            Self::Vendor => "vendor",
            Self::Unconfirmed => "unconfirmed",
            Self::Own => "own",
        }
    }

    /// What it means, as a clause.
    pub fn words(self) -> &'static str {
        match self {
            Self::Primary => "the source itself was read",
            Self::Secondary => "told by somebody else",
            Self::Vendor => "a vendor about its own product",
            Self::Unconfirmed => "not confirmed",
            Self::Own => "our own rules",
        }
    }

    /// It with what it means.
    pub fn told(self) -> String {
        format!("{}: {}", self.id(), self.words())
    }
}
