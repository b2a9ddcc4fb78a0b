//! An import as a table: one row a server, for the window and the command line.

use crate::inventory::import::{Import, ImportedServer};
use crate::plan::Planned;
use crate::roster::SourceRef;
use crate::scenario::SourceKind;
use std::collections::HashMap;

/// One server of an import.
#[derive(Clone, Debug)]
pub struct ImportRow {
    /// The server.
    pub server: ImportedServer,
    /// Tools that it will list in the scenario.
    pub tools: u64,
    /// The tokens of their definitions, each counted alone.
    pub tokens: u64,
}

impl ImportRow {
    /// Where it came from, short: the end of a path that says which one it is, and the form.
    pub fn from(&self) -> String {
        let path = &self.server.from;
        let parts: Vec<&str> = path.split('/').collect();
        let near = match parts.as_slice() {
            [.., folder, file] if parts.len() > 2 && !path.contains(' ') => format!("{folder}/{file}"),
            _ => path.clone(),
        };
        format!("{near} ({})", self.server.form)
    }
}

/// The rows of an import, from the plan of what it will load as.
pub fn import_rows(import: &Import, planned: &Planned) -> Vec<ImportRow> {
    let mut sums: HashMap<&str, (u64, u64)> = HashMap::new();
    for id in planned.roster.catalog.ids() {
        if let SourceRef::Remote(SourceKind::Server, server) = &planned.roster.catalog.tool(id).source {
            let (tools, tokens) = sums.entry(server).or_default();
            *tools += 1;
            *tokens += planned.plan.decision(id).definition_tokens;
        }
    }
    let rows = import.servers.iter().map(|server| {
        let (tools, tokens) = sums.get(server.id.as_str()).copied().unwrap_or_default();
        ImportRow {
            server: server.clone(),
            tools,
            tokens,
        }
    });
    rows.collect()
}
