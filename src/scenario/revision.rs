//! A folder as it was at a revision: `REV:FILE`, read with the person's own `git`.
//!
//! This is the one place of the room that starts a program, and only a person can make it: an argument or a typed path of
//! this form does, nothing that stands in a scenario. What git is asked is a fixed list of questions; a revision and paths
//! are arguments of their own, never part of a shell's line. It reads objects and nothing else: no pager, no filter, no
//! textconv, no hook, no network, also where objects are missing. The revision is looked up once; all that the scenario
//! names comes from that commit and from inside the folder of the opened file. Links are not followed: at a revision they
//! are no files.

use super::folder::{Folder, ReadError, is_inside, utf8};
use super::limits::MAX_FILE_BYTES;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

/// Variables that would point git at another repository than the one in which the file lies (hooks set them), or give
/// paths another meaning.
const IGNORED: [&str; 11] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
];

const SETTINGS: [(&str, &str); 6] = [
    ("GIT_NO_LAZY_FETCH", "1"),
    // What versions before 2.45 understand instead.
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    // Its words are looked at.
    ("LC_ALL", "C"),
];

/// The folder of a file at a commit.
#[derive(Clone, Debug)]
pub(super) struct RevisionFolder {
    /// As the person named it, for messages.
    shown: String,
    /// An existing folder in the repository, to start git in.
    start: PathBuf,
    /// The commit's hash.
    commit: OsString,
    /// The folder as the repository names it.
    prefix: PathBuf,
}

impl RevisionFolder {
    /// The folder of a file at what a revision means now.
    pub(super) fn of(revision: &str, file: &Path) -> Result<Self, ReadError> {
        // Git would take it for an option.
        if revision.is_empty() || revision.starts_with('-') {
            return Err(ReadError::NoRevision(revision.to_owned()));
        }
        let folder = file.parent().unwrap_or(Path::new(""));
        // The revision may have folders that are gone since.
        let there = folder.ancestors().find(|above| above.is_dir()).unwrap_or(Path::new(""));
        let gone = folder.strip_prefix(there).unwrap_or(Path::new(""));
        let start = if there.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            there.to_owned()
        };
        let prefix = git(&start, [OsStr::new("rev-parse"), OsStr::new("--show-prefix")])?;
        let prefix = plain(&path_of(line(prefix)?).join(gone)).ok_or(ReadError::NotAtRevision)?;
        let wanted = format!("{revision}^{{commit}}");
        let question = ["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted];
        let commit = git(&start, question.map(OsStr::new)).and_then(line).ok();
        let commit = commit.and_then(|hash| String::from_utf8(hash).ok());
        let commit = commit.filter(|hash| hash.len() >= 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
        Ok(Self {
            shown: format!("{revision}:{}", folder.join("").display()),
            start,
            commit: commit.ok_or_else(|| ReadError::NoRevision(revision.to_owned()))?.into(),
            prefix,
        })
    }
}

impl Folder for RevisionFolder {
    fn read(&self, relative: &Path) -> Result<String, ReadError> {
        if !is_inside(relative) {
            return Err(ReadError::Outside);
        }
        let path = plain(&self.prefix.join(relative)).ok_or(ReadError::Outside)?;
        // A commit's own root has no entry to find.
        if path.as_os_str().is_empty() {
            return Err(ReadError::NotAFile);
        }
        let path = slashed(&path);
        let options = ["ls-tree", "-z", "--long", "--full-tree"].map(OsStr::new);
        let question = options.into_iter().chain([&*self.commit, OsStr::new("--"), &*path]);
        let answer = git(&self.start, question)?;
        let entry = Entry::parse(&answer)?.ok_or(ReadError::NotAtRevision)?;
        // Links and submodules have modes of their own.
        if !(entry.mode == "100644" || entry.mode == "100755") {
            return Err(ReadError::NotAFile);
        }
        let Ok(size) = entry.size.parse::<u64>() else {
            return Err(ReadError::Git(
                "the repository does not hold the file's content".to_owned(),
            ));
        };
        if size > MAX_FILE_BYTES {
            return Err(ReadError::TooLarge);
        }
        utf8(git(&self.start, ["cat-file", "blob", entry.hash].map(OsStr::new))?)
    }

    fn shown(&self, relative: &Path) -> PathBuf {
        PathBuf::from(format!("{}{}", self.shown, relative.display()))
    }

    /// What was does not change, so there is nothing to watch.
    fn on_disk(&self, _: &Path) -> Option<PathBuf> {
        None
    }
}

/// What a tree says of a path.
struct Entry<'a> {
    mode: &'a str,
    hash: &'a str,
    size: &'a str,
}

impl<'a> Entry<'a> {
    /// Reads the answer of `ls-tree --long`: mode, kind, hash and size, parted by spaces, then the path behind a tab.
    fn parse(answer: &'a [u8]) -> Result<Option<Self>, ReadError> {
        let head = answer.split(|&byte| byte == b'\t').next().unwrap_or_default();
        if head.is_empty() {
            return Ok(None);
        }
        let words: Vec<&str> = str::from_utf8(head).unwrap_or_default().split_whitespace().collect();
        match words.as_slice() {
            &[mode, _, hash, size] => Ok(Some(Self { mode, hash, size })),
            _ => Err(ReadError::Git("its answer cannot be read".to_owned())),
        }
    }
}

/// Asks git one question in a folder.
fn git<'a>(folder: &Path, question: impl IntoIterator<Item = &'a OsStr>) -> Result<Vec<u8>, ReadError> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder);
    command.args(["--no-pager", "-c", "core.fsmonitor=false"]);
    command.args(question).stdin(Stdio::null()).envs(SETTINGS);
    for name in IGNORED {
        command.env_remove(name);
    }
    let output = command.output().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => ReadError::NoGit,
        _ => ReadError::Git(error.to_string()),
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("not a git repository") {
        return Err(ReadError::NoRepository);
    }
    let fatal = said.lines().find_map(|line| line.strip_prefix("fatal: "));
    let words = fatal
        .or_else(|| said.lines().next())
        .unwrap_or("it fails without a word");
    Err(ReadError::Git(words.to_owned()))
}

/// An answer of one line. A folder's name may hold line breaks of its own.
fn line(mut answer: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    match answer.pop() {
        Some(b'\n') => Ok(answer),
        _ => Err(ReadError::Git("its answer cannot be read".to_owned())),
    }
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(bytes).into()
}

/// Where paths are no bytes, git speaks UTF-8.
#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(&*String::from_utf8_lossy(&bytes))
}

/// A path without `.` and `..`; `None` where it climbs out of where it starts, or starts anew.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => plain.push(part),
            Component::CurDir => {}
            Component::ParentDir if plain.pop() => {}
            _ => return None,
        }
    }
    Some(plain)
}

/// As git writes paths, on every system.
fn slashed(path: &Path) -> OsString {
    let parts: Vec<&OsStr> = path.iter().collect();
    parts.join(OsStr::new("/"))
}
