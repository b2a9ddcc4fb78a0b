//! What inspector and views ask about the plan on screen, as far as the state goes; the answers are an effect's.

use super::refresh;
use crate::app::{Effect, Explored, Question, State, View};
use crate::plan::Planned;
use std::sync::Arc;

/// Asks whatever is looked at and not answered yet.
pub(super) fn explore_anew(state: &State) -> Vec<Effect> {
    let Some(shown) = state.visible_plan() else {
        return Vec::new();
    };
    let Some(before) = before(state) else {
        return Vec::new();
    };
    let planned = Arc::clone(&shown.planned);
    let ask = |known: Option<&Arc<Explored>>, question: Question| {
        let is_known = known.is_some_and(|known| known.is_about(&planned, &before, &question));
        (!is_known).then(|| Effect::Explore {
            planned: Arc::clone(&planned),
            before: Arc::clone(&before),
            question,
        })
    };
    let lint = ask(state.lint.as_ref(), Question::Lint);
    let moves = state.view.selected.as_ref().filter(|_| state.settings.shows_inspector);
    let moves = moves.and_then(|tool| ask(state.moves.as_ref(), Question::Moves(Arc::clone(tool))));
    let view = if state.settings.shows_views {
        question_of(state)
    } else {
        None
    };
    let view = view.and_then(|question| ask(state.explored.as_ref(), question));
    moves.into_iter().chain(view).chain(lint).collect()
}

/// The state before: another one if one was chosen, else the file as opened.
fn before(state: &State) -> Option<Arc<Planned>> {
    let baseline = || state.document.as_ref().map(|document| Arc::clone(&document.baseline));
    state.deployed_over().or_else(baseline)
}

fn question_of(state: &State) -> Option<Question> {
    match state.view.view {
        View::Compare => Some(Question::Compare),
        View::Sweep => Some(Question::Sweep(state.view.sweep)),
        View::Cost => Some(Question::Cost),
        View::Map => Some(Question::Map),
        View::Clients => Some(Question::Clients),
        _ => None,
    }
}

/// An answer is there. One that comes too late is as good as none.
pub(super) fn arrived(state: &mut State, explored: Arc<Explored>) {
    let place = match explored.question {
        Question::Moves(_) => &mut state.moves,
        Question::Lint => {
            state.lint = Some(explored);
            refresh(state);
            return;
        }
        _ => &mut state.explored,
    };
    *place = Some(explored);
}
