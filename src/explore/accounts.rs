//! Which servers and devices belong to one account: what a team connects and disconnects as a whole.
//!
//! A scenario has no word for it. Where an account is several servers, so that reading, writing and sending are granted apart,
//! their ids share all but the last part: `gmail_work_read`, `gmail_work_send`. A source that shares with none is an account
//! of its own.

use crate::scenario::{Edit, Scenario, SourceKind};

/// Servers and devices that are one account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// What the ids of its sources share.
    pub id: String,
    /// Its sources, in file order.
    pub sources: Vec<(SourceKind, String)>,
}

impl Account {
    /// Whether any of its sources is on.
    pub fn is_on(&self, scenario: &Scenario) -> bool {
        self.sources
            .iter()
            .any(|(kind, id)| scenario.sources(*kind).get(id).is_some_and(|source| source.enabled))
    }

    /// The edits that connect or disconnect it as a whole; none where it stands so already.
    pub fn edits(&self, scenario: &Scenario, enabled: bool) -> Vec<Edit> {
        let stands = |kind: SourceKind, id: &str| scenario.sources(kind).get(id).map(|source| source.enabled);
        self.sources
            .iter()
            .filter(|(kind, id)| stands(*kind, id) != Some(enabled))
            .map(|(kind, id)| Edit::Source {
                kind: *kind,
                id: id.clone(),
                enabled,
            })
            .collect()
    }
}

/// All accounts of a scenario, in the order in which the file first names them.
pub fn accounts(scenario: &Scenario) -> Vec<Account> {
    let sources: Vec<(SourceKind, &String)> = scenario.all_sources().map(|(kind, id, _)| (kind, id)).collect();
    let stem = |id: &str| id.rsplit_once('_').map(|(stem, _)| stem.to_owned());
    let mut stems: std::collections::HashMap<(SourceKind, String), usize> = std::collections::HashMap::new();
    for (kind, id) in &sources {
        if let Some(stem) = stem(id) {
            *stems.entry((*kind, stem)).or_default() += 1;
        }
    }
    let mut accounts: indexmap::IndexMap<(SourceKind, String), Account> = indexmap::IndexMap::new();
    for (kind, id) in sources {
        let shared = stem(id).filter(|stem| stems.get(&(kind, stem.clone())).is_some_and(|count| *count > 1));
        let name = shared.unwrap_or_else(|| id.clone());
        accounts
            .entry((kind, name.clone()))
            .or_insert_with(|| Account {
                id: name,
                sources: Vec::new(),
            })
            .sources
            .push((kind, id.clone()));
    }
    accounts.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::accounts;
    use crate::scenario::{Origin, load};

    #[test]
    fn the_servers_of_one_mailbox_are_one_account() {
        let loaded = load(&Origin::Shipped("production.yaml".to_owned()), &[]).expect("it is shipped");
        let accounts = accounts(&loaded.scenario);
        let ids: Vec<&str> = accounts.iter().map(|account| account.id.as_str()).collect();
        assert_eq!(ids, ["bland", "gmail", "gmail_work", "phone"]);
        assert_eq!(accounts[2].sources.len(), 3);
        assert_eq!(accounts[2].edits(&loaded.scenario, false).len(), 3);
        assert!(accounts[2].edits(&loaded.scenario, true).is_empty());
    }
}
