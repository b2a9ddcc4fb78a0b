//! The treemap: definition tokens by source and tool.

use super::bars::hue;
use super::{Anchor, Picture, WIDTH, fitted};
use crate::plan::explain::{counted, grouped};
use crate::rows::treemap::squarify;
use crate::rows::{MapSource, Rows};

const HEIGHT: f64 = 380.0;
/// Room for the title of a source.
const HEADING: f64 = 19.0;
/// Between sources, and inside them.
const GAP: f64 = 3.0;

/// A box a source, in it a box a tool; areas are tokens.
pub fn treemap(id: &str, title: &str, description: &str, rows: &Rows) -> String {
    let mut picture = Picture::new(HEIGHT);
    let sources = &rows.map.sources;
    let values: Vec<f64> = sources.iter().map(|source| source.tokens as f64).collect();
    let boxes = squarify(&values, [0.0, 0.0, WIDTH, HEIGHT]);
    for (source, bounds) in sources.iter().zip(boxes) {
        draw(&mut picture, rows, source, shrunk(bounds, GAP / 2.0));
    }
    picture.finish(id, title, description)
}

fn draw(picture: &mut Picture, rows: &Rows, source: &MapSource, bounds: [f64; 4]) {
    let [left, top, width, height] = bounds;
    let class = hue(Some(source.source_place));
    let tools = counted(source.tools.len() as u64, "tool", "tools");
    let hint = format!("{}: {} tokens, {tools}", source.title, grouped(source.tokens));
    picture.rect(bounds, &format!("branch {class}"), &hint);
    let figures = format!("{}  {}", source.title, grouped(source.tokens));
    // Where there is no room for both, the title says more.
    let heading = if fits(&figures, width - 10.0) {
        Some(figures)
    } else {
        cut(&source.title, width - 10.0)
    };
    let heading = heading.filter(|_| height > HEADING * 2.0);
    let mut inner = shrunk(bounds, GAP);
    if let Some(heading) = heading {
        picture.text([left + 6.0, top + 14.0], Anchor::Start, "heading", &heading);
        inner[1] = top + HEADING;
        inner[3] = height - HEADING - GAP;
    }
    let values: Vec<f64> = source.tools.iter().map(|tool| tool.tokens as f64).collect();
    for (tool, bounds) in source.tools.iter().zip(squarify(&values, inner)) {
        let name = &rows.table[tool.row].name;
        let [left, top, width, height] = shrunk(bounds, 1.0);
        let hint = format!("{name}: {} tokens", grouped(tool.tokens));
        picture.rect([left, top, width, height], &format!("leaf {class}"), &hint);
        let own = own_name(name);
        let name = fitted(own, width - 10.0).filter(|_| height > 18.0);
        if let Some(name) = name {
            picture.text([left + 5.0, top + 14.0], Anchor::Start, "tile", &name);
            if height > 34.0 {
                picture.text(
                    [left + 5.0, top + 29.0],
                    Anchor::Start,
                    "tile weak",
                    &grouped(tool.tokens),
                );
            }
        }
    }
}

/// A name without its source, which stands above it already.
fn own_name(name: &str) -> &str {
    let is_remote = name.starts_with("mcp.") || name.starts_with("device.");
    match name.splitn(3, '.').nth(2) {
        Some(own) if is_remote => own,
        _ => name,
    }
}

/// A title that fits a width; its beginning stays.
fn cut(title: &str, width: f64) -> Option<String> {
    if fits(title, width) {
        return Some(title.to_owned());
    }
    let mut kept: String = title.to_owned();
    while kept.chars().count() > 3 {
        kept.pop();
        let shown = format!("{}…", kept.trim_end_matches([' ', ',']));
        if fits(&shown, width) {
            return Some(shown);
        }
    }
    None
}

fn fits(text: &str, width: f64) -> bool {
    fitted(text, width).is_some_and(|fitted| fitted == text)
}

fn shrunk([left, top, width, height]: [f64; 4], by: f64) -> [f64; 4] {
    [
        left + by,
        top + by,
        (width - 2.0 * by).max(0.0),
        (height - 2.0 * by).max(0.0),
    ]
}
