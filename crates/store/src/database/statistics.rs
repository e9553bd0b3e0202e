//! What statistics of a game count of its latest public matches, and how many people each ladder of a season has.

use std::cmp::Reverse;

use giog_ratings::{Pool, Season};
use giog_rules::{MatchId, Timestamp};
use serde::Deserialize;
use uuid::Uuid;

use super::conn::{ListedRow, Value};
use super::players::Players;
use super::{Backend, Database, ratings};
use crate::bounds::check_text;
use crate::limits::{MAX_COUNTED_MATCHES, MAX_TEXT_BYTES};
use crate::{CountedMatch, Cursor, Page, StoreError};

/// Read with the index of the list of a game.
pub(super) const COUNTED_SQL: &str =
    "SELECT players, seats, clock, people, started_at, ended_at, place, match_id FROM matches
    WHERE variant = $1 AND status = 'over' AND listed = TRUE AND (place, match_id) < ($2, $3)
    ORDER BY place DESC, match_id DESC LIMIT $4";

/// How many matches are read at once: their decoding keeps a thread of all requests for a millisecond.
const ROWS_AT_ONCE: usize = 500;

/// Read in the index of the ladders alone.
pub(super) const LADDERS_SQL: &str =
    "SELECT pool, COUNT(*) AS people FROM ratings WHERE season = $1 AND ladder IS NOT NULL
    GROUP BY pool ORDER BY pool";

row! {
    #[derive(Deserialize)]
    struct CountedRow {
        players: Players,
        seats: i64,
        clock: Option<String>,
        people: i64,
        started_at: i64,
        ended_at: i64,
        place: i64,
        match_id: Uuid,
    }
}

/// The players are JSON already, and are appended as they are.
impl ListedRow for CountedRow {
    const JSON: &str = "'[' || players || ',' ||
        substr(json_array(seats, clock, people, started_at, ended_at, place, hex(match_id)), 2)";
}

row! {
    struct PeopleRow {
        pool: String,
        people: i64,
    }
}

impl<B: Backend> Database<B> {
    pub(crate) async fn counted(
        &self,
        variant: &str,
        limit: u32,
    ) -> Result<Page<CountedMatch>, StoreError> {
        check_text("a variant's name", variant, MAX_TEXT_BYTES)?;
        let limit = limit.clamp(1, MAX_COUNTED_MATCHES);
        // One more than requested shows whether there are earlier ones.
        let wanted = usize::try_from(limit).map_or(usize::MAX, |limit| limit + 1);
        let mut rows: Vec<CountedRow> = Vec::new();
        loop {
            let last = rows.last();
            let (place, id) = last.map_or((i64::MAX, Uuid::max()), |row| (row.place, row.match_id));
            let at_once = ROWS_AT_ONCE.min(wanted - rows.len());
            let values = [
                Value::Text(variant),
                Value::Int(place),
                Value::Id(id),
                Value::Int(i64::try_from(at_once).unwrap_or(i64::MAX)),
            ];
            let more: Vec<CountedRow> = self
                .history(async |conn| conn.list(COUNTED_SQL, &values).await)
                .await?;
            let is_last = more.len() < at_once;
            rows.extend(more);
            if is_last || rows.len() == wanted {
                break;
            }
        }
        let page = Page::cut(rows, limit, CountedRow::cursor);
        let items = page.items.into_iter().map(CountedMatch::try_from);
        Ok(Page {
            items: items.collect::<Result<_, _>>()?,
            next: page.next,
        })
    }

    pub(crate) async fn ladders(
        &self,
        season: Season,
        limit: usize,
    ) -> Result<Vec<(Pool, u64)>, StoreError> {
        let values = [Value::Int(season.number().into())];
        let rows: Vec<PeopleRow> = self
            .history(async |conn| conn.all(LADDERS_SQL, &values).await)
            .await?;
        let read = |row: PeopleRow| {
            let people = u64::try_from(row.people).map_err(|_| StoreError::Corrupt("people"))?;
            Ok((ratings::pool(&row.pool)?, people))
        };
        let ladders: Result<Vec<_>, StoreError> = rows.into_iter().map(read).collect();
        let mut ladders = ladders?;
        ladders.sort_by_key(|&(_, people)| Reverse(people));
        ladders.truncate(limit);
        Ok(ladders)
    }
}

impl CountedRow {
    fn cursor(&self) -> Cursor {
        Cursor {
            at: Timestamp::from_unix_ms(self.place),
            id: self.match_id,
        }
    }
}

impl TryFrom<CountedRow> for CountedMatch {
    type Error = StoreError;

    fn try_from(row: CountedRow) -> Result<Self, StoreError> {
        Ok(Self {
            match_id: MatchId(row.match_id),
            seats: u8::try_from(row.seats).map_err(|_| StoreError::Corrupt("number of seats"))?,
            clock: row.clock,
            people: u8::try_from(row.people).map_err(|_| StoreError::Corrupt("people"))?,
            started_at: Timestamp::from_unix_ms(row.started_at),
            ended_at: Timestamp::from_unix_ms(row.ended_at),
            players: row.players.into(),
        })
    }
}
