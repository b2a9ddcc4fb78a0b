//! Deferral weighed, a row a tool: what costs more than it saves stands on top.

use super::Cost;
use crate::app::Action;
use crate::explore::{ToolWorth, Worth, explain};
use crate::plan::explain::{grouped, signed};
use crate::scenario::Lane;
use crate::ui::figures::{heading, heading_right, number, width};
use crate::ui::frame::Frame;
use crate::ui::theme::ROW_HEIGHT;
use crate::ui::widgets::{dotted_name, lane_mark};
use egui::{Align, Layout, Link, RichText, Ui};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use std::sync::Arc;

/// Headings of the figures, with what they hold.
const FIGURES: [(&str, &str); 6] = [
    ("Calls", "Calls in 100 requests"),
    (
        "Lighter by",
        "Its definition less its index line, in tokens: what deferring takes off every step",
    ),
    ("Saved", "Input tokens that deferring saves in 100 requests"),
    ("Spent", "Input tokens that its extra steps cost in 100 requests"),
    ("Net", "Saved less spent"),
    (
        "Break-even",
        "Calls in 100 requests above which deferring costs more than it saves",
    ),
];
/// The same of what needs prices.
const OF_PRICES: (&str, &str) = ("Money", "Net in 1,000 requests, at the prices of the file");
/// Words after numbers that end at the right, in points.
const GAP_BEFORE_WORDS: f32 = 6.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, cost: &Cost<'_>, worth: &Worth) {
    if !worth.is_sent {
        ui.weak("Nothing to weigh while the plan fails");
        return;
    }
    if worth.tools.is_empty() {
        ui.weak("No tool could be in either lane");
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let lines: Vec<Vec<String>> = worth.tools.iter().map(|tool| figures(worth, tool)).collect();
    let of_prices = worth.model.input_price.map(|_| OF_PRICES);
    let headings: Vec<_> = FIGURES.into_iter().chain(of_prices).collect();
    ui.push_id("worth", |ui| {
        let mut builder = TableBuilder::new(ui)
            .striped(true)
            .auto_shrink(false)
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Width::exact(18.0))
            .column(Width::remainder().at_least(140.0).clip(true));
        for (place, (title, _)) in headings.iter().enumerate() {
            builder = builder.column(Width::exact(width(title, &lines, place)));
        }
        builder = builder.column(Width::exact(146.0).clip(true));
        builder
            .header(20.0, |mut header| {
                header.col(|_| {});
                header.col(|ui| heading(ui, "Tool", "A click selects it"));
                for (title, hint) in &headings {
                    header.col(|ui| heading_right(ui, title, hint));
                }
                header.col(|ui| {
                    ui.add_space(GAP_BEFORE_WORDS);
                    heading(ui, "Deferring it", "");
                });
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, worth.tools.len(), |mut line| {
                    let place = line.index();
                    if let (Some(tool), Some(figures)) = (worth.tools.get(place), lines.get(place)) {
                        cells(&mut line, frame, cost, tool, figures);
                    }
                });
            });
    });
}

fn figures(worth: &Worth, tool: &ToolWorth) -> Vec<String> {
    let break_even = if tool.break_even_per_100.is_finite() {
        explain::per_100(tool.break_even_per_100.max(0.0))
    } else {
        "–".to_owned()
    };
    let figures = [
        explain::per_100(tool.calls_per_100),
        lighter(tool.lighter_tokens),
        explain::input_tokens(tool.saved),
        explain::input_tokens(tool.spent),
        signed((tool.saved.round() - tool.spent.round()) as i64),
        break_even,
    ];
    let money = worth.money_of(tool).map(explain::money);
    figures.into_iter().chain(money).collect()
}

fn cells(row: &mut TableRow<'_, '_>, frame: &mut Frame<'_>, cost: &Cost<'_>, tool: &ToolWorth, figures: &[String]) {
    let palette = frame.palette;
    let name = &cost.planned.roster.catalog.tool(tool.tool).name;
    row.set_selected(frame.state.view.selected.as_ref() == Some(name));
    // Where it stands and should not.
    let is_wrong = tool.is_deferred && tool.costs_more();
    let colour = if is_wrong { palette.warn } else { palette.text };
    row.col(|ui| {
        let lane = if tool.is_deferred {
            Lane::Deferred
        } else {
            Lane::Defined
        };
        lane_mark(ui, frame, lane);
    });
    row.col(|ui| {
        let fits = (ui.available_width() / 7.25).max(8.0) as usize;
        let cut = dotted_name(name, fits);
        let response = ui.add(Link::new(RichText::new(&cut).monospace().color(colour)));
        let spoken = format!("Weighed: {name}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, spoken.clone()));
        if response.clicked() {
            frame.push(Action::Select(Some(Arc::clone(name))));
        }
        if cut != **name {
            response.on_hover_text(&**name);
        }
    });
    for figure in figures {
        row.col(|ui| number(ui, figure, colour));
    }
    row.col(|ui| {
        ui.add_space(GAP_BEFORE_WORDS);
        let word = RichText::new(explain::worth_of(tool)).color(colour);
        ui.add(egui::Label::new(word).truncate());
    });
}

/// A line that is longer than its definition makes the prefix heavier.
fn lighter(tokens: i64) -> String {
    if tokens < 0 {
        signed(tokens)
    } else {
        grouped(tokens.unsigned_abs())
    }
}
