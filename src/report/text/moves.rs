//! What would move a tool as text.

use super::style::{Look, Role};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::explore::{Move, MoveKind, Moves, explain};
use std::fmt::Write as _;

/// Changes of one kind that are written out unless all are asked for.
const SHOWN_OF_A_KIND: usize = 3;
/// Tools that a change moves, of which the names are written out.
const NAMED: usize = 6;

/// What would move a tool. Of each kind the changes with the smallest side effects; with `all`, every one.
pub fn moves(moves: &Moves, all: bool, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, explain::moves_heading(moves)));
    let _ = writeln!(out, "  {}", explain::moves_found(moves));
    let mut left_out = 0;
    let mut shown: Vec<(MoveKind, usize)> = Vec::new();
    for change in &moves.singles {
        let place = shown.iter().position(|(kind, _)| *kind == change.kind);
        let count = match place {
            Some(place) => &mut shown[place].1,
            None => {
                shown.push((change.kind, 0));
                let last = shown.len() - 1;
                &mut shown[last].1
            }
        };
        *count += 1;
        if all || *count <= SHOWN_OF_A_KIND {
            out.push_str(&one(change, look));
        } else {
            left_out += 1;
        }
    }
    if let Some(pair) = &moves.pair {
        out.push_str(&one(pair, look));
    }
    if left_out > 0 {
        let rest = format!("  … and {left_out} more of the kinds above; --all lists them");
        let _ = writeln!(out, "{}", look.paint(Role::Aside, &rest));
    }
    out
}

fn one(change: &Move, look: Look) -> String {
    let mut out = paragraph(&visible(&change.title), look.columns, "  - ", "    ");
    let mut effects = explain::side_effects(change);
    if !change.others.is_empty() {
        let moves: Vec<String> = change.others.iter().take(NAMED).map(explain::side_move).collect();
        effects.push_str(": ");
        effects.push_str(&moves.join("; "));
        let rest = change.others.len().saturating_sub(NAMED);
        if rest > 0 {
            let _ = write!(effects, "; and {rest} more");
        }
    }
    let text = paragraph(&visible(&effects), look.columns, "    ", "    ");
    let _ = writeln!(out, "{}", look.paint(Role::Aside, text.trim_end()));
    out
}
