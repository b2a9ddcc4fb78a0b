//! The what-if side: switches in their groups, caps, and how the plan is made. Every change plans at once.

use super::frame::Frame;
use crate::app::Action;
use crate::diagnostics::visible;
use crate::plan::Planned;
use crate::plan::explain::grouped;
use crate::rows::{Switch, SwitchGroup};
use crate::scenario::{Builder, Class, Edit, Estimator, Field, RankingOrder, SessionKind};
use egui::{
    Align, Checkbox, CollapsingHeader, ComboBox, DragValue, Layout, Response, RichText, ScrollArea, Sense, Slider, Ui,
    Vec2,
};

/// Room for the name of a cap, in points.
const CAP_LABEL_WIDTH: f32 = 106.0;
/// Room for a typed number, in points.
const NUMBER_WIDTH: f32 = 50.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>) {
    let Some(shown) = frame.state.shown.clone() else {
        ui.weak("Nothing to switch yet");
        return;
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new("What if").strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            super::widgets::command_button(ui, frame, crate::app::Command::BackToFile, "Reset");
        });
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 18.0;
        if shown.rows.switches.iter().any(|group| group.toggles_as_one) {
            heading(ui, "Integrations");
        }
        for group in &shown.rows.switches {
            switch_group(ui, frame, group);
        }
        heading(ui, "Budget");
        caps(ui, frame, &shown.planned);
        heading(ui, "How it is planned");
        planning(ui, frame, &shown.planned);
        CollapsingHeader::new("More of Region A")
            .id_salt("region-a")
            .show(ui, |ui| {
                region_a(ui, frame, &shown.planned);
            });
    });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).strong());
}

fn switch_group(ui: &mut Ui, frame: &mut Frame<'_>, group: &SwitchGroup) {
    if !group.toggles_as_one {
        heading(ui, &group.title);
        for switch in &group.switches {
            one_switch(ui, frame, switch);
        }
        return;
    }
    if let [only] = group.switches.as_slice() {
        one_switch(ui, frame, only);
        return;
    }
    let state = group.state();
    let mut on = state == Some(true);
    let checkbox = Checkbox::new(&mut on, RichText::new(visible(&group.title)).strong()).indeterminate(state.is_none());
    let response = weighted(ui, |ui| ui.add(checkbox), group.tools(), group.tokens());
    let turned = state != Some(true);
    let edits: Vec<Edit> = group.switches.iter().map(|switch| switch.key.edit(turned)).collect();
    if response.clicked() {
        let word = if turned { "on" } else { "off" };
        frame.push(Action::Edits {
            label: format!("Switch {} {word}", group.title),
            edits: edits.clone(),
        });
    }
    previewed(response, frame, edits, &group.title, turned, None);
    ui.indent(("group", &group.title), |ui| {
        for switch in &group.switches {
            one_switch(ui, frame, switch);
        }
    });
}

fn one_switch(ui: &mut Ui, frame: &mut Frame<'_>, switch: &Switch) {
    let mut on = switch.enabled;
    let title = visible(&switch.title);
    let hue = switch.source_place.map(|place| frame.palette.source(place));
    let switch_and_hue = |ui: &mut Ui| {
        let response = ui.checkbox(&mut on, title.as_str());
        if let Some(hue) = hue {
            // The legend of every chart and slot, where the sources are named anyway.
            let (rect, _) = ui.allocate_exact_size(Vec2::new(5.0, 12.0), Sense::hover());
            ui.painter().rect_filled(rect, 1.0, hue);
        }
        response
    };
    let response = weighted(ui, switch_and_hue, switch.tools, switch.tokens);
    let edit = switch.key.edit(!switch.enabled);
    if response.clicked() {
        frame.push(Action::Edit(edit.clone()));
    }
    let about = match &switch.notes {
        Some(notes) => format!("{}: {}", switch.id, visible(notes)),
        None => switch.id.clone(),
    };
    previewed(response, frame, vec![edit], &switch.title, !switch.enabled, Some(about));
}

/// A switch with its tool count and tokens at the right.
fn weighted(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> Response, tools: u64, tokens: u64) -> Response {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(format!("{:>6}", grouped(tokens))).monospace().weak())
                .on_hover_text("Tokens of their definitions");
            ui.label(RichText::new(format!("{tools:>2} t")).monospace().weak())
                .on_hover_text("Tools that hang on it");
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                add(ui)
            })
            .inner
        })
        .inner
    })
    .inner
}

/// The tooltip of a switch: what it would do, planned when it is hovered.
fn previewed(
    response: Response,
    frame: &mut Frame<'_>,
    edits: Vec<Edit>,
    title: &str,
    on: bool,
    about: Option<String>,
) {
    if !response.hovered() {
        return;
    }
    let preview = frame
        .state
        .preview
        .as_ref()
        .filter(|preview| preview.edits == edits)
        .cloned();
    frame.push(Action::Preview(edits));
    response.on_hover_ui(|ui| {
        ui.set_max_width(420.0);
        if let Some(about) = about {
            ui.label(about);
        }
        let word = if on { "on" } else { "off" };
        ui.label(RichText::new(format!("Switching {} {word} would:", visible(title))).strong());
        match preview {
            None => {
                ui.weak("planning…");
            }
            Some(preview) => {
                ui.label(&preview.verdict);
                for line in &preview.lines {
                    ui.label(RichText::new(visible(line)).small());
                }
            }
        }
    });
}

fn caps(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned) {
    let opened = frame
        .state
        .document
        .as_ref()
        .map(|document| document.loaded.scenario.budget);
    let rows = [
        (Class::ToolDefinitions, Field::MaxItems, "Definition slots", 64),
        (Class::ToolDefinitions, Field::MaxTokens, "Definition tokens", 20_000),
        (Class::DeferredToolIndex, Field::MaxItems, "Index entries", 80),
        (Class::DeferredToolIndex, Field::MaxTokens, "Index tokens", 6_000),
    ];
    for (class, field, label, usual_top) in rows {
        if !class.exists_under(planned.scenario.builder) {
            continue;
        }
        let read = |budget: &crate::scenario::Budget| match field {
            Field::MaxItems => budget.class(class).max_items.unwrap_or(0),
            _ => budget.class(class).max_tokens,
        };
        let value = read(&planned.scenario.budget);
        let top = usual_top.max(value.saturating_mul(3) / 2);
        cap(ui, frame, label, value, opened.as_ref().map(read), top, |value| {
            Edit::Class { class, field, value }
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
            let slider = ui.add(Slider::new(&mut slid, 0..=top).show_value(false));
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
            .speed(1.0)
            .update_while_editing(false)
            .custom_formatter(|value, _| grouped(value as u64))
            .custom_parser(|text| text.replace([',', ' ', '.', '_'], "").parse().ok()),
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

fn planning(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned) {
    let scenario = &planned.scenario;
    let mut builders = Builder::OFFERED.to_vec();
    if !builders.contains(&scenario.builder) {
        builders.push(scenario.builder);
    }
    choice(
        ui,
        frame,
        "Builder",
        &builders,
        scenario.builder,
        |builder| builder.to_string(),
        Edit::Builder,
    );
    if scenario.builder.defers() {
        let orders = RankingOrder::ALL;
        choice(
            ui,
            frame,
            "Order",
            &orders,
            scenario.ranking.order,
            |order| order.id().to_owned(),
            Edit::RankingOrder,
        );
    }
    let estimators = Estimator::ALL;
    choice(
        ui,
        frame,
        "Estimator",
        &estimators,
        scenario.estimator,
        |one| one.id().to_owned(),
        Edit::Estimator,
    );
    let kinds = SessionKind::ALL;
    choice(
        ui,
        frame,
        "Session",
        &kinds,
        scenario.session.kind,
        |kind| kind.id().to_owned(),
        Edit::SessionKind,
    );
    let mut bound = scenario.session.website_profile;
    let hint = "A chat bound to a website profile: the browser tools must be defined (ADR-0130)";
    let response = ui.checkbox(&mut bound, "Website profile").on_hover_text(hint);
    if response.clicked() {
        frame.push(Action::Edit(Edit::WebsiteProfile(bound)));
    }
}

fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    frame: &mut Frame<'_>,
    label: &str,
    all: &[T],
    value: T,
    text: impl Fn(T) -> String,
    edit: impl Fn(T) -> Edit,
) {
    ui.horizontal(|ui| {
        let name = ui.label(label);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let combo = ComboBox::from_id_salt(label).selected_text(text(value)).width(150.0);
            let response = combo.show_ui(ui, |ui| {
                for &one in all {
                    if ui.selectable_label(one == value, text(one)).clicked() && one != value {
                        frame.push(Action::Edit(edit(one)));
                    }
                }
            });
            response.response.labelled_by(name.id);
        });
    });
}

/// The classes that the plan does not fill, for a what-if about them.
fn region_a(ui: &mut Ui, frame: &mut Frame<'_>, planned: &Planned) {
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
