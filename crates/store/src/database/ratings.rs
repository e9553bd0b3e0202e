//! Ratings: changed in the transaction that ends a match, read, hidden, and deleted. Final tables are in `seasons`.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use giog_ratings::{Dan, Parameters, Pool, Rated, Rating, Season, rate};
use giog_rules::{MatchId, PlayerId, Timestamp};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, IdRow, Value};
use super::history::DAY_MS;
use crate::limits::{MAX_PAGE_MATCHES, MET_MATCHES};
use crate::{
    Append, Cursor, Fact, LadderPlace, MatchRatings, Page, PersonRating, RankedPerson, RatedMatch,
    RatingChange, Ratings, Standing, StoreError, Unrated,
};

pub(super) const LADDER_SQL: &str =
    "SELECT player_id, mu, sigma, dan, dan_points, season_matches AS matches FROM ratings
    WHERE season = $1 AND pool = $2 AND ladder IS NOT NULL AND (ladder, player_id) < ($3, $4)
    ORDER BY ladder DESC, player_id DESC LIMIT $5";

/// Of somebody known: whether they hide their ratings, then these, and those of earlier seasons, in any order.
pub(super) const RATINGS_SQL: &str =
    "SELECT hides_rating, FALSE AS past, pool, season, mu, sigma, dan, dan_points, matches, rated_at
    FROM guests LEFT JOIN ratings ON ratings.player_id = guests.player_id WHERE guests.player_id = $1
    UNION ALL
    SELECT FALSE, TRUE, pool, season, mu, sigma, dan, dan_points, matches, rated_at FROM past_ratings WHERE player_id = $1";

pub(super) const CHANGES_SQL: &str = "SELECT match_id, player_id, seat, rank, number, rated_at,
        mu_before, sigma_before, mu_after, sigma_after, dan_before, dan_points_before, dan_after, dan_points_after
    FROM rating_changes WHERE player_id = $1 AND pool = $2 ORDER BY number DESC LIMIT $3";

/// The others of the latest rated matches of somebody in a pool, somebody met twice also twice.
pub(super) const MET_SQL: &str = "SELECT other.player_id AS id FROM
    (SELECT match_id FROM rating_changes WHERE player_id = $1 AND pool = $2 ORDER BY number DESC LIMIT $3) AS latest
    JOIN rating_changes AS other ON other.match_id = latest.match_id WHERE other.player_id <> $1";

pub(super) const OF_MATCH_SQL: &str = "SELECT match_id, player_id, seat, rank, number, rated_at,
        mu_before, sigma_before, mu_after, sigma_after, dan_before, dan_points_before, dan_after, dan_points_after
    FROM rating_changes WHERE match_id = $1 AND EXISTS
        (SELECT 1 FROM guests WHERE guests.player_id = rating_changes.player_id AND hides_rating = FALSE)";

pub(super) const RATED_MATCH_SQL: &str =
    "SELECT pool, unrated FROM rated_matches WHERE match_id = $1";

/// Keeps what somebody had in the season before the one in which they play now.
const KEEP_PAST_SQL: &str = "INSERT INTO past_ratings
        (player_id, pool, season, mu, sigma, dan, dan_points, matches, rated_at, ladder)
    SELECT player_id, pool, season, mu, sigma, dan, dan_points, season_matches, rated_at, ladder
    FROM ratings WHERE player_id = $1 AND pool = $2";

/// Deletes what people had in seasons whose latest match ended before a time.
pub(super) const DELETE_PAST_SQL: &str =
    "DELETE FROM past_ratings WHERE (player_id, pool, season) IN
    (SELECT player_id, pool, season FROM past_ratings WHERE rated_at < $1
     ORDER BY rated_at, player_id, pool, season LIMIT $2)";

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
    /// Somebody of a match, and their rating if they have one.
    struct BeforeRow {
        player_id: Uuid,
        hides_rating: bool,
        mu: Option<i64>,
        sigma: Option<i64>,
        matches: Option<i64>,
        rated_at: Option<i64>,
        season: Option<i64>,
        season_matches: Option<i64>,
        dan: Option<i64>,
        dan_points: Option<i64>,
    }
}

row! {
    /// A rating, or nothing but whether somebody without one hides them.
    struct RatingRow {
        hides_rating: bool,
        past: bool,
        pool: Option<String>,
        season: Option<i64>,
        mu: Option<i64>,
        sigma: Option<i64>,
        dan: Option<i64>,
        dan_points: Option<i64>,
        matches: Option<i64>,
        rated_at: Option<i64>,
    }
}

row! {
    /// Somebody in a ladder or final table.
    pub(super) struct PlaceRow {
        player_id: Uuid,
        mu: i64,
        sigma: i64,
        dan: i64,
        dan_points: i64,
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
        dan_before: Option<i64>,
        dan_points_before: Option<i64>,
        dan_after: Option<i64>,
        dan_points_after: Option<i64>,
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
        "SELECT player_id AS id FROM guests WHERE player_id IN ({places}) ORDER BY player_id {lock_row_sql}"
    );
    let values: Vec<_> = people.iter().map(|player| Value::Id(player.0)).collect();
    conn.all::<IdRow>(AssertSqlSafe(sql), &values)
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
    let sql =
        "INSERT INTO rated_matches (match_id, pool, unrated, anchor_ranks) VALUES ($1, $2, $3, $4)
               ON CONFLICT DO NOTHING";
    let pool = rated.pool.to_string();
    let anchors: Vec<u8> = rated.anchors.iter().map(|anchor| anchor.rank).collect();
    let anchors = serde_json::to_string(&anchors).expect("numbers are JSON");
    let values = [
        Value::Id(rated.match_id.0),
        Value::Text(&pool),
        Value::MaybeText(unrated.map(Unrated::as_str)),
        Value::Text(&anchors),
    ];
    Ok(conn.execute(sql, &values).await? == 1)
}

/// Changes the ratings of the people of a match. Those who were deleted meanwhile count as new people, and nothing is stored of them.
async fn change(conn: &mut Conn<'_>, rated: &RatedMatch) -> Result<(), StoreError> {
    let pool = rated.pool.to_string();
    let places = places(2, rated.people.len());
    let sql = format!(
        "SELECT guests.player_id, hides_rating, mu, sigma, matches, rated_at, season, season_matches, dan, dan_points FROM guests
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
    let before = rated.people.iter().map(|one| match rows.get(&one.player) {
        Some(row) => row.before(rated.at),
        None => Ok(Before::of_somebody_new(rated.at)),
    });
    let before: Vec<Before> = before.collect::<Result<_, StoreError>>()?;
    let played: Vec<Rated> = rated
        .people
        .iter()
        .zip(&before)
        .map(|(one, before)| Rated {
            before: before.standing.rating,
            idle_days: before.idle_days,
            rank: one.rank.into(),
        })
        .chain(rated.anchors.iter().map(|anchor| Rated {
            before: anchor.rating,
            idle_days: 0,
            rank: anchor.rank.into(),
        }))
        .collect();
    // Places are those among all seats.
    let ranks: Vec<usize> = played.iter().map(|one| one.rank).collect();
    let after = rate(&played, &Parameters::default());
    // Anchors come last, and keep what they have.
    for ((one, before), rating) in rated.people.iter().zip(&before).zip(after) {
        if let Some(row) = rows.get(&one.player) {
            let dan = before.standing.dan.after(one.rank.into(), &ranks);
            let after = Standing { rating, dan };
            store_change(conn, (rated, &pool), one, (before, after), row).await?;
        }
    }
    Ok(())
}

/// Somebody before a match.
struct Before {
    standing: Standing,
    /// Whole days since their latest rated match of the pool.
    idle_days: u32,
    /// The season in which the match counts for them: that of its end, or the one in which they have already played.
    season: Season,
    /// Whether it is their first match in a season after another one, which is kept.
    begins_season: bool,
    /// How many matches of the season they have played.
    matches: i64,
}

impl Before {
    fn of_somebody_new(at: Timestamp) -> Self {
        Self {
            standing: Standing::NEW,
            idle_days: 0,
            season: Season::of(at.unix_ms()),
            begins_season: false,
            matches: 0,
        }
    }
}

impl BeforeRow {
    fn before(&self, at: Timestamp) -> Result<Before, StoreError> {
        let (Some(mu), Some(sigma), Some(rated_at), Some(former), Some(level), Some(points)) = (
            self.mu,
            self.sigma,
            self.rated_at,
            self.season,
            self.dan,
            self.dan_points,
        ) else {
            return Ok(Before::of_somebody_new(at));
        };
        let idle_ms = at.unix_ms().saturating_sub(rated_at).max(0);
        let former = season(former)?;
        let season = former.max(Season::of(at.unix_ms()));
        let begins_season = season > former;
        let rating = Rating { mu, sigma };
        let dan = dan(level, points)?;
        let standing = Standing { rating, dan };
        Ok(Before {
            standing: if begins_season {
                standing.after_season()
            } else {
                standing
            },
            idle_days: u32::try_from(idle_ms / DAY_MS).unwrap_or(u32::MAX),
            season,
            begins_season,
            matches: self.season_matches.filter(|_| !begins_season).unwrap_or(0),
        })
    }
}

async fn store_change(
    conn: &mut Conn<'_>,
    (rated, pool): (&RatedMatch, &str),
    one: &RankedPerson,
    (before, after): (&Before, Standing),
    row: &BeforeRow,
) -> Result<(), StoreError> {
    let person = [Value::Id(one.player.0), Value::Text(pool)];
    if before.begins_season {
        conn.execute(KEEP_PAST_SQL, &person).await?;
    }
    let number = row.matches.unwrap_or(0) + 1;
    // One that is stored late ended before the latest.
    let rated_at = row.rated_at.max(Some(rated.at.unix_ms()));
    let sql = "INSERT INTO ratings (player_id, pool, mu, sigma, matches, rated_at, ladder, season, season_matches, dan, dan_points)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
               ON CONFLICT (player_id, pool) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
                   matches = excluded.matches, rated_at = excluded.rated_at, ladder = excluded.ladder, season = excluded.season,
                   season_matches = excluded.season_matches, dan = excluded.dan, dan_points = excluded.dan_points";
    let [id, pool] = person;
    let values = [
        id,
        pool,
        Value::Int(after.rating.mu),
        Value::Int(after.rating.sigma),
        Value::Int(number),
        Value::MaybeInt(rated_at),
        Value::MaybeInt((!row.hides_rating).then_some(after.rating.ladder())),
        Value::Int(before.season.number().into()),
        Value::Int(before.matches + 1),
        Value::Int(after.dan.dan.into()),
        Value::Int(after.dan.points.into()),
    ];
    conn.execute(sql, &values).await?;
    let sql = "INSERT INTO rating_changes (player_id, pool, number, match_id, seat, rank, rated_at,
                   mu_before, sigma_before, mu_after, sigma_after,
                   dan_before, dan_points_before, dan_after, dan_points_after)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    let Standing { rating, dan } = before.standing;
    let values = [
        id,
        pool,
        Value::Int(number),
        Value::Id(rated.match_id.0),
        Value::Int(one.seat.into()),
        Value::Int(one.rank.into()),
        Value::Int(rated.at.unix_ms()),
        Value::Int(rating.mu),
        Value::Int(rating.sigma),
        Value::Int(after.rating.mu),
        Value::Int(after.rating.sigma),
        Value::Int(dan.dan.into()),
        Value::Int(dan.points.into()),
        Value::Int(after.dan.dan.into()),
        Value::Int(after.dan.points.into()),
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
    (pool, season): (&Pool, Season),
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
        Value::Int(season.number().into()),
        Value::Text(&pool),
        Value::Int(after.0),
        Value::Id(after.1),
        Value::Int(i64::from(limit) + 1),
    ];
    let rows: Vec<PlaceRow> = conn.all(LADDER_SQL, &values).await?;
    let places = rows.into_iter().map(LadderPlace::try_from);
    let places = places.collect::<Result<_, StoreError>>()?;
    Ok(Page::cut(places, limit, LadderPlace::cursor))
}

pub(super) async fn of_person(
    conn: &mut Conn<'_>,
    player: PlayerId,
) -> Result<Ratings, StoreError> {
    let rows: Vec<RatingRow> = conn.all(RATINGS_SQL, &[Value::Id(player.0)]).await?;
    let mut all = Ratings::default();
    for row in rows {
        all.hidden |= row.hides_rating;
        let of = if row.past {
            &mut all.past
        } else {
            &mut all.ratings
        };
        of.extend(row.rating()?);
    }
    for of in [&mut all.ratings, &mut all.past] {
        of.sort_by(|one, other| (&one.pool, one.season).cmp(&(&other.pool, other.season)));
    }
    Ok(all)
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

/// Whom somebody met in their latest rated matches of a pool.
pub(super) async fn met(
    conn: &mut Conn<'_>,
    player: PlayerId,
    pool: &Pool,
) -> Result<Vec<PlayerId>, StoreError> {
    let pool = pool.to_string();
    let values = [
        Value::Id(player.0),
        Value::Text(&pool),
        Value::Int(MET_MATCHES.into()),
    ];
    let rows: Vec<IdRow> = conn.all(MET_SQL, &values).await?;
    Ok(rows.into_iter().map(|row| PlayerId(row.id)).collect())
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

/// Takes somebody who hides their ratings out of ladders, or puts them there again.
pub(super) async fn hide(
    conn: &mut Conn<'_>,
    player: PlayerId,
    hidden: bool,
) -> Result<(), StoreError> {
    let ladder = if hidden { "NULL" } else { "mu - 2 * sigma" };
    for table in ["ratings", "past_ratings"] {
        let sql = format!("UPDATE {table} SET ladder = {ladder} WHERE player_id = $1");
        conn.execute(AssertSqlSafe(sql), &[Value::Id(player.0)])
            .await?;
    }
    Ok(())
}

/// Deletes the ratings of a person, and what matches changed of them.
pub(super) async fn delete(conn: &mut Conn<'_>, player: PlayerId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM ratings WHERE player_id = $1",
        "DELETE FROM past_ratings WHERE player_id = $1",
        "DELETE FROM rating_changes WHERE player_id = $1",
    ] {
        conn.execute(sql, &[Value::Id(player.0)]).await?;
    }
    Ok(())
}

pub(super) fn pool(text: &str) -> Result<Pool, StoreError> {
    text.parse().map_err(|_| StoreError::Corrupt("pool"))
}

fn count(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| StoreError::Corrupt("number of rated matches"))
}

pub(super) fn season(number: i64) -> Result<Season, StoreError> {
    let season = u16::try_from(number).ok().and_then(Season::numbered);
    season.ok_or(StoreError::Corrupt("season"))
}

/// The number of a seat or a rank.
pub(super) fn small(number: i64) -> Result<u8, StoreError> {
    u8::try_from(number).map_err(|_| StoreError::Corrupt("rating change"))
}

fn dan(dan: i64, points: i64) -> Result<Dan, StoreError> {
    match (u8::try_from(dan), i32::try_from(points)) {
        (Ok(dan), Ok(points)) => Ok(Dan { dan, points }),
        _ => Err(StoreError::Corrupt("dan")),
    }
}

fn standing((mu, sigma): (i64, i64), (level, points): (i64, i64)) -> Result<Standing, StoreError> {
    Ok(Standing {
        rating: Rating { mu, sigma },
        dan: dan(level, points)?,
    })
}

impl TryFrom<PlaceRow> for LadderPlace {
    type Error = StoreError;

    fn try_from(row: PlaceRow) -> Result<Self, StoreError> {
        Ok(Self {
            player: PlayerId(row.player_id),
            standing: standing((row.mu, row.sigma), (row.dan, row.dan_points))?,
            matches: count(row.matches)?,
        })
    }
}

impl RatingRow {
    fn rating(self) -> Result<Option<PersonRating>, StoreError> {
        let (Some(name), Some(number), Some(mu), Some(sigma), Some(dan), Some(points)) = (
            self.pool,
            self.season,
            self.mu,
            self.sigma,
            self.dan,
            self.dan_points,
        ) else {
            return Ok(None);
        };
        Ok(Some(PersonRating {
            pool: pool(&name)?,
            season: season(number)?,
            standing: standing((mu, sigma), (dan, points))?,
            matches: count(self.matches.unwrap_or_default())?,
            rated_at: Timestamp::from_unix_ms(self.rated_at.unwrap_or_default()),
        }))
    }
}

impl TryFrom<ChangeRow> for RatingChange {
    type Error = StoreError;

    fn try_from(row: ChangeRow) -> Result<Self, StoreError> {
        let dans = match (
            row.dan_before.zip(row.dan_points_before),
            row.dan_after.zip(row.dan_points_after),
        ) {
            (Some(before), Some(after)) => Some((dan(before.0, before.1)?, dan(after.0, after.1)?)),
            _ => None,
        };
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
            dan: dans,
        })
    }
}
