//! A what-if as data: one setting of a scenario and its new value.
//!
//! An edit applies to a checked value and gives a new one, which shares everything that the edit leaves alone. It also knows
//! its path in the file, so that saving and `--set` say the same thing; a test holds the two to each other.

use super::{
    AdmissionLimit, Builder, Builtin, Class, CostFigure, Decimal, Estimator, PolicyDecision, RankingOrder, RemoteTool,
    Scenario, SessionKind, SideEffect, SourceKind, registry_name,
};
use crate::diagnostics::grouped;
use serde_json::{Value, json};
use std::sync::Arc;

/// One change to a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A switch.
    Flag {
        /// Its name.
        flag: String,
        /// On or off.
        enabled: bool,
    },
    /// A server or a device, connected or not.
    Source {
        /// Which of the two.
        kind: SourceKind,
        /// Its id.
        id: String,
        /// On or off.
        enabled: bool,
    },
    /// A figure of a class of Region A.
    Class {
        /// The class.
        class: Class,
        /// Which figure.
        field: Field,
        /// Its value, in tokens or items.
        value: u64,
    },
    /// The ceiling; `None` makes it the sum of the caps.
    CeilingTokens(Option<u64>),
    /// Tokens kept for the answer.
    OutputReserveTokens(u64),
    /// The model's context window.
    ContextWindowTokens(u64),
    /// The generation of the context builder.
    Builder(Builder),
    /// The estimator.
    Estimator(Estimator),
    /// The order of discovered tools.
    RankingOrder(RankingOrder),
    /// Globs that outrank the rest.
    RankingFirst(Vec<String>),
    /// What kind of session asks.
    SessionKind(SessionKind),
    /// Whether the chat is bound to a website profile.
    WebsiteProfile(bool),
    /// The configured tools; `None` means every builtin.
    EnabledTools(Option<Vec<String>>),
    /// The configured deferrals.
    DeferredTools(Vec<String>),
    /// The pins.
    AlwaysDefine(Vec<String>),
    /// What policy says of a class of side effects; `None` makes it what the platform says.
    Policy {
        /// The class.
        effect: SideEffect,
        /// What is decided.
        decision: Option<PolicyDecision>,
    },
    /// Builders whose plans count as current; `None` makes it what the builder says itself.
    EquivalentBuilders(Option<Vec<Builder>>),
    /// What the model reads of a tool.
    Description {
        /// Which tool.
        tool: DescribedTool,
        /// Its new description.
        description: String,
    },
    /// A limit of admission.
    Admission(AdmissionLimit),
    /// A figure of the costs, in its range; `None` makes it the usual one. No price of input means no prices, and without
    /// one no other price changes.
    Costs(CostFigure, Option<Decimal>),
}

/// A tool by where the file says what it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DescribedTool {
    /// A builtin, by its registry name.
    Builtin(String),
    /// A tool of a server or a device. Where a remote name repeats, all that have it: an override knows no other.
    Remote {
        /// Which of the two.
        kind: SourceKind,
        /// The source's id.
        id: String,
        /// Its name on the wire.
        remote_name: String,
    },
}

impl DescribedTool {
    /// The registry name.
    pub fn name(&self) -> String {
        match self {
            Self::Builtin(name) => name.clone(),
            Self::Remote { kind, id, remote_name } => registry_name(kind.prefix(), id, remote_name),
        }
    }

    /// What the scenario says that it does, before admission cuts it; `None` where there is no such tool.
    pub fn description<'s>(&self, scenario: &'s Scenario) -> Option<&'s str> {
        match self {
            Self::Builtin(name) => scenario.tools.get(name).map(|tool| &*tool.description),
            Self::Remote { kind, id, remote_name } => {
                let tools = scenario.sources(*kind).get(id)?.tools.iter();
                let mut tools = tools.filter(|tool| tool.remote_name == *remote_name);
                tools.next().map(|tool| &*tool.description)
            }
        }
    }

    /// Copies what holds the description, unless it is that already: who shares the tools can see that nothing changed.
    fn describe(&self, scenario: &mut Scenario, description: &str) {
        match self {
            Self::Builtin(name) => {
                let is_other = |tool: &Arc<Builtin>| tool.description != description;
                if scenario.tools.get(name).is_some_and(is_other)
                    && let Some(tool) = Arc::make_mut(&mut scenario.tools).get_mut(name)
                {
                    description.clone_into(&mut Arc::make_mut(tool).description);
                }
            }
            Self::Remote { kind, id, remote_name } => {
                let is_meant = |tool: &RemoteTool| tool.remote_name == *remote_name && tool.description != description;
                if let Some(source) = scenario.sources_mut(*kind).get_mut(id)
                    && source.tools.iter().any(is_meant)
                {
                    let tools = Arc::make_mut(&mut source.tools).iter_mut();
                    for tool in tools.filter(|tool| is_meant(tool)) {
                        description.clone_into(&mut tool.description);
                    }
                }
            }
        }
    }
}

/// A figure of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Token cap.
    MaxTokens,
    /// Item cap.
    MaxItems,
    /// Tokens in it.
    UsedTokens,
    /// Items in it.
    UsedItems,
}

impl Field {
    fn key(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxItems => "max_items",
            Self::UsedTokens => "used_tokens",
            Self::UsedItems => "used_items",
        }
    }

    /// In a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::MaxTokens => "token cap",
            Self::MaxItems => "item cap",
            Self::UsedTokens => "tokens used",
            Self::UsedItems => "items used",
        }
    }
}

impl Edit {
    /// The scenario with some changes, one after the other.
    pub fn apply_all(edits: &[Self], scenario: &Scenario) -> Scenario {
        edits
            .iter()
            .fold(scenario.clone(), |scenario, edit| edit.apply(&scenario))
    }

    /// The scenario with this change.
    #[must_use]
    pub fn apply(&self, scenario: &Scenario) -> Scenario {
        let mut next = scenario.clone();
        match self {
            Self::Flag { flag, enabled } => {
                if let Some(flag) = next.flags.get_mut(flag) {
                    flag.enabled = *enabled;
                }
            }
            Self::Source { kind, id, enabled } => {
                if let Some(source) = next.sources_mut(*kind).get_mut(id) {
                    source.enabled = *enabled;
                }
            }
            Self::Class { class, field, value } => {
                let class = next.budget.class_mut(*class);
                match field {
                    Field::MaxTokens => class.max_tokens = *value,
                    Field::MaxItems => class.max_items = Some(*value),
                    Field::UsedTokens => class.used_tokens = *value,
                    Field::UsedItems => class.used_items = *value,
                }
            }
            Self::CeilingTokens(tokens) => next.budget.ceiling_tokens = *tokens,
            Self::OutputReserveTokens(tokens) => next.budget.output_reserve_tokens = *tokens,
            Self::ContextWindowTokens(tokens) => next.context_window_tokens = *tokens,
            Self::Builder(builder) => next.builder = *builder,
            Self::Estimator(estimator) => next.estimator = *estimator,
            Self::RankingOrder(order) => next.ranking.order = *order,
            Self::RankingFirst(globs) => next.ranking.first.clone_from(globs),
            Self::SessionKind(kind) => next.session.kind = *kind,
            Self::WebsiteProfile(bound) => next.session.website_profile = *bound,
            Self::EnabledTools(names) => next.agent.enabled_tools.clone_from(names),
            Self::DeferredTools(names) => next.agent.deferred_tools.clone_from(names),
            Self::AlwaysDefine(names) => next.agent.always_define.clone_from(names),
            Self::Policy { effect, decision } => next.policy.set(*effect, *decision),
            Self::EquivalentBuilders(builders) => next.equivalent_builders.clone_from(builders),
            Self::Description { tool, description } => tool.describe(&mut next, description),
            Self::Admission(limit) => limit.set(&mut next.admission),
            Self::Costs(figure, value) => next.costs.say(*figure, *value),
        }
        next
    }

    /// The keys from the outermost on, as the file nests them.
    pub fn keys(&self) -> Vec<String> {
        let path: &[&str] = match self {
            Self::Flag { flag, .. } => &["flags", flag, "enabled"],
            Self::Source { kind, id, .. } => &[kind.section(), id, "enabled"],
            Self::Class { class, field, .. } => &["budget", class.id(), field.key()],
            Self::CeilingTokens(_) => &["budget", "ceiling_tokens"],
            Self::OutputReserveTokens(_) => &["budget", "output_reserve_tokens"],
            Self::ContextWindowTokens(_) => &["context_window"],
            Self::Builder(_) => &["builder"],
            Self::Estimator(_) => &["estimator"],
            Self::RankingOrder(_) => &["ranking", "order"],
            Self::RankingFirst(_) => &["ranking", "first"],
            Self::SessionKind(_) => &["session", "kind"],
            Self::WebsiteProfile(_) => &["session", "website_profile"],
            Self::EnabledTools(_) => &["agent", "enabled_tools"],
            Self::DeferredTools(_) => &["agent", "deferred_tools"],
            Self::AlwaysDefine(_) => &["agent", "always_define"],
            Self::Policy { effect, .. } => &["policy", "matrix", effect.id()],
            Self::EquivalentBuilders(_) => &["equivalent_builders"],
            Self::Description { tool, .. } => match tool {
                DescribedTool::Builtin(name) => &["tools", name, "description"],
                DescribedTool::Remote { kind, id, remote_name } => {
                    &[kind.section(), id, "overrides", remote_name, "description"]
                }
            },
            Self::Admission(limit) => &["admission", limit.key()],
            // The others go with it: by themselves they mean nothing.
            Self::Costs(CostFigure::InputPrice, None) => &["costs", "prices"],
            Self::Costs(figure, _) if figure.is_price() => &["costs", "prices", figure.key()],
            Self::Costs(figure, _) => &["costs", figure.key()],
        };
        path.iter().map(|&key| key.to_owned()).collect()
    }

    /// The value as the file writes it; `null` deletes the key.
    pub fn value(&self) -> Value {
        match self {
            Self::Flag { enabled, .. } | Self::Source { enabled, .. } => json!(enabled),
            Self::Class { value, .. } => json!(value),
            Self::CeilingTokens(tokens) => json!(tokens),
            Self::OutputReserveTokens(tokens) | Self::ContextWindowTokens(tokens) => json!(tokens),
            Self::Builder(builder) => json!(builder.to_string()),
            Self::Estimator(estimator) => json!(estimator.id()),
            Self::RankingOrder(order) => json!(order.id()),
            Self::SessionKind(kind) => json!(kind.id()),
            Self::WebsiteProfile(bound) => json!(bound),
            Self::EnabledTools(names) => json!(names),
            Self::RankingFirst(names) | Self::DeferredTools(names) | Self::AlwaysDefine(names) => json!(names),
            Self::Policy { decision, .. } => json!(decision.map(PolicyDecision::id)),
            Self::EquivalentBuilders(builders) => {
                json!(
                    builders
                        .as_ref()
                        .map(|builders| builders.iter().map(Builder::to_string).collect::<Vec<_>>())
                )
            }
            Self::Description { description, .. } => json!(description),
            Self::Admission(limit) => limit.value(),
            Self::Costs(figure, value) => figure.value(*value),
        }
    }

    /// What the undo menu calls it.
    pub fn label(&self, scenario: &Scenario) -> String {
        let on_off = |enabled: bool| if enabled { "on" } else { "off" };
        match self {
            Self::Flag { flag, enabled } => {
                let title = scenario
                    .flags
                    .get(flag)
                    .and_then(|flag| flag.title.as_deref())
                    .unwrap_or(flag);
                format!("Switch {title} {}", on_off(*enabled))
            }
            Self::Source { kind, id, enabled } => {
                let source = scenario.sources(*kind).get(id);
                let title = source.and_then(|source| source.title.as_deref()).unwrap_or(id);
                format!("Switch {title} {}", on_off(*enabled))
            }
            Self::Class { class, field, value } => {
                format!("Set {} {} to {}", class.title(), field.words(), grouped(*value))
            }
            Self::CeilingTokens(Some(tokens)) => format!("Set the ceiling to {}", grouped(*tokens)),
            Self::CeilingTokens(None) => "Let the ceiling be the sum of the caps".to_owned(),
            Self::OutputReserveTokens(tokens) => format!("Set the output reserve to {}", grouped(*tokens)),
            Self::ContextWindowTokens(tokens) => format!("Set the context window to {}", grouped(*tokens)),
            Self::Builder(builder) => format!("Plan with {builder}"),
            Self::Estimator(estimator) => format!("Estimate with {estimator}"),
            Self::RankingOrder(order) => format!("Rank {}", order.id()),
            Self::RankingFirst(_) => "Change what ranks first".to_owned(),
            Self::SessionKind(kind) => format!("Set the session to {}", kind.id()),
            Self::WebsiteProfile(bound) => format!("Switch the website profile {}", on_off(*bound)),
            Self::EnabledTools(_) => "Change the configured tools".to_owned(),
            Self::DeferredTools(_) => "Change the configured deferrals".to_owned(),
            Self::AlwaysDefine(_) => "Change the pins".to_owned(),
            Self::Policy { effect, decision } => match decision {
                Some(decision) => format!("Let policy {} {}", decision.id().replace('_', " "), effect.id()),
                None => format!("Let the platform decide about {}", effect.id()),
            },
            Self::EquivalentBuilders(Some(builders)) if builders.is_empty() => {
                "Let no other builder count as current".to_owned()
            }
            Self::EquivalentBuilders(Some(_)) => "Change which builders count as current".to_owned(),
            Self::EquivalentBuilders(None) => "Let the builder say what counts as current".to_owned(),
            Self::Description { tool, .. } => format!("Change the description of {}", tool.name()),
            Self::Admission(limit) => limit.label(),
            Self::Costs(figure, value) => figure.label(*value),
        }
    }
}
