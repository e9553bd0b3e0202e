//! Turns finished matches from the store into what somebody may see of them.

use std::collections::HashMap;

use giog_protocol::rest::{MatchPlayer, MatchStatus, MatchSummary, ProblemCode};
use giog_protocol::{DeclaredBot, PlayerName, PlayerTag};
use giog_rules::{PlayerId, Seat};
use giog_store::{
    Archive, MatchPlayer as StoredPlayer, MatchStatus as StoredStatus, MatchSummary as Stored,
    Named,
};

use crate::problem::RestError;

/// The current names of the people on a page. Most people are in several of its matches, and a tag is expensive to compute.
type People = HashMap<PlayerId, (PlayerName, PlayerTag, Option<Box<DeclaredBot>>)>;

/// Matches as this person may see them, or everybody, with people's current names.
pub(crate) async fn summaries(
    store: &Archive,
    me: Option<PlayerId>,
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
        store.names(&people).await?
    };
    let known = |named: Named| {
        let (name, tag) = (
            PlayerName::restored(&named.name),
            PlayerTag::of(named.player),
        );
        (named.player, (name, tag, named.declared_bot))
    };
    let people: People = names.into_iter().map(known).collect();
    stored
        .into_iter()
        .map(|stored| {
            let match_id = stored.match_id;
            summary(me, &people, stored).ok_or_else(|| {
                tracing::error!(%match_id, "cannot read a finished match");
                ProblemCode::Internal.into()
            })
        })
        .collect()
}

fn summary(me: Option<PlayerId>, people: &People, stored: Stored) -> Option<MatchSummary> {
    let sat = me.is_some_and(|me| {
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
        // A word or a clock of a later version is omitted.
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
            .map(|player| player_info(people, player))
            .collect::<Option<_>>()?,
    })
}

fn player_info(people: &People, stored: StoredPlayer) -> Option<MatchPlayer> {
    let known = stored.player.and_then(|player| people.get(&player));
    let (name, tag, declared_bot) = match known {
        Some((name, tag, declared)) => (Some(name.clone()), Some(tag.clone()), declared.clone()),
        // A bot, or somebody whose data was deleted.
        None => (None, stored.player.map(PlayerTag::of), None),
    };
    Some(MatchPlayer {
        seat: Seat::try_from(stored.seat).ok()?,
        player: stored.player,
        name,
        tag,
        declared_bot,
        bot: stored.bot,
        won: stored.won,
        score: stored.score,
    })
}
