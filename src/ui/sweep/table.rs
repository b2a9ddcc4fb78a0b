//! The table twins of charts and heat map: a row a plan, its value a button that sets it.

use crate::app::Action;
use crate::diagnostics::visible;
use crate::explore::{Grid, Point, Sweep, explain};
use crate::plan::explain::{failure_sentence, grouped};
use crate::ui::figures::{heading, heading_right, number, width};
use crate::ui::frame::Frame;
use crate::ui::theme::ROW_HEIGHT;
use crate::ui::widgets::dotted_name;
use egui::{Align, Color32, Id, Label, Layout, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder, TableRow};

/// Headings of the figures, with what they hold.
const FIGURES: [(&str, &str); 7] = [
    ("Value", "A click sets it"),
    ("Defined", "Tools with a definition"),
    ("Deferred", "Tools with a line in the index"),
    ("Skipped", "Tools that the model never hears of"),
    ("Definitions", "Tokens of all definitions"),
    ("Index", "Tokens of the index"),
    ("Prefix", "Tokens of the whole prefix, on every request"),
];
/// The same of what needs `usage`.
const OF_USE: [(&str, &str); 2] = [
    ("Steps", "Extra steps in 100 requests, at most"),
    ("Lost", "Calls in 100 requests that find no tool"),
];

/// Places among the figures that tell of a loss.
const SKIPPED: usize = 3;
const LOST: usize = 8;
/// Words after numbers that end at the right, in points.
const GAP_BEFORE_WORDS: f32 = 6.0;

/// One row.
struct Line<'a> {
    /// What it stands for beside the value.
    row: Option<&'a str>,
    point: &'a Point,
    is_current: bool,
    /// What a click does.
    action: Action,
}

/// The rows of a sweep: those at which something changes, unless all are asked for.
pub(super) fn of_sweep(ui: &mut Ui, frame: &mut Frame<'_>, sweep: &Sweep) {
    let every = frame.state.view.sweep_every_value;
    let last = sweep.points.len().saturating_sub(1);
    let fails = |place: usize| sweep.points.get(place).is_some_and(|point| point.failure.is_some());
    let lines: Vec<Line<'_>> = sweep
        .points
        .iter()
        .enumerate()
        .filter(|(place, point)| {
            let is_end = *place == 0 || *place == last;
            let turns = *place > 0 && fails(*place) != fails(*place - 1);
            every || is_end || turns || !point.moved.is_empty() || point.value == sweep.current
        })
        .map(|(_, point)| Line {
            row: None,
            point,
            is_current: point.value == sweep.current,
            action: Action::Edit(sweep.parameter.edit(point.value)),
        })
        .collect();
    show(ui, frame, &format!("{} {every}", sweep.parameter.path()), &lines);
}

/// Every cell of a grid.
pub(super) fn of_grid(ui: &mut Ui, frame: &mut Frame<'_>, grid: &Grid) {
    let rows = grid.rows.iter().zip(&grid.cells).enumerate();
    let lines: Vec<Line<'_>> = rows
        .flat_map(|(place, (title, cells))| {
            cells.iter().map(move |cell| Line {
                row: Some(title),
                point: &cell.point,
                is_current: cell.is_current,
                action: super::heat::action(grid, place, cell),
            })
        })
        .collect();
    show(ui, frame, &format!("{} by accounts", grid.parameter.path()), &lines);
}

fn show(ui: &mut Ui, frame: &mut Frame<'_>, id: &str, lines: &[Line<'_>]) {
    let has_rows = lines.iter().any(|line| line.row.is_some());
    let has_use = lines.iter().any(|line| line.point.steps.is_some());
    let of_use = if has_use { OF_USE.as_slice() } else { &[] };
    let figures: Vec<_> = FIGURES.iter().chain(of_use).copied().collect();
    let texts: Vec<Vec<String>> = lines.iter().map(|line| texts(line.point)).collect();
    ui.spacing_mut().item_spacing.y = 0.0;
    let is_new = is_new(ui, id);
    ui.push_id(id, |ui| {
        let mut builder = TableBuilder::new(ui)
            .striped(true)
            .sense(Sense::click())
            .auto_shrink(false)
            .cell_layout(Layout::left_to_right(Align::Center));
        if has_rows {
            builder = builder.column(Width::exact(160.0).clip(true));
        }
        for (place, (title, _)) in figures.iter().enumerate() {
            builder = builder.column(Width::exact(width(title, &texts, place)));
        }
        builder = builder.column(Width::remainder().at_least(100.0).clip(true));
        let current = lines.iter().position(|line| line.is_current);
        if let Some(place) = current.filter(|_| is_new) {
            builder = builder.scroll_to_row(place, Some(Align::Center));
        }
        builder
            .header(20.0, |mut header| {
                if has_rows {
                    header.col(|ui| heading(ui, "Accounts on", "Connected in the order of the file"));
                }
                for (title, hint) in &figures {
                    header.col(|ui| heading_right(ui, title, hint));
                }
                header.col(|ui| {
                    if !has_rows {
                        ui.add_space(GAP_BEFORE_WORDS);
                        heading(ui, "What moves", "Against the value one step lower");
                    }
                });
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, lines.len(), |mut row| {
                    let place = row.index();
                    if let (Some(line), Some(texts)) = (lines.get(place), texts.get(place)) {
                        cells(&mut row, frame, line, texts);
                    }
                });
            });
    });
}

/// Whether another table was shown here before: then this one starts at what stands.
fn is_new(ui: &Ui, id: &str) -> bool {
    let place = Id::unique("table of the sweep");
    let last: Option<String> = ui.ctx().data(|data| data.get_temp(place));
    let is_new = last.as_deref() != Some(id);
    if is_new {
        ui.ctx().data_mut(|data| data.insert_temp(place, id.to_owned()));
    }
    is_new
}

/// The figures of a plan, its value first.
fn texts(point: &Point) -> Vec<String> {
    let counts = [point.defined, point.deferred, point.skipped].map(|count| count as u64);
    let tokens = [point.definition_tokens, point.index_tokens, point.prefix_tokens];
    let of_use = point
        .steps
        .map(|steps| [steps.extra_steps_per_100(), steps.lost_calls_per_100()].map(explain::per_100));
    let of_plan = std::iter::once(point.value).chain(counts).chain(tokens).map(grouped);
    of_plan.chain(of_use.into_iter().flatten()).collect()
}

fn cells(row: &mut TableRow<'_, '_>, frame: &mut Frame<'_>, line: &Line<'_>, texts: &[String]) {
    row.set_selected(line.is_current);
    let point = line.point;
    let palette = frame.palette;
    // On the ground of what is selected only plain text can be read by everybody.
    let loud = |is_loud: bool, colour: Color32| {
        if is_loud && !line.is_current {
            colour
        } else {
            palette.text
        }
    };
    let fails = point.failure.is_some();
    let plain = loud(fails, palette.bad);
    let mut is_clicked = false;
    if let Some(title) = line.row {
        row.col(|ui| {
            let title = RichText::new(visible(title)).color(plain);
            ui.add(Label::new(title).truncate().selectable(false));
        });
    }
    for (place, text) in texts.iter().enumerate() {
        let is_loss = match place {
            SKIPPED => point.skipped > 0,
            LOST => point.steps.is_some_and(|steps| steps.lost_calls > 0),
            _ => false,
        };
        row.col(|ui| match place {
            0 => is_clicked |= value_button(ui, line, text, loud(true, palette.accent)),
            _ => number(ui, text, loud(fails || is_loss, palette.bad)),
        });
    }
    row.col(|ui| {
        ui.add_space(GAP_BEFORE_WORDS);
        words(ui, point, plain, palette.text);
    });
    if row.response().clicked() || is_clicked {
        frame.push(Action::EndGesture);
        frame.push(line.action.clone());
        frame.push(Action::EndGesture);
    }
}

fn value_button(ui: &mut Ui, line: &Line<'_>, text: &str, colour: Color32) -> bool {
    let button = egui::Button::new(RichText::new(text).monospace().strong().color(colour)).frame(false);
    let response = ui
        .with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(button))
        .inner;
    let name = match line.row {
        Some(title) => format!("Apply {text}, {}", visible(title)),
        None => format!("Apply {text}"),
    };
    let info = || egui::WidgetInfo::selected(egui::Role::Button, true, line.is_current, name.clone());
    response.widget_info(info);
    response.clicked()
}

/// What moves, or how it fails. Of a name that has no room the end stays; all of it is on hover.
fn words(ui: &mut Ui, point: &Point, of_failure: Color32, of_moves: Color32) {
    const OF_LETTER: f32 = 6.6;
    if let Some(failure) = &point.failure {
        let text = RichText::new(format!("fails: {}", failure_sentence(failure))).color(of_failure);
        ui.add(Label::new(text).truncate().selectable(false));
        return;
    }
    let whole = visible(&explain::moved(&point.moved));
    let fits = (ui.available_width() / OF_LETTER) as usize;
    let shown = match point.moved.as_slice() {
        [only] if whole.chars().count() > fits => {
            let lane = format!("→ {}: ", only.to.id());
            let name = dotted_name(&only.name, fits.saturating_sub(lane.chars().count()));
            visible(&format!("{lane}{name}"))
        }
        _ => whole.clone(),
    };
    let is_cut = shown != whole;
    let label = Label::new(RichText::new(shown).color(of_moves))
        .truncate()
        .selectable(false);
    let response = ui.add(label);
    if is_cut {
        let spoken = whole.clone();
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, spoken.clone()));
        response.on_hover_text(whole);
    }
}
