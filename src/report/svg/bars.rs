//! Bars: the prefix class by class against caps and ceiling, and the definitions by source.

use super::{Anchor, Picture, WIDTH, fitted, tick_label, ticks};
use crate::plan::explain::{counted, grouped};
use crate::rows::{ChartData, ClassBar, SourceBar};
use crate::scenario::Class;

/// Height of a bar with its room.
const ROW: f64 = 27.0;
/// Height of a bar.
const BAR: f64 = 15.0;
/// Room for names at the left and figures at the right.
const LEFT: f64 = 168.0;
const RIGHT: f64 = 128.0;
/// Sources drawn at most; the table has all.
const MOST_SOURCES: usize = 24;

/// Where numbers are along an axis.
struct Scale {
    left: f64,
    width: f64,
    largest: f64,
}

impl Scale {
    fn new(largest: f64) -> Self {
        Self {
            left: LEFT,
            width: WIDTH - LEFT - RIGHT,
            largest: largest.max(1.0),
        }
    }

    fn x(&self, tokens: u64) -> f64 {
        self.left + self.length(tokens)
    }

    fn length(&self, tokens: u64) -> f64 {
        (tokens as f64 / self.largest).min(1.0) * self.width
    }

    /// Grid lines and their figures.
    fn draw(&self, picture: &mut Picture, top: f64, bottom: f64) {
        for tick in ticks(self.largest) {
            let x = self.left + tick / self.largest * self.width;
            picture.line([x, top], [x, bottom], "grid");
            picture.text([x, bottom + 14.0], Anchor::Middle, "weak", &tick_label(tick));
        }
    }
}

/// The prefix as a waterfall: each class starts where the one before ended, its box is its cap, and the last bar is the
/// whole against the ceiling.
pub fn prefix(id: &str, title: &str, description: &str, data: &ChartData) -> String {
    const TOP: f64 = 20.0;
    let (total, ceiling) = data.prefix;
    let mut start = 0_u64;
    let mut largest = total.max(ceiling);
    for class in &data.classes {
        largest = largest.max(start.saturating_add(class.max_tokens));
        start = start.saturating_add(class.used_tokens);
    }
    let bottom = TOP + ROW * (data.classes.len() + 1) as f64;
    let mut picture = Picture::new(bottom + 22.0);
    let scale = Scale::new(largest as f64);
    scale.draw(&mut picture, TOP, bottom);
    let mut start = 0_u64;
    let mut top = TOP + (ROW - BAR) / 2.0;
    for class in &data.classes {
        let x = scale.x(start);
        let title = class.class.title();
        let figures = figures(class.used_tokens, class.max_tokens);
        let hint = format!("{title}: {figures} tokens");
        let cap = scale.x(start.saturating_add(class.max_tokens)) - x;
        picture.rect([x, top, cap, BAR], "cap", &hint);
        let end = start.saturating_add(class.used_tokens);
        picture.rect([x, top, scale.x(end) - x, BAR], class_fill(class), &hint);
        picture.line([scale.x(end), top], [scale.x(end), top + ROW], "join");
        row_texts(&mut picture, top, title, &figures, class.used_tokens > class.max_tokens);
        start = end;
        top += ROW;
    }
    let figures = figures(total, ceiling);
    let hint = format!("prefix: {figures} tokens");
    let fill = if total > ceiling { "fill bad" } else { "fill ink" };
    picture.rect([LEFT, top, scale.length(total), BAR], fill, &hint);
    row_texts(&mut picture, top, "prefix", &figures, total > ceiling);
    let x = scale.x(ceiling);
    picture.line([x, TOP - 6.0], [x, bottom], "limit");
    let label = format!("ceiling {}", grouped(ceiling));
    picture.text([x, TOP - 9.0], Anchor::End, "weak", &label);
    picture.finish(id, title, description)
}

fn figures(used: u64, cap: u64) -> String {
    format!("{} of {}", grouped(used), grouped(cap))
}

fn class_fill(class: &ClassBar) -> &'static str {
    if class.used_tokens > class.max_tokens {
        return "fill bad";
    }
    match class.class {
        Class::ToolDefinitions => "fill defined",
        Class::DeferredToolIndex => "fill deferred",
        _ => "fill hue0",
    }
}

fn row_texts(picture: &mut Picture, top: f64, name: &str, figures: &str, is_over: bool) {
    let y = top + BAR - 3.0;
    let name = fitted(name, LEFT - 12.0).unwrap_or_default();
    picture.text([LEFT - 10.0, y], Anchor::End, "name", &name);
    let class = if is_over { "number over" } else { "number" };
    picture.text([WIDTH, y], Anchor::End, class, figures);
}

/// The tokens of the definitions, a bar a source, the largest first.
pub fn sources(id: &str, title: &str, description: &str, data: &ChartData) -> String {
    const TOP: f64 = 4.0;
    let bars: Vec<&SourceBar> = data.definitions.iter().filter(|bar| bar.tokens > 0).collect();
    let shown = &bars[..bars.len().min(MOST_SOURCES)];
    let rest = bars.len() - shown.len();
    let bottom = TOP + ROW * shown.len() as f64;
    let mut picture = Picture::new(bottom + if rest > 0 { 40.0 } else { 22.0 });
    let largest = shown.iter().map(|bar| bar.tokens.unsigned_abs()).max().unwrap_or(0);
    let scale = Scale::new(largest as f64);
    scale.draw(&mut picture, TOP, bottom);
    let mut top = TOP + (ROW - BAR) / 2.0;
    for bar in shown {
        let tokens = bar.tokens.unsigned_abs();
        let tools = counted(bar.tools, "tool", "tools");
        let hint = format!("{}: {} tokens, {tools}", bar.title, grouped(tokens));
        let fill = format!("fill {}", hue(bar.source_place));
        picture.rect([LEFT, top, scale.length(tokens), BAR], &fill, &hint);
        let figures = format!("{} · {tools}", grouped(tokens));
        row_texts(&mut picture, top, &bar.title, &figures, false);
        top += ROW;
    }
    if rest > 0 {
        let more = format!(
            "and {} in the table",
            counted(rest as u64, "more source", "more sources")
        );
        picture.text([LEFT, bottom + 32.0], Anchor::Start, "weak", &more);
    }
    picture.finish(id, title, description)
}

/// The class of a source's hue, as the window's theme picks it; framing and rounding have the first.
pub(super) fn hue(source_place: Option<usize>) -> String {
    const HUES: usize = 10;
    match source_place {
        None | Some(0) => "hue0".to_owned(),
        Some(place) => format!("hue{}", 1 + (place - 1) % HUES),
    }
}
