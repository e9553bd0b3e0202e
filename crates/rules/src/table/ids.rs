//! Names of matches and people, and moments in time, as records write them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

/// A match, from the moment its seed is chosen.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct MatchId(pub Uuid);

/// A person, without their name: names can be changed and erased, records cannot.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

impl MatchId {
    /// The 16 bytes that proofs are made over.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A moment: milliseconds since 1970 in UTC, written to JSON as RFC 3339 with three decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Timestamp {
    unix_ms: i64,
}

/// A text that is no RFC 3339 moment in UTC.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no moment in the form 2026-01-31T12:00:00.000Z")]
pub struct BadTimestamp(String);

impl Timestamp {
    /// The moment this many milliseconds after 1970 began; moments outside the years 1 to 9999 are moved to the nearest
    /// of these.
    pub fn from_unix_ms(unix_ms: i64) -> Self {
        /// 0001-01-01T00:00:00.000Z.
        const MIN_MS: i64 = -62_135_596_800_000;
        /// 9999-12-31T23:59:59.999Z.
        const MAX_MS: i64 = 253_402_300_799_999;
        Self {
            unix_ms: unix_ms.clamp(MIN_MS, MAX_MS),
        }
    }

    /// Milliseconds since 1970 began.
    pub const fn unix_ms(self) -> i64 {
        self.unix_ms
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.unix_ms.div_euclid(1000);
        let ms = self.unix_ms.rem_euclid(1000);
        let at = OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| fmt::Error)?;
        let (date, hour, minute, second) = (at.date(), at.hour(), at.minute(), at.second());
        write!(
            f,
            "{:04}-{:02}-{:02}T",
            date.year(),
            u8::from(date.month()),
            date.day()
        )?;
        write!(f, "{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
    }
}

impl FromStr for Timestamp {
    type Err = BadTimestamp;

    fn from_str(text: &str) -> Result<Self, BadTimestamp> {
        let bad = || BadTimestamp(text.to_owned());
        let at = OffsetDateTime::parse(text, &Rfc3339).map_err(|_| bad())?;
        let ms = at.unix_timestamp_nanos().div_euclid(1_000_000);
        let parsed = Self::from_unix_ms(i64::try_from(ms).map_err(|_| bad())?);
        // One moment has one text, so that a record's bytes stay the same when it is read and written.
        if parsed.to_string() == text {
            Ok(parsed)
        } else {
            Err(bad())
        }
    }
}

impl TryFrom<String> for Timestamp {
    type Error = BadTimestamp;

    fn try_from(text: String) -> Result<Self, BadTimestamp> {
        text.parse()
    }
}

impl From<Timestamp> for String {
    fn from(at: Timestamp) -> Self {
        at.to_string()
    }
}

impl JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date-time" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_one_text() {
        for (text, expected) in [
            ("1970-01-01T00:00:00.000Z", Some(0)),
            ("2026-01-31T12:00:00.125Z", Some(1_769_860_800_125)),
            ("1969-12-31T23:59:59.999Z", Some(-1)),
            ("2026-01-31T12:00:00Z", None),
            ("2026-01-31T12:00:00.1250Z", None),
            ("2026-01-31T13:00:00.125+01:00", None),
            ("2026-01-31t12:00:00.125z", None),
            ("", None),
        ] {
            assert_eq!(
                text.parse().ok().map(Timestamp::unix_ms),
                expected,
                "{text}"
            );
        }
        for ends in [i64::MIN, i64::MAX] {
            let end = Timestamp::from_unix_ms(ends);
            assert_eq!(end.to_string().parse(), Ok(end));
        }
    }
}
