//! What becomes of a scenario's tools under a preset, with every part of the tokens before the first message.

use super::cache::Cache;
use super::listing::{Visible, visible};
use super::offer::OfferedSource;
use super::policy::{Decided, Policy};
use super::{BrokenName, Counted, Limit, Offer, Order, Preset};
use crate::plan::Planned;
use crate::roster::ToolId;
use crate::scenario::{Class, Lane};
use crate::tokens::{DefinitionTotal, FRAMING_TOKENS};
use std::sync::Arc;

/// What becomes of one tool. Each has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Sent as a full definition.
    Defined,
    /// Held back; a search or a call brings it.
    Deferred,
    /// Behind a tool that opens its server's group.
    Grouped,
    /// Its server is refused.
    Refused,
    /// Behind the limit of what is sent.
    Truncated,
    /// Not seen by the model, or skipped by our own plan.
    Invisible,
    /// Left out for its name.
    LeftOutByName,
    /// Not on in this scenario, or not offered to other clients.
    NotOffered,
}

impl Fate {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Defined,
        Self::Deferred,
        Self::Grouped,
        Self::Refused,
        Self::Truncated,
        Self::Invisible,
        Self::LeftOutByName,
        Self::NotOffered,
    ];

    /// As JSON writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Defined => "defined",
            Self::Deferred => "deferred",
            Self::Grouped => "grouped",
            Self::Refused => "refused",
            Self::Truncated => "truncated",
            Self::Invisible => "invisible",
            Self::LeftOutByName => "left-out-by-name",
            Self::NotOffered => "unavailable",
        }
    }

    /// Whether the tool is held back and can still be reached.
    pub fn is_deferred(self) -> bool {
        matches!(self, Self::Deferred | Self::Grouped)
    }

    /// Whether the tool is on, and the model never gets it.
    pub fn is_lost(self) -> bool {
        matches!(
            self,
            Self::Refused | Self::Truncated | Self::Invisible | Self::LeftOutByName
        )
    }
}

/// One tool under a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolOutcome {
    /// What the client calls it; where no form is stated, the platform's own name with `_` for `.`. Registry name of a tool
    /// not offered.
    pub name: Arc<str>,
    /// What becomes of it.
    pub fate: Fate,
    /// Why its name is broken, if it is.
    pub broken: Option<BrokenName>,
}

/// Tokens before the first message, part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Definitions of what is defined.
    pub definitions: u64,
    /// What stays visible of what is deferred.
    pub visible: u64,
    /// What servers say of themselves.
    pub instructions: u64,
    /// Definitions of the client's own search and control tools.
    pub control: u64,
}

impl Parts {
    /// All of them.
    pub fn total(self) -> u64 {
        self.definitions + self.visible + self.instructions + self.control
    }
}

/// A part of the tokens that nobody stated: the total is a least, never a saving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// What stays visible of so many deferred tools.
    Visible(u64),
    /// The tools that search or load: how many, if that is stated.
    ControlTools(Option<u64>),
    /// So many tools that each open a group.
    GroupTools(u64),
    /// So many servers become several groups; how many is not stated.
    SplitGroups(u64),
    /// The instructions of so many servers.
    Instructions(u64),
    /// Whether instructions of so many tokens are sent.
    WhetherInstructions(u64),
    /// The descriptions of so many servers.
    NamespaceDescriptions(u64),
}

/// Something to know beside the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Above a limit, and the source does not say what follows: all of it is counted as defined.
    OverLimit(u64, Limit),
    /// Above this many tools the client warns.
    WarnsOfItems(u64, u64),
    /// Above so many tokens of definitions the client warns.
    WarnsOfTokens(u64, u64),
    /// Which tools are sent depends on the message: the heaviest are counted.
    ByMessage(u64),
    /// So many servers are listed without their tools.
    Summarised(u64),
}

/// Why nothing works at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// More tools than the client or its provider takes.
    Items {
        /// Tools.
        items: u64,
        /// The most.
        max_items: u64,
    },
    /// More tokens than it takes.
    Tokens {
        /// Tokens of definitions.
        tokens: u64,
        /// The most.
        max_tokens: u64,
    },
    /// So many names that break its rule.
    Names(u64),
    /// Our own plan fails.
    Plan(crate::plan::Failure),
}

/// What it comes to, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The request fails.
    Fails,
    /// Tools are lost.
    Loses,
    /// Tools are held back, and can be reached.
    Defers,
    /// Everything is defined.
    Fits,
}

/// A scenario under a preset.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The client.
    pub preset: Arc<Preset>,
    /// By catalog index: one a tool.
    pub tools: Vec<ToolOutcome>,
    /// Tokens before the first message, as far as they are known.
    pub parts: Parts,
    /// What is not known of them.
    pub unknowns: Vec<Unknown>,
    /// What else is to be known.
    pub remarks: Vec<Remark>,
    /// Why nothing works, if nothing does.
    pub failure: Option<Failure>,
    /// Whether names can be judged by what is stated.
    pub judges_names: bool,
    /// The scenario's context window.
    pub window_tokens: u64,
    /// Tools by fate, in the order of [`Fate::ALL`].
    counts: [u64; 8],
}

impl Outcome {
    /// How many tools come to a fate.
    pub fn count(&self, fate: Fate) -> u64 {
        let place = Fate::ALL.iter().position(|known| *known == fate);
        place.map_or(0, |place| self.counts[place])
    }

    fn sum(&self, of: impl Fn(Fate) -> bool) -> u64 {
        let fates = Fate::ALL.into_iter().filter(|fate| of(*fate));
        fates.map(|fate| self.count(fate)).sum()
    }

    /// Tools that are held back.
    pub fn deferred(&self) -> u64 {
        self.sum(Fate::is_deferred)
    }

    /// Tools that the model never gets.
    pub fn lost(&self) -> u64 {
        self.sum(Fate::is_lost)
    }

    /// Names that break a rule; `None` where no rule can be judged.
    pub fn broken(&self) -> Option<u64> {
        let broken = || self.tools.iter().filter(|tool| tool.broken.is_some()).count() as u64;
        self.judges_names.then(broken)
    }

    /// Whether the tokens are a least.
    pub fn is_least(&self) -> bool {
        !self.unknowns.is_empty()
    }

    /// What it comes to.
    pub fn verdict(&self) -> Verdict {
        if self.failure.is_some() {
            Verdict::Fails
        } else if self.lost() > 0 {
            Verdict::Loses
        } else if self.deferred() > 0 {
            Verdict::Defers
        } else {
            Verdict::Fits
        }
    }
}

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
        failure: plan.failure.clone().map(Failure::Plan),
        judges_names: false,
        window_tokens: planned.scenario.context_window_tokens,
        counts: [0; 8],
    };
    outcome.recount();
    outcome
}

impl Outcome {
    fn recount(&mut self) {
        for tool in &self.tools {
            if let Some(place) = Fate::ALL.iter().position(|fate| *fate == tool.fate) {
                self.counts[place] += 1;
            }
        }
    }
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
        failure: decided.failure,
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
    outcome
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
