//! How rows get into the log.

use std::sync::LazyLock;

use sqlx::{AssertSqlSafe, SqliteConnection};
use uuid::Uuid;

use crate::database::HELD_SQL;
use crate::{Append, Fence};

/// The most rows that one statement inserts: a power of two, and as many as the committer puts into a group.
pub(super) const ROWS_A_STATEMENT: usize = 256;

/// Statements that insert rows if the lease is held. Each is a message to SQLite's thread and back, which costs more than a
/// row. They are for 1, 2, 4, … rows, so that each is prepared once; what a group lacks to the next of these is null, and left
/// out.
pub(super) struct InsertSql(Vec<String>);

/// Of rows that must all be new.
pub(super) static INSERT_NEW_SQL: LazyLock<InsertSql> = LazyLock::new(|| InsertSql::new(""));

/// Of rows that may be there already.
pub(super) static INSERT_SQL: LazyLock<InsertSql> =
    LazyLock::new(|| InsertSql::new("ON CONFLICT DO NOTHING"));

impl InsertSql {
    fn new(on_conflict: &str) -> Self {
        let rows = (0..).map(|power| 1 << power);
        let rows = rows.take_while(|&rows| rows <= ROWS_A_STATEMENT);
        Self(rows.map(|rows| Self::of(rows, on_conflict)).collect())
    }

    /// Inserts so many rows at most. Its parameters have no numbers: sqlx asks for the name of each, and SQLite looks through all
    /// names there are.
    fn of(rows: usize, on_conflict: &str) -> String {
        let rows = vec!["(?, ?, ?, ?)"; rows].join(", ");
        let held = HELD_SQL.replace("$1", "?");
        format!(
            "INSERT INTO room_log (row_id, room_id, idx, body)
             SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL AND EXISTS ({held}) {on_conflict}"
        )
    }

    /// Inserts rows, [`ROWS_A_STATEMENT`] at most and one at least; gives how many.
    pub(super) async fn execute(
        &self,
        raw: &mut SqliteConnection,
        fence: Fence,
        rows: &[(i64, &Append)],
    ) -> sqlx::Result<u64> {
        let places = rows.len().next_power_of_two();
        let sql = self.0[places.ilog2() as usize].as_str();
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (key, append) in rows {
            query = query
                .bind(key)
                .bind(append.room.0)
                .bind(append.index.cast_signed())
                .bind(&append.body);
        }
        for _ in rows.len()..places {
            query = query
                .bind(None::<i64>)
                .bind(None::<Uuid>)
                .bind(None::<i64>)
                .bind(None::<&str>);
        }
        let query = query.bind(fence.number());
        Ok(query.execute(raw).await?.rows_affected())
    }
}
