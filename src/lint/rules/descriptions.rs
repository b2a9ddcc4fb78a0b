//! The rules of a family: descriptions and index lines.

use super::rule;
use crate::lint::Code as C;
use crate::lint::Level::{Note, Warning};
use crate::lint::Rule;

/// In the order of the codes.
pub(super) const RULES: [Rule; 12] = [
    rule(
        C::DescriptionMissing,
        "description-missing",
        Warning,
        "No description",
        [
            "A tool says what it does.",
            "The model goes by the name alone, and the index line ends at the colon.",
            "domain §7",
        ],
    ),
    rule(
        C::DescriptionCut,
        "description-cut",
        Warning,
        "Admission cuts the description",
        [
            "`admission.max_description_bytes` cuts the rest off.",
            "The model never reads the end, where limits and warnings often stand.",
            "domain §3.1",
        ],
    ),
    rule(
        C::DescriptionTooLong,
        "description-too-long",
        Warning,
        "The description passes 1,024 characters",
        [
            "Some model APIs take at most 1,024 characters of a description, and one client cuts at 2,048.",
            "There the request fails, or the end is cut without a word; everywhere it is paid in each request.",
            "github.com/modelcontextprotocol/servers/issues/799; github.com/anthropics/claude-code/issues/41593",
        ],
    ),
    rule(
        C::SentenceCutAbbreviation,
        "sentence-cut-abbreviation",
        Warning,
        "The index line ends at an abbreviation",
        [
            "The first sentence ends at the first full stop before white space, and here that belongs to an abbreviation.",
            "A deferred tool is known by that line alone, and it breaks off in the middle.",
            "domain §7",
        ],
    ),
    rule(
        C::SentenceCutInside,
        "sentence-cut-inside",
        Warning,
        "The index line ends inside a bracket or code",
        [
            "The first sentence ends while a bracket or a code mark is still open.",
            "A deferred tool is known by that line alone, and it breaks off in the middle.",
            "domain §7",
        ],
    ),
    rule(
        C::SentenceTooLong,
        "sentence-too-long",
        Warning,
        "The first sentence passes 200 characters",
        [
            "An index line keeps 200 characters of a sentence, the last of them `…`.",
            "The end of the sentence is lost to the model while the tool is deferred.",
            "domain §7",
        ],
    ),
    rule(
        C::SentenceSaysNothing,
        "sentence-says-nothing",
        Warning,
        "The index line says nothing",
        [
            "A first sentence is more than a label, a number, a tag or an emoji.",
            "A deferred tool is known by that line alone: nothing makes the model call it.",
            "domain §7",
        ],
    ),
    rule(
        C::SentenceRepeatsName,
        "sentence-repeats-name",
        Note,
        "The first sentence repeats the name",
        [
            "A first sentence says something that the name does not.",
            "The line costs tokens and tells the model nothing new.",
            "domain §7",
        ],
    ),
    rule(
        C::SentenceShared,
        "sentence-shared",
        Warning,
        "Several tools begin with one sentence",
        [
            "At least three tools of a source have the same first sentence.",
            "Deferred, they can be told apart by their names only.",
            "domain §7",
        ],
    ),
    rule(
        C::SentenceOpensWithMarkup,
        "sentence-opens-with-markup",
        Note,
        "The index line opens with markup",
        [
            "A first sentence begins with words, not with a tag, a heading mark or a label.",
            "The mark is paid for and, folded into one line, means nothing.",
            "domain §7",
        ],
    ),
    rule(
        C::DotInsideSentence,
        "dot-inside-sentence",
        Note,
        "Full stops inside first sentences",
        [
            "First sentences hold full stops inside a word: versions, addresses, file names.",
            "Our index keeps the whole sentence; a client that cuts at every full stop keeps a part.",
            "domain §7",
        ],
    ),
    rule(
        C::IndexLineCostsMore,
        "index-line-costs-more",
        Note,
        "The index line costs as much as the definition",
        [
            "Deferring is worth it where the line is smaller than the definition.",
            "In the index the tool costs as much, and each call one step more.",
            "domain §5.6; ADR-0123",
        ],
    ),
];
