//! From a match as the store has it to what the caller sees of it.

use std::collections::HashMap;

use giog_protocol::rest::{MatchPlayer, MatchStatus, MatchSummary, ProblemCode};
use giog_protocol::{PlayerName, PlayerTag};
use giog_rules::{PlayerId, Seat};
use giog_store::{
    MatchPlayer as StoredPlayer, MatchStatus as StoredStatus, MatchSummary as Stored,
};

use crate::rest::extract::Caller;
use crate::rest::problem::RestError;
use crate::state::App;

/// Matches as the caller sees them, with the names that people go by now.
pub(super) async fn summaries(
    app: &App,
    caller: &Caller,
    stored: Vec<Stored>,
) -> Result<Vec<MatchSummary>, RestError> {
    let people: Vec<PlayerId> = stored
        .iter()
        .flat_map(|summary| &summary.players)
        .filter_map(|player| player.player)
        .collect();
    let names = if people.is_empty() {
        Vec::new()
    } else {
        app.store.names(&people).await?
    };
    let names: HashMap<PlayerId, PlayerName> = names
        .into_iter()
        .map(|(player, name)| (player, PlayerName::restored(&name)))
        .collect();
    stored
        .into_iter()
        .map(|stored| {
            let match_id = stored.match_id;
            summary(caller, &names, stored).ok_or_else(|| {
                tracing::error!(%match_id, "cannot read a finished match");
                ProblemCode::Internal.into()
            })
        })
        .collect()
}

fn summary(
    caller: &Caller,
    names: &HashMap<PlayerId, PlayerName>,
    stored: Stored,
) -> Option<MatchSummary> {
    let sat = caller.player().is_some_and(|me| {
        stored
            .players
            .iter()
            .any(|player| player.player == Some(me))
    });
    let players = stored.players.into_iter();
    Some(MatchSummary {
        match_id: stored.match_id,
        status: match stored.status {
            StoredStatus::Over => MatchStatus::Over,
            StoredStatus::Abandoned => MatchStatus::Abandoned,
        },
        // A word or a clock of a later version is left out.
        end: stored.end.and_then(|end| end.parse().ok()),
        clock: stored
            .clock
            .and_then(|clock| serde_json::from_str(&clock).ok()),
        room: (stored.listed || sat).then_some(stored.room),
        variant: stored.variant.parse().ok()?,
        seats: stored.seats,
        listed: stored.listed,
        started_at: stored.started_at,
        ended_at: stored.ended_at,
        players: players
            .map(|player| player_info(names, player))
            .collect::<Option<_>>()?,
    })
}

fn player_info(names: &HashMap<PlayerId, PlayerName>, stored: StoredPlayer) -> Option<MatchPlayer> {
    Some(MatchPlayer {
        seat: Seat::try_from(stored.seat).ok()?,
        player: stored.player,
        name: stored.player.and_then(|player| names.get(&player).cloned()),
        tag: stored.player.map(PlayerTag::of),
        bot: stored.bot,
        won: stored.won,
        score: stored.score,
    })
}
