//! Answers as JSON, one file a question. Formats are named in each answer and only ever grow.

mod call;
mod capture;
mod clients;
mod drift;
mod explore;
mod import;
mod lint;
mod plan;
mod session;

pub use call::{CALL_FORMAT, call};
pub use capture::{CAPTURE_FORMAT, captured};
pub use clients::{CLIENTS_FORMAT, clients, presets};
pub use drift::{DRIFT_FORMAT, checked, drift, drifted, not_captured};
pub use explore::{
    COST_FORMAT, DIFF_FORMAT, MAP_FORMAT, SWEEP_FORMAT, accuracy, comparison, cost, grid, map, moves, sweep,
};
pub use import::{IMPORT_FORMAT, import};
pub use lint::{LINT_FORMAT, lint, lint_codes};
pub use plan::{EXPLAIN_FORMAT, FORMAT, PROBLEMS_FORMAT, failure, gates, plan, problem, problems, tools};
pub use session::{DELEGATE_FORMAT, DEPLOY_FORMAT, delegations, deploy};
