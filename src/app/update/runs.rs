//! The Call view and the Deploy view, as far as the state goes; the work itself is an effect.

use super::{files::tell, plan_anew, watch};
use crate::app::{DeployedOver, Effect, State, Trying, View};
use crate::plan::Planned;
use crate::scenario::{Failed, Loaded, Origin};
use std::sync::Arc;

/// Asks for what comes of the draft under the plan on screen, while somebody looks.
pub(super) fn try_anew(state: &mut State) -> Vec<Effect> {
    let Some(shown) = state.visible_plan() else {
        return Vec::new();
    };
    if state.view.view != View::Call {
        return Vec::new();
    }
    let draft = &state.view.draft;
    // While the arguments are no JSON the last trace stays, as the last good plan does.
    if draft.value().is_err() && !draft.tool.trim().is_empty() {
        return Vec::new();
    }
    vec![Effect::Try {
        planned: Arc::clone(&shown.planned),
        request: draft.request(),
        brief: state.view.draft.names(),
    }]
}

/// Shows the Call view: what is selected is what is called; where nothing is, the file's own first call and brief.
pub(super) fn show_call(state: &mut State) -> Vec<Effect> {
    let Some(shown) = state.visible_plan().map(Arc::clone) else {
        return Vec::new();
    };
    let runs = &shown.planned.scenario.runs;
    let draft = &mut state.view.draft;
    match (&state.view.selected, runs.calls.first()) {
        // A brief is a list of its own, which no selection changes.
        (Some(selected), _) if draft.tool != **selected && draft.trying == Trying::Call => {
            *draft = draft.with_tool(&shown.planned, selected);
        }
        (None, Some(first)) if draft.tool.is_empty() => *draft = draft.with_request(&first.request),
        _ => {}
    }
    if draft.brief.is_empty()
        && let Some(first) = runs.delegations.first()
    {
        draft.brief = first.tools.join("\n");
    }
    try_anew(state)
}

/// Compares with another state before the deploy; `None` is the file as opened.
pub(super) fn deploy_over(state: &mut State, origin: Option<Origin>) -> Vec<Effect> {
    state.loading_before.clone_from(&origin);
    match origin {
        Some(origin) => vec![Effect::LoadBefore { origin }],
        None => {
            state.deployed_over = None;
            state.view.session = None;
            let mut effects = plan_anew(state);
            effects.extend(watch_opened(state));
            effects
        }
    }
}

/// Reads the state before a deploy again, if it is another file.
pub(super) fn reload_before(state: &mut State) -> Vec<Effect> {
    match state.deployed_over.as_ref().map(|over| over.origin.clone()) {
        Some(origin) => deploy_over(state, Some(origin)),
        None => Vec::new(),
    }
}

/// The state before a deploy is there, or cannot be read. What was asked for before something else is too late.
pub(super) fn arrived_before(
    state: &mut State,
    origin: Origin,
    result: Result<(Arc<Planned>, Arc<Loaded>), Box<Failed>>,
) -> Vec<Effect> {
    if state.loading_before.as_ref() != Some(&origin) {
        return Vec::new();
    }
    state.loading_before = None;
    match result {
        Ok((planned, loaded)) => {
            let is_other = state.deployed_over.as_ref().is_none_or(|over| over.origin != origin);
            if is_other {
                state.view.session = None;
            }
            state.deployed_over = Some(DeployedOver {
                origin,
                planned,
                loaded,
            });
            let mut effects = plan_anew(state);
            effects.extend(watch_opened(state));
            effects
        }
        Err(failed) => {
            let first = failed.problems.iter().find(|problem| problem.is_error());
            let what = first.map_or_else(String::new, |problem| format!(": {}", problem.message));
            tell(state, format!("{} cannot be planned{what}", origin.shown()), true);
            Vec::new()
        }
    }
}

fn watch_opened(state: &State) -> Option<Effect> {
    let document = state.document.as_ref()?;
    Some(watch(state, document.loaded.files.clone()))
}
