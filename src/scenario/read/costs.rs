//! `costs`.

use super::Reader;
use super::section::Section;
use crate::scenario::tree::Node;
use crate::scenario::{CostFigure, Costs, Decimal, Prices};

/// Reads `costs`; every key is optional.
pub(super) fn read(node: &Node, reader: &mut Reader<'_>) -> Costs {
    let mut costs = Costs::default();
    let Some(mut section) = Section::open(node, "costs", "the costs", reader) else {
        return costs;
    };
    for known in CostFigure::ALL.into_iter().filter(|known| !known.is_price()) {
        costs.say(known, figure(known, &mut section, reader));
    }
    costs.prices = section.get("prices").and_then(|node| prices(node, reader));
    section.finish(reader);
    costs
}

fn prices(node: &Node, reader: &mut Reader<'_>) -> Option<Prices> {
    let mut section = Section::open(node, "prices", "the prices", reader)?;
    if section.get("input").is_none() {
        reader.error(
            "price-missing",
            node.at,
            "`prices` has no `input`",
            "state what a million tokens of input cost, such as `input: 3`; the others follow from it",
        );
    }
    let mut price = |known| figure(known, &mut section, reader);
    let (input, cached_input) = (price(CostFigure::InputPrice), price(CostFigure::CachedInputPrice));
    let (cache_write, output) = (price(CostFigure::CacheWritePrice), price(CostFigure::OutputPrice));
    section.finish(reader);
    if let (Some(input), Some(cached)) = (input, cached_input)
        && cached > input
    {
        let at = node.get("cached_input").map_or(node.at, |node| node.at);
        reader.warning(
            "cache-dearer",
            at,
            format!("`cached_input` costs {cached}, more than the {input} of `input`"),
            "what the prompt cache has is usually cheaper: see whether the two are the wrong way round",
        );
    }
    Some(Prices {
        input: input?,
        cached_input,
        cache_write,
        output,
    })
}

fn figure(figure: CostFigure, section: &mut Section<'_>, reader: &mut Reader<'_>) -> Option<Decimal> {
    if figure.is_whole() {
        section.number(figure.key(), reader).map(Decimal::whole)
    } else {
        section.decimal(figure.key(), figure.range(), reader)
    }
}
