//! What statistics of a game count, and the ladders with the most people.

use giog_ratings::{Pool, Season, SeatGroup};

use super::fresh::Fresh;
use super::on_both;
use super::ratings::{ending, hides, pool, rated};
use super::samples::{at, device, finished, lease, player, store_facts};
use crate::{CountedMatch, Fact, MatchStatus};

on_both!(
    the_latest_public_matches_of_a_game_are_counted_and_no_others,
    the_ladders_with_the_most_people_come_first,
);

async fn the_latest_public_matches_of_a_game_are_counted_and_no_others(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut games: Vec<_> = (0..6).map(finished).collect();
    for (number, game) in (0..).zip(&mut games) {
        game.variant = "giog".to_owned();
        game.ended_at = at(1_000 + number);
    }
    games[3].listed = false;
    games[4].status = MatchStatus::Abandoned;
    games[5].variant = "zhi-hu".to_owned();
    for (index, game) in (0..).zip(&games) {
        let facts = vec![Fact::MatchFinished(game.clone())];
        store_facts(&store, fence, index, facts).await;
    }
    let expected = [2, 1, 0].map(|number| {
        let game = &games[number];
        let people: std::collections::BTreeSet<_> =
            game.players.iter().filter_map(|seat| seat.player).collect();
        CountedMatch {
            match_id: game.match_id,
            seats: game.seats,
            clock: game.clock.clone(),
            people: u8::try_from(people.len()).expect("few"),
            started_at: game.started_at,
            ended_at: game.ended_at,
            players: game.players.clone(),
        }
    });
    let all = store.counted("giog", 100).await.expect("an answer");
    assert_eq!((&all.items[..], all.next), (&expected[..], None));
    let latest = store.counted("giog", 2).await.expect("an answer");
    assert_eq!(latest.items, expected[..2]);
    assert!(latest.next.is_some(), "there are earlier ones");
    store.close().await;
}

async fn the_ladders_with_the_most_people_come_first(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    for number in 1..=4 {
        let id = player(number.into());
        let created = store.create_guest(id, "Lin", device(number), at(0)).await;
        created.expect("created");
    }
    let of = |game: &str, seats| Pool {
        game: game.to_owned(),
        seats: SeatGroup::of(seats),
        ..pool()
    };
    let season = Season::of(at(0).unix_ms());
    let ladders = async |limit| store.ladders(season, limit).await.expect("an answer");
    assert_eq!(ladders(8).await, []);
    let pools = [
        (of("giog", 2), vec![1, 2]),
        (of("zhi-hu", 3), vec![1, 2, 3]),
    ];
    for (number, (pool, people)) in (1_u8..).zip(&pools) {
        let mut rated = rated(number.into(), people);
        rated.pool = pool.clone();
        store_facts(&store, fence, number.into(), ending(rated)).await;
    }
    let both = [(of("zhi-hu", 3), 3), (of("giog", 2), 2)];
    assert_eq!(ladders(8).await, both);
    assert_eq!(ladders(1).await, both[..1]);
    let next = Season::of(at(120 * super::ratings::DAY_MS).unix_ms());
    assert_eq!(store.ladders(next, 8).await.expect("an answer"), []);
    // Who hides the rating is not counted.
    store.choose([3; 32], hides(true)).await.expect("done");
    assert_eq!(ladders(1).await, [(of("giog", 2), 2)]);
    store.close().await;
}
