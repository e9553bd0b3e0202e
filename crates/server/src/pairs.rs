//! Statistics of pairs for the operator: who spares whom at rated tables. What they need is read from the records of rated matches behind
//! everything else; the statistics are computed when the operator asks.

use std::collections::HashMap;
use std::sync::Arc;

use giog_protocol::operator::{PairInfo, PairList, PairPerson, TellingDecision};
use giog_ratings::pairs::{LEAST_MATCHES, Occasion, Pair, Pairs, Player, pairs};
use giog_ratings::{Anchor, Parameters, Rating, SeatGroup, seated_anchor, winning_chances};
use giog_review::tricks::occasions;
use giog_rooms::Now;
use giog_rules::{PlayerId, Record, Seat, Timestamp};
use giog_store::{Archive, MAX_OCCASIONS_BYTES, MAX_PAGE_MATCHES, RatedPlay, StoreError};
use tokio::time::Instant;

use crate::problem::RestError;
use crate::reviews::Reviews;
use crate::slowly::{STEP, of_record, pause};
use crate::workers::Workers;

/// Matches that ended so long ago are not compared.
const SPAN_MS: i64 = 90 * 24 * 3_600_000;
/// So many are compared, the latest ones: with their occasions a few dozen MB, and some seconds of a thread behind everything that plays.
const MOST_MATCHES: usize = 20_000;
/// The most pairs that are told.
const MOST_PAIRS: usize = 100;

/// An occasion as it is stored: seat, seat that was winning the trick, whether it was taken, what taking was worth, action, trick.
type Stored = (u8, u8, bool, i32, usize, u8);

/// Reads the occasions of rated matches, slowly, and goes on looking for more.
pub(crate) async fn keep(store: Arc<Archive>, workers: Workers) {
    loop {
        let begun = Instant::now();
        pause(begun, step(&store, &workers).await).await;
    }
}

/// Reads the next ones; false if there was nothing to do.
async fn step(store: &Archive, workers: &Workers) -> Result<bool, StoreError> {
    let mut found = Vec::new();
    for id in store.matches_without_occasions(STEP).await? {
        if let Some(occasions) = of_record(store, workers, id, found_in).await {
            found.push((id, text(&occasions)));
        }
    }
    // What is left has time.
    if found.is_empty() {
        return Ok(false);
    }
    store.set_occasions(&found).await?;
    Ok(true)
}

/// The occasions of a match; a game without a net has none.
fn found_in(record: &Record) -> Vec<Stored> {
    let number = |seat: Seat| u8::try_from(seat.index()).unwrap_or_default();
    let found = occasions(record).unwrap_or_default().into_iter();
    let stored = found.map(|of| {
        let (seat, from) = (number(of.seat), number(of.from));
        (seat, from, of.took, of.gain, of.action, of.trick)
    });
    stored.collect()
}

/// What is stored of them; nothing of more than fit, which no game has.
fn text(occasions: &[Stored]) -> String {
    let json = serde_json::to_string(occasions).ok();
    let fitting = json.filter(|json| json.len() <= MAX_OCCASIONS_BYTES);
    fitting.unwrap_or_else(|| "[]".to_owned())
}

/// The pairs of the latest matches that honest people are rarely like.
pub(crate) async fn suspicious(
    store: &Archive,
    reviews: &Reviews,
    now: Now,
) -> Result<PairList, RestError> {
    let since = Timestamp::from_unix_ms(now.wall.unix_ms().saturating_sub(SPAN_MS));
    let plays = plays(store, since).await?;
    let matches = u32::try_from(plays.len()).unwrap_or(u32::MAX);
    let compare = move || {
        let found = compared(&plays);
        (plays, found)
    };
    let (plays, found) = reviews.do_among(compare).await?;
    let told = found.told.into_iter().take(MOST_PAIRS);
    let told: Vec<Pair<PlayerId>> = told.collect();
    let people: Vec<PlayerId> = told.iter().flat_map(|pair| pair.people).collect();
    let names = store.names(&people).await?.into_iter();
    let names: HashMap<PlayerId, String> = names.map(|one| (one.player, one.name)).collect();
    Ok(PairList {
        since,
        matches,
        least_matches: LEAST_MATCHES,
        compared: u32::try_from(found.compared).unwrap_or(u32::MAX),
        pairs: told.iter().map(|pair| info(pair, &plays, &names)).collect(),
    })
}

/// The latest matches since a time.
async fn plays(store: &Archive, since: Timestamp) -> Result<Vec<RatedPlay>, StoreError> {
    let (mut plays, mut cursor) = (Vec::new(), None);
    while plays.len() < MOST_MATCHES {
        let page = store.rated_plays(since, cursor, MAX_PAGE_MATCHES).await?;
        plays.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    Ok(plays)
}

fn compared(plays: &[RatedPlay]) -> Pairs<PlayerId> {
    let mut kinds: HashMap<(&str, SeatGroup), usize> = HashMap::new();
    let (mut matches, mut found) = (Vec::with_capacity(plays.len()), Vec::new());
    for (game, play) in plays.iter().enumerate() {
        matches.push(players(play));
        let next = kinds.len();
        let kind = (&*play.pool.game, play.pool.seats);
        let kind = *kinds.entry(kind).or_insert(next);
        let person = |seat: u8| {
            let of_seat = play.people.iter().find(|one| one.seat == seat);
            of_seat.map(|one| one.player)
        };
        for (seat, from, took, gain, decision, trick) in read(play) {
            // Whoever was deleted is nobody.
            if let (Some(by), Some(from)) = (person(seat), person(from)) {
                found.push(Occasion {
                    game,
                    decision,
                    kind,
                    trick,
                    by,
                    from,
                    took,
                    gain,
                });
            }
        }
    }
    pairs(&matches, &found)
}

fn read(play: &RatedPlay) -> Vec<Stored> {
    serde_json::from_str(&play.occasions).unwrap_or_default()
}

/// The people of a match with what their ratings promised beside those of computer players, and what they won.
fn players(play: &RatedPlay) -> Vec<Player<PlayerId>> {
    let anchors = play.anchors.as_deref();
    let people = play.people.iter().map(|one| one.before);
    let anchor = seated_anchor(&play.pool).map(Anchor::rating);
    let bots = anchor
        .into_iter()
        .cycle()
        .take(anchors.map_or(0, <[u8]>::len));
    let before: Vec<Rating> = people.chain(bots).collect();
    let chances = winning_chances(&before, &Parameters::default());
    let ranks = play.people.iter().map(|one| one.rank);
    let ranks = ranks.chain(anchors.into_iter().flatten().copied());
    let first = ranks.filter(|&rank| rank == 1).count();
    let share = 1.0 / f64::from(u32::try_from(first).unwrap_or(1).max(1));
    // If nobody here is first, it was somebody who was deleted.
    let is_known = anchors.is_some() && first > 0;
    let people = play.people.iter().zip(chances).map(|(one, chance)| Player {
        person: one.player,
        result: is_known.then_some((chance, if one.rank == 1 { share } else { 0.0 })),
    });
    people.collect()
}

fn info(pair: &Pair<PlayerId>, plays: &[RatedPlay], names: &HashMap<PlayerId, String>) -> PairInfo {
    let telling = pair.telling.iter().filter_map(|&(game, action)| {
        let play = plays.get(game)?;
        let stored = read(play).into_iter().find(|stored| stored.4 == action)?;
        let (seat, _, _, gain, action, trick) = stored;
        Some(TellingDecision {
            match_id: play.match_id,
            seat,
            trick,
            action,
            gain,
        })
    });
    PairInfo {
        people: pair.people.map(|player| PairPerson {
            player,
            name: names.get(&player).cloned(),
        }),
        matches: pair.matches,
        occasions: pair.occasions,
        took: pair.took,
        expected: rounded(pair.expected, 10.0),
        gifts: rounded(pair.gifts, 100.0),
        results: rounded(pair.results, 10.0),
        chance: pair.chance,
        false_part: pair.false_part,
        telling: telling.collect(),
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

#[cfg(test)]
mod tests {
    use giog_ratings::Pool;
    use giog_rules::MatchId;
    use giog_store::RatedSeat;
    use uuid::Uuid;

    use super::*;

    fn player(number: u8) -> PlayerId {
        PlayerId(Uuid::from_u128(number.into()))
    }

    /// A match of four, in each of which the second seat could take a trick from the first and the fourth one from the third.
    fn play(number: usize, people: [u8; 4], took: [bool; 2]) -> RatedPlay {
        let stored: [Stored; 2] = [(1, 0, took[0], 900, 17, 3), (3, 2, took[1], 900, 18, 3)];
        let people = people.into_iter().zip(0..).map(|(person, seat)| RatedSeat {
            player: player(person),
            seat,
            rank: if seat == 0 { 1 } else { 2 },
            before: Rating::NEW,
        });
        RatedPlay {
            match_id: MatchId(Uuid::from_u128(number as u128)),
            pool: "giog/4-5/live".parse::<Pool>().expect("a pool"),
            ended_at: Timestamp::from_unix_ms(0),
            occasions: serde_json::to_string(&stored).expect("plain data"),
            people: people.collect(),
            anchors: Some(Vec::new()),
        }
    }

    /// The second person takes every trick, but none from the first one.
    fn plays() -> Vec<RatedPlay> {
        let sparing = (0..20).map(|number| play(number, [1, 2, 3, 4], [false, true]));
        let others = (20..60).map(|number| play(number, [3, 2, 5, 6], [true, true]));
        sparing.chain(others).collect()
    }

    #[test]
    fn who_takes_no_trick_of_one_person_is_told_with_the_moments() {
        let plays = plays();
        let found = compared(&plays);
        let [pair] = &found.told[..] else {
            panic!("one pair: {:?}", found.told);
        };
        let names = [(player(1), "Lin".to_owned())].into();
        let info = info(pair, &plays, &names);
        let people = info.people.clone().map(|one| (one.player, one.name));
        let lin = Some("Lin".to_owned());
        assert_eq!(people, [(player(1), lin), (player(2), None)]);
        assert_eq!((info.matches, info.occasions, info.took), (20, 20, 0));
        assert!(info.expected > 18.0 && info.gifts > 1.6, "{info:?}");
        assert!(info.chance < 1e-9 && info.false_part < 1e-8, "{info:?}");
        // The winner is one of the two in every match, which they are in half of them by their ratings.
        assert!(info.results > 4.0, "{info:?}");
        assert_eq!(info.telling.len(), 5);
        let told = &info.telling[0];
        assert!(told.match_id.0.as_u128() < 20);
        assert_eq!((told.seat, told.trick, told.action), (1, 3, 17));
        assert_eq!(told.gain, 900);
    }

    /// Two people win half of their matches among two computer players together, and by their ratings a little less.
    #[test]
    fn what_people_win_is_compared_with_chances_that_computer_players_have_too() {
        let mut play = play(1, [1, 2, 3, 4], [true, true]);
        play.people.truncate(2);
        play.anchors = Some(vec![2, 2]);
        let chances = |play: &RatedPlay| players(play).into_iter().map(|one| one.result);
        let won: Vec<_> = chances(&play).collect();
        let [Some((one, first)), Some((other, second))] = won[..] else {
            panic!("{won:?}");
        };
        assert!(first > 0.9 && second < 0.1, "{won:?}");
        assert!(one < 0.25 && (one - other).abs() < 1e-9, "{won:?}");
        // A person shares the win with a computer player.
        play.anchors = Some(vec![3, 1]);
        let shares = chances(&play).map(|result| result.map(|(_, share)| share));
        assert_eq!(shares.collect::<Vec<_>>(), [Some(0.5), Some(0.0)]);
        // A computer player wins.
        for person in &mut play.people {
            person.rank = 2;
        }
        assert!(chances(&play).all(|result| result.is_some_and(|(_, won)| won < 0.1)));
        // It was somebody who is gone, or an earlier version did not store who was first.
        for anchors in [Some(vec![2, 2]), None] {
            play.anchors = anchors;
            assert!(chances(&play).all(|result| result.is_none()));
        }
    }

    #[test]
    fn what_people_do_at_tables_for_two_says_nothing_of_tables_for_four() {
        // All take half of the tricks at tables for four; one of them takes every trick at tables for two.
        let at_four = (0..60).map(|number| play(number, [1, 2, 3, 4], [number % 2 == 0; 2]));
        let at_two = (60..160).map(|number| {
            let mut at_two = play(number, [5, 2, 6, 7], [true; 2]);
            at_two.people.truncate(2);
            at_two.pool.seats = SeatGroup::of(2);
            at_two
        });
        let mut plays: Vec<RatedPlay> = at_four.chain(at_two).collect();
        assert_eq!(compared(&plays).told, []);
        for play in &mut plays {
            play.pool.seats = SeatGroup::of(2);
        }
        let told = compared(&plays).told;
        assert_eq!(told[0].people, [1, 2].map(player), "{told:?}");
    }

    #[test]
    fn the_occasions_of_who_was_deleted_are_nobodys() {
        let mut plays = plays();
        for play in &mut plays {
            play.people.retain(|one| one.player != player(1));
        }
        let found = compared(&plays);
        assert_eq!(found.told, []);
        // Four, and of those who are left with the second person two.
        assert!(found.compared > 3, "{found:?}");
    }
}
