//! A table with bots that its creator has left makes room for another one of theirs.

use std::time::Duration;

use giog_protocol::RoomId;
use giog_rules::PlayerId;
use tokio::time::sleep;

use super::Hub;
use crate::room::AdminCommand;

/// How many times it is looked whether a closed room is gone, and the pause before each: a room is gone at once, unless another node has it.
const LOOKS: usize = 100;
const LOOK_AFTER: Duration = Duration::from_millis(10);

impl Hub {
    /// Closes the oldest table of a person at which only bots are left, if there is one.
    pub(super) async fn make_way(&self, creator: PlayerId) {
        let tables = self.lobby().left_with_bots(creator);
        for (id, table) in tables {
            let made_way = table.admin_command(AdminCommand::MakeWay(creator)).await;
            if made_way.is_ok() {
                return self.wait_until_gone(id).await;
            }
        }
    }

    async fn wait_until_gone(&self, id: RoomId) {
        for _ in 0..LOOKS {
            if self.lobby().handle(id).is_none() {
                return;
            }
            sleep(LOOK_AFTER).await;
        }
    }
}
