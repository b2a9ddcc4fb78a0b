//! The views at the bottom, behind their tabs.

use super::frame::Frame;
use super::widgets::{as_tables, view_tab};
use super::{call, charts, clients, compare, cost, deploy, gates, lint, map, problems, prompt, sweep};
use crate::app::View;
use crate::diagnostics::visible;
use crate::rows::Shown;
use egui::{RichText, Ui};

/// Draws tabs and the chosen view.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    // A narrow window takes a second row rather than hiding the last tabs.
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for view in View::ALL {
            let text = tab_text(frame, shown, view);
            view_tab(ui, frame, view, text);
        }
        if frame.state.view.view == View::Charts {
            ui.add_space(8.0);
            as_tables(ui, frame);
        }
    });
    // A short view must not let the panel shrink.
    ui.set_min_height(ui.available_height());
    view(ui, frame, shown);
}

/// Draws the chosen view under its name and the scenario's, without tabs.
pub(super) fn alone(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    ui.horizontal(|ui| {
        ui.heading(frame.state.view.view.title());
        ui.weak(visible(&shown.planned.scenario.name));
    });
    view(ui, frame, shown);
}

fn view(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown) {
    // What is made of the last good plan of a broken file is as old as that plan.
    if frame.state.is_old() && frame.state.view.view != View::Problems {
        ui.multiply_opacity(0.55);
    }
    match frame.state.view.view {
        View::Charts => charts::show(ui, frame, shown),
        View::Prompt => prompt::show(ui, frame, shown),
        View::Gates => gates::show(ui, frame, shown),
        View::Problems => problems::show(ui, frame),
        View::Call => call::show(ui, frame, shown),
        View::Deploy => deploy::show(ui, frame, shown),
        View::Compare => compare::show(ui, frame, shown),
        View::Sweep => sweep::show(ui, frame, shown),
        View::Cost => cost::show(ui, frame, shown),
        View::Map => map::show(ui, frame, shown),
        View::Clients => clients::show(ui, frame, shown),
        View::Lint => lint::show(ui, frame, shown),
    }
}

/// A tab says what waits behind it.
fn tab_text(frame: &Frame<'_>, shown: &Shown, view: View) -> RichText {
    match view {
        View::Gates => {
            let fallen = shown.gates.fallen();
            if fallen > 0 {
                return RichText::new(format!("Gates ({fallen} fell)")).color(frame.palette.bad);
            }
            RichText::new("Gates")
        }
        View::Problems => {
            let (count, colour) = match (&frame.state.broken, &frame.state.document) {
                (Some(broken), _) => (broken.problems.len(), frame.palette.bad),
                (None, Some(document)) => (document.loaded.warnings.len(), frame.palette.warn),
                (None, None) => (0, frame.palette.weak),
            };
            if count == 0 {
                RichText::new("Problems")
            } else {
                RichText::new(format!("Problems ({count})")).color(colour)
            }
        }
        View::Lint => lint::tab_text(frame, shown),
        other => RichText::new(other.title()),
    }
}
