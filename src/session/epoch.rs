//! Whether a session's plan is current at its next message, and if not, for which reason it is rebuilt (domain §9).

use crate::scenario::{Builder, RotationReason, Scenario, Versions};

/// What the next message finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Epoch {
    /// The plan is current.
    Kept(KeptBecause),
    /// It is rebuilt in a new epoch; the history stays.
    Rotated(RotationReason),
}

/// Why a plan is current.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptBecause {
    /// Its builder is the deployed one.
    SameBuilder,
    /// The deployed builder treats its builder as current.
    EquivalentBuilder,
}

/// What a session pinned beside its tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    /// Its builder.
    pub builder: Builder,
    /// Versions by name.
    pub versions: Versions,
    /// Its run's scopes; `None`: none is withheld.
    pub scopes: Option<Vec<String>>,
}

/// Holds what a session pinned against what is deployed; the first reason that holds counts.
pub(super) fn epoch(pinned: &Pinned, deployed: &Scenario, equivalent: Option<&[Builder]>) -> Epoch {
    let (was, is) = (&pinned.versions, &deployed.versions);
    let equivalent = equivalent.or(deployed.equivalent_builders.as_deref());
    let is_builder_current = deployed.builder.treats_as_current(pinned.builder, equivalent);
    let changed = [
        (
            differs(was.authority.as_ref(), is.authority.as_ref()) || is_extended(pinned, deployed),
            RotationReason::RunAuthorityChanged,
        ),
        (
            differs(was.model.as_ref(), is.model.as_ref()),
            RotationReason::ModelChanged,
        ),
        (
            differs(was.policy.as_ref(), is.policy.as_ref()),
            RotationReason::PolicyVersionChanged,
        ),
        (!is_builder_current, RotationReason::BuilderVersionChanged),
        (
            differs(was.persona.as_ref(), is.persona.as_ref()),
            RotationReason::PersonaChanged,
        ),
        (is_prefix_changed(was, is), RotationReason::AgentPrefixChanged),
    ];
    match changed.into_iter().find(|(holds, _)| *holds) {
        Some((_, reason)) => Epoch::Rotated(reason),
        None if pinned.builder == deployed.builder => Epoch::Kept(KeptBecause::SameBuilder),
        None => Epoch::Kept(KeptBecause::EquivalentBuilder),
    }
}

/// Two versions differ where both are said and are not the same: what is not said cannot differ.
fn differs(was: Option<&String>, is: Option<&String>) -> bool {
    matches!((was, is), (Some(was), Some(is)) if was != is)
}

/// Scope *reduction* never rewrites the prefix (domain §9). A scope more is another authority.
fn is_extended(pinned: &Pinned, deployed: &Scenario) -> bool {
    match (&pinned.scopes, &deployed.scopes) {
        (Some(had), Some(has)) => has.iter().any(|scope| !had.contains(scope)),
        _ => false,
    }
}

/// A session pins its agent version, whose prefix another version's does not touch: only the same version with another
/// text is a change.
fn is_prefix_changed(was: &Versions, is: &Versions) -> bool {
    !differs(was.agent.as_ref(), is.agent.as_ref()) && differs(was.agent_prefix.as_ref(), is.agent_prefix.as_ref())
}

#[cfg(test)]
mod tests {
    use super::{Epoch, KeptBecause, Pinned, epoch};
    use crate::scenario::{Builder, RotationReason, Scenario, load_text};

    fn deployed(more: &str) -> Scenario {
        let text = format!(
            "format: roster/1\nagent: {{ version: 2, prefix: b }}\npolicy: {{ version: 2 }}\nscopes: [a, b]\n\
             session: {{ authority: owner, model: m2, persona: p2 }}\n{more}"
        );
        (*load_text(None, &text, &[]).unwrap().scenario).clone()
    }

    fn pinned(change: impl FnOnce(&mut Pinned)) -> Epoch {
        let deployed = deployed("");
        let mut pinned = Pinned {
            builder: Builder::V12,
            versions: deployed.versions.clone(),
            scopes: deployed.scopes.clone(),
        };
        change(&mut pinned);
        epoch(&pinned, &deployed, None)
    }

    #[test]
    fn nothing_changed_keeps() {
        assert_eq!(pinned(|_| {}), Epoch::Kept(KeptBecause::SameBuilder));
        // What a session does not say is as deployed.
        let silent = pinned(|pinned| pinned.versions = crate::scenario::Versions::default());
        assert_eq!(silent, Epoch::Kept(KeptBecause::SameBuilder));
    }

    #[test]
    fn each_reason_has_its_change() {
        use RotationReason as Reason;
        let rotated = |change: fn(&mut Pinned)| match pinned(change) {
            Epoch::Rotated(reason) => reason,
            Epoch::Kept(_) => panic!("kept"),
        };
        assert_eq!(
            rotated(|p| p.versions.authority = Some("guest".into())),
            Reason::RunAuthorityChanged
        );
        assert_eq!(rotated(|p| p.versions.model = Some("m1".into())), Reason::ModelChanged);
        assert_eq!(
            rotated(|p| p.versions.policy = Some("1".into())),
            Reason::PolicyVersionChanged
        );
        assert_eq!(rotated(|p| p.builder = Builder::V10), Reason::BuilderVersionChanged);
        assert_eq!(
            rotated(|p| p.versions.persona = Some("p1".into())),
            Reason::PersonaChanged
        );
        assert_eq!(
            rotated(|p| p.versions.agent_prefix = Some("a".into())),
            Reason::AgentPrefixChanged
        );
    }

    #[test]
    fn of_several_reasons_the_first_counts() {
        let all = |from: usize| {
            pinned(|pinned| {
                let changes: [fn(&mut Pinned); 6] = [
                    |p| p.versions.authority = Some("guest".into()),
                    |p| p.versions.model = Some("m1".into()),
                    |p| p.versions.policy = Some("1".into()),
                    |p| p.builder = Builder::V10,
                    |p| p.versions.persona = Some("p1".into()),
                    |p| p.versions.agent_prefix = Some("a".into()),
                ];
                changes[from..].iter().for_each(|change| change(pinned));
            })
        };
        for (place, reason) in RotationReason::ALL.into_iter().enumerate() {
            assert_eq!(all(place), Epoch::Rotated(reason));
        }
    }

    #[test]
    fn fewer_scopes_keep_and_more_rotate() {
        let scopes = |scopes: &[&str]| {
            let scopes = scopes.iter().map(|&scope| scope.to_owned()).collect();
            pinned(|pinned| pinned.scopes = Some(scopes))
        };
        assert_eq!(scopes(&["a", "b", "c"]), Epoch::Kept(KeptBecause::SameBuilder));
        assert_eq!(scopes(&["a"]), Epoch::Rotated(RotationReason::RunAuthorityChanged));
        assert_eq!(pinned(|p| p.scopes = None), Epoch::Kept(KeptBecause::SameBuilder));
    }

    #[test]
    fn another_agent_version_is_pinned_with_its_prefix() {
        let kept = pinned(|p| {
            p.versions.agent = Some("1".into());
            p.versions.agent_prefix = Some("a".into());
        });
        assert_eq!(kept, Epoch::Kept(KeptBecause::SameBuilder));
    }

    #[test]
    fn eleven_is_current_under_twelve_and_ten_is_not() {
        let under = |deployed: &Scenario, number: u8, equivalent: Option<&[Builder]>| {
            let pinned = Pinned {
                builder: Builder::parse(&format!("context-builder@{number}")).unwrap(),
                versions: deployed.versions.clone(),
                scopes: deployed.scopes.clone(),
            };
            epoch(&pinned, deployed, equivalent)
        };
        let twelve = deployed("");
        assert_eq!(under(&twelve, 12, None), Epoch::Kept(KeptBecause::SameBuilder));
        assert_eq!(under(&twelve, 11, None), Epoch::Kept(KeptBecause::EquivalentBuilder));
        for older in 1..=10 {
            let rotated = Epoch::Rotated(RotationReason::BuilderVersionChanged);
            assert_eq!(under(&twelve, older, None), rotated);
        }
        // A scenario, or one session, may ask what if it were otherwise.
        let rotated = Epoch::Rotated(RotationReason::BuilderVersionChanged);
        assert_eq!(under(&deployed("equivalent_builders: []"), 11, None), rotated);
        assert_eq!(under(&twelve, 11, Some(&[])), rotated);
        assert_eq!(
            under(&twelve, 10, Some(&[Builder::V10])),
            Epoch::Kept(KeptBecause::EquivalentBuilder)
        );
        // Going back is a change of builder like any other.
        assert_eq!(under(&deployed("builder: context-builder@11"), 12, None), rotated);
        assert_eq!(under(&deployed("builder: context-builder@11"), 10, None), rotated);
    }
}
