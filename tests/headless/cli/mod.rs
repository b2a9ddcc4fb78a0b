//! The command line as people and CI meet it: the program run as it is, its texts and exit codes taken literally.

mod checks;
mod clients;
mod costs;
mod decides;
mod diffs;
mod explains;
mod imports;
mod lints;
mod maps;
mod plans;
mod reports;
mod runs;
mod support;
mod sweeps;
mod terminal;
