//! What is wrong with the tools themselves: a list of findings, their marks in the table, and the selected tool's own.

mod head;
mod list;

use super::answer;
use super::frame::Frame;
use crate::app::{Answer, Question};
use crate::diagnostics::visible;
use crate::lint::{Finding, Level, Lint};
use crate::plan::explain::{counted, grouped};
use crate::rows::{Row, Shown};
use egui::{CollapsingHeader, Color32, Label, Pos2, RichText, Sense, Shape, Stroke, Ui, Vec2};

/// Side of a mark, in points.
const MARK: f32 = 10.0;
/// Findings of a tool that its tooltip tells.
const TOLD: usize = 4;

/// Draws the view.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    let Some(explored) = answer::at_hand(ui, frame, shown, &Question::Lint) else {
        return;
    };
    let Answer::Lint(lint) = &explored.answer else { return };
    head::show(ui, frame, lint);
    if lint.findings.is_empty() {
        ui.add_space(8.0);
        ui.label("Nothing was found in these tools.");
        return;
    }
    list::show(ui, frame, lint, &explored.planned);
}

/// The view's name with how many errors and warnings wait behind it.
pub(super) fn tab_text(frame: &Frame<'_>, shown: &Shown) -> RichText {
    let counts = frame.state.lint_of(&shown.planned);
    let number = |level| counts.map_or(0, |lint: &Lint| lint.count(level));
    let (errors, warnings) = (number(Level::Error), number(Level::Warning));
    let text = |number: usize| format!("Lint ({})", grouped(number as u64));
    match (errors, warnings) {
        (0, 0) => RichText::new("Lint"),
        (0, warnings) => RichText::new(text(warnings)).color(frame.palette.warn),
        (errors, _) => RichText::new(text(errors)).color(frame.palette.bad),
    }
}

/// The colour of a level.
fn colour(frame: &Frame<'_>, level: Level) -> Color32 {
    match level {
        Level::Error => frame.palette.bad,
        Level::Warning => frame.palette.warn,
        Level::Note => frame.palette.weak,
    }
}

/// A full triangle, a hollow one, or a dot: the shape says what the colour says.
fn paint(ui: &Ui, centre: Pos2, level: Level, colour: Color32) {
    let half = MARK / 2.0;
    let points = vec![
        centre + Vec2::new(0.0, -half),
        centre + Vec2::new(half, half - 1.0),
        centre + Vec2::new(-half, half - 1.0),
    ];
    let shape = match level {
        Level::Error => Shape::convex_polygon(points, colour, Stroke::NONE),
        Level::Warning => Shape::closed_line(points, Stroke::new(1.5, colour)),
        Level::Note => Shape::circle_filled(centre, 2.0, colour),
    };
    ui.painter().add(shape);
}

/// A mark in a line of its own text.
pub(super) fn mark_ui(ui: &mut Ui, frame: &Frame<'_>, level: Level) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(16.0, 14.0), Sense::hover());
    paint(ui, rect.center(), level, colour(frame, level));
}

/// What was found in the tool of a row, notes left out: a mark in every row would mark none.
pub(super) fn of_row<'a>(frame: &Frame<'a>, shown: &Shown, row: &Row) -> Vec<&'a Finding> {
    let lint = frame.state.lint_of(&shown.planned);
    lint.into_iter()
        .flat_map(|lint| lint.of_tool(row.id))
        .filter(|finding| finding.level() != Level::Note)
        .collect()
}

/// The mark in the table, at the right of the tool's name, with what was found.
pub(super) fn mark_in_row(ui: &mut Ui, frame: &Frame<'_>, found: &[&Finding]) {
    let Some(worst) = found.iter().map(|finding| finding.level()).min() else {
        return;
    };
    let cell = ui.max_rect();
    let side = Vec2::new(MARK + 6.0, cell.height());
    let place = egui::Rect::from_min_size(Pos2::new(cell.right() - side.x, cell.top()), side);
    ui.set_max_width((cell.width() - side.x - 2.0).max(20.0));
    let response = ui.interact(place, ui.scope_id().with("lint"), Sense::hover());
    paint(ui, place.center(), worst, colour(frame, worst));
    let spoken = format!("Lint: {}", counted(found.len() as u64, "finding", "findings"));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, spoken.clone()));
    response.on_hover_ui(|ui| {
        ui.set_max_width(380.0);
        for finding in found.iter().take(TOLD) {
            ui.label(RichText::new(visible(&finding.sentence)));
            ui.label(
                RichText::new(finding.code.id())
                    .small()
                    .color(colour(frame, finding.level())),
            );
        }
        let rest = found.len().saturating_sub(TOLD);
        if rest > 0 {
            ui.weak(format!("… and {rest} more; select the tool to read them"));
        }
    });
}

/// What was found in the selected tool, each with its fix.
pub(super) fn of_tool(ui: &mut Ui, frame: &Frame<'_>, shown: &Shown, row: &Row) {
    let Some(lint) = frame.state.lint_of(&shown.planned) else {
        return;
    };
    let found: Vec<&Finding> = lint.of_tool(row.id).collect();
    let Some(worst) = found.first().map(|finding| finding.level()) else {
        return;
    };
    ui.add_space(4.0);
    CollapsingHeader::new(format!("Lint ({})", found.len()))
        .id_salt("lint of the tool")
        .default_open(worst != Level::Note)
        .show(ui, |ui| {
            for finding in found {
                ui.horizontal(|ui| {
                    mark_ui(ui, frame, finding.level());
                    let code = RichText::new(finding.code.id())
                        .strong()
                        .color(colour(frame, finding.level()));
                    ui.label(code).on_hover_text(finding.code.rule().why);
                });
                ui.add(Label::new(visible(&finding.sentence)).wrap());
                ui.add(Label::new(RichText::new(visible(&finding.fix)).color(frame.palette.weak)).wrap());
                ui.add_space(3.0);
            }
        });
}
