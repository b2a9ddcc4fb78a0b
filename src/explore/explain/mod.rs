//! Sentences about what differs, what would move a tool, what a cap buys and whether deferring pays: made from the numbers in
//! this one place, so that every surface says the same words.

mod alike;
mod compare;
mod judged;
mod moves;
mod worth;

pub use alike::*;
pub use compare::*;
pub use judged::*;
pub use moves::*;
pub use worth::*;

/// A few names, the rest counted.
pub fn named<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const NAMED: usize = 4;
    let count = names.len();
    let shown: Vec<&str> = names.take(NAMED).collect();
    if count > NAMED {
        format!("{} and {} more", shown.join(", "), count - NAMED)
    } else {
        shown.join(", ")
    }
}
