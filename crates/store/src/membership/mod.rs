//! Servers that share the rooms of one Postgres database: which servers there are, and which part (*shard*) of the rooms each has. When
//! to do what is decided elsewhere; here are the statements, each of which ensures that a shard never has two owners.
//!
//! All of them together hold the lease, as its holder `cluster`, with the same number: a server that wants all rooms for itself waits
//! until the last of them is gone, and they wait for it.

mod admin;
mod cluster_news;
mod keys;
mod members;

use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgConnectOptions;
use uuid::Uuid;

pub use self::admin::Listed;
pub use self::cluster_news::ClusterNews;
use self::members::Read;
pub use self::members::{Given, Heartbeat, Member, MemberState, Members, Part};
use crate::postgres::connect_options;
use crate::postgres_pool::{self, NOW_MS_SQL, PgPool, PgSession, Purpose};
use crate::postgres_session::{Lock, Session};
use crate::postgres_useless::LastReadOnly;
use crate::{Fence, LeaseError, StoreError};

/// The holder of the lease while servers share the rooms.
const HOLDER: &str = "cluster";
/// How long one of these statements may take until its outcome counts as unknown; each of them is repeated later anyway.
const STATEMENT_TIME: Duration = Duration::from_secs(2);
/// The lease is renewed after this fraction (1/n) of its time, by any of the servers.
const RENEW_AFTER: u32 = 4;
/// How long a new server may take until its first heartbeat, in milliseconds. Until then it gets no shards.
const START_MS: i64 = 10_000;
/// How long the row of a server is kept that is gone and has no shards, in milliseconds: for investigations after a failure.
const KEPT_MS: i64 = 24 * 3_600_000;

/// A server that joins.
#[derive(Clone, Debug)]
pub struct NewMember {
    /// Its id, unique for each start.
    pub node: Uuid,
    /// Its name, for people.
    pub name: String,
    /// Its version.
    pub build: String,
}

/// This server as a member of those that share the rooms.
#[derive(Debug)]
pub struct Membership {
    /// One connection for statements that move shards.
    pool: PgPool,
    /// One connection for keys of rooms, because statements that move shards may wait for a standby. Statements about a key are executed
    /// in order.
    keys: PgPool,
    /// One connection for all other statements: what moves shards may also wait for another node, for longer.
    general: PgPool,
    /// One connection, for heartbeats: they need not survive a crash of the database, and must not wait for its standby.
    beats: PgPool,
    node: Uuid,
    fence: Fence,
    has_new_number: bool,
    ttl_ms: u32,
    /// The session that shows the others that this process is alive.
    _session: Session,
}

/// Locks this server's row (`FOR KEY SHARE`), if the server can still write.
const ALIVE_SQL: &str = "alive AS MATERIALIZED (SELECT node FROM nodes WHERE node = $1 AND state <> 'fenced' FOR KEY SHARE)";

impl Membership {
    /// Joins the servers that share the rooms of a Postgres database whose schema is up to date; `None` while another server has all
    /// rooms.
    pub fn join<'a>(
        url: &'a str,
        new: &'a NewMember,
        ttl_ms: u32,
    ) -> BoxFuture<'a, Result<Option<Self>, StoreError>> {
        Box::pin(async move {
            let connect = connect_options(url)?;
            let read_only = LastReadOnly::default();
            let pool = PgPool::new(connect.clone(), 1, Purpose::Cluster, &read_only);
            let Some(lease) = in_time(join(&pool, new, ttl_ms)).await? else {
                pool.close().await;
                return Ok(None);
            };
            let to = (connect, &read_only);
            Ok(Some(Self::joined(pool, to, new.node, lease, ttl_ms)))
        })
    }

    fn joined(
        pool: PgPool,
        (connect, read_only): (PgConnectOptions, &LastReadOnly),
        node: Uuid,
        lease: JoinedLease,
        ttl_ms: u32,
    ) -> Self {
        let pool_for = |purpose| PgPool::new(connect.clone(), 1, purpose, read_only);
        let fence = Fence {
            number: lease.number,
            node: Some(node),
        };
        Self {
            pool,
            keys: pool_for(Purpose::Cluster),
            general: pool_for(Purpose::Rooms),
            beats: pool_for(Purpose::Heartbeats),
            node,
            fence,
            has_new_number: !lease.was_shared,
            ttl_ms,
            _session: Session::hold(connect, Lock::of_node(node)),
        }
    }

    /// The id of this server.
    pub const fn node(&self) -> Uuid {
        self.node
    }

    /// The fence for this server's appends.
    pub const fn fence(&self) -> Fence {
        self.fence
    }

    /// Whether the number of the lease was new when this server joined. Otherwise servers that share the rooms had it already, even if
    /// all of them were killed since.
    pub const fn has_new_number(&self) -> bool {
        self.has_new_number
    }

    /// Writes a heartbeat, and reads the state of all servers and shards.
    ///
    /// # Errors
    /// The lease is lost if the servers have no common one any more: all of them are fenced. Whether only this server was fenced is seen
    /// in the returned members.
    pub fn beat(&self, heartbeat: Heartbeat) -> BoxFuture<'_, Result<Members, LeaseError>> {
        Box::pin(async move {
            let beat = in_time(self.try_beat(heartbeat)).await?;
            beat.ok_or(LeaseError::Lost)
        })
    }

    async fn try_beat(&self, heartbeat: Heartbeat) -> sqlx::Result<Option<Members>> {
        let (now, renew_ms) = (NOW_MS_SQL, i64::from(self.ttl_ms / RENEW_AFTER));
        let sql = format!(
            "WITH kept AS (UPDATE lease SET expires_at = {now} + $5
                 WHERE only_row = 1 AND fence = $3 AND holder = $4 AND expires_at < {now} + $5 - $6)
             UPDATE nodes SET beat = beat + 1, beat_at = {now}, reach = $7, health = $8,
                 state = CASE WHEN state = 'fenced' THEN state ELSE $2 END
             WHERE node = $1"
        );
        let beat = sqlx::query(AssertSqlSafe(sql)).bind(self.node);
        let beat = beat.bind(heartbeat.state.as_str());
        let beat = beat.bind(self.fence.number).bind(HOLDER);
        let beat = beat.bind(i64::from(self.ttl_ms)).bind(renew_ms);
        let beat = beat.bind(heartbeat.reach).bind(heartbeat.health);
        beat.execute(&self.beats).await?;
        self.read().await
    }

    /// The servers and shards; `None` if the lease belongs to another server. One statement reads all of it, so it is consistent.
    async fn read(&self) -> sqlx::Result<Option<Members>> {
        let sql = format!(
            "WITH seen AS MATERIALIZED (
                 SELECT node, state, beat, beat_at, is_drained, reach FROM nodes
                 WHERE state <> 'fenced' OR node = $3 OR node IN (SELECT node FROM shards)
             )
             SELECT {NOW_MS_SQL} AS now_ms,
                 EXISTS (SELECT FROM lease WHERE only_row = 1 AND fence = $1 AND holder = $2) AS is_held,
                 ARRAY(SELECT node FROM seen ORDER BY node) AS nodes,
                 ARRAY(SELECT state FROM seen ORDER BY node) AS states,
                 ARRAY(SELECT beat FROM seen ORDER BY node) AS beats,
                 ARRAY(SELECT beat_at FROM seen ORDER BY node) AS beats_at,
                 ARRAY(SELECT is_drained FROM seen ORDER BY node) AS drained,
                 ARRAY(SELECT reach FROM seen ORDER BY node) AS reaches,
                 ARRAY(SELECT node FROM shards ORDER BY shard) AS owners,
                 ARRAY(SELECT moved FROM shards ORDER BY shard) AS moved,
                 ARRAY(SELECT wanted FROM shards ORDER BY shard) AS wanted"
        );
        let read = sqlx::query_as(AssertSqlSafe(sql));
        let read = read.bind(self.fence.number).bind(HOLDER).bind(self.node);
        let read: Read = read.fetch_one(&self.beats).await?;
        Ok(read.is_held.then(|| read.members()))
    }

    /// Whether no session shows that a server's process is alive.
    pub fn is_unlocked(&self, node: Uuid) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let sql = format!("SELECT NOT {}", Lock::of_node(node).is_locked_sql());
            let look = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&self.general);
            in_time(look).await
        })
    }

    /// Takes these shards, except those of servers that can still write.
    pub fn claim<'a>(&'a self, shards: &'a [i32]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move { in_time(Box::pin(self.try_claim(shards))).await })
    }

    async fn try_claim(&self, shards: &[i32]) -> sqlx::Result<()> {
        let mut tx = self.pool.begin().await?;
        // A statement that waits for another claim does not check again whether the new owner of the shard can write; only a statement
        // that begins after the shards were locked does.
        sqlx::query("SELECT FROM shards WHERE shard = ANY($1) ORDER BY shard FOR UPDATE")
            .bind(shards)
            .execute(&mut *tx)
            .await?;
        let sql = format!(
            "WITH {ALIVE_SQL}
             UPDATE shards SET node = $1, moved = moved + 1
             WHERE shard = ANY($2) AND EXISTS (SELECT FROM alive)
               AND NOT EXISTS (SELECT FROM nodes WHERE nodes.node = shards.node AND state <> 'fenced')"
        );
        let claim = sqlx::query(AssertSqlSafe(sql)).bind(self.node).bind(shards);
        claim.execute(&mut *tx).await?;
        tx.commit().await
    }

    /// Fences a server that is gone, once everything that it has begun to write is done, and gives these of its shards to others. Returns
    /// whether this was done: a server with a newer heartbeat than `beat` is alive.
    pub fn take_over<'a>(
        &'a self,
        gone: Uuid,
        beat: i64,
        shards: &'a [(i32, Uuid)],
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move { in_time(Box::pin(self.try_take_over((gone, beat), shards))).await })
    }

    async fn try_take_over(
        &self,
        (gone, beat): (Uuid, i64),
        to: &[(i32, Uuid)],
    ) -> sqlx::Result<bool> {
        let (shards, nodes): (Vec<i32>, Vec<Uuid>) = to.iter().copied().unzip();
        let mut tx = self.pool.begin().await?;
        self.must_be_alive(&mut tx).await?;
        // An update alone would not wait for appends that keep the row. Heartbeats wait for nothing, and continue meanwhile.
        let last = sqlx::query_scalar(
            "SELECT beat FROM nodes WHERE node = $1 AND state <> 'fenced' FOR UPDATE",
        );
        let last: Option<i64> = last.bind(gone).fetch_optional(&mut *tx).await?;
        if last != Some(beat) {
            return Ok(false);
        }
        sqlx::query("UPDATE nodes SET state = 'fenced' WHERE node = $1")
            .bind(gone)
            .execute(&mut *tx)
            .await?;
        let give = sqlx::query(
            "UPDATE shards SET node = given.node, moved = moved + 1
             FROM UNNEST($2::INTEGER[], $3::UUID[]) AS given (shard, node)
             WHERE shards.shard = given.shard AND shards.node = $1",
        );
        let give = give.bind(gone).bind(shards).bind(nodes);
        give.execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Locks this server's row until the transaction ends; fails if it is fenced, because a fenced server hands nothing over.
    async fn must_be_alive(&self, conn: &mut PgSession) -> sqlx::Result<()> {
        let sql = format!("WITH {ALIVE_SQL} SELECT node FROM alive");
        let alive = sqlx::query(AssertSqlSafe(sql)).bind(self.node);
        alive.fetch_one(conn).await.map(drop)
    }

    /// Hands shards over to other servers, if they are this one's and have not moved since. Nothing of their rooms may be on its way to
    /// the store.
    pub fn hand_over<'a>(&'a self, given: &'a [Given]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let shards: Vec<i32> = given.iter().map(|given| given.shard).collect();
            let to: Vec<Uuid> = given.iter().map(|given| given.to).collect();
            let moved: Vec<i64> = given.iter().map(|given| given.moved).collect();
            let sql = format!(
                "WITH {ALIVE_SQL}
             UPDATE shards SET node = given.node, moved = shards.moved + 1
             FROM UNNEST($2::INTEGER[], $3::UUID[], $4::BIGINT[]) AS given (shard, node, moved)
             WHERE shards.shard = given.shard AND shards.node = $1 AND shards.moved = given.moved
               AND EXISTS (SELECT FROM alive)"
            );
            let give = sqlx::query(AssertSqlSafe(sql)).bind(self.node);
            let give = give.bind(shards).bind(to).bind(moved);
            in_time(give.execute(&self.pool)).await.map(drop)
        })
    }

    /// Leaves. The remaining shards of this server are free at once; if it was the last server, the lease is, too.
    pub fn leave(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let left = in_time(Box::pin(self.try_leave())).await;
            self.pool.close().await;
            self.keys.close().await;
            self.general.close().await;
            self.beats.close().await;
            left
        })
    }

    async fn try_leave(&self) -> sqlx::Result<()> {
        let mut tx = self.pool.begin().await?;
        // Locks the same row as `join`, so that a server that joins sees all of this or nothing.
        sqlx::query("SELECT fence FROM lease WHERE only_row = 1 FOR UPDATE")
            .execute(&mut *tx)
            .await?;
        sqlx::query("SELECT FROM nodes WHERE node = $1 FOR UPDATE")
            .bind(self.node)
            .execute(&mut *tx)
            .await?;
        sqlx::query("UPDATE nodes SET state = 'fenced' WHERE node = $1")
            .bind(self.node)
            .execute(&mut *tx)
            .await?;
        let release = sqlx::query(
            "UPDATE lease SET holder = NULL, expires_at = 0
             WHERE only_row = 1 AND fence = $1 AND holder = $2
               AND NOT EXISTS (SELECT FROM nodes WHERE state <> 'fenced')",
        );
        let release = release.bind(self.fence.number).bind(HOLDER);
        release.execute(&mut *tx).await?;
        tx.commit().await
    }
}

/// The lease that a joining server got.
#[derive(Clone, Copy)]
struct JoinedLease {
    number: i64,
    /// Whether servers that share the rooms had it with this number before.
    was_shared: bool,
}

/// Joins; returns the lease, unless another server has it.
async fn join(pool: &PgPool, new: &NewMember, ttl_ms: u32) -> sqlx::Result<Option<JoinedLease>> {
    let now = NOW_MS_SQL;
    let mut tx = pool.begin().await?;
    // A lease that is not free is not locked, so that servers that wait for it delay nobody.
    let sql = format!(
        "SELECT fence, COALESCE(holder = $1, FALSE) FROM lease
         WHERE only_row = 1 AND (holder IS NULL OR holder = $1 OR expires_at <= {now}) FOR UPDATE"
    );
    let free = sqlx::query_as(AssertSqlSafe(sql)).bind(HOLDER);
    let free: Option<(i64, bool)> = free.fetch_optional(&mut *tx).await?;
    let Some((mut number, was_shared)) = free else {
        return Ok(None);
    };
    if !was_shared {
        number += 1;
        let sql = format!(
            "UPDATE lease SET fence = $1, holder = $2, expires_at = {now} + $3 WHERE only_row = 1"
        );
        let take = sqlx::query(AssertSqlSafe(sql)).bind(number).bind(HOLDER);
        take.bind(i64::from(ttl_ms)).execute(&mut *tx).await?;
        // Servers with the former number cannot write any more.
        sqlx::query("UPDATE nodes SET state = 'fenced'")
            .execute(&mut *tx)
            .await?;
    }
    let sql = format!(
        "DELETE FROM nodes WHERE state = 'fenced' AND beat_at < {now} - $1
         AND node NOT IN (SELECT node FROM shards WHERE node IS NOT NULL)"
    );
    let forget = sqlx::query(AssertSqlSafe(sql)).bind(KEPT_MS);
    forget.execute(&mut *tx).await?;
    let sql = format!(
        "INSERT INTO nodes (node, name, build, state, beat, beat_at) VALUES ($1, $2, $3, 'leaving', 1, {now} + $4)"
    );
    let insert = sqlx::query(AssertSqlSafe(sql)).bind(new.node);
    let insert = insert.bind(&new.name).bind(&new.build).bind(START_MS);
    insert.execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(Some(JoinedLease { number, was_shared }))
}

/// The result of a statement, or an error if it is not known within the time limit.
async fn in_time<T>(said: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
    let done = postgres_pool::in_time(STATEMENT_TIME, said).await;
    done.map_err(StoreError::from_sqlx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fresh::Fresh;
    use crate::tests::samples::TTL_MS;

    #[tokio::test]
    async fn heartbeats_wait_for_no_disk_and_no_standby_and_what_moves_shards_does() {
        let fresh = Fresh::postgres().await;
        let store = fresh.open().await;
        let new = NewMember {
            node: Uuid::from_u128(1),
            name: "node 1".to_owned(),
            build: "1".to_owned(),
        };
        let joined = Membership::join(&fresh.url(), &new, TTL_MS).await;
        let member = joined.expect("an answer").expect("nobody is in the way");
        for (pool, expected) in [
            (&member.beats, "off"),
            (&member.pool, "on"),
            (&member.keys, "on"),
            (&member.general, "on"),
        ] {
            let shown = sqlx::query_scalar("SHOW synchronous_commit").fetch_one(pool);
            let shown: String = shown.await.expect("a setting");
            assert_eq!(shown, expected);
        }
        member.leave().await.expect("left");
        store.close().await;
        fresh.remove().await;
    }
}
