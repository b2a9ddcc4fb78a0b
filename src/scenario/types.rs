//! The checked value of a scenario: what a file says once its defaults are filled in.
//!
//! Everything large stands behind an `Arc`, so that an [`Edit`](super::Edit) costs what it changes.

use indexmap::IndexMap;
use serde_json::Value;
use std::sync::Arc;

use super::{
    Admission, Budget, Builder, Costs, Delegation, Estimator, Expectation, OpenSession, Policy, ScriptedCall, Versions,
};

/// A whole scenario, checked. Plain data: nothing here plans or counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its title, shown everywhere.
    pub name: String,
    /// What it teaches; free text.
    pub notes: String,
    /// Which generation of the context builder plans it (domain §5).
    pub builder: Builder,
    /// How tokens are estimated (domain §4).
    pub estimator: Estimator,
    /// The model's context window, in tokens.
    pub context_window_tokens: u64,
    /// How discovered tools are ordered (domain §5.1).
    pub ranking: Ranking,
    /// Region A's caps and what the other classes use.
    pub budget: Budget,
    /// Limits on what a server may send (domain §3.1).
    pub admission: Admission,
    /// The switches, in file order.
    pub flags: IndexMap<String, Flag>,
    /// What the agent's configuration names.
    pub agent: Agent,
    /// What kind of conversation asks.
    pub session: Session,
    /// The builtins by registry name, in file order.
    pub tools: Arc<IndexMap<String, Arc<Builtin>>>,
    /// The MCP servers by id, in file order.
    pub servers: IndexMap<String, Source>,
    /// The devices by id, in file order.
    pub devices: IndexMap<String, Source>,
    /// What was called in a window of time.
    pub usage: Option<Arc<Usage>>,
    /// What a request costs; changes no plan.
    pub costs: Costs,
    /// Who may do what (domain §8.3).
    pub policy: Policy,
    /// Granted scopes; `None` means that no scope is withheld.
    pub scopes: Option<Vec<String>>,
    /// What a session pins beside its tools (domain §9).
    pub versions: Versions,
    /// Builders whose plans count as current; `None` means what the deployed builder says itself.
    pub equivalent_builders: Option<Vec<Builder>>,
    /// The gates on the plan.
    pub expect: Arc<Vec<Expectation>>,
    /// The gates on what a run would see.
    pub runs: Arc<Runs>,
}

/// What a run would see, scripted: calls, sessions across a deploy, delegation. Each may say what is expected of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// Calls of the model.
    pub calls: Vec<ScriptedCall>,
    /// Sessions that are open when this scenario is deployed.
    pub sessions: Vec<OpenSession>,
    /// Briefs of delegated children.
    pub delegations: Vec<Delegation>,
}

impl Scenario {
    /// The configured names in order: `agent.enabled_tools`, or every builtin in file order where the file is silent.
    pub fn enabled_tools(&self) -> Vec<&str> {
        match &self.agent.enabled_tools {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => self.tools.keys().map(String::as_str).collect(),
        }
    }

    /// Whether a session under this builder counts as current here (domain §9).
    pub fn is_current(&self, builder: Builder) -> bool {
        self.builder
            .treats_as_current(builder, self.equivalent_builders.as_deref())
    }

    /// Servers and devices of one kind.
    pub fn sources(&self, kind: SourceKind) -> &IndexMap<String, Source> {
        match kind {
            SourceKind::Server => &self.servers,
            SourceKind::Device => &self.devices,
        }
    }

    /// All servers, then all devices, each in file order.
    pub fn all_sources(&self) -> impl Iterator<Item = (SourceKind, &String, &Source)> {
        [SourceKind::Server, SourceKind::Device]
            .into_iter()
            .flat_map(|kind| self.sources(kind).iter().map(move |(id, source)| (kind, id, source)))
    }

    /// Servers and devices of one kind, to change.
    pub fn sources_mut(&mut self, kind: SourceKind) -> &mut IndexMap<String, Source> {
        match kind {
            SourceKind::Server => &mut self.servers,
            SourceKind::Device => &mut self.devices,
        }
    }

    /// The cap of `prefix`: what the scenario states, else the sum of the Region A class caps under its builder (domain §6).
    pub fn ceiling_tokens(&self) -> u64 {
        self.budget
            .ceiling_tokens
            .unwrap_or_else(|| self.budget.sum_of_caps_tokens(self.builder))
    }
}

/// A switch of a what-if.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Whether it is on.
    pub enabled: bool,
    /// A title for people.
    pub title: Option<String>,
    /// Why it stands as it does.
    pub notes: Option<String>,
}

/// The agent's configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agent {
    /// The configured tools in order; `None` means every builtin in file order.
    pub enabled_tools: Option<Vec<String>>,
    /// Configured tools that go to the index (domain §5.2).
    pub deferred_tools: Vec<String>,
    /// Tools that are defined or the plan fails (domain §5.1).
    pub always_define: Vec<String>,
}

/// What asks for the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Chat or mail.
    pub kind: SessionKind,
    /// Whether the chat is bound to a website profile (ADR-0130).
    pub website_profile: bool,
}

/// The kinds of session that differ in their tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SessionKind {
    /// A conversation: renders a tool surface.
    Chat,
    /// Typed mail work: no candidates at all (domain §3).
    OperationalEmail,
}

impl SessionKind {
    /// All of them, as the file writes them.
    pub const ALL: [Self; 2] = [Self::Chat, Self::OperationalEmail];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::OperationalEmail => "operational_email",
        }
    }
}

/// How discovered tools are ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The order within each group.
    pub order: RankingOrder,
    /// Globs that outrank the rest, in list order.
    pub first: Vec<String>,
}

/// The orders of domain §5.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankingOrder {
    /// Reads before the rest, then source id, then name.
    ReadsFirst,
    /// By registry name.
    Name,
    /// By calls in `usage`, descending, then as reads-first.
    MostUsed,
}

impl RankingOrder {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::ReadsFirst, Self::Name, Self::MostUsed];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::ReadsFirst => "reads-first",
            Self::Name => "name",
            Self::MostUsed => "most-used",
        }
    }
}

/// Capability or control (domain §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolKind {
    /// Acts on the world.
    Capability,
    /// Acts on the run; a closed set.
    Control,
}

/// The closed set of control tools (domain §1).
pub const CONTROL_TOOLS: [&str; 5] = [
    "conversation.ask_user",
    "delegate.run",
    "context.update_working_state",
    "skill.load",
    TOOL_CALL,
];

/// The control tool that reaches what is deferred.
pub const TOOL_CALL: &str = "tool.call";

/// The control tool that is a candidate only while the skill catalog holds a skill.
pub const SKILL_LOAD: &str = "skill.load";

/// What a tool does to the world (domain §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the platform's own and say what they are")]
pub enum SideEffect {
    None,
    WorkspaceRead,
    WorkspaceWrite,
    NetworkRead,
    CodeExecution,
    PackageInstall,
    SandboxNetwork,
    ExternalMessage,
    ExternalWrite,
    ExternalDelete,
    Financial,
    Publication,
    CredentialAccess,
    HostAccess,
    Privileged,
}

impl SideEffect {
    /// All classes, in the order of domain §1.
    pub const ALL: [Self; 15] = [
        Self::None,
        Self::WorkspaceRead,
        Self::WorkspaceWrite,
        Self::NetworkRead,
        Self::CodeExecution,
        Self::PackageInstall,
        Self::SandboxNetwork,
        Self::ExternalMessage,
        Self::ExternalWrite,
        Self::ExternalDelete,
        Self::Financial,
        Self::Publication,
        Self::CredentialAccess,
        Self::HostAccess,
        Self::Privileged,
    ];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::WorkspaceRead => "workspace_read",
            Self::WorkspaceWrite => "workspace_write",
            Self::NetworkRead => "network_read",
            Self::CodeExecution => "code_execution",
            Self::PackageInstall => "package_install",
            Self::SandboxNetwork => "sandbox_network",
            Self::ExternalMessage => "external_message",
            Self::ExternalWrite => "external_write",
            Self::ExternalDelete => "external_delete",
            Self::Financial => "financial",
            Self::Publication => "publication",
            Self::CredentialAccess => "credential_access",
            Self::HostAccess => "host_access",
            Self::Privileged => "privileged",
        }
    }

    /// Whether a tool of this class is a **read** (domain §1).
    pub fn is_read(self) -> bool {
        matches!(self, Self::None | Self::WorkspaceRead | Self::NetworkRead)
    }
}

/// A builtin tool, as the file writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Flags that must all be on.
    pub requires: Vec<String>,
    /// Capability or control.
    pub kind: ToolKind,
    /// What it does to the world.
    pub side_effect: SideEffect,
    /// As the model reads it.
    pub description: String,
    /// JSON Schema of its arguments; `{"type": "object"}` where the file is silent.
    pub input_schema: Arc<Value>,
    /// A figure measured elsewhere, in tokens (domain §4).
    pub measured_tokens: Option<u64>,
    /// Hidden from the model.
    pub application_only: bool,
    /// Scopes that a call needs.
    pub scopes: Vec<String>,
    /// Free text for reviewers.
    pub notes: Option<String>,
}

/// A server or a device: where discovered tools come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SourceKind {
    /// An MCP server.
    Server,
    /// A device.
    Device,
}

impl SourceKind {
    /// The section of the file that holds this kind.
    pub fn section(self) -> &'static str {
        match self {
            Self::Server => "servers",
            Self::Device => "devices",
        }
    }

    /// The first part of the registry names of its tools (domain §2).
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Server => "mcp",
            Self::Device => "device",
        }
    }

    /// What a sentence calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Device => "device",
        }
    }
}

/// An MCP server or a device with the tools it brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// A title for people.
    pub title: Option<String>,
    /// How the program groups its toggle.
    pub group: Option<String>,
    /// Whether it is connected.
    pub enabled: bool,
    /// Flags that must all be on.
    pub requires: Vec<String>,
    /// Free text for reviewers.
    pub notes: Option<String>,
    /// What the server tells the model about itself beside its tools; no plan of ours sends it, other clients do.
    pub instructions: Option<Arc<str>>,
    /// A figure measured elsewhere for the instructions, in tokens.
    pub instructions_tokens: Option<u64>,
    /// Its tools: the inventory's, then the inline ones that the inventory lacks, overrides applied.
    pub tools: Arc<Vec<RemoteTool>>,
}

/// The `annotations` of a listed tool as its server states them (MCP, `ToolAnnotations`); `None` where it is silent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hints {
    /// `readOnlyHint`; MCP takes silence for no.
    pub read_only: Option<bool>,
    /// `destructiveHint`; MCP takes silence for yes, and means it only of a tool that writes.
    pub destructive: Option<bool>,
    /// `idempotentHint`; MCP takes silence for no, and means it only of a tool that writes.
    pub idempotent: Option<bool>,
    /// `openWorldHint`; MCP takes silence for yes.
    pub open_world: Option<bool>,
}

impl Hints {
    /// Reads `annotations`; only literal booleans count.
    pub fn of(annotations: &Value) -> Self {
        let stated = |key: &str| annotations.get(key).and_then(Value::as_bool);
        Self {
            read_only: stated("readOnlyHint"),
            destructive: stated("destructiveHint"),
            idempotent: stated("idempotentHint"),
            open_world: stated("openWorldHint"),
        }
    }

    /// Whether any is stated.
    pub fn is_any(self) -> bool {
        self != Self::default()
    }

    /// The side effect that trusted annotations stand for; `None` where they decide nothing (scenario format, `annotations`).
    pub fn side_effect(self) -> Option<SideEffect> {
        match (self.read_only, self.destructive) {
            // MCP: the destructive hint means nothing on a tool that only reads.
            (Some(true), _) => Some(SideEffect::NetworkRead),
            (_, Some(true)) => Some(SideEffect::ExternalDelete),
            _ => None,
        }
    }
}

/// A tool as a server or a device lists it, with what the scenario says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteTool {
    /// The name on the wire.
    pub remote_name: String,
    /// As the source describes it, or an override.
    pub description: String,
    /// As the source sends it; may be anything (domain §3.1).
    pub input_schema: Arc<Value>,
    /// What the source claims of it, trusted or not.
    pub hints: Hints,
    /// Whether its listing asks clients that defer to keep it (`_meta["anthropic/alwaysLoad"]`).
    pub always_load: bool,
    /// Resolved: override, inline, annotations if trusted, source.
    pub side_effect: SideEffect,
    /// Whether the scenario states the side effect of this tool by name: an override, or inline.
    pub is_effect_stated: bool,
    /// What its listing holds beside what a model reads: `title`, the title of the annotations, `outputSchema`; null where
    /// it holds none.
    pub beside: Arc<Value>,
    /// Hidden from the model.
    pub application_only: bool,
    /// A figure measured elsewhere, in tokens (domain §4).
    pub measured_tokens: Option<u64>,
    /// Scopes that a call needs.
    pub scopes: Vec<String>,
}

/// What was called in a window of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Length of the window.
    pub days: u64,
    /// Requests in it.
    pub requests: u64,
    /// Calls by registry name.
    pub calls: IndexMap<String, u64>,
}
