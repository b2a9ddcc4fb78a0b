//! What is put on the clipboard.

use super::files::tell;
use crate::app::{Effect, State};
use crate::plan::explain::counted;
use crate::report::text;
use crate::rows;
use crate::scenario::Assignment;
use std::sync::Arc;

/// Columns of a plan that is pasted into a review.
const COLUMNS_OF_A_PASTE: usize = 100;

/// The plan as text.
pub(super) fn plan(state: &mut State) -> Vec<Effect> {
    let Some(shown) = state.visible_plan() else {
        return Vec::new();
    };
    let planned = Arc::clone(&shown.planned);
    let what_if: Vec<String> = match &state.document {
        Some(document) if !state.view.holds_baseline => {
            let edits = document.changes();
            edits.iter().map(|edit| Assignment::from(edit).to_string()).collect()
        }
        _ => Vec::new(),
    };
    let subject = text::Subject {
        title: &planned.scenario.name,
        what_if: &what_if,
        scenario: &planned.scenario,
        roster: &planned.roster,
        plan: &planned.plan,
    };
    let look = text::Look {
        columns: COLUMNS_OF_A_PASTE,
        colour: false,
    };
    let text = text::plan(&subject, look);
    tell(state, "Copied the plan".to_owned(), false);
    vec![Effect::Copy(text)]
}

/// The rows of the table.
pub(super) fn table(state: &mut State) -> Vec<Effect> {
    let Some(shown) = state.visible_plan() else {
        return Vec::new();
    };
    let text = rows::as_tab_separated(&shown.rows.table, &state.view.visible);
    let count = counted(state.view.visible.len() as u64, "row", "rows");
    tell(state, format!("Copied {count}"), false);
    vec![Effect::Copy(text)]
}

/// The rows of the Compare view.
pub(super) fn comparison(state: &mut State) -> Vec<Effect> {
    let Some(comparison) = state.comparison() else {
        return Vec::new();
    };
    let hidden = &state.view.hidden_effects;
    let changes = comparison.changes.iter();
    let shown: Vec<_> = changes.filter(|change| !hidden.contains(&change.effect)).collect();
    let text = rows::changes_as_tab_separated(comparison, &shown);
    let count = counted(shown.len() as u64, "change", "changes");
    tell(state, format!("Copied {count}"), false);
    vec![Effect::Copy(text)]
}
