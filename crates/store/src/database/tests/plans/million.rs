//! The cost of lists and ladders on SQLite, in instructions of its virtual machine: with twenty thousand matches, and with a million. The latter
//! fills a database of a gigabyte, so it runs only on demand:
//!
//!     cargo test --release -p giog-store a_million_matches -- --ignored --nocapture

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use giog_ratings::Season;
use giog_rules::Timestamp;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, SqliteConnection};
use tokio::time::Instant;
use uuid::Uuid;

use super::cases::lists::filters;
use crate::database::conn::{Conn, Value};
use crate::database::latest_at;
use crate::database::list::{page, played, sources};
use crate::database::ratings::ladder;
use crate::database::statistics::LADDERS_SQL;
use crate::tests::fresh::Fresh;
use crate::tests::samples::player;
use crate::{Cursor, MAX_COUNTED_MATCHES, MatchFilter, MatchStatus, StoreError};

/// Matches of two people each. Player 7 and room 7 have a tenth of all. Player 8 has the oldest thousand of player 7's and as many
/// others. Nobody has played `variant 3` since the first thousand, and the first hundred were abandoned.
const FILL_SQL: &str = "
    CREATE TEMP TABLE numbers AS
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $LAST) SELECT i FROM n;
    INSERT INTO matches (match_id, room_id, variant, seats, status, listed, started_at, ended_at, place, players, people)
        SELECT unhex(format('%032x', 0xb0000000 + i)),
            unhex(format('%032x', 0xa0000000 + CASE WHEN i % 10 = 0 THEN 7 ELSE 1000 + i / 100 END)),
            CASE WHEN i < 1000 AND i % 20 = 0 THEN 'variant 3' ELSE 'variant 1' END, 2,
            CASE WHEN i < 100 THEN 'abandoned' ELSE 'over' END, i % 8 < 6, 1800000000000, 1800000000000 + i, 1800000000000 + i,
            '[{\"seat\":0,\"player\":null,\"bot\":\"careful\",\"won\":true,\"score\":7}]', 2
        FROM numbers;
    INSERT INTO player_matches (player_id, variant, status, listed, won, place, match_id, room_id)
        SELECT unhex(format('%032x', 0xc0000000 + CASE WHEN i % 10 = 0 THEN 7 ELSE 1000 + i % 5000 END)),
            variant, status, listed, i % 3 = 0, place, match_id, room_id
        FROM matches JOIN numbers ON i = ended_at - 1800000000000;
    INSERT INTO player_matches (player_id, variant, status, listed, won, place, match_id, room_id)
        SELECT unhex(format('%032x', 0xc0000000 + CASE WHEN i < 10000 THEN 8 ELSE 10000 + i % 5000 END)),
            variant, status, listed, i % 3 = 1, place, match_id, room_id
        FROM matches JOIN numbers ON i = ended_at - 1800000000000;
    DROP TABLE numbers;";

/// People of one ladder, of whom one in ten hides the rating.
const FILL_LADDER_SQL: &str = "
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $LAST)
    INSERT INTO ratings (player_id, pool, mu, sigma, matches, rated_at, ladder, season, season_matches)
        SELECT unhex(format('%032x', 0xc0000000 + i)), 'giog/4-5/live', 25000000, 2000000, 9, 1800000000000,
            CASE WHEN i % 10 < 9 THEN i * 7919 % 50000000 END, $SEASON, 9
        FROM n;";

row! {
    /// How many people a ladder has.
    struct PeopleRow {
        people: i64,
    }
}

/// The cost of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    steps: u64,
    micros: u128,
}

/// The most instructions for a page of twenty: a few dozen for each match of it and for each stream. To look at twenty thousand rows
/// would take many times as many.
const LIST_STEPS: u64 = 5_000;
/// The most instructions for the latest stored time, which is at the ends of three indexes.
const LATEST_STEPS: u64 = 1_000;
/// The most instructions if several people are searched for, in a thousand rows of each stream of one of them: most if there are a million matches,
/// of which none is of both.
const TOGETHER_STEPS: u64 = 150_000;

/// The most instructions for a page of a ladder, wherever it begins.
const LADDER_STEPS: u64 = 1_000;
/// The most instructions for each person of a ladder who is counted.
const COUNT_STEPS: u64 = 10;

/// The most instructions for two hundred matches of statistics.
const PLAYED_STEPS: u64 = 40_000;

#[tokio::test]
async fn lists_look_at_few_rows_whatever_they_are_asked() {
    check(20_000).await;
}

#[tokio::test]
#[ignore = "fills a gigabyte, and takes minutes"]
async fn a_million_matches_are_listed_as_fast_as_a_hundred() {
    check(1_000_000).await;
}

/// A ladder has a twentieth of them in people.
async fn check(matches: u32) {
    let fresh = Fresh::sqlite();
    fresh.open().await.close().await;
    let fill = FILL_SQL.replace("$LAST", &(matches - 1).to_string());
    fresh.execute(&fill).await.expect("filled");
    let options = SqliteConnectOptions::from_str(&fresh.url()).expect("an address");
    let mut conn = options.connect().await.expect("a connection");
    let (latest, cost) = measured(&mut conn, async |conn| latest_at(conn).await).await;
    assert!(latest.is_some());
    assert!(cost.steps <= LATEST_STEPS, "the latest time: {cost:?}");
    played_by_one(&mut conn).await;
    ladder_of(&fresh, &mut conn, matches / 20).await;
    counted_of_a_game(&fresh).await;
    let (mut all, mut together) = (Vec::new(), Vec::new());
    for filter in filters() {
        let listed = async |conn: &mut Conn<'_>| page(conn, &filter, None, 20).await;
        let (_, cost) = measured(&mut conn, listed).await;
        if sources(&filter)
            .iter()
            .any(crate::database::list::Source::is_together)
        {
            together.push((cost, filter));
        } else {
            all.push((cost, filter));
        }
    }
    for (name, costs, limit) in [
        ("lists", &mut all, LIST_STEPS),
        ("people together", &mut together, TOGETHER_STEPS),
    ] {
        costs.sort_by_key(|(cost, _)| *cost);
        let (middle, _) = &costs[costs.len() / 2];
        let (dearest, filter) = &costs[costs.len() - 1];
        println!(
            "{name}: {} filters, {middle:?} in the middle, at most {dearest:?}",
            costs.len()
        );
        assert!(dearest.steps <= limit, "{filter:?}: {dearest:?}");
    }
}

/// What statistics read of somebody who has a tenth of all matches.
async fn played_by_one(conn: &mut SqliteConnection) {
    let filter = MatchFilter {
        player: Some(player(7)),
        status: Some(MatchStatus::Over),
        ..MatchFilter::default()
    };
    let read = async |conn: &mut Conn<'_>| played(conn, &filter, 200).await;
    let (page, cost) = measured(conn, read).await;
    println!("statistics: {} matches, {cost:?}", page.items.len());
    assert_eq!(page.items.len(), 200);
    assert!(cost.steps <= PLAYED_STEPS, "statistics: {cost:?}");
}

/// Reads the first page of a ladder, one from its middle, and counts its people.
async fn ladder_of(fresh: &Fresh, conn: &mut SqliteConnection, people: u32) {
    let season = Season::of(1_800_000_000_000);
    let fill = FILL_LADDER_SQL
        .replace("$LAST", &(people - 1).to_string())
        .replace("$SEASON", &season.number().to_string());
    fresh.execute(&fill).await.expect("filled");
    let pool = "giog/4-5/live".parse().expect("a pool");
    let middle = Cursor {
        at: Timestamp::from_unix_ms(25_000_000),
        id: Uuid::nil(),
    };
    for cursor in [None, Some(middle)] {
        let read = async |conn: &mut Conn<'_>| ladder(conn, (&pool, season), cursor, 20).await;
        let (page, cost) = measured(conn, read).await;
        println!("a page of a ladder of {people} people: {cost:?}");
        assert_eq!(page.items.len(), 20);
        assert!(cost.steps <= LADDER_STEPS, "a page of a ladder: {cost:?}");
    }
    let season = [Value::Int(season.number().into())];
    let read = async |conn: &mut Conn<'_>| conn.all::<PeopleRow>(LADDERS_SQL, &season).await;
    let (rows, cost) = measured(conn, read).await;
    println!("people of all ladders: {cost:?}");
    let shown = i64::from(people - people / 10);
    assert_eq!(
        rows.iter().map(|row| row.people).collect::<Vec<_>>(),
        [shown]
    );
    assert!(cost.steps <= COUNT_STEPS * u64::from(people), "{cost:?}");
}

/// Reads what the statistics of a game count.
async fn counted_of_a_game(fresh: &Fresh) {
    let store = fresh.open().await;
    let began = Instant::now();
    let page = store.counted("variant 1", MAX_COUNTED_MATCHES).await;
    let micros = began.elapsed().as_micros();
    let page = page.expect("matches");
    println!(
        "statistics of a game: {} matches, {micros} µs",
        page.items.len()
    );
    assert!(
        page.items
            .is_sorted_by(|one, next| one.ended_at > next.ended_at)
    );
    let count = u32::try_from(page.items.len()).expect("bounded");
    assert_eq!((count, page.next.is_some()), (MAX_COUNTED_MATCHES, true));
    store.close().await;
}

/// What a query returns, and its cost.
async fn measured<T>(
    conn: &mut SqliteConnection,
    query: impl AsyncFnOnce(&mut Conn<'_>) -> Result<T, StoreError>,
) -> (T, Cost) {
    let steps = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&steps);
    conn.lock_handle()
        .await
        .expect("a handle")
        .set_progress_handler(1, move || {
            counted.fetch_add(1, Ordering::Relaxed);
            true
        });
    let began = Instant::now();
    let found = query(&mut Conn::Sqlite(conn)).await.expect("an answer");
    let cost = Cost {
        steps: steps.load(Ordering::Relaxed),
        micros: began.elapsed().as_micros(),
    };
    (found, cost)
}
