//! The command line as people and CI meet it: the program run as it is, its texts and exit codes taken literally.

mod checks;
mod decides;
mod explains;
mod plans;
mod reports;
mod runs;
mod support;
mod terminal;
