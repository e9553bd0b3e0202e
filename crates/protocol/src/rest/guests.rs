//! Guests and players.

use giog_rules::PlayerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::PlayerName;

/// Asks for a new guest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuestInput {
    /// The name to go by; one is made up if it is left out. 1 to 24 visible characters.
    pub name: Option<String>,
}

/// Asks for another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RenameInput {
    /// The name to go by from now on. 1 to 24 visible characters.
    pub name: String,
}

/// A new guest, with the token to come back with.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewGuest {
    /// Who they are.
    pub player: PlayerId,
    /// The name they go by.
    pub name: PlayerName,
    /// Their token, for `hello` and for `Authorization: Bearer …`. It is told only now, and kept nowhere but with them.
    pub token: String,
}

/// Tokens are in no log.
impl std::fmt::Debug for NewGuest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewGuest")
            .field("player", &self.player)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A player, as everybody may know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerInfo {
    /// Who.
    pub player: PlayerId,
    /// The name they go by.
    pub name: PlayerName,
}
