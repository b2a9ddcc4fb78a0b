//! A name or a glob over registry names, as files write it in gates, ranking and rules.

use globset::{GlobBuilder, GlobMatcher};

/// A name or a glob, ready to be held against many names. In a glob `*` and `?` match any characters, dots included.
#[derive(Clone, Debug)]
pub struct Pattern<'p> {
    text: &'p str,
    glob: Option<GlobMatcher>,
}

impl<'p> Pattern<'p> {
    /// A pattern as a file writes it. What is no usable glob matches the name that it spells.
    pub fn new(text: &'p str) -> Self {
        Self {
            text,
            glob: glob(text).ok(),
        }
    }

    /// Whether a registry name matches.
    pub fn matches(&self, name: &str) -> bool {
        name == self.text || self.glob.as_ref().is_some_and(|glob| glob.is_match(name))
    }
}

/// The glob that a text spells, or why it spells none.
pub(super) fn glob(text: &str) -> Result<GlobMatcher, globset::Error> {
    let glob = GlobBuilder::new(text).literal_separator(false).build()?;
    Ok(glob.compile_matcher())
}
