//! The budgets side by side.

use crate::explore::{Budget, ClassChange, Comparison};
use crate::plan::explain::{counted, grouped, signed};
use crate::ui::frame::Frame;
use egui::{Color32, Grid, RichText, Ui};

/// Height of a line, in points.
pub(super) const LINE: f32 = 17.0;

/// How many lines it takes below the headings: all classes, or, where there is little room, those that differ and a line on
/// the rest.
pub(super) fn lines(comparison: &Comparison, all: bool) -> usize {
    let classes = comparison.classes.len();
    let shown = shown(comparison, all).count();
    shown + usize::from(shown < classes)
}

fn shown(comparison: &Comparison, all: bool) -> impl Iterator<Item = &ClassChange> {
    let classes = comparison.classes.iter();
    classes.filter(move |class| all || class.before != class.after)
}

/// Draws them.
pub(super) fn show(ui: &mut Ui, frame: &Frame<'_>, comparison: &Comparison, all: bool) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = LINE;
    let rows: Vec<Line> = shown(comparison, all).map(Line::new).collect();
    let columns: [&dyn Fn(&Line) -> &String; 4] = [
        &|line| &line.before.0,
        &|line| &line.after.0,
        &|line| &line.change,
        &|line| &line.items,
    ];
    let headings = ["before", "after", "change", "items"];
    // Numbers end at the right: every cell of a column is as long as its longest.
    let widths: Vec<usize> = columns
        .iter()
        .zip(headings)
        .map(|(cell, heading)| {
            let cells = rows.iter().map(|line| cell(line).chars().count());
            cells.max().unwrap_or(0).max(heading.len())
        })
        .collect();
    let right = |text: &str, width: usize, colour: Color32| {
        let missing = width.saturating_sub(text.chars().count());
        RichText::new(format!("{}{text}", " ".repeat(missing)))
            .monospace()
            .color(colour)
    };
    let palette = &frame.palette;
    Grid::new("budgets")
        .num_columns(5)
        .striped(true)
        .min_row_height(LINE)
        .spacing([14.0, 0.0])
        .show(ui, |ui| {
            ui.label(RichText::new("Budget, tokens of cap").small().strong());
            for (heading, &width) in headings.iter().zip(&widths) {
                ui.label(right(heading, width, palette.weak));
            }
            ui.end_row();
            for line in &rows {
                let quiet = if line.differs { palette.text } else { palette.weak };
                ui.label(RichText::new(line.title).color(quiet));
                let inks = [
                    if line.before.1 { palette.bad } else { quiet },
                    if line.after.1 { palette.bad } else { quiet },
                    quiet,
                    quiet,
                ];
                for ((cell, &width), ink) in columns.iter().zip(&widths).zip(inks) {
                    ui.label(right(cell(line), width, ink));
                }
                ui.end_row();
            }
        });
    let rest = comparison.classes.len() - rows.len();
    if rest > 0 {
        let others = counted(rest as u64, "other budget does", "other budgets do");
        ui.weak(format!("{others} not differ"));
    }
}

/// A class in words and figures; with a side goes whether it is over its cap.
struct Line {
    title: &'static str,
    before: (String, bool),
    after: (String, bool),
    change: String,
    items: String,
    differs: bool,
}

impl Line {
    fn new(class: &ClassChange) -> Self {
        let side = |budget: Option<Budget>| match budget {
            None => ("none".to_owned(), false),
            Some(budget) => (
                format!("{} / {}", grouped(budget.used_tokens), grouped(budget.max_tokens)),
                budget.used_tokens > budget.max_tokens,
            ),
        };
        let items = |budget: Option<Budget>| budget.and_then(|budget| budget.items);
        let of = |items: Option<(u64, u64)>| {
            items.map_or_else(String::new, |(used, cap)| {
                format!("{} / {}", grouped(used), grouped(cap))
            })
        };
        let (was, is) = (items(class.before), items(class.after));
        Self {
            title: class.title(),
            before: side(class.before),
            after: side(class.after),
            change: match class.change_tokens() {
                0 => "–".to_owned(),
                tokens => signed(tokens),
            },
            items: if was == is || was.is_none() {
                of(is)
            } else {
                format!("{} → {}", of(was), of(is))
            },
            differs: class.before != class.after,
        }
    }
}
