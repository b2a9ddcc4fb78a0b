//! Where schemas stand inside a schema.

/// What a keyword's value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A schema, or a list of schemas.
    Schema,
    /// Schemas by names that are free.
    SchemasByName,
    /// No schema.
    Data,
}

/// The keywords of JSON Schema, draft 4 to 2020-12, that hold schemas.
pub fn holds(keyword: &str) -> Holds {
    match keyword {
        "items"
        | "additionalItems"
        | "prefixItems"
        | "unevaluatedItems"
        | "contains"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "propertyNames"
        | "allOf"
        | "anyOf"
        | "oneOf"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contentSchema" => Holds::Schema,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies" => {
            Holds::SchemasByName
        }
        _ => Holds::Data,
    }
}

/// The keywords of JSON Schema 2020-12, and those of older drafts that still mean something.
pub const KEYWORDS: [&str; 62] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "definitions",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
    "$recursiveAnchor",
    "$recursiveRef",
];
