//! `NAME=VALUE` and `NAME`: how a person names what a server is given.

use std::fmt;

/// A variable or a header as a person writes it. The value may be a secret.
#[derive(Clone)]
pub struct Setting {
    name: String,
    value: Option<String>,
}

impl Setting {
    /// Reads `NAME=VALUE`, or `NAME` alone, whose value is then one of our variables.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err("expected `NAME=VALUE` or `NAME`".to_owned());
        }
        Ok(Self {
            name: name.to_owned(),
            value,
        })
    }

    /// With its value, as a variable of a program: `NAME` alone passes on ours.
    pub fn variable(&self) -> Result<(String, String), String> {
        self.filled(&self.name)
    }

    /// With its value, as a header: `X-Api-Key` alone takes it from our variable `X_API_KEY`.
    pub fn header(&self) -> Result<(String, String), String> {
        self.filled(&self.name.to_uppercase().replace('-', "_"))
    }

    fn filled(&self, variable: &str) -> Result<(String, String), String> {
        if let Some(value) = &self.value {
            return Ok((self.name.clone(), value.clone()));
        }
        match std::env::var(variable) {
            Ok(value) => Ok((self.name.clone(), value)),
            Err(std::env::VarError::NotPresent) => Err(format!(
                "the variable `{variable}` is not set\n  help: set it, or write `{}=VALUE`",
                self.name
            )),
            Err(std::env::VarError::NotUnicode(_)) => Err(format!("the variable `{variable}` is no UTF-8")),
        }
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::Setting;

    #[test]
    fn a_name_alone_takes_a_variable() {
        let parsed = |text: &str| Setting::parse(text).unwrap();
        let pair = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(parsed("A=b=c").variable(), pair("A", "b=c"));
        assert_eq!(parsed("A=").header(), pair("A", ""));
        let path = std::env::var("PATH").unwrap();
        assert_eq!(parsed("PATH").variable(), pair("PATH", &path));
        assert_eq!(parsed("path").header(), pair("path", &path));
        let unset = parsed("Roster-Test-Not-Set").header().unwrap_err();
        assert!(
            unset.starts_with("the variable `ROSTER_TEST_NOT_SET` is not set"),
            "{unset}"
        );
        assert!(Setting::parse("=b").is_err() && Setting::parse("a b=c").is_err());
        assert_eq!(format!("{:?}", parsed("KEY=sesame")), "KEY");
    }
}
