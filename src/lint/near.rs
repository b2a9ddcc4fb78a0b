//! Tools that say nearly the same, found without comparing each with each.
//!
//! A tool is a set of marks: hashes of every run of three words of its description, and of each argument's name. Of each set
//! the smallest values under many orders are kept (`MinHash`); tools that agree on a whole band of them are compared in
//! earnest. Two sets that share 80 of 100 marks are missed twice in a thousand times, and what does not is never told.

use super::Looked;
use super::words::of_text;
use crate::roster::{ToolId, parameters};
use indexmap::IndexMap;
use std::collections::HashMap;

/// Words in a run.
const RUN: usize = 3;
/// Orders under which the smallest mark is kept.
const ORDERS: usize = 48;
/// Orders in a band.
const BAND: usize = 4;
/// Marks that near-duplicates share, of a hundred.
const LEAST_PERCENT: u64 = 80;
/// With fewer marks, chance alone makes two tools alike.
const FEWEST_MARKS: usize = 8;

/// Tools of several sources that say nearly the same.
pub(super) struct Group {
    /// Places in the list of tools.
    pub tools: Vec<usize>,
    /// Their identities.
    pub ids: Vec<ToolId>,
    /// Marks that each shares with the first, of a hundred; the least of them.
    pub least_percent: u64,
}

/// All groups, in catalog order.
pub(super) fn groups(tools: &[Looked<'_>]) -> Vec<Group> {
    let marks: Vec<Vec<u64>> = tools.iter().map(marks).collect();
    let mut leader: Vec<usize> = (0..tools.len()).collect();
    // Equal sets first: a hundred copies of a tool are one to the search below.
    let mut equal: HashMap<&[u64], usize> = HashMap::new();
    for (place, set) in marks.iter().enumerate() {
        if set.len() >= FEWEST_MARKS {
            leader[place] = *equal.entry(set).or_insert(place);
        }
    }
    let mut bands: HashMap<(usize, [u64; BAND]), usize> = HashMap::new();
    for place in 0..tools.len() {
        let set = &marks[place];
        if set.len() < FEWEST_MARKS || leader[place] != place {
            continue;
        }
        for (band, key) in smallest(set).chunks_exact(BAND).enumerate() {
            let mut values = [0; BAND];
            values.copy_from_slice(key);
            let known = *bands.entry((band, values)).or_insert(place);
            if leader[place] == place && known != place && percent_shared(&marks[leader[known]], set) >= LEAST_PERCENT {
                leader[place] = leader[known];
            }
        }
    }
    let mut groups: IndexMap<usize, Vec<usize>> = IndexMap::new();
    for place in 0..tools.len() {
        let first = leader[leader[place]];
        groups.entry(first).or_default().push(place);
    }
    groups
        .into_iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(first, places)| Group {
            least_percent: places
                .iter()
                .map(|&place| percent_shared(&marks[first], &marks[place]))
                .min()
                .unwrap_or(0),
            ids: places.iter().map(|&place| tools[place].id).collect(),
            tools: places,
        })
        .collect()
}

/// The marks of a tool, sorted. Only what comes from a source is compared: the platform's own tools are its own affair.
fn marks(looked: &Looked<'_>) -> Vec<u64> {
    if looked.remote.is_none() {
        return Vec::new();
    }
    let words: Vec<String> = of_text(&looked.tool.description).collect();
    let runs = words.windows(RUN).map(|run| {
        run.iter()
            .fold(START, |hash, word| hashed(hashed(hash, word.as_bytes()), b" "))
    });
    let arguments = parameters(&looked.tool.input_schema)
        .into_iter()
        .map(|argument| hashed(hashed(START, b"("), argument.name.as_bytes()));
    let mut marks: Vec<u64> = runs.chain(arguments).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// FNV-1a, the same on every machine.
const START: u64 = 0xcbf2_9ce4_8422_2325;

fn hashed(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The smallest mark under each order.
fn smallest(marks: &[u64]) -> [u64; ORDERS] {
    let mut least = [u64::MAX; ORDERS];
    for mark in marks {
        let mut value = *mark;
        for slot in &mut least {
            // One step of splitmix64 makes the next order of the last.
            value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            *slot = (*slot).min(mixed ^ (mixed >> 31));
        }
    }
    least
}

/// Marks that two sorted sets share, of a hundred of both.
fn percent_shared(a: &[u64], b: &[u64]) -> u64 {
    let (mut i, mut j, mut shared) = (0, 0, 0_u64);
    while let (Some(left), Some(right)) = (a.get(i), b.get(j)) {
        match left.cmp(right) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                shared += 1;
                i += 1;
                j += 1;
            }
        }
    }
    let all = (a.len() + b.len()) as u64 - shared;
    (shared * 100).checked_div(all).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{percent_shared, smallest};

    #[test]
    fn what_two_sets_share() {
        assert_eq!(percent_shared(&[1, 2, 3, 4], &[1, 2, 3, 4]), 100);
        assert_eq!(percent_shared(&[1, 2, 3, 4], &[1, 2, 3, 5]), 60);
        assert_eq!(percent_shared(&[1], &[2]), 0);
        assert_eq!(percent_shared(&[], &[]), 0);
    }

    #[test]
    fn the_smallest_marks_of_near_sets_agree_often() {
        let a: Vec<u64> = (0..100).map(|n| n * 7_919).collect();
        let b: Vec<u64> = (10..110).map(|n| n * 7_919).collect();
        let agree = smallest(&a).iter().zip(smallest(&b)).filter(|(a, b)| **a == *b).count();
        assert!((25..=46).contains(&agree), "{agree} of 48, where 39 are to be expected");
    }
}
