//! Policy on one call (domain §8.3): the matrix on the named tool's own class, raised by the trust overlay.

use crate::scenario::{Policy, PolicyDecision, SideEffect};

/// A decision with what made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The class of the named tool; `tool.call`'s own never decides.
    pub effect: SideEffect,
    /// What the matrix says of the class.
    pub matrix: PolicyDecision,
    /// Whether the scenario says so rather than the platform.
    pub is_overridden: bool,
    /// Whether the turn has consumed external content.
    pub is_tainted: bool,
    /// What holds: the matrix, raised by the overlay.
    pub decision: PolicyDecision,
}

impl Ruling {
    /// Decides about a class.
    ///
    /// A tainted turn turns an allowed write into an approval. A write is whatever is not a read (domain §1), so
    /// `workspace_write`, `code_execution` and every class that a scenario allows beyond the platform's own: text of
    /// strangers must not move any of them unasked.
    pub(super) fn new(policy: &Policy, effect: SideEffect, is_tainted: bool) -> Self {
        let matrix = policy.decision(effect);
        let is_raised = is_tainted && matrix == PolicyDecision::Allow && !effect.is_read();
        Self {
            effect,
            matrix,
            is_overridden: policy.overriding(effect).is_some(),
            is_tainted,
            decision: if is_raised {
                PolicyDecision::RequireApproval
            } else {
                matrix
            },
        }
    }

    /// Whether the overlay made it stricter.
    pub fn is_raised(self) -> bool {
        self.decision != self.matrix
    }
}

#[cfg(test)]
mod tests {
    use super::Ruling;
    use crate::scenario::{Policy, PolicyDecision, SideEffect};

    /// The whole matrix of domain §8.3, as it stands and in a tainted turn.
    #[test]
    fn the_matrix_and_its_overlay() {
        let policy = Policy::default();
        let lines: Vec<String> = SideEffect::ALL
            .into_iter()
            .map(|effect| {
                let [clean, tainted] = [false, true].map(|tainted| Ruling::new(&policy, effect, tainted).decision);
                format!("{} {} {}", effect.id(), clean.id(), tainted.id())
            })
            .collect();
        assert_eq!(
            lines,
            [
                "none allow allow",
                "workspace_read allow allow",
                "workspace_write allow require_approval",
                "network_read allow allow",
                "code_execution allow require_approval",
                "package_install deny deny",
                "sandbox_network deny deny",
                "external_message require_approval require_approval",
                "external_write require_approval require_approval",
                "external_delete require_approval require_approval",
                "financial require_approval require_approval",
                "publication require_approval require_approval",
                "credential_access deny deny",
                "host_access deny deny",
                "privileged deny deny",
            ]
        );
    }

    #[test]
    fn a_scenario_overrides_a_class_and_the_overlay_still_raises_it() {
        let mut policy = Policy::default();
        policy.set(SideEffect::ExternalMessage, Some(PolicyDecision::Allow));
        let clean = Ruling::new(&policy, SideEffect::ExternalMessage, false);
        assert!(clean.is_overridden && !clean.is_raised());
        assert_eq!(clean.decision, PolicyDecision::Allow);
        let tainted = Ruling::new(&policy, SideEffect::ExternalMessage, true);
        assert!(tainted.is_raised());
        assert_eq!(tainted.decision, PolicyDecision::RequireApproval);
        policy.set(SideEffect::ExternalMessage, None);
        assert_eq!(policy, Policy::default());
    }
}
