//! The charts of a review as SVG, to stand inside its page: what is drawn has classes, and the page's stylesheet colours it.
//!
//! Every picture has a title and a description for who cannot see it. Deliberately absent: scripts, styles and links inside
//! the pictures, and any figure that is not in the data.

mod bars;
mod lines;
mod tiles;

pub use bars::{prefix, sources};
pub use lines::{curve, sweep};
pub use tiles::treemap;

use super::escape::escape;
use std::fmt::Write as _;

/// Width of every chart, in its own units; a page may draw it narrower.
const WIDTH: f64 = 880.0;

/// Size of the letters in a chart.
const TEXT_SIZE: f64 = 12.0;

/// Where a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn id(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A picture while it is drawn. Classes are the program's own words; texts are escaped here.
struct Picture {
    height: f64,
    body: String,
}

impl Picture {
    fn new(height: f64) -> Self {
        Self {
            height,
            body: String::new(),
        }
    }

    /// A rectangle: left, top, width, height. The hint is what a pointer over it is told.
    fn rect(&mut self, [left, top, width, height]: [f64; 4], class: &str, hint: &str) {
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            short(left),
            short(top),
            short(width.max(0.0)),
            short(height.max(0.0))
        );
        self.close("rect", hint);
    }

    fn circle(&mut self, [x, y]: [f64; 2], radius: f64, class: &str, hint: &str) {
        let _ = write!(
            self.body,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"",
            short(x),
            short(y),
            short(radius)
        );
        self.close("circle", hint);
    }

    fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            short(x1),
            short(y1),
            short(x2),
            short(y2)
        );
    }

    /// A line through some points.
    fn polyline(&mut self, points: &[[f64; 2]], class: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|[x, y]| format!("{},{}", short(*x), short(*y)))
            .collect();
        let _ = writeln!(
            self.body,
            "<polyline class=\"{class}\" points=\"{}\"/>",
            points.join(" ")
        );
    }

    fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, class: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>",
            short(x),
            short(y),
            anchor.id(),
            escape(text)
        );
    }

    fn close(&mut self, element: &str, hint: &str) {
        if hint.is_empty() {
            self.body.push_str("/>\n");
        } else {
            let _ = writeln!(self.body, "><title>{}</title></{element}>", escape(hint));
        }
    }

    /// The whole element. `id` tells it from the others of a page.
    fn finish(self, id: &str, title: &str, description: &str) -> String {
        format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-desc\">\n<title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n{}</svg>",
            escape(title),
            escape(description),
            self.body,
            height = short(self.height),
        )
    }
}

/// A number with one digit behind the point at most.
fn short(number: f64) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    // No figure is `-0`.
    format!("{}", tenths + 0.0)
}

/// Round values from 0 to a largest one, about five of them.
fn ticks(largest: f64) -> Vec<f64> {
    let rough = (largest / 5.0).max(1.0);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(rough);
    let mut ticks = vec![0.0];
    let mut next = step;
    while next <= largest {
        ticks.push(next);
        next += step;
    }
    ticks
}

/// A whole number of an axis with separators.
fn tick_label(value: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "ticks are whole and above zero, and a cast from a float saturates"
    )]
    let whole = value.round() as u64;
    crate::plan::explain::grouped(whole)
}

/// A name that fits a width; its useful end stays.
fn fitted(name: &str, width: f64) -> Option<String> {
    // Wide letters of a system font, on average.
    const LETTER: f64 = TEXT_SIZE * 0.56;
    const LEAST: usize = 6;
    let count = name.chars().count();
    let mut fits = 0;
    while (fits + 1) as f64 * LETTER <= width && fits <= count {
        fits += 1;
    }
    if count <= fits {
        return Some(name.to_owned());
    }
    if fits < LEAST {
        return None;
    }
    let tail: String = name.chars().skip(count - (fits - 1)).collect();
    Some(format!("…{tail}"))
}

#[cfg(test)]
mod tests {
    use super::{Picture, fitted, short, ticks};

    #[test]
    fn numbers_are_short() {
        assert_eq!(short(1.0), "1");
        assert_eq!(short(1.26), "1.3");
        assert_eq!(short(-0.01), "0");
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(22_000.0), [0.0, 5_000.0, 10_000.0, 15_000.0, 20_000.0]);
        assert_eq!(ticks(3.0), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(ticks(0.0), [0.0]);
    }

    #[test]
    fn the_end_of_a_name_stays() {
        assert_eq!(fitted("people.search", 200.0).as_deref(), Some("people.search"));
        assert_eq!(fitted("people.search", 60.0).as_deref(), Some("….search"));
        assert_eq!(fitted("people.search", 10.0), None);
    }

    #[test]
    fn texts_are_escaped() {
        let mut picture = Picture::new(10.0);
        picture.rect([0.0; 4], "x", "</title><script>");
        let svg = picture.finish("id", "<b>", "\u{202e}");
        assert!(svg.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"), "{svg}");
        assert!(svg.contains(">&lt;b&gt;<") && svg.contains("\\u{202e}"), "{svg}");
    }
}
