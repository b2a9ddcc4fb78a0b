//! The pipeline itself: one call from the model's response to the result that answers it (domain §8).

use super::events::{Event, EventKind};
use super::policy::Ruling;
use super::result::{answered, refused, wrong_arguments};
use super::steps::{Finding, Step, StepKind, StepVerdict};
use super::trace::{CALL_ID, Part, ResultItem, Trace};
use crate::json_schema::{Mismatch, Schema, Unusable};
use crate::plan::{Planned, explain};
use crate::roster::{Tool, ToolId};
use crate::scenario::{
    Approval, CONTROL_TOOLS, CallCode, CallOutcome, CallRequest, HardlineRule, Pattern, PolicyDecision, TOOL_CALL,
    missing_scopes,
};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// Traces a call against a plan.
pub fn trace(planned: &Planned, request: &CallRequest) -> Trace {
    let mut run = Run::new(planned, request);
    run.go();
    run.finish()
}

/// A call on its way.
struct Run<'p> {
    planned: &'p Planned,
    request: &'p CallRequest,
    steps: Vec<Step>,
    events: Vec<Event>,
    /// The name that the next event carries.
    name: String,
    tool: Option<ToolId>,
    arguments: Value,
    outcome: CallOutcome,
    code: Option<CallCode>,
    invocations: Vec<String>,
    result: Option<ResultItem>,
    is_wrapped: bool,
}

/// A step that ended the call: what it found is recorded already.
struct Ended;

impl<'p> Run<'p> {
    fn new(planned: &'p Planned, request: &'p CallRequest) -> Self {
        // A direct call of `tool.call` is a wrapper as the model wrote it.
        let is_wrapped = !request.direct || request.tool == TOOL_CALL;
        let name = if is_wrapped { TOOL_CALL } else { &request.tool };
        Self {
            planned,
            request,
            steps: Vec::new(),
            events: Vec::new(),
            name: name.to_owned(),
            tool: None,
            arguments: request.arguments.clone(),
            outcome: CallOutcome::Completed,
            code: None,
            invocations: Vec::new(),
            result: None,
            is_wrapped,
        }
    }

    /// The wrapper as the model wrote it, or as a call through `tool.call` writes it.
    fn wrapper(&self) -> Value {
        if self.request.direct {
            self.request.arguments.clone()
        } else {
            json!({ "name": self.request.tool, "arguments": self.request.arguments })
        }
    }

    fn go(&mut self) {
        // Each step records what it found; the first that ends the call ends the walk.
        let _ended_early = self
            .plan()
            .and_then(|()| self.unwrap())
            .and_then(|()| self.resolve())
            .and_then(|id| {
                self.enabled(id);
                self.scopes(id)?;
                self.arguments(id)?;
                self.hardline(id)?;
                let decision = self.policy(id)?;
                self.approval(decision)?;
                self.run(id);
                Ok(())
            });
    }

    fn tool(&self, id: ToolId) -> &'p Tool {
        self.planned.roster.catalog.tool(id)
    }

    fn plan(&mut self) -> Result<(), Ended> {
        if let Some(failure) = &self.planned.plan.failure {
            self.step(
                StepKind::Plan,
                StepVerdict::Stopped(CallCode::PlanFailed),
                Finding::PlanFails(failure.clone()),
            );
            self.outcome = CallOutcome::Failed;
            self.code = Some(CallCode::PlanFailed);
            return Err(Ended);
        }
        self.pass(StepKind::Plan, Finding::PlanStands);
        self.event(EventKind::ModelCalled);
        Ok(())
    }

    /// Domain §8.1: before anything is resolved.
    fn unwrap(&mut self) -> Result<(), Ended> {
        if !self.is_wrapped {
            self.step(StepKind::Unwrap, StepVerdict::NotNeeded, Finding::NotWrapped);
            return Ok(());
        }
        if self.planned.pinned(TOOL_CALL).is_none() {
            // The model was never shown `tool.call`: it is a call by its own name to what is not pinned.
            let finding = self.not_pinned(TOOL_CALL);
            return Err(self.end(StepKind::Unwrap, CallCode::UnknownTool, finding));
        }
        let wrapper = self.wrapper();
        let mismatches = wrapper_mismatches(&wrapper);
        let named = wrapper.get("name").and_then(Value::as_str);
        let (Some(name), true) = (named, mismatches.is_empty()) else {
            let finding = Finding::WrapperMalformed(mismatches);
            return Err(self.end(StepKind::Unwrap, CallCode::ArgumentsInvalid, finding));
        };
        if CONTROL_TOOLS.contains(&name) {
            let finding = Finding::ControlTool { name: name.to_owned() };
            return Err(self.end(StepKind::Unwrap, CallCode::NotOffered, finding));
        }
        if self.planned.pinned(name).is_none() {
            let finding = self.not_pinned(name);
            return Err(self.end(StepKind::Unwrap, CallCode::NotOffered, finding));
        }
        self.pass(StepKind::Unwrap, Finding::Unwrapped { name: name.to_owned() });
        name.clone_into(&mut self.name);
        self.arguments = wrapper.get("arguments").cloned().unwrap_or_else(|| Map::new().into());
        Ok(())
    }

    fn resolve(&mut self) -> Result<ToolId, Ended> {
        let Some(id) = self.planned.pinned(&self.name) else {
            let finding = self.not_pinned(&self.name);
            return Err(self.end(StepKind::Resolve, CallCode::UnknownTool, finding));
        };
        let lane = self.planned.plan.decision(id).outcome;
        let source = self.tool(id).source.id().to_owned();
        self.pass(StepKind::Resolve, Finding::Pinned { lane, source });
        self.tool = Some(id);
        self.invocations.push(self.name.clone());
        self.event(EventKind::Requested);
        Ok(id)
    }

    /// What is pinned was enabled when the session opened; nothing takes that back within a run.
    fn enabled(&mut self, id: ToolId) {
        let is_named = self.planned.roster.configured.contains(&id);
        self.pass(StepKind::Enabled, Finding::Enabled { is_named });
    }

    fn scopes(&mut self, id: ToolId) -> Result<(), Ended> {
        let asked = &self.tool(id).scopes;
        if asked.is_empty() {
            self.step(StepKind::Scopes, StepVerdict::NotNeeded, Finding::NoScopes);
            return Ok(());
        }
        let granted = self.request.scopes.as_ref().or(self.planned.scenario.scopes.as_ref());
        let missing = missing_scopes(asked, granted.map(Vec::as_slice));
        if missing.is_empty() {
            let finding = Finding::ScopesGranted {
                scopes: asked.clone(),
                is_restricted: granted.is_some(),
            };
            self.pass(StepKind::Scopes, finding);
            return Ok(());
        }
        let finding = Finding::ScopesMissing { missing };
        Err(self.end(StepKind::Scopes, CallCode::ScopeMissing, finding))
    }

    fn arguments(&mut self, id: ToolId) -> Result<(), Ended> {
        let tool = self.tool(id);
        let finding = match Schema::of_arguments(&tool.input_schema) {
            Err(unusable) => Finding::SchemaUnusable(unusable.to_string()),
            Ok(schema) => {
                let mismatches = schema.mismatches(&self.arguments);
                if mismatches.is_empty() {
                    let count = self.arguments.as_object().map_or(0, Map::len);
                    self.pass(StepKind::Arguments, Finding::ArgumentsFit { count });
                    return Ok(());
                }
                Finding::ArgumentsWrong(mismatches)
            }
        };
        let parts = wrong_arguments(&finding, tool, self.is_wrapped);
        Err(self.end_with(StepKind::Arguments, CallCode::ArgumentsInvalid, finding, parts))
    }

    /// Rules that no approval lifts.
    fn hardline(&mut self, id: ToolId) -> Result<(), Ended> {
        let tool = self.tool(id);
        let rules = &self.planned.scenario.policy.hardline;
        let watching: Vec<&HardlineRule> = rules.iter().filter(|rule| watches(rule, &tool.name)).collect();
        // A condition that cannot be asked was refused when the file was read; were it here, it would deny.
        let hit = watching.iter().find(|rule| {
            rule.when
                .as_ref()
                .is_none_or(|when| Schema::of_rule(when).map_or(true, |when| when.fits(&self.arguments)))
        });
        if let Some(rule) = hit {
            let rule = rule.name.clone();
            return Err(self.end(StepKind::Hardline, CallCode::Hardline, Finding::RuleMatches { rule }));
        }
        let finding = Finding::NoRuleMatches {
            watching: watching.len(),
        };
        self.pass(StepKind::Hardline, finding);
        Ok(())
    }

    fn policy(&mut self, id: ToolId) -> Result<PolicyDecision, Ended> {
        let effect = self.tool(id).side_effect;
        let ruling = Ruling::new(&self.planned.scenario.policy, effect, self.request.tainted);
        if ruling.decision == PolicyDecision::Deny {
            return Err(self.end(StepKind::Policy, CallCode::MatrixDenied, Finding::Ruled(ruling)));
        }
        self.pass(StepKind::Policy, Finding::Ruled(ruling));
        Ok(ruling.decision)
    }

    fn approval(&mut self, decision: PolicyDecision) -> Result<(), Ended> {
        if decision != PolicyDecision::RequireApproval {
            self.step(StepKind::Approval, StepVerdict::NotNeeded, Finding::NoApproval);
            return Ok(());
        }
        self.event(EventKind::ApprovalRequested);
        match self.request.approval {
            Approval::Waits => {
                self.step(StepKind::Approval, StepVerdict::Waits, Finding::ApprovalWaits);
                self.outcome = CallOutcome::ApprovalRequired;
                Err(Ended)
            }
            Approval::Granted => {
                self.event(EventKind::ApprovalGranted);
                self.pass(StepKind::Approval, Finding::ApprovalGranted);
                Ok(())
            }
            Approval::Refused => {
                self.event(EventKind::ApprovalRefused);
                Err(self.end(StepKind::Approval, CallCode::ApprovalRefused, Finding::ApprovalRefused))
            }
        }
    }

    fn run(&mut self, id: ToolId) {
        self.pass(StepKind::Run, Finding::Ran);
        self.event(EventKind::Started);
        self.event(EventKind::Completed);
        self.answer(false, answered(self.tool(id)));
    }

    fn finish(mut self) -> Trace {
        for kind in StepKind::ALL.into_iter().skip(self.steps.len()) {
            self.step(kind, StepVerdict::NotReached, Finding::Nothing);
        }
        Trace {
            request: self.request.clone(),
            steps: self.steps,
            events: self.events,
            outcome: self.outcome,
            code: self.code,
            tool: self.tool,
            arguments: self.arguments,
            invocations: self.invocations,
            result: self.result,
        }
    }

    fn step(&mut self, kind: StepKind, verdict: StepVerdict, finding: Finding) {
        self.steps.push(Step { kind, verdict, finding });
    }

    fn pass(&mut self, kind: StepKind, finding: Finding) {
        self.step(kind, StepVerdict::Passed, finding);
    }

    fn event(&mut self, kind: EventKind) {
        self.events.push(Event {
            kind,
            name: self.name.clone(),
            call_id: CALL_ID,
        });
    }

    fn answer(&mut self, is_error: bool, parts: Vec<Part>) {
        let answers = if self.is_wrapped { TOOL_CALL } else { &self.request.tool };
        self.result = Some(ResultItem {
            call_id: CALL_ID,
            answers: answers.to_owned(),
            is_error,
            parts,
        });
    }

    /// Ends the call at a step.
    fn end(&mut self, kind: StepKind, code: CallCode, finding: Finding) -> Ended {
        let parts = refused(&finding);
        self.end_with(kind, code, finding, parts)
    }

    fn end_with(&mut self, kind: StepKind, code: CallCode, finding: Finding, parts: Vec<Part>) -> Ended {
        self.step(kind, StepVerdict::Stopped(code), finding);
        // Domain §8: what cannot be made as asked fails, what a rule forbids is denied.
        let is_failed = code == CallCode::ArgumentsInvalid;
        self.outcome = if is_failed {
            CallOutcome::Failed
        } else {
            CallOutcome::Denied
        };
        self.code = Some(code);
        self.event(if is_failed {
            EventKind::Failed
        } else {
            EventKind::Denied
        });
        self.answer(true, parts);
        Ended
    }

    fn not_pinned(&self, name: &str) -> Finding {
        let Planned { plan, roster, .. } = self.planned;
        Finding::NotPinned {
            name: name.to_owned(),
            why: explain::why_not_pinned(plan, roster, name),
        }
    }
}

/// Whether a rule watches a tool.
fn watches(rule: &HardlineRule, name: &str) -> bool {
    rule.tools.iter().any(|pattern| Pattern::new(pattern).matches(name))
}

/// Domain §8: `name` (1 to 256 characters, required), `arguments` (an object), nothing else. The platform's own schema, not
/// the one by which a scenario describes `tool.call` to the model.
static WRAPPER: LazyLock<Result<Schema, Unusable>> = LazyLock::new(|| {
    Schema::new(&json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "minLength": 1, "maxLength": 256 },
            "arguments": { "type": "object", "default": {} },
        },
        "required": ["name"],
        "additionalProperties": false,
    }))
});

fn wrapper_mismatches(wrapper: &Value) -> Vec<Mismatch> {
    match &*WRAPPER {
        Ok(schema) => schema.mismatches(wrapper),
        Err(unusable) => vec![Mismatch {
            pointer: String::new(),
            message: unusable.to_string(),
        }],
    }
}
