//! The fewest characters off one description that give a tool its definition.
//!
//! The end of the description is what goes: which words are worth leaving out, a person has to say. A cut matters only where
//! it lets the next tool in that tokens keep out, so cuts are tried from one such length to the next.

use crate::plan::{Planned, Thresholds};
use crate::roster::{Costs, Roster, SourceRef, Tool, ToolId};
use crate::scenario::{DescribedTool, Edit, Estimator};
use crate::tokens::{DefinitionCost, TextCounter};
use std::sync::Arc;

/// The edit that cuts `of`'s description by the fewest characters that define `tool`, with their number; `None` if no cut
/// does, or if the tool's figure was measured elsewhere and does not follow from its text.
pub(super) fn shortest_cut(planned: &Planned, tool: ToolId, of: ToolId) -> Option<(Edit, u64)> {
    let cut = Cut::new(planned, of)?;
    let mut chars = 0;
    let mut saved = 0;
    loop {
        let roster = cut.roster(planned, chars);
        let thresholds = Thresholds::new(&roster, &planned.settings);
        if chars > 0 && thresholds.is_defined(tool) {
            let edit = Edit::Description {
                tool: described(planned.roster.catalog.tool(of)),
                description: cut.description(chars),
            };
            return Some((edit, chars as u64));
        }
        // Nothing turns before so much is saved.
        let excess = thresholds.smallest_excess_tokens()?;
        let needed = match cut.counter.estimator() {
            Estimator::BytesPer3 => 3 * (excess - 1) + 1,
            Estimator::BytesPer4 => 4 * (excess - 1) + 1,
            Estimator::Encoding(_) => excess,
        };
        chars = cut.chars_that_save(saved + needed, chars + 1)?;
        saved = cut.saved(chars);
    }
}

/// As the file names it.
fn described(tool: &Tool) -> DescribedTool {
    match (&tool.source, &tool.remote_name) {
        (SourceRef::Remote(kind, id), Some(remote)) => DescribedTool::Remote {
            kind: *kind,
            id: id.to_string(),
            remote_name: remote.to_string(),
        },
        _ => DescribedTool::Builtin(tool.name.to_string()),
    }
}

/// One tool whose description becomes shorter.
struct Cut<'a> {
    of: ToolId,
    tool: &'a Tool,
    counter: TextCounter,
    /// Where each character of the description starts.
    starts: Vec<usize>,
    /// What stands behind the description in the contract.
    rest: &'a str,
    /// The measure of the contract as it is.
    whole: u64,
}

impl<'a> Cut<'a> {
    fn new(planned: &'a Planned, of: ToolId) -> Option<Self> {
        let tool = planned.roster.catalog.tool(of);
        let DefinitionCost::Counted(whole) = planned.roster.costs.definition(of) else {
            return None;
        };
        let head = head(&tool.description);
        Some(Self {
            of,
            tool,
            counter: planned.roster.costs.counter(),
            starts: tool.description.char_indices().map(|(start, _)| start).collect(),
            rest: tool.contract_json.get(head.len()..)?,
            whole,
        })
    }

    fn description(&self, chars: usize) -> String {
        let end = self.starts.len() - chars;
        let end = self.starts.get(end).copied().unwrap_or(self.tool.description.len());
        self.tool.description[..end].to_owned()
    }

    fn measure(&self, chars: usize) -> u64 {
        let head = head(&self.description(chars));
        match self.counter.estimator() {
            Estimator::Encoding(_) => self.counter.measure(&format!("{head}{}", self.rest)),
            _ => (head.len() + self.rest.len()) as u64,
        }
    }

    fn saved(&self, chars: usize) -> u64 {
        self.whole.saturating_sub(self.measure(chars))
    }

    /// The fewest characters, from a number on, whose absence saves so much; `None` if not all of them do.
    fn chars_that_save(&self, measure: u64, from: usize) -> Option<usize> {
        let (mut low, mut high) = (from, self.starts.len());
        if low > high || self.saved(high) < measure {
            return None;
        }
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.saved(middle) >= measure {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Some(low)
    }

    fn roster(&self, planned: &Planned, chars: usize) -> Roster {
        let cost = DefinitionCost::Counted(self.measure(chars));
        Roster {
            costs: Arc::new(Costs::with_definition(&planned.roster.costs, self.of, cost)),
            ..(*planned.roster).clone()
        }
    }
}

/// A contract up to and with its description.
fn head(description: &str) -> String {
    format!("{{\"description\":{}", serde_json::Value::from(description))
}
