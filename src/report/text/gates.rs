//! What the gates of one file say about its plan, a line a gate.

use super::style::{Look, Role};
use super::wrap::paragraph;
use crate::diagnostics::visible;
use crate::gates::Gates;
use crate::plan::{Plan, explain};
use std::fmt::Write as _;

/// A plan held against the gates of its file.
#[derive(Clone, Copy, Debug)]
pub struct CheckedPlan<'a> {
    /// The file, as a person typed it.
    pub file: &'a str,
    /// What was laid over the file, as a person would write it.
    pub what_if: &'a [String],
    /// Its plan.
    pub plan: &'a Plan,
    /// Its gates, in file order.
    pub gates: &'a Gates,
}

/// A heading with the verdict, then a line a gate with what differs below.
pub fn checked_plan(checked: &CheckedPlan<'_>, look: Look) -> String {
    let mut out = String::new();
    let verdict = visible(&explain::verdict(checked.plan));
    let file = look.paint(Role::Heading, &visible(checked.file));
    let _ = writeln!(out, "{file}: {verdict}");
    for change in checked.what_if {
        let _ = writeln!(out, "  with {}", visible(change));
    }
    for gate in &checked.gates.gates {
        let (role, mark) = if gate.passes() {
            (Role::Good, "pass")
        } else {
            (Role::Bad, "FAIL")
        };
        let _ = writeln!(out, "  {}  {}", look.paint(role, mark), visible(&gate.title()));
        for difference in &gate.differences {
            let text = visible(difference);
            out.push_str(&paragraph(&text, look.columns, "        ", "          "));
        }
    }
    if checked.gates.plan_fails_unexpectedly {
        let _ = writeln!(
            out,
            "  {}  the plan fails and no gate expects it to",
            look.paint(Role::Bad, "FAIL")
        );
    }
    if checked.gates.gates.is_empty() {
        let _ = writeln!(
            out,
            "  {}  no gates: nothing is expected of this plan; add `expect` to the file",
            look.paint(Role::Warning, "warn")
        );
    }
    out
}
