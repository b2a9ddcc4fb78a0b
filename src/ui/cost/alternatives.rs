//! The alternatives that ADR-0123 rejected, side by side on this scenario: a click tries one.

use crate::app::Action;
use crate::diagnostics::visible;
use crate::explore::{Alternative, explain};
use crate::plan::explain::{failure_sentence, grouped};
use crate::scenario::Class;
use crate::ui::figures::{heading, heading_right, number, width};
use crate::ui::frame::Frame;
use crate::ui::theme::ROW_HEIGHT;
use egui::{Align, Label, Layout, RichText, Ui};
use egui_extras::{Column as Width, TableBuilder, TableRow};

/// Headings of the figures, with what they hold.
const FIGURES: [(&str, &str); 9] = [
    ("Defined", "Tools with a definition"),
    ("Deferred", "Tools with a line in the index"),
    ("Skipped", "Tools that the model never hears of"),
    ("Definitions", "Tokens of all definitions"),
    ("Index", "Tokens of the index"),
    ("Prefix", "Tokens of the whole prefix, on every request"),
    ("Steps", "Extra steps in 100 requests, at most"),
    ("Lost", "Calls in 100 requests that find no tool"),
    ("Net", explain::NET_OF_ALTERNATIVES),
];
/// Places among the figures that tell of a loss.
const SKIPPED: usize = 2;
const LOST: usize = 7;
/// Room for the button, and for the words at the end.
const TRY: f32 = 36.0;
const VERDICT: f32 = 66.0;
/// Words after numbers that end at the right, in points.
const GAP_BEFORE_WORDS: f32 = 6.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, alternatives: &[Alternative]) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let gaps = (FIGURES.len() as f32 + 3.0) * ui.spacing().item_spacing.x;
    let lines: Vec<Vec<String>> = alternatives.iter().map(figures).collect();
    let widths: Vec<f32> = (0..FIGURES.len())
        .map(|place| width(FIGURES[place].0, &lines, place))
        .collect();
    let title = ui.available_width()
        - TRY
        - widths.iter().sum::<f32>()
        - VERDICT
        - gaps
        - ui.spacing().scroll.allocated_width();
    ui.push_id("alternatives", |ui| {
        let mut builder = TableBuilder::new(ui)
            .striped(true)
            .auto_shrink(false)
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Width::exact(TRY))
            .column(Width::exact(title.clamp(110.0, 300.0)).clip(true));
        for width in widths {
            builder = builder.column(Width::exact(width));
        }
        builder = builder.column(Width::remainder().at_least(VERDICT).clip(true));
        builder
            .header(20.0, |mut header| {
                header.col(|_| {});
                header.col(|ui| heading(ui, "Instead", "What ADR-0123 weighed beside what it chose"));
                for (title, hint) in FIGURES {
                    header.col(|ui| heading_right(ui, title, hint));
                }
                header.col(|ui| {
                    ui.add_space(GAP_BEFORE_WORDS);
                    heading(ui, "Verdict", "");
                });
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, alternatives.len(), |mut line| {
                    let place = line.index();
                    if let (Some(alternative), Some(figures)) = (alternatives.get(place), lines.get(place)) {
                        cells(&mut line, frame, alternative, figures);
                    }
                });
            });
    });
}

fn figures(alternative: &Alternative) -> Vec<String> {
    let plan = &alternative.planned.plan;
    let of_plan = [
        plan.defined.len() as u64,
        plan.deferred.len() as u64,
        plan.skipped.len() as u64,
        plan.class_tokens(Class::ToolDefinitions),
        plan.class_tokens(Class::DeferredToolIndex),
        plan.prefix_tokens,
    ];
    let of_use = match &alternative.steps {
        Some(steps) => [steps.extra_steps_per_100(), steps.lost_calls_per_100()].map(explain::per_100),
        None => ["–", "–"].map(str::to_owned),
    };
    let net = alternative.net.map_or_else(|| "–".to_owned(), explain::input_tokens);
    of_plan.into_iter().map(grouped).chain(of_use).chain([net]).collect()
}

fn cells(line: &mut TableRow<'_, '_>, frame: &mut Frame<'_>, alternative: &Alternative, figures: &[String]) {
    let palette = frame.palette;
    let plan = &alternative.planned.plan;
    let stands = alternative.edits.is_empty();
    line.set_selected(stands);
    let failure = alternative.failure().map(failure_sentence);
    // On the ground of what is selected only plain text can be read by everybody.
    let loud = |is_loud: bool| {
        if is_loud && !stands { palette.bad } else { palette.text }
    };
    let colour = loud(failure.is_some());
    line.col(|ui| {
        if !stands {
            try_it(ui, frame, alternative);
        }
    });
    line.col(|ui| {
        let text = RichText::new(visible(&alternative.title)).color(colour);
        ui.add(Label::new(text).truncate().selectable(false));
    });
    let has_lost_calls = alternative.steps.is_some_and(|steps| steps.lost_calls > 0);
    let has_lost = !plan.skipped.is_empty();
    for (place, figure) in figures.iter().enumerate() {
        let is_loss = (place == SKIPPED && has_lost) || (place == LOST && has_lost_calls);
        line.col(|ui| number(ui, figure, loud(failure.is_some() || is_loss)));
    }
    line.col(|ui| {
        ui.add_space(GAP_BEFORE_WORDS);
        let word = explain::alternative_word(alternative);
        let text = RichText::new(word).color(loud(failure.is_some() || has_lost));
        let response = ui.add(Label::new(text).truncate().selectable(false));
        if let Some(failure) = &failure {
            response.on_hover_text(format!("The plan fails: {}", visible(failure)));
        }
    });
}

fn try_it(ui: &mut Ui, frame: &mut Frame<'_>, alternative: &Alternative) {
    let response = ui.small_button("Try");
    let spoken = format!("Try: {}", alternative.title);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, spoken.clone()));
    if response.clicked() {
        frame.push(Action::Edits {
            label: format!("Try: {}", alternative.title),
            edits: alternative.edits.clone(),
        });
    }
    response.on_hover_text("Makes it the what-if, as one step");
}
