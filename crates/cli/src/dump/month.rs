//! Months of UTC.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, ensure};
use giog_rules::Timestamp;
use serde::{Deserialize, Serialize};

/// A month of UTC, of the years 1 to 9998.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Month {
    year: u16,
    month: u8,
}

/// The last month that has a next one among the texts of times.
const LAST: Month = Month {
    year: 9_998,
    month: 12,
};

impl Month {
    /// The month of a time; of all times after [`LAST`] the month after it.
    pub fn of(at: Timestamp) -> Self {
        let text = at.to_string();
        let month = Self::read(&text[..7]).ok();
        month.map_or(LAST.next(), |month| month.min(LAST.next()))
    }

    /// The month in a text, whether it is one or not.
    fn read(text: &str) -> anyhow::Result<Self> {
        let (year, month) = text.split_once('-').context("no year and month")?;
        Ok(Self {
            year: year.parse()?,
            month: month.parse()?,
        })
    }

    /// When it begins, and when the next one does.
    pub fn range(self) -> (Timestamp, Timestamp) {
        (self.start(), self.next().start())
    }

    /// The month after it.
    pub const fn next(self) -> Self {
        let Self { year, month } = self;
        match month {
            12 => Self {
                year: year + 1,
                month: 1,
            },
            _ => Self {
                year,
                month: month + 1,
            },
        }
    }

    fn start(self) -> Timestamp {
        let text = format!("{self}-01T00:00:00.000Z");
        text.parse().expect("every month has a first day")
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl FromStr for Month {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let why = || format!("`{text}` is no month as in 2026-01");
        let month = Self::read(text).with_context(why)?;
        let is_one = (1..=LAST.year).contains(&month.year) && (1..=12).contains(&month.month);
        ensure!(is_one && month.to_string() == text, why());
        Ok(month)
    }
}

impl From<Month> for String {
    fn from(month: Month) -> Self {
        month.to_string()
    }
}

impl TryFrom<String> for Month {
    type Error = anyhow::Error;

    fn try_from(text: String) -> anyhow::Result<Self> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_lasts_until_the_next_one_begins() {
        for (text, from, to) in [
            ("2026-02", "2026-02-01", "2026-03-01"),
            ("2027-12", "2027-12-01", "2028-01-01"),
            ("0001-01", "0001-01-01", "0001-02-01"),
            ("9998-12", "9998-12-01", "9999-01-01"),
        ] {
            let month: Month = text.parse().expect("a month");
            let at = |day: &str| format!("{day}T00:00:00.000Z").parse().expect("a time");
            let (start, end) = month.range();
            assert_eq!((start, end), (at(from), at(to)));
            assert_eq!(Month::of(start), month);
            let last = Timestamp::from_unix_ms(end.unix_ms() - 1);
            assert_eq!(Month::of(last), month);
            assert_eq!(Month::of(end), month.next());
        }
    }

    #[test]
    fn what_is_no_month_is_refused() {
        for text in [
            "", "2026", "2026-00", "2026-13", "26-01", "2026-1", "+026-01", "9999-01", "0000-01",
        ] {
            let refused = text.parse::<Month>().expect_err(text);
            assert!(refused.to_string().contains("2026-01"), "{refused}");
        }
    }
}
