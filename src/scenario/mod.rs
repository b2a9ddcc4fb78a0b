//! Scenario files: reading, checking, editing and saving what people write, review and share.
//!
//! Text becomes a located tree (`tree`), a variant is laid over the file it extends (`merge`), the whole is read into
//! a checked [`Scenario`] with every problem found on the way (`read`). A what-if is an [`Edit`] on that value.
//! Deliberately absent: planning, counting tokens, windows. Nothing in a scenario starts a program, opens a connection or
//! expands an environment variable, and only `extends`, `inventory` and `opened_under` of a session read files. A person
//! who opens `REV:FILE` has it read with git; that is the one program, and `revision` says how it is held.

mod admission;
mod budget;
mod builder;
mod calls;
mod changes;
mod costs;
mod decimal;
mod edit;
mod expect;
mod folder;
mod form;
mod inventory;
mod limits;
mod load;
mod merge;
mod name;
mod origin;
mod path;
mod pattern;
mod places;
mod policy;
mod read;
mod revision;
mod save;
mod sessions;
pub(crate) mod sha256;
mod shipped;
mod tree;
mod types;

pub use admission::{Admission, AdmissionLimit};
pub use budget::{Budget, Class, ClassBudget};
pub use builder::{Builder, Encoding, Estimator};
pub use calls::{Approval, CallCode, CallExpectation, CallOutcome, CallRequest, ScriptedCall, Trust};
pub use changes::changes;
pub use costs::{CostFigure, Costs, Prices};
pub use decimal::Decimal;
pub use edit::{DescribedTool, Edit, Field};
pub use expect::{Bound, Expectation, ExpectedFailure, Lane, LaneExpectation, Measure};
pub use folder::{DiskFolder, Folder, ReadError};
pub use form::read_file;
pub(crate) use form::{FormReader, FormSection, Node, format, read_form};
pub use inventory::INVENTORY_META;
pub use limits::{MAX_CHAIN_FILES, MAX_DEPTH, MAX_FILE_BYTES, MAX_NUMBER, MAX_TOOLS, MAX_TOTAL_BYTES, depth};
pub use load::{Failed, Loaded, load, load_over, load_text, load_text_over};
pub use name::{is_builtin_name, normalised, registry_name, wire_alias};
pub use origin::Origin;
pub use path::{Assignment, overlay};
pub use pattern::Pattern;
pub use places::Places;
pub use policy::{HardlineRule, Policy, PolicyDecision, Versions, missing_scopes};
pub use read::known_keys;
pub use save::{SaveError, in_place_text, save_in_place, save_variant, text_with, variant_text, write_atomically};
pub use sessions::{
    Delegation, DelegationExpectation, NextMessage, OpenSession, OpenedUnder, RotationReason, SessionExpectation,
    TOOL_PIN_MISMATCH,
};
pub use shipped::{DEFAULT_SHIPPED, SHIPPED_PREFIX, Shipped, shipped_names};
pub use types::{
    Agent, Builtin, CONTROL_TOOLS, Flag, Hints, Ranking, RankingOrder, RemoteTool, Runs, SKILL_LOAD, Scenario, Session,
    SessionKind, SideEffect, Source, SourceKind, TOOL_CALL, ToolKind, Usage,
};
