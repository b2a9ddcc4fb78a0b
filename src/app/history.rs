//! Undo and redo: earlier documents with the name of what led away from them. One gesture is one step.

use super::Document;

/// Steps kept; the oldest go first.
const STEPS: usize = 200;

/// One step back or forth.
#[derive(Clone, Debug)]
struct Step {
    document: Document,
    label: String,
}

/// The steps behind and ahead.
#[derive(Clone, Debug, Default)]
pub struct History {
    behind: Vec<Step>,
    ahead: Vec<Step>,
    /// What the last step changes, while the gesture that made it goes on.
    open: Option<Vec<String>>,
    joined: bool,
}

impl History {
    /// Records that `before` is left by a change called `label`. With the same `key` as the gesture still going on, the
    /// change joins its step.
    pub fn record(&mut self, before: Document, label: String, key: Option<Vec<String>>) {
        self.ahead.clear();
        self.joined = key.is_some() && self.open == key;
        if self.joined {
            if let Some(last) = self.behind.last_mut() {
                last.label = label;
            }
            return;
        }
        self.open = key;
        self.behind.push(Step {
            document: before,
            label,
        });
        if self.behind.len() > STEPS {
            self.behind.remove(0);
        }
    }

    /// Whether the last change joined the step before it.
    pub fn is_joining(&self) -> bool {
        self.joined
    }

    /// The gesture is over: the next change starts a step of its own.
    pub fn close_step(&mut self) {
        self.open = None;
        self.joined = false;
    }

    /// Goes a step back from `now`; gives the earlier document and what was undone.
    pub fn undo(&mut self, now: Document) -> Option<(Document, String)> {
        self.close_step();
        let step = self.behind.pop()?;
        self.ahead.push(Step {
            document: now,
            label: step.label.clone(),
        });
        Some((step.document, step.label))
    }

    /// Goes a step forth from `now`.
    pub fn redo(&mut self, now: Document) -> Option<(Document, String)> {
        self.close_step();
        let step = self.ahead.pop()?;
        self.behind.push(Step {
            document: now,
            label: step.label.clone(),
        });
        Some((step.document, step.label))
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        self.behind.last().map(|step| step.label.as_str())
    }

    /// What redo would bring back.
    pub fn redo_label(&self) -> Option<&str> {
        self.ahead.last().map(|step| step.label.as_str())
    }
}
