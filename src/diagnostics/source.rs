//! The texts that were read, and places in them. No file is opened here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which of the [`Sources`] a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A place in a file. Lines and columns count from 1, columns in characters; line 0 means the file as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// The file.
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl At {
    /// The file as a whole, with no line to point at.
    pub fn whole(file: FileId) -> Self {
        Self {
            file,
            line: 0,
            column: 0,
        }
    }
}

/// One text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path as a person would write it.
    pub path: PathBuf,
    /// The whole text.
    pub text: Arc<str>,
}

/// Every text that one load has read, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a text and gives its identity.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile {
            path: path.into(),
            text: text.into(),
        });
        id
    }

    /// The file of an identity.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The path of an identity.
    pub fn path(&self, id: FileId) -> &Path {
        self.get(id).map_or(Path::new("?"), |file| &file.path)
    }

    /// All files, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// `path:line:column`.
    pub fn place(&self, at: At) -> String {
        let path = self.path(at.file).display();
        if at.line == 0 {
            path.to_string()
        } else {
            format!("{path}:{}:{}", at.line, at.column)
        }
    }

    /// Reads off places in a text from its start on.
    pub fn places_in(&self, file: FileId) -> Cursor<'_> {
        Cursor {
            text: self.get(file).map_or("", |file| &file.text),
            file,
            byte: 0,
            line: 1,
            line_start: 0,
        }
    }
}

/// Turns byte offsets into lines and columns. Offsets come in rising order, so that a long text is walked once.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    file: FileId,
    byte: usize,
    line: u32,
    line_start: usize,
}

impl Cursor<'_> {
    /// The place of a byte offset; one before the last asked for counts as that one.
    pub fn at(&mut self, byte: usize) -> At {
        let passed = self.text.get(self.byte..byte).unwrap_or("");
        for (place, _) in passed.match_indices('\n') {
            self.line = self.line.saturating_add(1);
            self.line_start = self.byte + place + 1;
        }
        self.byte += passed.len();
        let column = self
            .text
            .get(self.line_start..self.byte)
            .map_or(0, |line| line.chars().count());
        At {
            file: self.file,
            line: self.line,
            column: u32::try_from(column + 1).unwrap_or(u32::MAX),
        }
    }
}
