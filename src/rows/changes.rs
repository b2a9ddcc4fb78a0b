//! What differs between two plans, as a spreadsheet takes it from the clipboard.

use crate::diagnostics::visible;
use crate::explore::{Comparison, ToolChange, explain};
use crate::plan::Decision;

/// A line a change. Lanes, ranks and reasons of a side on which the tool does not stand are empty.
pub fn as_tab_separated(comparison: &Comparison, changes: &[&ToolChange]) -> String {
    let mut text = String::from(
        "effect\ttool\tlane_before\tlane_after\trank_before\trank_after\tdefinition_tokens_before\t\
         definition_tokens_after\tprompt_tokens_change\treason_before\treason_after\n",
    );
    for &change in changes {
        let (before, after) = (comparison.decision_before(change), comparison.decision_after(change));
        let lane = |side: Option<&Decision>| side.map_or_else(String::new, |decision| decision.outcome.id().to_owned());
        let rank = |side: Option<&Decision>| {
            let rank = side.and_then(|decision| decision.rank);
            rank.map_or_else(String::new, |rank| rank.to_string())
        };
        let tokens =
            |side: Option<&Decision>| side.map_or_else(String::new, |decision| decision.definition_tokens.to_string());
        let reason = |detail: Option<String>| detail.map_or_else(String::new, |detail| visible(&detail));
        let cells = [
            change.effect.id().to_owned(),
            visible(&change.name),
            lane(before),
            lane(after),
            rank(before),
            rank(after),
            tokens(before),
            tokens(after),
            change.prompt_tokens.to_string(),
            reason(explain::detail_before(comparison, change)),
            reason(explain::detail_after(comparison, change)),
        ];
        let cells = cells.map(|cell| cell.replace(['\t', '\n'], " "));
        text.push_str(&cells.join("\t"));
        text.push('\n');
    }
    text
}
