//! Requests about seats.

use giog_rules::{Level, PlayerId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::settings::null_as_left_out;

/// Takes a seat, or changes seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sit {
    /// The seat; default is the lowest free one.
    pub seat: Option<i64>,
}

/// Gives up the seat and stays as a spectator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stand {}

/// Puts a bot on a free seat, or in place of a bot of another level; for the owner, and at quick-play tables for anybody with a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AddBot {
    /// The seat; default is the lowest free one.
    pub seat: Option<i64>,
    /// Whether every free seat gets a bot.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub all: bool,
    /// How strong it is; default is `simple`, and at quick-play tables what the operator chose. The game must have it
    /// (`GET /api/v1/variants`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
}

/// With `seat`, removes a bot or a person from a seat; a person stays as a spectator. With `player`, removes that
/// person from the room. For the owner; during a match, only people without a seat can be removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remove {
    /// The seat; either this or `player`.
    pub seat: Option<i64>,
    /// The person; either this or `seat`.
    pub player: Option<PlayerId>,
    /// Whether to ban them until `unban`; only with `player`.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<bool>")]
    pub ban: bool,
}

/// Lifts a person's ban from the room; for the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unban {
    /// The id of the person.
    pub player: PlayerId,
}

/// Lists the people in the room without a seat, and the banned people; for the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListPeople {}
