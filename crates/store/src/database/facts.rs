//! Writes facts to the history. Every statement may be repeated.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;

use giog_rules::PlayerId;
use sqlx::AssertSqlSafe;

use super::conn::{Conn, Value};
use super::openings::openings_json;
use super::places::next_place_sql;
use super::players::{players_json, winners_among};
use super::{history, log, ratings, reports, sleeping};
use crate::limits::MAX_CANCELLED_OF_ROOM;
use crate::{CancelledStart, Fact, FinishedMatch, Rejection, StartedMatch, StoreError};

/// Matches that cannot be rated are counted.
pub(super) async fn store(
    conn: &mut Conn<'_>,
    fact: &Fact,
    rating_faults: &AtomicU64,
) -> Result<(), StoreError> {
    match fact {
        Fact::RoomOpened { room, at } => {
            let sql =
                "INSERT INTO rooms (room_id, opened_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            conn.execute(sql, &[Value::Id(room.0), Value::Int(at.unix_ms())])
                .await
                .map(drop)
        }
        Fact::RoomClosed { room, at } => {
            let sql = "INSERT INTO rooms (room_id, opened_at, closed_at) VALUES ($1, $2, $2)
                       ON CONFLICT (room_id) DO UPDATE SET closed_at = COALESCE(rooms.closed_at, excluded.closed_at)";
            conn.execute(sql, &[Value::Id(room.0), Value::Int(at.unix_ms())])
                .await
                .map(drop)
        }
        Fact::RoomSlept(slept) => sleeping::store(conn, slept).await,
        Fact::RoomWoken { room, at } => sleeping::wake(conn, *room, *at).await,
        Fact::MatchStarted(start) => store_start(conn, start).await,
        Fact::MatchFinished(finished) => store_finished(conn, finished).await,
        Fact::StartCancelled(cancelled) => store_cancelled(conn, cancelled).await,
        Fact::Reported(report) => reports::store(conn, report).await,
        Fact::Rated(rated) => ratings::store(conn, rated, rating_faults).await,
    }
}

async fn store_start(conn: &mut Conn<'_>, start: &StartedMatch) -> Result<(), StoreError> {
    let sql = "INSERT INTO match_starts (match_id, room_id, variant, listed, started_at) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT DO NOTHING";
    let values = [
        Value::Id(start.match_id.0),
        Value::Id(start.room.0),
        Value::Text(&start.variant),
        Value::Bool(start.listed),
        Value::Int(start.started_at.unix_ms()),
    ];
    conn.execute(sql, &values).await.map(drop)
}

async fn store_cancelled(
    conn: &mut Conn<'_>,
    cancelled: &CancelledStart,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO cancelled_starts
                   (match_id, room_id, cancelled_at, reason, seat, server_seed_hex, details)
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let values = [
        Value::Id(cancelled.match_id.0),
        Value::Id(cancelled.room.0),
        Value::Int(cancelled.at.unix_ms()),
        Value::Text(&cancelled.reason),
        Value::MaybeInt(cancelled.seat.map(i64::from)),
        Value::Text(&cancelled.server_seed_hex),
        Value::Text(&cancelled.details),
    ];
    if conn.execute(sql, &values).await? > 0 {
        log::delete_cancelled(conn, cancelled.room, MAX_CANCELLED_OF_ROOM).await?;
    }
    Ok(())
}

async fn store_finished(conn: &mut Conn<'_>, finished: &FinishedMatch) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO matches
             (match_id, room_id, variant, seats, status, listed, started_at, ended_at, players, people, ending, clock, openings, place)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, {}) ON CONFLICT DO NOTHING",
        next_place_sql("$8")
    );
    let players = players_json(&finished.players)?;
    let openings = openings_json(&finished.openings)?;
    let people: BTreeMap<PlayerId, bool> = winners_among(&finished.players);
    let number_of_people = i64::try_from(people.len()).unwrap_or(i64::MAX);
    let values = [
        Value::Id(finished.match_id.0),
        Value::Id(finished.room.0),
        Value::Text(&finished.variant),
        Value::Int(finished.seats.into()),
        Value::Text(finished.status.as_str()),
        Value::Bool(finished.listed),
        Value::Int(finished.started_at.unix_ms()),
        Value::Int(finished.ended_at.unix_ms()),
        Value::Text(&players),
        Value::Int(number_of_people),
        Value::MaybeText(finished.end.as_deref()),
        Value::MaybeText(finished.clock.as_deref()),
        Value::Text(&openings),
    ];
    if conn.execute(AssertSqlSafe(sql), &values).await? == 0 {
        return compare(conn, finished).await;
    }
    let sql = "INSERT INTO match_records (match_id, record, coding) VALUES ($1, $2, $3)";
    let (coding, record) = finished.record.parts();
    let values = [
        Value::Id(finished.match_id.0),
        Value::Bytes(record),
        Value::Int(coding),
    ];
    conn.execute(sql, &values).await?;
    if people.is_empty() {
        return Ok(());
    }
    let mut values = vec![
        Value::Text(&finished.variant),
        Value::Text(finished.status.as_str()),
        Value::Bool(finished.listed),
        Value::Id(finished.match_id.0),
        Value::Id(finished.room.0),
    ];
    for (player, won) in &people {
        values.extend([Value::Id(player.0), Value::Bool(*won)]);
    }
    let sql = player_matches_sql(people.len());
    conn.execute(AssertSqlSafe(sql), &values).await.map(drop)
}

/// One statement for all people of a match. There are at most a few, so each of these statements is prepared once.
fn player_matches_sql(people: usize) -> String {
    let row = |person: usize| {
        let player = 6 + 2 * person;
        let place = "(SELECT place FROM matches WHERE match_id = $4)";
        format!("(${player}, $1, $2, $3, ${}, {place}, $4, $5)", player + 1)
    };
    let rows: Vec<String> = (0..people).map(row).collect();
    let columns = "player_id, variant, status, listed, won, place, match_id, room_id";
    format!(
        "INSERT INTO player_matches ({columns}) VALUES {}",
        rows.join(", ")
    )
}

/// A finished match is final: storing the same again is success, anything else is refused.
async fn compare(conn: &mut Conn<'_>, finished: &FinishedMatch) -> Result<(), StoreError> {
    let summary = history::summary(conn, finished.match_id).await?;
    let record = history::record(conn, finished.match_id).await?;
    let same = summary.is_some_and(|stored| stored == finished.summary());
    if let Some(record) = record
        && same
        && record.is_of_same(&finished.record)?
    {
        Ok(())
    } else {
        Err(StoreError::Rejected(Rejection::Different {
            what: "finished match",
        }))
    }
}
