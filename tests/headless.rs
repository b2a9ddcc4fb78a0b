//! Everything that needs no window: the planner, the scenarios, files and the command line.

#[path = "headless/oracle.rs"]
mod oracle;
