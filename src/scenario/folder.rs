//! Where a scenario's files come from: a folder on disk, one at a revision, the shipped ones, or nowhere.
//!
//! A scenario comes from somebody else: it can name files only inside the folder of the *opened* file, after resolving
//! links, with no absolute path and no `..` out of it; only regular files are opened, and none above the size limit.

use super::limits::MAX_FILE_BYTES;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

/// A folder that a scenario may read from. Paths are relative to it.
pub trait Folder {
    /// Reads a text file.
    fn read(&self, relative: &Path) -> Result<String, ReadError>;

    /// The path as a person would write it.
    fn shown(&self, relative: &Path) -> PathBuf;

    /// The path on disk, for watching; `None` where there is no disk.
    fn on_disk(&self, relative: &Path) -> Option<PathBuf>;
}

/// Why a file could not be read, as a sentence without the path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is not there.
    #[error("there is no such file")]
    Missing,
    /// It lies outside the folder of the opened scenario.
    #[error("the path leads out of the folder of the opened scenario")]
    Outside,
    /// A folder, a device, a pipe.
    #[error("this is not a regular file")]
    NotAFile,
    /// Above the limit.
    #[error("the file is larger than {} MiB", MAX_FILE_BYTES >> 20)]
    TooLarge,
    /// Bytes that are no text.
    #[error("line {line} is not valid UTF-8")]
    NotUtf8 {
        /// The first line that is not.
        line: usize,
    },
    /// The system's own words.
    #[error("{0}")]
    Io(String),
    /// What reads revisions is not there.
    #[error("a revision is read with git, which is not installed")]
    NoGit,
    /// The file lies where git knows nothing.
    #[error("it lies in no git repository")]
    NoRepository,
    /// What was named is no commit.
    #[error("`{0}` is no revision of the repository")]
    NoRevision(String),
    /// It is not there at that revision.
    #[error("there is no such file at that revision")]
    NotAtRevision,
    /// Git's own words.
    #[error("git cannot read it: {0}")]
    Git(String),
}

impl ReadError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing | Self::NotAtRevision => "file-missing",
            Self::Outside => "file-outside",
            Self::NotAFile => "not-a-file",
            Self::TooLarge => "file-too-large",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::Io(_) => "file-unreadable",
            Self::NoGit => "git-missing",
            Self::NoRepository => "git-repository",
            Self::NoRevision(_) => "git-revision",
            Self::Git(_) => "git-failed",
        }
    }

    /// What to do next.
    pub(super) fn help(&self) -> &'static str {
        match self {
            Self::Outside => "a scenario names only files beside or below itself; copy the file there",
            Self::TooLarge => "leave out what the scenario does not need",
            Self::NotUtf8 { .. } => "save it as UTF-8",
            Self::NotAFile => "name a file: a folder, a device or standard input is not read",
            Self::Missing | Self::Io(_) => "check the path and its permissions",
            Self::NoGit => "install git, or name a file on disk",
            Self::NoRepository => {
                "name a file inside a clone; a file whose own name holds a colon is named with `./` before it"
            }
            Self::NoRevision(_) => {
                "name a branch, a tag or a commit that this clone has; a shallow clone has few, and `git fetch \
                 --unshallow` brings the rest"
            }
            Self::NotAtRevision => {
                "the path is meant from the working folder, as on disk; `git ls-tree -r --name-only REV` lists what a \
                 revision has"
            }
            Self::Git(_) => "try `git show REV:./FILE` in the folder of the file",
        }
    }
}

impl From<std::io::Error> for ReadError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Io(error.to_string()),
        }
    }
}

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct DiskFolder {
    /// As the person named it, for messages.
    shown: PathBuf,
    /// With links resolved, for the check.
    resolved: PathBuf,
}

impl DiskFolder {
    /// The folder of a file.
    pub fn of(file: &Path) -> Result<Self, ReadError> {
        let shown = file.parent().unwrap_or(Path::new("")).to_owned();
        let real = if shown.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &shown
        };
        Ok(Self {
            resolved: real.canonicalize()?,
            shown,
        })
    }
}

impl Folder for DiskFolder {
    fn read(&self, relative: &Path) -> Result<String, ReadError> {
        if !is_inside(relative) {
            return Err(ReadError::Outside);
        }
        let path = self.resolved.join(relative).canonicalize()?;
        if !path.starts_with(&self.resolved) {
            return Err(ReadError::Outside);
        }
        // Opening a pipe would wait for its writer: look before opening.
        let metadata = std::fs::metadata(&path)?;
        if !metadata.is_file() {
            return Err(ReadError::NotAFile);
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(ReadError::TooLarge);
        }
        let mut bytes = Vec::new();
        std::fs::File::open(&path)?
            .take(MAX_FILE_BYTES + 1)
            .read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(ReadError::TooLarge);
        }
        utf8(bytes)
    }

    fn shown(&self, relative: &Path) -> PathBuf {
        self.shown.join(relative)
    }

    fn on_disk(&self, relative: &Path) -> Option<PathBuf> {
        Some(self.resolved.join(relative))
    }
}

/// No files at all: for a text that stands alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoFolder;

impl Folder for NoFolder {
    fn read(&self, _: &Path) -> Result<String, ReadError> {
        Err(ReadError::Missing)
    }

    fn shown(&self, relative: &Path) -> PathBuf {
        relative.to_owned()
    }

    fn on_disk(&self, _: &Path) -> Option<PathBuf> {
        None
    }
}

/// A folder in which some files have other texts, or are there although they are not.
pub(super) struct Overlaid<'a> {
    pub folder: &'a dyn Folder,
    /// By path in the folder.
    pub texts: &'a BTreeMap<PathBuf, String>,
}

impl Folder for Overlaid<'_> {
    fn read(&self, relative: &Path) -> Result<String, ReadError> {
        match self.texts.get(relative) {
            Some(text) if is_inside(relative) => Ok(text.clone()),
            _ => self.folder.read(relative),
        }
    }

    fn shown(&self, relative: &Path) -> PathBuf {
        self.folder.shown(relative)
    }

    fn on_disk(&self, relative: &Path) -> Option<PathBuf> {
        self.folder.on_disk(relative)
    }
}

/// Bytes as text, or the first line that is none.
#[expect(
    clippy::naive_bytecount,
    reason = "once, after something went wrong: not worth a crate"
)]
pub(super) fn utf8(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ReadError::NotUtf8 {
            line: good.iter().filter(|&&byte| byte == b'\n').count() + 1,
        }
    })
}

/// Whether a path stays where it starts, links aside.
pub(super) fn is_inside(path: &Path) -> bool {
    !is_absolute(path) && !climbs_out(path)
}

fn is_absolute(path: &Path) -> bool {
    path.is_absolute()
        || path
            .components()
            .any(|part| matches!(part, Component::Prefix(_) | Component::RootDir))
}

/// Whether a relative path climbs out of where it starts.
fn climbs_out(path: &Path) -> bool {
    let mut depth = 0_i64;
    path.components().any(|part| {
        match part {
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            _ => {}
        }
        depth < 0
    })
}
