//! Columns with JSON, and `matches.players`: the players by seat, as a JSON array.

use std::collections::BTreeMap;

use giog_rules::PlayerId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::error::BoxDynError;
use sqlx::{Decode, Type};
use uuid::Uuid;

use crate::{MatchPlayer, StoreError};

#[derive(Serialize, Deserialize)]
pub(super) struct PlayerJson {
    seat: u8,
    player: Option<Uuid>,
    bot: Option<String>,
    won: bool,
    score: Option<i32>,
}

pub(crate) fn players_json(players: &[MatchPlayer]) -> Result<String, StoreError> {
    let rows: Vec<PlayerJson> = players
        .iter()
        .map(|player| PlayerJson {
            seat: player.seat,
            player: player.player.map(|id| id.0),
            bot: player.bot.clone(),
            won: player.won,
            score: player.score,
        })
        .collect();
    serde_json::to_string(&rows).map_err(|_| StoreError::Corrupt("list of players"))
}

/// The people of a match, each once, and whether they won: one person may have held two seats.
pub(crate) fn winners_among(players: &[MatchPlayer]) -> BTreeMap<PlayerId, bool> {
    let mut people = BTreeMap::new();
    for seat in players {
        if let Some(player) = seat.player {
            *people.entry(player).or_default() |= seat.won;
        }
    }
    people
}

/// A column with JSON as it is read: from SQLite's lists as JSON, elsewhere from a text.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct FromJson<T>(pub(super) T);

/// The column `matches.players`.
pub(super) type Players = FromJson<Vec<PlayerJson>>;

impl<D: sqlx::Database, T> Type<D> for FromJson<T>
where
    str: Type<D>,
{
    fn type_info() -> D::TypeInfo {
        <str as Type<D>>::type_info()
    }

    fn compatible(kind: &D::TypeInfo) -> bool {
        <str as Type<D>>::compatible(kind)
    }
}

impl<'r, D: sqlx::Database, T: DeserializeOwned> Decode<'r, D> for FromJson<T>
where
    &'r str: Decode<'r, D>,
{
    fn decode(value: D::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let text = <&'r str as Decode<'r, D>>::decode(value)?;
        Ok(serde_json::from_str(text)?)
    }
}

impl From<Players> for Vec<MatchPlayer> {
    fn from(FromJson(rows): Players) -> Self {
        let player = |row: PlayerJson| MatchPlayer {
            seat: row.seat,
            player: row.player.map(PlayerId),
            bot: row.bot,
            won: row.won,
            score: row.score,
        };
        rows.into_iter().map(player).collect()
    }
}
