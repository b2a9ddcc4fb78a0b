//! What others published, as data with its source: how well a figure is known, and accuracy against the number of tools.
//!
//! Raw points only. Deliberately absent: any line through them, and anything that is concluded from them about a scenario:
//! they are other people's tasks and models.

mod accuracy;
mod mark;

pub use accuracy::{
    ACCURACY_FORMAT, CAPTION, Publication, PublishedPoint, TITLE, accuracy, known_accuracy, published_accuracy,
};
pub use mark::Mark;
