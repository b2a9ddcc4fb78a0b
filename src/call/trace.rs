//! A traced call as plain data.

use super::events::Event;
use super::policy::Ruling;
use super::steps::{Finding, Step};
use crate::roster::ToolId;
use crate::scenario::{CallCode, CallOutcome, CallRequest, Trust};
use serde_json::Value;

/// The model's call id in every trace: which one it is decides nothing.
pub const CALL_ID: &str = "call_1";

/// A call, traced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What was asked.
    pub request: CallRequest,
    /// Every step of the pipeline, reached or not.
    pub steps: Vec<Step>,
    /// The events, in order.
    pub events: Vec<Event>,
    /// How it stands.
    pub outcome: CallOutcome,
    /// Why it ended before its tool ran.
    pub code: Option<CallCode>,
    /// The tool that it goes on as, once it is resolved. Everything from then on is under this tool's name.
    pub tool: Option<ToolId>,
    /// The arguments that the tool gets, unwrapped.
    pub arguments: Value,
    /// Rows of the invocation table: one as soon as the call is resolved, none before. `tool.call` never has one.
    pub invocations: Vec<String>,
    /// What the model gets back; `None` while the run is parked or there is none.
    pub result: Option<ResultItem>,
}

impl Trace {
    /// The name that its last event carries: `tool.call` where nothing was unwrapped to, else the tool's own.
    pub fn name(&self) -> &str {
        self.events.last().map_or(&self.request.tool, |event| &event.name)
    }

    /// What policy said, if it came to that.
    pub fn ruling(&self) -> Option<&Ruling> {
        self.steps.iter().find_map(|step| match &step.finding {
            Finding::Ruled(ruling) => Some(ruling),
            _ => None,
        })
    }
}

/// What the model gets back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultItem {
    /// The call that it answers.
    pub call_id: &'static str,
    /// The name that the provider replays for that call: what the model called, so `tool.call` where it went through it.
    pub answers: String,
    /// Whether it tells of an error.
    pub is_error: bool,
    /// Its parts, in order.
    pub parts: Vec<Part>,
}

/// A text of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whose text it is.
    pub trust: Trust,
    /// Whether it is the tool's input schema.
    pub is_schema: bool,
    /// As the model reads it, envelope included.
    pub text: String,
}

impl Part {
    /// The platform's own words.
    pub(super) fn trusted(text: impl Into<String>) -> Self {
        Self {
            trust: Trust::Trusted,
            is_schema: false,
            text: text.into(),
        }
    }
}

impl ResultItem {
    /// Trust of what it holds beside the platform's own words: external as soon as one part is.
    pub fn trust(&self) -> Trust {
        let is_external = |part: &Part| part.trust == Trust::ExternalUntrusted;
        if self.parts.iter().any(is_external) {
            Trust::ExternalUntrusted
        } else {
            Trust::Trusted
        }
    }

    /// The part that holds the tool's input schema, if it came with it.
    pub fn schema(&self) -> Option<&Part> {
        self.parts.iter().find(|part| part.is_schema)
    }
}
