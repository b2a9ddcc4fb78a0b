//! Saving: a what-if as a variant, or written into the opened file with its comments and order kept.
//!
//! New files are written with `serde_yaml`; an opened file is edited in place with yaml-edit, a lossless tree, because
//! writing it anew would lose what people wrote beside the values. Before anything is replaced, the text that is about to
//! be written is loaded again and must mean exactly what is on screen.

use super::load::{Failed, load, load_text};
use super::origin::Origin;
use super::shipped::SHIPPED_PREFIX;
use super::{Edit, Scenario};
use crate::diagnostics::{At, FileId};
use serde_json::{Map, Value};
use std::io::Write as _;
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;

/// Why nothing was saved. The file on disk is as it was.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The opened text is no mapping that could be edited.
    #[error("the file cannot be edited in place: {0}; save a variant instead")]
    NotEditable(String),
    /// What was once cannot be written to, and a variant extends a file that is there.
    #[error(
        "{0} is a file as it once was: it cannot be written to, and no variant can extend it; open the file itself"
    )]
    AtRevision(String),
    /// The text that would be written does not load.
    #[error("the text to be saved does not load again ({0}); nothing was written")]
    DoesNotLoad(String),
    /// The text that would be written means something else.
    #[error("the text to be saved would not mean what is on screen; nothing was written; save a variant instead")]
    MeansSomethingElse,
    /// The file is not the one that was read.
    #[error("the file has changed on disk since it was read; reload it first, your changes can be kept")]
    ChangedOnDisk,
    /// The place for the variant cannot reach the file that it extends.
    #[error("a variant lies beside the file that it extends or above it; choose a name in {0}")]
    NotBeside(String),
    /// The variant would replace the file that it extends.
    #[error("a variant needs a name of its own: it extends {0}")]
    SameName(String),
    /// A file that somebody may want is in the way.
    #[error("there is a file {0} already; choose another name")]
    Exists(String),
    /// The disk refused.
    #[error("cannot use {path}: {error}", path = .path.display())]
    Disk {
        /// The target.
        path: std::path::PathBuf,
        /// The system's words.
        #[source]
        error: std::io::Error,
    },
}

/// Writes some edits into the opened file, whose text was `text` when it was read, so that it means `now`.
pub fn save_in_place(origin: &Origin, text: &str, edits: &[Edit], now: &Scenario) -> Result<(), SaveError> {
    let path = match origin {
        Origin::Disk(path) => path,
        Origin::Shipped(name) => return Err(SaveError::NotEditable(format!("{name} is part of the program"))),
        Origin::Revision { .. } => return Err(SaveError::AtRevision(origin.shown())),
    };
    let on_disk = std::fs::read_to_string(path).map_err(disk(path))?;
    if on_disk != text {
        return Err(SaveError::ChangedOnDisk);
    }
    let text = in_place_text(origin, text, edits, now)?;
    write_atomically(path, text)
}

/// Writes a variant of `base` that holds only some edits and means `now`. A variant of a shipped scenario needs the
/// shipped files beside it: those that are missing are written there.
pub fn save_variant(path: &Path, base: &Origin, name: &str, edits: &[Edit], now: &Scenario) -> Result<(), SaveError> {
    let folder = parent(path);
    let folder = folder.canonicalize().map_err(disk(folder))?;
    if path.file_name().is_some_and(|name| *name == *base.file_name()) {
        return Err(SaveError::SameName(base.file_name()));
    }
    if path.exists() {
        return Err(SaveError::Exists(path.display().to_string()));
    }
    let base = match base {
        Origin::Disk(base) => {
            let base = base.canonicalize().map_err(disk(base))?;
            let beside = base
                .strip_prefix(&folder)
                .map_err(|_not_a_prefix| SaveError::NotBeside(parent(&base).display().to_string()))?;
            beside.display().to_string()
        }
        Origin::Shipped(name) => {
            export_shipped(&folder, name)?;
            name.clone()
        }
        Origin::Revision { .. } => return Err(SaveError::AtRevision(base.shown())),
    };
    // The notes of the base speak of the base.
    let changes: Vec<String> = edits.iter().map(|edit| edit.label(now)).collect();
    let notes = format!("What-if over {base}. {}.", changes.join(". "));
    let text = variant_text(&base, name, &notes, edits)?;
    check_means(&Origin::Disk(path.to_owned()), &text, now, without_texts_and_gates)?;
    write_atomically(path, text)
}

fn export_shipped(folder: &Path, name: &str) -> Result<(), SaveError> {
    let loaded =
        load(&Origin::Shipped(name.to_owned()), &[]).map_err(|failed| SaveError::DoesNotLoad(first_line(&failed)))?;
    for file in loaded.sources.iter() {
        let shown = file.path.to_string_lossy();
        let Some(relative) = shown.strip_prefix(SHIPPED_PREFIX) else {
            continue;
        };
        let target = folder.join(relative);
        if !target.exists() {
            std::fs::create_dir_all(parent(&target)).map_err(disk(parent(&target)))?;
            write_atomically(&target, &*file.text)?;
        }
    }
    Ok(())
}

/// The folder of a path as the system understands it: a bare name stands in the working folder.
fn parent(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn disk(path: &Path) -> impl Fn(std::io::Error) -> SaveError {
    move |error| SaveError::Disk {
        path: path.to_owned(),
        error,
    }
}

/// The text of a variant of `base` (a path as the variant's `extends` writes it) that holds only some edits.
pub fn variant_text(base: &str, name: &str, notes: &str, edits: &[Edit]) -> Result<String, SaveError> {
    let mut settings = Value::Object(Map::new());
    for edit in edits {
        set_json(&mut settings, &edit.keys(), edit.value());
    }
    let mut text = String::new();
    // A sorted map would lose the order of the head, so it is written key by key.
    let head = [
        ("format", super::read::FORMAT),
        ("name", name),
        ("notes", notes),
        ("extends", base),
    ];
    for (key, value) in head.into_iter().filter(|(_, value)| !value.is_empty()) {
        let line: Map<String, Value> = std::iter::once((key.to_owned(), value.into())).collect();
        text.push_str(&yaml(&Value::Object(line))?);
    }
    if settings.as_object().is_some_and(|settings| !settings.is_empty()) {
        text.push('\n');
        text.push_str(&yaml(&settings)?);
    }
    Ok(text)
}

fn yaml(value: &Value) -> Result<String, SaveError> {
    serde_yaml::to_string(value).map_err(|error| SaveError::NotEditable(error.to_string()))
}

fn set_json(target: &mut Value, keys: &[String], value: Value) {
    let [key, rest @ ..] = keys else {
        *target = value;
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    if let Value::Object(map) = target {
        set_json(map.entry(key.clone()).or_insert(Value::Null), rest, value);
    }
}

/// A text with some values written into it, each by its keys, and all else left as it stands. Whether the result loads is
/// for the caller to see.
pub fn text_with(text: &str, values: &[(Vec<String>, Value)]) -> Result<String, SaveError> {
    let file = yaml_edit::YamlFile::from_str(text).map_err(|error| SaveError::NotEditable(error.to_string()))?;
    let root = file
        .document()
        .and_then(|document| document.as_mapping())
        .ok_or_else(|| SaveError::NotEditable("it is not one mapping".to_owned()))?;
    for (keys, value) in values {
        set_in_place(&root, keys, value);
    }
    Ok(file.to_string())
}

/// The opened file's text with some edits written into it, checked to mean `now`.
pub fn in_place_text(origin: &Origin, text: &str, edits: &[Edit], now: &Scenario) -> Result<String, SaveError> {
    let values: Vec<(Vec<String>, Value)> = edits.iter().map(|edit| (edit.keys(), edit.value())).collect();
    let text = text_with(text, &values)?;
    check_means(origin, &text, now, without_places)?;
    Ok(text)
}

/// Loads a text as if it stood at `origin` and compares all of it with what is on screen: an edit that went wrong, or a
/// file beside it that is another by now, must not be found out later. `apart` takes out what may differ.
fn check_means(origin: &Origin, text: &str, now: &Scenario, apart: fn(&mut Scenario)) -> Result<(), SaveError> {
    let loaded = load_text(Some(origin), text, &[]).map_err(|failed| SaveError::DoesNotLoad(first_line(&failed)))?;
    let (mut found, mut now) = ((*loaded.scenario).clone(), now.clone());
    apart(&mut found);
    apart(&mut now);
    if found == now {
        Ok(())
    } else {
        Err(SaveError::MeansSomethingElse)
    }
}

/// Gates keep what they say; their lines may move.
fn without_places(scenario: &mut Scenario) {
    for gate in Arc::make_mut(&mut scenario.expect) {
        gate.at = At::whole(FileId(0));
    }
    let runs = Arc::make_mut(&mut scenario.runs);
    let places = runs.calls.iter_mut().map(|call| &mut call.at);
    let places = places.chain(runs.sessions.iter_mut().map(|session| &mut session.at));
    for at in places.chain(runs.delegations.iter_mut().map(|delegation| &mut delegation.at)) {
        *at = At::whole(FileId(0));
    }
}

/// A variant has a title and notes of its own and inherits no gates.
fn without_texts_and_gates(scenario: &mut Scenario) {
    scenario.name.clear();
    scenario.notes.clear();
    scenario.expect = Arc::default();
    scenario.runs = Arc::default();
}

fn first_line(failed: &Failed) -> String {
    failed
        .problems
        .iter()
        .find(|problem| problem.is_error())
        .map_or_else(String::new, |problem| problem.message.clone())
}

fn set_in_place(mapping: &yaml_edit::Mapping, keys: &[String], value: &Value) {
    let [key, rest @ ..] = keys else { return };
    if rest.is_empty() {
        mapping.set(key.as_str(), to_yaml(value));
    } else if let Some(nested) = mapping.get_mapping(key.as_str()) {
        set_in_place(&nested, rest, value);
    } else {
        let is_short_flag = rest.len() == 1
            && rest[0] == "enabled"
            && mapping.get(key.as_str()).is_some_and(|node| node.as_scalar().is_some());
        let mut nested = Value::Null;
        set_json(&mut nested, if is_short_flag { &[] } else { rest }, value.clone());
        mapping.set(key.as_str(), to_yaml(&nested));
    }
}

fn to_yaml(value: &Value) -> yaml_edit::YamlValue {
    use yaml_edit::{ScalarValue, YamlValue};
    match value {
        Value::Null => YamlValue::Scalar(ScalarValue::null()),
        Value::Bool(value) => YamlValue::from(*value),
        Value::Number(number) => match number.as_i64() {
            Some(number) => YamlValue::from(number),
            // As plain text it would come out in quotes.
            None => YamlValue::from(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => YamlValue::from(text.as_str()),
        Value::Array(items) => YamlValue::Sequence(items.iter().map(to_yaml).collect()),
        Value::Object(map) => {
            YamlValue::Mapping(map.iter().map(|(key, value)| (key.clone(), to_yaml(value))).collect())
        }
    }
}

/// Replaces a file at once: written beside it, synced, renamed. A crash or a full disk leaves the old file whole.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), SaveError> {
    // A link stays a link: what it points to is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let disk = disk(path);
    let folder = parent(&target);
    if !folder.is_dir() {
        let text = format!(
            "there is no folder {}; make it first, or name another",
            folder.display()
        );
        return Err(disk(std::io::Error::new(std::io::ErrorKind::NotFound, text)));
    }
    let mut file = tempfile::Builder::new()
        .prefix(".roster-")
        .suffix(".tmp")
        .tempfile_in(folder)
        // The system speaks of the file beside it that nobody named.
        .map_err(|error| {
            let text = format!(
                "{}; check the permissions of its folder and the room on the disk",
                error.kind()
            );
            disk(std::io::Error::new(error.kind(), text))
        })?;
    file.write_all(contents.as_ref()).map_err(&disk)?;
    if let Ok(metadata) = std::fs::metadata(&target) {
        if metadata.permissions().readonly() {
            return Err(disk(std::io::Error::from(std::io::ErrorKind::PermissionDenied)));
        }
        file.as_file().set_permissions(metadata.permissions()).map_err(&disk)?;
    } else {
        set_new_file_permissions(file.as_file()).map_err(&disk)?;
    }
    file.as_file().sync_all().map_err(&disk)?;
    file.persist(&target).map_err(|error| disk(error.error))?;
    Ok(())
}

/// A temporary file is private; a scenario is made to be shared.
#[cfg(unix)]
fn set_new_file_permissions(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_new_file_permissions(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
