//! What differs between two listings of one server: tools added, removed and changed, and which parts of them.
//!
//! Values are compared, not bytes: the same JSON is written in many ways. The order of tools and of keys carries no meaning.
//! Deliberately absent: tokens and lanes, which need a scenario around the listings.

mod lines;
mod noise;

pub use lines::{Change, DiffLine};
pub use noise::Noise;

use super::Listing;
use lines::lines;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Two listings of one server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drift {
    /// Every tool that differs: removed, added, then changed, each in its listing's order.
    pub tools: Vec<ToolDrift>,
    /// What the server tells the model about itself reads otherwise. Not known where the stored listing never held it.
    pub instructions: Option<Vec<DiffLine>>,
    /// The server's version before and after, if both are known and differ. By itself no drift.
    pub version: Option<(String, String)>,
    /// The tools that both have stand in another order. By itself no drift.
    pub is_reordered: bool,
}

/// A tool that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolDrift {
    /// The name on the wire.
    pub name: String,
    /// The tool before; `None` if it was added.
    pub before: Option<Map<String, Value>>,
    /// The tool after; `None` if it was removed.
    pub after: Option<Map<String, Value>>,
    /// What differs, if it is on both sides.
    pub parts: Vec<PartDrift>,
}

/// How a tool differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolDriftKind {
    /// It is gone.
    Removed,
    /// It is new.
    Added,
    /// It is another.
    Changed,
}

/// A part of a tool that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct PartDrift {
    /// Which.
    pub part: Part,
    /// What the change looks like where it is likely none that anybody made.
    pub noise: Option<Noise>,
    /// Line by line, with some of what stays around it.
    pub lines: Vec<DiffLine>,
}

/// Parts of a tool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What the model reads.
    Description,
    /// What the model must write.
    InputSchema,
    /// What comes back.
    OutputSchema,
    /// Hints about its effects.
    Annotations,
    /// Its name for people.
    Title,
    /// Another key.
    Other(String),
}

impl Drift {
    /// Compares two listings. Tools are matched by name; several of one name in their order.
    pub fn new(before: &Listing, after: &Listing) -> Self {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, name) in after.names().enumerate().collect::<Vec<_>>().into_iter().rev() {
            places.entry(name).or_default().push(place);
        }
        let mut matched = vec![false; after.tools.len()];
        let (mut removed, mut changed, mut order) = (Vec::new(), Vec::new(), Vec::new());
        for (name, tool) in before.names().zip(&before.tools) {
            match places.get_mut(name).and_then(Vec::pop) {
                None => removed.push(ToolDrift::one_sided(name, Some(tool), None)),
                Some(place) => {
                    matched[place] = true;
                    order.push(place);
                    changed.extend(ToolDrift::between(name, tool, &after.tools[place]));
                }
            }
        }
        let mut tools = removed;
        let added = after
            .names()
            .zip(&after.tools)
            .zip(&matched)
            .filter(|(_, matched)| !**matched);
        tools.extend(added.map(|((name, tool), _)| ToolDrift::one_sided(name, None, Some(tool))));
        tools.extend(changed);
        let version = before
            .about
            .server_version
            .clone()
            .zip(after.about.server_version.clone());
        Self {
            tools,
            instructions: instructions(before, after),
            version: version.filter(|(before, after)| before != after),
            is_reordered: !order.is_sorted(),
        }
    }

    /// Whether a model would be told anything else.
    pub fn is_drift(&self) -> bool {
        !self.tools.is_empty() || self.instructions.is_some()
    }

    /// How many tools differ in this way.
    pub fn count(&self, kind: ToolDriftKind) -> usize {
        self.tools.iter().filter(|tool| tool.kind() == kind).count()
    }

    /// Whether all that differs are changes that a server makes by itself at each start.
    pub fn is_only_noise(&self) -> bool {
        let is_noise = |part: &PartDrift| part.noise.is_some_and(Noise::is_by_itself);
        let mut tools = self.tools.iter();
        self.is_drift()
            && self.instructions.is_none()
            && tools.all(|tool| !tool.parts.is_empty() && tool.parts.iter().all(is_noise))
    }

    /// `Drift: 1 tool removed, 2 changed`; or that nothing differs.
    pub fn verdict(&self) -> String {
        match self.changes() {
            Some(changes) => format!("Drift: {changes}"),
            None => "No drift".to_owned(),
        }
    }

    /// `1 tool removed, 2 changed`; `None` where nothing differs.
    pub fn changes(&self) -> Option<String> {
        let kinds = [ToolDriftKind::Removed, ToolDriftKind::Added, ToolDriftKind::Changed];
        let counts = kinds.map(|kind| (self.count(kind), kind.id()));
        let mut parts: Vec<String> = Vec::new();
        for (count, word) in counts.into_iter().filter(|(count, _)| *count > 0) {
            parts.push(match (parts.is_empty(), count) {
                (true, 1) => format!("1 tool {word}"),
                (true, count) => format!("{count} tools {word}"),
                (false, count) => format!("{count} {word}"),
            });
        }
        if self.instructions.is_some() {
            parts.push("other instructions".to_owned());
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

impl ToolDriftKind {
    /// The word that JSON and tables use.
    pub fn id(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Added => "added",
            Self::Changed => "changed",
        }
    }
}

impl ToolDrift {
    fn one_sided(name: &str, before: Option<&Map<String, Value>>, after: Option<&Map<String, Value>>) -> Self {
        Self {
            name: name.to_owned(),
            before: before.cloned(),
            after: after.cloned(),
            parts: Vec::new(),
        }
    }

    /// `None` if nothing differs.
    fn between(name: &str, before: &Map<String, Value>, after: &Map<String, Value>) -> Option<Self> {
        let mut keys: Vec<&String> = before.keys().chain(after.keys()).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut parts: Vec<PartDrift> = keys
            .into_iter()
            .filter_map(|key| PartDrift::between(Part::of_key(key), before.get(key), after.get(key)))
            .collect();
        parts.sort_by(|a, b| a.part.cmp(&b.part));
        (!parts.is_empty()).then(|| Self {
            parts,
            ..Self::one_sided(name, Some(before), Some(after))
        })
    }

    /// In which way it differs.
    pub fn kind(&self) -> ToolDriftKind {
        match (&self.before, &self.after) {
            (_, None) => ToolDriftKind::Removed,
            (None, _) => ToolDriftKind::Added,
            _ => ToolDriftKind::Changed,
        }
    }
}

impl Part {
    fn of_key(key: &str) -> Self {
        match key {
            "description" => Self::Description,
            "inputSchema" => Self::InputSchema,
            "outputSchema" => Self::OutputSchema,
            "annotations" => Self::Annotations,
            "title" => Self::Title,
            other => Self::Other(other.to_owned()),
        }
    }

    /// The key in the listing.
    pub fn key(&self) -> &str {
        match self {
            Self::Description => "description",
            Self::InputSchema => "inputSchema",
            Self::OutputSchema => "outputSchema",
            Self::Annotations => "annotations",
            Self::Title => "title",
            Self::Other(key) => key,
        }
    }

    /// Whether it stands in the definition that a model reads.
    pub fn is_read_by_model(&self) -> bool {
        matches!(self, Self::Description | Self::InputSchema)
    }
}

impl PartDrift {
    fn between(part: Part, before: Option<&Value>, after: Option<&Value>) -> Option<Self> {
        if before == after {
            return None;
        }
        let is_schema = matches!(part, Part::InputSchema | Part::OutputSchema);
        let noise = before
            .zip(after)
            .filter(|_| is_schema)
            .and_then(|(a, b)| Noise::between(a, b));
        let text = |value: Option<&Value>| value.map_or_else(String::new, shown);
        Some(Self {
            part,
            noise,
            lines: lines(&text(before), &text(after)),
        })
    }
}

fn instructions(before: &Listing, after: &Listing) -> Option<Vec<DiffLine>> {
    let (was, is) = (&before.about, &after.about);
    // Only a listing that was captured says by its silence that there were none.
    let is_known = was.instructions.is_some() || was.captured.is_some();
    let told = |text: &Option<String>| text.clone().unwrap_or_default();
    let is_told_after = is.instructions.is_some() || is.captured.is_some();
    (is_known && is_told_after && was.instructions != is.instructions)
        .then(|| lines(&told(&was.instructions), &told(&is.instructions)))
}

/// A text as it is, all else as indented JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => format!("{other:#}"),
    }
}
