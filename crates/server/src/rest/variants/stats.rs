//! `/variants/{variant}/statistics`.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use giog_protocol::Clock;
use giog_protocol::rest::{HighestScore, LongestMatch, ProblemCode, SeatsStats, VariantStats};
use giog_rules::Variant;
use giog_store::{CountedMatch, MAX_COUNTED_MATCHES};

use crate::cacheable::{CachePolicy, ClientTags, cacheable_json};
use crate::problem::RestError;
use crate::rest::extract::Path;
use crate::state::App;

/// What a game's public matches say
///
/// How many there are, who won them by seat, how long they lasted, and records with the id of their match. Abandoned matches and those of
/// unlisted and password rooms are not counted. At most the latest 10,000 are: `since` then says from when on. They are made anew every ten
/// minutes, so a match may be in them that was deleted since.
#[utoipa::path(
    get,
    path = "/api/v1/variants/{variant}/statistics",
    tag = "variants",
    params(("variant" = String, Path, description = "The game.")),
    responses(
        (status = 200, description = "The statistics; nothing by seats if there are no matches.", body = ref("#/components/schemas/VariantStats")),
        (status = 304, description = "Not modified since `If-None-Match`."),
        (status = 404, description = "`no_such_variant`."),
    )
)]
pub async fn variant_stats(
    State(app): State<App>,
    Path(id): Path<String>,
    client_tags: ClientTags,
) -> Result<Response, RestError> {
    let variant: Variant = id.parse().map_err(|_| ProblemCode::NoSuchVariant)?;
    let cached = app.answers.statistics.get(&variant);
    let make = async || {
        let page = app.store.counted(variant.id(), MAX_COUNTED_MATCHES).await?;
        let count = move || counted(variant, &page.items, page.next.is_some());
        Ok::<_, RestError>(app.workers.run(count).await?)
    };
    let stats = cached
        .ok_or(ProblemCode::NoSuchVariant)?
        .get(app.clock.now(), make)
        .await?;
    Ok(cacheable_json(
        &client_tags,
        CachePolicy::PublicAsking,
        &*stats,
    ))
}

/// What was counted for a number of seats.
#[derive(Debug, Default)]
struct Counted {
    matches: u32,
    drawn: u32,
    won: Vec<u32>,
    lasted_ms: Vec<u64>,
}

/// The statistics of these matches, the latest first.
fn counted(variant: Variant, items: &[CountedMatch], has_earlier: bool) -> VariantStats {
    let mut by_seats: BTreeMap<u8, Counted> = BTreeMap::new();
    let mut longest: Option<LongestMatch> = None;
    let mut highest: Option<HighestScore> = None;
    for game in items {
        let counted = by_seats.entry(game.seats).or_default();
        counted.count(game);
        let (match_id, ended_at) = (game.match_id, game.ended_at);
        // The latest come first, and the earlier one of equals holds the record.
        if let Some(lasted_ms) = lasted_ms(game).filter(|_| game.people >= 2)
            && longest.is_none_or(|longest| longest.lasted_ms <= lasted_ms)
        {
            longest = Some(LongestMatch {
                match_id,
                ended_at,
                lasted_ms,
            });
        }
        let people = game.players.iter().filter(|player| player.player.is_some());
        if let Some(score) = people.filter_map(|player| player.score).max()
            && highest.is_none_or(|highest| highest.score <= score)
        {
            highest = Some(HighestScore {
                match_id,
                ended_at,
                score,
            });
        }
    }
    let earliest = items.last().map(|game| game.ended_at);
    VariantStats {
        variant,
        matches: u32::try_from(items.len()).unwrap_or(u32::MAX),
        since: earliest.filter(|_| has_earlier),
        seats: by_seats
            .into_iter()
            .map(|(seats, counted)| counted.told(seats))
            .collect(),
        longest,
        highest,
    }
}

impl Counted {
    fn count(&mut self, game: &CountedMatch) {
        self.matches += 1;
        self.won.resize(usize::from(game.seats), 0);
        let winners = game.players.iter().filter(|player| player.won).count();
        if winners == 0 || winners == game.players.len() {
            self.drawn += 1;
        } else {
            for player in game.players.iter().filter(|player| player.won) {
                if let Some(won) = self.won.get_mut(usize::from(player.seat)) {
                    *won += 1;
                }
            }
        }
        self.lasted_ms.extend(lasted_ms(game));
    }

    fn told(mut self, seats: u8) -> SeatsStats {
        let middle = self.lasted_ms.len().saturating_sub(1) / 2;
        let median_ms =
            (!self.lasted_ms.is_empty()).then(|| *self.lasted_ms.select_nth_unstable(middle).1);
        SeatsStats {
            seats,
            matches: self.matches,
            drawn: self.drawn,
            won: self.won,
            median_ms,
        }
    }
}

/// How long a match lasted; none if nothing but the players' patience ended its decisions, or if the date was set back during it.
fn lasted_ms(game: &CountedMatch) -> Option<u64> {
    let clock: Clock = serde_json::from_str(game.clock.as_deref()?).ok()?;
    if matches!(clock, Clock::None | Clock::Days { .. }) {
        return None;
    }
    let lasted = game
        .ended_at
        .unix_ms()
        .checked_sub(game.started_at.unix_ms())?;
    u64::try_from(lasted).ok()
}

#[cfg(test)]
mod tests {
    use giog_rules::{MatchId, PlayerId, Timestamp};
    use giog_store::MatchPlayer;
    use uuid::Uuid;

    use super::*;

    /// A match of two people that ended as the so-manieth one, lasted so many minutes, and whose seats have won and scored so.
    fn game(number: u32, minutes: i64, clock: &str, seats: &[(bool, Option<i32>)]) -> CountedMatch {
        let ended_ms = i64::from(number) * 86_400_000;
        let player = |(seat, &(won, score)): (u8, &(bool, Option<i32>))| MatchPlayer {
            seat,
            player: (seat < 2).then(|| PlayerId(Uuid::from_u128(seat.into()))),
            bot: (seat >= 2).then(|| "simple".to_owned()),
            won,
            score,
        };
        CountedMatch {
            match_id: MatchId(Uuid::from_u128(number.into())),
            seats: u8::try_from(seats.len()).expect("few"),
            clock: Some(clock.to_owned()),
            people: 2,
            started_at: Timestamp::from_unix_ms(ended_ms - minutes * 60_000),
            ended_at: Timestamp::from_unix_ms(ended_ms),
            players: (0..).zip(seats).map(player).collect(),
        }
    }

    fn stats(items: &[CountedMatch]) -> VariantStats {
        counted(any_game(), items, false)
    }

    fn any_game() -> Variant {
        Variant::ALL[0]
    }

    const AUTO: &str = r#"{"kind":"auto"}"#;
    const DAYS: &str = r#"{"kind":"days","days":3}"#;
    const WON: [(bool, Option<i32>); 2] = [(true, None), (false, None)];

    #[test]
    fn each_seat_has_the_matches_that_it_won_and_draws_are_nobodys() {
        let (no, yes) = ((false, None), (true, None));
        let stats = stats(&[
            game(5, 9, AUTO, &[yes, no]),
            game(4, 1, AUTO, &[no, yes]),
            game(3, 2, AUTO, &[yes, yes]),
            game(2, 4, AUTO, &[no, no]),
            game(1, 5, AUTO, &[yes, no, yes]),
        ]);
        let [two, three] = &stats.seats[..] else {
            panic!("{stats:?}")
        };
        assert_eq!((two.seats, two.matches, two.drawn), (2, 4, 2));
        assert_eq!(two.won, [1, 1]);
        assert_eq!(two.median_ms, Some(120_000));
        assert_eq!((three.seats, three.matches, three.drawn), (3, 1, 0));
        assert_eq!(three.won, [1, 0, 1]);
        assert_eq!((stats.matches, stats.since), (5, None));
    }

    #[test]
    fn lengths_are_those_of_matches_with_a_clock_and_the_earliest_of_equals_is_the_longest() {
        let mut alone = game(6, 300, AUTO, &WON);
        alone.people = 1;
        let mut of_before = game(5, 400, AUTO, &WON);
        of_before.clock = None;
        let stats = stats(&[
            alone,
            of_before,
            game(4, 9_000, DAYS, &WON),
            game(3, 8_000, r#"{"kind":"none"}"#, &WON),
            game(2, 20, AUTO, &WON),
            game(1, 20, AUTO, &WON),
            game(0, -5, AUTO, &WON),
        ]);
        let longest = stats.longest.expect("one");
        assert_eq!(longest.match_id, MatchId(Uuid::from_u128(1)));
        assert_eq!(longest.lasted_ms, 20 * 60_000);
        assert_eq!(stats.seats[0].median_ms, Some(20 * 60_000));
        assert_eq!(stats.highest, None);
    }

    #[test]
    fn the_highest_score_is_that_of_a_person() {
        let stats = stats(&[
            game(
                2,
                1,
                AUTO,
                &[(true, Some(7)), (false, Some(3)), (true, Some(99))],
            ),
            game(1, 1, DAYS, &[(false, Some(-8)), (true, Some(8))]),
        ]);
        let highest = stats.highest.expect("one");
        assert_eq!((highest.match_id.0.as_u128(), highest.score), (1, 8));
    }

    #[test]
    fn it_is_said_from_when_on_they_were_counted() {
        let items = vec![game(2, 1, AUTO, &WON), game(1, 1, AUTO, &WON)];
        assert_eq!(stats(&items).since, None);
        let since = counted(any_game(), &items, true).since;
        assert_eq!(since, Some(items[1].ended_at));
        assert_eq!(stats(&[]).seats, []);
    }
}
