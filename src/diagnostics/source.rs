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

    /// Line and column of a byte offset in a text.
    pub fn at_byte(&self, file: FileId, byte: usize) -> At {
        let text = self.get(file).map_or("", |file| &file.text);
        let before = text.get(..byte).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        At {
            file,
            line: clamp(line),
            column: clamp(column),
        }
    }
}
