//! What all plots share: no dragging or zooming, axes that are legible when small.

use crate::ui::frame::Frame;
use egui::{FontId, Vec2};
use egui_plot::{AxisHints, GridInput, GridMark, Plot};

/// Size of the words at an axis, in points.
pub(super) const AXIS_TEXT: f32 = 11.0;

/// A plot that only shows: no dragging, no zooming.
pub(in crate::ui) fn plot<'a>(id: &str, frame: &Frame<'_>) -> Plot<'a> {
    // Bounds live in memory by this name: another scenario must not inherit them.
    let scenario = frame
        .state
        .document
        .as_ref()
        .map(|document| document.origin.shown())
        .unwrap_or_default();
    Plot::new((id.to_owned(), scenario))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .set_margin_fraction(Vec2::ZERO)
}

/// An axis of numbers.
pub(in crate::ui) fn numbers(axis: AxisHints<'_>) -> AxisHints<'_> {
    axis.tick_label_font(FontId::proportional(AXIS_TEXT))
        .label_spacing(8.0..=9.0)
        .formatter(|mark: GridMark, _: &_| thousands(mark.value))
}

/// An axis of words, one at each whole number.
pub(super) fn words(axis: AxisHints<'_>, titles: Vec<String>) -> AxisHints<'_> {
    axis.tick_label_font(FontId::proportional(AXIS_TEXT))
        .label_spacing(6.0..=8.0)
        .formatter(move |mark: GridMark, _: &_| word(&titles, mark.value))
}

/// At most five round marks between the bounds: 1, 2 or 5 times a power of ten apart.
#[expect(clippy::needless_pass_by_value, reason = "the plot hands it over")]
pub(in crate::ui) fn round_marks(input: GridInput) -> Vec<GridMark> {
    const MOST: f64 = 5.0;
    let (low, high) = input.bounds;
    let rough = ((high - low) / MOST).max(1.0);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * power);
    let mut marks = Vec::new();
    let mut value = (low.max(0.0) / step).ceil() * step;
    while value <= high {
        marks.push(GridMark { value, step_size: step });
        value += step;
    }
    marks
}

/// A mark at each whole number from 0.
pub(super) fn whole_marks(count: usize) -> Vec<GridMark> {
    (0..count)
        .map(|value| GridMark {
            value: value as f64,
            step_size: 1.0,
        })
        .collect()
}

fn word(titles: &[String], value: f64) -> String {
    if value < -0.01 || (value - value.round()).abs() > 0.01 {
        return String::new();
    }
    titles.get(value.round() as usize).cloned().unwrap_or_default()
}

fn thousands(value: f64) -> String {
    if value >= 1000.0 && value % 100.0 == 0.0 {
        format!("{}k", value / 1000.0)
    } else {
        format!("{value}")
    }
}

/// At most so many characters, the end cut.
pub(super) fn shortened(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars - 1).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::round_marks;
    use egui_plot::GridInput;

    #[test]
    fn marks_are_round_and_few() {
        let values = |low, high| {
            let marks = round_marks(GridInput {
                bounds: (low, high),
                base_step_size: 1.0,
            });
            marks.iter().map(|mark| mark.value).collect::<Vec<_>>()
        };
        assert_eq!(values(0.0, 9_360.0), [0.0, 2000.0, 4000.0, 6000.0, 8000.0]);
        assert_eq!(values(0.0, 47.0), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(values(-0.7, 3.0), [0.0, 1.0, 2.0, 3.0]);
    }
}
