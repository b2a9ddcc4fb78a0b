//! Documents that are no scenarios, read as scenarios are: key by key, with every problem told at its place.

use super::Failed;
use super::load::file_problem;
use super::read::NoFiles;
use super::{Origin, Places};
use crate::diagnostics::{At, Problem, Sources};
use std::path::{Path, PathBuf};

pub(crate) use super::read::{Reader as FormReader, Section as FormSection};
pub(crate) use super::tree::Node;

/// Reads a document. Every problem that was found is in the failure, warnings none the less.
pub(crate) fn read_form<T>(
    path: &Path,
    text: &str,
    read: impl FnOnce(&Node, &mut FormReader<'_>) -> Option<T>,
) -> Result<T, Failed> {
    let mut sources = Sources::default();
    let file = sources.add(path, text);
    let (root, problems) = match super::tree::parse(text, file) {
        Ok(parsed) => parsed,
        Err(problem) => return Err(failed(vec![problem], sources)),
    };
    let mut reader = FormReader {
        problems,
        files: &mut NoFiles,
        places: Places::default(),
        asked: None,
    };
    match read(&root, &mut reader) {
        Some(value) if reader.problems.is_empty() => Ok(value),
        _ => Err(failed(reader.problems, sources)),
    }
}

/// Reads the text of a file on disk, with the limits that hold for scenarios.
pub fn read_file(path: &Path) -> Result<String, Failed> {
    let origin = Origin::Disk(PathBuf::from(path));
    let text = origin
        .folder()
        .and_then(|folder| folder.read(Path::new(&origin.file_name())));
    text.map_err(|error| failed(vec![file_problem(None, path, &error)], Sources::default()))
}

fn failed(problems: Vec<Problem>, sources: Sources) -> Failed {
    Failed {
        problems,
        sources,
        files: Vec::new(),
    }
}

/// Checks that `format` is the one that is read here.
pub(crate) fn format(section: &mut FormSection<'_>, wanted: &str, at: At, reader: &mut FormReader<'_>) {
    let help = format!("write `format: {wanted}`");
    match section.get("format") {
        None => reader.error("format-missing", at, "`format` is missing", help),
        Some(node) => {
            if let Some(text) = super::read::text_of(node, "format", reader)
                && text != wanted
            {
                let message = format!("`{text}` is not the format that is read here");
                reader.error("format-unknown", node.at, message, help);
            }
        }
    }
}
