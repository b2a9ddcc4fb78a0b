//! What stays visible of deferred tools, in tokens.

use super::cache::Named;
use super::{Deferral, Fate, Listing, Offer, Preset, Shows, Unknown};
use crate::plan::explain::counted;
use crate::tokens::FRAMING_TOKENS;

/// A text block of lines, growing.
#[derive(Clone, Copy, Default)]
struct Block {
    measure: u64,
    lines: u64,
}

impl Block {
    fn add(&mut self, measure: u64) {
        self.measure += measure;
        self.lines += 1;
    }
}

/// Tokens of what is visible, its servers told in how many words it takes, and what is not known of it.
#[derive(Debug, Default)]
pub(super) struct Visible {
    pub tokens: u64,
    pub unknowns: Vec<Unknown>,
    /// Servers of which a listing names no tool: there was no room.
    pub summarised: u64,
}

/// Counts one text block: the list of what is deferred, by what the preset says of builtins and of others.
pub(super) fn visible(offer: &Offer, preset: &Preset, named: &Named, fates: &[Fate]) -> Visible {
    let mut visible = Visible::default();
    let Some(deferral) = &preset.deferral else {
        return visible;
    };
    let deferred: Vec<usize> = (0..fates.len())
        .filter(|&place| fates[place] == Fate::Deferred)
        .collect();
    let (remote, marked): (Vec<usize>, Vec<usize>) =
        deferred.iter().partition(|&&place| offer.is_remote(offer.tools[place]));
    let mut block = Block::default();
    for (places, shows) in [(&remote, deferral.shows), (&marked, deferral.shows_marked)] {
        if places.is_empty() {
            continue;
        }
        match shows {
            None => visible.unknowns.push(Unknown::Visible(places.len() as u64)),
            Some(Shows::Nothing) => {}
            Some(Shows::Namespace) => namespaces(offer, places, &mut block, &mut visible.unknowns),
            Some(Shows::Start) => start(offer, deferral, named, places, &mut block, &mut visible),
            Some(shows) => {
                for &place in places {
                    block.add(line(offer, named, place, shows, 0));
                }
            }
        }
    }
    if block.lines > 0 {
        visible.tokens = offer.roster.costs.counter().tokens_of(block.measure) + FRAMING_TOKENS;
    }
    visible
}

fn line(offer: &Offer, named: &Named, place: usize, shows: Shows, chars: usize) -> u64 {
    let name = &named.names[place];
    let description = &offer.tool(offer.tools[place]).description;
    let counter = offer.roster.costs.counter();
    match shows {
        Shows::Description => counter.measure_line(&format!("{name}: {description}")),
        Shows::Start => {
            let start: String = description.chars().take(chars).collect();
            counter.measure_line(&format!("{name}: {start}"))
        }
        _ => counter.measure_line(name),
    }
}

/// A line a server. Where the scenario gives it no title, its description is not known.
fn namespaces(offer: &Offer, places: &[usize], block: &mut Block, unknowns: &mut Vec<Unknown>) {
    let counter = offer.roster.costs.counter();
    let mut without = 0;
    for source in offer.by_source(places).keys() {
        let known = offer.sources.iter().find(|known| known.source == **source);
        match known.and_then(|known| known.title.as_deref()) {
            Some(title) => block.add(counter.measure_line(&format!("{}: {title}", source.id()))),
            None => {
                block.add(counter.measure_line(source.id()));
                without += 1;
            }
        }
    }
    if without > 0 {
        unknowns.push(Unknown::NamespaceDescriptions(without));
    }
}

/// A server in a list with limited room: with starts of descriptions, with names only, or as a line of its own.
struct Shown {
    measures: [u64; 3],
    lines: [u64; 3],
    level: usize,
}

impl Shown {
    fn measure(&self) -> u64 {
        self.measures[self.level]
    }
}

/// Lists servers as fully as there is room: while there is too little, the server that takes most is told in fewer words.
fn start(
    offer: &Offer,
    deferral: &Deferral,
    named: &Named,
    places: &[usize],
    block: &mut Block,
    visible: &mut Visible,
) {
    let Some(listing) = deferral.listing else { return };
    let counter = offer.roster.costs.counter();
    let chars = usize::try_from(listing.description_chars).unwrap_or(usize::MAX);
    let mut servers: Vec<Shown> = offer
        .by_source(places)
        .into_iter()
        .map(|(source, tools)| {
            let sum = |shows| tools.iter().map(|&place| line(offer, named, place, shows, chars)).sum();
            let count = tools.len() as u64;
            let summary = format!("{} ({})", source.id(), counted(count, "tool", "tools"));
            Shown {
                measures: [sum(Shows::Start), sum(Shows::Name), counter.measure_line(&summary)],
                lines: [count, count, 1],
                level: 0,
            }
        })
        .collect();
    let room = room(listing, offer.planned.scenario.context_window_tokens);
    let mut measure: u64 = servers.iter().map(Shown::measure).sum();
    // A server of long summary and short names would grow: then its last step does not help, and is not taken.
    while counter.tokens_of(measure) + FRAMING_TOKENS > room {
        let heaviest = servers
            .iter_mut()
            .filter(|server| server.level < 2 && server.measures[server.level + 1] < server.measure())
            .max_by_key(|server| server.measure());
        let Some(server) = heaviest else { break };
        measure -= server.measure();
        server.level += 1;
        measure += server.measure();
    }
    block.measure += measure;
    block.lines += servers.iter().map(|server| server.lines[server.level]).sum::<u64>();
    visible.summarised = servers.iter().filter(|server| server.level == 2).count() as u64;
}

fn room(listing: Listing, window: u64) -> u64 {
    let share = u128::from(window) * u128::from(listing.percent_of_window.millionths()) / 100_000_000;
    u64::try_from(share).unwrap_or(u64::MAX).min(listing.max_tokens)
}
