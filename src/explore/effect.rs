//! What becomes of a tool between two plans, in one word.

/// What becomes of a tool, from the largest effect to the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// It was pinned and is no more: the model cannot reach it.
    Lost,
    /// It was defined and is deferred: a call of it can take one step more.
    Deferred,
    /// It was not pinned and is.
    Gained,
    /// It was deferred and is defined.
    Defined,
    /// It stays where it is, and calls of it are judged otherwise: another side effect, another say of policy, other scopes.
    Reclassified,
    /// It stays where it is, and its definition reads otherwise.
    Rewritten,
    /// It was not pinned, and is not pinned otherwise: skipped, unavailable, or not there. Or it is `tool.call`, which comes
    /// and goes with what is deferred.
    Elsewhere,
    /// It costs otherwise: another estimator, another measured figure.
    Recounted,
    /// Only its rank differs.
    Reranked,
}

impl Effect {
    /// All of them, the largest first.
    pub const ALL: [Self; 9] = [
        Self::Lost,
        Self::Deferred,
        Self::Gained,
        Self::Defined,
        Self::Reclassified,
        Self::Rewritten,
        Self::Elsewhere,
        Self::Recounted,
        Self::Reranked,
    ];

    /// The word that JSON and tables use.
    pub fn id(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Deferred => "deferred",
            Self::Gained => "gained",
            Self::Defined => "defined",
            Self::Reclassified => "reclassified",
            Self::Rewritten => "rewritten",
            Self::Elsewhere => "elsewhere",
            Self::Recounted => "recounted",
            Self::Reranked => "reranked",
        }
    }
}
