//! What the list of findings leaves out: search, levels, one code.

use super::colour;
use crate::app::Action;
use crate::lint::{Code, Level, Lint};
use crate::plan::explain::{counted, grouped};
use crate::ui::frame::Frame;
use egui::{RichText, TextEdit, Ui};

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, lint: &Lint) {
    let filter = &frame.state.view.lint;
    let (mut search, mut hidden, mut code) = (filter.search.clone(), filter.hidden.clone(), filter.code);
    let (seen, all) = (filter.visible.len(), lint.findings.len());
    let mut has_changed = false;
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut search)
            .hint_text("Find in lint")
            .desired_width(130.0);
        has_changed |= ui.add(field).changed();
        for level in Level::ALL {
            let number = lint.count(level);
            let is_shown = !hidden.contains(&level);
            let is_loud = is_shown && number > 0;
            let ink = if is_loud {
                colour(frame, level)
            } else {
                frame.palette.weak
            };
            let text = RichText::new(counted(number as u64, level.id(), level.plural())).color(ink);
            let hint = if is_shown { "Hide this level" } else { "Show this level" };
            if ui.selectable_label(is_shown, text).on_hover_text(hint).clicked() {
                if is_shown {
                    hidden.push(level);
                } else {
                    hidden.retain(|known| *known != level);
                }
                has_changed = true;
            }
        }
        has_changed |= codes(ui, lint, &mut code);
        if seen < all {
            ui.weak(format!("{} of {}", grouped(seen as u64), grouped(all as u64)));
        }
    });
    if has_changed {
        frame.push(Action::FilterLint { search, hidden, code });
    }
}

/// The choice of one code, of those that have findings.
fn codes(ui: &mut Ui, lint: &Lint, chosen: &mut Option<Code>) -> bool {
    let before = *chosen;
    let title = chosen.map_or("every code", Code::id);
    let combo = egui::ComboBox::from_id_salt("lint code")
        .selected_text(title)
        .width(170.0);
    let response = combo.show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, "every code");
        for (code, number) in lint.counts() {
            let text = format!("{} ({})", code.id(), grouped(number as u64));
            ui.selectable_value(chosen, Some(code), text)
                .on_hover_text(code.rule().title);
        }
    });
    let info = || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Code filter");
    response.response.widget_info(info);
    *chosen != before
}
