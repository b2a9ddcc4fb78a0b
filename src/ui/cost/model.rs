//! The cost model in words, and what to write where a file has no `usage`.

use crate::app::Action;
use crate::diagnostics::visible;
use crate::explore::{Worth, explain};
use crate::plan::Planned;
use crate::plan::explain::grouped;
use crate::rows::Shown;
use crate::scenario::{CostFigure, Costs, Decimal, Edit, ToolKind};
use crate::ui::frame::Frame;
use crate::ui::widgets::text_frame;
use egui::{DragValue, Grid, Label, RichText, Ui};

/// Tools that the sample names.
const SAMPLED: usize = 2;
/// Room for a figure, in points.
const FIELD: f32 = 76.0;
/// What stands for a price that is not said, among numbers that cannot be negative.
const UNSAID: f64 = -1.0;

/// Draws the model with its inputs.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, shown: &Shown, worth: &Worth) {
    if worth.is_sent {
        ui.add(Label::new(explain::cost_model(worth)).wrap());
        ui.add_space(6.0);
    }
    let costs = shown.planned.scenario.costs;
    let (prices, figures): (Vec<_>, Vec<_>) = CostFigure::ALL.into_iter().partition(|figure| figure.is_price());
    Grid::new("cost figures")
        .num_columns(4)
        .spacing([10.0, 4.0])
        .show(ui, |ui| {
            for (figure, price) in figures.into_iter().zip(prices) {
                for figure in [figure, price] {
                    field(ui, frame, &costs, figure);
                }
                ui.end_row();
            }
        });
    ui.weak("Prices of a million tokens, in any one currency. In brackets: follows from the price of input.");
}

/// One figure with its name.
fn field(ui: &mut Ui, frame: &mut Frame<'_>, costs: &Costs, figure: CostFigure) {
    let opened = frame.state.document.as_ref();
    let opened = opened.map(|document| document.loaded.scenario.costs.said(figure));
    let said = costs.said(figure);
    let is_changed = opened.is_some_and(|opened| opened != said);
    let colour = if is_changed {
        frame.palette.accent
    } else {
        frame.palette.text
    };
    let name = ui.label(RichText::new(titled(figure)).color(colour));
    if is_changed {
        let was = opened
            .flatten()
            .map_or_else(|| "not said".to_owned(), |was| was.to_string());
        name.clone().on_hover_text(format!("{was} in the file as opened"));
    }
    // Without a price of input there is no other to say.
    let is_enabled = !figure.is_price() || figure == CostFigure::InputPrice || costs.prices.is_some();
    let before = said.map_or(UNSAID, Decimal::as_f64);
    let mut typed = before;
    let follows = follows(costs, figure);
    let response = ui.add_enabled_ui(is_enabled, |ui| {
        let size = [FIELD, ui.spacing().interact_size.y];
        let figure = DragValue::new(&mut typed)
            .speed(0.0)
            .update_while_editing(false)
            .custom_formatter(move |value, _| written(value, follows))
            .custom_parser(read);
        ui.add_sized(size, figure).labelled_by(name.id)
    });
    if figure.is_price() {
        let hint = if is_enabled {
            "Emptied, it is not said"
        } else {
            "Say the price of input first"
        };
        response.inner.on_hover_text(hint).on_disabled_hover_text(hint);
    }
    if is_different(typed, before) {
        let range = figure.range();
        let value = Decimal::parse(&format!("{typed:.6}")).map(|value| value.clamp(*range.start(), *range.end()));
        frame.push(Action::Edit(Edit::Costs(figure, value.filter(|_| typed >= 0.0))));
    }
}

fn titled(figure: CostFigure) -> String {
    let mut letters = figure.words().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// What a price is that is not said.
fn follows(costs: &Costs, figure: CostFigure) -> Option<Decimal> {
    let prices = costs.prices?;
    match figure {
        CostFigure::CachedInputPrice => Some(prices.cached_input()),
        CostFigure::CacheWritePrice => Some(prices.cache_write()),
        CostFigure::OutputPrice => Some(prices.output()),
        _ => None,
    }
}

fn written(value: f64, follows: Option<Decimal>) -> String {
    match (value < 0.0, follows) {
        (true, Some(follows)) => format!("({follows})"),
        (true, None) => "–".to_owned(),
        (false, _) if value >= 1000.0 && value.fract() == 0.0 => grouped(value as u64),
        (false, _) => format!("{value}"),
    }
}

/// What is empty, or still as it was written for it, is not said.
fn read(text: &str) -> Option<f64> {
    let text = text.trim().replace([',', ' ', '_'], "");
    if text.is_empty() || text.starts_with('(') || text == "–" {
        return Some(UNSAID);
    }
    let value: f64 = text.parse().ok()?;
    (value.is_finite() && value >= 0.0).then_some(value)
}

fn is_different(a: f64, b: f64) -> bool {
    (a - b).abs() > 1e-9
}

/// Says what is missing.
pub(super) fn no_usage(ui: &mut Ui, frame: &Frame<'_>, planned: &Planned) {
    ui.add(Label::new(explain::no_use(&planned.scenario)).wrap());
    if planned.scenario.usage.is_some() {
        return;
    }
    let text = "How often the model called each tool is in your logs. Write it like this, and what deferral saves is \
                weighed against the extra steps that it costs:";
    ui.add(Label::new(text).wrap());
    let mut sample = "usage:\n  days: 30\n  requests: 1000\n  calls:\n".to_owned();
    let tools = planned.plan.pinned().map(|id| planned.roster.catalog.tool(id));
    let called = tools.filter(|tool| tool.kind != ToolKind::Control);
    for (place, tool) in called.take(SAMPLED).enumerate() {
        sample.push_str(&format!("    {}: {}\n", visible(&tool.name), 200 / (place + 1)));
    }
    text_frame(&frame.palette, false).show(ui, |ui| {
        ui.label(RichText::new(sample.trim_end()).monospace());
    });
}
