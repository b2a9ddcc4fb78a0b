//! The rules of a family: texts that are not what they seem, or that nobody should send.

use super::rule;
use crate::lint::Code as C;
use crate::lint::Level::{Error, Warning};
use crate::lint::Rule;

/// In the order of the codes.
pub(super) const RULES: [Rule; 9] = [
    rule(
        C::ClosesEnvelope,
        "closes-envelope",
        Error,
        "Text that opens or closes the envelope",
        [
            "No text of a server holds the marks of the envelope around it.",
            "It tries to pass for the platform's own words. The index and the results of calls make the mark harmless; a full definition is sent as it is.",
            "domain §7",
        ],
    ),
    rule(
        C::ImitatesPlatform,
        "imitates-platform",
        Warning,
        "Text that imitates the platform",
        [
            "No text of a server holds control marks of chat templates or the platform's own headings.",
            "It tries to pass for another speaker.",
            "domain §7",
        ],
    ),
    rule(
        C::OrdersTheModel,
        "orders-the-model",
        Error,
        "Text that orders the model about",
        [
            "No text of a server tells the model to forget what it was told, or to keep something from the person.",
            "It tries to act through the model, on tools and data that are not its own.",
            "domain §7",
        ],
    ),
    rule(
        C::BreaksIndexLine,
        "breaks-index-line",
        Error,
        "The name of an argument holds a line break",
        [
            "The name of an argument is one line, as its index entry is.",
            "It tries to forge a line of the index: a tool that is not there, or an order. The index writes the break as a blank.",
            "domain §7",
        ],
    ),
    rule(
        C::SmuggledText,
        "smuggled-text",
        Error,
        "Text in characters that nobody sees",
        [
            "No text holds tag characters outside of the emoji of a flag.",
            "Tag characters spell words that people never see and models read.",
            "Unicode Technical Standard 51, tag sequences",
        ],
    ),
    rule(
        C::DirectionCharacters,
        "direction-characters",
        Warning,
        "Characters that turn the direction of text",
        [
            "No text holds bidirectional controls.",
            "What a reviewer reads is not what the model reads.",
            "Unicode Standard Annex 9; CVE-2021-42574",
        ],
    ),
    rule(
        C::HiddenCharacters,
        "hidden-characters",
        Warning,
        "Characters that are not seen",
        [
            "No text holds control or zero-width characters, but those within an emoji.",
            "They hide text from a search, split words into other tokens, and are rarely meant.",
            "Unicode, default ignorable code points",
        ],
    ),
    rule(
        C::SecretInText,
        "secret-in-text",
        Error,
        "A secret in a definition",
        [
            "No default, example, description or title, and nothing in an output schema, holds a key or token.",
            "It goes to the model's provider with each request, or to whoever reads the file, and into logs and reviews.",
            "Known key formats; random words in a `default`",
        ],
    ),
    rule(
        C::MachinePath,
        "machine-path",
        Warning,
        "A path of somebody's machine",
        [
            "No default, example or description holds a path below a home folder.",
            "Two people with the same server hold different bytes, caches miss, and a user's name leaks.",
            "github.com/modelcontextprotocol/modelcontextprotocol/pull/2516: lists are deterministic",
        ],
    ),
];
