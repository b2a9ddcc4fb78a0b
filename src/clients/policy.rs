//! What a client's rules make of each offered tool. No sentence is made here, and no total.

use super::cache::Named;
use super::{Broken, Counted, Failure, Fate, Grouping, Keep, Limit, Offer, Order, Overflow, Preset, Trigger};
use crate::roster::ToolId;
use crate::tokens::DefinitionTotal;

/// The decisions about one client, by place in the offer.
pub(super) struct Decided {
    pub fates: Vec<Fate>,
    /// What the number of tools or their size lets fail.
    pub failures: Vec<Failure>,
    /// Whether the trigger held back what it may.
    pub triggered: bool,
    /// Tools above a limit of which the source does not say what follows.
    pub over_limit: Option<(u64, Limit)>,
    /// Tools that open a group.
    pub groups: u64,
    /// Servers that become several groups, of unknown number.
    pub split_groups: u64,
}

/// One client's rules at work.
pub(super) struct Policy<'a> {
    offer: &'a Offer,
    preset: &'a Preset,
    named: &'a Named,
    decided: Decided,
}

impl<'a> Policy<'a> {
    pub(super) fn decide(offer: &'a Offer, preset: &'a Preset, named: &'a Named, broken: &[bool]) -> Decided {
        let mut policy = Self {
            offer,
            preset,
            named,
            decided: Decided {
                fates: vec![Fate::Defined; offer.tools.len()],
                failures: Vec::new(),
                triggered: false,
                over_limit: None,
                groups: 0,
                split_groups: 0,
            },
        };
        policy.names(broken);
        policy.defer();
        policy.limit();
        policy.decided
    }

    fn names(&mut self, broken: &[bool]) {
        if self.preset.names.broken == Some(Broken::LeftOut) {
            let fates = self.decided.fates.iter_mut().zip(broken);
            for (fate, _) in fates.filter(|(_, is_broken)| **is_broken) {
                *fate = Fate::LeftOutByName;
            }
        }
    }

    fn id(&self, place: usize) -> ToolId {
        self.offer.tools[place]
    }

    /// Places of the tools that are defined as far as is decided, and that a figure counts.
    fn defined(&self, counts: Counted) -> Vec<usize> {
        (0..self.offer.tools.len())
            .filter(|&place| self.decided.fates[place] == Fate::Defined)
            .filter(|&place| counts == Counted::All || self.offer.is_remote(self.id(place)))
            .collect()
    }

    fn total(&self, places: &[usize]) -> DefinitionTotal {
        let none = DefinitionTotal::new(self.offer.roster.costs.counter());
        places
            .iter()
            .fold(none, |total, &place| total.with(self.named.costs[place]))
    }

    /// Whether a client may hold a tool back.
    fn is_deferrable(&self, place: usize) -> bool {
        let Some(deferral) = &self.preset.deferral else {
            return false;
        };
        let id = self.id(place);
        let is_kept = deferral.keeps.iter().any(|keep| match keep {
            Keep::AlwaysLoad => self.offer.is_always_load(id),
            Keep::AlwaysDefine => self.offer.is_always_define(id),
        });
        !is_kept && (self.offer.is_remote(id) || (deferral.takes_marked && self.offer.is_marked(id)))
    }

    fn defer(&mut self) {
        let Some(deferral) = &self.preset.deferral else { return };
        let counted = self.defined(deferral.counts);
        self.decided.triggered = match deferral.trigger {
            Trigger::Always => true,
            Trigger::Overflow => false,
            Trigger::ItemsOver(items) => counted.len() as u64 > items,
            Trigger::PercentOfWindow(percent) => {
                let tokens = u128::from(self.total(&counted).tokens());
                let window = u128::from(self.offer.planned.scenario.context_window_tokens);
                tokens * 100_000_000 > window * u128::from(percent.millionths())
            }
        };
        if self.decided.triggered {
            for place in self.defined(Counted::All) {
                if self.is_deferrable(place) {
                    self.decided.fates[place] = Fate::Deferred;
                }
            }
        }
    }

    fn limit(&mut self) {
        let Some(limit) = self.preset.limit else { return };
        let mut counted = self.defined(limit.counts);
        match limit.order.unwrap_or(Order::Listed) {
            Order::Listed => {}
            Order::Name => counted.sort_by(|&a, &b| self.named.names[a].cmp(&self.named.names[b])),
            Order::Message => {
                let alone = |place: usize| self.total(&[place]).tokens();
                counted.sort_by_cached_key(|&place| std::cmp::Reverse(alone(place)));
            }
        }
        if limit.overflow == Some(Overflow::Group) {
            if let Some(grouping) = limit.grouping {
                self.group(&counted, grouping, limit);
            }
            return;
        }
        let is_over = !fits(limit, self.total(&counted));
        if !is_over {
            return;
        }
        match limit.overflow {
            None => self.decided.over_limit = Some((counted.len() as u64, limit)),
            Some(Overflow::Error) => self.fail(limit, counted.len() as u64, self.total(&counted).tokens()),
            Some(Overflow::Truncate) => self.walk(&counted, limit, Fate::Truncated, true),
            Some(Overflow::Invisible) => self.walk(&counted, limit, Fate::Invisible, false),
            Some(Overflow::Defer) => {
                let (held, kept): (Vec<usize>, Vec<usize>) =
                    counted.iter().partition(|&&place| self.is_deferrable(place));
                let walk: Vec<usize> = kept.into_iter().chain(held).collect();
                self.walk(&walk, limit, Fate::Deferred, false);
            }
            Some(Overflow::RefuseServer) => self.refuse(&counted, limit),
            Some(Overflow::Group) => {}
        }
    }

    fn fail(&mut self, limit: Limit, items: u64, tokens: u64) {
        // Every reason is told: an API looks at them in an order that nobody states.
        let failures = &mut self.decided.failures;
        if let Some(max_items) = limit.max_items.filter(|&max| items > max) {
            failures.push(Failure::Items { items, max_items });
        }
        if let Some(max_tokens) = limit.max_tokens.filter(|&max| tokens > max) {
            failures.push(Failure::Tokens { tokens, max_tokens });
        }
    }

    /// Takes tools in order as long as they fit; the others come to a fate. What may not be held back stays, whatever it
    /// takes.
    fn walk(&mut self, places: &[usize], limit: Limit, fate: Fate, stops: bool) {
        let mut total = self.total(&[]);
        let mut is_over = false;
        for &place in places {
            let next = total.with(self.named.costs[place]);
            let stays = fate == Fate::Deferred && !self.is_deferrable(place);
            if stays || (!(stops && is_over) && fits(limit, next)) {
                total = next;
            } else {
                is_over = true;
                self.decided.fates[place] = fate;
            }
        }
    }

    /// Takes servers whole, in order; one that would exceed the limit is refused, and the next may still fit.
    fn refuse(&mut self, places: &[usize], limit: Limit) {
        let (remote, own): (Vec<usize>, Vec<usize>) =
            places.iter().partition(|&&place| self.offer.is_remote(self.id(place)));
        let mut total = self.total(&own);
        for (_, tools) in self.offer.by_source(&remote) {
            let next = tools
                .iter()
                .fold(total, |total, &place| total.with(self.named.costs[place]));
            if fits(limit, next) {
                total = next;
            } else {
                for place in tools {
                    self.decided.fates[place] = Fate::Refused;
                }
            }
        }
    }

    /// Puts every larger server behind a tool that opens it, then opens the smallest until there are enough tools.
    fn group(&mut self, places: &[usize], grouping: Grouping, limit: Limit) {
        let count = places.len() as u64;
        if count < grouping.from {
            return;
        }
        let is_remote = |place: &usize| self.offer.is_remote(self.id(*place));
        let remote: Vec<usize> = places.iter().copied().filter(is_remote).collect();
        let mut closed: Vec<Vec<usize>> = self
            .offer
            .by_source(&remote)
            .into_values()
            .filter(|tools| tools.len() as u64 > grouping.never_up_to)
            .collect();
        closed.sort_by_key(Vec::len);
        let hidden: u64 = closed.iter().map(|tools| tools.len() as u64).sum();
        let mut now = count - hidden + closed.len() as u64;
        let mut opened = 0;
        for tools in &closed {
            let next = now - 1 + tools.len() as u64;
            if now >= grouping.expand_to || limit.max_items.is_some_and(|max| next > max) {
                break;
            }
            (now, opened) = (next, opened + 1);
        }
        let is_split = |tools: &&Vec<usize>| grouping.splits_above.is_some_and(|most| tools.len() as u64 > most);
        self.decided.groups = (closed.len() - opened) as u64;
        self.decided.split_groups = closed[opened..].iter().filter(is_split).count() as u64;
        for place in closed.into_iter().skip(opened).flatten() {
            self.decided.fates[place] = Fate::Grouped;
        }
        if limit.max_items.is_some_and(|max| now > max) {
            self.fail(limit, now, 0);
        }
    }
}

fn fits(limit: Limit, total: DefinitionTotal) -> bool {
    limit.max_items.is_none_or(|max| total.tools() <= max) && limit.max_tokens.is_none_or(|max| total.tokens() <= max)
}
