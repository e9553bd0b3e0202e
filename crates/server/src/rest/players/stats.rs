//! `/players/{player}/stats`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use axum::Extension;
use axum::extract::State;
use giog_protocol::rest::{GameStats, Leads, OpeningStats, OpponentStats, PlayerStats, Streaks};
use giog_rules::{PlayerId, Variant};
use giog_store::{
    MAX_PLAYED_MATCHES, MatchFilter, MatchOrder, MatchPlayer, MatchStatus, PlayedMatch,
};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::client::ClientAddress;
use crate::cost::Cost;
use crate::cost::weights::COUNTED_MATCH;
use crate::problem::RestError;
use crate::rest::extract::{Json, Path, Query};
use crate::rest::guests::friends::info;
use crate::rest::matches::list::moment;
use crate::rest::openapi::variant_schema;
use crate::state::App;

/// How many opponents one answer has.
const MAX_OPPONENTS: usize = 10;
/// Of how many the names are read: those whose data was deleted are left out.
const MAX_NAMED: usize = 3 * MAX_OPPONENTS;
/// How many openings a game has.
const MAX_OPENINGS: usize = 5;

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
    /// At most so many of the latest matches are counted, 1 to 1,000; default 1,000.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
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
    let limit = query.limit.unwrap_or(MAX_PLAYED_MATCHES);
    if !(1..=MAX_PLAYED_MATCHES).contains(&limit) {
        let text = format!("`limit` must be from 1 to {MAX_PLAYED_MATCHES}");
        return Err(RestError::BadParameter(text));
    }
    let filter = MatchFilter {
        player: Some(player),
        variant: query.variant.map(|variant| variant.id().to_owned()),
        status: Some(MatchStatus::Over),
        from: moment("from", query.from.as_deref())?,
        to: moment("to", query.to.as_deref())?,
        order: MatchOrder::NewestFirst,
        ..MatchFilter::default()
    };
    let page = app.store.played(&filter, limit).await?;
    app.costs
        .charge_address(address, page.items.len() as Cost * COUNTED_MATCH);
    let mut counted = Counted::default();
    for game in &page.items {
        counted.count(player, game);
    }
    let earliest = page.items.last().map(|game| game.ended_at);
    Ok(Json(PlayerStats {
        player,
        since: page.next.and(earliest),
        opponents: opponents(&app, &counted.met).await?,
        games: counted.games(),
    }))
}

/// The people whom the player met most often, with their present names.
async fn opponents(
    app: &App,
    met: &HashMap<PlayerId, Met>,
) -> Result<Vec<OpponentStats>, RestError> {
    let mut most: Vec<(PlayerId, Met)> = met.iter().map(|(&player, &met)| (player, met)).collect();
    most.sort_by_key(|&(player, met)| (Reverse(met.matches), player.0));
    most.truncate(MAX_NAMED);
    if most.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<PlayerId> = most.iter().map(|&(player, _)| player).collect();
    let named = app.store.names(&ids).await?.into_iter();
    let mut named: HashMap<PlayerId, _> = named.map(|named| (named.player, named)).collect();
    let known = most.into_iter().filter_map(|(player, met)| {
        Some(OpponentStats {
            person: info(named.remove(&player)?),
            matches: met.matches,
            ahead: met.ahead,
            behind: met.behind,
        })
    });
    Ok(known.take(MAX_OPPONENTS).collect())
}

/// What was counted so far, from the latest match on.
#[derive(Debug, Default)]
struct Counted {
    games: BTreeMap<(Variant, u8), Game>,
    met: HashMap<PlayerId, Met>,
}

/// What was counted of a game for so many seats.
#[derive(Debug)]
struct Game {
    stats: GameStats,
    /// Whether all matches so far were won.
    all_won: bool,
    /// How many matches before these were won in a row.
    row: u32,
    openings: HashMap<String, u32>,
}

/// Matches with somebody else.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    matches: u32,
    ahead: u32,
    behind: u32,
}

impl Counted {
    fn count(&mut self, player: PlayerId, game: &PlayedMatch) {
        // A game of a later version is left out.
        let Ok(variant) = game.variant.parse::<Variant>() else {
            return;
        };
        let best = best_seats(&game.players);
        let Some(&(place, index)) = best.get(&player) else {
            return;
        };
        let counted = self.games.entry((variant, game.seats));
        let counted = counted.or_insert_with(|| Game::new(variant, game.seats));
        counted.count(place, index, game);
        for (&other, &(theirs, _)) in best.iter().filter(|&(&other, _)| other != player) {
            let met = self.met.entry(other).or_default();
            met.matches += 1;
            met.ahead += u32::from(place < theirs);
            met.behind += u32::from(theirs < place);
        }
    }

    fn games(self) -> Vec<GameStats> {
        let mut games: Vec<GameStats> = self.games.into_values().map(Game::stats).collect();
        games.sort_by_key(|game| Reverse(game.matches));
        games
    }
}

impl Game {
    fn new(variant: Variant, seats: u8) -> Self {
        Self {
            stats: GameStats {
                variant,
                seats,
                matches: 0,
                won: 0,
                places: vec![0; seats.into()],
                leads: None,
                streaks: Streaks::default(),
                openings: Vec::new(),
            },
            all_won: true,
            row: 0,
            openings: HashMap::new(),
        }
    }

    /// Counts a match, in which the player ended in this place, on the seat of this index.
    fn count(&mut self, place: usize, index: usize, played: &PlayedMatch) {
        let Some(own) = played.players.get(index) else {
            return;
        };
        let stats = &mut self.stats;
        stats.matches += 1;
        stats.won += u32::from(own.won);
        if let Some(times) = stats.places.get_mut(place) {
            *times += 1;
        }
        self.all_won &= own.won;
        self.row = if own.won { self.row + 1 } else { 0 };
        stats.streaks.longest = stats.streaks.longest.max(self.row);
        if self.all_won {
            stats.streaks.current = self.row;
        }
        let openings = played.openings.as_deref().unwrap_or_default();
        if let Some(Some(opening)) = openings.get(index) {
            *self.openings.entry(opening.clone()).or_default() += 1;
        }
        let others = played.players.iter().enumerate();
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

    fn stats(self) -> GameStats {
        let openings = self.openings.into_iter();
        let mut openings: Vec<OpeningStats> = openings
            .map(|(opening, matches)| OpeningStats { opening, matches })
            .collect();
        openings.sort_by(|one, other| {
            let before = other.matches.cmp(&one.matches);
            before.then_with(|| one.opening.cmp(&other.opening))
        });
        openings.truncate(MAX_OPENINGS);
        GameStats {
            openings,
            ..self.stats
        }
    }
}

/// The people of a match, each with their place, and the index of their seat: of somebody who held two, the better one.
fn best_seats(all: &[MatchPlayer]) -> HashMap<PlayerId, (usize, usize)> {
    let mut best = HashMap::new();
    for (index, seat) in all.iter().enumerate() {
        let Some(player) = seat.player else { continue };
        let own = (place(seat, all), index);
        let known = best.entry(player).or_insert(own);
        *known = own.min(*known);
    }
    best
}

/// How many seats are before this one: the winners share the first place, and others rank by score.
fn place(own: &MatchPlayer, all: &[MatchPlayer]) -> usize {
    let rank = |seat: &MatchPlayer| (seat.won, seat.score.filter(|_| !seat.won));
    let better = all.iter().filter(|&seat| rank(seat) > rank(own));
    better.count()
}

#[cfg(test)]
mod tests {
    use giog_rules::Timestamp;
    use uuid::Uuid;

    use super::*;

    const ME: PlayerId = PlayerId(Uuid::from_u128(1));

    /// A match in which the first seat is mine.
    fn ended(variant: &str, seats: &[(bool, Option<i32>)]) -> PlayedMatch {
        let player = |(seat, &(won, score)): (u8, &(bool, Option<i32>))| MatchPlayer {
            seat,
            player: Some(PlayerId(Uuid::from_u128(u128::from(seat) + 1))),
            bot: None,
            won,
            score,
        };
        PlayedMatch {
            variant: variant.to_owned(),
            seats: u8::try_from(seats.len()).expect("few"),
            ended_at: Timestamp::from_unix_ms(2),
            openings: None,
            players: (0..).zip(seats).map(player).collect(),
        }
    }

    fn counted(matches: &[PlayedMatch]) -> Vec<GameStats> {
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
