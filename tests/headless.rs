//! Everything that needs no window: the planner, the scenarios, files and the command line.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on ends; clippy knows that of functions marked as tests, not of their helpers"
)]

#[path = "headless/call_policy.rs"]
mod call_policy;
#[path = "headless/calls.rs"]
mod calls;
#[path = "headless/capture/mod.rs"]
mod capture;
#[path = "headless/cli/mod.rs"]
mod cli;
#[path = "headless/clients.rs"]
mod clients;
#[path = "headless/costs.rs"]
mod costs;
#[path = "headless/delegations.rs"]
mod delegations;
#[path = "headless/edits.rs"]
mod edits;
#[path = "headless/explore.rs"]
mod explore;
#[path = "headless/files.rs"]
mod files;
#[path = "headless/generate.rs"]
mod generate;
#[path = "headless/import.rs"]
mod import;
#[path = "headless/lints/mod.rs"]
mod lints;
#[path = "headless/moves.rs"]
mod moves;
#[path = "headless/opened_under.rs"]
mod opened_under;
#[path = "headless/oracle.rs"]
mod oracle;
#[path = "headless/properties.rs"]
mod properties;
#[path = "headless/readme.rs"]
mod readme;
#[path = "headless/reports.rs"]
mod reports;
#[path = "headless/revisions.rs"]
mod revisions;
#[path = "headless/run_properties.rs"]
mod run_properties;
#[path = "headless/saving.rs"]
mod saving;
#[path = "headless/schema.rs"]
mod schema;
#[path = "headless/scripted.rs"]
mod scripted;
#[path = "headless/sessions.rs"]
mod sessions;
#[path = "headless/shipped.rs"]
mod shipped;
#[path = "headless/tokens.rs"]
mod tokens;
#[path = "headless/tree.rs"]
mod tree;
#[path = "headless/variants.rs"]
mod variants;
#[path = "headless/weighing.rs"]
mod weighing;
