//! What is wrong, or could be better, with the tools of a scenario before any budget counts: names, descriptions, schemas,
//! annotations, texts that are not what they seem, and tools that are there twice.
//!
//! [`Lint::new`] is a pure function of a plan. It judges what the model would read: the wire alias of a name, the index line
//! as the roster renders it, the schema as admission left it. Each finding has a [`Code`] that never changes its meaning, the
//! figures that decide, one sentence and one fix, made here and shown the same everywhere. Tools that the model is never
//! shown (`application_only`) are left out, and so are tools that a switch keeps off: what is off is in nobody's way.
//! [`Lint::with_off`] looks at those, too, for whoever is about to switch them on.
//! Deliberately absent: files, places in files (who opened them knows), and changing anything.

mod annotations;
mod code;
mod descriptions;
mod duplicates;
mod finding;
mod hidden;
mod names;
mod near;
mod rules;
mod safety;
mod schemas;
mod sentence;
mod texts;
mod verbs;
mod words;

pub use code::{Code, Level, Rule};
pub use finding::{About, Finding};

use crate::plan::Planned;
use crate::roster::{Availability, Tool, ToolId, Unavailable};
use crate::scenario::{RemoteTool, Scenario, Source};
use indexmap::IndexMap;

/// All findings of a plan.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// The worst first, then by code, then in the order of the catalog.
    pub findings: Vec<Finding>,
    /// Tools that are off and were not looked at.
    pub off: usize,
    /// Places in `findings` by tool, as the catalog counts them.
    by_tool: Vec<Vec<u32>>,
}

impl Lint {
    /// Looks at every tool of a plan that no switch keeps off.
    pub fn new(planned: &Planned) -> Self {
        let all = looked_at(planned);
        let is_on = |looked: &&Looked<'_>| !is_off(planned, looked.id);
        let looked: Vec<Looked<'_>> = all.iter().filter(is_on).copied().collect();
        Self {
            off: all.len() - looked.len(),
            ..Self::of_looked(planned, &looked, is_source_on)
        }
    }

    /// Looks at every tool of a plan, and at those that are off.
    pub fn with_off(planned: &Planned) -> Self {
        Self::of_looked(planned, &looked_at(planned), |_, _| true)
    }

    fn of_looked(planned: &Planned, looked: &[Looked<'_>], is_on: fn(&Scenario, &Source) -> bool) -> Self {
        let mut findings = Vec::new();
        names::check(planned, looked, &mut findings);
        duplicates::check(planned, looked, &mut findings);
        descriptions::check(planned, looked, &mut findings);
        schemas::check(planned, looked, &mut findings);
        annotations::check(looked, &mut findings);
        safety::check(looked, &mut findings);
        safety::check_instructions(&planned.scenario, is_on, &mut findings);
        Self::of(findings, planned.roster.catalog.tools().len())
    }

    fn of(mut findings: Vec<Finding>, tools: usize) -> Self {
        findings.sort_by_key(Finding::order);
        let mut by_tool = vec![Vec::new(); tools];
        for (place, finding) in findings.iter().enumerate() {
            for tool in &finding.tools {
                if let Some(list) = by_tool.get_mut(tool.index()) {
                    list.push(u32::try_from(place).unwrap_or(u32::MAX));
                }
            }
        }
        Self {
            findings,
            off: 0,
            by_tool,
        }
    }

    /// The findings about a tool, the worst first.
    pub fn of_tool(&self, id: ToolId) -> impl Iterator<Item = &Finding> {
        self.by_tool
            .get(id.index())
            .into_iter()
            .flatten()
            .filter_map(|place| self.findings.get(*place as usize))
    }

    /// How bad it stands with a tool; `None` where nothing was found.
    pub fn level_of(&self, id: ToolId) -> Option<Level> {
        self.of_tool(id).map(|finding| finding.code.level()).min()
    }

    /// How many findings there are of a level.
    pub fn count(&self, level: Level) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.code.level() == level)
            .count()
    }

    /// How many findings there are of each code that has any, in the order of the codes.
    pub fn counts(&self) -> Vec<(Code, usize)> {
        let mut counts: IndexMap<Code, usize> = IndexMap::new();
        for finding in &self.findings {
            *counts.entry(finding.code).or_default() += 1;
        }
        counts.sort_unstable_keys();
        counts.into_iter().collect()
    }
}

/// A tool with what its source said of it.
#[derive(Clone, Copy)]
struct Looked<'a> {
    id: ToolId,
    tool: &'a Tool,
    /// As listed, of a tool that is discovered.
    remote: Option<&'a RemoteTool>,
    /// The description before admission.
    whole_description: &'a str,
}

/// Whether a switch keeps a tool from the model: its server's, a flag, or `enabled_tools`.
fn is_off(planned: &Planned, id: ToolId) -> bool {
    matches!(
        planned.roster.availability.get(id.index()),
        Some(Availability::Unavailable(
            Unavailable::NotEnabled | Unavailable::SourceOff(_) | Unavailable::FlagOff { .. }
        ))
    )
}

/// Whether no switch keeps a whole source from the model.
fn is_source_on(scenario: &Scenario, source: &Source) -> bool {
    let is_on = |flag: &String| scenario.flags.get(flag).is_some_and(|flag| flag.enabled);
    source.enabled && source.requires.iter().all(is_on)
}

/// Every tool that the model may be shown. The catalog lists builtins, servers and devices in the scenario's order.
fn looked_at(planned: &Planned) -> Vec<Looked<'_>> {
    let catalog = &planned.roster.catalog;
    let said = listed(&planned.scenario);
    catalog
        .ids()
        .zip(said)
        .map(|(id, (remote, whole_description))| Looked {
            id,
            tool: catalog.tool(id),
            remote,
            whole_description,
        })
        .filter(|looked| !looked.tool.application_only)
        .collect()
}

fn listed(scenario: &Scenario) -> impl Iterator<Item = (Option<&RemoteTool>, &str)> {
    let builtins = scenario
        .tools
        .values()
        .map(|builtin| (None, builtin.description.as_str()));
    let remote = scenario
        .all_sources()
        .flat_map(|(_, _, source)| source.tools.iter())
        .map(|tool| (Some(tool), tool.description.as_str()));
    builtins.chain(remote)
}
