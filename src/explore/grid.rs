//! What a cap buys under another number at once, or under how many accounts are connected.

use super::accounts::accounts;
use super::parameter::{Parameter, Range};
use super::sweep::Point;
use super::with;
use crate::plan::Planned;
use crate::scenario::Edit;

/// The second axis of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// How many accounts are connected, counted in the order of the file.
    Accounts,
    /// The values of another number.
    Parameter(Parameter, Range),
}

impl Axis {
    /// `accounts`, or the path of its number in the file.
    pub fn path(self) -> String {
        match self {
            Self::Accounts => "accounts".to_owned(),
            Self::Parameter(parameter, _) => parameter.path(),
        }
    }

    /// What people call it.
    pub fn title(self) -> String {
        match self {
            Self::Accounts => "accounts".to_owned(),
            Self::Parameter(parameter, _) => parameter.title(),
        }
    }
}

/// One plan of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The plan at its two values; `moved` is empty.
    pub point: Point,
    /// Whether the scenario stands here.
    pub is_current: bool,
}

/// Plans over two ranges.
#[derive(Clone, Debug)]
pub struct Grid {
    /// What moves from left to right.
    pub parameter: Parameter,
    /// Its values.
    pub values: Vec<u64>,
    /// What moves from row to row.
    pub axis: Axis,
    /// What each row stands for.
    pub rows: Vec<String>,
    /// What makes each row of the scenario as it stands.
    pub row_edits: Vec<Vec<Edit>>,
    /// The plans, a row a value of the axis.
    pub cells: Vec<Vec<Cell>>,
}

impl Grid {
    /// Plans every pair of values. Rows of [`Axis::Accounts`] start with none connected; flags stay as they are.
    pub fn new(planned: &Planned, parameter: Parameter, range: Range, axis: Axis) -> Self {
        let current = parameter.value(&planned.scenario);
        let rows = rows(planned, axis);
        let cells = rows
            .iter()
            .map(|(_, edits, is_current_row)| {
                let base = with(planned, edits);
                let cell = |value| Cell {
                    point: Point::new(value, &with(&base, &[parameter.edit(value)]), None),
                    is_current: *is_current_row && value == current,
                };
                range.values().map(cell).collect()
            })
            .collect();
        Self {
            parameter,
            values: range.values().collect(),
            axis,
            row_edits: rows.iter().map(|(_, edits, _)| edits.clone()).collect(),
            rows: rows.into_iter().map(|(title, ..)| title).collect(),
            cells,
        }
    }
}

/// Title, edits, and whether the scenario stands so.
fn rows(planned: &Planned, axis: Axis) -> Vec<(String, Vec<Edit>, bool)> {
    let scenario = &planned.scenario;
    match axis {
        Axis::Parameter(parameter, range) => {
            let current = parameter.value(scenario);
            let row = |value: u64| (value.to_string(), vec![parameter.edit(value)], value == current);
            range.values().map(row).collect()
        }
        Axis::Accounts => {
            let accounts = accounts(scenario);
            (0..=accounts.len())
                .map(|on| {
                    let edits: Vec<Edit> = accounts
                        .iter()
                        .enumerate()
                        .flat_map(|(place, account)| account.edits(scenario, place < on))
                        .collect();
                    let title = match on.checked_sub(1).and_then(|last| accounts.get(last)) {
                        Some(account) => format!("{on}: with {}", account.id),
                        None => "0: none".to_owned(),
                    };
                    let is_current = edits.is_empty();
                    (title, edits, is_current)
                })
                .collect()
        }
    }
}
