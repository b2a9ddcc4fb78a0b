//! Problems as text: one line each, or with the excerpt and a caret.

use super::{Problem, Severity, Sources};
use std::fmt::Write as _;

/// How much to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// `path:line:column: error[code]: message`, and the help behind a dash.
    Concise,
    /// The same with the line it stands on, a caret and the help below.
    Full,
}

/// Problems shown at most; the rest is counted.
const SHOWN_AT_MOST: usize = 100;

/// One problem as text, without a trailing line break. Control characters of the file are made visible.
pub fn render(problem: &Problem, sources: &Sources, detail: Detail) -> String {
    let head = format!(
        "{}[{}]: {}",
        problem.severity.word(),
        problem.code,
        visible(&problem.message)
    );
    let place = problem.at.map(|at| sources.place(at));
    match detail {
        Detail::Concise => {
            let mut line = place.map_or_else(String::new, |place| format!("{place}: "));
            line.push_str(&head);
            if let Some(help) = &problem.help {
                let _ = write!(line, " - {}", visible(help));
            }
            line
        }
        Detail::Full => {
            let mut out = head;
            if let Some(place) = place {
                let _ = write!(out, "\n  --> {place}");
            }
            if let Some((number, line, caret)) = excerpt(problem, sources) {
                let gutter = number.to_string().len();
                let _ = write!(
                    out,
                    "\n {:gutter$} |\n {number} | {line}\n {:gutter$} | {}^",
                    "",
                    "",
                    " ".repeat(caret)
                );
            }
            if let Some(help) = &problem.help {
                let _ = write!(out, "\n  help: {}", visible(help));
            }
            out
        }
    }
}

/// All problems, errors before warnings and then by place, with a count of what was left out.
pub fn render_all(problems: &[Problem], sources: &Sources, detail: Detail) -> String {
    let mut sorted: Vec<&Problem> = problems.iter().collect();
    sorted.sort_by_key(|problem| (problem.severity, problem.at));
    let mut parts: Vec<String> = sorted
        .iter()
        .take(SHOWN_AT_MOST)
        .map(|problem| render(problem, sources, detail))
        .collect();
    if sorted.len() > SHOWN_AT_MOST {
        parts.push(format!("… and {} more", sorted.len() - SHOWN_AT_MOST));
    }
    let count = |severity| problems.iter().filter(|problem| problem.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    if detail == Detail::Full && errors + warnings > 1 {
        let counted = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
        parts.push(format!(
            "{}, {}",
            counted(errors, "error"),
            counted(warnings, "warning")
        ));
    }
    parts.join(if detail == Detail::Full { "\n\n" } else { "\n" })
}

/// Line number, the line (shortened around the place) and the width before the caret.
fn excerpt(problem: &Problem, sources: &Sources) -> Option<(u32, String, usize)> {
    const BEFORE: usize = 60;
    const AFTER: usize = 60;
    let at = problem.at?;
    let file = sources.get(at.file)?;
    let line = file.text.lines().nth((at.line as usize).checked_sub(1)?)?;
    let column = (at.column as usize).saturating_sub(1);
    let start = column.saturating_sub(BEFORE);
    let shown: String = line.chars().skip(start).take(column - start + AFTER).collect();
    let lead: String = line.chars().skip(start).take(column - start).collect();
    let (mark, width) = if start > 0 { ("…", 1) } else { ("", 0) };
    Some((
        at.line,
        format!("{mark}{}", visible(&shown)),
        width + unicode_width::UnicodeWidthStr::width(visible(&lead).as_str()),
    ))
}

/// Makes control, bidirectional and zero-width characters visible as `\u{…}`: what came from a file is shown, never obeyed.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push(' '),
            c if is_hidden(c) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// Whether a character would act on a terminal or reorder, hide or join text instead of being seen.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{Detail, render, visible};
    use crate::diagnostics::{At, Problem, Sources};

    #[test]
    fn full_shows_the_line_and_a_caret() {
        let mut sources = Sources::default();
        let file = sources.add("a.yaml", "format: roster/1\nbuget: 3\n");
        let problem = Problem::error(
            "unknown-key",
            At {
                file,
                line: 2,
                column: 1,
            },
            "`buget` is not a key here",
        )
        .with_help("did you mean `budget`?");
        assert_eq!(
            render(&problem, &sources, Detail::Full),
            "error[unknown-key]: `buget` is not a key here\n  --> a.yaml:2:1\n   |\n 2 | buget: 3\n   | ^\n  help: did you mean `budget`?"
        );
        assert_eq!(
            render(&problem, &sources, Detail::Concise),
            "a.yaml:2:1: error[unknown-key]: `buget` is not a key here - did you mean `budget`?"
        );
    }

    #[test]
    fn terminal_and_direction_controls_are_shown_not_obeyed() {
        assert_eq!(visible("a\u{1b}[2Jb\u{202e}c"), "a\\u{1b}[2Jb\\u{202e}c");
    }
}
