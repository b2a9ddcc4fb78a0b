//! `roster capture`: servers that behave and servers that do not, over pipes and over HTTP, and what is left of them.

mod config;
mod config_check;
mod config_files;
mod drift;
mod drift_rules;
mod http;
mod misbehaving;
mod pages;
mod secrets;
mod server;
mod support;
