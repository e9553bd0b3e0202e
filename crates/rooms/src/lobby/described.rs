//! A room as the lobby of its node knows it, told to the lobbies of other nodes.

use giog_protocol::RoomSummary;
use giog_rules::{PlayerId, Variant};
use serde::{Deserialize, Serialize};

use crate::origin::Origin;

/// A room, as it is in the lobby of its node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Described {
    pub creator: PlayerId,
    pub key: String,
    pub quick: Option<Variant>,
    pub seats: usize,
    pub origin: Origin,
    /// The addresses of people who sit at a quick-play table, as far as they are known. Earlier versions do not say.
    #[serde(default)]
    pub company: Vec<(PlayerId, Origin)>,
    pub summary: RoomSummary,
}
