//! Tools that are nearly the same: the same thing offered once an account.
//!
//! Two tools of different sources are alike when a model reads the same of them but for their own name: equal schemas, and
//! descriptions that are equal once the words are taken out that name the source or its account, mail addresses among them.

use super::accounts::accounts;
use crate::plan::Planned;
use crate::roster::{SourceRef, Tool, ToolId};
use crate::scenario::Lane;
use crate::tokens::{DefinitionCost, DefinitionTotal, canonical_json, contract_json, without_redundant_annotations};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// Tools that differ by an account only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The name that they share, without server or device.
    pub name: String,
    /// The tools, in catalog order: one an account.
    pub tools: Vec<ToolId>,
    /// The account of each.
    pub accounts: Vec<String>,
    /// Tokens of their definitions, each alone.
    pub definition_tokens: u64,
    /// Tokens of one definition in their place, with one more argument that names the account.
    pub merged_tokens: u64,
    /// How many of them are defined now.
    pub defined: usize,
    /// What merging those would take off the definitions, in tokens; 0 with fewer than two.
    pub saved_tokens: u64,
    /// Slots that merging would free.
    pub saved_slots: u64,
}

/// All groups, the one that would save most on top. Only candidates are looked at.
pub fn alike(planned: &Planned) -> Vec<Alike> {
    let catalog = &planned.roster.catalog;
    let account_of: HashMap<(crate::scenario::SourceKind, String), String> = accounts(&planned.scenario)
        .into_iter()
        .flat_map(|account| {
            let id = account.id;
            account.sources.into_iter().map(move |source| (source, id.clone()))
        })
        .collect();
    let mut groups: indexmap::IndexMap<(String, String, String), Vec<(ToolId, String)>> = indexmap::IndexMap::new();
    for id in catalog.ids().filter(|id| planned.roster.is_candidate(*id)) {
        let tool = catalog.tool(id);
        let SourceRef::Remote(kind, source) = &tool.source else {
            continue;
        };
        let Some(account) = account_of.get(&(*kind, source.to_string())) else {
            continue;
        };
        let schema = canonical_json(&without_redundant_annotations(&tool.input_schema));
        let title = planned.scenario.sources(*kind).get(&**source);
        let title = title.and_then(|source| source.title.as_deref()).unwrap_or_default();
        let description = without_account(&tool.description, &[account, source, title]);
        let key = (own_name(tool).to_owned(), schema, description);
        groups.entry(key).or_default().push((id, account.clone()));
    }
    let mut all: Vec<Alike> = groups
        .into_iter()
        .filter(|(_, tools)| {
            let accounts: HashSet<&String> = tools.iter().map(|(_, account)| account).collect();
            accounts.len() > 1
        })
        .map(|((name, ..), tools)| group(planned, name, &tools))
        .collect();
    all.sort_by_key(|alike| std::cmp::Reverse((alike.saved_tokens, alike.definition_tokens)));
    all
}

/// The name without its source: what stands behind the second dot.
fn own_name(tool: &Tool) -> &str {
    tool.name.splitn(3, '.').nth(2).unwrap_or(&tool.name)
}

/// A description without the words that name an account: those of its ids and titles, and mail addresses.
fn without_account(description: &str, names: &[&str]) -> String {
    let plain = |word: &str| {
        let word: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
        word.to_lowercase()
    };
    let own: HashSet<String> = names
        .iter()
        .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()))
        .map(plain)
        .filter(|word| !word.is_empty())
        .collect();
    let words = description.split_whitespace();
    let kept = words.filter(|word| !word.contains('@') && !own.contains(&plain(word)));
    kept.collect::<Vec<_>>().join(" ")
}

fn group(planned: &Planned, name: String, tools: &[(ToolId, String)]) -> Alike {
    let counter = planned.roster.costs.counter();
    let tokens = |id: ToolId| planned.plan.decision(id).definition_tokens;
    let accounts: Vec<String> = tools.iter().map(|(_, account)| account.clone()).collect();
    let first = planned.roster.catalog.tool(tools[0].0);
    let contract = merged_contract(first, &accounts);
    let merged_tokens = DefinitionTotal::alone(counter, DefinitionCost::Counted(counter.measure(&contract)));
    let defined: Vec<ToolId> = tools
        .iter()
        .map(|(id, _)| *id)
        .filter(|id| planned.plan.decision(*id).outcome == Lane::Defined)
        .collect();
    let defined_tokens: u64 = defined.iter().map(|id| tokens(*id)).sum();
    let is_merged = defined.len() > 1;
    Alike {
        name,
        tools: tools.iter().map(|(id, _)| *id).collect(),
        definition_tokens: tools.iter().map(|(id, _)| tokens(*id)).sum(),
        merged_tokens,
        defined: defined.len(),
        saved_tokens: if is_merged {
            defined_tokens.saturating_sub(merged_tokens)
        } else {
            0
        },
        saved_slots: if is_merged { defined.len() as u64 - 1 } else { 0 },
        accounts,
    }
}

/// The contract of one tool that is told the account.
fn merged_contract(tool: &Tool, accounts: &[String]) -> String {
    let mut schema = (*tool.input_schema).clone();
    // An account can bring two of them.
    let distinct: indexmap::IndexSet<&String> = accounts.iter().collect();
    if let Value::Object(map) = &mut schema {
        let properties = map.entry("properties").or_insert_with(|| json!({}));
        if let Value::Object(properties) = properties {
            properties.insert("account".to_owned(), json!({ "type": "string", "enum": distinct }));
        }
        let required = map.entry("required").or_insert_with(|| json!([]));
        if let Value::Array(required) = required {
            required.push(json!("account"));
        }
    }
    let account = accounts.first().map_or("", String::as_str);
    let name = tool
        .name
        .replacen(&format!(".{}.", tool.source.id()), &format!(".{account}."), 1);
    contract_json(&name, &tool.description, &schema)
}

#[cfg(test)]
mod tests {
    use super::without_account;

    #[test]
    fn the_words_of_an_account_are_taken_out() {
        let names = ["gmail_work", "gmail_work_read", "Gmail, work, read"];
        assert_eq!(
            without_account("Searches the work mailbox (me@example.com).", &names),
            "Searches the mailbox"
        );
    }
}
