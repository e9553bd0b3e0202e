//! The column `matches.players`: who sat where, as a JSON array.

use giog_rules::PlayerId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{MatchPlayer, StoreError};

#[derive(Serialize, Deserialize)]
struct PlayerJson {
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

pub(super) fn players_from_json(text: &str) -> Result<Vec<MatchPlayer>, StoreError> {
    let rows: Vec<PlayerJson> =
        serde_json::from_str(text).map_err(|_| StoreError::Corrupt("list of players"))?;
    let player = |row: PlayerJson| MatchPlayer {
        seat: row.seat,
        player: row.player.map(PlayerId),
        bot: row.bot,
        won: row.won,
        score: row.score,
    };
    Ok(rows.into_iter().map(player).collect())
}
