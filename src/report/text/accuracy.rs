//! Published accuracy against the number of tools, as text: raw points with their source.

use super::style::{Look, Role};
use super::table::{Align, Cell, Column, Fit, table_telling};
use super::wrap::paragraph;
use crate::diagnostics::{grouped, visible};
use crate::published::{CAPTION, Publication, TITLE};

/// A row a point, fewest tools first, below a heading and what they are not.
pub fn accuracy(publications: &[Publication], look: Look) -> String {
    let mut points: Vec<_> = publications
        .iter()
        .flat_map(|publication| publication.points.iter().map(move |point| (point, publication)))
        .collect();
    points.sort_by_key(|(point, _)| point.tools);
    let rows: Vec<Vec<Cell>> = points
        .into_iter()
        .map(|(point, publication)| {
            vec![
                Cell::new(grouped(point.tools)),
                Cell::new(format!("{} %", point.percent)),
                Cell::new(visible(&point.of)),
                Cell::painted(Role::Aside, visible(&publication.as_of)),
                Cell::painted(Role::Aside, publication.mark.id()),
                Cell::new(visible(&publication.sources.join(" "))),
            ]
        })
        .collect();
    let column = |heading, align, fit| Column { heading, align, fit };
    let columns = [
        column("tools", Align::Right, Fit::Whole),
        column("accuracy", Align::Right, Fit::Whole),
        column("of", Align::Left, Fit::Whole),
        column("as of", Align::Left, Fit::Whole),
        column("mark", Align::Left, Fit::Whole),
        column("source", Align::Left, Fit::WrapFirst),
    ];
    let heading = look.paint(Role::Heading, TITLE);
    let caption = paragraph(CAPTION, look.columns, "", "");
    format!("\n{heading}\n{caption}{}", table_telling(&columns, &rows, "json", look))
}
