//! Sentences about calls of a tool that are judged otherwise than before.

use crate::explore::compare::Judged;
use crate::explore::{Comparison, Effect, ToolChange};
use crate::scenario::PolicyDecision;

/// The effect, and what else differs behind it: `deferred, rewritten`.
pub fn effects(change: &ToolChange) -> String {
    let mut words = vec![change.effect.id()];
    let further = [
        (change.is_reclassified, Effect::Reclassified),
        (change.is_rewritten, Effect::Rewritten),
    ];
    for (differs, effect) in further {
        if differs && effect != change.effect {
            words.push(effect.id());
        }
    }
    words.join(", ")
}

/// How calls of it are judged otherwise; `None` where they are not.
pub fn judged(comparison: &Comparison, change: &ToolChange) -> Option<String> {
    if !change.is_reclassified {
        return None;
    }
    let (was, is) = (change.before?, change.after?);
    let (was, is) = (Judged::of(&comparison.before, was), Judged::of(&comparison.after, is));
    let mut sentences = Vec::new();
    let now = if was.decision == is.decision {
        format!("a call of it {}, as before", ruled(is.decision))
    } else {
        format!(
            "a call of it {} now, and before it {}",
            ruled(is.decision),
            ruled_before(was.decision)
        )
    };
    if was.side_effect != is.side_effect {
        sentences.push(format!(
            "Its side effect is {} and was {}: {now}.",
            is.side_effect.id(),
            was.side_effect.id()
        ));
    } else if was.decision != is.decision {
        sentences.push(format!("Policy says otherwise of {}: {now}.", is.side_effect.id()));
    }
    if was.scopes != is.scopes {
        let list = |scopes: &[String]| match scopes {
            [] => "none".to_owned(),
            some => some.join(", "),
        };
        sentences.push(format!(
            "Scopes that a call needs: {}; before: {}.",
            list(is.scopes),
            list(was.scopes)
        ));
    }
    Some(sentences.join(" "))
}

fn ruled(decision: PolicyDecision) -> &'static str {
    match decision {
        PolicyDecision::Allow => "is allowed",
        PolicyDecision::RequireApproval => "requires approval",
        PolicyDecision::Deny => "is denied",
    }
}

fn ruled_before(decision: PolicyDecision) -> &'static str {
    match decision {
        PolicyDecision::Allow => "was allowed",
        PolicyDecision::RequireApproval => "required approval",
        PolicyDecision::Deny => "was denied",
    }
}
