//! What would move a tool: every suggestion does what it says, and none is missing.
//!
//! Verified over all shipped scenarios and all cases of the independent planner, by planning each suggestion from scratch.

use roster::explore::{Move, MoveKind, Moves, with};
use roster::plan::{Failure, Planned};
use roster::roster::{Tool, ToolId};
use roster::scenario::{Class, Edit, Field, Lane, Origin, Scenario, load, load_text, shipped_names};
use std::sync::Arc;

fn planned(scenario: Scenario) -> Planned {
    Planned::new(Arc::new(scenario), None)
}

fn shipped() -> Vec<(String, Planned)> {
    shipped_names()
        .into_iter()
        .map(|name| {
            let loaded = load(&Origin::Shipped(name.to_owned()), &[]).unwrap();
            (name.to_owned(), Planned::new(loaded.scenario, None))
        })
        .collect()
}

/// Undoing the only deferral leaves `tool.call` nothing to reach, and takes nothing from anybody.
#[test]
fn tool_call_with_nothing_to_reach_is_not_counted_as_lost() {
    let text = "\
format: roster/1
agent: { enabled_tools: [a.b, a.c, tool.call], deferred_tools: [a.b] }
tools: { a.b: { description: B. }, a.c: { description: C. }, tool.call: { description: Calls. } }
";
    let from = Planned::new(load_text(None, text, &[]).unwrap().scenario, None);
    let tool = from.roster.catalog.find("a.b").unwrap();
    let moves = Moves::new(&from, tool).singles;
    let moves_tool_call = |change: &&Move| change.others.iter().any(|other| &*other.name == "tool.call");
    let undoes: Vec<&Move> = moves.iter().filter(moves_tool_call).collect();
    let losses = |change: &&Move| (change.loses(), change.title.clone());
    let losses: Vec<(usize, String)> = undoes.iter().map(losses).collect();
    // To forbid it outright is something else.
    let forbids = |title: &str| title.contains("tool.call");
    assert!(losses.iter().any(|(_, title)| !forbids(title)), "{losses:?}");
    for (count, title) in &losses {
        assert_eq!(*count, usize::from(forbids(title)), "{title}");
    }
}

#[derive(serde::Deserialize)]
struct Case<'a> {
    #[serde(rename = "case")]
    number: u64,
    #[serde(borrow)]
    scenario: &'a serde_json::value::RawValue,
}

fn cases() -> Vec<(String, Planned)> {
    include_str!("../oracle.jsonl")
        .lines()
        .map(|line| {
            let case: Case<'_> = serde_json::from_str(line).unwrap();
            let loaded = load_text(None, case.scenario.get(), &[]).unwrap();
            (format!("case {}", case.number), Planned::new(loaded.scenario, None))
        })
        .collect()
}

fn is_defined(planned: &Planned, tool: ToolId) -> bool {
    planned.plan.decision(tool).outcome == Lane::Defined
}

/// A scenario changed and planned from nothing: what a suggestion must hold against.
fn from_scratch(from: &Planned, edits: &[Edit]) -> Planned {
    let scenario = edits
        .iter()
        .fold((*from.scenario).clone(), |scenario, edit| edit.apply(&scenario));
    planned(scenario)
}

/// Whether a change does it: the tool crosses over, and the plan does not fail by it.
fn does_it(from: &Planned, then: &Planned, tool: ToolId) -> bool {
    is_defined(then, tool) != is_defined(from, tool) && (then.plan.failure.is_none() || from.plan.failure.is_some())
}

fn check(name: &str, from: &Planned, tool: ToolId, change: &Move) {
    let then = from_scratch(from, &change.edits);
    let of = &from.roster.catalog.tool(tool).name;
    assert!(
        does_it(from, &then, tool),
        "{name}: {} does not move {of}",
        change.title
    );
    assert_eq!(
        then.plan.decision(tool).outcome,
        change.lands,
        "{name}: {}",
        change.title
    );
    let grown = i128::from(then.plan.prefix_tokens) - i128::from(from.plan.prefix_tokens);
    assert_eq!(grown, i128::from(change.prefix_tokens), "{name}: {}", change.title);
    let others = from.roster.catalog.ids().filter(|id| *id != tool).filter(|id| {
        let name = &from.roster.catalog.tool(*id).name;
        *name != *of && from.plan.decision(*id).outcome != then.plan.decision(*id).outcome
    });
    assert_eq!(others.count(), change.others.len(), "{name}: {}", change.title);
}

/// One character more left standing is not enough.
fn check_cut(name: &str, from: &Planned, tool: ToolId, change: &Move) {
    let [Edit::Description { tool: of, description }] = change.edits.as_slice() else {
        panic!("{name}: {}", change.title);
    };
    let mut tools = from.roster.catalog.tools().iter();
    let is_cut = |tool: &&Tool| tool.description.starts_with(description) && change.title.contains(&*tool.name);
    let whole = &tools.find(is_cut).unwrap().description;
    let edit = Edit::Description {
        tool: of.clone(),
        description: whole.chars().take(description.chars().count() + 1).collect(),
    };
    assert!(
        !does_it(from, &from_scratch(from, &[edit]), tool),
        "{name}: {}",
        change.title
    );
}

/// How much was verified.
#[derive(Debug, Default)]
struct Verified {
    singles: usize,
    cuts: usize,
    pairs: usize,
    /// Tools that neither a single change nor a pair defines.
    none: usize,
}

fn verify_all(scenarios: &[(String, Planned)]) -> Verified {
    let mut verified = Verified::default();
    for (name, from) in scenarios {
        for tool in from.roster.catalog.ids() {
            let moves = Moves::new(from, tool);
            assert_eq!(moves.is_defined, is_defined(from, tool));
            for change in &moves.singles {
                check(name, from, tool, change);
                assert_eq!(change.edits.len(), 1);
                if change.kind == MoveKind::Shorten {
                    check_cut(name, from, tool, change);
                    verified.cuts += 1;
                }
            }
            if let Some(pair) = &moves.pair {
                assert!(moves.singles.is_empty());
                check(name, from, tool, pair);
                assert_eq!(pair.edits.len(), 2);
            }
            verified.singles += moves.singles.len();
            verified.pairs += usize::from(moves.pair.is_some());
            verified.none += usize::from(!moves.is_defined && moves.singles.is_empty() && moves.pair.is_none());
        }
    }
    verified
}

#[test]
fn every_suggestion_on_shipped_scenarios_holds() {
    let verified = verify_all(&shipped());
    assert!(verified.singles > 4_000 && verified.pairs > 50, "{verified:?}");
}

#[test]
fn every_suggestion_on_the_cases_of_the_independent_planner_holds() {
    let verified = verify_all(&cases());
    assert!(
        verified.singles > 5_000 && verified.pairs > 50 && verified.cuts > 50,
        "{verified:?}"
    );
}

fn cap(class: Class, field: Field, value: u64) -> Edit {
    Edit::Class { class, field, value }
}

/// The value of a cap that a suggestion sets.
fn values(moves: &Moves, class: Class, field: Field) -> Vec<u64> {
    let of = |change: &Move| match change.edits.as_slice() {
        [
            Edit::Class {
                class: c,
                field: f,
                value,
            },
        ] if (*c, *f) == (class, field) => Some(*value),
        _ => None,
    };
    moves.singles.iter().filter_map(of).collect()
}

/// One cap with every value of it up to some, planned.
struct Tried {
    class: Class,
    field: Field,
    now: u64,
    plans: Vec<Planned>,
}

impl Tried {
    fn new(from: &Planned, class: Class, field: Field, most: u64) -> Self {
        let now = match field {
            Field::MaxItems => from.scenario.budget.class(class).max_items.unwrap(),
            _ => from.scenario.budget.class(class).max_tokens,
        };
        let values = 0..=most.max(now + 1);
        Self {
            class,
            field,
            now,
            plans: values.map(|value| with(from, &[cap(class, field, value)])).collect(),
        }
    }

    /// The nearest values on either side that do it.
    fn nearest(&self, from: &Planned, tool: ToolId) -> Vec<u64> {
        let at = |value: &u64| does_it(from, &self.plans[usize::try_from(*value).unwrap()], tool);
        let below = (0..self.now).rev().find(at);
        let above = (self.now + 1..self.plans.len() as u64).find(at);
        below.into_iter().chain(above).collect()
    }
}

/// Every value of some caps tried one by one finds the same nearest values, above and below.
fn caps_are_complete(name: &str, from: &Planned, all: &[Tried]) {
    for tool in from.roster.catalog.ids() {
        let moves = Moves::new(from, tool);
        for tried in all {
            let (class, field) = (tried.class, tried.field);
            let right = tried.nearest(from, tool);
            let mut found = values(&moves, class, field);
            found.sort_unstable();
            // A failing plan also offers the value that it asks for.
            let mend = match &from.plan.failure {
                Some(Failure::Tokens { class: c, tokens, .. }) if *c == class && field == Field::MaxTokens => {
                    Some(*tokens)
                }
                Some(Failure::Items { class: c, items, .. }) if *c == class && field == Field::MaxItems => Some(*items),
                _ => None,
            };
            found.retain(|value| Some(*value) != mend || right.contains(value));
            let of = &from.roster.catalog.tool(tool).name;
            let what = format!("{name}: {} {} of {of}, from {}", class.id(), field.words(), tried.now);
            assert_eq!(found, right, "{what}");
        }
    }
}

#[test]
fn no_item_cap_is_missing() {
    for (name, from) in cases().into_iter().step_by(2) {
        let most = from.plan.ranked.len() as u64 + 3;
        let classes = [Class::ToolDefinitions, Class::DeferredToolIndex];
        let tried = classes.map(|class| Tried::new(&from, class, Field::MaxItems, most));
        caps_are_complete(&name, &from, &tried);
    }
}

#[test]
fn no_token_cap_is_missing() {
    for (name, from) in cases().into_iter().step_by(16) {
        let sum = |of: fn(&roster::plan::Decision) -> u64| from.plan.decisions.iter().map(of).sum::<u64>();
        let definitions = sum(|decision| decision.definition_tokens) + 20;
        let index = sum(|decision| decision.index_tokens) + 250;
        let tried = [
            Tried::new(&from, Class::ToolDefinitions, Field::MaxTokens, definitions),
            Tried::new(&from, Class::DeferredToolIndex, Field::MaxTokens, index),
        ];
        caps_are_complete(&name, &from, &tried);
    }
}

#[test]
fn switches_orders_and_pins_are_all_tried() {
    let (_, from) = shipped()
        .into_iter()
        .find(|(name, _)| name == "after-adr-0123.yaml")
        .unwrap();
    let titles = |tool: &str| -> Vec<String> {
        let tool = from.roster.catalog.find(tool).unwrap();
        let moves = Moves::new(&from, tool);
        moves.singles.into_iter().map(|change| change.title).collect()
    };
    let found = titles("mcp.gmail_send.send_message");
    for title in [
        "Set tool definitions item cap to 32",
        "Pin it: always define it",
        "Rank mcp.gmail_send.send_message first",
        "Rank discovered tools by name",
        "Switch Web off",
    ] {
        assert!(found.iter().any(|known| known == title), "{title} is not in {found:#?}");
    }
    assert!(titles("schedule.update").contains(&"Do not defer it".to_owned()));
    assert!(titles("workspace.list_files").contains(&"Switch Workspace file listing on".to_owned()));
    assert!(titles("mcp.gmail_work_read.search_threads").contains(&"Set tool definitions item cap to 29".to_owned()));
}

#[test]
fn where_no_single_change_does_it_the_cheapest_pair_is_told() {
    let (_, from) = shipped()
        .into_iter()
        .find(|(name, _)| name == "after-adr-0123.yaml")
        .unwrap();
    // Off, and without a slot even if it were on.
    let tool = from.roster.catalog.find("device.phone.send_sms").unwrap();
    let moves = Moves::new(&from, tool);
    assert!(moves.singles.is_empty(), "{:#?}", moves.singles);
    let pair = moves.pair.unwrap();
    assert_eq!(pair.kind, MoveKind::Pair);
    assert!(pair.title.starts_with("Switch Phone on, and "), "{}", pair.title);
}
