//! The rules of a family: names, and tools that are there twice.

use super::rule;
use crate::lint::Code as C;
use crate::lint::Level::{Error, Note, Warning};
use crate::lint::Rule;

/// In the order of the codes.
pub(super) const RULES: [Rule; 12] = [
    rule(
        C::NameDots,
        "name-dots",
        Note,
        "Registry names hold dots",
        [
            "OpenAI and Anthropic take letters, digits, `_` and `-` in a tool's name, so a request carries the wire alias: the registry name with every other character replaced by `_`.",
            "A log, an allow-list or a prompt that speaks of `tool.call` never meets that name on the wire, where it is `tool_call`.",
            "OpenAI ^[a-zA-Z0-9_-]{1,64}$, Anthropic ^[a-zA-Z0-9_-]{1,128}$ (github.com/github/copilot-cli/issues/1879)",
        ],
    ),
    rule(
        C::AliasTooLong,
        "alias-too-long",
        Error,
        "The wire alias is too long",
        [
            "A wire alias has at most 64 characters at OpenAI and 128 at Anthropic.",
            "The provider refuses the whole request, not only the tool.",
            "OpenAI ^[a-zA-Z0-9_-]{1,64}$, Anthropic ^[a-zA-Z0-9_-]{1,128}$ (github.com/github/copilot-cli/issues/1879)",
        ],
    ),
    rule(
        C::AliasClash,
        "alias-clash",
        Error,
        "Two names have one wire alias",
        [
            "No two registry names may come to one wire alias.",
            "The provider refuses a request that names a tool twice, or the model's call cannot be told apart.",
            "Tool names are unique in a request at OpenAI and Anthropic",
        ],
    ),
    rule(
        C::RemoteNameIllegal,
        "remote-name-illegal",
        Warning,
        "The remote name is no MCP name",
        [
            "MCP: 1 to 128 characters, letters, digits, `_`, `-` and `.`.",
            "Other clients refuse or rename the tool; ours normalises the name and goes on.",
            "MCP specification 2025-11-25, tool names; SEP-986",
        ],
    ),
    rule(
        C::NameLost,
        "name-lost",
        Warning,
        "Nothing of the remote name is left",
        [
            "A registry name keeps a-z, 0-9 and `_` of the remote name; here none of them is left.",
            "The model reads a name that says nothing, and a second such tool of the server would conflict with it.",
            "domain §2",
        ],
    ),
    rule(
        C::NameShortened,
        "name-shortened",
        Note,
        "The registry name is shortened",
        [
            "A remote name that is longer than 48 characters once normalised keeps 40 and a hash.",
            "The model reads a name that ends in a hash, and the end of a long name is often what tells it apart.",
            "domain §2",
        ],
    ),
    rule(
        C::ClientPrefixTooLong,
        "client-prefix-too-long",
        Warning,
        "Too long with a client's prefix",
        [
            "Clients that name tools `mcp__<server>__<tool>` pass 64 characters with this one.",
            "Such a client fails the request or leaves the tool out without a word.",
            "github.com/cloudflare/skills/issues/11; github.com/nanbingxyz/5ire/issues/403",
        ],
    ),
    rule(
        C::DuplicateName,
        "duplicate-name",
        Error,
        "One name twice in a server",
        [
            "A server lists a name once.",
            "Neither tool is a candidate: nobody could say which one a call means.",
            "domain §2; MCP: names are unique within a server",
        ],
    ),
    rule(
        C::NameConflict,
        "name-conflict",
        Error,
        "Two remote names, one registry name",
        [
            "Two remote names of one server may not come to one registry name.",
            "Neither tool is a candidate.",
            "domain §2",
        ],
    ),
    rule(
        C::ShadowedName,
        "shadowed-name",
        Note,
        "One remote name in unrelated sources",
        [
            "Two sources that have nothing to do with each other bring a tool of the same remote name.",
            "Our names tell them apart; a client without prefixes lets one shadow the other, and a model mixes them up by habit.",
            "Clients let the first win, fail, or prefix on a clash only (google-gemini/gemini-cli#4459)",
        ],
    ),
    rule(
        C::DiffersByAccount,
        "differs-by-account",
        Note,
        "Tools differ by an account only",
        [
            "Tools of several accounts are equal but for the words that name the account.",
            "The model pays for the same text once an account; `roster map` says what merging saves.",
            "domain §4: each definition is paid for alone",
        ],
    ),
    rule(
        C::NearDuplicate,
        "near-duplicate",
        Warning,
        "Nearly the same tool in another source",
        [
            "Description and arguments of two tools from unrelated sources are nearly equal.",
            "The model has no ground on which to choose, and pays for both.",
            "Near-equal: at least 80 of 100 three-word runs and argument names shared",
        ],
    ),
];
