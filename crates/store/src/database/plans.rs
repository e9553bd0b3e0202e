//! Tests that an index answers every question REST asks, on both databases, shown by their own plans.

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, Row, Value};
use super::guests::{GUEST_BY_TOKEN_SQL, GUEST_SQL, IDLE_SQL, NAMES_SQL};
use super::history::{CANCELLED_SQL, LAST_MATCH_SQL, RECORD_SQL, STARTED_SQL, SUMMARY_SQL};
use super::list::{Question, sources};
use super::log::{CLOSED_ROOMS_SQL, LOG_SQL, OPEN_ROOMS_SQL};
use super::{Backend, Database};
use crate::limits::NAME_PAGE_IDS;
use crate::tests::fresh::Fresh;
use crate::tests::samples::{at, cancelled, finished, lease, player, room, row_with, started};
use crate::{
    Append, Cursor, Fact, MatchFilter, MatchStatus, OpenOptions, PgStore, SqliteStore, Store,
};

/// A step of SQLite's plan.
#[derive(sqlx::FromRow)]
struct SqliteStep {
    detail: String,
}

/// A line of Postgres' plan.
#[derive(sqlx::FromRow)]
struct PgLine {
    #[sqlx(rename = "QUERY PLAN")]
    line: String,
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

/// A question, and the index that must answer it: SQLite's name, Postgres' name.
struct Case {
    sql: String,
    values: Vec<Value<'static>>,
    indices: (&'static str, &'static str),
}

#[tokio::test]
async fn indices_answer_every_question_on_sqlite() {
    let fresh = Fresh::sqlite();
    let store = SqliteStore::open(&fresh.url(), &OpenOptions::default())
        .await
        .expect("it opens");
    fill(&store).await;
    fill_guests(&fresh, "match_id").await;
    for case in cases() {
        let plan = plan::<_, SqliteStep>(&store, "EXPLAIN QUERY PLAN", &case).await;
        let text = plan.join("\n");
        let told = format!("{}\n{text}", case.sql);
        assert!(
            text.contains(case.indices.0),
            "not by {}: {told}",
            case.indices.0
        );
        assert!(
            plan.iter()
                .all(|step| !step.starts_with("SCAN") || step.contains("INDEX")),
            "reads a table: {told}"
        );
        assert!(!text.contains("TEMP B-TREE"), "sorts: {told}");
    }
}

#[tokio::test]
async fn indices_answer_every_question_on_postgres() {
    let fresh = Fresh::postgres().await;
    let store = PgStore::open(&fresh.url(), &OpenOptions::default())
        .await
        .expect("it opens");
    fill(&store).await;
    fill_guests(&fresh, "uuid_send(match_id)").await;
    for case in cases() {
        let text = plan::<_, PgLine>(&store, "EXPLAIN", &case).await.join("\n");
        let told = format!("{}\n{text}", case.sql);
        assert!(
            text.contains(case.indices.1),
            "not by {}: {told}",
            case.indices.1
        );
        assert!(!text.contains("Seq Scan"), "reads a table: {told}");
        assert!(!text.contains("Sort"), "sorts: {told}");
    }
    store.close().await;
    fresh.remove().await;
}

/// The plan of a case, line by line.
async fn plan<B: Backend, T: Row + Into<String>>(
    store: &Database<B>,
    explain: &str,
    case: &Case,
) -> Vec<String> {
    let mut reader = store.reader().await.expect("a reader");
    if let Conn::Postgres(conn) = &mut B::conn(&mut reader) {
        // With so few rows reading and sorting them all is cheap. Told to avoid it, the planner does it only where no
        // index has the answer.
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

/// Enough rows that reading them all would be dear: 1,500 matches and rooms.
async fn fill(store: &dyn Store) {
    let fence = lease(store).await;
    for hundred in 0..15_u128 {
        let numbers = hundred * 100..(hundred + 1) * 100;
        let batch: Vec<Append> = numbers
            .clone()
            .map(|number| row_with(room(number), 0, facts(number)))
            .collect();
        store.append(fence, &batch).await.expect("stored");
    }
}

/// As many guests as matches, named by bytes of a match's id.
async fn fill_guests(fresh: &Fresh, bytes_sql: &str) {
    let sql = format!(
        "INSERT INTO guests (player_id, name, token_hash, created_at, seen_at)
         SELECT match_id, 'name', {bytes_sql}, ended_at, ended_at FROM matches"
    );
    fresh.execute(&sql).await.expect("filled");
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
    ];
    if !number.is_multiple_of(20) {
        facts.push(Fact::RoomClosed {
            room: room(number),
            at: at(ms),
        });
    }
    facts
}

fn cases() -> Vec<Case> {
    let mut cases = lists();
    cases.extend(singles());
    cases
}

/// Every list, from its first page and from a later one.
fn lists() -> Vec<Case> {
    let all = MatchFilter::default();
    let filters = [
        (all.clone(), &["matches_listed"] as &[_]),
        (
            MatchFilter {
                from: Some(at(100)),
                to: Some(at(1400)),
                ..all.clone()
            },
            &["matches_listed"],
        ),
        (
            MatchFilter {
                variant: Some("variant 3".to_owned()),
                ..all.clone()
            },
            &["matches_by_variant"],
        ),
        (
            MatchFilter {
                status: Some(MatchStatus::Abandoned),
                ..all.clone()
            },
            &["matches_by_status"],
        ),
        (
            MatchFilter {
                room: Some(room(7)),
                ..all.clone()
            },
            &["matches_by_room"],
        ),
        (
            MatchFilter {
                player: Some(player(7)),
                ..all.clone()
            },
            &["player_matches"],
        ),
        (
            MatchFilter {
                player: Some(player(7)),
                include_unlisted_of: Some(player(7)),
                ..all.clone()
            },
            &["player_matches"],
        ),
        (
            MatchFilter {
                include_unlisted_of: Some(player(7)),
                ..all.clone()
            },
            &["matches_listed", "player_matches"],
        ),
        (
            MatchFilter {
                player: Some(player(8)),
                include_unlisted_of: Some(player(7)),
                ..all
            },
            &["player_matches", "player_matches"],
        ),
    ];
    let mut cases = Vec::new();
    for (filter, indices) in filters {
        // The cases outlive their filters; a test may leak.
        let filter: &'static MatchFilter = Box::leak(Box::new(filter));
        let later = Cursor {
            ended_at: at(700),
            match_id: MatchId(Uuid::from_u128(5)),
        };
        for (source, &index) in sources(filter).into_iter().zip(indices) {
            for cursor in [None, Some(later)] {
                let Question { sql, values } = Question::new(source, filter, cursor, 21);
                // The primary key has no name in SQLite's plans.
                let sqlite = if index == "player_matches" {
                    "SEARCH p USING PRIMARY KEY"
                } else {
                    index
                };
                let postgres = if index == "player_matches" {
                    "player_matches_pkey"
                } else {
                    index
                };
                cases.push(Case {
                    sql,
                    values,
                    indices: (sqlite, postgres),
                });
            }
        }
    }
    cases
}

/// Every question with one answer, and those of a start and of retention.
fn singles() -> Vec<Case> {
    let id = |MatchId(id)| Value::Id(id);
    let of_room = |RoomId(id)| Value::Id(id);
    let of_player = |PlayerId(id)| Value::Id(id);
    let some_match = id(finished(5).match_id);
    let limit = Value::Int(10);
    let case = |sql: &str, values: &[Value<'static>], sqlite, postgres| Case {
        sql: sql.to_owned(),
        values: values.to_vec(),
        indices: (sqlite, postgres),
    };
    vec![
        case(
            SUMMARY_SQL,
            &[some_match],
            "sqlite_autoindex_matches_1",
            "matches_pkey",
        ),
        case(
            RECORD_SQL,
            &[some_match],
            "sqlite_autoindex_match_records_1",
            "match_records_pkey",
        ),
        case(
            STARTED_SQL,
            &[some_match],
            "USING PRIMARY KEY",
            "match_starts_pkey",
        ),
        case(
            LAST_MATCH_SQL,
            &[of_room(room(7))],
            "matches_by_room",
            "matches_by_room",
        ),
        case(
            CANCELLED_SQL,
            &[of_room(room(7)), limit],
            "cancelled_starts_by_room",
            "cancelled_starts_by_room",
        ),
        case(
            GUEST_SQL,
            &[of_player(player(7))],
            "USING PRIMARY KEY",
            "guests_pkey",
        ),
        case(
            GUEST_BY_TOKEN_SQL,
            &[Value::Bytes(&[7; 32])],
            "autoindex_guests",
            "guests_token_hash_key",
        ),
        case(
            NAMES_SQL,
            &[of_player(player(7)); NAME_PAGE_IDS],
            "USING PRIMARY KEY",
            "guests_pkey",
        ),
        case(
            IDLE_SQL,
            &[
                Value::Int(at(5).unix_ms()),
                Value::Int(0),
                of_player(player(7)),
                limit,
            ],
            "guests_by_seen",
            "guests_by_seen",
        ),
        case(
            OPEN_ROOMS_SQL,
            &[of_room(room(7)), limit],
            "rooms_open",
            "rooms_open",
        ),
        case(
            LOG_SQL,
            &[of_room(room(7)), Value::Int(-1), limit],
            "sqlite_autoindex_room_log_1",
            "room_log_pkey",
        ),
        case(
            CLOSED_ROOMS_SQL,
            &[Value::Int(at(5).unix_ms()), limit],
            "rooms_closed",
            "rooms_closed",
        ),
    ]
}
