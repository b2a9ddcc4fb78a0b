//! Errors and warnings of the file, each with its place, an excerpt and the next step.

use super::frame::Frame;
use crate::diagnostics::{Detail, Problem, Sources, render, visible};
use egui::{CollapsingHeader, RichText, ScrollArea, Ui};

/// Draws those of the broken file, or the warnings of the opened one.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    let state = frame.state;
    let (problems, sources) = match (&state.broken, &state.document) {
        (Some(broken), _) => (&broken.problems, &broken.sources),
        (None, Some(document)) => (&document.loaded.warnings, &document.loaded.sources),
        (None, None) => return,
    };
    if problems.is_empty() {
        ui.add_space(8.0);
        ui.label("The file has no errors and no warnings.");
        return;
    }
    let mut sorted: Vec<&Problem> = problems.iter().collect();
    sorted.sort_by_key(|problem| (problem.severity, problem.at));
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (number, problem) in sorted.into_iter().enumerate() {
            one(ui, frame, problem, sources, number);
        }
    });
}

fn one(ui: &mut Ui, frame: &Frame<'_>, problem: &Problem, sources: &Sources, number: usize) {
    let colour = if problem.is_error() {
        frame.palette.bad
    } else {
        frame.palette.warn
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(problem.severity.word()).strong().color(colour));
        ui.label(visible(&problem.message));
        if let Some(at) = problem.at {
            let place = sources.place(at);
            let link = ui.link(RichText::new(&place).monospace());
            if link.on_hover_text("Copy the place, for your editor").clicked() {
                ui.ctx().copy_text(place);
            }
        }
    });
    if let Some(help) = &problem.help {
        ui.indent(("help", number), |ui| ui.weak(visible(help)));
    }
    if problem.at.is_some_and(|at| at.line > 0) {
        CollapsingHeader::new(RichText::new("Where it stands").small())
            .id_salt(("excerpt", number))
            .default_open(number == 0)
            .show(ui, |ui| {
                ui.label(RichText::new(render(problem, sources, Detail::Full)).monospace());
            });
    }
}
