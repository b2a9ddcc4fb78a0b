//! The deferred tool index as rendered (domain §7), and its token count as it grows.

use super::envelope::{closing, nonce, opening};
use crate::roster::{Roster, ToolId};
use crate::scenario::Trust;
use crate::tokens::{FRAMING_TOKENS, TextCounter};
use sha2::{Digest as _, Sha256};

/// The calling convention that opens the trusted block.
pub const NOTE: &str = "Deferred tools. Each line is a tool pinned for this conversation and listed without its full definition. To use one, call tool.call with its exact name and an arguments object. If the arguments do not fit, the result returns the tool's input schema.";

/// The first line inside the untrusted block.
const HEADING: &str = "Discovered tools, as their servers and devices describe them:";

/// What the envelope says it holds.
const SOURCE: &str = "deferred_tool_index";

/// A block of the index, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Whose text it is.
    pub trust: Trust,
    /// As the model reads it.
    pub text: String,
    /// The tools whose lines it holds, in order.
    pub entries: Vec<ToolId>,
    /// Tokens of the block, framing included.
    pub tokens: u64,
}

/// The whole index; empty if nothing is deferred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// The trusted block, then perhaps the untrusted one.
    pub blocks: Vec<Block>,
}

impl Index {
    /// Sum over the blocks.
    pub fn tokens(&self) -> u64 {
        self.blocks.iter().map(|block| block.tokens).sum()
    }
}

/// Renders the index of some deferred tools.
pub(super) fn render(roster: &Roster, deferred: &[(ToolId, Option<super::Overflow>)]) -> Index {
    if deferred.is_empty() {
        return Index::default();
    }
    let counter = roster.costs.counter();
    let (discovered, builtin): (Vec<ToolId>, Vec<ToolId>) = deferred
        .iter()
        .map(|(id, _)| *id)
        .partition(|id| roster.catalog.tool(*id).source.is_discovered());
    let line = |id: &ToolId| roster.catalog.tool(*id).entry.text.as_str();
    let mut lines = vec![NOTE];
    lines.extend(builtin.iter().map(line));
    let mut blocks = vec![block(counter, Trust::Trusted, lines.join("\n"), builtin)];
    if !discovered.is_empty() {
        let mut hash = Sha256::new_with_prefix(HEADING);
        for id in &discovered {
            hash.update("\n");
            hash.update(&roster.catalog.tool(*id).entry.raw);
        }
        let nonce = nonce(&hash);
        let mut lines = vec![opening(SOURCE, &nonce), HEADING.to_owned()];
        lines.extend(discovered.iter().map(|id| line(id).to_owned()));
        lines.push(closing(&nonce));
        blocks.push(block(counter, Trust::ExternalUntrusted, lines.join("\n"), discovered));
    }
    Index { blocks }
}

fn block(counter: TextCounter, trust: Trust, text: String, entries: Vec<ToolId>) -> Block {
    let tokens = counter.tokens_of(counter.measure(&text)) + FRAMING_TOKENS;
    Block {
        trust,
        text,
        entries,
        tokens,
    }
}

/// The index while it is filled: knows what the whole would cost with one line more, by looking at that line alone.
///
/// Only the envelope's first and last line follow from everything in it, through the nonce; they are counted anew.
pub(super) struct IndexFill<'a> {
    roster: &'a Roster,
    counter: TextCounter,
    /// Measure of the trusted block's lines, each with its line break.
    trusted: u64,
    /// What its last line measures less without the break.
    trusted_tokens: u64,
    /// Measure of the discovered lines, each with its line break.
    discovered: u64,
    discovered_entries: usize,
    hash: Sha256,
}

impl<'a> IndexFill<'a> {
    /// An empty index.
    pub(super) fn new(roster: &'a Roster) -> Self {
        let counter = roster.costs.counter();
        Self {
            roster,
            counter,
            trusted: counter.measure_line(NOTE),
            trusted_tokens: counter.tokens_of(counter.measure(NOTE)) + FRAMING_TOKENS,
            discovered: 0,
            discovered_entries: 0,
            hash: Sha256::new_with_prefix(HEADING),
        }
    }

    /// Tokens of the whole index with this line more.
    pub(super) fn tokens_with(&self, id: ToolId) -> u64 {
        if self.roster.catalog.tool(id).source.is_discovered() {
            let discovered = self.discovered + self.roster.costs.entry_line(id);
            self.trusted_tokens + self.untrusted_tokens(discovered, &self.hash_with(id))
        } else {
            let untrusted = if self.discovered_entries == 0 {
                0
            } else {
                self.untrusted_tokens(self.discovered, &self.hash)
            };
            self.trusted_tokens_with(id) + untrusted
        }
    }

    /// Takes the line in.
    pub(super) fn push(&mut self, id: ToolId) {
        if self.roster.catalog.tool(id).source.is_discovered() {
            self.hash = self.hash_with(id);
            self.discovered += self.roster.costs.entry_line(id);
            self.discovered_entries += 1;
        } else {
            self.trusted_tokens = self.trusted_tokens_with(id);
            self.trusted += self.roster.costs.entry_line(id);
        }
    }

    fn hash_with(&self, id: ToolId) -> Sha256 {
        self.hash
            .clone()
            .chain_update("\n")
            .chain_update(&self.roster.catalog.tool(id).entry.raw)
    }

    fn trusted_tokens_with(&self, id: ToolId) -> u64 {
        let last = self.counter.measure(&self.roster.catalog.tool(id).entry.text);
        self.counter.tokens_of(self.trusted + last) + FRAMING_TOKENS
    }

    fn untrusted_tokens(&self, discovered: u64, hash: &Sha256) -> u64 {
        let nonce = nonce(hash);
        let measure = self.counter.measure_line(&opening(SOURCE, &nonce))
            + self.counter.measure_line(HEADING)
            + discovered
            + self.counter.measure(&closing(&nonce));
        self.counter.tokens_of(measure) + FRAMING_TOKENS
    }
}
