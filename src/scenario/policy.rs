//! Policy as a file states it: the matrix of side-effect classes, hardline rules, and the versions that a session pins.
//!
//! Deciding about a call is the `call` room's, about a session the `session` room's.

use super::SideEffect;
use serde_json::Value;
use std::sync::Arc;

/// What policy says of a class of side effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyDecision {
    /// The call goes on.
    Allow,
    /// The owner is asked first.
    RequireApproval,
    /// The call ends.
    Deny,
}

impl PolicyDecision {
    /// All of them, the most lenient first.
    pub const ALL: [Self; 3] = [Self::Allow, Self::RequireApproval, Self::Deny];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::RequireApproval => "require_approval",
            Self::Deny => "deny",
        }
    }

    /// The platform's own matrix (domain §8.3).
    pub fn default_of(effect: SideEffect) -> Self {
        match effect {
            SideEffect::None
            | SideEffect::WorkspaceRead
            | SideEffect::WorkspaceWrite
            | SideEffect::NetworkRead
            | SideEffect::CodeExecution => Self::Allow,
            SideEffect::ExternalMessage
            | SideEffect::ExternalWrite
            | SideEffect::ExternalDelete
            | SideEffect::Financial
            | SideEffect::Publication => Self::RequireApproval,
            SideEffect::PackageInstall
            | SideEffect::SandboxNetwork
            | SideEffect::CredentialAccess
            | SideEffect::HostAccess
            | SideEffect::Privileged => Self::Deny,
        }
    }
}

/// `policy`: what a scenario says of it beyond the platform's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Classes that are decided otherwise than the platform does, in the order of [`SideEffect::ALL`].
    pub matrix: Vec<(SideEffect, PolicyDecision)>,
    /// Rules that no approval lifts.
    pub hardline: Arc<Vec<HardlineRule>>,
}

impl Policy {
    /// What this policy says of a class.
    pub fn decision(&self, effect: SideEffect) -> PolicyDecision {
        self.overriding(effect)
            .unwrap_or_else(|| PolicyDecision::default_of(effect))
    }

    /// What the scenario says of a class, if it says anything.
    pub fn overriding(&self, effect: SideEffect) -> Option<PolicyDecision> {
        self.matrix
            .iter()
            .find(|(known, _)| *known == effect)
            .map(|(_, decision)| *decision)
    }

    /// Decides a class otherwise, or as the platform does.
    pub fn set(&mut self, effect: SideEffect, decision: Option<PolicyDecision>) {
        self.matrix.retain(|(known, _)| *known != effect);
        self.matrix.extend(decision.map(|decision| (effect, decision)));
        self.matrix.sort_unstable_by_key(|(effect, _)| *effect);
    }
}

/// A rule that denies a call whatever the matrix and the owner say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardlineRule {
    /// What a trace calls it.
    pub name: String,
    /// Names and globs of the tools that it watches.
    pub tools: Vec<String>,
    /// JSON Schema that the arguments must match for the rule to deny; `None` denies every call.
    pub when: Option<Arc<Value>>,
}

/// What a session pins beside its tools, each by whatever name its owner gives it. `None`: the file is silent, and what
/// is not said cannot differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// `session.authority`: for whom the run acts.
    pub authority: Option<String>,
    /// `session.model`.
    pub model: Option<String>,
    /// `policy.version`.
    pub policy: Option<String>,
    /// `session.persona`.
    pub persona: Option<String>,
    /// `agent.version`: which roster configuration.
    pub agent: Option<String>,
    /// `agent.prefix`: which text of instructions that version renders.
    pub agent_prefix: Option<String>,
}

impl Versions {
    /// What this one says, and where it is silent what the other does.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let or = |said: &Option<String>, other: &Option<String>| said.clone().or_else(|| other.clone());
        Self {
            authority: or(&self.authority, &other.authority),
            model: or(&self.model, &other.model),
            policy: or(&self.policy, &other.policy),
            persona: or(&self.persona, &other.persona),
            agent: or(&self.agent, &other.agent),
            agent_prefix: or(&self.agent_prefix, &other.agent_prefix),
        }
    }
}

/// The scopes of a list that are not granted; where nothing says which are, none is withheld.
pub fn missing_scopes(asked: &[String], granted: Option<&[String]>) -> Vec<String> {
    match granted {
        None => Vec::new(),
        Some(granted) => asked.iter().filter(|scope| !granted.contains(scope)).cloned().collect(),
    }
}
