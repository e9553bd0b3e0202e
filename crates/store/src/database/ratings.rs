//! Ratings: changed in the transaction that ends a match, read, hidden, and deleted.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use giog_ratings::{Parameters, Pool, Rated, Rating, rate};
use giog_rules::{MatchId, PlayerId, Timestamp};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::devices;
use super::history::DAY_MS;
use crate::limits::MAX_PAGE_MATCHES;
use crate::{
    Append, Cursor, Fact, LadderPlace, MatchRatings, Page, PersonRating, RankedPerson, RatedMatch,
    RatingChange, Ratings, SecretHash, StoreError, Unrated,
};

pub(super) const LADDER_SQL: &str = "SELECT player_id, mu, sigma, matches FROM ratings
    WHERE pool = $1 AND ladder IS NOT NULL AND (ladder, player_id) < ($2, $3)
    ORDER BY ladder DESC, player_id DESC LIMIT $4";

pub(super) const RATINGS_SQL: &str = "SELECT pool, mu, sigma, matches, rated_at FROM ratings
    WHERE player_id = $1 ORDER BY pool";

pub(super) const CHANGES_SQL: &str = "SELECT match_id, player_id, seat, rank, number, rated_at,
        mu_before, sigma_before, mu_after, sigma_after
    FROM rating_changes WHERE player_id = $1 AND pool = $2 ORDER BY number DESC LIMIT $3";

pub(super) const OF_MATCH_SQL: &str = "SELECT match_id, player_id, seat, rank, number, rated_at,
        mu_before, sigma_before, mu_after, sigma_after
    FROM rating_changes WHERE match_id = $1 AND EXISTS
        (SELECT 1 FROM guests WHERE guests.player_id = rating_changes.player_id AND hides_rating = FALSE)";

pub(super) const RATED_MATCH_SQL: &str =
    "SELECT pool, unrated FROM rated_matches WHERE match_id = $1";

pub(super) const HIDES_SQL: &str = "SELECT hides_rating FROM guests WHERE player_id = $1";

/// Takes people out of ladders who have not played since a time.
pub(super) const IDLE_RATINGS_SQL: &str = "UPDATE ratings SET ladder = NULL
    WHERE ladder IS NOT NULL AND (player_id, pool) IN
        (SELECT player_id, pool FROM ratings WHERE rated_at < $1 AND ladder IS NOT NULL
         ORDER BY rated_at, player_id, pool LIMIT $2)";

/// Deletes ratings of people who have not played since a time.
pub(super) const DELETE_RATINGS_SQL: &str = "DELETE FROM ratings WHERE (player_id, pool) IN
    (SELECT player_id, pool FROM ratings WHERE rated_at < $1 ORDER BY rated_at, player_id, pool LIMIT $2)";

/// Before that: deletes what matches changed of these ratings.
pub(super) const DELETE_CHANGES_SQL: &str =
    "DELETE FROM rating_changes WHERE (player_id, pool, number) IN
    (SELECT rating_changes.player_id, rating_changes.pool, rating_changes.number
     FROM (SELECT player_id, pool FROM ratings WHERE rated_at < $1 ORDER BY rated_at, player_id, pool LIMIT $2) AS old
     JOIN rating_changes ON rating_changes.player_id = old.player_id AND rating_changes.pool = old.pool
     LIMIT $2)";

row! {
    struct HidesRow {
        hides_rating: bool,
    }
}

row! {
    /// Somebody of a match, and their rating if they have one.
    struct BeforeRow {
        player_id: Uuid,
        hides_rating: bool,
        mu: Option<i64>,
        sigma: Option<i64>,
        matches: Option<i64>,
        rated_at: Option<i64>,
    }
}

row! {
    struct RatingRow {
        pool: String,
        mu: i64,
        sigma: i64,
        matches: i64,
        rated_at: i64,
    }
}

row! {
    struct PlaceRow {
        player_id: Uuid,
        mu: i64,
        sigma: i64,
        matches: i64,
    }
}

row! {
    struct RatedMatchRow {
        pool: String,
        unrated: Option<String>,
    }
}

row! {
    struct ChangeRow {
        match_id: Uuid,
        player_id: Uuid,
        seat: i64,
        rank: i64,
        number: i64,
        rated_at: i64,
        mu_before: i64,
        sigma_before: i64,
        mu_after: i64,
        sigma_after: i64,
    }
}

/// Locks everybody whose rating a batch may change until the transaction ends, once and in the order of their ids, so that transactions
/// never wait for each other in a circle. Who is being deleted is waited for, and has no rating then.
pub(super) async fn lock(
    conn: &mut Conn<'_>,
    lock_row_sql: &str,
    batch: &[Append],
) -> Result<(), StoreError> {
    let facts = batch.iter().flat_map(|append| &append.facts);
    let people: BTreeSet<PlayerId> = facts
        .filter_map(|fact| match fact {
            Fact::Rated(rated) => Some(rated.people.iter().map(|person| person.player)),
            _ => None,
        })
        .flatten()
        .collect();
    // A database with one writer needs no locks.
    if people.is_empty() || lock_row_sql.is_empty() {
        return Ok(());
    }
    let places = places(1, people.len());
    let sql = format!(
        "SELECT hides_rating FROM guests WHERE player_id IN ({places}) ORDER BY player_id {lock_row_sql}"
    );
    let values: Vec<_> = people.iter().map(|player| Value::Id(player.0)).collect();
    conn.all::<HidesRow>(AssertSqlSafe(sql), &values)
        .await
        .map(drop)
}

/// Stores a match of a rated table, and changes ratings, unless it is stored already. If that fails other than because the database is away,
/// the match is stored as unrated and the fault is counted: it must not keep the row from being stored.
pub(super) async fn store(
    conn: &mut Conn<'_>,
    rated: &RatedMatch,
    faults: &AtomicU64,
) -> Result<(), StoreError> {
    if !note_match(conn, rated, rated.unrated).await? || rated.unrated.is_some() {
        return Ok(());
    }
    conn.execute("SAVEPOINT rating", &[]).await?;
    match change(conn, rated).await {
        Ok(()) => {}
        Err(error) if error.is_of_statement() => {
            tracing::error!(match_id = %rated.match_id, ?error, "a match cannot be rated");
            faults.fetch_add(1, Ordering::Relaxed);
            conn.execute("ROLLBACK TO SAVEPOINT rating", &[]).await?;
            let sql = "UPDATE rated_matches SET unrated = $2 WHERE match_id = $1";
            let values = [
                Value::Id(rated.match_id.0),
                Value::Text(Unrated::Fault.as_str()),
            ];
            conn.execute(sql, &values).await?;
        }
        Err(error) => return Err(error),
    }
    conn.execute("RELEASE SAVEPOINT rating", &[])
        .await
        .map(drop)
}

/// Stores that a match was one of a rated table; false if that is stored already.
async fn note_match(
    conn: &mut Conn<'_>,
    rated: &RatedMatch,
    unrated: Option<Unrated>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO rated_matches (match_id, pool, unrated) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let pool = rated.pool.to_string();
    let values = [
        Value::Id(rated.match_id.0),
        Value::Text(&pool),
        Value::MaybeText(unrated.map(Unrated::as_str)),
    ];
    Ok(conn.execute(sql, &values).await? == 1)
}

/// Changes the ratings of the people of a match. Those who were deleted meanwhile count as new people, and nothing is stored of them.
async fn change(conn: &mut Conn<'_>, rated: &RatedMatch) -> Result<(), StoreError> {
    let pool = rated.pool.to_string();
    let places = places(2, rated.people.len());
    let sql = format!(
        "SELECT guests.player_id, hides_rating, mu, sigma, matches, rated_at FROM guests
         LEFT JOIN ratings ON ratings.player_id = guests.player_id AND pool = $1
         WHERE guests.player_id IN ({places})"
    );
    let people = rated.people.iter().map(|one| Value::Id(one.player.0));
    let values: Vec<_> = [Value::Text(&pool)].into_iter().chain(people).collect();
    let rows: Vec<BeforeRow> = conn.all(AssertSqlSafe(sql), &values).await?;
    let rows: HashMap<PlayerId, BeforeRow> = rows
        .into_iter()
        .map(|row| (PlayerId(row.player_id), row))
        .collect();
    let before: Vec<Rated> = rated
        .people
        .iter()
        .map(|one| {
            rows.get(&one.player)
                .map_or(new(one), |row| row.before(one, rated.at))
        })
        .collect();
    let after = rate(&before, &Parameters::default());
    for ((one, before), after) in rated.people.iter().zip(before).zip(after) {
        if let Some(row) = rows.get(&one.player) {
            store_change(conn, (rated, &pool), one, (before.before, after), row).await?;
        }
    }
    Ok(())
}

/// Somebody without a rating.
fn new(one: &RankedPerson) -> Rated {
    Rated {
        before: Rating::NEW,
        idle_days: 0,
        rank: one.rank.into(),
    }
}

impl BeforeRow {
    fn before(&self, one: &RankedPerson, at: Timestamp) -> Rated {
        let (Some(mu), Some(sigma), Some(rated_at)) = (self.mu, self.sigma, self.rated_at) else {
            return new(one);
        };
        let idle_ms = at.unix_ms().saturating_sub(rated_at).max(0);
        Rated {
            before: Rating { mu, sigma },
            idle_days: u32::try_from(idle_ms / DAY_MS).unwrap_or(u32::MAX),
            rank: one.rank.into(),
        }
    }
}

async fn store_change(
    conn: &mut Conn<'_>,
    (rated, pool): (&RatedMatch, &str),
    one: &RankedPerson,
    (before, after): (Rating, Rating),
    row: &BeforeRow,
) -> Result<(), StoreError> {
    let number = row.matches.unwrap_or(0) + 1;
    let at = Value::Int(rated.at.unix_ms());
    let sql = "INSERT INTO ratings (player_id, pool, mu, sigma, matches, rated_at, ladder)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (player_id, pool) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
                   matches = excluded.matches, rated_at = excluded.rated_at, ladder = excluded.ladder";
    let values = [
        Value::Id(one.player.0),
        Value::Text(pool),
        Value::Int(after.mu),
        Value::Int(after.sigma),
        Value::Int(number),
        at,
        Value::MaybeInt((!row.hides_rating).then_some(after.ladder())),
    ];
    conn.execute(sql, &values).await?;
    let sql = "INSERT INTO rating_changes (player_id, pool, number, match_id, seat, rank, rated_at,
                   mu_before, sigma_before, mu_after, sigma_after)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    let values = [
        Value::Id(one.player.0),
        Value::Text(pool),
        Value::Int(number),
        Value::Id(rated.match_id.0),
        Value::Int(one.seat.into()),
        Value::Int(one.rank.into()),
        at,
        Value::Int(before.mu),
        Value::Int(before.sigma),
        Value::Int(after.mu),
        Value::Int(after.sigma),
    ];
    conn.execute(sql, &values).await.map(drop)
}

/// The parameters `$FIRST` and so on, as many as there are values, as a list in SQL.
fn places(first: usize, count: usize) -> String {
    let places: Vec<_> = (first..first + count)
        .map(|place| format!("${place}"))
        .collect();
    places.join(", ")
}

pub(super) async fn ladder(
    conn: &mut Conn<'_>,
    pool: &Pool,
    cursor: Option<Cursor>,
    limit: u32,
) -> Result<Page<LadderPlace>, StoreError> {
    let limit = limit.clamp(1, MAX_PAGE_MATCHES);
    let pool = pool.to_string();
    let after = cursor.map_or((i64::MAX, Uuid::max()), |cursor| {
        (cursor.at.unix_ms(), cursor.id)
    });
    // One more than requested shows whether there is a next page.
    let values = [
        Value::Text(&pool),
        Value::Int(after.0),
        Value::Id(after.1),
        Value::Int(i64::from(limit) + 1),
    ];
    let rows: Vec<PlaceRow> = conn.all(LADDER_SQL, &values).await?;
    let places = rows.into_iter().map(|row| {
        Ok(LadderPlace {
            player: PlayerId(row.player_id),
            rating: Rating {
                mu: row.mu,
                sigma: row.sigma,
            },
            matches: count(row.matches)?,
        })
    });
    let places = places.collect::<Result<_, StoreError>>()?;
    Ok(Page::cut(places, limit, LadderPlace::cursor))
}

pub(super) async fn of_person(
    conn: &mut Conn<'_>,
    player: PlayerId,
) -> Result<Ratings, StoreError> {
    let id = [Value::Id(player.0)];
    let hides: Option<HidesRow> = conn.first(HIDES_SQL, &id).await?;
    let rows: Vec<RatingRow> = conn.all(RATINGS_SQL, &id).await?;
    let rating = |row: RatingRow| {
        Ok(PersonRating {
            pool: pool(&row.pool)?,
            rating: Rating {
                mu: row.mu,
                sigma: row.sigma,
            },
            matches: count(row.matches)?,
            rated_at: Timestamp::from_unix_ms(row.rated_at),
        })
    };
    Ok(Ratings {
        hidden: hides.is_some_and(|row| row.hides_rating),
        ratings: rows
            .into_iter()
            .map(rating)
            .collect::<Result<_, StoreError>>()?,
    })
}

/// The latest changes of somebody's rating, at most `limit`, oldest first.
pub(super) async fn changes(
    conn: &mut Conn<'_>,
    player: PlayerId,
    pool: &Pool,
    limit: u32,
) -> Result<Vec<RatingChange>, StoreError> {
    let pool = pool.to_string();
    let values = [
        Value::Id(player.0),
        Value::Text(&pool),
        Value::Int(limit.into()),
    ];
    let rows: Vec<ChangeRow> = conn.all(CHANGES_SQL, &values).await?;
    let changes = rows.into_iter().rev().map(RatingChange::try_from);
    changes.collect()
}

pub(super) async fn of_match(
    conn: &mut Conn<'_>,
    id: MatchId,
) -> Result<Option<MatchRatings>, StoreError> {
    let id = [Value::Id(id.0)];
    let Some(row) = conn.first::<RatedMatchRow>(RATED_MATCH_SQL, &id).await? else {
        return Ok(None);
    };
    let unrated = row.unrated.map(|word| word.parse());
    let unrated = unrated.transpose();
    let rows: Vec<ChangeRow> = conn.all(OF_MATCH_SQL, &id).await?;
    let changes = rows.into_iter().map(RatingChange::try_from);
    let mut changes: Vec<RatingChange> = changes.collect::<Result<_, _>>()?;
    changes.sort_by_key(|change| change.seat);
    Ok(Some(MatchRatings {
        pool: pool(&row.pool)?,
        unrated: unrated.map_err(|_| StoreError::Corrupt("rated match"))?,
        changes,
    }))
}

/// Hides the ratings of the person with this token from others, or shows them again.
pub(super) async fn hide(
    conn: &mut Conn<'_>,
    token: SecretHash,
    hidden: bool,
) -> Result<(), StoreError> {
    let (player, _) = devices::lock_by_token(conn, token).await?;
    let values = [Value::Id(player.0), Value::Bool(hidden)];
    let sql = "UPDATE guests SET hides_rating = $2 WHERE player_id = $1";
    conn.execute(sql, &values).await?;
    let ladder = if hidden { "NULL" } else { "mu - 2 * sigma" };
    let sql = format!("UPDATE ratings SET ladder = {ladder} WHERE player_id = $1");
    conn.execute(AssertSqlSafe(sql), &values[..1])
        .await
        .map(drop)
}

/// Deletes the ratings of a person, and what matches changed of them.
pub(super) async fn delete(conn: &mut Conn<'_>, player: PlayerId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM ratings WHERE player_id = $1",
        "DELETE FROM rating_changes WHERE player_id = $1",
    ] {
        conn.execute(sql, &[Value::Id(player.0)]).await?;
    }
    Ok(())
}

fn pool(text: &str) -> Result<Pool, StoreError> {
    text.parse().map_err(|_| StoreError::Corrupt("pool"))
}

fn count(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| StoreError::Corrupt("number of rated matches"))
}

impl TryFrom<ChangeRow> for RatingChange {
    type Error = StoreError;

    fn try_from(row: ChangeRow) -> Result<Self, StoreError> {
        let small =
            |number: i64| u8::try_from(number).map_err(|_| StoreError::Corrupt("rating change"));
        Ok(Self {
            match_id: MatchId(row.match_id),
            player: PlayerId(row.player_id),
            seat: small(row.seat)?,
            rank: small(row.rank)?,
            number: count(row.number)?,
            at: Timestamp::from_unix_ms(row.rated_at),
            before: Rating {
                mu: row.mu_before,
                sigma: row.sigma_before,
            },
            after: Rating {
                mu: row.mu_after,
                sigma: row.sigma_after,
            },
        })
    }
}
