//! The search for single changes over one plan.

use super::{Move, MoveKind, shorten};
use crate::explore::compare::difference;
use crate::explore::sweep::moved;
use crate::explore::with;
use crate::plan::{Aim, Direction, Failure, Planned, Reason, Thresholds};
use crate::roster::{NotAdmitted, ToolId, Unavailable};
use crate::scenario::{AdmissionLimit, Builder, Class, Edit, Field, Lane, RankingOrder, SessionKind, ToolKind};

/// A search for single changes over one plan.
pub(super) struct Search<'a> {
    /// What side effects are measured against.
    origin: &'a Planned,
    /// What is changed.
    from: &'a Planned,
    /// Edits that lead from the origin to it.
    pub already: Vec<Edit>,
    aim: Aim,
    pub found: Vec<Move>,
    /// Changes that would do it if the plan did not fail by them.
    pub refused: Vec<(Edit, Failure)>,
}

impl<'a> Search<'a> {
    /// A search that has found nothing yet.
    pub(super) fn new(origin: &'a Planned, from: &'a Planned, aim: Aim) -> Self {
        Self {
            origin,
            from,
            already: Vec::new(),
            aim,
            found: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Everything that one change can do.
    pub(super) fn all_singles(&mut self) {
        self.own_singles();
        self.shortened();
        self.others();
    }

    /// What is no change to another tool's configuration or description.
    pub(super) fn own_singles(&mut self) {
        self.switches();
        self.caps();
        self.pin();
        self.orders();
        self.own();
        self.admission();
    }

    /// Plans a change and takes it in if it does what is aimed at. Says whether it does.
    pub(super) fn offer(&mut self, kind: MoveKind, edit: Edit) -> bool {
        let title = edit.label(&self.from.scenario);
        self.offer_as(kind, edit, title)
    }

    fn offer_as(&mut self, kind: MoveKind, edit: Edit, title: String) -> bool {
        let then = with(self.from, std::slice::from_ref(&edit));
        if (then.plan.decision(self.aim.tool).outcome == Lane::Defined) != self.aim.is_defined {
            return false;
        }
        // A plan that failed before may fail after; one that stood must stand.
        if let (Some(failure), None) = (&then.plan.failure, &self.origin.plan.failure) {
            self.refused.push((edit, failure.clone()));
            return false;
        }
        let edits: Vec<Edit> = self.already.iter().cloned().chain([edit]).collect();
        if self.found.iter().any(|known| known.edits == edits) {
            return true;
        }
        let mut others = moved(self.origin, &then);
        let own = &then.roster.catalog.tool(self.aim.tool).name;
        others.retain(|side| side.name != *own);
        self.found.push(Move {
            kind,
            edits,
            title,
            lands: then.plan.decision(self.aim.tool).outcome,
            others,
            prefix_tokens: difference(self.origin.plan.prefix_tokens, then.plan.prefix_tokens),
        });
        true
    }

    fn switches(&mut self) {
        for edit in switches(self.from) {
            self.offer(MoveKind::Switch, edit);
        }
    }

    fn caps(&mut self) {
        let from = self.from;
        let thresholds = Thresholds::new(&from.roster, &from.settings);
        let cap = |class, field, value| Edit::Class { class, field, value };
        if thresholds.is_ranked(self.aim.tool) {
            for direction in Direction::BOTH {
                for value in thresholds.item_caps(self.aim, direction) {
                    if self.offer(MoveKind::Cap, cap(Class::ToolDefinitions, Field::MaxItems, value)) {
                        break;
                    }
                }
                let tokens = |value| cap(Class::ToolDefinitions, Field::MaxTokens, value);
                thresholds.token_cap(self.aim, direction, |value| self.offer(MoveKind::Cap, tokens(value)));
            }
            let (items, tokens) = thresholds.index_caps();
            for (field, value) in [(Field::MaxItems, items), (Field::MaxTokens, tokens)] {
                if let Some(value) = value {
                    self.offer(MoveKind::Cap, cap(Class::DeferredToolIndex, field, value));
                }
            }
        }
        if let Some(mend) = from.plan.failure.as_ref().and_then(mended) {
            self.offer(MoveKind::Cap, mend);
        }
    }

    fn pin(&mut self) {
        let name = self.name();
        let pins = &self.from.scenario.agent.always_define;
        let pins: Vec<String> = if self.aim.is_defined {
            pins.iter().cloned().chain([name]).collect()
        } else if pins.contains(&name) {
            pins.iter().filter(|known| **known != name).cloned().collect()
        } else {
            return;
        };
        let title = if self.aim.is_defined {
            "Pin it: always define it"
        } else {
            "Unpin it"
        };
        self.offer_as(MoveKind::Pin, Edit::AlwaysDefine(pins), title.to_owned());
    }

    fn orders(&mut self) {
        let ranking = self.from.scenario.ranking.clone();
        for order in RankingOrder::ALL {
            let has_use = order != RankingOrder::MostUsed || self.from.scenario.usage.is_some();
            if order != ranking.order && has_use {
                self.offer_as(MoveKind::Order, Edit::RankingOrder(order), ordered(order).to_owned());
            }
        }
        let name = self.name();
        if self.tool().source.is_discovered() {
            if !self.aim.is_defined || ranking.first.first() == Some(&name) {
                return;
            }
            let title = format!("Rank {name} first");
            let mut last = ranking.first.clone();
            last.push(name.clone());
            let is_enough = self.offer_as(MoveKind::Order, Edit::RankingFirst(last), title);
            if !is_enough && !ranking.first.is_empty() {
                let first = [name.clone()].into_iter().chain(ranking.first).collect();
                let title = format!("Rank {name} before all else that ranks first");
                self.offer_as(MoveKind::Order, Edit::RankingFirst(first), title);
            }
            return;
        }
        self.place_in_enabled_tools();
    }

    /// The place in `enabled_tools` nearest to where the tool stands.
    fn place_in_enabled_tools(&mut self) {
        let name = self.name();
        let names = self.enabled_tools();
        let rest: Vec<String> = names.iter().filter(|known| **known != name).cloned().collect();
        let now = names.iter().position(|known| *known == name);
        let edit_at = |place: usize| {
            let mut names = rest.clone();
            names.insert(place, name.clone());
            Edit::EnabledTools(Some(names))
        };
        let is_reached = |search: &Self, place: usize| {
            let then = with(search.from, &[edit_at(place)]);
            (then.plan.decision(search.aim.tool).outcome == Lane::Defined) == search.aim.is_defined
        };
        // Further to the front can only help, further to the back only harm.
        let (low, high) = match (self.aim.is_defined, now) {
            (true, now) => (0, now.unwrap_or(rest.len())),
            (false, Some(now)) => (now, rest.len()),
            (false, None) => return,
        };
        let place = if self.aim.is_defined {
            let mut places = (low, high);
            while places.0 < places.1 {
                let middle = (places.0 + places.1).div_ceil(2);
                if is_reached(self, middle) {
                    places.0 = middle;
                } else {
                    places.1 = middle - 1;
                }
            }
            places.0
        } else {
            let mut places = (low, high);
            while places.0 < places.1 {
                let middle = usize::midpoint(places.0, places.1);
                if is_reached(self, middle) {
                    places.1 = middle;
                } else {
                    places.0 = middle + 1;
                }
            }
            places.1
        };
        if Some(place) == now {
            return;
        }
        let title = match (now, rest.get(place)) {
            (None, Some(next)) => format!("Add it to enabled_tools, before {next}"),
            (None, None) => "Add it to enabled_tools, at the end".to_owned(),
            (Some(_), Some(next)) => format!("Move it in enabled_tools, before {next}"),
            (Some(_), None) => "Move it to the end of enabled_tools".to_owned(),
        };
        self.offer_as(MoveKind::Order, edit_at(place), title);
    }

    /// What the agent's configuration says of the tool itself.
    fn own(&mut self) {
        let name = self.name();
        let names = self.enabled_tools();
        let deferred = &self.from.scenario.agent.deferred_tools;
        let is_deferred = deferred.contains(&name);
        let without =
            |names: &[String]| -> Vec<String> { names.iter().filter(|known| **known != name).cloned().collect() };
        if is_deferred {
            let edit = Edit::DeferredTools(without(deferred));
            self.offer_as(MoveKind::Own, edit, "Do not defer it".to_owned());
        }
        if self.aim.is_defined {
            return;
        }
        if !is_deferred {
            let more = deferred.iter().cloned().chain([name.clone()]).collect();
            self.offer_as(MoveKind::Own, Edit::DeferredTools(more), "Defer it".to_owned());
        }
        if names.contains(&name) {
            let edit = Edit::EnabledTools(Some(without(&names)));
            self.offer_as(MoveKind::Own, edit, "Take it out of enabled_tools".to_owned());
        }
    }

    /// Limits that keep the tool out before it is ranked.
    fn admission(&mut self) {
        let Reason::Unavailable(reason) = &self.from.plan.decision(self.aim.tool).reason else {
            return;
        };
        let limit = match reason {
            Unavailable::NoSkills => Some(Edit::Class {
                class: Class::SkillCatalog,
                field: Field::UsedItems,
                value: 1,
            }),
            Unavailable::NotAdmitted(NotAdmitted::SchemaTooDeep { levels, .. }) => {
                Some(Edit::Admission(AdmissionLimit::SchemaDepth(Some(*levels))))
            }
            Unavailable::NotAdmitted(NotAdmitted::SchemaTooLarge { bytes, .. }) => {
                Some(Edit::Admission(AdmissionLimit::SchemaBytes(Some(*bytes))))
            }
            Unavailable::NotAdmitted(NotAdmitted::HoldsRef) => {
                Some(Edit::Admission(AdmissionLimit::AllowRefs(Some(true))))
            }
            _ => None,
        };
        if let Some(edit) = limit {
            self.offer(MoveKind::Own, edit);
        }
    }

    /// Another configured tool that holds a slot steps back: deferred, or no longer named.
    fn others(&mut self) {
        let thresholds = Thresholds::new(&self.from.roster, &self.from.settings);
        if !self.aim.is_defined || !thresholds.is_ranked(self.aim.tool) {
            return;
        }
        let names = self.enabled_tools();
        let deferred = self.from.scenario.agent.deferred_tools.clone();
        for id in self.from.plan.defined.clone() {
            let other = self.from.roster.catalog.tool(id);
            let name = other.name.to_string();
            if id == self.aim.tool || other.source.is_discovered() {
                continue;
            }
            if other.kind != ToolKind::Control && !deferred.contains(&name) {
                let more = deferred.iter().cloned().chain([name.clone()]).collect();
                self.offer_as(MoveKind::Other, Edit::DeferredTools(more), format!("Defer {name}"));
            }
            let rest: Vec<String> = names.iter().filter(|known| **known != name).cloned().collect();
            let title = format!("Take {name} out of enabled_tools");
            self.offer_as(MoveKind::Other, Edit::EnabledTools(Some(rest)), title);
        }
    }

    /// Descriptions cut short: the tool's own, and of those that are defined before it.
    fn shortened(&mut self) {
        let is_kept_out_by_tokens = {
            let thresholds = Thresholds::new(&self.from.roster, &self.from.settings);
            self.aim.is_defined && thresholds.is_ranked(self.aim.tool) && thresholds.smallest_excess_tokens().is_some()
        };
        if !is_kept_out_by_tokens {
            return;
        }
        let tools: Vec<ToolId> = self.from.plan.defined.iter().copied().chain([self.aim.tool]).collect();
        for id in tools {
            if let Some((edit, chars)) = shorten::shortest_cut(self.from, self.aim.tool, id) {
                let name = &self.from.roster.catalog.tool(id).name;
                let characters = crate::plan::explain::counted(chars, "character", "characters");
                let title = format!("Shorten the description of {name} by {characters}");
                self.offer_as(MoveKind::Shorten, edit, title);
            }
        }
    }

    fn tool(&self) -> &'a crate::roster::Tool {
        self.from.roster.catalog.tool(self.aim.tool)
    }

    fn name(&self) -> String {
        self.tool().name.to_string()
    }

    fn enabled_tools(&self) -> Vec<String> {
        let names = self.from.scenario.enabled_tools();
        names.into_iter().map(str::to_owned).collect()
    }
}

/// What an order does, for people.
fn ordered(order: RankingOrder) -> &'static str {
    match order {
        RankingOrder::ReadsFirst => "Rank discovered tools reads first",
        RankingOrder::Name => "Rank discovered tools by name",
        RankingOrder::MostUsed => "Rank discovered tools by use",
    }
}

/// Every switch of a scenario, the other way round.
pub(super) fn switches(planned: &Planned) -> Vec<Edit> {
    let scenario = &planned.scenario;
    let flags = scenario.flags.iter().map(|(flag, value)| Edit::Flag {
        flag: flag.clone(),
        enabled: !value.enabled,
    });
    let sources = scenario.all_sources().map(|(kind, id, source)| Edit::Source {
        kind,
        id: id.clone(),
        enabled: !source.enabled,
    });
    let sessions = SessionKind::ALL
        .into_iter()
        .filter(|kind| *kind != scenario.session.kind);
    // Builders before `@12` plan alike (domain §5).
    let mut builders = Builder::OFFERED.into_iter();
    let builder = builders.find(|builder| builder.defers() != scenario.builder.defers());
    flags
        .chain(sources)
        .chain([Edit::WebsiteProfile(!scenario.session.website_profile)])
        .chain(sessions.map(Edit::SessionKind))
        .chain(builder.map(Edit::Builder))
        .collect()
}

/// The cap that a failure asks for.
pub(super) fn mended(failure: &Failure) -> Option<Edit> {
    match failure {
        Failure::Tokens { class, tokens, .. } => Some(Edit::Class {
            class: *class,
            field: Field::MaxTokens,
            value: *tokens,
        }),
        Failure::Items { class, items, .. } => Some(Edit::Class {
            class: *class,
            field: Field::MaxItems,
            value: *items,
        }),
        Failure::Prefix { tokens, .. } => Some(Edit::CeilingTokens(Some(*tokens))),
        Failure::RequiredUnavailable(_) | Failure::RequiredUnplaced(_) => None,
    }
}
