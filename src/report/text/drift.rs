//! Drift as text: what differs tool by tool, then what that does to the plan.

use super::comparison;
use super::style::{Look, Role};
use crate::diagnostics::visible;
use crate::explore::difference;
use crate::explore::explain::from_to;
use crate::inventory::drift::{Change, DiffLine, ToolDrift, ToolDriftKind};
use crate::plan::explain::{counted, grouped, signed};
use crate::report::Drifted;

/// Lines of one difference that are shown; the rest is counted, and whole in JSON.
const SHOWN_LINES: usize = 40;

/// A stored inventory beside what its server lists now.
pub fn drift(drifted: &Drifted, look: Look) -> String {
    let found = &drifted.drift;
    let role = if drifted.is_drift() { Role::Warning } else { Role::Good };
    let mut out = format!(
        "{}\n{}\n",
        look.paint(Role::Heading, &visible(&drifted.stored)),
        look.paint(role, &drifted.verdict())
    );
    out.push_str(&sides(drifted));
    for tool in &found.tools {
        out.push_str(&one(drifted, tool, look));
    }
    if let Some(changed) = &found.instructions {
        out.push_str("\ninstructions of the server\n");
        out.push_str(&lines(changed, look));
    }
    if found.is_drift() {
        let after = format!("{} as it is now", drifted.server);
        out.push('\n');
        out.push_str(&comparison(&drifted.comparison, &drifted.stored, &after, look));
    }
    out
}

/// How many tools and tokens, before and after, and what else is known.
fn sides(drifted: &Drifted) -> String {
    let found = &drifted.drift;
    let (before, after) = drifted.all_tokens();
    let estimator = drifted.comparison.after.scenario.estimator.id();
    let tools = |count: usize| counted(count as u64, "tool", "tools");
    let mut out = if found.is_drift() {
        format!(
            "{} → {}, definitions {} tokens ({}) by {estimator}\n",
            tools(drifted.before.tools.len()),
            tools(drifted.after.tools.len()),
            from_to(Some(before), Some(after)),
            signed(difference(before, after))
        )
    } else {
        format!(
            "{} as stored, definitions {} tokens by {estimator}\n",
            tools(drifted.after.tools.len()),
            grouped(after)
        )
    };
    if let Some(day) = &drifted.before.about.captured {
        out.push_str(&format!("stored as of {}\n", visible(day)));
    }
    if let Some((before, after)) = &found.version {
        out.push_str(&format!(
            "the server's version: {} → {}\n",
            visible(before),
            visible(after)
        ));
    }
    for remark in drifted.remarks() {
        out.push_str(&format!("{}\n", visible(&remark)));
    }
    if found.is_reordered {
        out.push_str("the tools stand in another order, which carries no meaning\n");
    }
    out
}

fn one(drifted: &Drifted, tool: &ToolDrift, look: Look) -> String {
    let role = match tool.kind() {
        ToolDriftKind::Removed => Role::Bad,
        ToolDriftKind::Added => Role::Good,
        ToolDriftKind::Changed => Role::Warning,
    };
    let (before, after) = drifted.tokens(tool);
    let tokens = match tool.kind() {
        ToolDriftKind::Changed => from_to(before, after),
        _ => before.or(after).map(grouped).unwrap_or_default(),
    };
    let mut out = format!(
        "\n{} {}, {tokens} tokens\n",
        look.paint(role, tool.kind().id()),
        visible(&tool.name)
    );
    for part in &tool.parts {
        let noise = part
            .noise
            .map_or_else(String::new, |noise| format!(": {}", noise.words()));
        let unread = if part.part.is_read_by_model() {
            ""
        } else {
            " (not in the definition)"
        };
        out.push_str(&format!("  {}{unread}{noise}\n", visible(part.part.key())));
        out.push_str(&lines(&part.lines, look));
    }
    out
}

fn lines(lines: &[DiffLine], look: Look) -> String {
    let mut out = String::new();
    for line in lines.iter().take(SHOWN_LINES) {
        let text = visible(&line.text);
        let (role, text) = match line.change {
            Change::Same => (Role::Aside, format!("      {text}")),
            Change::Removed => (Role::Bad, format!("    - {text}")),
            Change::Added => (Role::Good, format!("    + {text}")),
            Change::Gap => (Role::Aside, "      …".to_owned()),
        };
        out.push_str(&look.paint(role, text.trim_end()));
        out.push('\n');
    }
    if lines.len() > SHOWN_LINES {
        let more = counted((lines.len() - SHOWN_LINES) as u64, "more line", "more lines");
        out.push_str(&format!("      … and {more}, all of them with `--format json`\n"));
    }
    out
}
