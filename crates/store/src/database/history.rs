//! Reads single finished matches, and data about them.

use giog_protocol::RoomId;
use giog_rules::{MatchId, Timestamp};
use serde::Deserialize;
use uuid::Uuid;

use super::conn::{Conn, ListedRow, Value};
use super::players::Players;
use crate::limits::{MAX_HOURS_MATCHES, MAX_PAGE_MATCHES};
use crate::{CancelledStart, Cursor, MatchSummary, StartedMatch, StoreError, StoredRecord};

/// The hours of a day.
const HOURS: usize = 24;
/// Milliseconds of an hour.
const HOUR_MS: i64 = 3_600_000;
/// Milliseconds of a day.
pub(super) const DAY_MS: i64 = 24 * HOUR_MS;

row! {
    /// A row of `matches`.
    #[derive(Deserialize)]
    pub(super) struct SummaryRow {
        players: Players,
        listed: bool,
        match_id: Uuid,
        room_id: Uuid,
        variant: String,
        seats: i64,
        status: String,
        ending: Option<String>,
        clock: Option<String>,
        started_at: i64,
        ended_at: i64,
        pub(super) place: i64,
    }
}

/// The players are JSON already, and are appended as they are: within a JSON array of SQLite they would be a string with escaped quotes,
/// which would have to be parsed a second time. So the array's opening bracket is written before them.
impl ListedRow for SummaryRow {
    const JSON: &str = "'[' || players || iif(listed, ',true,', ',false,') || substr(json_array(
        hex(match_id), hex(room_id), variant, seats, status, ending, clock, started_at, ended_at, place), 2)";
}

/// The columns of a [`SummaryRow`] of `matches m`.
pub(super) const SUMMARY_COLUMNS: &str = "m.match_id, m.room_id, m.variant, m.seats, m.status, m.ending, m.clock, m.listed, m.started_at, m.ended_at, m.place, m.players";

pub(super) const SUMMARY_SQL: &str =
    "SELECT match_id, room_id, variant, seats, status, ending, clock, listed, started_at, ended_at, place,
    players FROM matches WHERE match_id = $1";

pub(super) const RECORD_SQL: &str = "SELECT record, coding FROM match_records WHERE match_id = $1";

pub(super) const STARTED_SQL: &str =
    "SELECT match_id, room_id, variant, listed, started_at FROM match_starts WHERE match_id = $1";

/// The latest times are read at the ends of indexes.
pub(super) const LATEST_SQL: &str = "SELECT MAX(at) AS at FROM (
        SELECT MAX(seen_at) AS at FROM guests
        UNION ALL SELECT trusted_at FROM date_trust WHERE only_row = 1
        UNION ALL SELECT MAX(place) FROM matches WHERE listed = TRUE
        UNION ALL SELECT MAX(place) FROM matches WHERE listed = FALSE
    ) AS times";

/// When the latest public matches of two people or more began, of those that ended since a time.
pub(super) const BEGUN_SQL: &str = "SELECT started_at FROM (
        SELECT started_at, people FROM matches WHERE listed = TRUE AND place >= $1
        ORDER BY place DESC, match_id DESC LIMIT $2
    ) AS latest WHERE people >= 2";

pub(super) const CANCELLED_SQL: &str =
    "SELECT match_id, room_id, cancelled_at, reason, seat, server_seed_hex, details
    FROM cancelled_starts WHERE room_id = $1 ORDER BY cancelled_at DESC, match_id DESC LIMIT $2";

row! {
    struct RecordRow {
        record: Vec<u8>,
        coding: i64,
    }
}

row! {
    struct LatestRow {
        at: Option<i64>,
    }
}

row! {
    #[derive(Deserialize)]
    struct BegunRow {
        started_at: i64,
    }
}

impl ListedRow for BegunRow {
    const JSON: &str = "json_array(started_at)";
}

row! {
    struct StartedRow {
        match_id: Uuid,
        room_id: Uuid,
        variant: String,
        listed: bool,
        started_at: i64,
    }
}

row! {
    struct CancelledRow {
        match_id: Uuid,
        room_id: Uuid,
        cancelled_at: i64,
        reason: String,
        seat: Option<i64>,
        server_seed_hex: String,
        details: String,
    }
}

pub(super) async fn summary(
    conn: &mut Conn<'_>,
    id: MatchId,
) -> Result<Option<MatchSummary>, StoreError> {
    let placed = placed(conn, id).await?;
    Ok(placed.map(|(_, summary)| summary))
}

/// The position in lists right after a match.
pub(super) async fn place(conn: &mut Conn<'_>, id: MatchId) -> Result<Option<Cursor>, StoreError> {
    let row: Option<SummaryRow> = conn.first(SUMMARY_SQL, &[Value::Id(id.0)]).await?;
    Ok(row.map(|row| row.cursor()))
}

/// A match with its place in lists.
pub(super) async fn placed(
    conn: &mut Conn<'_>,
    id: MatchId,
) -> Result<Option<(i64, MatchSummary)>, StoreError> {
    let row: Option<SummaryRow> = conn.first(SUMMARY_SQL, &[Value::Id(id.0)]).await?;
    row.map(|row| Ok((row.place, row.try_into()?))).transpose()
}

pub(crate) async fn record(
    conn: &mut Conn<'_>,
    id: MatchId,
) -> Result<Option<StoredRecord>, StoreError> {
    let row: Option<RecordRow> = conn.first(RECORD_SQL, &[Value::Id(id.0)]).await?;
    Ok(row.map(|row| StoredRecord::kept(row.coding, row.record)))
}

pub(super) async fn started(
    conn: &mut Conn<'_>,
    id: MatchId,
) -> Result<Option<StartedMatch>, StoreError> {
    let row: Option<StartedRow> = conn.first(STARTED_SQL, &[Value::Id(id.0)]).await?;
    Ok(row.map(|row| StartedMatch {
        match_id: MatchId(row.match_id),
        room: RoomId(row.room_id),
        variant: row.variant,
        listed: row.listed,
        started_at: Timestamp::from_unix_ms(row.started_at),
    }))
}

pub(super) async fn cancelled(
    conn: &mut Conn<'_>,
    room: RoomId,
) -> Result<Vec<CancelledStart>, StoreError> {
    let limit = Value::Int(MAX_PAGE_MATCHES.into());
    let rows: Vec<CancelledRow> = conn.all(CANCELLED_SQL, &[Value::Id(room.0), limit]).await?;
    rows.into_iter().map(CancelledStart::try_from).collect()
}

impl SummaryRow {
    /// The position in lists right after this match.
    pub(super) fn cursor(&self) -> Cursor {
        Cursor {
            at: Timestamp::from_unix_ms(self.place),
            id: self.match_id,
        }
    }
}

impl TryFrom<SummaryRow> for MatchSummary {
    type Error = StoreError;

    fn try_from(row: SummaryRow) -> Result<Self, StoreError> {
        Ok(Self {
            match_id: MatchId(row.match_id),
            room: RoomId(row.room_id),
            variant: row.variant,
            seats: u8::try_from(row.seats).map_err(|_| StoreError::Corrupt("number of seats"))?,
            status: row
                .status
                .parse()
                .map_err(|_| StoreError::Corrupt("match's status"))?,
            end: row.ending,
            clock: row.clock,
            listed: row.listed,
            started_at: Timestamp::from_unix_ms(row.started_at),
            ended_at: Timestamp::from_unix_ms(row.ended_at),
            players: row.players.into(),
        })
    }
}

impl TryFrom<CancelledRow> for CancelledStart {
    type Error = StoreError;

    fn try_from(row: CancelledRow) -> Result<Self, StoreError> {
        Ok(Self {
            match_id: MatchId(row.match_id),
            room: RoomId(row.room_id),
            at: Timestamp::from_unix_ms(row.cancelled_at),
            reason: row.reason,
            seat: row
                .seat
                .map(u8::try_from)
                .transpose()
                .map_err(|_| StoreError::Corrupt("seat"))?,
            server_seed_hex: row.server_seed_hex,
            details: row.details,
        })
    }
}

/// The latest time that a person was here, a match ended, or the operator said that the date is right.
pub(crate) async fn latest_at(conn: &mut Conn<'_>) -> Result<Option<Timestamp>, StoreError> {
    let latest: Option<LatestRow> = conn.first(LATEST_SQL, &[]).await?;
    let at = latest.and_then(|latest| latest.at);
    Ok(at.map(Timestamp::from_unix_ms))
}

/// How many public matches of two people or more began in each hour of the day, of those that ended since a time.
pub(super) async fn hours(
    conn: &mut Conn<'_>,
    since: Timestamp,
) -> Result<[u32; HOURS], StoreError> {
    let values = [
        Value::Int(since.unix_ms()),
        Value::Int(MAX_HOURS_MATCHES.into()),
    ];
    let mut hours = [0; HOURS];
    for BegunRow { started_at } in conn.list(BEGUN_SQL, &values).await? {
        let hour = started_at.rem_euclid(DAY_MS) / HOUR_MS;
        if let Some(count) = usize::try_from(hour)
            .ok()
            .and_then(|hour| hours.get_mut(hour))
        {
            *count += 1;
        }
    }
    Ok(hours)
}
