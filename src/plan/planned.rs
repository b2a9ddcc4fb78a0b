//! A scenario with everything that follows from it.

use super::{Plan, Settings, plan};
use crate::roster::{Roster, ToolId};
use crate::scenario::Scenario;
use std::sync::Arc;

/// A scenario with everything that follows from it.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Its tools.
    pub roster: Arc<Roster>,
    /// What the fill knew.
    pub settings: Settings,
    /// Its plan.
    pub plan: Plan,
}

impl Planned {
    /// The pinned tool of a name.
    pub fn pinned(&self, name: &str) -> Option<ToolId> {
        let id = self.roster.catalog.find(name)?;
        self.plan.decision(id).outcome.is_pinned().then_some(id)
    }

    /// Plans a scenario; what `earlier` resolved and the change left alone is shared.
    pub fn new(scenario: Arc<Scenario>, earlier: Option<&Self>) -> Self {
        let roster = Arc::new(Roster::new(&scenario, earlier.map(|earlier| &*earlier.roster)));
        let settings = Settings::of(&scenario);
        let plan = plan(&roster, &settings);
        Self {
            scenario,
            roster,
            settings,
            plan,
        }
    }
}
