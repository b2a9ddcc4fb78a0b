//! Edits for properties: any kind of what-if, made to fit a scenario. Nothing here says what an edit does.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use roster::roster::Catalog;
use roster::scenario::{
    Builder, Class, Edit, Estimator, Field, PolicyDecision, RankingOrder, Scenario, SessionKind, SideEffect, Source,
    SourceKind,
};

/// What any scenario can be asked to change; [`Choice::edit`] makes it fit one.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    kind: Index,
    place: Index,
    number: u64,
    is_on: bool,
    names: Vec<Index>,
}

/// Any choice; its numbers are near the caps that the generated scenarios have.
pub(crate) fn choice() -> impl Strategy<Value = Choice> {
    (
        any::<Index>(),
        any::<Index>(),
        prop_oneof![0..20_u64, 0..2_500_u64],
        any::<bool>(),
        vec(any::<Index>(), 0..5),
    )
        .prop_map(|(kind, place, number, is_on, names)| Choice {
            kind,
            place,
            number,
            is_on,
            names,
        })
}

impl Choice {
    /// The edit that this choice means for a scenario.
    pub(crate) fn edit(&self, scenario: &Scenario) -> Edit {
        match self.kind.index(17) {
            0 => self.flag(scenario),
            1 => self.source(SourceKind::Server, &scenario.servers),
            2 => self.source(SourceKind::Device, &scenario.devices),
            3 | 4 => self.class(),
            5 => Edit::CeilingTokens(self.is_on.then_some(self.number)),
            6 => Edit::OutputReserveTokens(self.number),
            7 => Edit::Builder(self.one_of(&Builder::OFFERED)),
            8 => Edit::Estimator(self.one_of(&Estimator::ALL)),
            9 => Edit::RankingOrder(self.one_of(&RankingOrder::ALL)),
            10 => Edit::RankingFirst(self.names(&["mcp.*", "*list*", "device.*", "*.[s-z]*"].map(str::to_owned))),
            11 => Edit::SessionKind(self.one_of(&SessionKind::ALL)),
            12 => Edit::WebsiteProfile(self.is_on),
            13 => Edit::EnabledTools(self.is_on.then(|| self.names(&tool_names(scenario)))),
            14 => Edit::Policy {
                effect: self.one_of(&SideEffect::ALL),
                decision: self.is_on.then(|| self.decision()),
            },
            15 => Edit::EquivalentBuilders(self.is_on.then(|| self.builders())),
            _ if self.is_on => Edit::DeferredTools(self.names(&tool_names(scenario))),
            _ => Edit::AlwaysDefine(self.names(&tool_names(scenario))),
        }
    }

    fn flag(&self, scenario: &Scenario) -> Edit {
        let flags: Vec<&String> = scenario.flags.keys().collect();
        Edit::Flag {
            flag: flags[self.place.index(flags.len())].clone(),
            enabled: self.is_on,
        }
    }

    /// A switch of a source, or a window of another size where there is none.
    fn source(&self, kind: SourceKind, sources: &indexmap::IndexMap<String, Source>) -> Edit {
        if sources.is_empty() {
            return Edit::ContextWindowTokens(self.number);
        }
        let (id, source) = sources.get_index(self.place.index(sources.len())).unwrap();
        Edit::Source {
            kind,
            id: id.clone(),
            enabled: !source.enabled,
        }
    }

    fn class(&self) -> Edit {
        let class = if self.is_on {
            self.one_of(&[Class::ToolDefinitions, Class::DeferredToolIndex])
        } else {
            self.one_of(&Class::ALL)
        };
        let field = match (self.names.len(), class.has_items(), class.is_planned()) {
            (0 | 1, true, _) => Field::MaxItems,
            (3, _, false) => Field::UsedTokens,
            (4.., true, false) => Field::UsedItems,
            _ => Field::MaxTokens,
        };
        Edit::Class {
            class,
            field,
            value: self.number,
        }
    }

    /// Not from the place: that names the class.
    fn decision(&self) -> PolicyDecision {
        PolicyDecision::ALL[self.names.len() % PolicyDecision::ALL.len()]
    }

    /// Any that the program offers, in any order, some twice.
    fn builders(&self) -> Vec<Builder> {
        let offered = Builder::OFFERED;
        let places = self.names.iter().map(|name| name.index(offered.len()));
        places.map(|place| offered[place]).collect()
    }

    fn one_of<T: Copy>(&self, all: &[T]) -> T {
        all[self.place.index(all.len())]
    }

    fn names(&self, known: &[String]) -> Vec<String> {
        self.names
            .iter()
            .map(|name| known[name.index(known.len())].clone())
            .collect()
    }
}

fn tool_names(scenario: &Scenario) -> Vec<String> {
    Catalog::new(scenario)
        .tools()
        .iter()
        .map(|tool| tool.name.to_string())
        .collect()
}
