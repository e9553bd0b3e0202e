//! `/players/{player}/stats`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::State;
use giog_protocol::rest::{GameStats, Leads, PlayerStats};
use giog_rules::{PlayerId, Timestamp, Variant};
use giog_store::{
    MAX_PAGE_MATCHES, MatchFilter, MatchOrder, MatchPlayer, MatchStatus, MatchSummary,
};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::client::ClientAddress;
use crate::cost::Cost;
use crate::cost::weights::EXPORTED_SUMMARY;
use crate::problem::RestError;
use crate::rest::extract::{Json, Path, Query};
use crate::rest::matches::list::moment;
use crate::rest::openapi::variant_schema;
use crate::state::App;

/// The most matches that one answer counts: ten pages of a list.
const MAX_COUNTED: usize = 1_000;

/// Which matches are counted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatsQuery {
    /// Only matches of this game.
    #[param(schema_with = variant_schema, required = false)]
    variant: Option<Variant>,
    /// Only matches that ended at this time or later (RFC 3339).
    #[param(format = DateTime)]
    from: Option<String>,
    /// Only matches that ended before this time (RFC 3339).
    #[param(format = DateTime)]
    to: Option<String>,
}

/// What a player's finished public matches say
///
/// By game and number of seats: how many, won, in which places they ended, and how far the player was ahead or behind.
/// Abandoned matches and those of unlisted and password rooms are not counted, for nobody. At most the latest 1,000 are:
/// `since` then says from when on, and with it as `to` come earlier ones. Also for players whose data was deleted,
/// because ids stay in records.
#[utoipa::path(
    get,
    path = "/api/v1/players/{player}/stats",
    tag = "players",
    params(("player" = uuid::Uuid, Path, description = "The player."), StatsQuery),
    responses(
        (status = 200, description = "The statistics; no games for somebody without such matches.", body = ref("#/components/schemas/PlayerStats")),
        (status = 400, description = "`bad_parameter`."),
    )
)]
pub async fn player_stats(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(player): Path<PlayerId>,
    Query(query): Query<StatsQuery>,
) -> Result<Json<PlayerStats>, RestError> {
    let filter = MatchFilter {
        player: Some(player),
        variant: query.variant.map(|variant| variant.id().to_owned()),
        status: Some(MatchStatus::Over),
        from: moment("from", query.from.as_deref())?,
        to: moment("to", query.to.as_deref())?,
        order: MatchOrder::NewestFirst,
        ..MatchFilter::default()
    };
    let mut counted = Counted::default();
    let mut next = None;
    loop {
        let page = app.store.matches(&filter, next, MAX_PAGE_MATCHES).await?;
        app.costs
            .charge_address(address, page.items.len() as Cost * EXPORTED_SUMMARY);
        for summary in &page.items {
            counted.count(player, summary);
        }
        next = page.next;
        if next.is_none() || counted.matches >= MAX_COUNTED {
            break;
        }
    }
    Ok(Json(PlayerStats {
        player,
        since: next.and(counted.earliest),
        games: counted.games(),
    }))
}

/// What was counted so far.
#[derive(Debug, Default)]
struct Counted {
    matches: usize,
    /// When the last match ended that was counted.
    earliest: Option<Timestamp>,
    games: BTreeMap<(Variant, u8), GameStats>,
}

impl Counted {
    fn count(&mut self, player: PlayerId, summary: &MatchSummary) {
        self.matches += 1;
        self.earliest = Some(summary.ended_at);
        // A game of a later version is left out.
        let Ok(variant) = summary.variant.parse::<Variant>() else {
            return;
        };
        // Somebody who held two seats is counted with the better one.
        let own = summary.players.iter().enumerate();
        let own = own.filter(|(_, seat)| seat.player == Some(player));
        let placed = own.map(|(index, seat)| (place(seat, &summary.players), index, seat));
        let Some((place, index, own)) = placed.min_by_key(|&(place, ..)| place) else {
            return;
        };
        let game = (variant, summary.seats);
        let stats = self.games.entry(game).or_insert_with(|| GameStats {
            variant,
            seats: summary.seats,
            matches: 0,
            won: 0,
            places: vec![0; summary.seats.into()],
            leads: None,
        });
        stats.matches += 1;
        stats.won += u32::from(own.won);
        if let Some(times) = stats.places.get_mut(place) {
            *times += 1;
        }
        let others = summary.players.iter().enumerate();
        let others = others.filter(|&(other, _)| other != index);
        let best = others.filter_map(|(_, seat)| seat.score).max();
        if let (Some(score), Some(best)) = (own.score, best) {
            let lead = i64::from(score) - i64::from(best);
            let before = stats.leads.unwrap_or(Leads {
                sum: 0,
                lowest: lead,
                highest: lead,
            });
            stats.leads = Some(Leads {
                sum: before.sum + lead,
                lowest: before.lowest.min(lead),
                highest: before.highest.max(lead),
            });
        }
    }

    fn games(self) -> Vec<GameStats> {
        let mut games: Vec<GameStats> = self.games.into_values().collect();
        games.sort_by_key(|game| Reverse(game.matches));
        games
    }
}

/// How many seats are before this one: the winners share the first place, and others rank by score.
fn place(own: &MatchPlayer, all: &[MatchPlayer]) -> usize {
    let rank = |seat: &MatchPlayer| (seat.won, seat.score.filter(|_| !seat.won));
    let better = all.iter().filter(|&seat| rank(seat) > rank(own));
    better.count()
}

#[cfg(test)]
mod tests {
    use giog_protocol::RoomId;
    use giog_rules::MatchId;
    use uuid::Uuid;

    use super::*;

    const ME: PlayerId = PlayerId(Uuid::from_u128(1));

    /// A match in which the first seat is mine.
    fn ended(variant: &str, seats: &[(bool, Option<i32>)]) -> MatchSummary {
        let player = |(seat, &(won, score)): (u8, &(bool, Option<i32>))| MatchPlayer {
            seat,
            player: Some(PlayerId(Uuid::from_u128(u128::from(seat) + 1))),
            bot: None,
            won,
            score,
        };
        MatchSummary {
            match_id: MatchId(Uuid::from_u128(1)),
            room: RoomId(Uuid::from_u128(1)),
            variant: variant.to_owned(),
            seats: u8::try_from(seats.len()).expect("few"),
            status: MatchStatus::Over,
            end: None,
            clock: None,
            listed: true,
            started_at: Timestamp::from_unix_ms(1),
            ended_at: Timestamp::from_unix_ms(2),
            players: (0..).zip(seats).map(player).collect(),
        }
    }

    fn counted(matches: &[MatchSummary]) -> Vec<GameStats> {
        let mut counted = Counted::default();
        for summary in matches {
            counted.count(ME, summary);
        }
        counted.games()
    }

    #[test]
    fn places_and_leads_are_those_of_the_results() {
        let [first, second, third] = [10, 7, 7].map(Some);
        let games = counted(&[
            ended("zhi-hu", &[(true, first), (false, second), (false, third)]),
            ended("zhi-hu", &[(false, second), (true, first), (false, third)]),
            ended(
                "zhi-hu",
                &[(false, Some(-3)), (true, first), (false, third)],
            ),
            // The game is won otherwise than by the highest score.
            ended(
                "zhi-hu",
                &[(true, second), (false, first), (false, Some(0))],
            ),
        ]);
        assert_eq!(games.len(), 1);
        let stats = &games[0];
        assert_eq!((stats.seats, stats.matches, stats.won), (3, 4, 2));
        assert_eq!(stats.places, [2, 1, 1]);
        let leads = stats.leads.expect("scores");
        assert_eq!((leads.sum, leads.lowest, leads.highest), (-16, -13, 3));
    }

    #[test]
    fn games_and_numbers_of_seats_are_apart_and_draws_are_shared() {
        let games = counted(&[
            ended("giog", &[(false, None), (true, None), (false, None)]),
            ended("xiangqi", &[(false, None), (false, None)]),
            ended("giog", &[(true, None), (true, None)]),
            ended("xiangqi", &[(false, None), (true, None)]),
            ended("a game of later", &[(true, None), (false, None)]),
        ]);
        let seen = games.iter().map(|stats| {
            assert_eq!(stats.leads, None);
            let name = (stats.variant.id(), stats.seats);
            (name, stats.matches, stats.won, stats.places.clone())
        });
        let seen: Vec<_> = seen.collect();
        assert_eq!(
            seen,
            [
                (("xiangqi", 2), 2, 0, vec![1, 1]),
                (("giog", 2), 1, 1, vec![1, 0]),
                (("giog", 3), 1, 0, vec![0, 1, 0]),
            ]
        );
    }

    #[test]
    fn whoever_held_two_seats_is_counted_once() {
        let mut summary = ended(
            "zhi-hu",
            &[(false, Some(1)), (true, Some(4)), (false, Some(2))],
        );
        summary.players[1].player = Some(ME);
        let games = counted(&[summary]);
        assert_eq!((games[0].matches, games[0].won), (1, 1));
        assert_eq!(games[0].places, [1, 0, 0]);
        let leads = games[0].leads.expect("scores");
        assert_eq!(leads.sum, 2);
    }
}
