//! What the charts of parts draw: wholes with their parts and caps, coloured.

use crate::app::Action;
use crate::plan::explain::{counted, grouped};
use crate::rows::{ChartData, ClassBar, SourceBar};
use crate::scenario::{Class, Lane};
use crate::ui::frame::Frame;
use crate::ui::theme::Palette;
use egui::{Color32, Grid, RichText, ScrollArea, Ui};
use std::sync::Arc;

/// Parts drawn at most; smaller ones are joined.
const MAX_PARTS: usize = 9;

/// One part of a whole.
pub(super) struct Part {
    pub title: String,
    pub colour: Color32,
    pub tokens: i64,
    /// What the tooltip says besides.
    pub detail: String,
    /// What a click selects.
    pub tool: Option<Arc<str>>,
}

/// A whole against its cap.
pub(super) struct Whole<'a> {
    pub id: &'a str,
    pub title: String,
    /// Its name alone.
    pub short_title: &'a str,
    /// Its figures alone.
    pub caption: String,
    pub parts: Vec<Part>,
    pub total: u64,
    pub cap: u64,
    pub cap_title: &'a str,
}

/// All wholes: definitions, index, Region A, context window.
pub(super) fn wholes<'a>(frame: &Frame<'_>, data: &ChartData) -> Vec<Whole<'a>> {
    let palette = &frame.palette;
    let caption = |(used, cap): (u64, u64)| format!("{} of {}", grouped(used), grouped(cap));
    let against = |what: &str, figures: (u64, u64)| format!("{what}: {} tokens", caption(figures));
    let mut wholes = vec![Whole {
        id: "definitions",
        short_title: "Definitions",
        caption: caption(data.definition_total),
        title: against("Definitions by source", data.definition_total),
        parts: source_parts(frame, &data.definitions),
        total: data.definition_total.0,
        cap: data.definition_total.1,
        cap_title: "token cap",
    }];
    if data.index_total.1 > 0 {
        wholes.push(Whole {
            id: "index",
            short_title: "Index",
            caption: caption(data.index_total),
            title: against("Index by source", data.index_total),
            parts: source_parts(frame, &data.index),
            total: data.index_total.0,
            cap: data.index_total.1,
            cap_title: "token cap",
        });
    }
    wholes.push(Whole {
        id: "region-a",
        short_title: "Prefix",
        caption: caption(data.prefix),
        title: against("Prefix (Region A) by class", data.prefix),
        parts: data
            .classes
            .iter()
            .enumerate()
            .map(|(place, class)| Part {
                title: class.class.title().to_owned(),
                colour: class_colour(palette, class, place),
                tokens: i64::try_from(class.used_tokens).unwrap_or(i64::MAX),
                detail: format!("cap {}", grouped(class.max_tokens)),
                tool: None,
            })
            .collect(),
        total: data.prefix.0,
        cap: data.prefix.1,
        cap_title: "ceiling",
    });
    let [prefix, reserve, history, window] = data.window;
    let part = |title: &str, tokens: u64, colour, detail: &str| Part {
        title: title.to_owned(),
        colour,
        tokens: i64::try_from(tokens).unwrap_or(i64::MAX),
        detail: detail.to_owned(),
        tool: None,
    };
    wholes.push(Whole {
        id: "window",
        short_title: "Window",
        caption: format!("{} left for history", grouped(history)),
        title: format!("Context window: {} left for history", grouped(history)),
        parts: vec![
            part("prefix", prefix, palette.accent, "Region A, on every request"),
            part("output reserve", reserve, palette.warn, "kept free for the answer"),
            part("history", history, palette.good, "what is left for the conversation"),
        ],
        total: prefix + reserve + history,
        cap: window,
        cap_title: "window",
    });
    wholes
}

/// The classes of tools have the colours of their lanes; the others are of no lane and source.
fn class_colour(palette: &Palette, class: &ClassBar, place: usize) -> Color32 {
    if class.used_tokens > class.max_tokens {
        return palette.bad;
    }
    match class.class {
        Class::ToolDefinitions => palette.lane(Lane::Defined),
        Class::DeferredToolIndex => palette.lane(Lane::Deferred),
        _ if place.is_multiple_of(2) => palette.weak,
        _ => palette.source(0),
    }
}

/// The largest sources, the rest joined, framing and rounding last.
fn source_parts(frame: &Frame<'_>, bars: &[SourceBar]) -> Vec<Part> {
    let part = |bar: &SourceBar| Part {
        title: bar.title.clone(),
        colour: bar
            .source_place
            .map_or(frame.palette.weak, |place| frame.palette.source(place)),
        tokens: bar.tokens,
        detail: if bar.tools > 0 {
            counted(bar.tools, "tool", "tools")
        } else {
            String::new()
        },
        tool: bar.first_tool.clone(),
    };
    let (of_sources, rest): (Vec<&SourceBar>, Vec<&SourceBar>) =
        bars.iter().partition(|bar| bar.source_place.is_some());
    let mut parts: Vec<Part> = of_sources.iter().take(MAX_PARTS).map(|bar| part(bar)).collect();
    if of_sources.len() > MAX_PARTS {
        let joined = &of_sources[MAX_PARTS..];
        parts.push(Part {
            title: format!("{} more sources", joined.len()),
            colour: frame.palette.weak,
            tokens: joined.iter().map(|bar| bar.tokens).sum(),
            detail: counted(joined.iter().map(|bar| bar.tools).sum(), "tool", "tools"),
            tool: None,
        });
    }
    parts.extend(rest.iter().map(|bar| part(bar)));
    parts
}

/// The table twin of a whole.
pub(super) fn parts_table(ui: &mut Ui, frame: &mut Frame<'_>, whole: &Whole<'_>) {
    ScrollArea::vertical()
        .id_salt(whole.id)
        .auto_shrink(false)
        .show(ui, |ui| {
            Grid::new(whole.id)
                .num_columns(3)
                .striped(true)
                .spacing([12.0, 2.0])
                .show(ui, |ui| {
                    for part in &whole.parts {
                        match &part.tool {
                            Some(tool) => {
                                if ui.link(&part.title).clicked() {
                                    frame.push(Action::Select(Some(Arc::clone(tool))));
                                }
                            }
                            None => {
                                ui.label(&part.title);
                            }
                        }
                        ui.label(RichText::new(format!("{:>8}", signed_plain(part.tokens))).monospace());
                        ui.weak(&part.detail);
                        ui.end_row();
                    }
                    ui.label(RichText::new("total").strong());
                    ui.label(
                        RichText::new(format!("{:>8}", grouped(whole.total)))
                            .monospace()
                            .strong(),
                    );
                    ui.weak(format!("{} {}", whole.cap_title, grouped(whole.cap)));
                    ui.end_row();
                });
        });
}

/// `−21`, `5,908`.
pub(super) fn signed_plain(tokens: i64) -> String {
    if tokens < 0 {
        format!("−{}", grouped(tokens.unsigned_abs()))
    } else {
        grouped(tokens.unsigned_abs())
    }
}

/// What hovering a part says.
pub(super) fn part_tooltip(ui: &mut Ui, part: &Part, cap_title: &str, cap: u64) {
    ui.label(RichText::new(format!("{}: {} tokens", part.title, signed_plain(part.tokens))).strong());
    if !part.detail.is_empty() {
        ui.label(&part.detail);
    }
    ui.weak(format!("{cap_title} {}", grouped(cap)));
}
