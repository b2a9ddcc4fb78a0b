//! A deploy and delegated children as text.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::plan::Planned;
use crate::plan::explain::{counted, grouped, signed};
use crate::scenario::NextMessage;
use crate::session::{Child, Deploy, LaneMove, Outcome, explain};
use std::fmt::Write as _;

/// Moves of one list that are written out; the rest is counted.
const MOVES_SHOWN: usize = 12;

/// What a deploy does to open sessions: a table, those that break on top, then what is to be said of each.
pub fn deploy(deploy: &Deploy, look: Look) -> String {
    let mut out = String::new();
    let (before, after) = (&deploy.before.scenario, &deploy.after.scenario);
    let heading = format!("{} → {}", visible(&before.name), visible(&after.name));
    let _ = writeln!(out, "{}", look.paint(Role::Heading, &heading));
    let role = deploy.worst().map_or(Role::Good, role);
    let _ = writeln!(out, "{}", look.paint(role, &visible(&explain::verdict(deploy))));
    let _ = writeln!(out, "{}", explain::counts(deploy));
    let builders = format!("{} → {}", before.builder, after.builder);
    let _ = writeln!(out, "{}\n", look.paint(Role::Aside, &builders));
    if deploy.are_implied {
        let text = "Neither file lists `sessions`; these are examples.";
        let _ = writeln!(out, "{}\n", look.paint(Role::Aside, text));
    }
    let outcomes = deploy.worst_first();
    out.push_str(&sessions(&outcomes, look));
    for outcome in &outcomes {
        let _ = write!(out, "\n{}", details(outcome, look));
    }
    let _ = writeln!(out, "\n{}", look.paint(Role::Heading, "Chats that open from now on"));
    if deploy.new_chats.is_empty() {
        out.push_str("  the same roster as before\n");
    } else {
        out.push_str(&moves(&deploy.new_chats));
    }
    out
}

fn sessions(outcomes: &[&Outcome], look: Look) -> String {
    let column = |heading, fit| Column {
        heading,
        align: Align::Left,
        fit,
    };
    let rows: Vec<Vec<Cell>> = outcomes
        .iter()
        .map(|outcome| {
            vec![
                Cell::painted(role(outcome.next()), outcome.next().id()),
                Cell::new(visible(&outcome.name)),
                Cell::new(explain::short_reason(outcome)),
                Cell::new(explain::short_builder(outcome.pinned.builder)),
            ]
        })
        .collect();
    let columns = [
        column("next", Fit::Whole),
        column("session", Fit::Whole),
        column("why", Fit::Whole),
        column("builder", Fit::Drop(0)),
    ];
    table(&columns, &rows, look)
}

fn role(next: NextMessage) -> Role {
    match next {
        NextMessage::Failed => Role::Bad,
        NextMessage::Rotated => Role::Warning,
        NextMessage::Resumed | NextMessage::Kept => Role::Good,
    }
}

fn details(outcome: &Outcome, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(&outcome.name)));
    if outcome.is_as_expected {
        let _ = writeln!(out, "  {}", look.paint(Role::Good, "As the file expects."));
    }
    let opened = format!("Opened under {}.", explain::opened(outcome));
    out.push_str(&paragraph(&visible(&opened), look.columns, "  ", "  "));
    out.push_str(&paragraph(
        &visible(&explain::outcome(outcome)),
        look.columns,
        "  ",
        "  ",
    ));
    if outcome.impossible.is_some() {
        return out;
    }
    let prefix = if outcome.is_prefix_kept() {
        format!("prefix_sha256 {} kept", explain::short_hash(&outcome.prefix_before))
    } else {
        format!(
            "prefix_sha256 {} → {}",
            explain::short_hash(&outcome.prefix_before),
            explain::short_hash(&outcome.prefix_after)
        )
    };
    let _ = writeln!(out, "  {}", look.paint(Role::Aside, &prefix));
    if outcome.is_rebuilt() {
        if outcome.parked.is_some() && !outcome.pin_moves.is_empty() {
            out.push_str("  pins:\n");
            let lines: Vec<String> = outcome.pin_moves.iter().map(explain::pin_move).collect();
            out.push_str(&some_lines(&lines));
        } else {
            out.push_str(&moves(&outcome.lane_moves));
        }
    }
    out
}

fn moves(moves: &[LaneMove]) -> String {
    let lines: Vec<String> = moves.iter().map(explain::lane_move).collect();
    some_lines(&lines)
}

fn some_lines(lines: &[String]) -> String {
    let mut out = lines.iter().take(MOVES_SHOWN).fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "    {}", visible(line));
        out
    });
    let rest = lines.len().saturating_sub(MOVES_SHOWN);
    if rest > 0 {
        let _ = writeln!(out, "    … and {rest} more; --format json lists all");
    }
    out
}

/// What comes of some briefs, each with its name.
pub fn delegations(title: &str, parent: &Planned, children: &[(String, Child)], look: Look) -> String {
    let mut out = format!("{}\n", look.paint(Role::Heading, &visible(title)));
    for (name, child) in children {
        let _ = write!(out, "\n{}\n", look.paint(Role::Heading, &visible(name)));
        out.push_str(&one_child(parent, child, look));
    }
    if children.is_empty() {
        out.push_str("The file has no `delegations`; name the tools of a brief after the file.\n");
    }
    out
}

fn one_child(parent: &Planned, child: &Child, look: Look) -> String {
    let plan = child.planned.as_ref().map(|planned| &planned.plan);
    let is_good = plan.is_some_and(|plan| plan.failure.is_none());
    let verdict = visible(&explain::child(child));
    let mut out = format!(
        "{}\n",
        look.paint(if is_good { Role::Good } else { Role::Bad }, &verdict)
    );
    for refusal in &child.refused {
        out.push_str(&paragraph(
            &visible(&explain::refusal(refusal)),
            look.columns,
            "  ",
            "    ",
        ));
    }
    let Some(plan) = plan else { return out };
    let column = |heading, align, fit| Column { heading, align, fit };
    let mut rows: Vec<Vec<Cell>> = child
        .granted
        .iter()
        .map(|(id, lane)| {
            let decision = plan.decision(*id);
            vec![
                Cell::new(visible(&parent.roster.catalog.tool(*id).name)),
                Cell::painted(Role::Lane(*lane), lane.id()),
                Cell::painted(Role::Lane(decision.outcome), decision.outcome.id()),
                Cell::new(grouped(decision.definition_tokens)),
            ]
        })
        .collect();
    let count = rows.len() as u64;
    let joined = child.joined_tokens();
    if joined != 0 {
        rows.push(vec![
            Cell::painted(Role::Aside, "counted as one text"),
            Cell::new(""),
            Cell::new(""),
            Cell::new(signed(joined)),
        ]);
    }
    rows.push(vec![
        Cell::painted(Role::Aside, counted(count, "tool", "tools")),
        Cell::new(""),
        Cell::new(""),
        Cell::new(grouped(child.definition_tokens())),
    ]);
    let columns = [
        column("tool", Align::Left, Fit::Whole),
        column("in its parent", Align::Left, Fit::Whole),
        column("in the child", Align::Left, Fit::Whole),
        column("tokens", Align::Right, Fit::Whole),
    ];
    out.push_str(&table(&columns, &rows, look));
    out
}
