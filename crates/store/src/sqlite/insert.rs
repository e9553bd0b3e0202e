//! SQL that inserts rows into the log.

use std::sync::LazyLock;

use futures_util::{Stream, TryStreamExt as _};
use sqlx::sqlite::{SqliteArguments, SqliteQueryResult};
use sqlx::{Either, Executor as _, Sqlite, SqliteConnection};
use uuid::Uuid;

use super::matches::MatchChanges;
use super::rooms::RoomChanges;
use crate::database::HELD_SQL;
use crate::{Append, Fence};

type Query<'q> = sqlx::query::Query<'q, Sqlite, SqliteArguments>;

/// The most rows that one statement inserts: a power of two, and as many as the committer puts into a group.
pub(super) const ROWS_A_STATEMENT: usize = 256;

/// A row's key, its room, its index and its body.
const PARAMETERS_OF_A_ROW: usize = 4;

/// Statements that insert rows if the lease is held. Each statement is a message to SQLite's thread and back, which costs more than a
/// row. They have room for 1, 2, 4, … rows, so that each is prepared once; if there are fewer rows, the other parameters are null, and
/// are skipped.
pub(super) struct InsertSql(Vec<String>);

/// For rows that must all be new.
pub(super) static INSERT_NEW_SQL: LazyLock<InsertSql> = LazyLock::new(|| InsertSql::new(""));

/// For rows that must all be new, in a transaction of its own with other changes: still one message to SQLite's thread. The place of a
/// transaction is [`Changes::place`].
pub(super) static INSERT_NEW_WITH_SQL: LazyLock<[InsertSql; 4]> = LazyLock::new(|| {
    [(false, false), (true, false), (false, true), (true, true)]
        .map(|with| InsertSql::made(|rows| InsertSql::transaction(rows, with).join("; ")))
});

/// The position of the insertion among the statements of such a transaction.
const INSERTION: usize = 1;

/// The number of its statements if there are no other changes.
const BEGIN_INSERT_COMMIT: usize = 3;

/// What a transaction changes beside the log.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) rooms: Option<RoomChanges>,
    pub(super) matches: Option<MatchChanges>,
}

impl Changes {
    fn place(&self) -> usize {
        usize::from(self.rooms.is_some()) + 2 * usize::from(self.matches.is_some())
    }

    /// The number of statements of the transaction.
    fn statements(&self) -> usize {
        let of_rooms = self.rooms.as_ref().map_or(0, |_| RoomChanges::STATEMENTS);
        let of_matches = self
            .matches
            .as_ref()
            .map_or(0, |_| MatchChanges::STATEMENTS);
        BEGIN_INSERT_COMMIT + of_rooms + of_matches
    }
}

/// For rows some of which may be stored already.
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

    /// The statement for at most so many rows. Its parameters have no numbers, because sqlx asks SQLite for the name of each, and SQLite
    /// searches all names for it. If a row is refused, the whole transaction is rolled back: otherwise SQLite would copy each page before
    /// it changes it, to be able to undo the statement alone. After any other error the connection is closed, which rolls back everything
    /// as well.
    fn of(rows: usize, on_conflict: &str) -> String {
        let rows = vec!["(?, ?, ?, ?)"; rows].join(", ");
        let held = HELD_SQL.replace("$1", "?");
        format!(
            "INSERT OR ROLLBACK INTO room_log (row_id, room_id, idx, body)
             SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL AND EXISTS ({held}) {on_conflict}"
        )
    }

    /// The statements of a transaction that inserts at most so many rows, and changes rooms, matches or both. The parameters of the other
    /// statements follow those of the insertion, the last of which is the fence.
    fn transaction(rows: usize, (with_rooms, with_matches): (bool, bool)) -> Vec<String> {
        let fence = PARAMETERS_OF_A_ROW * rows + 1;
        let held = HELD_SQL.replace("$1", &format!("${fence}"));
        let mut next = fence + 1;
        let mut statements = vec!["BEGIN IMMEDIATE".to_owned(), Self::of(rows, "")];
        if with_rooms {
            statements.extend(RoomChanges::statements(next, &held));
            next += RoomChanges::PARAMETERS;
        }
        if with_matches {
            statements.extend(MatchChanges::statements(next, &held));
        }
        statements.push("COMMIT".to_owned());
        statements
    }

    /// The statement for so many rows, with all its parameters.
    fn query<'q>(&'static self, fence: Fence, rows: &[(i64, &'q Append)]) -> Query<'q> {
        let places = rows.len().next_power_of_two();
        let sql = self.0[places.ilog2() as usize].as_str();
        let mut query = sqlx::query(sql);
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

    /// Inserts 1 to [`ROWS_A_STATEMENT`] rows; returns how many were inserted.
    pub(super) async fn execute(
        &'static self,
        raw: &mut SqliteConnection,
        fence: Fence,
        rows: &[(i64, &Append)],
    ) -> sqlx::Result<u64> {
        let query = self.query(fence, rows);
        Ok(query.execute(raw).await?.rows_affected())
    }

    /// Inserts rows in one transaction with other changes, none of which is made if the lease is not held; returns how many rows were
    /// inserted.
    pub(super) async fn execute_with(
        raw: &mut SqliteConnection,
        fence: Fence,
        rows: &[(i64, &Append)],
        changes: Changes,
    ) -> sqlx::Result<u64> {
        let statements = changes.statements();
        let mut query = INSERT_NEW_WITH_SQL[changes.place()].query(fence, rows);
        if let Some(rooms) = changes.rooms {
            query = rooms.bind(query);
        }
        if let Some(matches) = changes.matches {
            query = matches.bind(query);
        }
        inserted(raw.fetch_many(query), statements).await
    }
}

/// How many rows such a transaction has inserted, according to the results of its statements.
async fn inserted<R>(
    mut steps: impl Stream<Item = sqlx::Result<Either<SqliteQueryResult, R>>> + Unpin,
    statements: usize,
) -> sqlx::Result<u64> {
    let (mut place, mut inserted) = (0, 0);
    while let Some(step) = steps.try_next().await? {
        let Either::Left(done) = step else { continue };
        if place == INSERTION {
            inserted = done.rows_affected();
        }
        place += 1;
    }
    if place == statements {
        Ok(inserted)
    } else {
        // SQLite's thread ended before the last statement, which commits.
        Err(sqlx::Error::WorkerCrashed)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream::iter;

    use super::*;
    use crate::log_keys::LogKeys;

    #[tokio::test]
    async fn a_transaction_that_stops_before_its_last_statement_is_no_commit() {
        let statements = 7;
        for done in 0..=statements {
            let steps = (0..done).map(|_| Ok(Either::<_, ()>::Left(SqliteQueryResult::default())));
            let inserted = inserted(iter(steps), statements).await;
            assert_eq!(inserted.is_ok(), done == statements, "after {done}");
        }
    }

    #[test]
    fn as_many_statements_are_waited_for_as_there_are() {
        let rooms = || Some(RoomChanges::of(&[], &LogKeys::default()));
        let matches = || MatchChanges::of(&[]).ok();
        for (rooms, matches) in [
            (None, None),
            (rooms(), None),
            (None, matches()),
            (rooms(), matches()),
        ] {
            let with = (rooms.is_some(), matches.is_some());
            let changes = Changes { rooms, matches };
            let statements = InsertSql::transaction(1, with);
            assert_eq!(changes.statements(), statements.len());
            assert!(statements[INSERTION].starts_with("INSERT OR ROLLBACK INTO room_log"));
            let texts = &INSERT_NEW_WITH_SQL[changes.place()].0;
            assert_eq!(texts[0], statements.join("; "));
        }
    }
}
