//! A report before it is written: sections of blocks, so that every format says the same things in the same order.
//!
//! All texts are as they came from files, neither escaped nor made visible: that is each renderer's, for its own format.

use crate::scenario::Lane;

/// A whole report.
#[derive(Clone, Debug)]
pub struct Document {
    /// The scenario's title.
    pub title: String,
    /// Where it lies, and what was laid over it.
    pub origin: String,
    /// What was laid over the file, as a person would type it.
    pub what_if: Vec<String>,
    /// The title and place of the baseline.
    pub against: Option<(String, String)>,
    /// What the plan comes to: the largest text.
    pub verdict: String,
    /// How it is meant.
    pub tone: Tone,
    /// Tools in each lane.
    pub counts: Vec<(Lane, u64)>,
    /// What binds, in a sentence or two.
    pub binding: String,
    /// The program that wrote it.
    pub version: String,
    /// All else, in order.
    pub sections: Vec<Section>,
}

/// How a statement is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// It is as it should be.
    Good,
    /// It deserves a look.
    Warning,
    /// It does not hold.
    Bad,
    /// A fact.
    Plain,
}

impl Tone {
    /// The class that a stylesheet colours.
    pub fn id(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Warning => "warn",
            Self::Bad => "bad",
            Self::Plain => "plain",
        }
    }
}

/// A chapter.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its anchor: lower case and hyphens.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it holds.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A statement, larger than a paragraph.
    Lead(Tone, String),
    /// A paragraph.
    Text(String),
    /// Said by the way.
    Aside(String),
    /// A heading inside the section.
    Heading(String),
    /// A lane's heading: how many tools, and a remark behind them.
    Lane(Lane, u64, &'static str),
    /// A table.
    Table(Table),
    /// A picture, with a table that says the same.
    Chart(Box<Chart>),
    /// A text word for word, line by line.
    Verbatim(Verbatim),
    /// Lines to type.
    Commands(Vec<String>),
}

/// A picture and its twin.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its caption.
    pub title: String,
    /// What it shows, in words.
    pub description: String,
    /// The whole `<svg>` element; everything in it is escaped already.
    pub svg: String,
    /// The same as figures.
    pub twin: Table,
}

/// A text word for word.
#[derive(Clone, Debug)]
pub struct Verbatim {
    /// Whose it is.
    pub title: String,
    /// Figures about it.
    pub remark: String,
    /// Whether it came from a server or device: then it has a border of its own.
    pub is_untrusted: bool,
    /// The text.
    pub text: String,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it lists.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, a cell a column.
    pub rows: Vec<Vec<Cell>>,
    /// How many of the last rows sum the others up.
    pub totals: usize,
    /// Whether it is folded at first where a format can.
    pub is_folded: bool,
}

impl Table {
    /// An open table without sums. A column that would stand empty is left out.
    pub fn new(caption: impl Into<String>, columns: &[Column], rows: Vec<Vec<Cell>>) -> Self {
        let is_used: Vec<bool> = (0..columns.len())
            .map(|place| {
                rows.iter()
                    .any(|row| row.get(place).is_some_and(|cell| *cell != Cell::Empty))
            })
            .collect();
        let keep = |place: &usize| is_used.get(*place).copied().unwrap_or(false);
        Self {
            caption: caption.into(),
            columns: (0..columns.len()).filter(keep).map(|place| columns[place]).collect(),
            rows: rows
                .into_iter()
                .map(|row| {
                    let cells = row.into_iter().enumerate();
                    cells.filter(|(place, _)| keep(place)).map(|(_, cell)| cell).collect()
                })
                .collect(),
            totals: 0,
            is_folded: false,
        }
    }

    /// With so many rows of sums at its end.
    #[must_use]
    pub fn with_totals(self, totals: usize) -> Self {
        Self { totals, ..self }
    }

    /// Folded if the condition holds.
    #[must_use]
    pub fn folded_if(self, is_folded: bool) -> Self {
        Self { is_folded, ..self }
    }
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub heading: &'static str,
    /// Whether it holds figures, which stand at the right.
    pub is_figure: bool,
}

impl Column {
    /// A column of words.
    pub const fn text(heading: &'static str) -> Self {
        Self {
            heading,
            is_figure: false,
        }
    }

    /// A column of figures.
    pub const fn figure(heading: &'static str) -> Self {
        Self {
            heading,
            is_figure: true,
        }
    }
}

/// Who brings a tool: the shape of its mark, as in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The agent's configuration.
    Square,
    /// A server or device.
    Circle,
    /// The platform: `tool.call`.
    Diamond,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Words or a figure.
    Text(String),
    /// Words with a tone.
    Toned(Tone, String),
    /// Sentences, a line each.
    Lines(Vec<String>),
    /// A tool's name with its mark.
    Tool(Lane, Shape, String),
    /// A name as files write it.
    Name(String),
    /// Several of them.
    Names(Vec<String>),
    /// A lane.
    Lane(Lane),
    /// From one lane to another; `None`: not there.
    Move(Option<Lane>, Option<Lane>),
    /// A part of a whole, drawn as a bar.
    Share(u64, u64),
}

impl Cell {
    /// Words or a figure.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A figure with separators.
    pub fn number(number: u64) -> Self {
        Self::Text(crate::plan::explain::grouped(number))
    }

    /// A figure, if there is one.
    pub fn optional(number: Option<u64>) -> Self {
        number.map_or(Self::Empty, Self::number)
    }
}

/// A lane's word as a heading.
pub fn lane_title(lane: Lane) -> &'static str {
    match lane {
        Lane::Defined => "Defined",
        Lane::Deferred => "Deferred",
        Lane::Skipped => "Skipped",
        Lane::Unavailable => "Unavailable",
    }
}

/// `62%`, of a whole that may be nothing.
pub fn percent(part: u64, whole: u64) -> String {
    match (part.saturating_mul(100) + whole / 2).checked_div(whole) {
        Some(percent) => format!("{percent}%"),
        None => "–".to_owned(),
    }
}
