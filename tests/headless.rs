//! Everything that needs no window: the planner, the scenarios, files and the command line.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails there")]

#[path = "headless/cli.rs"]
mod cli;
#[path = "headless/oracle.rs"]
mod oracle;
#[path = "headless/readme.rs"]
mod readme;
#[path = "headless/schema.rs"]
mod schema;
