//! From the located tree to the checked value, with every problem found on the way.
//!
//! Each mapping is read through a [`Section`]: the keys it is asked for are the keys it knows, so what is left at the end
//! is unknown, and there is no second list of names to keep in step.

mod budget;
mod calls;
mod checks;
mod costs;
mod expect;
mod policy;
mod section;
mod sessions;
mod sources;
mod tools;

use super::inventory::Inventory;
use super::tree::{Node, Value};
use super::{
    Admission, Agent, Builder, Estimator, Flag, Places, Ranking, RankingOrder, Runs, Scenario, Session, SessionKind,
    Usage, Versions,
};
use crate::diagnostics::{At, Problem, suggest};
pub(crate) use section::{Section, text_of};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The format that this program reads.
pub(super) const FORMAT: &str = "roster/1";

/// The other files that a scenario may name, and how they are come by.
pub(super) trait Files {
    /// The tools of an inventory.
    fn inventory(&mut self, path: &str, at: At) -> Result<Inventory, Problem>;

    /// Another scenario; `None` where it cannot be read, which is told already.
    fn scenario(&mut self, path: &str, at: At) -> Option<Arc<Scenario>>;
}

/// Collects problems while a tree is read.
pub(crate) struct Reader<'a> {
    pub(crate) problems: Vec<Problem>,
    pub(super) files: &'a mut dyn Files,
    /// Where what is read stands.
    pub(super) places: Places,
    /// Keys asked for, by kind of mapping; only kept for [`known_keys`].
    pub(super) asked: Option<BTreeMap<&'static str, BTreeSet<&'static str>>>,
}

impl Reader<'_> {
    pub(crate) fn error(&mut self, code: &'static str, at: At, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Problem::error(code, at, message).with_help(help));
    }

    pub(crate) fn warning(&mut self, code: &'static str, at: At, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Problem::warning(code, at, message).with_help(help));
    }
}

/// Reads a whole scenario. `None` only where the document is no mapping; otherwise a value that is worth nothing while
/// `problems` holds an error.
pub(super) fn scenario(root: &Node, reader: &mut Reader<'_>) -> Option<Scenario> {
    if let Some((what, at)) = importable(root) {
        let help = "`roster import FILE -o my-servers.yaml`, or File → Import servers…, makes a scenario of it";
        reader.error("not-a-scenario", at, format!("this is no scenario but {what}"), help);
        return None;
    }
    let mut section = Section::open(root, "scenario", "a scenario", reader)?;
    format(&mut section, root.at, reader);
    let name = section.text("name", reader).unwrap_or_default();
    let notes = section.text("notes", reader).unwrap_or_default();
    section.ignore("extends");
    let builder = builder(&mut section, reader);
    let estimator = estimator(&mut section, reader);
    let context_window_tokens = section.number("context_window", reader).unwrap_or(200_000);
    let ranking = section
        .get("ranking")
        .and_then(|node| ranking(node, reader))
        .unwrap_or(Ranking {
            order: RankingOrder::ReadsFirst,
            first: Vec::new(),
        });
    let budget = section
        .get("budget")
        .map_or_else(Default::default, |node| budget::read(node, reader));
    let admission = section
        .get("admission")
        .map_or_else(Admission::default, |node| admission(node, reader));
    let flags = section.map("flags", reader, |_, node, reader| flag(node, reader));
    let mut versions = Versions::default();
    let agent = section
        .get("agent")
        .map_or_else(Agent::default, |node| agent(node, &mut versions, reader));
    let session = section
        .get("session")
        .and_then(|node| session(node, &mut versions, reader))
        .unwrap_or(Session {
            kind: SessionKind::Chat,
            website_profile: false,
        });
    let tools = section.map("tools", reader, tools::builtin);
    let servers = section.map("servers", reader, sources::server);
    let devices = section.map("devices", reader, sources::device);
    let usage = section.get("usage").and_then(|node| usage(node, reader)).map(Arc::new);
    let costs = section.get("costs").map(|node| costs::read(node, reader));
    let policy = section
        .get("policy")
        .map(|node| policy::read(node, &mut versions, reader))
        .unwrap_or_default();
    let scopes = section.texts("scopes", reader);
    let equivalent_builders = sessions::builders("equivalent_builders", &mut section, reader);
    let expect = section
        .get("expect")
        .map(|node| expect::read(node, reader))
        .unwrap_or_default();
    let runs = Runs {
        calls: section.list("calls", reader, calls::read),
        sessions: section.list("sessions", reader, sessions::session),
        delegations: section.list("delegations", reader, sessions::delegation),
    };
    section.finish(reader);
    let scenario = Scenario {
        name,
        notes,
        builder,
        estimator,
        context_window_tokens,
        ranking,
        budget,
        admission,
        flags,
        agent,
        session,
        tools: Arc::new(tools),
        servers,
        devices,
        usage,
        costs: costs.unwrap_or_default(),
        policy,
        scopes,
        versions,
        equivalent_builders,
        expect: Arc::new(expect),
        runs: Arc::new(runs),
    };
    checks::run(root, &scenario, reader);
    Some(scenario)
}

/// What people open by mistake: the files that a scenario can be made from.
fn importable(root: &Node) -> Option<(&'static str, At)> {
    const TOOLS: &str = "a list of tools";
    const SERVERS: &str = "a client's list of servers";
    if root.get("format").is_some() {
        return None;
    }
    let is_list = |node: &Node| matches!(node.value, Value::Sequence(_));
    if root
        .item(0)
        .is_some_and(|item| ["name", "function", "result"].iter().any(|key| item.get(key).is_some()))
    {
        return Some((TOOLS, root.at));
    }
    let result = root.get("result").unwrap_or(root);
    if let Some(tools) = result.get("tools").filter(|tools| is_list(tools)) {
        return Some((TOOLS, tools.at));
    }
    let keys = ["mcpServers", "mcp_servers", "context_servers"];
    let servers = keys.iter().find_map(|key| root.get(key))?;
    Some((SERVERS, servers.at))
}

fn format(section: &mut Section<'_>, at: At, reader: &mut Reader<'_>) {
    let Some(node) = section.get("format") else {
        reader.error(
            "format-missing",
            at,
            "`format` is missing",
            format!("start the file with `format: {FORMAT}`"),
        );
        return;
    };
    let Some(text) = section::text_of(node, "format", reader) else {
        return;
    };
    if text == FORMAT {
        return;
    }
    let is_newer = text
        .strip_prefix("roster/")
        .and_then(|n| n.parse::<u64>().ok())
        .is_some_and(|n| n > 1);
    if is_newer {
        reader.error(
            "format-newer",
            node.at,
            format!("`{text}` is newer than this program, which reads `{FORMAT}`"),
            "update the program, or save the file in the older format",
        );
    } else {
        reader.error(
            "format-unknown",
            node.at,
            format!("`{text}` is not a format that this program reads"),
            format!("write `format: {FORMAT}`"),
        );
    }
}

fn builder(section: &mut Section<'_>, reader: &mut Reader<'_>) -> Builder {
    section
        .parsed("builder", reader, Builder::parse, || {
            "allowed: `context-builder@12` (defers), and `@11`, `@10` or older (ADR-0105)".to_owned()
        })
        .unwrap_or(Builder::V12)
}

fn estimator(section: &mut Section<'_>, reader: &mut Reader<'_>) -> Estimator {
    section
        .parsed("estimator", reader, Estimator::parse, || {
            format!("allowed: `{}`", Estimator::ALL.map(Estimator::id).join("`, `"))
        })
        .unwrap_or(Estimator::BytesPer3)
}

fn ranking(node: &Node, reader: &mut Reader<'_>) -> Option<Ranking> {
    let mut section = Section::open(node, "ranking", "a ranking", reader)?;
    let order = section.one_of("order", reader, &RankingOrder::ALL, RankingOrder::id);
    let first = section.texts("first", reader).unwrap_or_default();
    if let Some(list) = section.get("first") {
        section::check_globs(list, &first, reader);
    }
    section.finish(reader);
    Some(Ranking {
        order: order.unwrap_or(RankingOrder::ReadsFirst),
        first,
    })
}

fn admission(node: &Node, reader: &mut Reader<'_>) -> Admission {
    let Some(mut section) = Section::open(node, "admission", "admission", reader) else {
        return Admission::default();
    };
    let admission = Admission {
        max_description_bytes: section.number("max_description_bytes", reader),
        max_schema_bytes: section.number("max_schema_bytes", reader),
        max_schema_depth: section.number("max_schema_depth", reader),
        allow_refs: section.flag("allow_refs", reader),
    };
    section.finish(reader);
    admission
}

fn flag(node: &Node, reader: &mut Reader<'_>) -> Option<Flag> {
    // `people: true` is what many write first; it is clear, so it is taken.
    if let Value::Bool(enabled) = node.value {
        return Some(Flag {
            enabled,
            title: None,
            notes: None,
        });
    }
    let mut section = Section::open(node, "flag", "a flag", reader)?;
    let flag = Flag {
        enabled: section.flag("enabled", reader).unwrap_or(true),
        title: section.text("title", reader),
        notes: section.text("notes", reader),
    };
    section.finish(reader);
    Some(flag)
}

fn agent(node: &Node, versions: &mut Versions, reader: &mut Reader<'_>) -> Agent {
    let Some(mut section) = Section::open(node, "agent", "the agent", reader) else {
        return Agent::default();
    };
    let agent = Agent {
        enabled_tools: section.texts("enabled_tools", reader),
        deferred_tools: section.texts("deferred_tools", reader).unwrap_or_default(),
        always_define: section.texts("always_define", reader).unwrap_or_default(),
    };
    versions.agent = section.label("version", reader);
    versions.agent_prefix = section.label("prefix", reader);
    section.finish(reader);
    agent
}

fn session(node: &Node, versions: &mut Versions, reader: &mut Reader<'_>) -> Option<Session> {
    if matches!(node.value, Value::Sequence(_)) {
        reader.error(
            "wrong-type",
            node.at,
            "`session` says what kind of session asks, and is no list",
            "open sessions are listed under `sessions`",
        );
        return None;
    }
    let mut section = Section::open(node, "session", "a session", reader)?;
    let kind = section.one_of("kind", reader, &SessionKind::ALL, SessionKind::id);
    let website_profile = section.flag("website_profile", reader);
    versions.authority = section.label("authority", reader);
    versions.model = section.label("model", reader);
    versions.persona = section.label("persona", reader);
    section.finish(reader);
    Some(Session {
        kind: kind.unwrap_or(SessionKind::Chat),
        website_profile: website_profile.unwrap_or(false),
    })
}

fn usage(node: &Node, reader: &mut Reader<'_>) -> Option<Usage> {
    let mut section = Section::open(node, "usage", "usage", reader)?;
    let usage = Usage {
        days: section.number("days", reader).unwrap_or(30),
        requests: section.number("requests", reader).unwrap_or(0),
        calls: section.map("calls", reader, |name, node, reader| {
            section::number_of(node, name, reader)
        }),
    };
    section.finish(reader);
    Some(usage)
}

/// The keys that each kind of mapping knows, as the reader asks for them: what the JSON Schema must say, too.
pub fn known_keys() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    const SAMPLE: &str = "
format: roster/1
budget: {platform_policy: {}, persona: {}, tool_definitions: {}}
ranking: {}
admission: {}
flags: {a: {}}
agent: {}
session: {}
tools: {a.b: {}}
servers: {s: {tools: {t: {}}, overrides: {t: {}}}}
devices: {d: {}}
usage: {}
costs: {prices: {}}
policy: {matrix: {}, hardline: [{}]}
expect: [{tokens: {prefix: {}}, items: {}, fails: {}}]
calls: [{tool: a.b, expect: {}}]
sessions: [{expect: {}}]
delegations: [{expect: {}}]
";
    let file = crate::diagnostics::FileId(0);
    let mut reader = Reader {
        problems: Vec::new(),
        files: &mut NoFiles,
        places: Places::default(),
        asked: Some(BTreeMap::new()),
    };
    if let Ok((root, _)) = super::tree::parse(SAMPLE, file) {
        scenario(&root, &mut reader);
    }
    reader.asked.unwrap_or_default()
}

/// Where only form is looked at: what other files would bring is not missed.
pub(super) struct NoFiles;

impl Files for NoFiles {
    fn inventory(&mut self, _: &str, _: At) -> Result<Inventory, Problem> {
        Ok(Inventory::default())
    }

    fn scenario(&mut self, _: &str, _: At) -> Option<Arc<Scenario>> {
        None
    }
}

/// `did you mean …` over owned names.
fn suggest_among<'a>(word: &str, known: impl IntoIterator<Item = &'a String>) -> String {
    let known: Vec<&str> = known.into_iter().map(String::as_str).collect();
    suggest(word, known.iter().copied())
}
