//! Caps as sliders with typed values, and the figures of Region A that the plan does not make.

use crate::app::Action;
use crate::plan::Planned;
use crate::plan::explain::grouped;
use crate::scenario::{Budget, Class, Edit, Field};
use crate::ui::frame::Frame;
use egui::{Align, DragValue, Layout, RichText, Slider, SliderClamping, Ui, Vec2};

/// Room for the name of a cap, in points.
const CAP_LABEL_WIDTH: f32 = 106.0;
/// Room for a typed number, in points.
const NUMBER_WIDTH: f32 = 50.0;

/// A slider goes at least so far.
const SMALLEST_SCALE: u64 = 10;

/// Draws the caps that the plan is held to.
pub(super) fn caps(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned) {
    let opened = frame
        .state
        .document
        .as_ref()
        .map(|document| document.loaded.scenario.budget);
    let rows = [
        (Class::ToolDefinitions, Field::MaxItems, "Definition slots"),
        (Class::ToolDefinitions, Field::MaxTokens, "Definition tokens"),
        (Class::DeferredToolIndex, Field::MaxItems, "Index entries"),
        (Class::DeferredToolIndex, Field::MaxTokens, "Index tokens"),
    ];
    for (class, field, label) in rows {
        let read = |budget: &Budget| match field {
            Field::MaxItems => budget.class(class).max_items.unwrap_or(0),
            _ => budget.class(class).max_tokens,
        };
        let value = read(&planned.scenario.budget);
        // The scale hangs on the file and not on the value: it must stand still under the pointer.
        let top = opened
            .as_ref()
            .map_or(value, read)
            .saturating_mul(2)
            .max(SMALLEST_SCALE);
        // What the builder does not know stays where it is: nothing may move under the pointer.
        let is_known = class.exists_under(planned.scenario.builder);
        ui.add_enabled_ui(is_known, |ui| {
            cap(ui, frame, label, value, opened.as_ref().map(read), top, |value| {
                Edit::Class { class, field, value }
            });
        });
    }
    ceiling(ui, frame, planned);
}

/// A cap: its name, a typed value, a slider with a tick at the file's value.
fn cap(
    ui: &mut Ui,
    frame: &mut Frame<'_>,
    label: &str,
    value: u64,
    opened: Option<u64>,
    top: u64,
    edit: impl Fn(u64) -> Edit,
) {
    let (mut typed, mut slid) = (value, value);
    ui.horizontal(|ui| {
        let size = Vec2::new(CAP_LABEL_WIDTH, ui.spacing().interact_size.y);
        let name = ui
            .allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(CAP_LABEL_WIDTH);
                ui.label(label)
            })
            .inner;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            number(ui, &mut typed, name.id);
            ui.spacing_mut().slider_width = ui.available_width();
            let slider = ui.add(
                Slider::new(&mut slid, 0..=top)
                    .show_value(false)
                    .clamping(SliderClamping::Never),
            );
            slider.widget_info(|| egui::WidgetInfo::slider(true, value as f64, format!("{label} slider")));
            let Some(opened) = opened else { return };
            let share = opened as f32 / top.max(1) as f32;
            let x = slider.rect.left() + slider.rect.width() * share.min(1.0);
            let stroke = egui::Stroke::new(1.5, frame.palette.weak);
            ui.painter()
                .vline(x, slider.rect.bottom() - 4.0..=slider.rect.bottom() + 1.0, stroke);
            if opened != value {
                slider.on_hover_text(format!("{} in the file as opened", grouped(opened)));
            }
        });
    });
    let wanted = if typed == value { slid } else { typed };
    if wanted != value {
        frame.push(Action::Edit(edit(wanted)));
    }
}

fn number(ui: &mut Ui, value: &mut u64, label: egui::Id) {
    ui.add_sized(
        [NUMBER_WIDTH, ui.spacing().interact_size.y],
        DragValue::new(value)
            .range(0..=10_000_000_u64)
            .clamp_existing_to_range(false)
            .speed(1.0)
            .update_while_editing(false)
            .custom_formatter(|value, _| grouped(value as u64))
            .custom_parser(|text| Some(text.replace([',', ' ', '.', '_'], "").parse::<u64>().ok()? as f64)),
    )
    .labelled_by(label);
}

fn ceiling(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned) {
    let stated = planned.scenario.budget.ceiling_tokens;
    let sum = planned.scenario.budget.sum_of_caps_tokens(planned.scenario.builder);
    ui.horizontal(|ui| {
        let mut follows = stated.is_none();
        let hint = "Region A's ceiling: the sum of the class caps, unless the scenario states another";
        if ui
            .checkbox(&mut follows, "Ceiling follows the caps")
            .on_hover_text(hint)
            .clicked()
        {
            frame.push(Action::Edit(Edit::CeilingTokens(if follows {
                None
            } else {
                Some(sum)
            })));
        }
    });
    let mut value = planned.scenario.ceiling_tokens();
    let before = value;
    ui.horizontal(|ui| {
        let name = ui.label("Prefix ceiling");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_enabled_ui(stated.is_some(), |ui| number(ui, &mut value, name.id));
            if stated.is_some_and(|stated| stated != sum) {
                ui.label(
                    RichText::new(format!("caps sum to {}", grouped(sum)))
                        .small()
                        .color(frame.palette.warn),
                );
            }
        });
    });
    if value != before {
        frame.push(Action::Edit(Edit::CeilingTokens(Some(value))));
    }
}

/// The classes that the plan does not fill, for a what-if about them.
pub(super) fn region_a(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned) {
    let fixed = [
        Class::PlatformPolicy,
        Class::AgentInstructions,
        Class::Persona,
        Class::SkillCatalog,
        Class::MemorySnapshot,
    ];
    for class in fixed {
        let budget = *planned.scenario.budget.class(class);
        ui.label(RichText::new(class.title()).small().strong());
        let mut figures = vec![
            ("tokens used", Field::UsedTokens, budget.used_tokens),
            ("token cap", Field::MaxTokens, budget.max_tokens),
        ];
        if class.has_items() {
            figures.push(("items used", Field::UsedItems, budget.used_items));
            figures.push(("item cap", Field::MaxItems, budget.max_items.unwrap_or(0)));
        }
        for (label, field, value) in figures {
            plain_number(ui, frame, label, value, |value| Edit::Class { class, field, value });
        }
    }
    let scenario = &planned.scenario;
    plain_number(
        ui,
        frame,
        "Output reserve",
        scenario.budget.output_reserve_tokens,
        Edit::OutputReserveTokens,
    );
    plain_number(
        ui,
        frame,
        "Context window",
        scenario.context_window_tokens,
        Edit::ContextWindowTokens,
    );
}

fn plain_number(ui: &mut Ui, frame: &mut Frame<'_>, label: &str, value: u64, edit: impl Fn(u64) -> Edit) {
    let mut typed = value;
    ui.horizontal(|ui| {
        let name = ui.label(label);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            number(ui, &mut typed, name.id);
        });
    });
    if typed != value {
        frame.push(Action::Edit(edit(typed)));
    }
}
