//! The list of findings, only those in sight drawn: who and what, and beside it or below it the fix.

use super::{colour, paint};
use crate::app::Action;
use crate::diagnostics::visible;
use crate::lint::{Finding, Lint};
use crate::plan::Planned;
use crate::ui::frame::Frame;
use crate::ui::widgets::dotted_name;
use egui::{Align, Color32, Label, Layout, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use std::sync::Arc;

/// Two lines and some air, in points.
const ROW: f32 = 38.0;
/// From this width on, fixes stand in a column of their own.
const ROOM_FOR_FIXES: f32 = 900.0;
/// Where they stand below: three lines and some air.
const TALL_ROW: f32 = 56.0;
/// Tools that a tooltip names.
const NAMED: usize = 12;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, lint: &Lint, planned: &Planned) {
    if frame.state.view.lint.visible.is_empty() {
        ui.add_space(8.0);
        ui.label("No finding matches the search and the filters.");
        return;
    }
    let width = ui.available_width();
    let is_wide = width >= ROOM_FOR_FIXES;
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.push_id("lint-list", |ui| {
        let mut builder = TableBuilder::new(ui)
            .striped(true)
            .sense(Sense::click())
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Width::exact(18.0))
            .column(Width::remainder().clip(true));
        if is_wide {
            builder = builder.column(Width::exact((width * 0.42).floor()).clip(true));
        }
        builder.body(|body| {
            body.rows(
                if is_wide { ROW } else { TALL_ROW },
                frame.state.view.lint.visible.len(),
                |mut line| {
                    let place = frame.state.view.lint.visible.get(line.index()).copied();
                    if let Some(finding) = place.and_then(|place| lint.findings.get(place)) {
                        row(&mut line, frame, planned, finding, is_wide);
                    }
                },
            );
        });
    });
}

fn row(line: &mut TableRow<'_, '_>, frame: &mut Frame<'_>, planned: &Planned, finding: &Finding, is_wide: bool) {
    let catalog = &planned.roster.catalog;
    let tool = finding.tools.first().map(|id| &catalog.tool(*id).name);
    let is_selected = tool.is_some() && frame.state.view.selected.as_ref() == tool && finding.tools.len() == 1;
    line.set_selected(is_selected);
    let palette = frame.palette;
    // On the ground of what is selected only plain text can be read by everybody.
    let on_ground = |colour: Color32| if is_selected { palette.text } else { colour };
    let level = colour(frame, finding.level());
    line.col(|ui| {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
        paint(ui, rect.center(), finding.level(), level);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, finding.level().id()));
    });
    let mut named = None;
    line.col(|ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add_space(2.0);
            ui.horizontal(|ui| {
                named = Some(subject(ui, planned, finding, palette.text));
                let code = RichText::new(finding.code.id()).small().color(on_ground(level));
                ui.add(Label::new(code).selectable(false).truncate());
            });
            let sentence = RichText::new(visible(&finding.sentence)).color(on_ground(palette.weak));
            ui.add(Label::new(sentence).selectable(false).truncate());
            if !is_wide {
                let fix = RichText::new(visible(&finding.fix)).color(palette.text);
                ui.add(Label::new(fix).selectable(false).truncate());
            }
        });
    });
    if is_wide {
        line.col(|ui| {
            let fix = RichText::new(visible(&finding.fix)).color(palette.text);
            ui.add(Label::new(two_lines(ui, fix)).selectable(false));
        });
    }
    let response = line.response();
    if response.has_focus() {
        let ring = response.rect.shrink(1.0);
        let painter = response.ctx.layer_painter(response.layer_id);
        painter.rect_stroke(ring, 2.0, Stroke::new(1.5, palette.accent), StrokeKind::Inside);
    }
    if let Some(tool) = tool
        && (response.clicked() || named.as_ref().is_some_and(Response::clicked))
    {
        frame.push(Action::Select(Some(Arc::clone(tool))));
    }
    for response in [Some(response), named].into_iter().flatten() {
        response.on_hover_ui(|ui| tooltip(ui, planned, finding));
    }
}

/// Who it is about, the useful end of the name always in sight. A click selects it.
fn subject(ui: &mut Ui, planned: &Planned, finding: &Finding, colour: Color32) -> Response {
    let whole = visible(&finding.subject(&planned.roster.catalog));
    // Room for the code behind it.
    let fits = ((ui.available_width() - 150.0) / 7.25).max(12.0) as usize;
    let text = RichText::new(dotted_name(&whole, fits)).monospace().color(colour);
    let label = Label::new(text).selectable(false).sense(Sense::click());
    let response = ui.add(label);
    let spoken = format!("{}: {whole}", finding.code.id());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, spoken.clone()));
    response
}

/// A text that is cut behind its second line.
fn two_lines(ui: &Ui, text: RichText) -> Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::default();
    text.append_to(&mut job, ui.style(), egui::FontSelection::Default, Align::Center);
    job.wrap.max_width = ui.available_width();
    job.wrap.max_rows = 2;
    ui.painter().layout_job(job)
}

/// All of it: what, what to do, why, and where the rule comes from.
fn tooltip(ui: &mut Ui, planned: &Planned, finding: &Finding) {
    ui.set_max_width(440.0);
    let rule = finding.code.rule();
    ui.label(RichText::new(rule.title).strong());
    ui.label(visible(&finding.sentence));
    ui.label(visible(&finding.fix));
    ui.weak(rule.why);
    ui.label(RichText::new(format!("Source: {}", rule.source)).small().weak());
    if finding.tools.len() > 1 {
        let names = finding
            .tools
            .iter()
            .take(NAMED)
            .map(|id| &*planned.roster.catalog.tool(*id).name);
        let mut text = names.collect::<Vec<_>>().join("\n");
        let rest = finding.tools.len().saturating_sub(NAMED);
        if rest > 0 {
            text.push_str(&format!("\n… and {rest} more"));
        }
        ui.label(RichText::new(text).monospace().small());
    }
}
