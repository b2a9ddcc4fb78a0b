//! The identity of a prefix (domain §9).

use crate::plan::Planned;
use crate::roster::Tool;
use crate::scenario::{Versions, sha256};
use crate::tokens::canonical_json;
use serde_json::{Map, Value, json};

/// `prefix_sha256`: SHA-256, in hex, of what a scenario knows of the prefix that a session's plan renders to.
///
/// That is the definitions as sent, the versions by which its other classes are named (policy, persona, instructions),
/// and the index **only when there is one**: a plan that defers nothing hashes as it did before there was an index. The
/// builder is not in it: what counts is the bytes, not who made them. Nor is the model, which reads the prefix and is no
/// part of it. The figures of `budget` are sizes, not texts, and change nothing here.
pub fn prefix_sha256(planned: &Planned, versions: &Versions) -> String {
    let catalog = &planned.roster.catalog;
    let mut defined: Vec<&Tool> = planned.plan.defined.iter().map(|id| catalog.tool(*id)).collect();
    // The order in which definitions are sent (domain §5.8).
    defined.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    let definitions: Vec<&str> = defined.iter().map(|tool| tool.contract_json.as_str()).collect();
    let mut identity = Map::new();
    identity.insert("definitions".to_owned(), json!(definitions));
    let named = [
        ("policy", &versions.policy),
        ("persona", &versions.persona),
        ("agent_prefix", &versions.agent_prefix),
    ];
    for (key, version) in named {
        if let Some(version) = version {
            identity.insert(key.to_owned(), json!(version));
        }
    }
    let index = &planned.plan.index;
    if !index.blocks.is_empty() {
        let blocks: Vec<&str> = index.blocks.iter().map(|block| block.text.as_str()).collect();
        identity.insert("deferred_tool_index".to_owned(), json!(blocks));
    }
    sha256::of(canonical_json(&Value::Object(identity)).as_bytes())
}
