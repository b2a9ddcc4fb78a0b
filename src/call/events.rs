//! The event stream of a call: one, under one call id (domain §8.4, §8.5).

/// What an event says. The domain fixes which name each carries, not what the kinds are called; these are this program's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The model's response asks for a call: what a client sees first.
    ModelCalled,
    /// The pipeline has taken it up.
    Requested,
    /// The owner is asked.
    ApprovalRequested,
    /// The owner said yes.
    ApprovalGranted,
    /// The owner said no.
    ApprovalRefused,
    /// The tool runs.
    Started,
    /// It is done.
    Completed,
    /// A rule said no.
    Denied,
    /// The call could not be made as asked.
    Failed,
}

impl EventKind {
    /// As JSON writes it.
    pub fn id(self) -> &'static str {
        match self {
            Self::ModelCalled => "model.tool_call",
            Self::Requested => "tool.requested",
            Self::ApprovalRequested => "tool.approval_requested",
            Self::ApprovalGranted => "tool.approval_granted",
            Self::ApprovalRefused => "tool.approval_refused",
            Self::Started => "tool.started",
            Self::Completed => "tool.completed",
            Self::Denied => "tool.denied",
            Self::Failed => "tool.failed",
        }
    }

    /// Whether nothing follows it.
    pub fn is_last(self) -> bool {
        matches!(self, Self::Completed | Self::Denied | Self::Failed)
    }
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it says.
    pub kind: EventKind,
    /// The name that it carries.
    pub name: String,
    /// The model's call id, the same in all of them.
    pub call_id: &'static str,
}

impl Event {
    /// What the client shows from this moment on.
    pub fn shown(&self) -> String {
        let name = &self.name;
        match self.kind {
            EventKind::ModelCalled | EventKind::Requested => format!("{name} …"),
            EventKind::ApprovalRequested => format!("{name} · waits for approval"),
            EventKind::ApprovalGranted => format!("{name} · approved"),
            EventKind::ApprovalRefused => format!("{name} · not approved"),
            EventKind::Started => format!("{name} · running"),
            EventKind::Completed => format!("{name} · done"),
            EventKind::Denied => format!("{name} · denied"),
            EventKind::Failed => format!("{name} · failed"),
        }
    }
}
