//! Published accuracy against the number of tools: raw points, a file a publication.

use super::Mark;
use crate::scenario::{Decimal, Failed, FormReader, FormSection, Node, format, read_form};
use include_dir::{Dir, include_dir};
use std::path::Path;
use std::sync::LazyLock;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/accuracy");

/// The format of a publication.
pub const ACCURACY_FORMAT: &str = "roster-accuracy/1";

/// What the points are called.
pub const TITLE: &str = "Published accuracy";

/// What stands beside them, always.
pub const CAPTION: &str = "Other people's tasks and models; not a prediction for yours.";

/// One publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Its identity.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// Where it stands: addresses.
    pub sources: Vec<String>,
    /// The day, month or year of which it speaks.
    pub as_of: String,
    /// How well it is known.
    pub mark: Mark,
    /// What was measured.
    pub notes: String,
    /// Its points, as printed.
    pub points: Vec<PublishedPoint>,
}

/// One printed figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedPoint {
    /// Tools that there were.
    pub tools: u64,
    /// Tasks that came out right, of 100.
    pub percent: Decimal,
    /// Of which model, and how.
    pub of: String,
}

/// What the program carries, by id.
pub fn published_accuracy() -> Result<Vec<Publication>, Failed> {
    let is_data = |path: &Path| path.extension().is_some_and(|extension| extension == "yaml");
    let mut all = Vec::new();
    for file in FILES.files().filter(|file| is_data(file.path())) {
        let path = Path::new("accuracy").join(file.path());
        all.push(accuracy(&path, file.contents_utf8().unwrap_or_default())?);
    }
    all.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(all)
}

/// The same, read once. What the program carries can be read: a test reads all of it.
pub fn known_accuracy() -> &'static [Publication] {
    static KNOWN: LazyLock<Vec<Publication>> = LazyLock::new(|| published_accuracy().unwrap_or_default());
    &KNOWN
}

/// Reads one publication.
pub fn accuracy(path: &Path, text: &str) -> Result<Publication, Failed> {
    read_form(path, text, read)
}

fn read(root: &Node, reader: &mut FormReader<'_>) -> Option<Publication> {
    let mut section = FormSection::open(root, "accuracy", "a publication", reader)?;
    format(&mut section, ACCURACY_FORMAT, root.at, reader);
    let mut needed = |key: &'static str, reader: &mut FormReader<'_>| {
        let value = section.text(key, reader);
        if value.is_none() {
            let help = format!("write `{key}: …`; every publication says it");
            reader.error("key-missing", root.at, format!("`{key}` is missing"), help);
        }
        value.unwrap_or_default()
    };
    let (id, title) = (needed("id", reader), needed("title", reader));
    let (as_of, notes) = (needed("as_of", reader), needed("notes", reader));
    let sources = section.texts("sources", reader).unwrap_or_default();
    let mark = section.one_of("mark", reader, &Mark::ALL, Mark::id);
    let points = section.list("points", reader, |_, node, reader| point(node, reader));
    if sources.is_empty() || mark.is_none() || points.is_empty() {
        let help = "say where it stands, how well it is known, and at least one figure";
        reader.error("key-missing", root.at, "`sources`, `mark` or `points` is missing", help);
    }
    section.finish(reader);
    Some(Publication {
        id,
        title,
        sources,
        as_of,
        mark: mark.unwrap_or(Mark::Unconfirmed),
        notes,
        points,
    })
}

fn point(node: &Node, reader: &mut FormReader<'_>) -> Option<PublishedPoint> {
    let mut section = FormSection::open(node, "accuracy_point", "a point", reader)?;
    let percent = Decimal::default()..=Decimal::whole(100);
    let (tools, of) = (section.number("tools", reader), section.text("of", reader));
    let percent = section.decimal("percent", percent, reader);
    section.finish(reader);
    let (Some(tools), Some(of), Some(percent)) = (tools, of, percent) else {
        let help = "write `{ tools: 25, percent: 86.7, of: the model }`";
        reader.error("key-missing", node.at, "a point says `tools`, `percent` and `of`", help);
        return None;
    };
    Some(PublishedPoint { tools, percent, of })
}

#[cfg(test)]
mod tests {
    use super::{accuracy, published_accuracy};
    use std::path::Path;

    #[test]
    fn every_publication_reads_and_names_its_source() {
        let all = published_accuracy().expect("what the program carries can be read");
        let points: usize = all.iter().map(|publication| publication.points.len()).sum();
        assert_eq!((all.len(), points), (3, 9));
        for publication in &all {
            assert!(publication.sources.iter().all(|source| source.starts_with("https://")));
            assert!(!publication.notes.is_empty() && !publication.as_of.is_empty());
        }
    }

    #[test]
    fn a_point_without_a_number_of_tools_is_refused() {
        let text = "format: roster-accuracy/1\nid: a\ntitle: A\nsources: [b]\nas_of: c\nmark: primary\nnotes: d\npoints:\n  - { percent: 90, of: e }\n";
        let failed = accuracy(Path::new("a.yaml"), text).expect_err("it has no number of tools");
        assert_eq!(failed.problems[0].at.map(|at| at.line), Some(9));
    }
}
