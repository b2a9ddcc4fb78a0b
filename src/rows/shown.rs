//! A plan as the window shows it, and what a hovered switch would make of it.

use super::Rows;
use crate::gates::Gates;
use crate::plan::{Planned, explain};
use crate::scenario::{Class, Edit};
use crate::session::Deploy;
use std::sync::Arc;
use std::time::Duration;

/// A plan as the window shows it: built once a plan, drawn every frame.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The plan.
    pub planned: Arc<Planned>,
    /// Tables, cells and charts.
    pub rows: Rows,
    /// What a deploy of this plan does to the sessions that are open.
    pub deploy: Deploy,
    /// The gates.
    pub gates: Gates,
    /// How long planning took, rows not counted; `None` where pictures must not depend on it.
    pub planned_in: Option<Duration>,
}

impl Shown {
    /// Builds what is shown, beside the window's thread. `deployed_over` is the state before a deploy, where that is
    /// another than the baseline; `earlier` lends what it knows.
    pub fn new(
        planned: Arc<Planned>,
        baseline: &Arc<Planned>,
        previous: Option<&Planned>,
        deployed_over: Option<&Arc<Planned>>,
        earlier: Option<&Self>,
    ) -> Self {
        let rows = Rows::new(&planned, baseline, previous);
        let before = deployed_over.unwrap_or(baseline);
        let deploy = Deploy::new(before, &planned, earlier.map(|earlier| &earlier.deploy));
        // What the file expects of its sessions is held against the file as opened, whatever else is compared.
        let gates = if deployed_over.is_some() {
            Gates::new(&planned, &Deploy::new(baseline, &planned, Some(&deploy)))
        } else {
            Gates::new(&planned, &deploy)
        };
        Self {
            planned,
            rows,
            deploy,
            gates,
            planned_in: None,
        }
    }

    /// The same with how long planning took.
    #[must_use]
    pub fn planned_in(mut self, planned_in: Option<Duration>) -> Self {
        self.planned_in = planned_in;
        self
    }
}

/// What some edits would do, in words: for the tooltip of a switch.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The edits.
    pub edits: Vec<Edit>,
    /// The verdict after them.
    pub verdict: String,
    /// Figures and the tools that would move, a line each.
    pub lines: Vec<String>,
}

impl Preview {
    /// Plans the edits over a plan and tells the difference.
    pub fn new(edits: Vec<Edit>, from: &Planned) -> Self {
        const SHOWN_AT_MOST: usize = 8;
        let scenario = Edit::apply_all(&edits, &from.scenario);
        let then = Planned::new(Arc::new(scenario), Some(from));
        let rows = Rows::new(&then, from, None);
        let moved: Vec<String> = rows
            .table
            .iter()
            .filter_map(|row| {
                let moved = row.since_file.as_ref()?;
                let from = moved.from?;
                (from != row.lane).then(|| format!("{}: {} → {}", row.name, from.id(), row.lane.id()))
            })
            .collect();
        let mut lines = vec![explain::lane_counts(&then.plan)];
        for class in [Class::ToolDefinitions, Class::DeferredToolIndex] {
            let (before, after) = (from.plan.class_tokens(class), then.plan.class_tokens(class));
            if before != after {
                let change = i64::try_from(after).unwrap_or(i64::MAX) - i64::try_from(before).unwrap_or(i64::MAX);
                lines.push(format!(
                    "{}: {} tokens ({})",
                    class.title(),
                    explain::grouped(after),
                    explain::signed(change)
                ));
            }
        }
        if moved.is_empty() {
            lines.push("moves no tool".to_owned());
        }
        let rest = moved.len().saturating_sub(SHOWN_AT_MOST);
        lines.extend(moved.into_iter().take(SHOWN_AT_MOST));
        if rest > 0 {
            lines.push(format!("… and {rest} more"));
        }
        Self {
            edits,
            verdict: explain::verdict(&then.plan),
            lines,
        }
    }
}
