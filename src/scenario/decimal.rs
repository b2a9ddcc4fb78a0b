//! Numbers with a point that can be compared, which `f64` cannot.

use serde_json::{Value, json};
use std::fmt;

/// A number from 0 on with up to six digits behind the point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal {
    millionths: u64,
}

impl Decimal {
    /// A whole number.
    pub const fn whole(number: u64) -> Self {
        Self::from_millionths(number.saturating_mul(1_000_000))
    }

    /// So many millionths.
    pub const fn from_millionths(millionths: u64) -> Self {
        Self { millionths }
    }

    /// It in millionths.
    pub const fn millionths(self) -> u64 {
        self.millionths
    }

    /// Reads digits, with or without a point among them. More than six digits behind it are not rounded, but refused.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, behind) = match text.split_once('.') {
            Some((_, "")) => return None,
            Some((whole, behind)) => (whole, behind.trim_end_matches('0')),
            None => (text, ""),
        };
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || behind.len() > 6 || !are_digits(whole) || !are_digits(behind) {
            return None;
        }
        let whole: u64 = whole.parse().ok()?;
        let behind: u64 = format!("{behind:0<6}").parse().ok()?;
        let millionths = whole.checked_mul(1_000_000)?.checked_add(behind)?;
        Some(Self { millionths })
    }

    /// For sums in which the last digit is of no account.
    pub fn as_f64(self) -> f64 {
        self.millionths as f64 / 1e6
    }

    /// Without what stands behind the point.
    pub fn whole_part(self) -> u64 {
        self.millionths / 1_000_000
    }

    /// This many parts of it out of so many, rounded.
    pub(super) fn share(self, parts: u64, of: u64) -> Self {
        Self {
            millionths: self.millionths.saturating_mul(parts).saturating_add(of / 2) / of,
        }
    }

    /// As the file writes it.
    pub(super) fn to_json(self) -> Value {
        if self.millionths.is_multiple_of(1_000_000) {
            json!(self.whole_part())
        } else {
            json!(self.as_f64())
        }
    }
}

impl fmt::Display for Decimal {
    /// Without zeros at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, behind) = (self.whole_part(), self.millionths % 1_000_000);
        if behind == 0 {
            return write!(f, "{whole}");
        }
        let behind = format!("{behind:06}");
        write!(f, "{whole}.{}", behind.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn what_is_read_is_written_without_zeros() {
        let check = |text: &str, expected: &str| {
            let decimal = Decimal::parse(text).unwrap();
            assert_eq!(decimal.to_string(), expected);
            let again = decimal.to_json();
            let again = again
                .as_u64()
                .map_or_else(|| format!("{}", again.as_f64().unwrap()), |n| n.to_string());
            assert_eq!(again, expected);
        };
        check("0", "0");
        check("3", "3");
        check("0.30", "0.3");
        check("3.7500000000", "3.75");
        check("0.000001", "0.000001");
        check("007.1", "7.1");
        check("999999999.999999", "999999999.999999");
        check("1000000000", "1000000000");
    }

    #[test]
    fn what_is_no_such_number_is_refused() {
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "-1",
            "+1",
            "1e3",
            "1,5",
            "1_0",
            "0.0000001",
            "1.2.3",
            " 1",
            "٣",
            "18446744073710",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn sums_are_made_of_the_nearest_float() {
        let nearest = |text: &str| Decimal::parse(text).unwrap().as_f64().to_bits();
        assert_eq!(nearest("0.3"), 0.3_f64.to_bits());
        assert_eq!(nearest("999999999.999999"), 999_999_999.999_999_f64.to_bits());
    }

    #[test]
    fn shares_are_rounded_to_the_nearest() {
        let share = |text, parts, of| Decimal::parse(text).unwrap().share(parts, of).to_string();
        assert_eq!(share("3", 1, 10), "0.3");
        assert_eq!(share("0.000004", 1, 10), "0");
        assert_eq!(share("0.000005", 1, 10), "0.000001");
        assert_eq!(share("3", 5, 4), "3.75");
    }
}
