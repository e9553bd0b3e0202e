//! Requests about seats.

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

/// Empties the seat of a computer player, or of another person; for the owner, while no match runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remove {
    /// Which one.
    pub seat: i64,
}
