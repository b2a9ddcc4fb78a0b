//! What definitions cost together (domain §4): a running total that never looks at a tool twice.

use super::{FRAMING_TOKENS, TextCounter};

/// What one tool's definition brings into a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionCost {
    /// The measure of its contract's canonical JSON: bytes or tokens.
    Counted(u64),
    /// A figure measured elsewhere, in tokens, which replaces the tool's own count.
    Measured(u64),
}

/// The definitions of a set of tools, growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefinitionTotal {
    counter: TextCounter,
    counted: u64,
    counted_tools: u64,
    measured: u64,
    measured_tools: u64,
}

impl DefinitionTotal {
    /// No tools yet.
    pub fn new(counter: TextCounter) -> Self {
        Self {
            counter,
            counted: 0,
            counted_tools: 0,
            measured: 0,
            measured_tools: 0,
        }
    }

    /// The total with one tool more.
    #[must_use]
    pub fn with(mut self, cost: DefinitionCost) -> Self {
        match cost {
            DefinitionCost::Counted(measure) => {
                self.counted = self.counted.saturating_add(measure);
                self.counted_tools += 1;
            }
            DefinitionCost::Measured(tokens) => {
                self.measured = self.measured.saturating_add(tokens);
                self.measured_tools += 1;
            }
        }
        self
    }

    /// Tokens of the whole: under `bytes/k` the array of the contracts is rounded once, with its brackets and commas.
    pub fn tokens(self) -> u64 {
        let tools = self.counted_tools + self.measured_tools;
        let array = if self.counter.counts_one_array() && self.counted_tools > 0 {
            self.counted.saturating_add(self.counted_tools + 1)
        } else {
            self.counted
        };
        self.counter
            .tokens_of(array)
            .saturating_add(self.measured)
            .saturating_add(FRAMING_TOKENS * tools)
    }

    /// How many tools stand in it.
    pub fn tools(self) -> u64 {
        self.counted_tools + self.measured_tools
    }

    /// Whether a measured figure stands in it: then the total is measured in part.
    pub fn is_measured_in_part(self) -> bool {
        self.measured_tools > 0
    }

    /// Tokens of one tool alone.
    pub fn alone(counter: TextCounter, cost: DefinitionCost) -> u64 {
        Self::new(counter).with(cost).tokens()
    }
}

#[cfg(test)]
mod tests {
    use super::{DefinitionCost, DefinitionTotal};
    use crate::scenario::Estimator;
    use crate::tokens::TextCounter;

    #[test]
    fn the_array_is_rounded_once_and_measured_tools_stay_out_of_it() {
        let total = DefinitionTotal::new(TextCounter::new(Estimator::BytesPer3))
            .with(DefinitionCost::Counted(10))
            .with(DefinitionCost::Counted(10));
        assert_eq!(total.tokens(), (10u64 + 10 + 3).div_ceil(3) + 8);
        assert_eq!(total.with(DefinitionCost::Measured(100)).tokens(), 8 + 8 + 104);
        let empty = DefinitionTotal::new(TextCounter::new(Estimator::BytesPer3));
        assert_eq!(empty.tokens(), 0);
        assert_eq!(empty.with(DefinitionCost::Measured(7)).tokens(), 11);
    }
}
