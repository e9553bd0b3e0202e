//! Tests that every query of REST uses an index, on both databases, according to their query plans.

mod cases;
mod million;

use cases::cases;
use sqlx::{AssertSqlSafe, ColumnIndex, Decode, FromRow, Type};

use crate::database::conn::{Conn, Row, Value};
use crate::database::forgotten;
use crate::database::log::rows_sql;
use crate::database::{Backend, Database, HELD_SQL};
use crate::postgres::{self, PgBackend};
use crate::sqlite::{
    self, DELETE_SQL, NAMING_SQL, PRUNE_SQL, ROWS_SQL, RoomChanges, SqliteBackend,
};
use crate::tests::fresh::Fresh;
use crate::tests::profiles::forget_openings;
use crate::tests::samples::{
    at, cancelled, finished, lease, player, reported, room, row_with, started,
};
use crate::{Append, Fact, Log as _, MatchStatus, OpenOptions, PgStore, SqliteStore};

/// The names of tables in SQLite's plans, with their aliases in lists.
const TABLES: [&str; 4] = ["matches", "SCAN m ", "SCAN o ", "rooms"];

/// How often a list may sort a few rows: the window for people who played together, and the page.
const MERGES: usize = 2;

row! {
    /// A step of SQLite's plan.
    struct SqliteStep {
        detail: String,
    }
}

/// A line of Postgres' plan.
struct PgLine {
    line: String,
}

impl<'r, R: sqlx::Row> FromRow<'r, R> for PgLine
where
    usize: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        // The column's name has a space, so no field can have it.
        let line = row.try_get(0)?;
        Ok(Self { line })
    }
}

impl From<SqliteStep> for String {
    fn from(step: SqliteStep) -> Self {
        step.detail
    }
}

impl From<PgLine> for String {
    fn from(line: PgLine) -> Self {
        line.line
    }
}

/// A query, and the index that it must use: SQLite's name, Postgres' name.
#[derive(Clone)]
struct Case {
    sql: String,
    values: Vec<Value<'static>>,
    indices: (&'static str, &'static str),
    /// The least number of times.
    times: usize,
    /// Whether the few rows from several index ranges are sorted.
    merges: bool,
}

#[tokio::test]
async fn indices_answer_every_query_on_sqlite() {
    let fresh = Fresh::sqlite();
    fill(&fresh).await;
    let store = SqliteStore::open(&fresh.url(), &OpenOptions::default())
        .await
        .expect("it opens");
    fill_guests(&fresh, "match_id").await;
    fill_bans_and_sleeping(&fresh).await;
    for case in cases(true) {
        let plan = plan::<_, SqliteStep>(&store, "EXPLAIN QUERY PLAN", &case).await;
        let told = format!("{}\n{}", case.sql, plan.join("\n"));
        let by_index = plan.iter().filter(|step| step.contains(case.indices.0));
        assert!(
            by_index.count() >= case.times,
            "not by {}: {told}",
            case.indices.0
        );
        let is_table = |step: &String| TABLES.iter().any(|table| step.contains(table));
        let mut scans = plan.iter().filter(|step| step.starts_with("SCAN"));
        // A scan of an index without a lower bound may only give an order, but not find the rows of a list.
        let reads = |step: &String| is_table(step) && (case.merges || !step.contains("INDEX"));
        assert!(!scans.any(reads), "reads a table: {told}");
        let sorts = plan.iter().filter(|step| step.contains("TEMP B-TREE"));
        // Rows of several streams are not in order yet.
        let may_sort = if case.merges { case.times + MERGES } else { 0 };
        assert!(sorts.count() <= may_sort, "sorts: {told}");
    }
}

#[tokio::test]
async fn indices_answer_every_query_on_postgres() {
    let fresh = Fresh::postgres().await;
    fill(&fresh).await;
    let store = PgStore::open(&fresh.url(), &OpenOptions::default())
        .await
        .expect("it opens");
    fill_guests(&fresh, "uuid_send(match_id)").await;
    fill_bans_and_sleeping(&fresh).await;
    for case in cases(false) {
        let plan = plan::<_, PgLine>(&store, "EXPLAIN", &case).await;
        let text = plan.join("\n");
        let told = format!("{}\n{text}", case.sql);
        let by_index = plan.iter().filter(|line| line.contains(case.indices.1));
        assert!(
            by_index.count() >= case.times,
            "not by {}: {told}",
            case.indices.1
        );
        assert!(!text.contains("Seq Scan"), "reads a table: {told}");
        // A row that is filtered out was read in vain; but people who played together are searched for.
        let mut filters = plan.iter().filter(|line| line.contains("Filter:"));
        assert!(
            !case.merges || filters.all(|line| line.contains("SubPlan")),
            "filters: {told}"
        );
        assert!(case.merges || !text.contains("Sort"), "sorts: {told}");
    }
    store.close().await;
    fresh.remove().await;
}

/// Rows of the log: on SQLite by key, or by room if the room is closed; on Postgres by room.
#[tokio::test]
async fn rows_of_a_room_are_found_without_reading_over_others() {
    let room = Value::Id(room(7).0);
    let limits = [room, Value::Int(0), Value::Int(10)];
    let naming = [room, room, Value::Bytes(b"name")];
    let fresh = Fresh::sqlite();
    let sqlite = SqliteStore::open(&fresh.url(), &OpenOptions::default())
        .await
        .expect("it opens");
    // The last two of these statements move the rows of closed rooms.
    let [.., moved, deleted] = RoomChanges::statements(2, HELD_SQL);
    let none = Value::Text("{}");
    let lists = vec![Value::Int(1), none, none, none, none];
    for (sql, values) in [
        (moved, lists.clone()),
        (deleted, lists),
        (PRUNE_SQL.clone(), vec![Value::Int(1), none]),
        (ROWS_SQL.to_owned(), vec![Value::Text("[1,2]")]),
        (DELETE_SQL.to_owned(), vec![Value::Text("[1,2]"), room]),
        (rows_sql("closed_log"), limits.to_vec()),
        (
            sqlite::LAST_INDEX_SQL.to_owned(),
            vec![Value::Text("[1,2]")],
        ),
        (
            NAMING_SQL.clone(),
            vec![Value::Text("[1,2]"), Value::Bytes(b"name")],
        ),
        (forgotten::rows_sql::<SqliteBackend>(), naming.to_vec()),
    ] {
        let indices = ("PRIMARY KEY", "");
        let case = Case {
            sql,
            values,
            indices,
            times: 1,
            merges: false,
        };
        let text = plan::<_, SqliteStep>(&sqlite, "EXPLAIN QUERY PLAN", &case).await;
        let text = text.join("\n");
        assert!(text.contains(case.indices.0), "{}: {text}", case.sql);
        let scans = ["SCAN room_log", "SCAN row"];
        let reads_over = scans.iter().any(|scan| text.contains(scan));
        assert!(!reads_over, "{}: {text}", case.sql);
    }
    let fresh = Fresh::postgres().await;
    let postgres = PgStore::open(&fresh.url(), &OpenOptions::default())
        .await
        .expect("it opens");
    for (sql, values) in [
        (rows_sql("room_log"), limits.to_vec()),
        (postgres::LAST_INDEX_SQL.to_owned(), vec![room]),
        (forgotten::rows_sql::<PgBackend>(), naming.to_vec()),
    ] {
        let case = Case {
            sql,
            values,
            indices: ("", "room_log_pkey"),
            times: 1,
            merges: false,
        };
        let text = plan::<_, PgLine>(&postgres, "EXPLAIN", &case).await;
        let text = text.join("\n");
        assert!(text.contains(case.indices.1), "{text}");
    }
    postgres.close().await;
    fresh.remove().await;
}

/// The plan of a case, line by line.
async fn plan<B: Backend, T: Row + Into<String>>(
    store: &Database<B>,
    explain: &str,
    case: &Case,
) -> Vec<String> {
    let mut reader = store.reader().await.expect("a reader");
    if let Conn::Postgres { conn, .. } = &mut B::conn(&mut reader) {
        // With so few rows, reading and sorting all of them is cheap. With these settings the planner does so only if no index can answer
        // the query.
        for sql in ["SET enable_seqscan = off", "SET enable_sort = off"] {
            sqlx::query(sql).execute(&mut **conn).await.expect("set");
        }
    }
    let sql = AssertSqlSafe(format!("{explain} {}", case.sql));
    let lines: Vec<T> = B::conn(&mut reader)
        .all(sql, &case.values)
        .await
        .expect("a plan");
    lines.into_iter().map(T::into).collect()
}

/// Enough rows that reading all of them would be expensive: 1,500 matches and rooms.
async fn fill(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    for hundred in 0..15_u128 {
        let numbers = hundred * 100..(hundred + 1) * 100;
        let batch: Vec<Append> = numbers
            .clone()
            .map(|number| row_with(room(number), 0, facts(number)))
            .collect();
        store.append(fence, &batch).await.expect("stored");
    }
    // Some matches stay without numbers.
    for _ in 0..2 {
        store.publish_matches().await.expect("numbered");
    }
    store.close().await;
    forget_openings(fresh, "ended_at % 100 = 1").await;
    if !fresh.is_sqlite() {
        // Where rows were changed, an index alone answers no query before this.
        fresh.execute("VACUUM matches").await.expect("tidied");
    }
}

/// One guest per match with a device each, named by bytes of the match's id.
async fn fill_guests(fresh: &Fresh, bytes_sql: &str) {
    let sql = format!(
        "INSERT INTO guests (player_id, name, created_at, seen_at, recovery_hash, tag)
         SELECT match_id, 'name', ended_at, ended_at, {bytes_sql},
             CASE WHEN ended_at % 2 = 0 THEN CAST(1000 + ended_at % 1000 AS TEXT) ELSE '' END FROM matches;
         INSERT INTO devices (device_id, player_id, name, token_hash, created_at, seen_at)
         SELECT match_id, match_id, 'name', {bytes_sql}, ended_at, ended_at FROM matches;
         INSERT INTO friends (player_id, friend_id, since) SELECT match_id, match_id, ended_at FROM matches;
         INSERT INTO friend_requests (player_id, asked_id, made_at, refused, withdrawn)
         SELECT match_id, match_id, ended_at, FALSE, FALSE FROM matches;
         INSERT INTO friend_codes (player_id, code_hash, made_at) SELECT match_id, {bytes_sql}, ended_at FROM matches;
         INSERT INTO blocks (player_id, blocked_id, made_at) SELECT match_id, match_id, ended_at FROM matches"
    );
    fresh.execute(&sql).await.expect("filled");
}

/// As many sleeping rooms, reviews and bans as matches; half of the bans end.
async fn fill_bans_and_sleeping(fresh: &Fresh) {
    let sql = "INSERT INTO sleeping_rooms (room_id, creator_id, owner_id, left_at)
               SELECT match_id, room_id, match_id, ended_at FROM matches";
    fresh.execute(sql).await.expect("filled");
    let sql = "INSERT INTO reviews (match_id, seat, engine, review, coding, read_at, bytes, reviewer_id)
               SELECT m.match_id, 0, 1, r.record, 0, m.ended_at, 1, m.match_id FROM matches m
               JOIN match_records r ON r.match_id = m.match_id;
               INSERT INTO review_jobs (match_id, seat, engine, lines, offered_at, lease, reviewer_id, ends_at)
               SELECT match_id, 0, 1, 16, ended_at, match_id, room_id, ended_at FROM matches";
    fresh.execute(sql).await.expect("filled");
    // As many as there are matches, so that an index is worth reading.
    let hash = if fresh.is_sqlite() {
        "match_id"
    } else {
        "uuid_send(match_id)"
    };
    let sql = format!(
        "INSERT INTO reviewers (reviewer_id, name, token_hash, made_at) SELECT match_id, 'name', {hash}, ended_at FROM matches"
    );
    fresh.execute(&sql).await.expect("filled");
    let sql = "INSERT INTO puzzles (puzzle_id, match_id, seat, action, puzzle, coding, made_at, day)
               SELECT m.match_id, m.match_id, 0, 1, r.record, 0, m.ended_at, CASE WHEN m.ended_at % 2 = 0 THEN m.ended_at END
               FROM matches m JOIN match_records r ON r.match_id = m.match_id";
    fresh.execute(sql).await.expect("filled");
    let sql =
        "INSERT INTO mistakes (player_id, place, match_id, seat, action, variant, kind, mistake)
               SELECT match_id, place, match_id, 0, 1, variant, 'other', '{}' FROM matches";
    fresh.execute(sql).await.expect("filled");
    let sql = "INSERT INTO bans (ban_id, player_id, reason, made_at, ends_at)
               SELECT match_id, match_id, 'reason', ended_at, CASE WHEN ended_at % 2 = 0 THEN ended_at END
               FROM matches";
    fresh.execute(sql).await.expect("filled");
    let sql = "INSERT INTO ratings (player_id, pool, mu, sigma, matches, rated_at, season, ladder)
               SELECT match_id, 'giog/4-5/live', ended_at, 1, 1, ended_at, 7880 + ended_at % 3,
                   CASE WHEN ended_at % 2 = 0 THEN ended_at END FROM matches WHERE listed = TRUE;
               INSERT INTO past_ratings (player_id, pool, season, mu, sigma, dan, dan_points, matches, rated_at, ladder)
               SELECT player_id, pool, season - 3, mu, sigma, 1, 0, matches, rated_at, ladder FROM ratings;
               INSERT INTO season_tables (pool, season, body)
               SELECT 'giog/4-5/live', ended_at, '{}' FROM matches;
               INSERT INTO rating_changes (player_id, pool, number, match_id, seat, rank, rated_at,
                   mu_before, sigma_before, mu_after, sigma_after)
               SELECT match_id, 'giog/4-5/live', 1, match_id, 0, 1, ended_at, 1, 1, 1, 1 FROM matches WHERE listed = TRUE;
               INSERT INTO rated_matches (match_id, pool, occasions, ended_at)
               SELECT match_id, 'giog/4-5/live', CASE WHEN ended_at % 9 > 0 THEN '[]' END, CASE WHEN ended_at % 9 > 0 THEN ended_at END
               FROM matches";
    fresh.execute(sql).await.expect("filled");
    fresh
        .execute("UPDATE reports SET settled_at = 0, note = '' WHERE seat > 3")
        .await
        .expect("settled");
    fresh.execute("ANALYZE").await.expect("analysed");
}

fn facts(number: u128) -> Vec<Fact> {
    let ms = i64::try_from(number).expect("small");
    let mut game = finished(number);
    game.room = room(number % 20);
    game.ended_at = at(ms);
    game.listed = !number.is_multiple_of(4);
    game.variant = format!("variant {}", number % 8);
    game.status = if number.is_multiple_of(50) {
        MatchStatus::Abandoned
    } else {
        MatchStatus::Over
    };
    game.players[0].player = Some(player(number % 100));
    game.players[0].won = (number / 100).is_multiple_of(3);
    game.players[1].player = Some(player(number % 97 + 200));
    let mut cancelled = cancelled(number);
    cancelled.room = room(number % 20);
    let mut facts = vec![
        Fact::RoomOpened {
            room: room(number),
            at: at(ms),
        },
        Fact::MatchStarted(started(number)),
        Fact::MatchFinished(game),
        Fact::StartCancelled(cancelled),
        Fact::Reported(reported(number)),
    ];
    if !number.is_multiple_of(20) {
        facts.push(Fact::RoomClosed {
            room: room(number),
            at: at(ms),
        });
    }
    facts
}
