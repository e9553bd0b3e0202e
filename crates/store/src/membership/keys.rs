//! Keys of `create_room` requests in a cluster: one key creates only one room.

use futures_util::future::BoxFuture;
use giog_protocol::RoomId;
use giog_rules::PlayerId;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{Membership, in_time};
use crate::StoreError;

/// The condition that a claim (`held`) does not count any more: its room was closed, or was never created and its server cannot create it
/// any more. A transaction that sees that a server is fenced also sees everything that it stored before.
const IS_OVER_SQL: &str = "
    NOT EXISTS (SELECT FROM rooms WHERE rooms.room_id = held.room_id AND closed_at IS NULL)
    AND (EXISTS (SELECT FROM rooms WHERE rooms.room_id = held.room_id)
         OR NOT EXISTS (SELECT FROM nodes WHERE nodes.node = held.node AND state <> 'fenced'))";

impl Membership {
    /// Claims a key for a room that this server is about to create. Returns the room that has the key: this one, or another one that is
    /// open or being created. The same call again is success.
    pub fn claim_key<'a>(
        &'a self,
        (player, key): (PlayerId, &'a str),
        room: RoomId,
    ) -> BoxFuture<'a, Result<RoomId, StoreError>> {
        Box::pin(async move {
            let claim = format!(
            "INSERT INTO cluster_room_keys AS held (player_id, key, room_id, node) VALUES ($1, $2, $3, $4)
             ON CONFLICT (player_id, key) DO UPDATE SET room_id = EXCLUDED.room_id, node = EXCLUDED.node
             WHERE {IS_OVER_SQL} RETURNING room_id"
        );
            let known = "SELECT room_id FROM cluster_room_keys WHERE player_id = $1 AND key = $2";
            loop {
                let claim = sqlx::query_scalar(AssertSqlSafe(claim.as_str()));
                let claim = claim.bind(player.0).bind(key).bind(room.0).bind(self.node);
                let claimed: Option<Uuid> = in_time(claim.fetch_optional(&self.keys)).await?;
                if let Some(claimed) = claimed {
                    return Ok(RoomId(claimed));
                }
                let known = sqlx::query_scalar(known).bind(player.0).bind(key);
                let known: Option<Uuid> = in_time(known.fetch_optional(&self.keys)).await?;
                if let Some(known) = known {
                    return Ok(RoomId(known));
                }
                // The other claim was released between the two statements.
            }
        })
    }

    /// Releases the key of a room that is not created after all.
    pub fn release_key(&self, room: RoomId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let release = sqlx::query(
                "DELETE FROM cluster_room_keys AS held WHERE room_id = $1
             AND NOT EXISTS (SELECT FROM rooms WHERE rooms.room_id = held.room_id)",
            );
            in_time(release.bind(room.0).execute(&self.keys))
                .await
                .map(drop)
        })
    }

    /// Deletes claims that do not count any more.
    pub(super) async fn forget_old_keys(&self) -> Result<(), StoreError> {
        let sql = format!("DELETE FROM cluster_room_keys AS held WHERE {IS_OVER_SQL}");
        let forget = sqlx::query(AssertSqlSafe(sql));
        in_time(forget.execute(&self.general)).await.map(drop)
    }
}
