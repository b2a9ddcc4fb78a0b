//! What only the whole can show: names that nothing provides, flags that nobody defines, a ceiling that does not add up.

use super::section::place_in;
use super::{Reader, suggest_among};
use crate::diagnostics::{At, grouped, suggest};
use crate::json_schema::{KEYWORDS, unknown_keywords};
use crate::scenario::limits::MAX_TOOLS;
use crate::scenario::name::registry_name;
use crate::scenario::pattern::{Pattern, glob};
use crate::scenario::tree::Node;
use crate::scenario::{Scenario, SourceKind, TOOL_CALL};
use std::collections::HashSet;

/// Runs all of them.
pub(super) fn run(root: &Node, scenario: &Scenario, reader: &mut Reader<'_>) {
    let count = scenario.tools.len()
        + [SourceKind::Server, SourceKind::Device]
            .iter()
            .flat_map(|&kind| scenario.sources(kind).values())
            .map(|source| source.tools.len())
            .sum::<usize>();
    if count > MAX_TOOLS {
        reader.error(
            "too-many-tools",
            root.at,
            format!("the scenario has {count} tools, at most {MAX_TOOLS} are read"),
            "split it, or leave servers out",
        );
        return;
    }
    flags(root, scenario, reader);
    let provided = all_names(scenario);
    names(root, scenario, &provided, reader);
    rules(root, scenario, &provided, reader);
    ceiling(root, scenario, reader);
    window(root, scenario, reader);
}

fn flags(root: &Node, scenario: &Scenario, reader: &mut Reader<'_>) {
    let mut unknown: Vec<(At, String, String)> = Vec::new();
    let mut look = |section: &str, id: &str, requires: &[String]| {
        for flag in requires {
            if !scenario.flags.contains_key(flag) {
                let list = root
                    .get(section)
                    .and_then(|node| node.get(id))
                    .and_then(|node| node.get("requires"));
                let at = list.map_or(root.at, |list| place_in(list, flag));
                unknown.push((at, flag.clone(), id.to_owned()));
            }
        }
    };
    for (name, tool) in scenario.tools.iter() {
        look("tools", name, &tool.requires);
    }
    for kind in [SourceKind::Server, SourceKind::Device] {
        for (id, source) in scenario.sources(kind) {
            look(kind.section(), id, &source.requires);
        }
    }
    for (at, flag, who) in unknown {
        let help = suggest_among(&flag, scenario.flags.keys());
        reader.error(
            "unknown-flag",
            at,
            format!("`{who}` requires the flag `{flag}`, which `flags` does not have"),
            help,
        );
    }
}

/// Names that nothing provides are warnings (domain §3): a roster may name what is not deployed yet.
fn names(root: &Node, scenario: &Scenario, provided: &[String], reader: &mut Reader<'_>) {
    let known: HashSet<&String> = provided.iter().collect();
    let is_provided = |name: &String| known.contains(name);
    let agent = root.get("agent");
    let list = |key: &str| agent.and_then(|agent| agent.get(key));
    // The agent enables and defers its own tools; whatever there is can be required or called.
    let own = |name: &str| suggest_among(name, scenario.tools.keys());
    let any = |name: &str| suggest_among(name, provided.iter());
    let enabled = scenario.agent.enabled_tools.as_deref().unwrap_or_default();
    let listed = [
        ("enabled_tools", enabled),
        ("deferred_tools", &scenario.agent.deferred_tools[..]),
        ("always_define", &scenario.agent.always_define[..]),
    ];
    for (key, names) in listed {
        for name in names {
            // Looked for only where there is something to say: a search a name would be slow for long lists.
            let at = || list(key).map_or(root.at, |list| place_in(list, name));
            if !is_provided(name) {
                let message = format!("`{key}` names `{name}`, which nothing provides");
                let help = if key == "always_define" { any(name) } else { own(name) };
                reader.warning("unknown-tool", at(), message, help);
            }
            if key == "always_define" && name == TOOL_CALL {
                reader.warning(
                    "required-tool-call",
                    at(),
                    format!("`{TOOL_CALL}` cannot be required, so the plan fails"),
                    "it is defined whenever something is deferred (domain §5.5); take it out of `always_define`",
                );
            }
        }
        let mut seen = HashSet::new();
        for name in names {
            if !seen.insert(name) {
                let at = list(key).map_or(root.at, |list| place_in(list, name));
                let message = format!("`{key}` names `{name}` twice; it counts where it first stands");
                reader.warning("repeated-tool", at, message, "take the second one out");
            }
        }
    }
    if let Some(usage) = &scenario.usage {
        for name in usage.calls.keys().filter(|name| !is_provided(name)) {
            let calls = root.get("usage").and_then(|node| node.get("calls"));
            let at = calls.and_then(|node| node.get(name)).map_or(root.at, |node| node.at);
            reader.warning(
                "unknown-tool",
                at,
                format!("`usage` counts calls of `{name}`, which nothing provides"),
                any(name),
            );
        }
    }
}

/// A hardline rule that watches nothing forbids nothing, without a word.
fn rules(root: &Node, scenario: &Scenario, names: &[String], reader: &mut Reader<'_>) {
    let list = root.get("policy").and_then(|node| node.get("hardline"));
    for (place, rule) in scenario.policy.hardline.iter().enumerate() {
        let at = list.and_then(|list| list.item(place));
        for pattern in &rule.tools {
            let wanted = Pattern::new(pattern);
            // One that is no pattern is told already.
            if names.iter().any(|name| wanted.matches(name)) || glob(pattern).is_err() {
                continue;
            }
            let tools = at.and_then(|rule| rule.get("tools"));
            let place = tools.map_or(root.at, |list| place_in(list, pattern));
            reader.warning(
                "rule-watches-nothing",
                place,
                format!(
                    "hardline rule `{}` watches `{pattern}`, which no tool is called",
                    rule.name
                ),
                suggest_among(pattern, names.iter()),
            );
        }
        let when = at.and_then(|rule| rule.get("when"));
        if let (Some(schema), Some(node)) = (&rule.when, when) {
            for keyword in unknown_keywords(schema) {
                reader.warning(
                    "unknown-keyword",
                    node.at,
                    format!(
                        "`{keyword}` in `when` of rule `{}` is no keyword of JSON Schema, so it asks for nothing",
                        rule.name
                    ),
                    suggest(&keyword, KEYWORDS),
                );
            }
        }
    }
}

/// Registry names of all tools.
fn all_names(scenario: &Scenario) -> Vec<String> {
    let remote = [SourceKind::Server, SourceKind::Device].into_iter().flat_map(|kind| {
        scenario.sources(kind).iter().flat_map(move |(id, source)| {
            let tools = source.tools.iter();
            tools.map(move |tool| registry_name(kind.prefix(), id, &tool.remote_name))
        })
    });
    scenario.tools.keys().cloned().chain(remote).collect()
}

/// A window that the prefix and the answer may fill by themselves leaves nothing to talk in.
fn window(root: &Node, scenario: &Scenario, reader: &mut Reader<'_>) {
    let needed = scenario
        .ceiling_tokens()
        .saturating_add(scenario.budget.output_reserve_tokens);
    if needed > scenario.context_window_tokens {
        let at = root.get("context_window").map_or(root.at, |node| node.at);
        let window = grouped(scenario.context_window_tokens);
        reader.warning(
            "window-too-small",
            at,
            format!(
                "the ceiling and the output reserve, {} tokens, do not fit the context window of {window}",
                grouped(needed)
            ),
            "raise `context_window`, or lower the caps".to_owned(),
        );
    }
}

/// A stated ceiling that is not the sum of the caps is a warning that names both (domain §6).
fn ceiling(root: &Node, scenario: &Scenario, reader: &mut Reader<'_>) {
    let Some(stated) = scenario.budget.ceiling_tokens else {
        return;
    };
    let sum = scenario.budget.sum_of_caps_tokens(scenario.builder);
    if stated != sum {
        let at = root
            .get("budget")
            .and_then(|node| node.get("ceiling_tokens"))
            .map_or(root.at, |node| node.at);
        reader.warning(
            "ceiling-differs",
            at,
            format!(
                "the ceiling is {} tokens, but the caps of the classes that {} has add up to {}",
                grouped(stated),
                scenario.builder,
                grouped(sum)
            ),
            format!("write `ceiling_tokens: {sum}`, or leave it out"),
        );
    }
}
