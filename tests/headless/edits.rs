//! Edits for properties: any kind of what-if, made to fit a scenario; and that an edit and its assignment say the same.

use super::generate::{FAST_ESTIMATORS, description, scenario};
use super::properties::{edited, holds};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use roster::roster::Catalog;
use roster::scenario::{
    AdmissionLimit, Assignment, Builder, Class, CostFigure, Decimal, DescribedTool, Edit, Estimator, Field,
    PolicyDecision, RankingOrder, Scenario, SessionKind, SideEffect, Source, SourceKind, changes, load_text,
};
use std::sync::Arc;

/// What any scenario can be asked to change; [`Choice::edit`] makes it fit one.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    kind: Index,
    place: Index,
    number: u64,
    is_on: bool,
    names: Vec<Index>,
    text: String,
}

/// Any choice; its numbers are near the caps that the generated scenarios have.
pub(crate) fn choice() -> impl Strategy<Value = Choice> {
    (
        any::<Index>(),
        any::<Index>(),
        prop_oneof![0..20_u64, 0..2_500_u64],
        any::<bool>(),
        vec(any::<Index>(), 0..5),
        description(),
    )
        .prop_map(|(kind, place, number, is_on, names, text)| Choice {
            kind,
            place,
            number,
            is_on,
            names,
            text,
        })
}

impl Choice {
    /// The edit that this choice means for a scenario.
    pub(crate) fn edit(&self, scenario: &Scenario) -> Edit {
        match self.kind.index(23) {
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
            16..=18 => self.description(scenario),
            19 => Edit::Admission(self.limit()),
            20 | 21 => self.costs(scenario),
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

    /// Another description of any tool.
    fn description(&self, scenario: &Scenario) -> Edit {
        let tools = described(scenario);
        Edit::Description {
            tool: tools[self.place.index(tools.len())].clone(),
            description: self.text.clone(),
        }
    }

    fn limit(&self) -> AdmissionLimit {
        let number = self.is_on.then_some(self.number);
        let allowed = (self.names.len() % 3).checked_sub(1).map(|sign| sign > 0);
        self.one_of(&[
            AdmissionLimit::DescriptionBytes(number),
            AdmissionLimit::SchemaBytes(number),
            AdmissionLimit::SchemaDepth(number.map(|number| number % 8)),
            AdmissionLimit::AllowRefs(allowed),
        ])
    }

    /// A figure in its range. Only with a price of input there are others.
    fn costs(&self, scenario: &Scenario) -> Edit {
        let known = if scenario.costs.prices.is_some() { 8 } else { 5 };
        let figure = self.one_of(&CostFigure::ALL[..known]);
        let (from, to) = figure.range().into_inner();
        let value = Decimal::from_millionths(self.number * 123_457).clamp(from, to);
        Edit::Costs(figure, self.is_on.then_some(value))
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

/// Every tool by where the file says what it is.
fn described(scenario: &Scenario) -> Vec<DescribedTool> {
    let builtins = scenario.tools.keys().cloned().map(DescribedTool::Builtin);
    let remote = [SourceKind::Server, SourceKind::Device].into_iter().flat_map(|kind| {
        let sources = scenario.sources(kind).iter();
        sources.flat_map(move |(id, source)| {
            source.tools.iter().map(move |tool| DescribedTool::Remote {
                kind,
                id: id.clone(),
                remote_name: tool.remote_name.clone(),
            })
        })
    });
    builtins.chain(remote).collect()
}

#[test]
fn an_edit_and_its_assignment_say_the_same() {
    let strategy = (scenario(&FAST_ESTIMATORS), vec(choice(), 0..6));
    holds(160, strategy, |(tree, choices)| {
        let set = |edits: &[Edit]| {
            let assignments: Vec<Assignment> = edits.iter().map(Assignment::from).collect();
            let loaded = load_text(None, &tree.to_string(), &assignments);
            loaded.map_err(|failed| TestCaseError::fail(format!("{:#?}", failed.problems)))
        };
        let (base, now) = edited(&tree, &choices);
        prop_assert_eq!(&*set(&changes(&base, &now))?.scenario, &now);
        for choice in choices {
            let edit = choice.edit(&base);
            prop_assert_eq!(
                &*set(std::slice::from_ref(&edit))?.scenario,
                &edit.apply(&base),
                "{:?}",
                edit
            );
        }
        Ok(())
    });
}

const REPEATED: &str = "\
format: roster/1
tools:
  notes.search: { description: Searches. }
  notes.delete: { description: Deletes. }
servers:
  mail:
    side_effect: none
    tools: [{ name: list, description: One. }, { name: list, description: Two. }, { name: read, description: Reads. }]
    overrides:
      read: { description: Reads a mail. }
  web: { side_effect: none, tools: { fetch: {} } }
";

fn base() -> Arc<Scenario> {
    load_text(None, REPEATED, &[]).unwrap().scenario
}

fn remote(name: &str) -> DescribedTool {
    DescribedTool::Remote {
        kind: SourceKind::Server,
        id: "mail".to_owned(),
        remote_name: name.to_owned(),
    }
}

fn describe(tool: DescribedTool, description: &str) -> Edit {
    Edit::Description {
        tool,
        description: description.to_owned(),
    }
}

#[test]
fn an_override_replaces_what_a_source_says_of_its_tool() {
    let base = base();
    assert_eq!(remote("read").description(&base), Some("Reads a mail."));
    assert_eq!(remote("gone").description(&base), None);
    let edit = describe(remote("read"), "Reads: one mail");
    assert_eq!(edit.label(&base), "Change the description of mcp.mail.read");
    assert_eq!(
        Assignment::from(&edit).to_string(),
        "servers.mail.overrides.read.description=\"Reads: one mail\""
    );
    let now = edit.apply(&base);
    assert_eq!(remote("read").description(&now), Some("Reads: one mail"));
    assert_eq!(
        now.servers["mail"].tools[2].input_schema,
        base.servers["mail"].tools[2].input_schema
    );
}

#[test]
fn a_description_copies_what_holds_it_and_nothing_else() {
    let base = base();
    let builtin = || DescribedTool::Builtin("notes.search".to_owned());
    let now = describe(builtin(), "Finds.").apply(&base);
    assert!(!Arc::ptr_eq(&now.tools["notes.search"], &base.tools["notes.search"]));
    assert!(Arc::ptr_eq(&now.tools["notes.delete"], &base.tools["notes.delete"]));
    assert!(Arc::ptr_eq(&now.servers["mail"].tools, &base.servers["mail"].tools));
    let now = describe(remote("read"), "Finds.").apply(&base);
    assert!(Arc::ptr_eq(&now.tools, &base.tools));
    assert!(Arc::ptr_eq(&now.servers["web"].tools, &base.servers["web"].tools));
    for idle in [
        describe(builtin(), "Searches."),
        describe(remote("read"), "Reads a mail."),
        describe(remote("gone"), "Nothing."),
        describe(DescribedTool::Builtin("no.such".to_owned()), "Nothing."),
    ] {
        let now = idle.apply(&base);
        assert!(Arc::ptr_eq(&now.tools, &base.tools), "{idle:?}");
        assert!(
            Arc::ptr_eq(&now.servers["mail"].tools, &base.servers["mail"].tools),
            "{idle:?}"
        );
    }
}

#[test]
fn a_description_of_a_repeated_name_is_that_of_all() {
    let base = base();
    let edit = describe(remote("list"), "Both.");
    let now = edit.apply(&base);
    assert_eq!(changes(&base, &now), [edit]);
    assert_eq!(now.servers["mail"].tools[0].description, "Both.");
    assert_eq!(now.servers["mail"].tools[1].description, "Both.");
    assert_eq!(changes(&now, &base), [], "no edit gives each its own again");
    assert!(base.has_same_tools(&now));
}

#[test]
fn limits_of_admission_say_in_words_what_they_do() {
    let base = base();
    let label = |limit| Edit::Admission(limit).label(&base);
    for (limit, expected) in [
        (
            AdmissionLimit::DescriptionBytes(Some(400)),
            "Cut descriptions at 400 bytes",
        ),
        (
            AdmissionLimit::DescriptionBytes(None),
            "Leave descriptions as long as they are",
        ),
        (
            AdmissionLimit::SchemaBytes(Some(8_192)),
            "Admit schemas up to 8192 bytes",
        ),
        (AdmissionLimit::SchemaBytes(None), "Admit schemas of any size"),
        (
            AdmissionLimit::SchemaDepth(Some(8)),
            "Admit schemas up to 8 levels deep",
        ),
        (AdmissionLimit::SchemaDepth(None), "Admit schemas of any depth"),
        (AdmissionLimit::AllowRefs(Some(false)), "Refuse schemas with $ref"),
        (AdmissionLimit::AllowRefs(Some(true)), "Admit schemas with $ref"),
        (AdmissionLimit::AllowRefs(None), "Admit schemas with $ref"),
    ] {
        assert_eq!(label(limit), expected);
    }
}
