//! What servers answer to `tools/list`, brought to where scenarios use it.
//!
//! A [`Listing`] is what one server lists, and what was known of it then; an inventory file holds one. Deliberately absent:
//! planning, and any call from loading a scenario: a scenario never starts a program or opens a connection.

pub mod capture;
pub mod client_config;
mod cost;
pub mod drift;
mod id;
pub mod import;
mod listing;
pub mod redact;
pub mod source;
mod stored;

pub use cost::{definition_tokens, listing_tokens};
pub use id::ServerIds;
pub use listing::{About, Listing};
pub use stored::{NoInventory, stored};
