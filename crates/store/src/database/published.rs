//! The order in which listed matches become public.
//!
//! Places in lists are given while matches are stored, and several servers may store some at the same time: a match may show up behind one
//! that was there before. Numbers are given afterwards, by one server at a time, to matches that everybody can read. So whoever follows the
//! numbers misses nothing and gets nothing twice, on whichever server they are.

use std::collections::HashMap;

use giog_rules::MatchId;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::history::{SUMMARY_COLUMNS, SummaryRow};
use crate::limits::{MAX_PAGE_MATCHES, PUBLISHED_AT_ONCE};
use crate::{MatchSummary, Publication, StoreError};

pub(super) const PUBLICATION_SQL: &str = "SELECT published FROM matches WHERE match_id = $1";

pub(super) const LAST_PUBLICATION_SQL: &str =
    "SELECT MAX(published) AS published FROM matches WHERE published IS NOT NULL";

row! {
    struct NumberRow {
        published: Option<i64>,
    }
}

row! {
    struct LastRow {
        last: i64,
    }
}

row! {
    struct PlaceRow {
        place: Option<i64>,
    }
}

row! {
    struct PublishedRow {
        match_id: Uuid,
        published: i64,
    }
}

/// SQL for the first `$1` matches without a number. On SQLite the index is named, because it might choose another one.
pub(super) fn unpublished_sql(is_sqlite: bool) -> String {
    let index = if is_sqlite {
        " INDEXED BY matches_unpublished"
    } else {
        ""
    };
    format!(
        "SELECT match_id, place FROM matches{index} WHERE listed = TRUE AND published IS NULL
         ORDER BY place, match_id LIMIT $1"
    )
}

/// SQL that numbers them, after `$2`.
fn publish_sql(is_sqlite: bool) -> String {
    let unpublished = unpublished_sql(is_sqlite);
    format!(
        "UPDATE matches SET published = numbered.number FROM (
             SELECT match_id, $2 + ROW_NUMBER() OVER (ORDER BY place, match_id) AS number
             FROM ({unpublished}) AS unpublished
         ) AS numbered WHERE matches.match_id = numbered.match_id"
    )
}

const fn is_sqlite(conn: &Conn<'_>) -> bool {
    matches!(conn, Conn::Sqlite(_))
}

/// SQL for published matches after `$1`, of the variant `$3` or all: the first `$2` of them with their numbers.
pub(super) fn numbers_sql(of_variant: bool) -> String {
    let variant = variant_sql(of_variant);
    format!(
        "SELECT match_id, published FROM matches WHERE {variant}published > $1 ORDER BY published LIMIT $2"
    )
}

/// SQL for the summaries of those up to the number `$2`.
pub(super) fn summaries_sql(of_variant: bool) -> String {
    let variant = variant_sql(of_variant);
    format!(
        "SELECT {SUMMARY_COLUMNS} FROM matches m WHERE {variant}published > $1 AND published <= $2"
    )
}

const fn variant_sql(of_variant: bool) -> &'static str {
    if of_variant { "variant = $3 AND " } else { "" }
}

/// Whether there are matches to number.
pub(super) async fn is_anything_new(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
    let sql = unpublished_sql(is_sqlite(conn));
    let row: Option<PlaceRow> = conn.first(AssertSqlSafe(sql), &[Value::Int(1)]).await?;
    Ok(row.is_some_and(|row| row.place.is_some()))
}

/// Numbers the next matches, while nobody else does. Returns how many.
pub(super) async fn publish(conn: &mut Conn<'_>, lock_sql: &str) -> Result<u64, StoreError> {
    let sql = format!("SELECT last FROM publication WHERE only_row = 1 {lock_sql}");
    let row: Option<LastRow> = conn.first(AssertSqlSafe(sql), &[]).await?;
    let given = row.ok_or(StoreError::Corrupt("last publication"))?.last;
    // A database that was restored has numbers, but none of these.
    let Publication(highest) = highest(conn).await?;
    let before = given.max(highest);
    let values = [Value::Int(PUBLISHED_AT_ONCE), Value::Int(before)];
    let sql = publish_sql(is_sqlite(conn));
    let count = conn.execute(AssertSqlSafe(sql), &values).await?;
    // Not below the number of any of them, also if some were deleted while the others were numbered.
    let sql = "UPDATE publication SET last = $1 WHERE only_row = 1";
    let last = before + i64::try_from(count).unwrap_or(PUBLISHED_AT_ONCE);
    let Publication(highest) = self::highest(conn).await?;
    conn.execute(sql, &[Value::Int(last.max(highest))]).await?;
    Ok(count)
}

/// Published matches after a number, in their order.
pub(super) async fn page(
    conn: &mut Conn<'_>,
    variant: Option<&str>,
    Publication(after): Publication,
    limit: u32,
) -> Result<Vec<(Publication, MatchSummary)>, StoreError> {
    let limit = limit.clamp(1, MAX_PAGE_MATCHES);
    let mut values = vec![Value::Int(after), Value::Int(limit.into())];
    values.extend(variant.map(Value::Text));
    let sql = numbers_sql(variant.is_some());
    let numbers: Vec<PublishedRow> = conn.all(AssertSqlSafe(sql), &values).await?;
    let Some(last) = numbers.last() else {
        return Ok(Vec::new());
    };
    values[1] = Value::Int(last.published);
    let rows: Vec<SummaryRow> = conn
        .list(&summaries_sql(variant.is_some()), &values)
        .await?;
    let mut summaries = HashMap::new();
    for row in rows {
        let summary = MatchSummary::try_from(row)?;
        summaries.insert(summary.match_id, summary);
    }
    // One that is missing was deleted in between.
    let page = numbers.into_iter().filter_map(|row| {
        let summary = summaries.remove(&MatchId(row.match_id))?;
        Some((Publication(row.published), summary))
    });
    Ok(page.collect())
}

/// The number of a match.
pub(super) async fn of(
    conn: &mut Conn<'_>,
    id: MatchId,
) -> Result<Option<Publication>, StoreError> {
    let row: Option<NumberRow> = conn.first(PUBLICATION_SQL, &[Value::Id(id.0)]).await?;
    Ok(row.and_then(|row| row.published).map(Publication))
}

/// The highest number that was ever given.
pub(super) async fn last(conn: &mut Conn<'_>) -> Result<Publication, StoreError> {
    let sql = "SELECT last FROM publication WHERE only_row = 1";
    let row: Option<LastRow> = conn.first(sql, &[]).await?;
    let given = row.map_or(0, |row| row.last);
    Ok(highest(conn).await?.max(Publication(given)))
}

/// The highest number of a match.
async fn highest(conn: &mut Conn<'_>) -> Result<Publication, StoreError> {
    let row: Option<NumberRow> = conn.first(LAST_PUBLICATION_SQL, &[]).await?;
    Ok(Publication(row.and_then(|row| row.published).unwrap_or(0)))
}
