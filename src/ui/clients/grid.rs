//! A row a client, sortable, with its tokens as a bar.

use super::colour;
use crate::app::{Action, ClientColumn};
use crate::clients::{Fate, Outcome, explain};
use crate::diagnostics::visible;
use crate::plan::explain::grouped;
use crate::scenario::Lane;
use crate::ui::figures::number;
use crate::ui::frame::Frame;
use crate::ui::theme::ROW_HEIGHT;
use egui::{Align, Button, Label, Layout, Link, Rect, RichText, Sense, Ui, Vec2};
use egui_extras::{Column as Width, TableBuilder, TableRow};

/// Room for a number of tools, for a date, for a verdict and for tokens with their mark, in points.
const COUNT: f32 = 62.0;
const DATE: f32 = 78.0;
const VERDICT: f32 = 76.0;
const FIGURE: f32 = 70.0;
/// Narrowest bar that can be read.
const BAR: f32 = 40.0;

/// The columns that there is room for.
fn columns(is_roomy: bool) -> Vec<ClientColumn> {
    let is_shown = |column: &ClientColumn| {
        is_roomy
            || !matches!(
                column,
                ClientColumn::AsOf | ClientColumn::Defined | ClientColumn::Deferred | ClientColumn::Lost
            )
    };
    ClientColumn::ALL.into_iter().filter(is_shown).collect()
}

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, outcomes: &[Outcome], is_roomy: bool) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let columns = columns(is_roomy);
    let client = if ui.available_width() >= 740.0 { 164.0 } else { 142.0 };
    let order = frame.state.view.clients.order(outcomes);
    let most = outcomes.iter().map(|outcome| outcome.parts.total()).max().unwrap_or(0);
    let mut builder = TableBuilder::new(ui)
        .id_salt("clients")
        .striped(true)
        .sense(Sense::click())
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(Layout::left_to_right(Align::Center));
    for column in &columns {
        builder = builder.column(match column {
            ClientColumn::Client => Width::exact(client).clip(true),
            ClientColumn::AsOf => Width::exact(DATE).clip(true),
            ClientColumn::Verdict => Width::exact(VERDICT).clip(true),
            ClientColumn::Tokens => Width::remainder().at_least(FIGURE + BAR).clip(true),
            ClientColumn::Broken => Width::exact(52.0),
            _ => Width::exact(COUNT),
        });
    }
    builder
        .header(20.0, |mut header| {
            for column in &columns {
                header.col(|ui| heading(ui, frame, *column));
            }
        })
        .body(|body| {
            body.rows(ROW_HEIGHT, order.len(), |mut line| {
                if let Some(outcome) = order.get(line.index()).and_then(|place| outcomes.get(*place)) {
                    cells(&mut line, frame, outcome, &columns, most);
                }
            });
        });
}

fn heading(ui: &mut Ui, frame: &mut Frame<'_>, column: ClientColumn) {
    let sort = frame.state.view.clients.sort;
    let arrow = match sort {
        Some((by, false)) if by == column => " ↑",
        Some((by, true)) if by == column => " ↓",
        _ => "",
    };
    let text = RichText::new(format!("{}{arrow}", column.title())).small().strong();
    let is_right = !matches!(
        column,
        ClientColumn::Client | ClientColumn::AsOf | ClientColumn::Verdict
    );
    let layout = if is_right {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    // Above its figures, not above their bars.
    let width = if column == ClientColumn::Tokens {
        FIGURE - 4.0
    } else {
        ui.available_width()
    };
    let size = Vec2::new(width, ui.available_height());
    let button = |ui: &mut Ui| ui.add(Button::new(text).frame(false));
    let response = ui.allocate_ui_with_layout(size, layout, button).inner;
    let spoken = format!("Sort clients by {}", column.title().to_lowercase());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, spoken.clone()));
    if response.clicked() {
        frame.push(Action::SortClients(column));
    }
    response.on_hover_text(column.hint());
}

fn cells(line: &mut TableRow<'_, '_>, frame: &mut Frame<'_>, outcome: &Outcome, columns: &[ClientColumn], most: u64) {
    let palette = frame.palette;
    let is_chosen = frame.state.view.clients.chosen.as_ref() == Some(&outcome.preset.id);
    line.set_selected(is_chosen);
    // On the ground of what is selected only plain text can be read by everybody.
    let on_ground = |colour| if is_chosen { palette.text } else { colour };
    let loud = on_ground(colour(frame, outcome));
    let mut is_clicked = false;
    for column in columns {
        line.col(|ui| match column {
            ClientColumn::Client => is_clicked |= name(ui, frame, outcome),
            ClientColumn::AsOf => {
                let text = RichText::new(visible(&outcome.preset.as_of)).color(on_ground(palette.weak));
                ui.add(Label::new(text).truncate().selectable(false));
            }
            ClientColumn::Verdict => {
                let text = RichText::new(explain::verdict(outcome)).color(loud);
                let response = ui.add(Label::new(text).truncate().selectable(false));
                if let Some(trouble) = explain::trouble(outcome) {
                    response.on_hover_text(visible(&trouble));
                }
            }
            ClientColumn::Defined => number(ui, &grouped(outcome.count(Fate::Defined)), palette.text),
            ClientColumn::Deferred => number(ui, &grouped(outcome.deferred()), palette.text),
            ClientColumn::Lost => {
                let is_loss = outcome.lost() > 0;
                let colour = if is_loss { on_ground(palette.warn) } else { palette.text };
                number(ui, &grouped(outcome.lost()), colour);
            }
            ClientColumn::Broken => {
                let is_any = outcome.broken().is_some_and(|broken| broken > 0);
                let colour = if is_any { on_ground(palette.bad) } else { palette.text };
                number(ui, &explain::broken(outcome), colour);
            }
            ClientColumn::Tokens => tokens(ui, frame, outcome, most),
        });
    }
    if line.response().clicked() || is_clicked {
        let chosen = (!is_chosen).then(|| outcome.preset.id.clone());
        frame.push(Action::ChooseClient(chosen));
    }
}

fn name(ui: &mut Ui, frame: &Frame<'_>, outcome: &Outcome) -> bool {
    let text = RichText::new(visible(&outcome.preset.title)).color(frame.palette.text);
    let response = ui.add(Link::new(text));
    let spoken = format!(
        "Client: {}, {}, {} tokens",
        visible(&outcome.preset.title),
        explain::verdict(outcome),
        explain::tokens(outcome)
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, spoken.clone()));
    response.clicked()
}

/// The figure, and its parts as one bar: definitions, what stays visible, the rest.
fn tokens(ui: &mut Ui, frame: &Frame<'_>, outcome: &Outcome, most: u64) {
    let palette = &frame.palette;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW_HEIGHT - 2.0), Sense::hover());
    let text = explain::tokens(outcome);
    let at = egui::pos2(rect.left() + FIGURE - 4.0, rect.center().y);
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    ui.painter()
        .text(at, egui::Align2::RIGHT_CENTER, &text, font, palette.text);
    let bar = Rect::from_min_max(
        egui::pos2(rect.left() + FIGURE, rect.center().y - 4.0),
        egui::pos2(rect.right() - 4.0, rect.center().y + 4.0),
    );
    let parts = outcome.parts;
    let parts = [
        (parts.definitions, palette.lane(Lane::Defined)),
        (parts.visible, palette.lane(Lane::Deferred)),
        (parts.instructions + parts.control, palette.weak),
    ];
    let mut left = bar.left();
    for (tokens, colour) in parts {
        let width = bar.width() * (tokens as f32 / most.max(1) as f32);
        let part = Rect::from_min_size(egui::pos2(left, bar.top()), Vec2::new(width, bar.height()));
        ui.painter().rect_filled(part, 0.0, colour);
        left += width;
    }
    let lines = explain::parts(outcome).map(|(name, tokens)| format!("{} {name}", grouped(tokens)));
    response.on_hover_text(format!(
        "{}\nof the context window: {}",
        lines.join("\n"),
        explain::window_share(outcome)
    ));
}
