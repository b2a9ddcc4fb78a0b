//! The answer at hand to what a view asks about the plan on screen.

use super::frame::Frame;
use crate::app::{Explored, Question};
use crate::rows::Shown;
use egui::Ui;
use std::mem::discriminant;
use std::sync::Arc;

/// The last answer to a question of this kind. One that is older than the plan on screen, or that answers what was asked
/// before, is dimmed from here on; while there is none, this says so.
pub(super) fn at_hand(ui: &mut Ui, frame: &Frame<'_>, shown: &Shown, question: &Question) -> Option<Arc<Explored>> {
    let place = match question {
        Question::Moves(_) => &frame.state.moves,
        Question::Lint => &frame.state.lint,
        _ => &frame.state.explored,
    };
    let same_kind = |known: &&Arc<Explored>| discriminant(&known.question) == discriminant(question);
    let known = place.as_ref().filter(same_kind).map(Arc::clone);
    match &known {
        None => {
            ui.weak("Planning…");
        }
        Some(known) => {
            if !Arc::ptr_eq(&known.planned, &shown.planned) || known.question != *question {
                ui.multiply_opacity(0.55);
            }
        }
    }
    known
}
