//! Seasons, after each of which strength is less certain and ranks fall.

use std::fmt;
use std::str::FromStr;

use time::{Date, Month, OffsetDateTime};

/// Quarters of a year.
const QUARTERS: u16 = 4;
/// The last year.
const LAST_YEAR: u16 = 9_999;

/// A quarter of a year, in UTC. Its text is `YEAR-qQUARTER`, as `2026-q4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Season(u16);

/// The text is not a [`Season`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a season is `YEAR-qQUARTER`, as in `2026-q4`")]
pub struct BadSeason;

impl Season {
    /// The season of a moment, in milliseconds since 1970. What is before the year 0 is in its first one, what is after 9999 in its last one.
    pub fn of(unix_ms: i64) -> Self {
        match OffsetDateTime::from_unix_timestamp(unix_ms.div_euclid(1_000)) {
            Ok(moment) => match u16::try_from(moment.year()) {
                Ok(year) => Self(year * QUARTERS + (u16::from(u8::from(moment.month())) - 1) / 3),
                Err(_) => Self(0),
            },
            Err(_) if unix_ms < 0 => Self(0),
            Err(_) => Self(LAST_YEAR * QUARTERS + 3),
        }
    }

    /// Its number, as it is stored: quarters since the year 0.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The season with this number; none after the year 9999.
    pub const fn numbered(number: u16) -> Option<Self> {
        if number / QUARTERS <= LAST_YEAR {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The one before it.
    #[must_use]
    pub const fn before(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// When it is over, in milliseconds since 1970.
    pub fn ends_at(self) -> i64 {
        let next = self.0 + 1;
        let month = Month::January.nth_next(u8::try_from(next % QUARTERS).unwrap_or(0) * 3);
        Date::from_calendar_date((next / QUARTERS).into(), month, 1).map_or(i64::MAX, |date| {
            date.midnight().assume_utc().unix_timestamp() * 1_000
        })
    }
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-q{}", self.0 / QUARTERS, self.0 % QUARTERS + 1)
    }
}

impl FromStr for Season {
    type Err = BadSeason;

    fn from_str(text: &str) -> Result<Self, BadSeason> {
        let (year, quarter) = text.split_once("-q").ok_or(BadSeason)?;
        let number = |text: &str| text.parse::<u16>().map_err(|_| BadSeason);
        let (year, quarter) = (number(year)?, number(quarter)?);
        if year > LAST_YEAR || !(1..=QUARTERS).contains(&quarter) {
            return Err(BadSeason);
        }
        let season = Self(year * QUARTERS + quarter - 1);
        (season.to_string() == text)
            .then_some(season)
            .ok_or(BadSeason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Midnight of 2026-10-01 in UTC.
    const OCTOBER: i64 = 1_790_812_800_000;

    #[test]
    fn a_season_ends_when_the_next_one_begins() {
        let third = Season::of(OCTOBER - 1);
        let fourth = Season::of(OCTOBER);
        assert_eq!(third.to_string(), "2026-q3");
        assert_eq!(fourth.to_string(), "2026-q4");
        assert_eq!(fourth.before(), third);
        assert_eq!(third.ends_at(), OCTOBER);
        assert_eq!(Season::of(fourth.ends_at()).to_string(), "2027-q1");
        assert_eq!(Season::numbered(fourth.number()), Some(fourth));
    }

    #[test]
    fn every_moment_has_one() {
        assert_eq!(Season::of(0).to_string(), "1970-q1");
        assert_eq!(Season::of(-1).to_string(), "1969-q4");
        assert_eq!(Season::of(i64::MIN).to_string(), "0000-q1");
        let last = Season::of(i64::MAX);
        assert_eq!(
            (last.to_string().as_str(), last.ends_at()),
            ("9999-q4", i64::MAX)
        );
        assert_eq!(Season::numbered(last.number() + 1), None);
    }

    #[test]
    fn nothing_else_is_a_season() {
        assert_eq!("2026-q4".parse(), Ok(Season::of(OCTOBER)));
        for text in [
            "", "2026", "2026-q", "2026-q0", "2026-q5", "26-q1", "2026-q04", "+2026-q1",
            "99999-q1", "-q1",
        ] {
            assert_eq!(text.parse::<Season>(), Err(BadSeason), "{text}");
        }
    }
}
