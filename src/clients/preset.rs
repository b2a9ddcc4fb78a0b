//! What was published of a client, as data. `None` is what its source does not state.

use super::NameRule;
use crate::published::Mark;
use crate::scenario::Decimal;

/// A client, as far as it is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What the command line calls it.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// Where its figures come from: addresses.
    pub sources: Vec<String>,
    /// The day or month of which they speak.
    pub as_of: String,
    /// How well they are known.
    pub mark: Mark,
    /// What else is known, and what was decided where the source is silent.
    pub notes: String,
    /// Whether it is our own plan, which no rule below describes.
    pub is_own_plan: bool,
    /// The most that is defined, and what happens above.
    pub limit: Option<Limit>,
    /// What is held back, when, and what stays visible of it.
    pub deferral: Option<Deferral>,
    /// What a tool is called, and which names it takes.
    pub names: NameRule,
    /// Whether what servers say of themselves is sent.
    pub instructions: Option<bool>,
    /// From when on it warns.
    pub warning: Option<Warning>,
}

/// Which tools a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Every tool.
    All,
    /// Tools of servers and devices.
    Remote,
}

impl Counted {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::All, Self::Remote];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Remote => "remote",
        }
    }
}

/// What happens to what is above a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// The request fails.
    Error,
    /// The first ones are sent, and nothing behind the first that does not fit.
    Truncate,
    /// A server that would exceed it is refused as a whole.
    RefuseServer,
    /// What does not fit is not seen by the model.
    Invisible,
    /// What does not fit is deferred.
    Defer,
    /// Servers become groups, each behind a tool that opens it.
    Group,
}

impl Overflow {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Error,
        Self::Truncate,
        Self::RefuseServer,
        Self::Invisible,
        Self::Defer,
        Self::Group,
    ];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Truncate => "truncate",
            Self::RefuseServer => "refuse-server",
            Self::Invisible => "invisible",
            Self::Defer => "defer",
            Self::Group => "group",
        }
    }
}

/// Which tools come first where not all fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// As the file lists them.
    Listed,
    /// By the name that is sent.
    Name,
    /// By what is asked. Nobody knows it before the message; the heaviest are taken, so that nothing looks saved.
    Message,
}

impl Order {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Listed, Self::Name, Self::Message];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Name => "name",
            Self::Message => "message",
        }
    }
}

/// The most that is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Tools.
    pub max_items: Option<u64>,
    /// Tokens of their definitions.
    pub max_tokens: Option<u64>,
    /// Which tools it counts.
    pub counts: Counted,
    /// What happens above.
    pub overflow: Option<Overflow>,
    /// Which tools come first.
    pub order: Option<Order>,
    /// How groups are made, where they are.
    pub grouping: Option<Grouping>,
}

/// How servers become groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grouping {
    /// From this many tools on.
    pub from: u64,
    /// Groups are opened again, the smallest first, until there are this many tools.
    pub expand_to: u64,
    /// A server of this many tools, or fewer, is never grouped.
    pub never_up_to: u64,
    /// A server of more tools than this becomes several groups; how many is not stated.
    pub splits_above: Option<u64>,
}

/// When tools are held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Always.
    Always,
    /// Only what is above the limit.
    Overflow,
    /// Above a number of tools.
    ItemsOver(u64),
    /// Above a share of the context window.
    PercentOfWindow(Decimal),
}

/// What stays visible of a deferred tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shows {
    /// Nothing.
    Nothing,
    /// Its name.
    Name,
    /// Its name and its description.
    Description,
    /// Its name and the first characters of its description, per server as much as a listing has room for.
    Start,
    /// Its server's name and description, once.
    Namespace,
}

impl Shows {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Nothing,
        Self::Name,
        Self::Description,
        Self::Start,
        Self::Namespace,
    ];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Name => "name",
            Self::Description => "name+description",
            Self::Start => "name+start",
            Self::Namespace => "namespace",
        }
    }
}

/// Tools that are never held back. Builtins are not, either, unless they are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// What its server asks to keep.
    AlwaysLoad,
    /// What `agent.always_define` names.
    AlwaysDefine,
}

impl Keep {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::AlwaysLoad, Self::AlwaysDefine];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::AlwaysLoad => "always_load",
            Self::AlwaysDefine => "always_define",
        }
    }
}

/// Room for the list of what is deferred: as much as the window allows, within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Share of the context window.
    pub percent_of_window: Decimal,
    /// At most.
    pub max_tokens: u64,
    /// How much of a description is shown, in characters.
    pub description_chars: u64,
}

/// What is held back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deferral {
    /// When.
    pub trigger: Trigger,
    /// Which tools the trigger counts.
    pub counts: Counted,
    /// Whether builtins of `agent.deferred_tools` are held back, too.
    pub takes_marked: bool,
    /// What never is.
    pub keeps: Vec<Keep>,
    /// What stays visible of tools of servers and devices.
    pub shows: Option<Shows>,
    /// What stays visible of builtins.
    pub shows_marked: Option<Shows>,
    /// Room for the list, where it is limited.
    pub listing: Option<Listing>,
    /// Tools that search or load what is deferred.
    pub control_tools: Option<u64>,
    /// Tokens of their definitions together.
    pub control_tokens: Option<u64>,
}

/// What happens to a name that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Broken {
    /// The request fails.
    Error,
    /// The tool is left out.
    LeftOut,
}

impl Broken {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Error, Self::LeftOut];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::LeftOut => "left-out",
        }
    }
}

/// From when on a client warns; nothing else follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Tools.
    pub items: Option<u64>,
    /// Tokens of definitions.
    pub tokens: Option<u64>,
    /// Which tools are counted.
    pub counts: Counted,
}
