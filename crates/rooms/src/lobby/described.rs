//! The description of a room that the lobby of its node sends to the lobbies of other nodes.

use giog_protocol::RoomSummary;
use giog_rules::{PlayerId, Variant};
use serde::{Deserialize, Serialize};

use crate::origin::Origin;

/// A room as the lobby of its node has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Described {
    pub creator: PlayerId,
    pub key: String,
    pub quick: Option<Variant>,
    pub seats: usize,
    pub origin: Origin,
    /// The known network origins of people who sit at a quick-play table. Nodes of earlier versions do not send this.
    #[serde(default)]
    pub company: Vec<(PlayerId, Origin)>,
    pub summary: RoomSummary,
}
