//! Sentences about sessions and delegation, made in this one place: every surface says the same words.

use super::delegation::{Child, Refusal};
use super::deploy::Deploy;
use super::epoch::{Epoch, KeptBecause, Pinned};
use super::outcome::{CannotBe, Outcome};
use super::pins::{LaneMove, PinMove};
use crate::plan::Planned;
use crate::plan::explain::{counted, failure_sentence, grouped};
use crate::scenario::{Builder, Lane, NextMessage, PolicyDecision, TOOL_CALL, TOOL_PIN_MISMATCH};

/// What the deploy comes to, in words.
pub fn verdict(deploy: &Deploy) -> String {
    let count = |next: NextMessage| deploy.outcomes.iter().filter(|outcome| outcome.next() == next).count() as u64;
    if let Some(failure) = &deploy.after.plan.failure {
        return format!("What is deployed has no plan: {}", failure_sentence(failure));
    }
    let failing = || deploy.outcomes.iter().filter(|outcome| outcome.is_parked_and_fails());
    if deploy.breaks_a_run() {
        let expected = if failing().all(|outcome| outcome.is_as_expected) {
            ", as the file expects"
        } else {
            ""
        };
        let fail = counted(failing().count() as u64, "parked run fails", "parked runs fail");
        return format!("{fail}{expected}");
    }
    let impossible = deploy
        .outcomes
        .iter()
        .filter(|outcome| outcome.impossible.is_some())
        .count() as u64;
    if impossible > 0 {
        return format!(
            "{} as the file says",
            counted(impossible, "session cannot be", "sessions cannot be")
        );
    }
    if count(NextMessage::Failed) > 0 {
        return counted(count(NextMessage::Failed), "session fails", "sessions fail");
    }
    match count(NextMessage::Rotated) {
        0 => "No open session notices".to_owned(),
        rotated => counted(
            rotated,
            "session rotates, with its history",
            "sessions rotate, with their history",
        ),
    }
}

/// `4 sessions: 1 failed · 1 rotated · 2 kept`.
pub fn counts(deploy: &Deploy) -> String {
    let parts: Vec<String> = NextMessage::ALL
        .into_iter()
        .filter_map(|next| {
            let count = deploy.outcomes.iter().filter(|outcome| outcome.next() == next).count();
            (count > 0).then(|| format!("{count} {}", next.id()))
        })
        .collect();
    let sessions = counted(deploy.outcomes.len() as u64, "session", "sessions");
    format!("{sessions}: {}", parts.join(" · "))
}

/// What becomes of a session and why: a sentence or two.
pub fn outcome(outcome: &Outcome) -> String {
    if let Some(cannot) = &outcome.impossible {
        return cannot_be(cannot);
    }
    let epoch = match outcome.epoch {
        Epoch::Kept(KeptBecause::SameBuilder) => {
            "Its plan is current: the same builder, nothing that it pinned changed.".to_owned()
        }
        Epoch::Kept(KeptBecause::EquivalentBuilder) => format!(
            "Its plan is kept: {} counts as current, since such a plan renders the same bytes.",
            outcome.pinned.builder
        ),
        Epoch::Rotated(reason) => {
            format!(
                "Its plan is rebuilt in a new epoch, {}; its history is kept.",
                reason.id()
            )
        }
    };
    let mut text = match (&outcome.parked, outcome.rebuilt_fails()) {
        (Some(parked), _) if !parked.is_resumed => format!(
            "Its plan would be rebuilt ({}) with {}, so the run that waits for {} fails with {TOOL_PIN_MISMATCH}.",
            match outcome.epoch {
                Epoch::Rotated(reason) => reason.id(),
                Epoch::Kept(_) => "",
            },
            counted(outcome.pin_moves.len() as u64, "other pin", "other pins"),
            parked.tool
        ),
        (_, Some(failure)) => format!("{epoch} The new plan fails: {}.", failure_sentence(failure)),
        (Some(parked), None) => format!("{epoch} The run that waits for {} goes on.", parked.tool),
        (None, None) => epoch,
    };
    if matches!(outcome.epoch, Epoch::Kept(_)) && outcome.parked.is_some() && !outcome.pin_moves.is_empty() {
        text.push_str(&format!(
            " Rebuilt, {} have moved and failed it.",
            counted(outcome.pin_moves.len() as u64, "pin would", "pins would")
        ));
    }
    if !outcome.pins_gone.is_empty() {
        text.push_str(&format!(
            " It still pins {}, which what is deployed does not have: a call of {} reaches nothing.",
            some_names(&outcome.pins_gone),
            if outcome.pins_gone.len() == 1 { "it" } else { "these" }
        ));
    }
    if !outcome.scopes_lost.is_empty() {
        text.push_str(&format!(
            " It loses {}, which rewrites nothing; calls that need {} are denied.",
            outcome.scopes_lost.join(", "),
            if outcome.scopes_lost.len() == 1 { "it" } else { "them" }
        ));
    }
    if let Some(parked) = &outcome.parked
        && !parked.scopes_missing.is_empty()
        && parked.is_resumed
    {
        text.push_str(&format!(
            " {} needs {}: the call is denied once it goes on.",
            parked.tool,
            parked.scopes_missing.join(", ")
        ));
    }
    text
}

/// A few names, and how many more there are.
fn some_names(names: &[std::sync::Arc<str>]) -> String {
    const NAMED: usize = 3;
    let first: Vec<&str> = names.iter().take(NAMED).map(|name| &**name).collect();
    let rest = names.len().saturating_sub(NAMED);
    let more = if rest > 0 {
        format!(" and {rest} more")
    } else {
        String::new()
    };
    format!("{}{more}", first.join(", "))
}

fn cannot_be(cannot: &CannotBe) -> String {
    match cannot {
        CannotBe::NeverOpened(failure) => format!(
            "It could not have been opened: its plan fails, {}.",
            failure_sentence(failure)
        ),
        CannotBe::ParkedOnUnpinned { tool, why } => {
            format!("It cannot be parked on {tool}, which its plan does not pin. {why}")
        }
        CannotBe::NobodyAsked { tool, effect, decision } => format!(
            "It cannot be parked on {tool}: policy {} its class, `{}`, so nobody was asked. Name a tool that waits for approval.",
            if *decision == PolicyDecision::Deny {
                "denies"
            } else {
                "allows"
            },
            effect.id()
        ),
    }
}

/// The reason in a few words, for a table cell.
pub fn short_reason(outcome: &Outcome) -> String {
    if outcome.impossible.is_some() {
        return "cannot be".to_owned();
    }
    if let Some(code) = outcome.failure_code() {
        return code.to_owned();
    }
    match outcome.epoch {
        Epoch::Kept(KeptBecause::SameBuilder) => "same builder".to_owned(),
        Epoch::Kept(KeptBecause::EquivalentBuilder) => {
            format!("{} counts as current", short_builder(outcome.pinned.builder))
        }
        Epoch::Rotated(reason) => reason.id().to_owned(),
    }
}

/// `@11`.
pub fn short_builder(builder: Builder) -> String {
    format!("@{}", builder.number())
}

/// A session's name, what its next message does, and why: what a screen reader says of it.
pub fn in_short(outcome: &Outcome) -> String {
    format!("{}: {}, {}", outcome.name, outcome.next().id(), short_reason(outcome))
}

/// What a session pinned and was opened under.
pub fn opened(outcome: &Outcome) -> String {
    format!(
        "{} · {} · {}",
        outcome.opened_under,
        outcome.pinned.builder,
        counted(pins(&outcome.before), "tool pinned", "tools pinned")
    )
}

/// What a session pinned beside builder and tools, as far as it is said: a title and a value each.
pub fn versions(outcome: &Outcome) -> Vec<(&'static str, String)> {
    let Pinned { versions, scopes, .. } = &outcome.pinned;
    let named = [
        ("authority", &versions.authority),
        ("model", &versions.model),
        ("policy", &versions.policy),
        ("persona", &versions.persona),
        ("agent", &versions.agent),
        ("agent prefix", &versions.agent_prefix),
    ];
    let mut said: Vec<(&str, String)> = named
        .into_iter()
        .filter_map(|(title, version)| Some((title, version.clone()?)))
        .collect();
    if let Some(scopes) = scopes {
        let scopes = if scopes.is_empty() {
            "none".to_owned()
        } else {
            scopes.join(", ")
        };
        said.push(("scopes", scopes));
    }
    said
}

/// An epoch's plan in few words, the most that may be said first: for where there is little room.
pub fn epoch_labels(number: u8, builder: Builder, planned: &Planned) -> [String; 3] {
    let builder = short_builder(builder);
    let plan = format!("{builder} · {}", counted(pins(planned), "pin", "pins"));
    [format!("epoch {number} · {plan}"), plan, builder]
}

/// What a chat gets that opens now: a sentence or two.
pub fn new_chat(deploy: &Deploy) -> String {
    let planned = &deploy.after;
    if let Some(failure) = &planned.plan.failure {
        return format!("It gets no plan: {}.", failure_sentence(failure));
    }
    format!(
        "It gets what is deployed: {}, {}. Against a chat that opened just before, {}.",
        planned.scenario.builder,
        counted(pins(planned), "tool pinned", "tools pinned"),
        match deploy.new_chats.as_slice() {
            [] => "no tool changes its lane".to_owned(),
            moves => lanes_moved(moves),
        }
    )
}

/// How many pins a rebuilt plan moves, or would move if the plan were not kept.
pub fn pins_moved(outcome: &Outcome) -> String {
    let (moved, is_kept) = (outcome.pin_moves.len() as u64, !outcome.is_rebuilt());
    match (moved, is_kept) {
        (0, true) => "Rebuilt, no pin would move".to_owned(),
        (0, false) => "No pin moves".to_owned(),
        (moved, true) => format!("Rebuilt, {} move", counted(moved, "pin would", "pins would")),
        (moved, false) => counted(moved, "pin moves", "pins move"),
    }
}

/// How many tools change their lanes.
pub fn lanes_moved(moves: &[LaneMove]) -> String {
    match moves.len() {
        0 => "No tool changes its lane".to_owned(),
        count => counted(count as u64, "tool changes its lane", "tools change their lanes"),
    }
}

/// As much of a hash as tells two apart.
pub fn short_hash(hash: &str) -> &str {
    const DIGITS: usize = 12;
    hash.get(..DIGITS).unwrap_or(hash)
}

/// What becomes of a prefix at the next message.
pub fn prefix(outcome: &Outcome) -> &'static str {
    if outcome.is_prefix_kept() {
        "same bytes"
    } else {
        "other bytes"
    }
}

fn pins(planned: &Planned) -> u64 {
    planned.plan.pinned().count() as u64
}

/// One pin that moves.
pub fn pin_move(moved: &PinMove) -> String {
    format!("{}: {}", moved.tool(), pin_word(moved))
}

/// The same without its tool, where that stands beside it.
pub fn pin_word(moved: &PinMove) -> &'static str {
    match moved {
        PinMove::Gone(_) => "pinned, but not once rebuilt",
        PinMove::New(_) => "pinned only once rebuilt",
        PinMove::Redefined(_) => "pinned with another definition",
    }
}

/// One tool whose lane changes.
pub fn lane_move(moved: &LaneMove) -> String {
    format!("{}: {} → {}", moved.tool, lane_word(moved.from), lane_word(moved.to))
}

/// A lane, or that the tool is not there.
pub fn lane_word(lane: Option<Lane>) -> &'static str {
    lane.map_or("not there", Lane::id)
}

/// What comes of a brief, in words.
pub fn child(child: &Child) -> String {
    if child.refused.contains(&Refusal::NoRun) {
        return "No child.".to_owned();
    }
    if !child.refused.is_empty() {
        return format!(
            "The brief is an error: {}.",
            counted(child.refused.len() as u64, "name is refused", "names are refused")
        );
    }
    let Some(planned) = &child.planned else {
        return "No child.".to_owned();
    };
    if let Some(failure) = &planned.plan.failure {
        return format!("The child's plan fails: {}.", failure_sentence(failure));
    }
    let deferred = child.granted.iter().filter(|(_, lane)| *lane == Lane::Deferred).count() as u64;
    let mut text = format!(
        "The child has {} at {} tokens.",
        counted(planned.plan.defined.len() as u64, "definition", "definitions"),
        grouped(child.definition_tokens())
    );
    if deferred > 0 {
        text.push_str(&match (deferred, child.granted.len()) {
            (1, 1) => " It is deferred in its parent.".to_owned(),
            _ => format!(
                " {} deferred in its parent.",
                counted(deferred, "of them is", "of them are")
            ),
        });
    }
    text
}

/// Why a name is refused.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotPinned { name, why } => format!("{name} is not pinned. {why}"),
        Refusal::ReachesNothing => format!("{TOOL_CALL} reaches deferred tools, and a child defers nothing."),
        Refusal::NoRun => "The plan fails, so there is no run to delegate from.".to_owned(),
    }
}
