//! The Call view as typed so far, and the Deploy view's choices: never part of the scenario, never undone.

use crate::call::{Trace, skeleton};
use crate::plan::Planned;
use crate::scenario::{Approval, CallRequest, Lane, Loaded, Origin};
use crate::session::Child;
use std::sync::Arc;

/// What the Call view is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trying {
    /// A call of the model.
    #[default]
    Call,
    /// A brief to a delegated child.
    Brief,
}

/// A call and a brief as typed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Which of the two is looked at.
    pub trying: Trying,
    /// The name that is called.
    pub tool: String,
    /// Whether it is called by its own name.
    pub direct: bool,
    /// Whether the turn has consumed external content.
    pub tainted: bool,
    /// What the owner answers.
    pub approval: Approval,
    /// Scopes of this call instead of the scenario's.
    pub scopes: Option<Vec<String>>,
    /// The arguments as JSON text; with a direct call of `tool.call`, the wrapper.
    pub arguments: String,
    /// Names of a brief, parted by white space or commas.
    pub brief: String,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            trying: Trying::Call,
            tool: String::new(),
            direct: false,
            tainted: false,
            approval: Approval::Waits,
            scopes: None,
            arguments: "{}".to_owned(),
            brief: String::new(),
        }
    }
}

impl Draft {
    /// The arguments as a value; `Err` says why they are none.
    pub fn value(&self) -> Result<serde_json::Value, String> {
        if self.arguments.trim().is_empty() {
            return Ok(serde_json::Value::Object(serde_json::Map::new()));
        }
        serde_json::from_str(&self.arguments).map_err(|error| error.to_string())
    }

    /// The call, if it names a tool and its arguments are JSON.
    pub fn request(&self) -> Option<CallRequest> {
        let tool = self.tool.trim();
        if tool.is_empty() {
            return None;
        }
        Some(CallRequest {
            tool: tool.to_owned(),
            direct: self.direct,
            arguments: self.value().ok()?,
            tainted: self.tainted,
            scopes: self.scopes.clone(),
            approval: self.approval,
        })
    }

    /// The same with another call in it.
    #[must_use]
    pub fn with_request(&self, request: &CallRequest) -> Self {
        Self {
            trying: Trying::Call,
            tool: request.tool.clone(),
            direct: request.direct,
            tainted: request.tainted,
            approval: request.approval,
            scopes: request.scopes.clone(),
            arguments: pretty(&request.arguments),
            brief: self.brief.clone(),
        }
    }

    /// The same with a tool of a plan in it, called as the model would: by its own name if it is defined, else through
    /// `tool.call`, with the arguments that it requires.
    #[must_use]
    pub fn with_tool(&self, planned: &Planned, tool: &str) -> Self {
        let found = planned.roster.catalog.find(tool);
        let is_defined = |id| planned.plan.decision(id).outcome == Lane::Defined;
        let schema = found.map(|id| &planned.roster.catalog.tool(id).input_schema);
        Self {
            trying: Trying::Call,
            tool: tool.to_owned(),
            direct: found.is_some_and(is_defined),
            approval: Approval::Waits,
            arguments: schema.map_or_else(|| "{}".to_owned(), |schema| pretty(&skeleton(schema))),
            ..self.clone()
        }
    }

    /// The names of the brief.
    pub fn names(&self) -> Vec<String> {
        let names = self.brief.split(|c: char| c.is_whitespace() || c == ',');
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }
}

/// A value over several lines, as a person would write it.
pub fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string())
}

/// What came of a draft under a plan.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The plan.
    pub planned: Arc<Planned>,
    /// The call; `None` where the draft was none.
    pub trace: Option<Trace>,
    /// What came of the brief; `None` where there was none.
    pub child: Option<Child>,
}

impl Tried {
    /// Traces a call and plans a brief.
    pub fn new(planned: Arc<Planned>, request: Option<&CallRequest>, brief: &[String]) -> Self {
        Self {
            trace: request.map(|request| crate::call::trace(&planned, request)),
            child: (!brief.is_empty()).then(|| crate::session::delegate(&planned, brief)),
            planned,
        }
    }
}

/// The state before a deploy, where that is another file than the opened one.
#[derive(Clone, Debug)]
pub struct DeployedOver {
    /// Where it lies.
    pub origin: Origin,
    /// Its plan.
    pub planned: Arc<Planned>,
    /// What it was read from.
    pub loaded: Arc<Loaded>,
}
