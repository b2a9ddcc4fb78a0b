//! The values that a server is given, so that no text of it repeats them to who must not read them.

use super::target::{Target, passed_along};
use crate::diagnostics::secret_in;
use crate::inventory::{Listing, redact};
use serde_json::{Map, Value};

/// A shorter value stands in texts by chance, and is no secret worth the name.
const SHORTEST: usize = 6;
/// In a listing, which is kept, even words of such a length must survive.
const SHORTEST_LISTED: usize = 8;
/// So much of a value is masked where a text says that it is cut off.
const SHORTEST_CUT: usize = 3;
/// What stands in the place of a value.
const MASK: &str = "…";

/// The values that a server is given, the longest first.
pub(super) struct Secrets {
    values: Vec<String>,
    /// Those of them that are masked in a listing, too.
    listed: Vec<String>,
}

impl Secrets {
    /// All that the target gets from us: variables, headers, what was filled in, and what looks secret in its arguments.
    pub(super) fn of(target: &Target) -> Self {
        let mut named: Vec<(String, String)> = Vec::new();
        match target {
            Target::Program(program) => {
                named.extend(program.env.iter().chain(&program.written.filled).cloned());
                named.extend(redact::left_out(&program.args));
            }
            Target::Address(address) => {
                for (name, value) in &address.headers {
                    // A header's value is a secret, whatever it is called: `Bearer KEY`, or the key alone.
                    let name = format!("header {name} secret");
                    if let Some((_, key)) = value.trim().split_once(char::is_whitespace) {
                        named.push((name.clone(), key.trim().to_owned()));
                    }
                    named.push((name, value.trim().to_owned()));
                }
                named.extend(address.written.filled.iter().cloned());
                named.extend(redact::left_out_of_url(&address.url));
                if let Ok(url) = reqwest::Url::parse(&address.url) {
                    // As a server reads them.
                    let pairs = url.query_pairs();
                    named.extend(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())));
                }
            }
        }
        // The password within the address of a database.
        let within: Vec<_> = named
            .iter()
            .filter(|(_, value)| value.contains("://") || value.contains(';'))
            .flat_map(|(_, value)| redact::left_out(std::slice::from_ref(value)))
            .collect();
        named.extend(within);
        let basics = passed_along();
        named.retain(|(_, value)| !basics.iter().any(|(_, basic)| basic == value.as_str()));
        let longest_first = |values: &mut Vec<String>| {
            values.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
            values.dedup();
        };
        let is_listed = |(name, value): &&(String, String)| value.len() >= SHORTEST_LISTED && !is_harmless(name, value);
        let mut listed: Vec<String> = named.iter().filter(is_listed).map(|(_, value)| value.clone()).collect();
        longest_first(&mut listed);
        let values = named.into_iter().map(|(_, value)| value);
        let mut values: Vec<String> = values.filter(|value| value.len() >= SHORTEST).collect();
        longest_first(&mut values);
        Self { values, listed }
    }

    /// A text of the server with none of the values, and with nothing that looks secret by itself. A value that is cut off
    /// at either end of the text is masked as well.
    pub(super) fn masked(&self, text: &str) -> String {
        let values = self.values.iter();
        let mut text = values.fold(text.to_owned(), |text, value| text.replace(value, MASK));
        for value in &self.values {
            let cuts: Vec<usize> = value.char_indices().map(|(at, _)| at).collect();
            let body = text.trim_end_matches(MASK);
            let shortest = if text.ends_with(MASK) { SHORTEST_CUT } else { SHORTEST };
            let starts = cuts.iter().rev().filter(|at| **at >= shortest);
            if let Some(start) = starts.map(|at| &value[..*at]).find(|start| body.ends_with(start)) {
                text = format!("{}{MASK}", &body[..body.len() - start.len()]);
            }
            let mut ends = cuts.iter().filter(|at| value.len() - **at >= SHORTEST);
            if let Some(at) = ends.find(|at| text.starts_with(&value[**at..])) {
                text.replace_range(..value.len() - at, MASK);
            }
        }
        while let Some(secret) = secret_in(&text).map(str::to_owned) {
            text = text.replace(&secret, MASK);
        }
        text
    }

    /// Masks the values in every text of a listing. Gives in how many places.
    pub(super) fn mask(&self, listing: &mut Listing) -> usize {
        let about = &mut listing.about;
        let texts = [
            &mut about.server_name,
            &mut about.server_version,
            &mut about.protocol_version,
            &mut about.instructions,
        ];
        let in_about: usize = texts.into_iter().flatten().map(|text| self.mask_text(text)).sum();
        let in_tools: usize = listing.tools.iter_mut().map(|tool| self.mask_map(tool)).sum();
        in_about + in_tools
    }

    fn mask_value(&self, value: &mut Value) -> usize {
        match value {
            Value::String(text) => self.mask_text(text),
            Value::Array(items) => items.iter_mut().map(|item| self.mask_value(item)).sum(),
            Value::Object(map) => self.mask_map(map),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
    }

    fn mask_map(&self, map: &mut Map<String, Value>) -> usize {
        let mut count: usize = map.values_mut().map(|value| self.mask_value(value)).sum();
        if map
            .keys()
            .any(|key| self.listed.iter().any(|value| key.contains(value)))
        {
            let entries = std::mem::take(map).into_iter().map(|(mut key, value)| {
                count += self.mask_text(&mut key);
                (key, value)
            });
            *map = entries.collect();
        }
        count
    }

    fn mask_text(&self, text: &mut String) -> usize {
        let mut count = 0;
        for value in &self.listed {
            let found = text.matches(value.as_str()).count();
            if found > 0 {
                *text = text.replace(value, MASK);
                count += found;
            }
        }
        count
    }
}

/// Values that say where or how, not who: nothing is lost if they are read, and much of a description if they are masked.
fn is_harmless(name: &str, value: &str) -> bool {
    let is_word = value.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    let is_path = value.starts_with(['/', '~', '.']) || value.get(1..3) == Some(":\\");
    let is_address = value.contains("://") && redact::left_out_of_url(value).is_empty();
    !redact::is_telling(name) && (is_word || is_number || is_path || is_address)
}

#[cfg(test)]
mod tests {
    use super::Secrets;
    use crate::inventory::Listing;
    use crate::inventory::capture::{Address, Program, Target, Written};
    use serde_json::{Value, json};

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        owned.collect()
    }

    fn program(env: &[(&str, &str)], args: &[&str], filled: &[(&str, &str)]) -> Secrets {
        Secrets::of(&Target::Program(Program {
            command: "npx".to_owned(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            env: pairs(env),
            folder: None,
            written: Written {
                filled: pairs(filled),
                ..Written::default()
            },
        }))
    }

    #[test]
    fn all_that_was_given_is_masked_in_messages() {
        let secrets = program(
            &[
                ("KEY", "sesame-open"),
                ("DB", "postgres://u:hunter2x@h/db"),
                ("N", "short"),
            ],
            &["--pat", "pat-of-mine"],
            &[("FILLED", "filled-in")],
        );
        for (text, masked) in [
            ("bad key sesame-open", "bad key …"),
            ("no hunter2x, no pat-of-mine, no filled-in", "no …, no …, no …"),
            ("a short one", "a short one"),
            ("cut off at its end: sesame-o…", "cut off at its end: …"),
            ("cut off early: ses…", "cut off early: …"),
            ("me-open: cut off at its start", "…: cut off at its start"),
        ] {
            assert_eq!(secrets.masked(text), masked);
        }
        let home = std::env::var("HOME").unwrap();
        let secrets = program(&[], &[], &[("HOME", &home)]);
        assert_eq!(secrets.masked(&home), home, "every program knows it");
    }

    #[test]
    fn what_an_address_is_sent_is_masked() {
        let secrets = Secrets::of(&Target::Address(Address {
            url: "https://h/s/0123456789abcdef0123/mcp?key=a%20key%20of%20mine".to_owned(),
            headers: pairs(&[("Authorization", "Bearer hush-hush"), ("X-Foo", "whisper")]),
            written: Written::default(),
        }));
        assert_eq!(
            secrets.masked("hush-hush, whisper, 0123456789abcdef0123, a key of mine"),
            "…, …, …, …"
        );
    }

    #[test]
    fn a_listing_keeps_its_words() {
        let given = [
            ("KEY", "sesameopen"),
            ("MODE", "production"),
            ("PLACE", "/srv/files"),
            ("HOST", "https://example.com/api"),
            ("OTHER", "V4lue-of-it"),
            ("TOKEN", "letters"),
        ];
        let secrets = program(&given, &[], &[]);
        let told = "sesameopen in production, /srv/files, https://example.com/api; V4lue-of-it, letters";
        let Value::Object(tool) = json!({"name": "a", "description": told, "inputSchema": {"sesameopen": [told]}})
        else {
            unreachable!("an object was written")
        };
        let mut listing = Listing {
            tools: vec![tool],
            ..Listing::default()
        };
        listing.about.instructions = Some(told.to_owned());
        assert_eq!(secrets.mask(&mut listing), 7);
        let masked = "… in production, /srv/files, https://example.com/api; …, letters";
        assert_eq!(listing.about.instructions.as_deref(), Some(masked));
        assert_eq!(
            Value::from(listing.tools[0].clone()),
            json!({"name": "a", "description": masked, "inputSchema": {"…": [masked]}})
        );
    }
}
