//! Where words stand in a row, for the row and for its timeline.

use egui::{Align, Label, Layout, Rect, RichText, Ui, UiBuilder};

/// Where the words end and the timeline begins, in a row of this width.
pub(super) fn words_width(row: f32) -> f32 {
    (row * 0.53).clamp(120.0, 420.0)
}

/// One line in a place of its own; what is cut is in the tooltip.
pub(super) fn cut(ui: &mut Ui, rect: Rect, text: RichText) {
    child(ui, rect).add(Label::new(text).truncate().selectable(false));
}

/// A place for words that stand on one line.
pub(super) fn child(ui: &mut Ui, rect: Rect) -> Ui {
    let layout = Layout::left_to_right(Align::Center);
    ui.new_child(UiBuilder::new().max_rect(rect).layout(layout))
}
