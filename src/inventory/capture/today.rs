//! The day on which something is captured.

use chrono::{DateTime, Utc};

/// Today, UTC, as `YYYY-MM-DD`.
pub fn today() -> String {
    shown(Utc::now())
}

fn shown(now: DateTime<Utc>) -> String {
    now.date_naive().to_string()
}

#[cfg(test)]
mod tests {
    use super::shown;
    use chrono::DateTime;

    #[test]
    fn days_are_counted_through_leap_years() {
        for (count, text) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_454, "2026-01-01"),
            (20_818, "2026-12-31"),
        ] {
            let now = DateTime::from_timestamp(count * 86_400, 0).unwrap();
            assert_eq!(shown(now), text);
        }
    }
}
