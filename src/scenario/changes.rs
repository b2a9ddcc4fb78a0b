//! What differs between two scenarios, as the edits that make one of the other: what a saved what-if holds.

use super::{
    AdmissionLimit, Builtin, Class, CostFigure, DescribedTool, Edit, Field, RemoteTool, Scenario, SideEffect, Source,
    SourceKind,
};
use indexmap::IndexMap;
use std::sync::Arc;

impl Scenario {
    /// Whether two scenarios hold the same tools: what an [`Edit`] cannot change and a plan depends on.
    pub fn has_same_tools(&self, other: &Self) -> bool {
        let same_sources = |kind| {
            self.sources(kind).len() == other.sources(kind).len()
                && self.sources(kind).iter().zip(other.sources(kind)).all(|(a, b)| {
                    a.0 == b.0
                        && a.1.title == b.1.title
                        && a.1.requires == b.1.requires
                        && are_same_remote(&a.1.tools, &b.1.tools)
                })
        };
        self.name == other.name
            && are_same_builtins(&self.tools, &other.tools)
            && self.usage == other.usage
            && self.flags.keys().eq(other.flags.keys())
            && same_sources(SourceKind::Server)
            && same_sources(SourceKind::Device)
    }
}

/// Whether builtins are the same, however they are described.
fn are_same_builtins(a: &Arc<IndexMap<String, Arc<Builtin>>>, b: &Arc<IndexMap<String, Arc<Builtin>>>) -> bool {
    let is_same = |a: &Builtin, b: &Builtin| {
        let description = b.description.clone();
        Builtin {
            description,
            ..a.clone()
        } == *b
    };
    let is_in_b = |(name, a): (&String, &Arc<Builtin>)| {
        let b = b.get(name);
        b.is_some_and(|b| Arc::ptr_eq(a, b) || is_same(a, b))
    };
    Arc::ptr_eq(a, b) || (a.len() == b.len() && a.iter().all(is_in_b))
}

/// Whether tools of a source are the same, however they are described.
fn are_same_remote(a: &Arc<Vec<RemoteTool>>, b: &Arc<Vec<RemoteTool>>) -> bool {
    let is_same = |(a, b): (&RemoteTool, &RemoteTool)| {
        let description = b.description.clone();
        RemoteTool {
            description,
            ..a.clone()
        } == *b
    };
    Arc::ptr_eq(a, b) || (a.len() == b.len() && a.iter().zip(b.iter()).all(is_same))
}

/// The edits that make `now` of `base`. Only what edits can change is compared.
pub fn changes(base: &Scenario, now: &Scenario) -> Vec<Edit> {
    let mut edits = switch_changes(base, now);
    edits.extend(class_changes(base, now));
    let mut push = |is_changed: bool, edit: Edit| {
        if is_changed {
            edits.push(edit);
        }
    };
    let (was, is) = (&base.budget, &now.budget);
    push(
        was.ceiling_tokens != is.ceiling_tokens,
        Edit::CeilingTokens(is.ceiling_tokens),
    );
    push(
        was.output_reserve_tokens != is.output_reserve_tokens,
        Edit::OutputReserveTokens(is.output_reserve_tokens),
    );
    push(
        base.context_window_tokens != now.context_window_tokens,
        Edit::ContextWindowTokens(now.context_window_tokens),
    );
    push(base.builder != now.builder, Edit::Builder(now.builder));
    push(base.estimator != now.estimator, Edit::Estimator(now.estimator));
    push(
        base.ranking.order != now.ranking.order,
        Edit::RankingOrder(now.ranking.order),
    );
    push(
        base.ranking.first != now.ranking.first,
        Edit::RankingFirst(now.ranking.first.clone()),
    );
    push(
        base.session.kind != now.session.kind,
        Edit::SessionKind(now.session.kind),
    );
    push(
        base.session.website_profile != now.session.website_profile,
        Edit::WebsiteProfile(now.session.website_profile),
    );
    let (was, is) = (&base.agent, &now.agent);
    push(
        was.enabled_tools != is.enabled_tools,
        Edit::EnabledTools(is.enabled_tools.clone()),
    );
    push(
        was.deferred_tools != is.deferred_tools,
        Edit::DeferredTools(is.deferred_tools.clone()),
    );
    push(
        was.always_define != is.always_define,
        Edit::AlwaysDefine(is.always_define.clone()),
    );
    push(
        base.equivalent_builders != now.equivalent_builders,
        Edit::EquivalentBuilders(now.equivalent_builders.clone()),
    );
    edits.extend(policy_changes(base, now));
    edits.extend(admission_changes(base, now));
    edits.extend(cost_changes(base, now));
    edits.extend(builtin_descriptions(base, now));
    edits.extend(remote_descriptions(base, now));
    edits
}

fn policy_changes<'s>(base: &'s Scenario, now: &'s Scenario) -> impl Iterator<Item = Edit> + 's {
    SideEffect::ALL.into_iter().filter_map(|effect| {
        let decision = now.policy.overriding(effect);
        (base.policy.overriding(effect) != decision).then_some(Edit::Policy { effect, decision })
    })
}

fn admission_changes(base: &Scenario, now: &Scenario) -> impl Iterator<Item = Edit> + use<> {
    let limits = AdmissionLimit::all_of(&base.admission)
        .into_iter()
        .zip(AdmissionLimit::all_of(&now.admission));
    limits
        .filter(|(before, after)| before != after)
        .map(|(_, after)| Edit::Admission(after))
}

fn cost_changes(base: &Scenario, now: &Scenario) -> impl Iterator<Item = Edit> + use<> {
    let (before, after) = (base.costs, now.costs);
    let has_prices = after.prices.is_some();
    CostFigure::ALL.into_iter().filter_map(move |figure| {
        // Where there are no prices any more, that one edit says so.
        let can_change = has_prices || !figure.is_price() || figure == CostFigure::InputPrice;
        let said = after.said(figure);
        (can_change && before.said(figure) != said).then_some(Edit::Costs(figure, said))
    })
}

fn builtin_descriptions(base: &Scenario, now: &Scenario) -> Vec<Edit> {
    if Arc::ptr_eq(&base.tools, &now.tools) {
        return Vec::new();
    }
    let is_changed = |name: &str, tool: &Arc<Builtin>| {
        let before = base.tools.get(name);
        before.is_some_and(|before| !Arc::ptr_eq(before, tool) && before.description != tool.description)
    };
    let changed = now.tools.iter().filter(|(name, tool)| is_changed(name, tool));
    changed
        .map(|(name, tool)| Edit::Description {
            tool: DescribedTool::Builtin(name.clone()),
            description: tool.description.clone(),
        })
        .collect()
}

fn remote_descriptions(base: &Scenario, now: &Scenario) -> Vec<Edit> {
    let mut edits = Vec::new();
    for kind in [SourceKind::Server, SourceKind::Device] {
        for (id, source) in now.sources(kind) {
            let before = base.sources(kind).get(id);
            let Some(before) = before.filter(|before| !Arc::ptr_eq(&before.tools, &source.tools)) else {
                continue;
            };
            let before = descriptions(before);
            for (remote_name, after) in descriptions(source) {
                let is_changed = before.get(remote_name).is_some_and(|before| *before != after);
                // One for each of several tools of a name is what no edit makes.
                let of_all = after.first().filter(|first| after.iter().all(|one| one == *first));
                let Some(description) = of_all.filter(|_| is_changed) else {
                    continue;
                };
                let tool = DescribedTool::Remote {
                    kind,
                    id: id.clone(),
                    remote_name: remote_name.to_owned(),
                };
                edits.push(Edit::Description {
                    tool,
                    description: (*description).to_owned(),
                });
            }
        }
    }
    edits
}

/// The descriptions of each remote name: one, unless the name repeats.
fn descriptions(source: &Source) -> IndexMap<&str, Vec<&str>> {
    let mut of_name: IndexMap<&str, Vec<&str>> = IndexMap::with_capacity(source.tools.len());
    for tool in source.tools.iter() {
        of_name.entry(&tool.remote_name).or_default().push(&tool.description);
    }
    of_name
}

fn switch_changes(base: &Scenario, now: &Scenario) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (flag, value) in &now.flags {
        if base
            .flags
            .get(flag)
            .is_some_and(|before| before.enabled != value.enabled)
        {
            edits.push(Edit::Flag {
                flag: flag.clone(),
                enabled: value.enabled,
            });
        }
    }
    for kind in [SourceKind::Server, SourceKind::Device] {
        for (id, source) in now.sources(kind) {
            if base
                .sources(kind)
                .get(id)
                .is_some_and(|before| before.enabled != source.enabled)
            {
                edits.push(Edit::Source {
                    kind,
                    id: id.clone(),
                    enabled: source.enabled,
                });
            }
        }
    }
    edits
}

fn class_changes(base: &Scenario, now: &Scenario) -> Vec<Edit> {
    let mut edits = Vec::new();
    for class in Class::ALL {
        let (before, after) = (base.budget.class(class), now.budget.class(class));
        let figures = [
            (
                Field::MaxItems,
                before.max_items.unwrap_or(0),
                after.max_items.unwrap_or(0),
            ),
            (Field::MaxTokens, before.max_tokens, after.max_tokens),
            (Field::UsedTokens, before.used_tokens, after.used_tokens),
            (Field::UsedItems, before.used_items, after.used_items),
        ];
        edits.extend(
            figures
                .into_iter()
                .filter(|(_, before, after)| before != after)
                .map(|(field, _, value)| Edit::Class { class, field, value }),
        );
    }
    edits
}
