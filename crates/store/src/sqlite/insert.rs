//! How rows get into the log.

use std::sync::LazyLock;

use futures_util::{Stream, TryStreamExt as _};
use sqlx::sqlite::{SqliteArguments, SqliteQueryResult};
use sqlx::{AssertSqlSafe, Either, Executor as _, Sqlite, SqliteConnection};
use uuid::Uuid;

use super::rooms::RoomChanges;
use crate::database::HELD_SQL;
use crate::{Append, Fence};

type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// The most rows that one statement inserts: a power of two, and as many as the committer puts into a group.
pub(super) const ROWS_A_STATEMENT: usize = 256;

/// A row's key, its room, its index and its body.
const PARAMETERS_OF_A_ROW: usize = 4;

/// Statements that insert rows if the lease is held. Each is a message to SQLite's thread and back, which costs more than a
/// row. They are for 1, 2, 4, … rows, so that each is prepared once; what a group lacks to the next of these is null, and left
/// out.
pub(super) struct InsertSql(Vec<String>);

/// Of rows that must all be new.
pub(super) static INSERT_NEW_SQL: LazyLock<InsertSql> = LazyLock::new(|| InsertSql::new(""));

/// Of rows that must all be new, in transactions of their own in which rooms are opened and closed as well: one message to
/// SQLite's thread all the same.
pub(super) static INSERT_NEW_WITH_ROOMS_SQL: LazyLock<InsertSql> =
    LazyLock::new(|| InsertSql::made(InsertSql::with_rooms));

/// The place of the insertion among the statements of such a transaction.
const INSERTION: usize = 1;

/// How many statements such a transaction has.
const STATEMENTS: usize = 7;

/// Of rows that may be there already.
pub(super) static INSERT_SQL: LazyLock<InsertSql> =
    LazyLock::new(|| InsertSql::new("ON CONFLICT DO NOTHING"));

impl InsertSql {
    fn new(on_conflict: &str) -> Self {
        Self::made(|rows| Self::of(rows, on_conflict))
    }

    fn made(sql: impl FnMut(usize) -> String) -> Self {
        let rows = (0..).map(|power| 1 << power);
        let rows = rows.take_while(|&rows| rows <= ROWS_A_STATEMENT);
        Self(rows.map(sql).collect())
    }

    /// Inserts so many rows at most. Its parameters have no numbers: sqlx asks for the name of each, and SQLite looks through all
    /// names there are. Where a row is refused, all of its transaction is undone: otherwise SQLite would copy each page before it is
    /// changed, to be able to undo the statement alone. Where it fails otherwise, its connection is thrown away, which undoes all as well.
    fn of(rows: usize, on_conflict: &str) -> String {
        let rows = vec!["(?, ?, ?, ?)"; rows].join(", ");
        let held = HELD_SQL.replace("$1", "?");
        format!(
            "INSERT OR ROLLBACK INTO room_log (row_id, room_id, idx, body)
             SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL AND EXISTS ({held}) {on_conflict}"
        )
    }

    /// A transaction that inserts so many rows at most. The parameters of the other statements come after those of the insertion,
    /// the last of which is the fence.
    fn with_rooms(rows: usize) -> String {
        let fence = PARAMETERS_OF_A_ROW * rows + 1;
        let held = HELD_SQL.replace("$1", &format!("${fence}"));
        let insert = Self::of(rows, "");
        let changes = RoomChanges::sql(fence + 1, &held);
        format!("BEGIN IMMEDIATE; {insert}; {changes}; COMMIT")
    }

    /// The statement that inserts so many rows, with all its parameters.
    fn query<'q>(&'q self, fence: Fence, rows: &[(i64, &'q Append)]) -> Query<'q> {
        let places = rows.len().next_power_of_two();
        let sql = self.0[places.ilog2() as usize].as_str();
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (key, append) in rows {
            query = query
                .bind(*key)
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
        query.bind(fence.number())
    }

    /// Inserts rows, [`ROWS_A_STATEMENT`] at most and one at least; gives how many.
    pub(super) async fn execute(
        &self,
        raw: &mut SqliteConnection,
        fence: Fence,
        rows: &[(i64, &Append)],
    ) -> sqlx::Result<u64> {
        let query = self.query(fence, rows);
        Ok(query.execute(raw).await?.rows_affected())
    }

    /// Inserts rows in a transaction with changes of rooms, of which none is made where the lease is not held; gives how many.
    pub(super) async fn execute_with(
        &self,
        raw: &mut SqliteConnection,
        fence: Fence,
        rows: &[(i64, &Append)],
        changes: &RoomChanges,
    ) -> sqlx::Result<u64> {
        let query = changes.bind(self.query(fence, rows));
        inserted(raw.fetch_many(query)).await
    }
}

/// How many rows such a transaction has inserted, by what is told of its statements.
async fn inserted<R>(
    mut steps: impl Stream<Item = sqlx::Result<Either<SqliteQueryResult, R>>> + Unpin,
) -> sqlx::Result<u64> {
    let (mut place, mut inserted) = (0, 0);
    while let Some(step) = steps.try_next().await? {
        let Either::Left(done) = step else { continue };
        if place == INSERTION {
            inserted = done.rows_affected();
        }
        place += 1;
    }
    if place == STATEMENTS {
        Ok(inserted)
    } else {
        // SQLite's thread has ended before the last one, which commits.
        Err(sqlx::Error::WorkerCrashed)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream::iter;

    use super::*;

    #[tokio::test]
    async fn a_transaction_that_stops_before_its_last_statement_is_no_commit() {
        for done in 0..=STATEMENTS {
            let steps = (0..done).map(|_| Ok(Either::<_, ()>::Left(SqliteQueryResult::default())));
            let inserted = inserted(iter(steps)).await;
            assert_eq!(inserted.is_ok(), done == STATEMENTS, "after {done}");
        }
    }

    #[test]
    fn such_a_transaction_has_as_many_statements_as_are_waited_for() {
        let sql = InsertSql::with_rooms(1);
        let statements: Vec<&str> = sql.split(';').map(str::trim).collect();
        assert_eq!(statements.len(), STATEMENTS, "{sql}");
        assert!(statements[INSERTION].starts_with("INSERT OR ROLLBACK INTO room_log"));
        assert_eq!(statements[STATEMENTS - 1], "COMMIT");
    }
}
