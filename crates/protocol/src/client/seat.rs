//! Requests about seats.

use giog_rules::PlayerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::settings::null_as_left_out;

/// Takes a seat, or changes to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sit {
    /// Which one; the lowest free one if left out.
    pub seat: Option<i64>,
}

/// Gives the seat up and stays as a spectator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stand {}

/// Puts a computer player in a free seat; for the owner, and at a table of quick play for anybody with a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AddBot {
    /// Which one; the lowest free one if left out.
    pub seat: Option<i64>,
    /// Whether every free seat gets one.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub all: bool,
}

/// With `seat`, empties the seat of a computer player or of another person, who may stay as a spectator. With `player`, puts
/// that person out of the room. The owner's; while a match runs, nobody who has a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remove {
    /// Whose seat; either this or `player`.
    pub seat: Option<i64>,
    /// Who; either this or `seat`.
    pub player: Option<PlayerId>,
    /// Whether they may not come back, until `unban`; goes with `player`.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub ban: bool,
}

/// Lets somebody into the room again who was banned from it; the owner's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unban {
    /// Who.
    pub player: PlayerId,
}

/// Lists who is in the room without a seat, and who is banned from it; the owner's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListPeople {}
