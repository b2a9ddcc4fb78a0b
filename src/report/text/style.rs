//! Width and colours of a text. Colour says nothing that the words do not say, so a text without it is whole.

use crate::scenario::Lane;
use anstyle::{AnsiColor, Style};

/// How a text should look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Columns of the terminal.
    pub columns: usize,
    /// Whether colour codes are written.
    pub colour: bool,
}

/// What a piece of text means, from which its colour follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// As it is.
    Plain,
    /// A heading.
    Heading,
    /// Said by the way.
    Aside,
    /// The word of a lane.
    Lane(Lane),
    /// It holds.
    Good,
    /// It deserves a look.
    Warning,
    /// It does not hold.
    Bad,
}

impl Look {
    /// A text in the colour of its role.
    pub(super) fn paint(self, role: Role, text: &str) -> String {
        if !self.colour || role == Role::Plain {
            return text.to_owned();
        }
        let style = style(role);
        format!("{style}{text}{style:#}")
    }
}

fn style(role: Role) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match role {
        Role::Plain => Style::new(),
        Role::Heading => Style::new().bold(),
        Role::Aside | Role::Lane(Lane::Unavailable) => Style::new().dimmed(),
        Role::Good | Role::Lane(Lane::Defined) => colour(AnsiColor::Green),
        Role::Lane(Lane::Deferred) => colour(AnsiColor::Cyan),
        Role::Warning | Role::Lane(Lane::Skipped) => colour(AnsiColor::Yellow),
        Role::Bad => colour(AnsiColor::Red).bold(),
    }
}

/// Rendered problems with the severity of each in its colour. Only heads of problems start a line with a severity:
/// excerpts and help are indented.
pub fn problems(rendered: &str, look: Look) -> String {
    let heads = [("error", Role::Bad), ("warning", Role::Warning)];
    let lines = rendered.lines().map(|line| {
        let head = heads
            .into_iter()
            .find(|(word, _)| line.strip_prefix(word).is_some_and(|rest| rest.starts_with('[')))
            .and_then(|(_, role)| Some((role, line.split_once("]: ")?)));
        match head {
            Some((role, (head, rest))) => format!("{}: {rest}", look.paint(role, &format!("{head}]"))),
            None => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{Look, problems};

    #[test]
    fn only_heads_are_coloured() {
        let text = "error[bad-name]: `x` is bad\n  --> a.yaml:1:1\n 1 | error[x]: y\n\n2 errors, 0 warnings";
        let look = |colour| Look { columns: 80, colour };
        assert_eq!(problems(text, look(false)), text);
        let coloured = problems(text, look(true));
        assert!(
            coloured.starts_with("\u{1b}[1m\u{1b}[31merror[bad-name]\u{1b}[0m: `x`"),
            "{coloured:?}"
        );
        assert_eq!(coloured.matches("\u{1b}[0m").count(), 1);
    }
}
