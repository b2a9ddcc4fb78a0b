//! The what-if side: flags, servers and devices as switches in their groups, each with its tools and tokens.

use super::places;
use crate::plan::Planned;
use crate::roster::SourceRef;
use crate::scenario::{Edit, Scenario, SourceKind};
use std::collections::HashMap;

/// What a switch turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SwitchKey {
    /// A flag.
    Flag(String),
    /// A server or device.
    Source(SourceKind, String),
}

impl SwitchKey {
    /// How it stands in a scenario; `None` if that has no such switch.
    pub fn enabled_in(&self, scenario: &Scenario) -> Option<bool> {
        match self {
            Self::Flag(flag) => scenario.flags.get(flag).map(|flag| flag.enabled),
            Self::Source(kind, id) => scenario.sources(*kind).get(id).map(|source| source.enabled),
        }
    }

    /// The edit that sets it.
    pub fn edit(&self, enabled: bool) -> Edit {
        match self {
            Self::Flag(flag) => Edit::Flag {
                flag: flag.clone(),
                enabled,
            },
            Self::Source(kind, id) => Edit::Source {
                kind: *kind,
                id: id.clone(),
                enabled,
            },
        }
    }
}

/// One switch.
#[derive(Clone, Debug)]
pub struct Switch {
    /// What it turns.
    pub key: SwitchKey,
    /// For people.
    pub title: String,
    /// Its id in the file.
    pub id: String,
    /// Why it stands as it does.
    pub notes: Option<String>,
    /// On or off.
    pub enabled: bool,
    /// Its place among the sources, which picks the hue; `None` for a flag.
    pub source_place: Option<usize>,
    /// Tools that hang on it.
    pub tools: u64,
    /// Their definitions, each alone, in tokens.
    pub tokens: u64,
}

/// Switches that belong together; a group of integrations toggles as one.
#[derive(Clone, Debug)]
pub struct SwitchGroup {
    /// Its heading.
    pub title: String,
    /// Whether its heading is a switch of its own.
    pub toggles_as_one: bool,
    /// The switches.
    pub switches: Vec<Switch>,
}

impl SwitchGroup {
    /// Tools of all of them.
    pub fn tools(&self) -> u64 {
        self.switches.iter().map(|switch| switch.tools).sum()
    }

    /// Tokens of all of them.
    pub fn tokens(&self) -> u64 {
        self.switches.iter().map(|switch| switch.tokens).sum()
    }

    /// All on, all off, or `None` for some of each.
    pub fn state(&self) -> Option<bool> {
        let on = self.switches.iter().filter(|switch| switch.enabled).count();
        match on {
            0 => Some(false),
            on if on == self.switches.len() => Some(true),
            _ => None,
        }
    }
}

/// Builds all groups: integrations first, then the flags.
pub(super) fn build(planned: &Planned, sources: &[(SourceRef, String)]) -> Vec<SwitchGroup> {
    let weight = weigh(planned);
    let places = places(sources);
    let scenario = &planned.scenario;
    let mut groups: Vec<SwitchGroup> = Vec::new();
    let mut place_of: HashMap<String, usize> = HashMap::new();
    for kind in [SourceKind::Server, SourceKind::Device] {
        for (id, source) in scenario.sources(kind) {
            let key = SwitchKey::Source(kind, id.clone());
            let (tools, tokens) = weight.get(&key).copied().unwrap_or_default();
            let switch = Switch {
                key,
                title: source.title.clone().unwrap_or_else(|| id.clone()),
                id: id.clone(),
                notes: source.notes.clone(),
                enabled: source.enabled,
                source_place: places.get(&SourceRef::Remote(kind, id.as_str().into())).copied(),
                tools,
                tokens,
            };
            let title = source.group.clone().unwrap_or_else(|| switch.title.clone());
            if let Some(&place) = place_of.get(&title) {
                let group: &mut SwitchGroup = &mut groups[place];
                group.switches.push(switch);
            } else {
                place_of.insert(title.clone(), groups.len());
                groups.push(SwitchGroup {
                    title,
                    toggles_as_one: true,
                    switches: vec![switch],
                });
            }
        }
    }
    let flags: Vec<Switch> = scenario
        .flags
        .iter()
        .map(|(id, flag)| {
            let key = SwitchKey::Flag(id.clone());
            let (tools, tokens) = weight.get(&key).copied().unwrap_or_default();
            Switch {
                key,
                title: flag.title.clone().unwrap_or_else(|| id.clone()),
                id: id.clone(),
                notes: flag.notes.clone(),
                enabled: flag.enabled,
                source_place: None,
                tools,
                tokens,
            }
        })
        .collect();
    if !flags.is_empty() {
        groups.push(SwitchGroup {
            title: "Flags".to_owned(),
            toggles_as_one: false,
            switches: flags,
        });
    }
    groups
}

/// Tools and tokens that hang on each switch, directly or through the source that requires it.
fn weigh(planned: &Planned) -> HashMap<SwitchKey, (u64, u64)> {
    let mut weight: HashMap<SwitchKey, (u64, u64)> = HashMap::new();
    let scenario = &planned.scenario;
    for id in planned.roster.catalog.ids() {
        let tool = planned.roster.catalog.tool(id);
        let tokens = planned.plan.decision(id).definition_tokens;
        let mut add = |key: SwitchKey| {
            let entry = weight.entry(key).or_default();
            entry.0 += 1;
            entry.1 += tokens;
        };
        let mut flags: Vec<&String> = tool.requires.iter().collect();
        if let SourceRef::Remote(kind, source_id) = &tool.source {
            add(SwitchKey::Source(*kind, source_id.to_string()));
            if let Some(source) = scenario.sources(*kind).get(&**source_id) {
                flags.extend(&source.requires);
            }
        }
        flags.sort_unstable();
        flags.dedup();
        for flag in flags {
            add(SwitchKey::Flag(flag.clone()));
        }
    }
    weight
}
