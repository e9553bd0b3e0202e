//! Ids of matches and people, and timestamps.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer, ser};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

/// A match, from the moment its seed is chosen.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct MatchId(pub Uuid);

/// The id of a person. Records contain ids instead of names, because names can be changed and erased.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

impl MatchId {
    /// The 16 bytes that are hashed in proofs.
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

/// A time: milliseconds since 1970 in UTC, written to JSON in RFC 3339 with three decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Timestamp {
    unix_ms: i64,
}

/// A text that is not a time in UTC in RFC 3339.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no moment in the form 2026-01-31T12:00:00.000Z")]
pub struct BadTimestamp(String);

impl Timestamp {
    /// The time this many milliseconds after the beginning of 1970. Times outside the years 1 to 9999 are moved to the nearest time
    /// inside.
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

/// The text of a time. Digits are written to fixed positions, which is many times as fast as formatting each number, and lists have two
/// times per match.
struct MomentText([u8; 24]);

impl MomentText {
    /// None if the time is out of range.
    fn of(at: Timestamp) -> Option<Self> {
        let seconds = at.unix_ms.div_euclid(1000);
        let ms = at.unix_ms.rem_euclid(1000);
        let at = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
        let (year, month, day) = at.to_calendar_date();
        let (hour, minute, second) = at.to_hms();
        let mut text = *b"0000-00-00T00:00:00.000Z";
        put(&mut text[..4], u32::try_from(year).ok()?);
        put(&mut text[5..7], u8::from(month).into());
        put(&mut text[8..10], day.into());
        put(&mut text[11..13], hour.into());
        put(&mut text[14..16], minute.into());
        put(&mut text[17..19], second.into());
        put(&mut text[20..23], u32::try_from(ms).ok()?);
        Some(Self(text))
    }

    fn as_str(&self) -> &str {
        // The text is always ASCII.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Writes the last digits of a number, one into each place.
fn put(places: &mut [u8], mut number: u32) {
    for place in places.iter_mut().rev() {
        *place = b"0123456789"[(number % 10) as usize];
        number /= 10;
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = MomentText::of(*self).ok_or(fmt::Error)?;
        f.write_str(text.as_str())
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match MomentText::of(*self) {
            Some(text) => serializer.serialize_str(text.as_str()),
            None => Err(ser::Error::custom("a moment without a text")),
        }
    }
}

impl FromStr for Timestamp {
    type Err = BadTimestamp;

    fn from_str(text: &str) -> Result<Self, BadTimestamp> {
        let bad = || BadTimestamp(text.to_owned());
        let at = OffsetDateTime::parse(text, &Rfc3339).map_err(|_| bad())?;
        let ms = at.unix_timestamp_nanos().div_euclid(1_000_000);
        let parsed = Self::from_unix_ms(i64::try_from(ms).map_err(|_| bad())?);
        // Each time has exactly one text, so that a record keeps its bytes when it is read and written.
        if MomentText::of(parsed).is_some_and(|written| written.as_str() == text) {
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
        for (ends, text) in [
            (i64::MIN, "0001-01-01T00:00:00.000Z"),
            (i64::MAX, "9999-12-31T23:59:59.999Z"),
        ] {
            let end = Timestamp::from_unix_ms(ends);
            assert_eq!(end.to_string(), text);
            assert_eq!(text.parse(), Ok(end));
        }
    }

    #[test]
    fn a_moment_is_written_like_its_numbers_one_by_one() {
        let first = Timestamp::from_unix_ms(i64::MIN).unix_ms();
        // Steps of a month and some days, so that all months, days and times occur, also in leap years.
        for step in 0..100_000 {
            let at = Timestamp::from_unix_ms(first + step * 3_155_760_123);
            let moment = OffsetDateTime::from_unix_timestamp(at.unix_ms().div_euclid(1000));
            let moment = moment.expect("a moment");
            let (date, time) = (moment.date(), moment.time());
            let text = format!(
                "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
                date.year(),
                u8::from(date.month()),
                date.day(),
                time.hour(),
                time.minute(),
                time.second(),
                at.unix_ms().rem_euclid(1000)
            );
            assert_eq!(at.to_string(), text);
            let json = serde_json::to_string(&at).expect("a text");
            assert_eq!(json, format!("\"{text}\""));
        }
    }
}
