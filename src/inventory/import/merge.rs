//! Sources brought together: pages of one listing, and a configuration's servers with the listings of the same name.

use super::{Change, Source, name};
use crate::inventory::client_config::ConfiguredServer;
use crate::inventory::drift::{Drift, ToolDriftKind};
use crate::inventory::source::{Content, NamedListing};
use crate::inventory::{Listing, ServerIds, id};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A server as the sources tell of it.
pub(super) struct Found {
    pub id: String,
    title: String,
    pub from: String,
    pub form: &'static str,
    /// The file that holds the listing and nothing else.
    pub file: Option<PathBuf>,
    pub listing: Option<NamedListing>,
    /// How a client reaches it.
    pub configured: Option<ConfiguredServer>,
    /// The same in words.
    note: Option<String>,
    pub remarks: Vec<String>,
}

impl Found {
    /// The keys of its entry in a scenario, in order.
    pub(super) fn entry(&self, inventory: Option<&str>) -> Vec<(&'static str, Value)> {
        let mut entry = vec![
            ("title", json!(self.title)),
            ("enabled", json!(true)),
            ("annotations", json!("trust")),
        ];
        if let Some(inventory) = inventory {
            entry.push(("inventory", json!(inventory)));
        }
        let taken_from = self
            .listing
            .as_ref()
            .and_then(|named| named.listing.about.captured_from.as_deref());
        let taken_from = taken_from.map(|command| format!("Taken from: {command}"));
        if let Some(notes) = self.note.clone().or(taken_from) {
            entry.push(("notes", json!(notes)));
        }
        entry
    }
}

/// The servers of some sources, in order. Every tool of a source is a tool of exactly one of them.
pub(super) fn servers(sources: &[Source]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut ids = ServerIds::default();
    // Configurations first: a listing of the same name belongs to its server.
    for source in sources {
        if let Content::Config(config) = &source.content {
            for server in &config.servers {
                // Two clients may know one server.
                let note = server.transport.note();
                let known = found
                    .iter_mut()
                    .find(|found| found.id == id::plain(&server.name) && found.note.as_ref() == Some(&note));
                match known {
                    Some(known) => known.remarks.push(format!("`{}` names it, too", source.shown)),
                    None => found.push(configured(server, source, config.client, ids.id(&server.name))),
                }
            }
        }
    }
    let configured = found.len();
    let mut open_page = false;
    for source in sources {
        let Content::Listings(listings) = &source.content else {
            open_page = false;
            continue;
        };
        for named in listings {
            // A listing that ends in a cursor goes on in the next file.
            if open_page && let Some(page) = found.last_mut().and_then(|found| found.listing.as_mut()) {
                page.listing.tools.extend(named.listing.tools.iter().cloned());
                page.is_cut = named.is_cut;
                open_page = named.is_cut;
                if let Some(found) = found.last_mut() {
                    found.file = None;
                    found.from = format!("{}, {}", found.from, source.shown);
                }
                continue;
            }
            open_page = named.is_cut;
            let name = server_name(named, &source.shown);
            let own = found[..configured]
                .iter()
                .position(|found| found.id == id::plain(&name) && found.listing.is_none());
            let file = source.path.clone().filter(|_| listings.len() == 1);
            if let Some(own) = own.filter(|_| !named.is_cut) {
                let server = &mut found[own];
                server.listing = Some(named.clone());
                server.file = file;
                server.form = named.form.words();
                server.from.clone_from(&source.shown);
                continue;
            }
            let title = named.listing.about.server_name.clone().unwrap_or_else(|| name.clone());
            found.push(Found {
                id: ids.id(&name),
                title,
                from: source.shown.clone(),
                form: named.form.words(),
                file,
                listing: Some(named.clone()),
                configured: None,
                note: None,
                remarks: Vec::new(),
            });
        }
    }
    for found in &mut found {
        let Some(named) = &found.listing else { continue };
        found.remarks.extend(named.remarks.iter().cloned());
        if named.is_cut {
            found.remarks.push(
                "the listing ends in a `nextCursor`: the server has more tools; name the next page behind it"
                    .to_owned(),
            );
        }
        if named.listing.tools.is_empty() {
            found.remarks.push("it lists no tools".to_owned());
        }
    }
    found
}

fn server_name(named: &NamedListing, shown: &str) -> String {
    named
        .name
        .clone()
        .or_else(|| name::of_file(shown))
        .or_else(|| named.listing.about.server_name.clone())
        .unwrap_or_else(|| "server".to_owned())
}

fn configured(server: &ConfiguredServer, source: &Source, client: &'static str, id: String) -> Found {
    let mut remarks = Vec::new();
    if server.is_off {
        remarks.push(format!("{client} has it switched off; here it is on"));
    }
    let listed = |names: &[String]| format!("`{}`", names.join("`, `"));
    if let Some(only) = &server.only {
        remarks.push(format!("{client} takes only {}; here all are on", listed(only)));
    }
    if !server.without.is_empty() {
        remarks.push(format!(
            "{client} leaves out {}; here they are on",
            listed(&server.without)
        ));
    }
    Found {
        id,
        title: server.name.clone(),
        from: source.shown.clone(),
        form: client,
        file: None,
        listing: None,
        configured: Some(server.clone()),
        note: Some(server.transport.note()),
        remarks,
    }
}

/// What differs between two listings of one server, by tool.
pub(super) fn change(old: &Listing, new: &Listing) -> Change {
    let drift = Drift::new(old, new);
    Change::Updated {
        added: drift.count(ToolDriftKind::Added),
        removed: drift.count(ToolDriftKind::Removed),
        changed: drift.count(ToolDriftKind::Changed),
    }
}
