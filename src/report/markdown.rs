//! The review as Markdown (GitHub's flavour), for pull requests and wikis. Pictures are left out; their tables are there.
//!
//! Nothing in a text from a file acts: every character that could be markup is escaped, what a renderer would make a link,
//! a mention or a reference of becomes code, and names stand in code spans with more backticks than they hold.

use super::review::{
    Against, Block, Cell, Chart, Document, Review, Section, Shape, Table, Tone, Verbatim, lane_title, percent,
};
use crate::diagnostics::visible;
use crate::plan::explain::grouped;
use crate::scenario::Lane;
use std::fmt::Write as _;

/// Characters that mean something to some renderer somewhere.
const MARKUP: &str = "\\`*_{}[]<>()#+-.!|~&$^=";

/// The whole report.
pub fn page(review: &Review<'_>) -> String {
    let document = review.document();
    let mut out = head(&document);
    for section in &document.sections {
        out.push_str(&rendered(section));
    }
    let _ = writeln!(
        out,
        "\n---\n\n{}",
        text(&format!("Written by roster {}", document.version))
    );
    out
}

/// What differs, alone: for a comment on a pull request.
pub fn comparison(title: &str, origin: &str, against: &Against<'_>) -> String {
    format!(
        "# {}\n\n{}\n{}",
        text(title),
        code(origin),
        rendered(&against.section())
    )
}

fn head(document: &Document) -> String {
    let mut out = format!("# {}\n\n", text(&document.title));
    let _ = writeln!(out, "{}", code(&document.origin));
    for set in &document.what_if {
        let _ = writeln!(out, "with {}", code(set));
    }
    if let Some((title, origin)) = &document.against {
        let _ = writeln!(out, "against {}, {}", text(title), code(origin));
    }
    let _ = writeln!(out, "\n**{}**\n", text(&document.verdict));
    let counts = document
        .counts
        .iter()
        .map(|(lane, count)| format!("{} {} {}", mark(*lane, Shape::Square), grouped(*count), lane.id()));
    let _ = writeln!(out, "{}\n", counts.collect::<Vec<_>>().join(" · "));
    let _ = writeln!(out, "{}", text(&document.binding));
    out
}

fn rendered(section: &Section) -> String {
    let mut out = format!("\n## {}\n", text(section.title));
    for block in &section.blocks {
        out.push('\n');
        match block {
            Block::Lead(tone, sentence) => {
                let _ = writeln!(out, "**{}{}**", sign(*tone), text(sentence));
            }
            Block::Text(sentences) | Block::Aside(sentences) => {
                let _ = writeln!(out, "{}", text(sentences));
            }
            Block::Heading(heading) => {
                let _ = writeln!(out, "### {}", text(heading));
            }
            Block::Lane(lane, count, remark) => {
                let remark = if remark.is_empty() {
                    String::new()
                } else {
                    format!(", {}", text(remark))
                };
                let mark = mark(*lane, Shape::Square);
                let _ = writeln!(
                    out,
                    "### {mark} {} \\({}\\){remark}",
                    lane_title(*lane),
                    grouped(*count)
                );
            }
            Block::Table(table) => out.push_str(&rows(table)),
            Block::Chart(chart) => out.push_str(&figures(chart)),
            Block::Verbatim(verbatim) => out.push_str(&fenced_verbatim(verbatim)),
            Block::Commands(commands) => {
                let lines: Vec<String> = commands.iter().map(|command| visible(command)).collect();
                out.push_str(&fenced(&lines.join("\n"), "sh"));
            }
        }
    }
    out
}

/// A picture as its figures.
fn figures(chart: &Chart) -> String {
    format!(
        "### {}\n\n{}\n\n{}",
        text(&chart.title),
        text(&chart.description),
        rows(&chart.twin)
    )
}

fn fenced_verbatim(verbatim: &Verbatim) -> String {
    let lines: Vec<String> = verbatim.text.lines().map(visible).collect();
    format!(
        "**{}** — {}\n\n{}",
        text(&verbatim.title),
        text(&verbatim.remark),
        fenced(&lines.join("\n"), "text")
    )
}

/// A block with a fence that nothing inside can close.
fn fenced(content: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(content).max(2) + 1);
    format!("{fence}{language}\n{content}\n{fence}\n")
}

fn rows(table: &Table) -> String {
    let mut out = String::new();
    if !table.caption.is_empty() {
        let _ = writeln!(out, "*{}*\n", text(&table.caption));
    }
    let headings = table.columns.iter().map(|column| text(column.heading));
    let rules = table
        .columns
        .iter()
        .map(|column| if column.is_figure { "---:" } else { "---" });
    let _ = writeln!(out, "| {} |", headings.collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "| {} |", rules.collect::<Vec<_>>().join(" | "));
    let first_total = table.rows.len() - table.totals.min(table.rows.len());
    for (place, row) in table.rows.iter().enumerate() {
        let cells = row.iter().map(|one| {
            let cell = cell(one);
            if place < first_total || cell.is_empty() {
                cell
            } else {
                format!("**{cell}**")
            }
        });
        let _ = writeln!(out, "| {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    out
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(words) => text(words),
        Cell::Toned(tone, words) => format!("{}{}", sign(*tone), text(words)),
        Cell::Lines(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| text(line)).collect();
            lines.join("<br>")
        }
        Cell::Tool(lane, shape, name) => format!("{} {}", mark(*lane, *shape), cell_code(name)),
        Cell::Name(name) => cell_code(name),
        Cell::Names(names) => {
            let names: Vec<String> = names.iter().map(|name| cell_code(name)).collect();
            names.join(", ")
        }
        Cell::Lane(lane) => format!("{} {}", mark(*lane, Shape::Square), lane.id()),
        Cell::Move(before, after) => {
            let side = |lane: &Option<Lane>| lane.map_or("not there", Lane::id);
            if before == after {
                side(after).to_owned()
            } else {
                format!("{} → {}", side(before), side(after))
            }
        }
        Cell::Share(part, whole) => percent(*part, *whole),
    }
}

/// What a colour says elsewhere.
fn sign(tone: Tone) -> &'static str {
    match tone {
        Tone::Bad => "✗ ",
        Tone::Warning => "⚠ ",
        Tone::Good => "✓ ",
        Tone::Plain => "",
    }
}

/// The mark of a tool: its shape says who brings it, its filling the lane.
fn mark(lane: Lane, shape: Shape) -> &'static str {
    match (lane, shape) {
        (Lane::Defined, Shape::Square) => "■",
        (Lane::Defined, Shape::Circle) => "●",
        (Lane::Defined, Shape::Diamond) => "◆",
        (Lane::Deferred, Shape::Square) => "□",
        (Lane::Deferred, Shape::Circle) => "○",
        (Lane::Deferred, Shape::Diamond) => "◇",
        (Lane::Skipped, _) => "✕",
        (Lane::Unavailable, _) => "–",
    }
}

/// A text in which nothing is markup, on one line.
fn text(raw: &str) -> String {
    let words = raw.split_whitespace().map(|word| {
        let word = visible(word);
        if is_reference(&word) {
            return cell_code(&word);
        }
        let mut out = String::with_capacity(word.len() + 4);
        for c in word.chars() {
            if MARKUP.contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
        out
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a renderer could take a word for an address, a mention or a number of an issue. Escapes do not help there: links
/// are looked for in the text behind them.
fn is_reference(word: &str) -> bool {
    let lower = word.to_lowercase();
    lower.contains(['@', '#']) || lower.contains("www.") || lower.contains(":/") || lower.contains("mailto:")
}

/// A name as code. In a table a pipe would end the cell, even there.
fn cell_code(name: &str) -> String {
    code(name).replace('|', "\\|")
}

/// A code span with more backticks than the text holds.
fn code(raw: &str) -> String {
    let shown = visible(raw);
    let fence = "`".repeat(longest_run(&shown) + 1);
    let needs_room = shown.is_empty() || shown.starts_with(['`', ' ']) || shown.ends_with(['`', ' ']);
    let room = if needs_room { " " } else { "" };
    format!("{fence}{room}{shown}{room}{fence}")
}

/// The longest run of backticks.
fn longest_run(content: &str) -> usize {
    let runs = content.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{cell_code, code, fenced, text};

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            text("*a* _b_ [c](d) ![e] <f> #1 | x\ny"),
            r"\*a\* \_b\_ \[c\]\(d\) \!\[e\] \<f\> `#1` \| x y"
        );
        assert_eq!(
            text("1. - + > `x` ~~y~~ &amp; \\"),
            r"1\. \- \+ \> \`x\` \~\~y\~\~ \&amp; \\"
        );
        assert_eq!(text("a\u{202e}b\u{1b}"), r"a\\u\{202e\}b\\u\{1b\}");
    }

    #[test]
    fn what_would_become_a_link_is_code() {
        assert_eq!(text("see https://evil.example/ now"), "see `https://evil.example/` now");
        assert_eq!(
            text("www.evil.example me@example.com"),
            "`www.evil.example` `me@example.com`"
        );
    }

    #[test]
    fn code_is_fenced_enough() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(""), "`  `");
        assert_eq!(cell_code("a|b"), r"`a\|b`");
        assert_eq!(fenced("````", "text"), "`````text\n````\n`````\n");
    }
}
