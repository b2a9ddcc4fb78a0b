//! A scenario under presets: the rules, then every part of the tokens before the first message.

use super::cache::{Cache, Named};
use super::listing::{Visible, visible};
use super::offer::OfferedSource;
use super::policy::{Decided, Policy};
use super::{
    Broken, BrokenName, Counted, Failure, Fate, Offer, Order, Outcome, Parts, Preset, Remark, ToolOutcome, Unknown,
};
use crate::plan::Planned;
use crate::roster::ToolId;
use crate::scenario::{Class, Lane};
use crate::tokens::{DefinitionTotal, FRAMING_TOKENS};
use std::collections::HashSet;
use std::sync::Arc;

/// A scenario under some presets, in their order.
pub fn outcomes(planned: &Arc<Planned>, presets: &[Arc<Preset>]) -> Vec<Outcome> {
    let offer = Offer::new(planned);
    let mut cache = Cache::default();
    let outcome = |preset: &Arc<Preset>| {
        if preset.is_own_plan {
            own_plan(planned, preset)
        } else {
            under(&offer, preset, &mut cache)
        }
    };
    presets.iter().map(outcome).collect()
}

/// Our own plan, as it stands.
fn own_plan(planned: &Planned, preset: &Arc<Preset>) -> Outcome {
    let plan = &planned.plan;
    let catalog = &planned.roster.catalog;
    let tools = catalog.ids().map(|id| ToolOutcome {
        name: Arc::clone(&catalog.tool(id).name),
        fate: match plan.decision(id).outcome {
            Lane::Defined => Fate::Defined,
            Lane::Deferred => Fate::Deferred,
            Lane::Skipped => Fate::Invisible,
            Lane::Unavailable => Fate::NotOffered,
        },
        broken: None,
    });
    let parts = Parts {
        definitions: plan.class_tokens(Class::ToolDefinitions),
        visible: plan.class_tokens(Class::DeferredToolIndex),
        ..Parts::default()
    };
    let mut outcome = Outcome {
        preset: Arc::clone(preset),
        tools: tools.collect(),
        parts,
        unknowns: Vec::new(),
        remarks: Vec::new(),
        failures: plan.failure.clone().map(Failure::Plan).into_iter().collect(),
        judges_names: false,
        window_tokens: planned.scenario.context_window_tokens,
        counts: [0; 8],
    };
    outcome.recount();
    outcome
}

fn under(offer: &Offer, preset: &Arc<Preset>, cache: &mut Cache) -> Outcome {
    let named = cache.named(offer, preset.names.form.as_ref());
    let broken: Vec<Option<BrokenName>> = offer
        .tools
        .iter()
        .enumerate()
        .map(|(place, id)| {
            let broken = preset.names.broken(offer.tool(*id), &named.names[place]);
            // Nobody can say that two names are one where their form is not stated.
            let is_taken = preset.names.form.is_some() && named.taken[place];
            broken.or(is_taken.then_some(BrokenName::Taken))
        })
        .collect();
    let is_broken: Vec<bool> = broken.iter().map(Option::is_some).collect();
    let decided = Policy::decide(offer, preset, &named, &is_broken);
    let broken = of_what_is_sent(preset, &named, broken, &decided.fates);
    let visible = visible(offer, preset, &named, &decided.fates);
    let mut definitions = DefinitionTotal::new(offer.roster.costs.counter());
    for (cost, _) in named
        .costs
        .iter()
        .zip(&decided.fates)
        .filter(|(_, fate)| **fate == Fate::Defined)
    {
        definitions = definitions.with(*cost);
    }
    let catalog = &offer.roster.catalog;
    let not_offered = |id: ToolId| ToolOutcome {
        name: Arc::clone(&catalog.tool(id).name),
        fate: Fate::NotOffered,
        broken: None,
    };
    let mut tools: Vec<ToolOutcome> = catalog.ids().map(not_offered).collect();
    let broken_names = broken.iter().flatten().count() as u64;
    for (place, (id, broken)) in offer.tools.iter().zip(broken).enumerate() {
        tools[id.index()] = ToolOutcome {
            name: Arc::clone(&named.names[place]),
            fate: decided.fates[place],
            broken,
        };
    }
    let remarks = remarks(offer, preset, &named.costs, &decided, &visible);
    let mut outcome = Outcome {
        preset: Arc::clone(preset),
        tools,
        parts: Parts {
            definitions: definitions.tokens(),
            visible: visible.tokens,
            ..Parts::default()
        },
        unknowns: visible.unknowns,
        remarks,
        failures: decided.failures,
        judges_names: preset.names.judges(),
        window_tokens: offer.planned.scenario.context_window_tokens,
        counts: [0; 8],
    };
    outcome.recount();
    if decided.groups > 0 {
        outcome.unknowns.push(Unknown::GroupTools(decided.groups));
    }
    if decided.split_groups > 0 {
        outcome.unknowns.push(Unknown::SplitGroups(decided.split_groups));
    }
    control(preset, &mut outcome);
    instructions(offer, preset, &mut outcome);
    // Nobody needs to state this: what is larger than the window cannot be sent.
    let (tokens, window_tokens) = (outcome.parts.total(), outcome.window_tokens);
    if tokens > window_tokens {
        outcome.failures.insert(0, Failure::Window { tokens, window_tokens });
    }
    if preset.names.broken == Some(Broken::Error) && broken_names > 0 {
        outcome.failures.push(Failure::Names(broken_names));
    }
    outcome
}

/// The broken names that matter: a name that is never sent breaks nothing, and takes none.
fn of_what_is_sent(
    preset: &Preset,
    named: &Named,
    broken: Vec<Option<BrokenName>>,
    fates: &[Fate],
) -> Vec<Option<BrokenName>> {
    let mut sent = HashSet::new();
    let mut judge = |place: usize, broken: Option<BrokenName>| match fates[place] {
        Fate::LeftOutByName => broken,
        fate if fate.is_lost() => None,
        _ => {
            let is_taken = !sent.insert(&named.names[place]) && preset.names.form.is_some();
            let own = broken.filter(|broken| *broken != BrokenName::Taken);
            own.or(is_taken.then_some(BrokenName::Taken))
        }
    };
    let broken = broken.into_iter().enumerate();
    broken.map(|(place, broken)| judge(place, broken)).collect()
}

/// The client's own tools: there if something is held back.
fn control(preset: &Preset, outcome: &mut Outcome) {
    let Some(deferral) = &preset.deferral else { return };
    if outcome.count(Fate::Deferred) == 0 || deferral.control_tools == Some(0) {
        return;
    }
    match deferral.control_tokens {
        Some(tokens) => outcome.parts.control = tokens,
        None => outcome.unknowns.push(Unknown::ControlTools(deferral.control_tools)),
    }
}

/// What the servers that are not refused say of themselves: one text block.
fn instructions(offer: &Offer, preset: &Preset, outcome: &mut Outcome) {
    if preset.instructions == Some(false) {
        return;
    }
    let is_refused = |source: &OfferedSource| {
        let mut tools = offer.tools.iter().filter(|id| offer.tool(**id).source == source.source);
        tools.any(|id| outcome.tools[id.index()].fate == Fate::Refused)
    };
    let counter = offer.roster.costs.counter();
    let (mut measure, mut measured, mut known, mut unknown) = (0, 0, 0, 0);
    for source in offer.sources.iter().filter(|source| !is_refused(source)) {
        match (source.instructions_tokens, &source.instructions) {
            (Some(tokens), _) => measured += tokens,
            (None, Some(text)) => measure += counter.measure(text),
            (None, None) => {
                unknown += 1;
                continue;
            }
        }
        known += 1;
    }
    let framing = if known > 0 { FRAMING_TOKENS } else { 0 };
    let tokens = counter.tokens_of(measure) + measured + framing;
    if preset.instructions == Some(true) {
        outcome.parts.instructions = tokens;
        if unknown > 0 {
            outcome.unknowns.push(Unknown::Instructions(unknown));
        }
    } else if tokens > 0 {
        outcome.unknowns.push(Unknown::WhetherInstructions(tokens));
    }
}

fn remarks(
    offer: &Offer,
    preset: &Preset,
    costs: &[crate::tokens::DefinitionCost],
    decided: &Decided,
    visible: &Visible,
) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if let Some((items, limit)) = decided.over_limit {
        remarks.push(Remark::OverLimit(items, limit));
    }
    if let Some(limit) = preset.limit
        && limit.order == Some(Order::Message)
        && let Some(most) = limit.max_items
        && decided.fates.contains(&Fate::Invisible)
    {
        remarks.push(Remark::ByMessage(most));
    }
    if visible.summarised > 0 {
        remarks.push(Remark::Summarised(visible.summarised));
    }
    let Some(warning) = preset.warning else {
        return remarks;
    };
    let mut total = DefinitionTotal::new(offer.roster.costs.counter());
    for (place, id) in offer.tools.iter().enumerate() {
        let is_counted = warning.counts == Counted::All || offer.is_remote(*id);
        if is_counted && decided.fates[place] == Fate::Defined {
            total = total.with(costs[place]);
        }
    }
    if let Some(items) = warning.items.filter(|&items| total.tools() > items) {
        remarks.push(Remark::WarnsOfItems(total.tools(), items));
    }
    if let Some(tokens) = warning.tokens.filter(|&tokens| total.tokens() > tokens) {
        remarks.push(Remark::WarnsOfTokens(total.tokens(), tokens));
    }
    remarks
}
