//! The operator's view of the servers that share the rooms, and the operator's requests to them. Each server reads with its heartbeat
//! what is requested of it, and does it.

use futures_util::future::BoxFuture;
use giog_rules::Timestamp;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{MemberState, Membership, in_time};
use crate::StoreError;
use crate::postgres_pool::NOW_MS_SQL;

row! {
    /// A server, for the operator.
    #[derive(Clone, Debug)]
    pub struct Listed {
        /// The server's id.
        pub node: Uuid,
        /// Its name, for people.
        pub name: String,
        /// Its version.
        pub build: String,
        /// Its state.
        pub state: MemberState,
        /// Whether the operator wants it to have no rooms.
        pub is_drained: bool,
        /// Milliseconds since its last heartbeat, on the database's clock.
        pub silent_ms: i64,
        /// [`super::Heartbeat::health`] of its last heartbeat; none of a server of an earlier version.
        pub health: Option<String>,
        /// The number of its shards.
        pub shards: i64,
    }
}

impl Membership {
    /// The servers that are alive or still have shards, in the order of their names.
    pub fn listed(&self) -> BoxFuture<'_, Result<Vec<Listed>, StoreError>> {
        Box::pin(async move {
            let sql = format!(
            "SELECT node, name, build, state, is_drained, GREATEST({NOW_MS_SQL} - beat_at, 0) AS silent_ms, health, shards FROM (
                 SELECT *, (SELECT COUNT(*) FROM shards WHERE shards.node = nodes.node) AS shards FROM nodes
             ) AS counted WHERE state <> 'fenced' OR shards > 0 ORDER BY name, node"
        );
            let rows = sqlx::query_as(AssertSqlSafe(sql));
            in_time(rows.fetch_all(&self.general)).await
        })
    }

    /// The date of the database, which all servers that share the rooms go by.
    pub fn date(&self) -> BoxFuture<'_, Result<Timestamp, StoreError>> {
        Box::pin(async move {
            let sql = format!("SELECT {NOW_MS_SQL}");
            let now_ms = sqlx::query_scalar(AssertSqlSafe(sql));
            let now_ms = in_time(now_ms.fetch_one(&self.general)).await?;
            Ok(Timestamp::from_unix_ms(now_ms))
        })
    }

    /// A number that changes with every shard that moves.
    pub fn moves(&self) -> BoxFuture<'_, Result<i64, StoreError>> {
        Box::pin(async move {
            let moves = sqlx::query_scalar("SELECT COALESCE(SUM(moved), 0)::BIGINT FROM shards");
            in_time(moves.fetch_one(&self.general)).await
        })
    }

    /// Drains a server, so that it gets rid of its rooms, or ends that; false if no such server is alive.
    pub fn drain(&self, node: Uuid, is_drained: bool) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let drain = sqlx::query(
                "UPDATE nodes SET is_drained = $2 WHERE node = $1 AND state <> 'fenced'",
            );
            let drain = drain.bind(node).bind(is_drained);
            let done = in_time(drain.execute(&self.general)).await?;
            Ok(done.rows_affected() > 0)
        })
    }

    /// Requests that a server has a shard, as long as it takes shards; false if no such server is alive.
    pub fn want(&self, shard: u8, node: Uuid) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let want = sqlx::query(
            "UPDATE shards SET wanted = $2
             WHERE shard = $1 AND EXISTS (SELECT FROM nodes WHERE nodes.node = $2 AND state <> 'fenced')",
        );
            let want = want.bind(i32::from(shard)).bind(node);
            let done = in_time(want.execute(&self.general)).await?;
            Ok(done.rows_affected() > 0)
        })
    }
}
