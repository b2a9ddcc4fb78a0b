//! The trace: what it comes to, the steps, the events as a timeline, and what the model gets back.

use crate::app::{Action, Draft};
use crate::call::{Event, EventKind, ResultItem, Ruling, Step, StepKind, StepVerdict, Trace, explain};
use crate::diagnostics::visible;
use crate::scenario::{Approval, CallOutcome, Edit, PolicyDecision, TOOL_CALL, Trust};
use crate::ui::frame::Frame;
use crate::ui::widgets::text_frame;
use egui::{Color32, ComboBox, Label, RichText, Sense, Stroke, Ui, Vec2};

/// Height of an event on the timeline, in points.
const EVENT_HEIGHT: f32 = 30.0;

/// Draws it.
pub(super) fn show(ui: &mut Ui, frame: &mut Frame<'_>, draft: &mut Draft) {
    let tried = frame.state.tried.clone();
    let traced = tried.as_ref().and_then(|tried| tried.trace.as_ref());
    let Some(trace) = traced.filter(|_| !draft.tool.trim().is_empty()) else {
        ui.weak("The trace stands here once a tool is named and its arguments are JSON.");
        return;
    };
    if draft.request().is_none() {
        ui.weak("As of the arguments that last were JSON:");
        ui.multiply_opacity(0.55);
    }
    let colour = match trace.outcome {
        CallOutcome::Completed => frame.palette.good,
        CallOutcome::ApprovalRequired => frame.palette.warn,
        CallOutcome::Denied | CallOutcome::Failed => frame.palette.bad,
    };
    let verdict = RichText::new(visible(&explain::verdict(trace))).size(15.0).strong();
    ui.add(Label::new(verdict.color(colour)).wrap());
    ui.add(Label::new(visible(&explain::ended(trace))).wrap());
    if trace.events.iter().any(is_asked) {
        approval(ui, draft);
    }
    ui.add_space(2.0);
    let (reached, rest): (Vec<&Step>, Vec<&Step>) = trace
        .steps
        .iter()
        .partition(|step| step.verdict != StepVerdict::NotReached);
    for step in reached {
        one_step(ui, frame, trace, step);
    }
    if !rest.is_empty() {
        let titles: Vec<&str> = rest.iter().map(|step| explain::title(step.kind)).collect();
        let text = format!("Not reached: {}", titles.join(", "));
        ui.add(Label::new(RichText::new(text).color(frame.palette.weak)).wrap());
    }
    if !trace.events.is_empty() {
        heading(ui, "Events, all under one call id");
        timeline(ui, frame, &trace.events);
    }
    heading(ui, "What the model gets back");
    match &trace.result {
        Some(result) => answer(ui, frame, result),
        None if trace.events.is_empty() => {
            ui.weak("Nothing: there is no run.");
        }
        None => {
            ui.weak("Nothing yet: the run is parked until the owner answers.");
        }
    }
    let rows = match trace.invocations.as_slice() {
        [] => "No invocation row is written.".to_owned(),
        names => format!("One invocation row: {}.", visible(&names.join(", "))),
    };
    ui.weak(rows);
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).strong());
}

fn one_step(ui: &mut Ui, frame: &mut Frame<'_>, trace: &Trace, step: &Step) {
    let colour = match step.verdict {
        StepVerdict::Passed => frame.palette.good,
        StepVerdict::Waits => frame.palette.warn,
        StepVerdict::Stopped(_) => frame.palette.bad,
        StepVerdict::NotNeeded | StepVerdict::NotReached => frame.palette.weak,
    };
    ui.horizontal_top(|ui| {
        let word = format!("{:<4}", explain::verdict_word(step.verdict));
        ui.label(RichText::new(word).monospace().strong().color(colour));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(explain::title(step.kind)).strong());
                if let StepVerdict::Stopped(code) = step.verdict {
                    ui.label(RichText::new(code.id()).monospace().color(colour));
                }
                ui.label(RichText::new(step.kind.rule()).small().weak());
                ui.label(visible(&explain::finding(&step.finding)));
            });
            if step.kind == StepKind::Policy
                && let Some(ruling) = trace.ruling()
            {
                policy(ui, frame, *ruling);
            }
        });
    });
}

fn is_asked(event: &Event) -> bool {
    event.kind == EventKind::ApprovalRequested
}

/// The owner's answer, given here.
fn approval(ui: &mut Ui, draft: &mut Draft) {
    ui.horizontal(|ui| {
        ui.weak("the owner:");
        for (answer, title) in [
            (Approval::Waits, "Wait"),
            (Approval::Granted, "Approve"),
            (Approval::Refused, "Refuse"),
        ] {
            ui.selectable_value(&mut draft.approval, answer, title);
        }
    });
}

/// What if policy said otherwise of this class.
fn policy(ui: &mut Ui, frame: &mut Frame<'_>, ruling: Ruling) {
    let title = |decision: Option<PolicyDecision>| match decision {
        None => "as the platform says",
        Some(PolicyDecision::Allow) => "allow",
        Some(PolicyDecision::RequireApproval) => "require approval",
        Some(PolicyDecision::Deny) => "deny",
    };
    let chosen = ruling.is_overridden.then_some(ruling.matrix);
    let combo = ComboBox::from_id_salt("policy of the class").selected_text(title(chosen));
    ui.horizontal(|ui| {
        ui.weak("what if:");
        let response = combo.show_ui(ui, |ui| {
            for decision in [None].into_iter().chain(PolicyDecision::ALL.map(Some)) {
                if ui.selectable_label(chosen == decision, title(decision)).clicked() && chosen != decision {
                    frame.push(Action::Edit(Edit::Policy {
                        effect: ruling.effect,
                        decision,
                    }));
                }
            }
        });
        response.response.widget_info(|| {
            let name = format!("Policy of {}", ruling.effect.id());
            egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name)
        });
    });
}

/// A line from event to event. The name changes its colour where the call stops being `tool.call`'s.
fn timeline(ui: &mut Ui, frame: &Frame<'_>, events: &[Event]) {
    for (place, event) in events.iter().enumerate() {
        let colour = event_colour(frame, event.kind);
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(14.0, EVENT_HEIGHT), Sense::hover());
            let centre = rect.left_top() + Vec2::new(7.0, 9.0);
            if place + 1 < events.len() {
                let line = Stroke::new(1.5, frame.palette.line);
                let next = centre + Vec2::new(0.0, EVENT_HEIGHT + ui.spacing().item_spacing.y);
                ui.painter().line_segment([centre, next], line);
            }
            ui.painter().circle_filled(centre, 4.5, colour);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.horizontal(|ui| {
                    ui.label(RichText::new(event.kind.id()).monospace().color(colour));
                    let name = RichText::new(visible(&event.name)).monospace();
                    ui.label(if event.name == TOOL_CALL {
                        name.color(frame.palette.weak)
                    } else {
                        name.strong()
                    });
                });
                let shown = format!("the client shows: {}", visible(&event.shown()));
                ui.label(RichText::new(shown).small().weak());
            });
        });
    }
}

fn event_colour(frame: &Frame<'_>, kind: EventKind) -> Color32 {
    match kind {
        EventKind::ModelCalled | EventKind::Requested | EventKind::Started => frame.palette.accent,
        EventKind::ApprovalRequested => frame.palette.warn,
        EventKind::ApprovalGranted | EventKind::Completed => frame.palette.good,
        EventKind::ApprovalRefused | EventKind::Denied | EventKind::Failed => frame.palette.bad,
    }
}

fn answer(ui: &mut Ui, frame: &Frame<'_>, result: &ResultItem) {
    let error = if result.is_error { ", an error" } else { "" };
    ui.label(format!(
        "It answers {}, replayed as {}{error}.",
        result.call_id,
        visible(&result.answers)
    ));
    for part in &result.parts {
        let what = if part.is_schema { "input schema · " } else { "" };
        ui.label(
            RichText::new(format!("{what}{}", explain::trust_words(part.trust)))
                .small()
                .weak(),
        );
        let boxed = text_frame(&frame.palette, part.trust == Trust::ExternalUntrusted);
        boxed.show(ui, |ui| {
            ui.set_width(ui.available_width().max(40.0));
            for line in part.text.lines() {
                ui.add(Label::new(RichText::new(visible(line)).monospace()).wrap());
            }
        });
    }
}
