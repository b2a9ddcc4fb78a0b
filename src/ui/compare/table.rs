//! Every tool that differs, from → to: virtualised, the largest effect on top.

use super::colour;
use crate::app::Action;
use crate::diagnostics::visible;
use crate::explore::{Comparison, ToolChange, explain};
use crate::plan::explain::signed;
use crate::plan::{Decision, Planned};
use crate::roster::ToolId;
use crate::ui::frame::Frame;
use crate::ui::theme::ROW_HEIGHT;
use crate::ui::widgets::{Mark, dotted_name, end_of};
use egui::{Align, Color32, Label, Layout, Link, Rect, Response, RichText, Sense, Ui, Vec2};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use std::sync::Arc;

/// From this width on, in points, the reasons take what is left, and definitions have a column of their own.
const ROOMY: f32 = 780.0;
/// Room for the longest word of an effect.
const EFFECT: f32 = 78.0;
/// Room for two marks and an arrow between them.
const LANES: f32 = 50.0;
/// Words after numbers that end at the right.
const GAP_BEFORE_WHY: f32 = 6.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, comparison: &Comparison, changes: &[&ToolChange]) {
    let is_roomy = ui.available_width() >= ROOMY;
    ui.spacing_mut().item_spacing.y = 0.0;
    let (name, why) = if is_roomy {
        (Width::exact(250.0), Width::remainder())
    } else {
        (Width::remainder().at_least(120.0), Width::exact(130.0))
    };
    let mut builder = TableBuilder::new(ui)
        .id_salt("changes")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Width::exact(EFFECT))
        .column(Width::exact(LANES))
        .column(name.clip(true))
        .column(Width::exact(62.0));
    if is_roomy {
        builder = builder.column(Width::exact(96.0));
    }
    builder
        .column(Width::exact(96.0))
        .column(Width::exact(52.0))
        .column(why.clip(true))
        .header(20.0, |mut header| {
            for (title, hint, is_number) in HEADINGS {
                if title != DEFINITION || is_roomy {
                    header.col(|ui| heading(ui, title, hint, is_number));
                }
            }
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, changes.len(), |mut line| {
                if let Some(change) = changes.get(line.index()) {
                    cells(&mut line, frame, comparison, change, is_roomy);
                }
            });
        });
}

const DEFINITION: &str = "Definition";

/// Title, hint, and whether numbers stand below.
const HEADINGS: [(&str, &str, bool); 8] = [
    (
        "Effect",
        "What becomes of the tool: the largest thing that differs",
        false,
    ),
    ("Lane", "Where it was and where it is", false),
    ("Tool", "Registry name", false),
    ("Rank", "Rank before and after, among all candidates", true),
    (DEFINITION, "Tokens of its definition alone, before and after", true),
    (
        "In the prompt",
        "What it brings to the prompt: its definition, its index line, or nothing",
        true,
    ),
    ("Change", "Tokens after minus tokens before", true),
    ("Why", "The reason before and after", false),
];

fn heading(ui: &mut Ui, title: &str, hint: &str, is_number: bool) {
    let label = Label::new(RichText::new(title).small().strong()).selectable(false);
    let response = if is_number {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(label))
            .inner
    } else {
        if title == "Why" {
            ui.add_space(GAP_BEFORE_WHY);
        }
        ui.add(label)
    };
    response.on_hover_text(hint);
}

fn cells(
    line: &mut TableRow<'_, '_>,
    frame: &mut Frame<'_>,
    comparison: &Comparison,
    change: &ToolChange,
    is_roomy: bool,
) {
    let is_selected = frame.state.view.selected.as_ref() == Some(&change.name);
    line.set_selected(is_selected);
    let (was, is) = (comparison.decision_before(change), comparison.decision_after(change));
    let palette = frame.palette;
    // On the ground of what is selected only plain text can be read by everybody.
    let on_ground = |colour: Color32| if is_selected { palette.text } else { colour };
    let weak = on_ground(palette.weak);
    line.col(|ui| {
        let word = RichText::new(change.effect.id()).color(on_ground(colour(frame, change.effect)));
        ui.add(Label::new(word).truncate().selectable(false));
    });
    line.col(|ui| lanes(ui, frame, comparison, change));
    let mut named = None;
    line.col(|ui| named = Some(name(ui, frame, comparison, change)));
    line.col(|ui| number(ui, explain::ranks(was, is), weak));
    if is_roomy {
        line.col(|ui| number(ui, explain::definition_tokens(was, is), weak));
    }
    line.col(|ui| number(ui, explain::prompt_tokens(was, is), palette.text));
    line.col(|ui| {
        let (text, colour) = match change.prompt_tokens {
            0 => ("–".to_owned(), weak),
            tokens => (signed(tokens), palette.text),
        };
        number(ui, text, colour);
    });
    line.col(|ui| {
        ui.add_space(GAP_BEFORE_WHY);
        let reasons = visible(&explain::reasons(was, is));
        ui.add(Label::new(end_that_fits(ui, reasons)).selectable(false));
    });
    let response = line.response();
    // A removed tool stands nowhere else: there is nothing to select.
    if change.after.is_some() && (response.clicked() || named.as_ref().is_some_and(Response::clicked)) {
        let tool = if is_selected {
            None
        } else {
            Some(Arc::clone(&change.name))
        };
        frame.push(Action::Select(tool));
    }
    for response in [Some(response), named].into_iter().flatten() {
        response.on_hover_ui(|ui| tooltip(ui, comparison, change, was, is));
    }
}

/// The mark before and the mark after; one, where both are the same.
fn lanes(ui: &mut Ui, frame: &Frame<'_>, comparison: &Comparison, change: &ToolChange) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(LANES - 2.0, 16.0), Sense::hover());
    let (was, is) = (comparison.decision_before(change), comparison.decision_after(change));
    let lane = |decision: Option<&Decision>| decision.map(|decision| decision.outcome);
    let weak = frame.palette.weak;
    let one = |x: f32, side: &Planned, id: Option<ToolId>| {
        let centre = egui::pos2(rect.left() + x, rect.center().y);
        match id {
            Some(id) => {
                let mark = Mark::of(side, id);
                mark.draw(ui.painter(), centre, 12.0, frame.palette.lane(mark.lane));
            }
            // Not there.
            None => {
                ui.painter().circle_filled(centre, 1.5, weak);
            }
        }
    };
    if lane(was) == lane(is) {
        one(8.0, &comparison.after, change.after);
        return;
    }
    one(8.0, &comparison.before, change.before);
    one(40.0, &comparison.after, change.after);
    let arrow = egui::FontId::proportional(12.0);
    let middle = egui::pos2(rect.left() + 24.0, rect.center().y);
    ui.painter().text(middle, egui::Align2::CENTER_CENTER, "→", arrow, weak);
}

/// The name, its useful end always visible: a link to the tool, unless it is gone.
fn name(ui: &mut Ui, frame: &Frame<'_>, comparison: &Comparison, change: &ToolChange) -> Response {
    let fits = (ui.available_width() / 7.25).max(8.0) as usize;
    let text = RichText::new(dotted_name(&visible(&change.name), fits)).monospace();
    let spoken = visible(&explain::change(comparison, change));
    let (role, response) = if change.after.is_some() {
        let link = Link::new(text.color(frame.palette.text));
        (egui::Role::Link, ui.add(link))
    } else {
        let label = Label::new(text.color(frame.palette.weak)).selectable(false);
        (egui::Role::Label, ui.add(label))
    };
    response.widget_info(|| egui::WidgetInfo::labeled(role, true, spoken.clone()));
    response
}

fn number(ui: &mut Ui, text: String, colour: Color32) {
    let all: Rect = ui.max_rect();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.set_max_width(all.width());
        let text = RichText::new(text).monospace().color(colour);
        ui.add(Label::new(text).selectable(false).truncate());
    });
}

/// The reason after stands last, and is what is looked for: what does not fit is cut at the front.
fn end_that_fits(ui: &Ui, text: String) -> String {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let room = ui.available_width();
    let fits = |text: &str| {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER);
        galley.size().x <= room
    };
    if fits(&text) {
        return text;
    }
    end_of(&text, fits).unwrap_or_default()
}

/// Both reasons, whole, and what it costs either way.
fn tooltip(ui: &mut Ui, comparison: &Comparison, change: &ToolChange, was: Option<&Decision>, is: Option<&Decision>) {
    ui.set_max_width(420.0);
    ui.label(RichText::new(visible(&change.name)).monospace().strong());
    ui.weak(explain::lanes(was, is));
    let sides = [
        ("before", explain::detail_before(comparison, change)),
        ("after", explain::detail_after(comparison, change)),
    ];
    for (side, detail) in sides {
        ui.weak(side);
        let detail = detail.unwrap_or_else(|| "It is not there.".to_owned());
        ui.label(visible(&detail));
    }
    ui.weak("costs");
    ui.label(format!(
        "{} tokens as a definition",
        explain::definition_tokens(was, is)
    ));
    if let Some(judged) = explain::judged(comparison, change) {
        ui.label(visible(&judged));
    }
    if change.is_rewritten {
        ui.label("Its text reads otherwise.");
    }
    if change.after.is_none() {
        ui.weak("It cannot be selected: the plan does not have it.");
    }
}
