//! Aligned columns that fit a width without cutting a name or a number.

use super::style::{Look, Role};
use super::wrap::{longest_word, wrap};
use unicode_width::UnicodeWidthStr as _;

/// Spaces between two columns.
const GAP: usize = 2;
/// Columns are dropped before a wrapped one becomes narrower than this.
const COMFORTABLE_WRAP: usize = 30;
/// A wrapped column narrower than this goes below its row instead.
const NARROWEST_WRAP: usize = 10;

/// Which side a column keeps straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// What gives way when a table is too wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Always there, never broken.
    Whole,
    /// Left out, of several the one with the smallest number first.
    Drop(u8),
    /// Broken into lines, below its row if need be. Only the last column may be this.
    Wrap,
    /// The same, and below its row before any other column is left out or a word stands beyond the edge.
    WrapFirst,
}

impl Fit {
    fn wraps(self) -> bool {
        matches!(self, Self::Wrap | Self::WrapFirst)
    }
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The word above it.
    pub heading: &'static str,
    /// Which side is straight.
    pub align: Align,
    /// What it does in a narrow terminal.
    pub fit: Fit,
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Cell {
    text: String,
    role: Role,
}

impl Cell {
    /// A cell without colour.
    pub fn new(text: impl Into<String>) -> Self {
        Self::painted(Role::Plain, text)
    }

    /// A cell in the colour of its role.
    pub(super) fn painted(role: Role, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            role,
        }
    }
}

/// Renders a table, a line a row and perhaps more, headings first, no trailing spaces. Each row has a cell a column.
pub fn table(columns: &[Column], rows: &[Vec<Cell>], look: Look) -> String {
    let layout = Layout::new(columns, rows, look.columns);
    let headings: Vec<Cell> = columns
        .iter()
        .enumerate()
        .map(|(place, column)| match layout.below {
            Some(below) if below == place => Cell::new(""),
            _ => Cell::painted(Role::Aside, column.heading),
        })
        .collect();
    let mut out = String::new();
    let has_headings = columns.iter().any(|column| !column.heading.is_empty());
    for row in has_headings.then_some(&headings).into_iter().chain(rows) {
        layout.row(row, look, &mut out);
    }
    out
}

/// The same, with a last line that names the columns for which there was no room.
///
/// `all_in` is the format that has them.
pub(super) fn table_telling(columns: &[Column], rows: &[Vec<Cell>], all_in: &str, look: Look) -> String {
    let mut out = table(columns, rows, look);
    let layout = Layout::new(columns, rows, look.columns);
    let is_shown = |place: usize| layout.below == Some(place) || layout.shown.iter().any(|(shown, _)| *shown == place);
    let left_out = columns.iter().enumerate().filter(|(place, _)| !is_shown(*place));
    let names: Vec<&str> = left_out.map(|(_, column)| column.heading).collect();
    if !names.is_empty() {
        let text = format!("no room for {}; --format {all_in} has all", names.join(", "));
        out.push_str(&super::painted_lines(&text, Role::Aside, look));
    }
    out
}

/// How wide each column would like to be.
fn natural(columns: &[Column], rows: &[Vec<Cell>]) -> Vec<usize> {
    columns
        .iter()
        .enumerate()
        .map(|(place, column)| {
            let cells = rows.iter().filter_map(|row| row.get(place));
            cells
                .map(|cell| cell.text.width())
                .fold(column.heading.width(), usize::max)
        })
        .collect()
}

/// Which columns are shown, and how wide.
struct Layout<'a> {
    columns: &'a [Column],
    /// Place and width of each column that stands in line.
    shown: Vec<(usize, usize)>,
    /// Place of a column that stands below its row.
    below: Option<usize>,
    terminal: usize,
}

impl<'a> Layout<'a> {
    fn new(columns: &'a [Column], rows: &[Vec<Cell>], terminal: usize) -> Self {
        let mut shown: Vec<(usize, usize)> = natural(columns, rows).into_iter().enumerate().collect();
        let width = |shown: &[(usize, usize)]| {
            shown
                .iter()
                .map(|(_, width)| width + GAP)
                .sum::<usize>()
                .saturating_sub(GAP)
        };
        // What the table needs if the wrapped column is made that narrow.
        let needed = |shown: &[(usize, usize)], narrowed: usize| {
            let spared = shown
                .iter()
                .filter(|(place, _)| columns[*place].fit.wraps())
                .map(|(_, width)| width.saturating_sub(narrowed))
                .sum::<usize>();
            width(shown) - spared
        };
        let mut below = None;
        if let Some(last) = shown.last().copied()
            && columns[last.0].fit == Fit::WrapFirst
            && needed(
                &shown,
                COMFORTABLE_WRAP.max(longest_word(
                    rows.iter().filter_map(|row| Some(&*row.get(last.0)?.text)),
                )),
            ) > terminal
        {
            below = Some(last.0);
            shown.pop();
        }
        while needed(&shown, COMFORTABLE_WRAP) > terminal {
            let next = shown
                .iter()
                .enumerate()
                .filter_map(|(index, (place, _))| match columns[*place].fit {
                    Fit::Drop(order) => Some((order, index)),
                    _ => None,
                })
                .min();
            let Some((_, index)) = next else { break };
            shown.remove(index);
        }
        if let Some(last) = shown.last().copied()
            && columns[last.0].fit.wraps()
        {
            if needed(&shown, NARROWEST_WRAP) > terminal && shown.len() > 1 {
                below = Some(last.0);
                shown.pop();
            } else {
                let excess = width(&shown).saturating_sub(terminal);
                if let Some((_, width)) = shown.last_mut() {
                    *width -= excess.min(*width);
                }
            }
        }
        Self {
            columns,
            shown,
            below,
            terminal,
        }
    }

    fn row(&self, row: &[Cell], look: Look, out: &mut String) {
        let mut line = String::new();
        let mut indent = 0;
        let mut rest: Vec<String> = Vec::new();
        // Spaces are written before the next text, so that none trails.
        let mut due = 0;
        for &(place, width) in &self.shown {
            let Some(cell) = row.get(place) else { continue };
            let column = self.columns[place];
            let mut text = cell.text.clone();
            if column.fit.wraps() {
                let mut lines = wrap(&cell.text, width).into_iter();
                text = lines.next().unwrap_or_default();
                rest = lines.collect();
            }
            let pad = width.saturating_sub(text.width());
            let (before, after) = match column.align {
                Align::Left => (0, pad),
                Align::Right => (pad, 0),
            };
            due += before;
            if !text.is_empty() {
                line.push_str(&" ".repeat(due));
                line.push_str(&look.paint(cell.role, &text));
                due = 0;
            }
            due += after + GAP;
            indent += width + GAP;
        }
        out.push_str(&line);
        out.push('\n');
        if let Some(below) = self.below.and_then(|place| row.get(place)) {
            // Under the second column: the first holds numbers.
            indent = self.shown.first().map_or(0, |(_, width)| width + GAP);
            rest = wrap(&below.text, self.terminal.saturating_sub(indent));
        } else {
            indent -= self.shown.last().map_or(0, |(_, width)| width + GAP);
        }
        for more in rest {
            out.push_str(&" ".repeat(indent));
            out.push_str(&more);
            out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Align, Cell, Column, Fit, table, table_telling};
    use crate::report::text::Look;

    fn check(columns: usize, expected: &str) {
        let text = render(table, columns);
        assert_eq!(text, expected, "\n{text}");
    }

    fn render(table: impl Fn(&[Column], &[Vec<Cell>], Look) -> String, columns: usize) -> String {
        let column = |heading, align, fit| Column { heading, align, fit };
        table(
            &[
                column("slot", Align::Right, Fit::Whole),
                column("tool", Align::Left, Fit::Whole),
                column("source", Align::Left, Fit::Drop(0)),
                column("effect", Align::Left, Fit::Drop(1)),
                column("why", Align::Left, Fit::Wrap),
            ],
            &[
                [
                    "1",
                    "people.search",
                    "builtin",
                    "none",
                    "the agent names it here, and it has its reasons",
                ]
                .map(Cell::new)
                .to_vec(),
                ["12", "a.b", "", "", ""].map(Cell::new).to_vec(),
            ],
            Look { columns, colour: false },
        )
    }

    #[test]
    fn all_of_it_where_there_is_room() {
        check(
            90,
            "\
slot  tool           source   effect  why
   1  people.search  builtin  none    the agent names it here, and it has its reasons
  12  a.b
",
        );
    }

    #[test]
    fn the_last_column_wraps_while_it_stays_comfortable() {
        check(
            70,
            "\
slot  tool           source   effect  why
   1  people.search  builtin  none    the agent names it here, and it
                                      has its reasons
  12  a.b
",
        );
    }

    #[test]
    fn then_columns_are_dropped_in_their_order() {
        check(
            60,
            "\
slot  tool           effect  why
   1  people.search  none    the agent names it here, and it
                             has its reasons
  12  a.b
",
        );
        check(
            40,
            "\
slot  tool           why
   1  people.search  the agent names it
                     here, and it has
                     its reasons
  12  a.b
",
        );
    }

    #[test]
    fn what_has_no_room_can_be_told() {
        assert_eq!(render(telling, 90), render(table, 90));
        let told = "no room for source; --format json has all\n";
        assert_eq!(render(telling, 60), format!("{}{told}", render(table, 60)));
    }

    #[test]
    fn a_name_is_never_cut() {
        check(
            30,
            "\
slot  tool
   1  people.search
      the agent names it here,
      and it has its reasons
  12  a.b
",
        );
    }

    fn telling(columns: &[Column], rows: &[Vec<Cell>], look: Look) -> String {
        table_telling(columns, rows, "json", look)
    }

    #[test]
    fn words_may_go_below_before_a_figure_is_left_out() {
        let columns = [
            Column {
                heading: "value",
                align: Align::Right,
                fit: Fit::Whole,
            },
            Column {
                heading: "index",
                align: Align::Right,
                fit: Fit::Drop(0),
            },
            Column {
                heading: "moves",
                align: Align::Left,
                fit: Fit::WrapFirst,
            },
        ];
        let rows = [["12", "1,013", "→ deferred: mcp.mail.send_message"]
            .map(Cell::new)
            .to_vec()];
        let render = |width| {
            table_telling(
                &columns,
                &rows,
                "csv",
                Look {
                    columns: width,
                    colour: false,
                },
            )
        };
        assert_eq!(
            render(60),
            "value  index  moves\n   12  1,013  → deferred: mcp.mail.send_message\n"
        );
        assert_eq!(
            render(40),
            "value  index\n   12  1,013\n       → deferred: mcp.mail.send_message\n"
        );
        assert_eq!(
            render(11),
            "value\n   12\n       →\n       deferred:\n       mcp.mail.send_message\nno room for\nindex;\n--format\ncsv has all\n"
        );
    }
}
