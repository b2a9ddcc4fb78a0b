//! The review as one HTML file that needs nothing else: no script, no request, and a policy in it that forbids both.
//!
//! Every text passes `report::escape`: control, bidirectional and zero-width characters become visible, and markup becomes text.
//! Colours are those of the window and stand in `style.css` alone. Deliberately absent: inline styles, event handlers, links
//! to anywhere but the page itself, and attributes that hold text from a file.

mod blocks;

use super::review::{Document, Review, Section};
use crate::plan::explain::grouped;
use crate::report::escape::escape;
use blocks::mark;
use std::fmt::Write as _;

/// The stylesheet; also what colours the pictures of [`svg`](super::svg).
const STYLE: &str = include_str!("style.css");

/// No source of anything is allowed but the stylesheet inside the page. The empty icon keeps a browser from asking for one.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// The whole report.
pub fn page(review: &Review<'_>) -> String {
    let document = review.document();
    let mut out = String::with_capacity(64 * 1024);
    let title = escape(&document.title);
    let version = escape(&document.version);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"generator\" content=\"roster {version}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{title} – roster review</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    out.push_str(blocks::MARKS);
    out.push_str(&head(&document));
    out.push_str(&contents(&document.sections));
    out.push_str("<main>\n");
    for section in &document.sections {
        out.push_str(&section_of(section));
    }
    let _ = write!(
        out,
        "</main>\n<footer><p>Written by roster {version}</p></footer>\n</body>\n</html>\n"
    );
    out
}

fn head(document: &Document) -> String {
    let mut out = format!(
        "<header>\n<p class=\"kind\">Roster review</p>\n<h1>{}</h1>\n<p class=\"origin\"><code>{}</code>",
        escape(&document.title),
        escape(&document.origin)
    );
    for set in &document.what_if {
        let _ = write!(out, " <span class=\"set\">with <code>{}</code></span>", escape(set));
    }
    if let Some((title, origin)) = &document.against {
        let _ = write!(
            out,
            " <span class=\"set\">against <bdi>{}</bdi> <code>{}</code></span>",
            escape(title),
            escape(origin)
        );
    }
    let _ = write!(
        out,
        "</p>\n<p class=\"verdict {}\">{}</p>\n<ul class=\"counts\">\n",
        document.tone.id(),
        escape(&document.verdict)
    );
    for (lane, count) in &document.counts {
        let class = if *count == 0 { " class=\"zero\"" } else { "" };
        let _ = writeln!(
            out,
            "<li{class}>{}<b>{}</b> {}</li>",
            mark(*lane, super::review::Shape::Square),
            grouped(*count),
            lane.id()
        );
    }
    let _ = write!(
        out,
        "</ul>\n<p class=\"binding\">{}</p>\n</header>\n",
        escape(&document.binding)
    );
    out
}

fn contents(sections: &[Section]) -> String {
    let mut out = "<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ol>\n".to_owned();
    for section in sections {
        let _ = writeln!(
            out,
            "<li><a href=\"#{}\">{}</a></li>",
            section.id,
            escape(section.title)
        );
    }
    out.push_str("</ol>\n</nav>\n");
    out
}

fn section_of(section: &Section) -> String {
    let mut out = format!(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n",
        section.id,
        escape(section.title)
    );
    for block in &section.blocks {
        out.push_str(&blocks::block(block));
    }
    out.push_str("</section>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::{STYLE, escape};

    #[test]
    fn text_stays_text() {
        assert_eq!(
            escape("<b a=\"1\" c='2'>&\u{202e}\u{0}"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;\\u{202e}\\u{0}"
        );
    }

    #[test]
    fn the_style_needs_nothing_from_elsewhere() {
        for word in ["url(", "@import", "@font-face", "<", "http"] {
            assert!(!STYLE.contains(word), "{word}");
        }
    }

    /// Colours are literals here and in the window's theme; both must be the same.
    #[cfg(feature = "gui")]
    #[test]
    fn the_colours_are_those_of_the_window() {
        use crate::scenario::Lane;
        use crate::ui::theme::Palette;
        use egui::{Color32, Theme};
        let hex = |colour: Color32| format!("#{:02x}{:02x}{:02x}", colour.r(), colour.g(), colour.b());
        let (light, dark) = STYLE.split_once("prefers-color-scheme: dark").unwrap();
        for (theme, css) in [(Theme::Light, light), (Theme::Dark, dark)] {
            let palette = Palette::of(theme);
            let mut colours = vec![
                ("background", palette.background),
                ("panel", palette.panel),
                ("card", palette.card),
                ("line", palette.line),
                ("text", palette.text),
                ("weak", palette.weak),
                ("accent", palette.accent),
                ("good", palette.good),
                ("warn", palette.warn),
                ("bad", palette.bad),
                ("untrusted", palette.untrusted),
            ];
            colours.extend(Lane::ALL.map(|lane| (lane.id(), palette.lane(lane))));
            let hues: Vec<String> = (0..11).map(|place| format!("hue{place}")).collect();
            colours.extend(
                hues.iter()
                    .enumerate()
                    .map(|(place, name)| (name.as_str(), palette.source(place))),
            );
            for (name, colour) in colours {
                let declared = format!("--{name}: {};", hex(colour));
                assert!(css.contains(&declared), "{theme:?} lacks {declared}");
            }
        }
    }
}
