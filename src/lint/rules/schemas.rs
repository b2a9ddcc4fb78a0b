//! The rules of a family: input schemas.

use super::rule;
use crate::lint::Code as C;
use crate::lint::Level::{Error, Note, Warning};
use crate::lint::Rule;

/// In the order of the codes.
pub(super) const RULES: [Rule; 15] = [
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
];
