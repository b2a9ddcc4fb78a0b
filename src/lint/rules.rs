//! What each code means: the rule, why it matters, and where it comes from. The one place for these texts.

use super::Code as C;
use super::Level::{Error, Note, Warning};
use super::Rule;

/// A rule from its parts.
const fn rule(
    code: C,
    id: &'static str,
    level: super::Level,
    title: &'static str,
    [demand, why, source]: [&'static str; 3],
) -> Rule {
    Rule {
        code,
        id,
        level,
        title,
        demand,
        why,
        source,
    }
}

/// A rule a code, in the order of [`Code::ALL`](super::Code::ALL).
pub(super) const RULES: [Rule; 54] = [
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
    rule(
        C::SchemaNotAnObject,
        "schema-not-an-object",
        Error,
        "The input schema is not an object",
        [
            "An input schema is a JSON object whose `type`, if stated, is `object`.",
            "Admission keeps out what is no object, and providers refuse another type.",
            "domain §3.1; MCP: inputSchema has type object",
        ],
    ),
    rule(
        C::SchemaWithoutType,
        "schema-without-type",
        Error,
        "The input schema has no `type`",
        [
            "The root of an input schema states `type: object`.",
            "Anthropic refuses the whole request: `input_schema.type: Field required`.",
            "github.com/Kilo-Org/kilocode/issues/12238",
        ],
    ),
    rule(
        C::SchemaRootChoice,
        "schema-root-choice",
        Error,
        "A choice at the root of the schema",
        [
            "No `oneOf`, `anyOf` or `allOf` stands at the root.",
            "Anthropic refuses the whole request.",
            "github.com/cloudflare/mcp-server-cloudflare/issues/224",
        ],
    ),
    rule(
        C::SchemaWithoutProperties,
        "schema-without-properties",
        Warning,
        "The schema names no properties at all",
        [
            "A tool that takes nothing says so: `properties: {}`.",
            "Some endpoints refuse an object without `properties`, and the model cannot tell whether arguments are welcome.",
            "github.com/spring-projects/spring-ai/issues/4776",
        ],
    ),
    rule(
        C::SchemaNotAdmitted,
        "schema-not-admitted",
        Error,
        "Admission refuses the schema",
        [
            "`admission` limits depth, size and `$ref` of a schema.",
            "The tool is unavailable: the model never sees it.",
            "domain §3.1",
        ],
    ),
    rule(
        C::SchemaMalformed,
        "schema-malformed",
        Warning,
        "A keyword has a value of the wrong kind",
        [
            "`required` is a list of texts, `properties` a mapping, `type` one of seven words or a list of them, `enum` a list.",
            "What was meant is lost: validators refuse the schema or pass everything.",
            "JSON Schema 2020-12",
        ],
    ),
    rule(
        C::ArrayWithoutItems,
        "array-without-items",
        Error,
        "An array without `items`",
        [
            "Every schema of `type: array` has `items`.",
            "OpenAI refuses the whole request: `array schema missing items`.",
            "github.com/digitalocean-labs/mcp-digitalocean/issues/265",
        ],
    ),
    rule(
        C::PropertyNameRefused,
        "property-name-refused",
        Error,
        "An argument's name is refused",
        [
            "Names of arguments match ^[a-zA-Z0-9_.-]{1,64}$.",
            "Anthropic refuses the whole request.",
            "github.com/decocms/studio/pull/6874",
        ],
    ),
    rule(
        C::NestedNameRefused,
        "nested-name-refused",
        Warning,
        "The name of a nested property is unusual",
        [
            "Names inside arguments match ^[a-zA-Z0-9_.-]{1,64}$, too.",
            "Anthropic looks at the arguments alone today; clients that flatten or rewrite schemas trip over the rest.",
            "github.com/decocms/studio/pull/6874",
        ],
    ),
    rule(
        C::RequiredUnknown,
        "required-unknown",
        Warning,
        "`required` names what is not there",
        [
            "Each name in `required` is one of the properties.",
            "The model cannot know the argument, calls fail without it, and Gemini refuses the request.",
            "github.com/google-gemini/gemini-cli/issues/1458",
        ],
    ),
    rule(
        C::RefBroken,
        "ref-broken",
        Error,
        "A `$ref` leads nowhere",
        [
            "A reference leads to a part of its own schema.",
            "Providers refuse it, and no call can be checked against the schema.",
            "domain §8.2; JSON Schema 2020-12",
        ],
    ),
    rule(
        C::RefRecursive,
        "ref-recursive",
        Note,
        "A `$ref` leads back to itself",
        [
            "Following the references of a schema ends.",
            "Clients and providers that write references out must stop somewhere, and some refuse.",
            "JSON Schema 2020-12, recursion",
        ],
    ),
    rule(
        C::RefOutsideDefs,
        "ref-outside-defs",
        Note,
        "A `$ref` leads outside of `$defs`",
        [
            "References lead into `$defs` or to the whole schema.",
            "Leaving out or renaming the property that it leads to breaks the reference.",
            "JSON Schema 2020-12, `$defs`",
        ],
    ),
    rule(
        C::DefinitionOverCap,
        "definition-over-cap",
        Warning,
        "The definition alone passes the cap",
        [
            "A definition fits within `tool_definitions.max_tokens` by itself.",
            "Whatever else is switched off, a discovered tool of that size is never defined.",
            "domain §5.4",
        ],
    ),
    rule(
        C::IndexLineOverCap,
        "index-line-over-cap",
        Warning,
        "The index line alone passes the cap",
        [
            "An index line fits within `deferred_tool_index.max_tokens` by itself.",
            "Whatever else is switched off, the tool never gets a line: not defined, it is lost.",
            "domain §5.6",
        ],
    ),
    rule(
        C::AnnotationsMissing,
        "annotations-missing",
        Note,
        "Tools without annotations",
        [
            "A listed tool says whether it only reads: `readOnlyHint`.",
            "Unsaid, MCP takes it for a tool that writes and destroys, and clients ask before each call.",
            "MCP specification 2025-11-25, ToolAnnotations",
        ],
    ),
    rule(
        C::AnnotationsHalf,
        "annotations-half",
        Note,
        "Annotations that leave out `readOnlyHint`",
        [
            "A tool with hints states `readOnlyHint` among them.",
            "The other hints mean something only once that one is known.",
            "MCP specification 2025-11-25, ToolAnnotations",
        ],
    ),
    rule(
        C::AnnotationsContradict,
        "annotations-contradict",
        Warning,
        "Read-only and destructive at once",
        [
            "`readOnlyHint` and `destructiveHint` are not both true.",
            "Whoever trusts the first lets a destructive tool run unasked.",
            "MCP specification 2025-11-25, ToolAnnotations",
        ],
    ),
    rule(
        C::ClaimsReadOnly,
        "claims-read-only",
        Warning,
        "Claims to read, and its name writes",
        [
            "`readOnlyHint: true` stands on a tool whose first verb is one that writes.",
            "With `annotations: trust` it ranks with the reads and runs without approval.",
            "MCP: hints of a server that is not trusted are not to be relied on",
        ],
    ),
    rule(
        C::ClaimsHarmless,
        "claims-harmless",
        Warning,
        "Claims to destroy nothing, and its name does",
        [
            "`destructiveHint: false` stands on a tool whose first verb deletes.",
            "Clients that go by the hint do not ask before it.",
            "MCP: hints of a server that is not trusted are not to be relied on",
        ],
    ),
    rule(
        C::ClaimsHarm,
        "claims-harm",
        Note,
        "Claims to write, and its name reads",
        [
            "A tool whose first verb reads says that it writes or destroys.",
            "Clients ask before each call, and with `annotations: trust` it ranks behind the reads.",
            "MCP specification 2025-11-25, ToolAnnotations",
        ],
    ),
    rule(
        C::RiskierThanClassified,
        "riskier-than-classified",
        Warning,
        "The server claims more harm than the scenario",
        [
            "A tool that says itself that it writes is not classified as a read.",
            "The scenario lets it run without approval and ranks it with the reads.",
            "domain §1, §8.3",
        ],
    ),
    rule(
        C::ClosesEnvelope,
        "closes-envelope",
        Error,
        "Text that opens or closes the envelope",
        [
            "No text of a server holds the marks of the envelope around it.",
            "It tries to pass for the platform's own words. Ours makes the exact mark harmless; a model may still take a mark that is spelled otherwise for it.",
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
        C::BreaksIndexLine,
        "breaks-index-line",
        Error,
        "The name of an argument breaks the index line",
        [
            "An index entry is one line.",
            "What stands behind the break reads as a line of its own: a tool that is not there, or an order.",
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
            "No default, example or description holds a key or token.",
            "It goes to the model's provider with each request, and into logs and reviews.",
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
