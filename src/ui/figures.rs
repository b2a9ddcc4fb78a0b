//! How tables of figures write headings and numbers, and how wide their columns are.

use egui::{Align, Color32, Label, Layout, RichText, Ui};

/// A heading over numbers, at the right, with what they are on hover.
pub(super) fn heading_right(ui: &mut Ui, title: &str, hint: &str) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| heading(ui, title, hint));
}

/// A heading over words.
pub(super) fn heading(ui: &mut Ui, title: &str, hint: &str) {
    let response = ui.label(RichText::new(title).small().strong());
    if !hint.is_empty() {
        response.on_hover_text(hint);
    }
}

/// A number, at the right.
pub(super) fn number(ui: &mut Ui, text: &str, colour: Color32) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(Label::new(RichText::new(text).monospace().color(colour)).selectable(false));
    });
}

/// Room for a heading and for the longest figure of a column under it, in points.
pub(super) fn width(title: &str, lines: &[Vec<String>], column: usize) -> f32 {
    const OF_LETTER: f32 = 6.2;
    const OF_DIGIT: f32 = 7.25;
    let figures = lines.iter().filter_map(|line| line.get(column));
    let longest = figures.map(|figure| figure.chars().count()).max().unwrap_or(0);
    (title.len() as f32 * OF_LETTER).max(longest as f32 * OF_DIGIT) + 5.0
}
