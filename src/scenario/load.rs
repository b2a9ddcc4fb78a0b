//! Loading: the opened file, what it extends, its inventories, and the checked value of it all.

use super::folder::{Folder, NoFolder, Overlaid, ReadError};
use super::inventory::Inventory;
use super::limits::{MAX_CHAIN_FILES, MAX_TOTAL_BYTES};
use super::origin::Origin;
use super::path::{Assignment, misses, overlay, overlay_text};
use super::read::{Files, NoFiles, Reader, scenario};
use super::tree::{Node, Value, parse};
use super::{Places, Scenario, inventory, merge};
use crate::diagnostics::{At, FileId, Problem, Sources};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A scenario that can be planned.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The checked value.
    pub scenario: Arc<Scenario>,
    /// What is likely not meant.
    pub warnings: Vec<Problem>,
    /// The texts that were read, the opened file first.
    pub sources: Sources,
    /// Where its tools and sources stand in them.
    pub places: Places,
    /// Files on disk that it was made from, for watching.
    pub files: Vec<PathBuf>,
}

impl Loaded {
    /// The text of the opened file.
    pub fn text(&self) -> Arc<str> {
        self.sources
            .get(FileId(0))
            .map_or_else(|| Arc::from(""), |file| Arc::clone(&file.text))
    }
}

/// A scenario that cannot be planned, and why.
#[derive(Clone, Debug)]
pub struct Failed {
    /// Every problem found, errors and warnings.
    pub problems: Vec<Problem>,
    /// The texts that were read.
    pub sources: Sources,
    /// Files on disk that were named, for watching until they are mended.
    pub files: Vec<PathBuf>,
}

/// Loads a scenario, with assignments laid over it as a last variant.
pub fn load(origin: &Origin, assignments: &[Assignment]) -> Result<Loaded, Failed> {
    load_over(origin, assignments, &BTreeMap::new())
}

/// The same with some files replaced by other texts, by their paths in the folder: what an inventory that is not
/// written yet would mean.
pub fn load_over(
    origin: &Origin,
    assignments: &[Assignment],
    texts: &BTreeMap<PathBuf, String>,
) -> Result<Loaded, Failed> {
    let name = PathBuf::from(origin.file_name());
    let folder = origin.folder().map_err(|error| Failed {
        problems: vec![file_problem(None, Path::new(&origin.shown()), &error)],
        sources: Sources::default(),
        files: Vec::new(),
    })?;
    Loading::new(&Overlaid {
        folder: &*folder,
        texts,
    })
    .run(&name, None, assignments)
}

/// Loads a text that is written nowhere yet, over a folder in which some files may not be written either.
pub fn load_text_over(origin: &Origin, text: &str, texts: &BTreeMap<PathBuf, String>) -> Result<Loaded, Failed> {
    loaded_text(Some(origin), text, &[], texts)
}

/// Loads a text as if it stood in the place of an origin (or of no place at all): for checking before a save, and tests.
pub fn load_text(origin: Option<&Origin>, text: &str, assignments: &[Assignment]) -> Result<Loaded, Failed> {
    loaded_text(origin, text, assignments, &BTreeMap::new())
}

fn loaded_text(
    origin: Option<&Origin>,
    text: &str,
    assignments: &[Assignment],
    texts: &BTreeMap<PathBuf, String>,
) -> Result<Loaded, Failed> {
    let none: Box<dyn Folder> = Box::new(NoFolder);
    let folder = origin.and_then(|origin| origin.folder().ok()).unwrap_or(none);
    let name = origin.map_or_else(|| "scenario.yaml".to_owned(), Origin::file_name);
    let folder = Overlaid {
        folder: &*folder,
        texts,
    };
    Loading::new(&folder).run(Path::new(&name), Some(text), assignments)
}

struct Loading<'a> {
    folder: &'a dyn Folder,
    sources: Sources,
    problems: Vec<Problem>,
    places: Places,
    files: Vec<PathBuf>,
    total_bytes: u64,
    /// The opened file alone.
    opened: Option<Node>,
    /// Its path in the folder.
    opened_path: PathBuf,
    /// Scenarios that sessions were opened under, by path; `None` where one cannot be read.
    others: HashMap<PathBuf, Option<Arc<Scenario>>>,
}

impl<'a> Loading<'a> {
    fn new(folder: &'a dyn Folder) -> Self {
        Self {
            folder,
            sources: Sources::default(),
            problems: Vec::new(),
            places: Places::default(),
            files: Vec::new(),
            total_bytes: 0,
            opened: None,
            opened_path: PathBuf::new(),
            others: HashMap::new(),
        }
    }

    fn run(mut self, opened: &Path, text: Option<&str>, assignments: &[Assignment]) -> Result<Loaded, Failed> {
        let scenario = self.scenario(opened, text, assignments);
        match scenario {
            Some(scenario) if !self.problems.iter().any(Problem::is_error) => Ok(Loaded {
                scenario: Arc::new(scenario),
                warnings: self.problems,
                sources: self.sources,
                places: self.places,
                files: self.files,
            }),
            _ => Err(Failed {
                problems: self.problems,
                sources: self.sources,
                files: self.files,
            }),
        }
    }

    fn scenario(&mut self, opened: &Path, text: Option<&str>, assignments: &[Assignment]) -> Option<Scenario> {
        opened.clone_into(&mut self.opened_path);
        let Some(mut root) = self.chain(opened, text, None) else {
            self.check_form_alone();
            return None;
        };
        if !assignments.is_empty() {
            let file = self.sources.add("--set", overlay_text(assignments));
            match overlay(assignments, file) {
                Ok(Some(over)) => {
                    let misses = misses(&root, assignments, file);
                    if !misses.is_empty() {
                        self.problems.extend(misses);
                        return None;
                    }
                    root = merge::merge(root, over.0);
                }
                Ok(None) => {}
                Err(problem) => {
                    self.problems.push(problem);
                    return None;
                }
            }
        }
        let mut problems = std::mem::take(&mut self.problems);
        let mut reader = Reader {
            problems: Vec::new(),
            files: &mut *self,
            places: Places::default(),
            asked: None,
        };
        let scenario = scenario(&root, &mut reader);
        let mut found = reader.problems;
        let places = reader.places;
        // What the scenarios that it names add, then what it says itself.
        problems.append(&mut self.problems);
        problems.append(&mut found);
        self.problems = problems;
        self.places = places;
        scenario
    }

    /// What it extends cannot be read, but its own slips should not have to wait for that. Only form is checked: what
    /// the rest would have brought is not missed.
    fn check_form_alone(&mut self) {
        const OF_FORM: [&str; 5] = ["unknown-key", "unknown-value", "wrong-type", "wrong-number", "bad-glob"];
        let Some(opened) = self.opened.take() else { return };
        let mut reader = Reader {
            problems: Vec::new(),
            files: &mut NoFiles,
            places: Places::default(),
            asked: None,
        };
        scenario(&opened, &mut reader);
        let of_form = reader
            .problems
            .into_iter()
            .filter(|problem| OF_FORM.contains(&problem.code));
        let known = std::mem::take(&mut self.problems);
        self.problems = of_form
            .filter(|problem| !known.iter().any(|other| other.at == problem.at))
            .collect();
        self.problems.extend(known);
    }

    /// A file laid over what it extends, over what that extends, and so on. `named_at` is where another file names it.
    fn chain(&mut self, first: &Path, text: Option<&str>, named_at: Option<At>) -> Option<Node> {
        let is_opened = named_at.is_none();
        let mut variants: Vec<Node> = Vec::new();
        let mut chain: Vec<PathBuf> = Vec::new();
        let mut next = first.to_owned();
        let mut named_at = named_at;
        loop {
            let text = match text.filter(|_| chain.is_empty()) {
                Some(text) => text.to_owned(),
                None => self.read(&next, named_at)?,
            };
            let file = self.sources.add(self.folder.shown(&next), text.as_str());
            chain.push(next.clone());
            let (node, mut problems) = match parse(&text, file) {
                Ok(parsed) => parsed,
                Err(problem) => {
                    self.problems.push(problem);
                    return None;
                }
            };
            self.problems.append(&mut problems);
            if is_opened && chain.len() == 1 {
                self.opened = Some(node.clone());
            }
            let extends = node.get("extends").filter(|node| !matches!(node.value, Value::Null));
            let base = match extends.map(|node| (&node.value, node.at)) {
                None => None,
                Some((Value::String(path), at)) => Some((beside(&next, path), at)),
                Some((_, at)) => {
                    self.problems.push(
                        Problem::error("wrong-type", at, "`extends` must be a path")
                            .with_help("name one file beside or below this one, such as `extends: production.yaml`"),
                    );
                    return None;
                }
            };
            let inventories_of = next.parent().map(Path::to_owned).unwrap_or_default();
            variants.push(rebase_inventories(node, &inventories_of));
            let Some((path, at)) = base else { break };
            if let Some(start) = chain.iter().position(|known| *known == path) {
                let names: Vec<String> = chain[start..]
                    .iter()
                    .chain([&path])
                    .map(|path| format!("`{}`", path.display()))
                    .collect();
                self.problems.push(
                    Problem::error(
                        "extends-cycle",
                        at,
                        format!("`extends` runs in a circle: {}", names.join(" → ")),
                    )
                    .with_help("one of these files must stand on its own"),
                );
                return None;
            }
            if chain.len() >= MAX_CHAIN_FILES {
                self.problems.push(
                    Problem::error(
                        "chain-too-long",
                        at,
                        format!("more than {MAX_CHAIN_FILES} files extend one another"),
                    )
                    .with_help("let the file extend one nearer to the base"),
                );
                return None;
            }
            next = path;
            named_at = Some(at);
        }
        laid_over(variants)
    }

    fn read(&mut self, path: &Path, at: Option<At>) -> Option<String> {
        self.files.extend(self.folder.on_disk(path));
        match self.folder.read(path) {
            Ok(text) => {
                self.total_bytes += text.len() as u64;
                if self.total_bytes > MAX_TOTAL_BYTES {
                    self.problems.push(too_much(at));
                    return None;
                }
                Some(text)
            }
            Err(error) => {
                self.problems.push(file_problem(at, &self.folder.shown(path), &error));
                None
            }
        }
    }
}

/// A scenario that another one names is read like an opened one, but its own sessions are not followed.
struct Named<'l, 'f>(&'l mut Loading<'f>);

impl Files for Named<'_, '_> {
    fn inventory(&mut self, path: &str, at: At) -> Result<Inventory, Problem> {
        self.0.inventory(path, at)
    }

    fn scenario(&mut self, _: &str, _: At) -> Option<Arc<Scenario>> {
        None
    }
}

impl Files for Loading<'_> {
    fn scenario(&mut self, path: &str, at: At) -> Option<Arc<Scenario>> {
        let path = beside(&self.opened_path, path);
        if let Some(known) = self.others.get(&path) {
            return known.clone();
        }
        if self.others.len() >= MAX_CHAIN_FILES {
            self.problems.push(
                Problem::error(
                    "too-many-rosters",
                    at,
                    format!("sessions name more than {MAX_CHAIN_FILES} scenarios that they were opened under"),
                )
                .with_help("let sessions that pinned the same roster name the same file"),
            );
            return None;
        }
        let root = self.chain(&path, None, Some(at));
        let read = root.and_then(|root| {
            let mut named = Named(&mut *self);
            let mut reader = Reader {
                problems: Vec::new(),
                files: &mut named,
                places: Places::default(),
                asked: None,
            };
            let scenario = scenario(&root, &mut reader)?;
            let errors: Vec<Problem> = reader.problems.into_iter().filter(Problem::is_error).collect();
            let is_good = errors.is_empty();
            self.problems.extend(errors);
            is_good.then_some(scenario)
        });
        // What it expects of itself is not asked here.
        let read = read.map(|mut scenario| {
            scenario.expect = Arc::default();
            scenario.runs = Arc::default();
            Arc::new(scenario)
        });
        self.others.insert(path, read.clone());
        read
    }

    fn inventory(&mut self, path: &str, at: At) -> Result<Inventory, Problem> {
        let path = Path::new(path);
        self.files.extend(self.folder.on_disk(path));
        let text = self
            .folder
            .read(path)
            .map_err(|error| file_problem(Some(at), &self.folder.shown(path), &error))?;
        self.total_bytes += text.len() as u64;
        if self.total_bytes > MAX_TOTAL_BYTES {
            return Err(too_much(Some(at)));
        }
        let file = self.sources.add(self.folder.shown(path), text.as_str());
        inventory::parse(&text, file, &self.sources)
    }
}

/// What a variant does not inherit: what is expected, and of what.
const GATES: [&str; 4] = ["expect", "calls", "sessions", "delegations"];

/// Each variant over the next one, the last being the base.
fn laid_over(mut variants: Vec<Node>) -> Option<Node> {
    let base = variants.pop()?;
    // A variant states its own gates.
    let base = if variants.is_empty() {
        base
    } else {
        without(base, &GATES)
    };
    let last = variants.len();
    Some(
        variants
            .into_iter()
            .rev()
            .enumerate()
            .fold(base, |base, (place, variant)| {
                let is_opened = place + 1 == last;
                merge::merge(base, if is_opened { variant } else { without(variant, &GATES) })
            }),
    )
}

/// A path as the file that names it means it.
fn beside(file: &Path, named: &str) -> PathBuf {
    let joined = file.parent().unwrap_or(Path::new("")).join(named);
    // `./a` and `b/../a` are `a`: a chain must see that it has been there.
    let mut plain = PathBuf::new();
    for part in joined.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// `inventory` is meant from the file that names it; the merged tree means it from the opened one.
fn rebase_inventories(mut node: Node, folder: &Path) -> Node {
    if folder.as_os_str().is_empty() {
        return node;
    }
    let Value::Mapping(entries) = &mut node.value else {
        return node;
    };
    for entry in entries
        .iter_mut()
        .filter(|entry| entry.key == "servers" || entry.key == "devices")
    {
        let Value::Mapping(sources) = &mut entry.node.value else {
            continue;
        };
        for source in sources {
            let Value::Mapping(keys) = &mut source.node.value else {
                continue;
            };
            for key in keys.iter_mut().filter(|key| key.key == "inventory") {
                if let Value::String(path) = &mut key.node.value
                    && Path::new(path.as_str()).is_relative()
                {
                    *path = folder.join(&*path).to_string_lossy().into_owned();
                }
            }
        }
    }
    node
}

fn without(mut node: Node, keys: &[&str]) -> Node {
    if let Value::Mapping(entries) = &mut node.value {
        entries.retain(|entry| !keys.contains(&entry.key.as_str()));
    }
    node
}

pub(super) fn file_problem(at: Option<At>, path: &Path, error: &ReadError) -> Problem {
    let mut problem = Problem::nowhere(error.code(), format!("cannot read `{}`: {error}", path.display()));
    problem.at = at;
    problem.with_help(error.help())
}

fn too_much(at: Option<At>) -> Problem {
    let mut problem = Problem::nowhere(
        "too-much-text",
        format!(
            "the scenario and its files hold more than {} MiB",
            MAX_TOTAL_BYTES >> 20
        ),
    );
    problem.at = at;
    problem.with_help("leave out inventories that the scenario does not need")
}
