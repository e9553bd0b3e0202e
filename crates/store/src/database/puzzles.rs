//! Puzzles. They are bounded by their number: those that were the puzzle of a day the longest time ago go first.

use giog_protocol::PuzzleId;
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, IdRow, Value};
use super::{Backend, Database, reviews};
use crate::limits::MAX_PUZZLES;
use crate::{StoreError, StoredPuzzle, StoredRecord};

pub(super) const PUZZLE_SQL: &str = "SELECT puzzle_id, match_id, seat, action, player_id, puzzle, coding, made_at, settled FROM puzzles
    WHERE puzzle_id = $1 AND (day IS NULL OR day >= 0)";

pub(super) const OF_DAY_SQL: &str = "SELECT puzzle_id, match_id, seat, action, player_id, puzzle, coding, made_at, settled FROM puzzles WHERE day = $1
    ORDER BY made_at, puzzle_id LIMIT 1";

/// The one that has waited longest to be the puzzle of a day.
pub(super) const NEXT_SQL: &str =
    "SELECT puzzle_id AS id FROM puzzles WHERE day IS NULL ORDER BY made_at, puzzle_id LIMIT 1";

/// The one that was the puzzle of a day the longest time ago, from day `$1` on.
pub(super) const FORMER_SQL: &str =
    "SELECT puzzle_id AS id FROM puzzles WHERE day >= $1 AND day < $2
    ORDER BY day, made_at, puzzle_id LIMIT 1";

/// The day of what was evaluated once more and is no puzzle. Its row stays, so that the same decision does not become one again.
const REJECTED: i64 = -1;

pub(super) const DELETE_OF_MATCH_SQL: &str = "DELETE FROM puzzles WHERE match_id = $1";

const KEEP_SQL: &str =
    "INSERT INTO puzzles (puzzle_id, match_id, seat, action, player_id, puzzle, coding, made_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM matches WHERE match_id = $2)
        AND ($5 IS NULL OR EXISTS (SELECT 1 FROM guests WHERE player_id = $5))
    ON CONFLICT DO NOTHING";

row! {
    struct PuzzleRow {
        puzzle_id: Uuid,
        match_id: Uuid,
        seat: i64,
        action: i64,
        player_id: Option<Uuid>,
        puzzle: Vec<u8>,
        coding: i64,
        made_at: i64,
        settled: bool,
    }
}

impl<B: Backend> Database<B> {
    pub(crate) async fn keep_puzzle(
        &self,
        puzzle: &StoredPuzzle,
        day: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let conn = &mut B::conn(&mut tx);
        keep(conn, B::LOCK_ROW_SQL, puzzle, day).await?;
        self.commit(tx).await
    }

    pub(crate) async fn puzzle(&self, id: PuzzleId) -> Result<Option<StoredPuzzle>, StoreError> {
        self.history(async |conn| find(conn, id).await).await
    }

    pub(crate) async fn puzzle_of_day(&self, day: i64) -> Result<Option<StoredPuzzle>, StoreError> {
        let found = self.history(async |conn| {
            let chosen = of_day(conn, day).await?;
            let is_next = chosen.is_none() && next(conn, day).await?.is_some();
            Ok((chosen, is_next))
        });
        let (chosen, is_next) = found.await?;
        if !is_next {
            return Ok(chosen);
        }
        let mut tx = self.begin().await?;
        let chosen = choose(&mut B::conn(&mut tx), B::LOCK_ROW_SQL, day).await?;
        self.commit(tx).await?;
        Ok(chosen)
    }

    pub(crate) async fn settle_puzzle(&self, id: PuzzleId, stays: bool) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        settle(&mut B::conn(&mut tx), id, stays).await?;
        self.commit(tx).await
    }
}

impl TryFrom<PuzzleRow> for StoredPuzzle {
    type Error = StoreError;

    fn try_from(row: PuzzleRow) -> Result<Self, StoreError> {
        let wrong = |_| StoreError::Corrupt("puzzle");
        Ok(Self {
            id: PuzzleId(row.puzzle_id),
            match_id: MatchId(row.match_id),
            seat: row.seat.try_into().map_err(wrong)?,
            action: row.action.try_into().map_err(wrong)?,
            player: row.player_id.map(PlayerId),
            content: StoredRecord::kept(row.coding, row.puzzle),
            made_at: Timestamp::from_unix_ms(row.made_at),
            settled: row.settled,
        })
    }
}

pub(super) async fn find(
    conn: &mut Conn<'_>,
    id: PuzzleId,
) -> Result<Option<StoredPuzzle>, StoreError> {
    one(conn, PUZZLE_SQL, &[Value::Id(id.0)]).await
}

/// The puzzle that was chosen for a day.
pub(super) async fn of_day(
    conn: &mut Conn<'_>,
    day: i64,
) -> Result<Option<StoredPuzzle>, StoreError> {
    one(conn, OF_DAY_SQL, &[Value::Int(day)]).await
}

async fn one(
    conn: &mut Conn<'_>,
    sql: &'static str,
    values: &[Value<'_>],
) -> Result<Option<StoredPuzzle>, StoreError> {
    let row: Option<PuzzleRow> = conn.first(sql, values).await?;
    row.map(StoredPuzzle::try_from).transpose()
}

/// The puzzle that is the next to be that of this day; none if there are no others than those of later days.
pub(super) async fn next(conn: &mut Conn<'_>, day: i64) -> Result<Option<PuzzleId>, StoreError> {
    let mut row: Option<IdRow> = conn.first(NEXT_SQL, &[]).await?;
    if row.is_none() {
        let days = [Value::Int(0), Value::Int(day)];
        row = conn.first(FORMER_SQL, &days).await?;
    }
    Ok(row.map(|row| PuzzleId(row.id)))
}

/// The puzzle of a day, which is chosen if there is none yet.
pub(super) async fn choose(
    conn: &mut Conn<'_>,
    lock_sql: &str,
    day: i64,
) -> Result<Option<StoredPuzzle>, StoreError> {
    reviews::bytes(conn, lock_sql).await?;
    if let Some(chosen) = of_day(conn, day).await? {
        return Ok(Some(chosen));
    }
    let Some(PuzzleId(id)) = next(conn, day).await? else {
        return Ok(None);
    };
    let sql = "UPDATE puzzles SET day = $2 WHERE puzzle_id = $1";
    conn.execute(sql, &[Value::Id(id), Value::Int(day)]).await?;
    of_day(conn, day).await
}

/// Stores a puzzle. Does nothing if there is one of this decision, or if its match or who decided is not there. If there are too many, another one
/// goes, but none of this day or later.
pub(super) async fn keep(
    conn: &mut Conn<'_>,
    lock_sql: &str,
    puzzle: &StoredPuzzle,
    day: i64,
) -> Result<(), StoreError> {
    // Whoever deletes matches has this lock, too: a puzzle cannot outlive its match.
    reviews::bytes(conn, lock_sql).await?;
    let (coding, content) = puzzle.content.parts();
    let values = [
        Value::Id(puzzle.id.0),
        Value::Id(puzzle.match_id.0),
        Value::Int(puzzle.seat.into()),
        Value::Int(puzzle.action.into()),
        Value::MaybeId(puzzle.player.map(|player| player.0)),
        Value::Bytes(content),
        Value::Int(coding),
        Value::Int(puzzle.made_at.unix_ms()),
    ];
    if conn.execute(KEEP_SQL, &values).await? == 0 || count(conn).await? <= i64::from(MAX_PUZZLES) {
        return Ok(());
    }
    let days = [Value::Int(REJECTED), Value::Int(day)];
    let mut row: Option<IdRow> = conn.first(FORMER_SQL, &days).await?;
    if row.is_none() {
        row = conn.first(NEXT_SQL, &[]).await?;
    }
    let Some(IdRow { id }) = row else {
        return Ok(());
    };
    delete(conn, PuzzleId(id)).await
}

/// Deletes the puzzles of a match. The row of [`reviews::bytes`] must be locked.
pub(super) async fn delete_of_match(conn: &mut Conn<'_>, id: MatchId) -> Result<(), StoreError> {
    let values = [Value::Id(id.0)];
    let deleted = conn.execute(DELETE_OF_MATCH_SQL, &values);
    deleted.await.map(drop)
}

/// Notes that a puzzle was evaluated once more: it stays, or is none from now on.
pub(super) async fn settle(
    conn: &mut Conn<'_>,
    id: PuzzleId,
    stays: bool,
) -> Result<(), StoreError> {
    let sql = if stays {
        "UPDATE puzzles SET settled = $2 WHERE puzzle_id = $1"
    } else {
        "UPDATE puzzles SET settled = $2, day = $3 WHERE puzzle_id = $1"
    };
    let values = [Value::Id(id.0), Value::Bool(true), Value::Int(REJECTED)];
    let values = if stays { &values[..2] } else { &values };
    conn.execute(sql, values).await.map(drop)
}

async fn delete(conn: &mut Conn<'_>, id: PuzzleId) -> Result<(), StoreError> {
    let sql = "DELETE FROM puzzles WHERE puzzle_id = $1";
    conn.execute(sql, &[Value::Id(id.0)]).await.map(drop)
}

/// How many there are: they are few.
async fn count(conn: &mut Conn<'_>) -> Result<i64, StoreError> {
    let sql = "SELECT COUNT(*) AS count FROM puzzles";
    conn.count(sql, &[]).await
}
