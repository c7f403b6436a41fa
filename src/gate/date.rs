//! A day, for excuses that end.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u32,
    month: u32,
    day: u32,
}

const SECONDS_PER_DAY: u64 = 86_400;

impl Date {
    /// The current day in UTC.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "an excuse with an end is the one thing that depends on the day")]
    pub fn today() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Self::after_epoch(seconds / SECONDS_PER_DAY)
    }

    /// The day so many days after 1 January 1970.
    fn after_epoch(mut days: u64) -> Self {
        let mut date = Self { year: 1970, month: 1, day: 1 };
        while days >= u64::from(date.days_in_year()) {
            days -= u64::from(date.days_in_year());
            date.year += 1;
        }
        while days >= u64::from(date.days_in_month()) {
            days -= u64::from(date.days_in_month());
            date.month += 1;
        }
        date.day += u32::try_from(days).unwrap_or(0);
        date
    }

    fn is_leap_year(self) -> bool {
        self.year.is_multiple_of(4) && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400))
    }

    fn days_in_year(self) -> u32 {
        if self.is_leap_year() { 366 } else { 365 }
    }

    fn days_in_month(self) -> u32 {
        match self.month {
            4 | 6 | 9 | 11 => 30,
            2 if self.is_leap_year() => 29,
            2 => 28,
            _ => 31,
        }
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str, digits: usize| -> Option<u32> {
            (part.len() == digits && part.bytes().all(|c| c.is_ascii_digit())).then(|| part.parse().ok())?
        };
        let mut parts = text.split('-');
        let mut next = |digits| parts.next().and_then(|part| number(part, digits));
        let date = match (next(4), next(2), next(2)) {
            (Some(year), Some(month), Some(day)) if parts.next().is_none() => Some(Self { year, month, day }),
            _ => None,
        };
        date.filter(|date| (1..=12).contains(&date.month) && (1..=date.days_in_month()).contains(&date.day))
            .ok_or_else(|| format!("`{text}` is not a day; write YYYY-MM-DD, for example 2027-01-31"))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        // Checked with `date -u -d @…`.
        for (days, text) in [(0, "1970-01-01"), (789, "1972-02-29"), (11_016, "2000-02-29"), (20_819, "2027-01-01")] {
            assert_eq!(Date::after_epoch(days).to_string(), text);
        }
    }

    #[test]
    fn only_real_days_are_read() {
        assert!("2028-02-29".parse::<Date>().is_ok());
        for wrong in ["2027-02-29", "2027-13-01", "2027-1-1", "27-01-01", "2027-01-01-01", "soon", "2027-00-10"] {
            assert!(wrong.parse::<Date>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn days_are_in_order() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        assert!(day("2026-12-31") < day("2027-01-01"));
        assert!(day("2026-09-30") < day("2026-10-01"));
    }
}
