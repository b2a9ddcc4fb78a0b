//! What the inspector and the views of a decision ask about the plan on screen, and what came of it: never part of the
//! scenario, never undone.

use crate::clients::{Outcome, outcomes, shipped_presets};
use crate::explore::{
    Alike, Alternative, Axis, Comparison, GRID_STEPS, Grid, Moves, Parameter, Sweep, Worth, alike, alternatives,
};
use crate::lint::Lint;
use crate::plan::Planned;
use std::sync::Arc;

/// A question about a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What would move a tool, by its registry name.
    Moves(Arc<str>),
    /// How it differs from the state before.
    Compare,
    /// What a cap buys.
    Sweep(SweepAsk),
    /// Whether deferring pays, and what the alternatives come to.
    Cost,
    /// Which tools are nearly the same.
    Map,
    /// What other clients would do.
    Clients,
    /// What is wrong with the tools themselves.
    Lint,
}

/// What the Sweep view is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepAsk {
    /// What is moved.
    pub parameter: Parameter,
    /// Whether accounts are moved as well: a grid instead of a line.
    pub by_accounts: bool,
}

impl Default for SweepAsk {
    fn default() -> Self {
        Self {
            parameter: Parameter::CAPS[0],
            by_accounts: false,
        }
    }
}

/// What came of a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// To [`Question::Moves`]; `None` if the plan has no such tool.
    Moves(Option<Moves>),
    /// To [`Question::Compare`].
    Compare(Comparison),
    /// To [`Question::Sweep`], over the usual range of its parameter.
    Sweep(Sweep),
    /// To the same with accounts.
    Grid(Grid),
    /// To [`Question::Cost`]; no worth without `usage`.
    Cost(Option<Worth>, Vec<Alternative>),
    /// To [`Question::Map`].
    Map(Vec<Alike>),
    /// To [`Question::Clients`]: the clients that the program knows, our own plan first.
    Clients(Vec<Outcome>),
    /// To [`Question::Lint`].
    Lint(Lint),
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The plan that was asked about.
    pub planned: Arc<Planned>,
    /// The state before, which [`Question::Compare`] is about.
    pub before: Arc<Planned>,
    /// What was asked.
    pub question: Question,
    /// What came of it.
    pub answer: Answer,
}

impl Explored {
    /// Plans whatever the answer takes.
    pub fn new(planned: Arc<Planned>, before: Arc<Planned>, question: Question) -> Self {
        let answer = match &question {
            Question::Moves(tool) => {
                let tool = planned.roster.catalog.find(tool);
                Answer::Moves(tool.map(|tool| Moves::new(&planned, tool)))
            }
            Question::Compare => Answer::Compare(Comparison::new(Arc::clone(&before), Arc::clone(&planned))),
            Question::Sweep(ask) => {
                // The file as opened gives the scale: it must stand still under the pointer that applies a value.
                let range = ask.parameter.range_around(&planned, &before.scenario);
                if ask.by_accounts {
                    Answer::Grid(Grid::new(
                        &planned,
                        ask.parameter,
                        range.coarser(ask.parameter.value(&planned.scenario), GRID_STEPS),
                        Axis::Accounts,
                    ))
                } else {
                    Answer::Sweep(Sweep::new(&planned, ask.parameter, range))
                }
            }
            Question::Cost => Answer::Cost(Worth::new(&planned), alternatives(&planned)),
            Question::Map => Answer::Map(alike(&planned)),
            // What the program carries can be read: a test reads all of it.
            Question::Clients => Answer::Clients(outcomes(&planned, &shipped_presets().unwrap_or_default())),
            Question::Lint => Answer::Lint(Lint::new(&planned)),
        };
        Self {
            planned,
            before,
            question,
            answer,
        }
    }

    /// Whether it answers this question about these plans.
    pub fn is_about(&self, planned: &Arc<Planned>, before: &Arc<Planned>, question: &Question) -> bool {
        Arc::ptr_eq(&self.planned, planned) && Arc::ptr_eq(&self.before, before) && self.question == *question
    }
}
