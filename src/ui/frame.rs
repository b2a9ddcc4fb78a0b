//! What every panel is given: the state, the colours, and where to put what the person asks for.

use super::theme::Palette;
use crate::app::{Action, Command, State};

/// What a panel draws with: the state, read only, the colours, and where to put what the person asks for.
pub struct Frame<'a> {
    /// Everything that the window knows.
    pub state: &'a State,
    /// The colours of the theme in use.
    pub palette: Palette,
    /// What was asked for in this frame.
    pub actions: Vec<Action>,
}

impl Frame<'_> {
    /// Asks for something.
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Asks for a command.
    pub fn command(&mut self, command: Command) {
        self.actions.push(Action::Command(command));
    }

    /// Whether motion is welcome.
    pub fn moves(&self) -> bool {
        !self.state.settings.reduced_motion
    }
}
