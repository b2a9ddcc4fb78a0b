//! Tools that are there twice: by name, or by what they say.

use super::finding::Finding;
use super::near;
use super::words::few;
use super::{Code, Looked};
use crate::explore::{Alike, accounts, alike, explain};
use crate::plan::Planned;
use crate::roster::{SourceRef, ToolId};
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// Checks all tools against each other.
pub(super) fn check(planned: &Planned, tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    within_sources(tools, findings);
    let alike = alike(planned);
    let kin = Kin::new(planned, &alike);
    for group in &alike {
        findings.push(
            Finding::tools(
                Code::DiffersByAccount,
                group.tools.clone(),
                format!("They {}.", explain::alike(group)),
                "Offer one tool with an argument for the account, or leave it: the accounts may need grants of their own.",
            )
            .with([
                ("definition_tokens", group.definition_tokens),
                ("merged_tokens", group.merged_tokens),
                ("saved_tokens", group.saved_tokens),
                ("saved_slots", group.saved_slots),
            ]),
        );
    }
    shadowed(tools, &kin, findings);
    for group in near::groups(tools) {
        if kin.are_strangers(tools, &group.tools) {
            findings.push(near_duplicate(planned, &group));
        }
    }
}

/// Catalog conflicts (domain §2), each once.
fn within_sources(tools: &[Looked<'_>], findings: &mut Vec<Finding>) {
    let mut conflicts: IndexMap<(&SourceRef, &str), Vec<&Looked<'_>>> = IndexMap::new();
    for looked in tools.iter().filter(|looked| !looked.tool.same_name.is_empty()) {
        let key = (&looked.tool.source, &*looked.tool.name);
        conflicts.entry(key).or_default().push(looked);
    }
    for ((_, name), same) in conflicts {
        let remote: IndexMap<&str, ()> = same
            .iter()
            .filter_map(|looked| Some((looked.tool.remote_name.as_deref()?, ())))
            .collect();
        let names: Vec<&str> = remote.keys().copied().collect();
        let ids: Vec<ToolId> = same.iter().map(|looked| looked.id).collect();
        let number = ids.len() as u64;
        let finding = if names.len() == 1 {
            Finding::tools(
                Code::DuplicateName,
                ids,
                format!(
                    "The server lists `{}` {number} times; none of them is a candidate.",
                    names[0]
                ),
                "Remove all but one from the listing.",
            )
        } else {
            Finding::tools(
                Code::NameConflict,
                ids,
                format!("{} all become `{name}`; none of them is a candidate.", few(&names)),
                "Rename one of them, or hide it with `application_only` where the model need not see it.",
            )
        };
        findings.push(finding.with([("tools", number)]));
    }
}

/// One remote name in sources that have nothing to do with each other.
fn shadowed(tools: &[Looked<'_>], kin: &Kin, findings: &mut Vec<Finding>) {
    let mut by_name: IndexMap<&str, Vec<usize>> = IndexMap::new();
    for (place, looked) in tools.iter().enumerate() {
        if let Some(remote) = &looked.tool.remote_name {
            by_name.entry(remote).or_default().push(place);
        }
    }
    for (name, places) in by_name {
        if !kin.are_strangers(tools, &places) {
            continue;
        }
        let sources: Vec<&str> = places.iter().map(|&place| tools[place].tool.source.id()).collect();
        findings.push(
            Finding::tools(
                Code::ShadowedName,
                places.iter().map(|&place| tools[place].id).collect(),
                format!("`{name}` is a tool of {}.", few(&sources)),
                "Say in each description whose it is, and use clients that prefix names.",
            )
            .with([("sources", sources.len() as u64)]),
        );
    }
}

fn near_duplicate(planned: &Planned, group: &near::Group) -> Finding {
    let catalog = &planned.roster.catalog;
    let names: Vec<&str> = group.ids.iter().map(|id| &*catalog.tool(*id).name).collect();
    let tokens = group.ids.iter().map(|id| planned.plan.decision(*id).definition_tokens);
    let what = if group.least_percent == 100 {
        "say and take the same".to_owned()
    } else {
        format!(
            "share at least {} of 100 runs of three words and arguments",
            group.least_percent
        )
    };
    Finding::tools(
        Code::NearDuplicate,
        group.ids.clone(),
        format!("{} {what}.", few(&names)),
        "Leave one of them out, or say in each description when it is the right one.",
    )
    .with([
        ("tools", group.ids.len() as u64),
        ("percent", group.least_percent),
        ("definition_tokens", tokens.sum()),
    ])
}

/// Which sources have to do with each other: one account, one `group`, or tools that differ by an account only.
struct Kin {
    account: HashMap<SourceRef, usize>,
    group: HashMap<SourceRef, String>,
    alike: HashMap<ToolId, usize>,
}

impl Kin {
    fn new(planned: &Planned, alike: &[Alike]) -> Self {
        let scenario = &planned.scenario;
        let account = accounts(scenario)
            .into_iter()
            .enumerate()
            .flat_map(|(place, account)| {
                let sources = account.sources.into_iter();
                sources.map(move |(kind, id)| (SourceRef::Remote(kind, id.into()), place))
            })
            .collect();
        let group = scenario
            .all_sources()
            .filter_map(|(kind, id, source)| Some((SourceRef::Remote(kind, id.as_str().into()), source.group.clone()?)))
            .collect();
        let alike = alike
            .iter()
            .enumerate()
            .flat_map(|(place, group)| group.tools.iter().map(move |id| (*id, place)))
            .collect();
        Self { account, group, alike }
    }

    /// Whether some tools come from two sources at least that have nothing to do with each other.
    fn are_strangers(&self, tools: &[Looked<'_>], places: &[usize]) -> bool {
        let looked: Vec<&Looked<'_>> = places.iter().map(|&place| &tools[place]).collect();
        let Some(first) = looked.first() else { return false };
        let sources: HashSet<&SourceRef> = looked.iter().map(|looked| &looked.tool.source).collect();
        if sources.len() < 2 {
            return false;
        }
        let all = |is_same: &dyn Fn(&Looked<'_>) -> bool| looked.iter().all(|looked| is_same(looked));
        let account = self.account.get(&first.tool.source);
        let group = self.group.get(&first.tool.source);
        let alike = self.alike.get(&first.id);
        let is_kin = (account.is_some() && all(&|looked| self.account.get(&looked.tool.source) == account))
            || (group.is_some() && all(&|looked| self.group.get(&looked.tool.source) == group))
            || (alike.is_some() && all(&|looked| self.alike.get(&looked.id) == alike));
        !is_kin
    }
}
