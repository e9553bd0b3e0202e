//! The places of finished matches in lists: a sequence that is also a time. A match gets the place of the time when it ended; or, if the
//! clock was set back, the one right after the latest place. So lists are in the order in which matches were stored, and a client that requests
//! the matches since a place misses nothing.
//!
//! If the date was ahead of time for a while, the places are, too, until the operator says that the date is right.

use giog_rules::{MatchId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::history::SummaryRow;
use super::players::winners_among;
use super::{Backend, Database};
use crate::limits::MOVED_PAGE_MATCHES;
use crate::{Cursor, MatchSummary, StoreError};

/// The latest place; null if there are no matches. Both are read at the end of an index.
pub(crate) const LAST_PLACE_SQL: &str = "SELECT MAX(place) AS place FROM (
        SELECT MAX(place) AS place FROM matches WHERE listed = TRUE
        UNION ALL SELECT MAX(place) FROM matches WHERE listed = FALSE
    ) AS places";

/// The latest place that is not later than a time.
pub(super) const LAST_PLACE_UNTIL_SQL: &str = "SELECT MAX(place) AS place FROM (
        SELECT MAX(place) AS place FROM matches WHERE listed = TRUE AND place <= $1
        UNION ALL SELECT MAX(place) FROM matches WHERE listed = FALSE AND place <= $1
    ) AS places";

pub(super) const COUNT_AHEAD_SQL: &str =
    "SELECT COUNT(*) AS count FROM matches WHERE listed = $1 AND place > $2";

pub(super) const AHEAD_SQL: &str =
    "SELECT match_id, room_id, variant, seats, status, ending, clock, listed, started_at, ended_at, place,
    players FROM matches WHERE listed = $1 AND (place, match_id) > ($2, $3) ORDER BY place, match_id LIMIT $4";

row! {
    struct PlaceRow {
        place: Option<i64>,
    }
}

/// SQL for the place of a new match that ended at this time.
pub(super) fn next_place_sql(ended_at: &str) -> String {
    format!(
        "(SELECT MAX(place) FROM (
             SELECT {ended_at} AS place UNION ALL SELECT place + 1 FROM ({LAST_PLACE_SQL}) AS latest
         ) AS places)"
    )
}

/// Matches whose places are ahead of time, and get others, page by page.
struct Ahead {
    /// The last match that was looked at, in its former place.
    after: Cursor,
    /// The first free place.
    next: i64,
}

impl<B: Backend> Database<B> {
    /// Gives the matches whose places are later than `now` places right before it, but after all others, in the same order. Each page of them
    /// is a transaction, so that matches can be stored in between: after those that are still ahead. Clients that polled by the right date
    /// get them as new ones, as before.
    pub(super) async fn bring_places_back(&self, now: Timestamp) -> Result<(), StoreError> {
        let mut ahead = Ahead::of(&mut B::conn(&mut *self.reader().await?), now).await?;
        loop {
            let mut tx = self.begin().await?;
            let moved = ahead.move_some(&mut B::conn(&mut tx)).await?;
            self.commit(tx).await?;
            if moved == 0 {
                return Ok(());
            }
        }
    }
}

impl Ahead {
    async fn of(conn: &mut Conn<'_>, now: Timestamp) -> Result<Self, StoreError> {
        let mut count = 0;
        for listed in [true, false] {
            let values = [Value::Bool(listed), Value::Int(now.unix_ms())];
            count += conn.count(COUNT_AHEAD_SQL, &values).await?;
        }
        let row: Option<PlaceRow> = conn
            .first(LAST_PLACE_UNTIL_SQL, &[Value::Int(now.unix_ms())])
            .await?;
        let last = row.and_then(|row| row.place);
        let first = now.unix_ms() - count;
        Ok(Self {
            after: Cursor {
                at: now,
                id: Uuid::max(),
            },
            next: last.map_or(first, |last| first.max(last + 1)),
        })
    }

    /// Moves the next page; returns how many matches it has.
    async fn move_some(&mut self, conn: &mut Conn<'_>) -> Result<usize, StoreError> {
        let mut rows: Vec<SummaryRow> = Vec::new();
        for listed in [true, false] {
            let values = [
                Value::Bool(listed),
                Value::Int(self.after.at.unix_ms()),
                Value::Id(self.after.id),
                Value::Int(MOVED_PAGE_MATCHES),
            ];
            rows.extend(conn.all::<SummaryRow>(AHEAD_SQL, &values).await?);
        }
        rows.sort_by_key(SummaryRow::cursor);
        rows.truncate(usize::try_from(MOVED_PAGE_MATCHES).unwrap_or(usize::MAX));
        let moved = rows.len();
        for row in rows {
            self.after = row.cursor();
            // Never to a later place, where it would be found again.
            let place = row.place.min(self.next);
            self.next = place + 1;
            if place < row.place {
                let before = row.place;
                move_match(conn, &row.try_into()?, before, place).await?;
            }
        }
        Ok(moved)
    }
}

/// Moves a match in all lists, by the whole key of each row.
async fn move_match(
    conn: &mut Conn<'_>,
    summary: &MatchSummary,
    before: i64,
    place: i64,
) -> Result<(), StoreError> {
    let MatchId(id) = summary.match_id;
    let sql = "UPDATE matches SET place = $1 WHERE match_id = $2";
    let values = [Value::Int(place), Value::Id(id)];
    conn.execute(sql, &values).await?;
    let sql = "UPDATE mistakes SET place = $1 WHERE match_id = $2";
    conn.execute(sql, &values).await?;
    let sql = "UPDATE player_matches SET place = $1
               WHERE player_id = $2 AND variant = $3 AND status = $4 AND listed = $5 AND won = $6 AND place = $7 AND match_id = $8";
    for (player, won) in winners_among(&summary.players) {
        let values = [
            Value::Int(place),
            Value::Id(player.0),
            Value::Text(&summary.variant),
            Value::Text(summary.status.as_str()),
            Value::Bool(summary.listed),
            Value::Bool(won),
            Value::Int(before),
            Value::Id(id),
        ];
        conn.execute(sql, &values).await?;
    }
    Ok(())
}
