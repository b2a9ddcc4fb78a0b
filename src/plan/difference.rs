//! One way in which what comes of something differs from what a file expects of it: for the gates over the plan.

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs.
    pub what: &'static str,
    /// What was expected.
    pub expected: String,
    /// What it is.
    pub found: String,
}

impl Difference {
    /// One that is there.
    pub fn new(what: &'static str, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            what,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// What differs between what is expected, if anything is, and what was found.
    pub fn between(what: &'static str, expected: Option<impl Into<String>>, found: impl Into<String>) -> Option<Self> {
        let difference = Self::new(what, expected?, found);
        (difference.expected != difference.found).then_some(difference)
    }
}
