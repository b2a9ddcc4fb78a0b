//! Counting one text under one estimator. The only file that names tiktoken-rs.

use crate::scenario::{Encoding, Estimator};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU8, Ordering};
use tiktoken_rs::CoreBPE;

/// Counts texts under one estimator.
///
/// For `bytes/k` a text's measure is its bytes, and a sum of texts is rounded once; for an encoding it is its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextCounter {
    estimator: Estimator,
}

impl TextCounter {
    /// A counter; nothing is loaded yet.
    pub fn new(estimator: Estimator) -> Self {
        Self { estimator }
    }

    /// Which estimator it follows.
    pub fn estimator(self) -> Estimator {
        self.estimator
    }

    /// The additive measure of a text: bytes under `bytes/k`, tokens under an encoding.
    ///
    /// Adding measures of parts equals the measure of the whole under `bytes/k` always, and under an encoding where the
    /// parts meet behind a line break that no white space follows: every pre-tokenizer splits there.
    pub fn measure(self, text: &str) -> u64 {
        match self.estimator {
            Estimator::BytesPer3 | Estimator::BytesPer4 => text.len() as u64,
            Estimator::Encoding(encoding) => count_tokens(encoding, text),
        }
    }

    /// The measure of a line together with the line break that parts it from a next line, which starts with a visible
    /// character. Under an encoding it is taken in that company: older pre-tokenizers look ahead before they close a run
    /// of white space.
    pub fn measure_line(self, line: &str) -> u64 {
        match self.estimator {
            Estimator::BytesPer3 | Estimator::BytesPer4 => line.len() as u64 + 1,
            Estimator::Encoding(encoding) => {
                count_tokens(encoding, &format!("{line}\n-")).saturating_sub(count_tokens(encoding, "-"))
            }
        }
    }

    /// Tokens of a measure, without framing.
    pub fn tokens_of(self, measure: u64) -> u64 {
        match self.estimator {
            Estimator::BytesPer3 => measure.div_ceil(3),
            Estimator::BytesPer4 => measure.div_ceil(4),
            Estimator::Encoding(_) => measure,
        }
    }

    /// Whether a definition's measure takes part in one array, rounded as a whole (`bytes/k`), or stands alone.
    pub fn counts_one_array(self) -> bool {
        !matches!(self.estimator, Estimator::Encoding(_))
    }
}

/// Tokens of a text, ordinary text only: `<|endoftext|>` in a description is text, not a token.
///
/// Goes through `count` because `count_ordinary` panics when the pattern engine gives up on a run of a million blanks;
/// then the text is counted in pieces, which is exact but for the seams.
fn count_tokens(encoding: Encoding, text: &str) -> u64 {
    let none = HashSet::new();
    let bpe = vocabulary(encoding);
    match bpe.count(text, &none) {
        Ok(tokens) => tokens as u64,
        Err(_engine_gave_up) if text.len() > 1 => {
            let mut middle = text.len() / 2;
            while !text.is_char_boundary(middle) {
                middle += 1;
            }
            if middle >= text.len() {
                return text.len() as u64;
            }
            count_tokens(encoding, &text[..middle]) + count_tokens(encoding, &text[middle..])
        }
        Err(_engine_gave_up) => text.len() as u64,
    }
}

fn vocabulary(encoding: Encoding) -> &'static CoreBPE {
    let bpe = match encoding {
        Encoding::O200kBase => tiktoken_rs::o200k_base_singleton(),
        Encoding::O200kHarmony => tiktoken_rs::o200k_harmony_singleton(),
        Encoding::Cl100kBase => tiktoken_rs::cl100k_base_singleton(),
        Encoding::P50kBase => tiktoken_rs::p50k_base_singleton(),
        Encoding::P50kEdit => tiktoken_rs::p50k_edit_singleton(),
        Encoding::R50kBase => tiktoken_rs::r50k_base_singleton(),
    };
    LOADED.fetch_or(1 << encoding as u8, Ordering::Relaxed);
    bpe
}

/// A bit per encoding whose vocabulary has been loaded.
static LOADED: AtomicU8 = AtomicU8::new(0);

/// Whether counting under this estimator needs no loading any more.
pub fn is_loaded(estimator: Estimator) -> bool {
    match estimator {
        Estimator::BytesPer3 | Estimator::BytesPer4 => true,
        Estimator::Encoding(encoding) => LOADED.load(Ordering::Relaxed) & (1 << encoding as u8) != 0,
    }
}

/// Loads what an estimator needs, for a worker to do before anybody waits for it.
pub fn load(estimator: Estimator) {
    if let Estimator::Encoding(encoding) = estimator {
        vocabulary(encoding);
    }
}

#[cfg(test)]
mod tests {
    use super::TextCounter;
    use crate::scenario::{Encoding, Estimator};

    #[test]
    fn counts_what_tiktoken_publishes() {
        let count = |encoding, text| TextCounter::new(Estimator::Encoding(encoding)).measure(text);
        assert_eq!(count(Encoding::Cl100kBase, "tiktoken is great!"), 6);
        assert_eq!(count(Encoding::R50kBase, "hello world"), 2);
        assert_eq!(count(Encoding::O200kBase, "<|endoftext|>"), 7);
    }

    #[test]
    fn a_million_blanks_do_not_panic() {
        let counter = TextCounter::new(Estimator::Encoding(Encoding::O200kBase));
        assert!(counter.measure(&" ".repeat(1_000_000)) > 0);
    }

    #[test]
    fn bytes_round_up() {
        let third = TextCounter::new(Estimator::BytesPer3);
        assert_eq!(third.tokens_of(third.measure("é€")), 2);
        assert_eq!(TextCounter::new(Estimator::BytesPer4).tokens_of(5), 2);
    }
}
