//! Where an opened scenario lies: on disk, in the program, or at a revision of a git repository.

use super::folder::{DiskFolder, Folder, ReadError};
use super::revision::RevisionFolder;
use super::shipped::{SHIPPED_PREFIX, Shipped};
use std::path::{Path, PathBuf};

/// Where an opened scenario lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A file.
    Disk(PathBuf),
    /// One that the program carries, by name.
    Shipped(String),
    /// A file as it was at a revision of its git repository.
    Revision {
        /// What names the revision: `main`, `HEAD~1`, a tag, a hash.
        revision: String,
        /// As on disk, where it need not be any more.
        path: PathBuf,
    },
}

impl Origin {
    /// Reads what a person types: a path, `shipped:NAME`, or `REV:FILE`, parted at the first colon.
    ///
    /// A colon may also stand in a path. The text is one if there is a file of that name, if it starts as only a path does
    /// (`/`, `.`), if a drive letter stands before the colon, and if nothing does.
    pub fn parse(text: &str) -> Self {
        if let Some(name) = text.strip_prefix(SHIPPED_PREFIX) {
            return Self::Shipped(name.to_owned());
        }
        match text.split_once(':') {
            Some((revision, path)) if !is_path(text, revision, path) => Self::Revision {
                revision: revision.to_owned(),
                path: PathBuf::from(path),
            },
            _ => Self::Disk(PathBuf::from(text)),
        }
    }

    /// As a person would type it.
    pub fn shown(&self) -> String {
        match self {
            Self::Disk(path) => path.display().to_string(),
            Self::Shipped(name) => format!("{SHIPPED_PREFIX}{name}"),
            Self::Revision { revision, path } => format!("{revision}:{}", path.display()),
        }
    }

    /// The last part of it.
    pub fn file_name(&self) -> String {
        match self {
            Self::Disk(path) | Self::Revision { path, .. } => path
                .file_name()
                .unwrap_or(path.as_os_str())
                .to_string_lossy()
                .into_owned(),
            Self::Shipped(name) => name.clone(),
        }
    }

    pub(super) fn folder(&self) -> Result<Box<dyn Folder>, ReadError> {
        Ok(match self {
            Self::Disk(path) => Box::new(DiskFolder::of(path)?),
            Self::Shipped(_) => Box::new(Shipped),
            Self::Revision { revision, path } => Box::new(RevisionFolder::of(revision, path)?),
        })
    }
}

/// Whether a text with a colon in it is a path all the same.
fn is_path(text: &str, before: &str, behind: &str) -> bool {
    let is_drive = matches!(before.as_bytes(), [letter] if letter.is_ascii_alphabetic())
        && (behind.starts_with('\\') || (cfg!(windows) && behind.starts_with('/')));
    before.is_empty() || text.starts_with(['/', '.']) || is_drive || Path::new(text).exists()
}

#[cfg(test)]
mod tests {
    use super::Origin;
    use std::path::PathBuf;

    #[test]
    fn a_colon_parts_a_revision_from_a_path() {
        let check = |text: &str, revision: &str, path: &str| {
            let expected = Origin::Revision {
                revision: revision.to_owned(),
                path: PathBuf::from(path),
            };
            assert_eq!(Origin::parse(text), expected);
            assert_eq!(expected.shown(), text);
        };
        check("main:scenarios/production.yaml", "main", "scenarios/production.yaml");
        check("HEAD~1:a.yaml", "HEAD~1", "a.yaml");
        check("feature/x:../a.yaml", "feature/x", "../a.yaml");
        check("v1:/srv/a:b.yaml", "v1", "/srv/a:b.yaml");
        check("-x:a.yaml", "-x", "a.yaml");
        check("a:b.yaml", "a", "b.yaml");
        assert_eq!(
            Origin::parse("main:scenarios/production.yaml").file_name(),
            "production.yaml"
        );
        assert_eq!(
            Origin::parse("shipped:a:b.yaml"),
            Origin::Shipped("a:b.yaml".to_owned())
        );
    }

    #[test]
    fn what_only_a_path_can_be_is_one() {
        for path in [
            "a.yaml",
            ":a.yaml",
            "./main:a.yaml",
            "../main:a.yaml",
            "/srv/main:a.yaml",
            r"C:\a.yaml",
            "",
        ] {
            assert_eq!(Origin::parse(path), Origin::Disk(PathBuf::from(path)));
        }
    }
}
