//! Reading the sources of an import from disk.

use super::ImportError;
use crate::diagnostics::{At, FileId, Problem, Sources};
use crate::inventory::source::{Content, read};
use crate::scenario::MAX_FILE_BYTES;
use std::io::Read;
use std::path::{Path, PathBuf};

/// One source, read.
#[derive(Clone, Debug)]
pub struct Source {
    /// As the person named it.
    pub shown: String,
    /// Its path, unless it came over standard input or from a server.
    pub path: Option<PathBuf>,
    /// What is in it.
    pub content: Content,
}

impl Source {
    /// Its name without the folders.
    pub fn file_name(&self) -> String {
        let name = self.path.as_ref().and_then(|path| path.file_name());
        name.map_or_else(|| self.shown.clone(), |name| name.to_string_lossy().into_owned())
    }
}

/// Reads sources: files, or standard input as `-`. All problems are told at once.
///
/// A person names them, so they may lie anywhere and be pipes; none may be larger than an inventory may be.
pub fn gather(paths: &[PathBuf], input: &mut dyn Read) -> Result<Vec<Source>, ImportError> {
    let mut sources = Sources::default();
    let mut problems = Vec::new();
    let mut found = Vec::new();
    for path in paths {
        let is_input = path.as_os_str() == "-";
        let shown = if is_input {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        let text = if is_input { bounded(input) } else { text_of(path) };
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                let help = "check the path and its permissions";
                problems.push(
                    Problem::nowhere("import-unreadable", format!("cannot read `{shown}`: {error}")).with_help(help),
                );
                continue;
            }
        };
        let file = sources.add(&shown, text.as_str());
        match read(&text) {
            Ok(content) => found.push(Source {
                shown,
                path: (!is_input).then(|| path.clone()),
                content,
            }),
            Err(error) => problems.push(problem(file, &error)),
        }
    }
    if problems.is_empty() {
        return Ok(found);
    }
    Err(ImportError::Problems {
        whose: "nothing was imported",
        problems,
        sources,
    })
}

fn problem(file: FileId, error: &crate::inventory::client_config::Unreadable) -> Problem {
    let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let at = error.place.map_or_else(
        || At::whole(file),
        |(line, column)| At {
            file,
            line: clamp(line),
            column: clamp(column),
        },
    );
    let (message, help) = error.message.split_once("; ").unwrap_or((&error.message, ""));
    let problem = Problem::error("import-shape", at, message);
    if help.is_empty() {
        problem.with_help("mend it there: a source is read whole or not at all")
    } else {
        problem.with_help(help)
    }
}

fn text_of(path: &Path) -> Result<String, String> {
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if metadata.is_dir() {
        return Err("this is a folder; name the files in it".to_owned());
    }
    let mut file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    bounded(&mut file)
}

fn bounded(input: &mut dyn Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    input
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_FILE_BYTES >> 20));
    }
    // Windows shells write listings as UTF-16.
    if bytes.starts_with(&[0xff, 0xfe]) {
        let units: Vec<u16> = bytes[2..]
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        return String::from_utf16(&units).map_err(|error| error.to_string());
    }
    String::from_utf8(bytes).map_err(|error| format!("it is no UTF-8 ({})", error.utf8_error()))
}
