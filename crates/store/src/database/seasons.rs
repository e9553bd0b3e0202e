//! Final tables of seasons: read from the ladders when a season is over, stored with their signature, and kept.

use giog_ratings::{Pool, Season};

use super::conn::{Conn, Value};
use super::ratings::{self, PlaceRow};
use super::{Backend, Database};
use crate::bounds::check_text;
use crate::limits::{MAX_PAGE_MATCHES, MAX_SEASON_PLACES, MAX_SEASON_TABLE_BYTES};
use crate::{LadderPlace, SeasonTable, StoreError};

/// The first pool after another one that has a ladder in a season.
pub(super) const NEXT_POOL_SQL: &str = "SELECT pool FROM (
        SELECT * FROM (SELECT pool FROM ratings
            WHERE season = $1 AND pool > $2 AND ladder IS NOT NULL ORDER BY pool LIMIT 1) AS still
        UNION ALL
        SELECT * FROM (SELECT pool FROM past_ratings
            WHERE season = $1 AND pool > $2 AND ladder IS NOT NULL ORDER BY pool LIMIT 1) AS past
    ) AS pools ORDER BY pool LIMIT 1";

/// The best of a season: those who have played in a later one since are among the past ones.
pub(super) const FINAL_PLACES_SQL: &str = "SELECT player_id, mu, sigma, dan, dan_points, matches FROM (
        SELECT * FROM (SELECT player_id, mu, sigma, dan, dan_points, season_matches AS matches, ladder FROM ratings
            WHERE season = $1 AND pool = $2 AND ladder IS NOT NULL ORDER BY ladder DESC, player_id DESC LIMIT $3) AS still
        UNION ALL
        SELECT * FROM (SELECT player_id, mu, sigma, dan, dan_points, matches, ladder FROM past_ratings
            WHERE season = $1 AND pool = $2 AND ladder IS NOT NULL ORDER BY ladder DESC, player_id DESC LIMIT $3) AS past
    ) AS places ORDER BY ladder DESC, player_id DESC LIMIT $3";

pub(super) const HAS_TABLE_SQL: &str =
    "SELECT season FROM season_tables WHERE pool = $1 AND season = $2";

pub(super) const TABLE_SQL: &str = "SELECT body FROM season_tables WHERE pool = $1 AND season = $2";

pub(super) const SEASONS_SQL: &str =
    "SELECT season FROM season_tables WHERE pool = $1 ORDER BY season DESC LIMIT $2";

row! {
    struct PoolRow {
        pool: String,
    }
}

row! {
    struct SeasonRow {
        season: i64,
    }
}

row! {
    struct TableRow {
        body: String,
    }
}

/// The first pool after `after` with people in a season's ladder; none if it was the last one.
async fn next_pool(
    conn: &mut Conn<'_>,
    season: Season,
    after: &str,
) -> Result<Option<String>, StoreError> {
    let values = [Value::Int(season.number().into()), Value::Text(after)];
    let row: Option<PoolRow> = conn.first(NEXT_POOL_SQL, &values).await?;
    Ok(row.map(|row| row.pool))
}

impl<B: Backend> Database<B> {
    pub(crate) async fn pools_without_table(
        &self,
        season: Season,
    ) -> Result<Vec<Pool>, StoreError> {
        self.history(async |conn| {
            let mut pools = Vec::new();
            let mut after = String::new();
            while let Some(text) = next_pool(conn, season, &after).await? {
                let values = [Value::Text(&text), Value::Int(season.number().into())];
                if conn
                    .first::<SeasonRow>(HAS_TABLE_SQL, &values)
                    .await?
                    .is_none()
                {
                    pools.push(ratings::pool(&text)?);
                }
                after = text;
            }
            Ok(pools)
        })
        .await
    }

    pub(crate) async fn final_places(
        &self,
        pool: &Pool,
        season: Season,
    ) -> Result<Vec<LadderPlace>, StoreError> {
        let text = pool.to_string();
        let values = [
            Value::Int(season.number().into()),
            Value::Text(&text),
            Value::Int(MAX_SEASON_PLACES.into()),
        ];
        let rows: Vec<PlaceRow> = self
            .history(async |conn| conn.all(FINAL_PLACES_SQL, &values).await)
            .await?;
        rows.into_iter().map(LadderPlace::try_from).collect()
    }

    pub(crate) async fn keep_season_table(&self, table: &SeasonTable) -> Result<bool, StoreError> {
        check_text("a final table", &table.body, MAX_SEASON_TABLE_BYTES)?;
        let pool = table.pool.to_string();
        let values = [
            Value::Text(&pool),
            Value::Int(table.season.number().into()),
            Value::Text(&table.body),
        ];
        let sql = "INSERT INTO season_tables (pool, season, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let mut tx = self.begin().await?;
        let kept = B::conn(&mut tx).execute(sql, &values).await? == 1;
        self.commit(tx).await?;
        Ok(kept)
    }

    pub(crate) async fn season_table(
        &self,
        pool: &Pool,
        season: Season,
    ) -> Result<Option<SeasonTable>, StoreError> {
        let text = pool.to_string();
        let values = [Value::Text(&text), Value::Int(season.number().into())];
        let row: Option<TableRow> = self
            .history(async |conn| conn.first(TABLE_SQL, &values).await)
            .await?;
        Ok(row.map(|row| SeasonTable {
            pool: pool.clone(),
            season,
            body: row.body,
        }))
    }

    pub(crate) async fn seasons(&self, pool: &Pool) -> Result<Vec<Season>, StoreError> {
        let pool = pool.to_string();
        let values = [Value::Text(&pool), Value::Int(MAX_PAGE_MATCHES.into())];
        let rows: Vec<SeasonRow> = self
            .history(async |conn| conn.all(SEASONS_SQL, &values).await)
            .await?;
        let seasons = rows.into_iter().map(|row| ratings::season(row.season));
        seasons.collect()
    }
}
