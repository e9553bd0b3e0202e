//! News that servers of a cluster send each other through the database, and handover codes that all of them accept.

use futures_util::future::BoxFuture;
use giog_rules::PlayerId;
use sqlx::AssertSqlSafe;

use super::{Membership, in_time};
use crate::news::{NEWS_MS, send_news_sql};
use crate::postgres_pool::NOW_MS_SQL;
use crate::{SecretHash, StoreError};

row! {
    /// A message of a server to the others.
    #[derive(Clone, Debug)]
    pub struct ClusterNews {
        /// Its number, unique among all news.
        pub number: i64,
        /// Its text.
        pub news: String,
    }
}

impl Membership {
    /// Sends news to the other servers. News that stay are also read by servers that start later, and replace the former ones that
    /// stayed.
    pub fn tell<'a>(&'a self, news: &'a str, stays: bool) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let tell = sqlx::query(AssertSqlSafe(send_news_sql()));
            let tell = tell.bind(self.node).bind(news);
            let tell = tell.bind(stays).bind(NEWS_MS);
            in_time(tell.execute(&self.general)).await.map(drop)
        })
    }

    /// The current news of other servers, oldest first. Each call returns all of them, because the message with the lowest number may be
    /// committed last.
    pub fn news(&self) -> BoxFuture<'_, Result<Vec<ClusterNews>, StoreError>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT number, news FROM cluster_news WHERE node <> $1 AND (stays OR at >= {NOW_MS_SQL} - $2) ORDER BY number"
            );
            let news = sqlx::query_as(AssertSqlSafe(sql)).bind(self.node);
            in_time(news.bind(NEWS_MS).fetch_all(&self.general)).await
        })
    }

    /// Deletes expired news and codes, and keys of rooms that do not exist any more.
    pub fn forget_old(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.forget_old_keys().await?;
            let sql = format!(
                "WITH codes AS (DELETE FROM cluster_handovers WHERE until < {NOW_MS_SQL})
             DELETE FROM cluster_news WHERE NOT stays AND at < {NOW_MS_SQL} - $1"
            );
            let forget = sqlx::query(AssertSqlSafe(sql)).bind(NEWS_MS);
            in_time(forget.execute(&self.general)).await.map(drop)
        })
    }

    /// Stores a handover code, with which the person can log in once on another device until it expires. It replaces their former code.
    pub fn keep_code(
        &self,
        code: SecretHash,
        (player, token): (PlayerId, SecretHash),
        good_ms: u64,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let sql = format!(
            "WITH over AS (DELETE FROM cluster_handovers WHERE until < {NOW_MS_SQL} AND player_id <> $2)
             INSERT INTO cluster_handovers (code, player_id, token, until) VALUES ($1, $2, $3, {NOW_MS_SQL} + $4)
             ON CONFLICT (player_id) DO UPDATE SET code = EXCLUDED.code, token = EXCLUDED.token, until = EXCLUDED.until"
        );
            let keep = sqlx::query(AssertSqlSafe(sql)).bind(code.as_slice());
            let keep = keep.bind(player.0).bind(token.as_slice());
            let keep = keep.bind(i64::try_from(good_ms).unwrap_or(i64::MAX));
            in_time(keep.execute(&self.general)).await.map(drop)
        })
    }

    /// The hash of the token for which a code was created, if the code is valid; this uses the code up.
    pub fn take_code(
        &self,
        code: SecretHash,
    ) -> BoxFuture<'_, Result<Option<SecretHash>, StoreError>> {
        Box::pin(async move {
            let sql = format!(
                "DELETE FROM cluster_handovers WHERE code = $1 RETURNING token, until >= {NOW_MS_SQL}"
            );
            let take = sqlx::query_as(AssertSqlSafe(sql)).bind(code.as_slice());
            let found: Option<(Vec<u8>, bool)> =
                in_time(take.fetch_optional(&self.general)).await?;
            let token = found.and_then(|(token, is_good)| is_good.then_some(token));
            Ok(token.and_then(|token| token.try_into().ok()))
        })
    }
}
