//! Region A: the classes of the prompt's prefix, their caps and what stands in them (domain §6).

use super::Builder;

/// A class of Region A, in the order in which domain §6 checks them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the platform's own")]
pub enum Class {
    PlatformPolicy,
    AgentInstructions,
    Persona,
    ToolDefinitions,
    DeferredToolIndex,
    SkillCatalog,
    MemorySnapshot,
}

impl Class {
    /// All classes, in checking order.
    pub const ALL: [Self; 7] = [
        Self::PlatformPolicy,
        Self::AgentInstructions,
        Self::Persona,
        Self::ToolDefinitions,
        Self::DeferredToolIndex,
        Self::SkillCatalog,
        Self::MemorySnapshot,
    ];

    /// As the file writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::PlatformPolicy => "platform_policy",
            Self::AgentInstructions => "agent_instructions",
            Self::Persona => "persona",
            Self::ToolDefinitions => "tool_definitions",
            Self::DeferredToolIndex => "deferred_tool_index",
            Self::SkillCatalog => "skill_catalog",
            Self::MemorySnapshot => "memory_snapshot",
        }
    }

    /// As a sentence calls it.
    pub fn title(self) -> &'static str {
        match self {
            Self::PlatformPolicy => "platform policy",
            Self::AgentInstructions => "agent instructions",
            Self::Persona => "persona",
            Self::ToolDefinitions => "tool definitions",
            Self::DeferredToolIndex => "deferred tool index",
            Self::SkillCatalog => "skill catalog",
            Self::MemorySnapshot => "memory snapshot",
        }
    }

    /// Whether the class has an item cap.
    pub fn has_items(self) -> bool {
        !matches!(self, Self::PlatformPolicy | Self::AgentInstructions)
    }

    /// Whether the plan fills the class, so that the file cannot state what it uses.
    pub fn is_planned(self) -> bool {
        matches!(self, Self::ToolDefinitions | Self::DeferredToolIndex)
    }

    /// Whether the class exists under a builder: the index came with ADR-0123.
    pub fn exists_under(self, builder: Builder) -> bool {
        self != Self::DeferredToolIndex || builder.defers()
    }

    fn default_budget(self) -> ClassBudget {
        let (max_tokens, max_items) = match self {
            Self::PlatformPolicy => (2_000, None),
            Self::AgentInstructions => (4_000, None),
            Self::Persona => (2_000, Some(30)),
            Self::ToolDefinitions => (9_000, Some(30)),
            Self::DeferredToolIndex => (2_000, Some(40)),
            Self::SkillCatalog => (1_500, Some(20)),
            Self::MemorySnapshot => (1_500, Some(40)),
        };
        ClassBudget {
            max_tokens,
            max_items,
            used_tokens: 0,
            used_items: 0,
        }
    }
}

/// The caps of a class and what the file says stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassBudget {
    /// Token cap.
    pub max_tokens: u64,
    /// Item cap, where the class counts items.
    pub max_items: Option<u64>,
    /// Tokens in it; 0 for the classes that the plan fills.
    pub used_tokens: u64,
    /// Items in it; 0 for the classes that the plan fills.
    pub used_items: u64,
}

/// Region A's caps, the ceiling over their sum, and the reserve for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    classes: [ClassBudget; 7],
    /// A stated ceiling; `None` means the sum of the caps.
    pub ceiling_tokens: Option<u64>,
    /// Tokens kept free for the model's output.
    pub output_reserve_tokens: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            classes: Class::ALL.map(Class::default_budget),
            ceiling_tokens: None,
            output_reserve_tokens: 8_192,
        }
    }
}

impl Budget {
    /// One class.
    pub fn class(&self, class: Class) -> &ClassBudget {
        &self.classes[class as usize]
    }

    /// One class, to change.
    pub fn class_mut(&mut self, class: Class) -> &mut ClassBudget {
        &mut self.classes[class as usize]
    }

    /// What the ceiling is unless the scenario states another (domain §6).
    pub fn sum_of_caps_tokens(&self, builder: Builder) -> u64 {
        Class::ALL
            .into_iter()
            .filter(|class| class.exists_under(builder))
            .fold(0, |sum: u64, class| sum.saturating_add(self.class(class).max_tokens))
    }
}
