//! `roster capture`: servers that behave and servers that do not, over pipes and over HTTP, and what is left of them.

mod config;
mod drift;
mod drift_rules;
mod http;
mod misbehaving;
mod pages;
mod server;
mod support;
