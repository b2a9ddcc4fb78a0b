//! Everything that needs no window: the planner, the scenarios, files and the command line.

#[path = "headless/cli.rs"]
mod cli;
#[path = "headless/oracle.rs"]
mod oracle;
#[path = "headless/readme.rs"]
mod readme;
#[path = "headless/schema.rs"]
mod schema;
