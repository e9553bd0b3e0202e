//! What statistics count of a player's matches, how matches were opened, and people by name and tag.

use giog_protocol::PlayerTag;
use giog_rules::PlayerId;

use super::deleted::left_of;
use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, device, finished, lease, match_id, player, store_facts};
use crate::{Archive, Choice, Fact, FinishedMatch, MatchFilter, MatchStatus, Page, PlayedMatch};

on_both!(
    the_latest_public_matches_of_a_player_are_read_with_how_they_were_opened,
    openings_that_were_not_stored_are_filled_in_once_and_stay,
    a_deleted_match_is_counted_no_more,
    people_are_found_by_their_exact_name_and_tag_unless_they_opted_out,
    tags_that_were_not_stored_are_computed,
);

/// The public matches of a player that are over.
fn public_of(player: PlayerId) -> MatchFilter {
    MatchFilter {
        player: Some(player),
        status: Some(MatchStatus::Over),
        ..MatchFilter::default()
    }
}

async fn played(store: &Archive, limit: u32) -> Page<PlayedMatch> {
    let page = store.played(&public_of(player(1)), limit).await;
    page.expect("an answer")
}

/// A match that ended as the first, second … one, in one of two games.
fn game(number: u32) -> FinishedMatch {
    let mut game = finished(number.into());
    game.variant = ["giog", "zhi-hu"][number as usize % 2].to_owned();
    game.ended_at = at(i64::from(number));
    game.players[0].won = number.is_multiple_of(3);
    game.openings = vec![Some(format!("P{number}")), None, None];
    game
}

async fn store_games(store: &Archive, games: Vec<FinishedMatch>) -> crate::Fence {
    let fence = lease(store).await;
    for (index, game) in (0..).zip(games) {
        store_facts(store, fence, index, vec![Fact::MatchFinished(game)]).await;
    }
    fence
}

/// Makes matches such as a server of before stored them.
pub(crate) async fn forget_openings(fresh: &Fresh, which: &str) {
    let on = if fresh.is_sqlite() { "" } else { " ON matches" };
    let sql = format!(
        "DROP TRIGGER openings_are_final{on}; UPDATE matches SET openings = NULL WHERE {which}"
    );
    fresh.execute(&sql).await.expect("forgotten");
}

fn openings(page: &Page<PlayedMatch>) -> Vec<Option<String>> {
    let first = |played: &PlayedMatch| played.openings.clone()?.into_iter().next()?;
    page.items.iter().map(first).collect()
}

async fn the_latest_public_matches_of_a_player_are_read_with_how_they_were_opened(fresh: &Fresh) {
    let store = fresh.open().await;
    let mut games: Vec<FinishedMatch> = (0..6).map(game).collect();
    games[4].listed = false;
    games[5].status = MatchStatus::Abandoned;
    // Another one played without them.
    let mut other = game(6);
    other.players[0].player = Some(player(7));
    games.push(other);
    store_games(&store, games.clone()).await;
    let all = played(&store, 100).await;
    assert_eq!(all.next, None);
    let expected = [3, 2, 1, 0].map(|number| {
        let game = &games[number];
        PlayedMatch {
            variant: game.variant.clone(),
            seats: game.seats,
            ended_at: game.ended_at,
            players: game.players.clone(),
            openings: Some(game.openings.clone()),
        }
    });
    assert_eq!(all.items, expected);
    let latest = played(&store, 2).await;
    assert_eq!(latest.items, expected[..2]);
    assert!(latest.next.is_some(), "there are earlier ones");
    let filter = MatchFilter {
        variant: Some("zhi-hu".to_owned()),
        to: Some(at(3)),
        ..public_of(player(1))
    };
    let some = store.played(&filter, 100).await.expect("an answer");
    assert_eq!(some.items, expected[2..3]);
    store.close().await;
}

async fn openings_that_were_not_stored_are_filled_in_once_and_stay(fresh: &Fresh) {
    let store = fresh.open().await;
    let mut games: Vec<FinishedMatch> = (0..5).map(game).collect();
    games[3].listed = false;
    games[4].status = MatchStatus::Abandoned;
    store_games(&store, games).await;
    assert_eq!(store.matches_without_openings(10).await.expect("read"), []);
    forget_openings(fresh, "variant = 'giog' OR listed = FALSE").await;
    let missing = [
        (match_id(2), "giog".to_owned()),
        (match_id(0), "giog".to_owned()),
    ];
    let unknown = store.matches_without_openings(10).await.expect("read");
    assert_eq!(
        unknown, missing,
        "the latest first, and none that is in no statistics"
    );
    let one = store.matches_without_openings(1).await.expect("read");
    assert_eq!(one, missing[..1]);
    let before = played(&store, 10).await;
    assert_eq!(openings(&before), [None, Some("P1".to_owned()), None]);
    let found = [
        (match_id(2), vec![Some("K".to_owned()), None, None]),
        // It was known, and this one is unknown.
        (match_id(1), vec![Some("R".to_owned()), None, None]),
        (match_id(77), Vec::new()),
    ];
    for _ in 0..2 {
        store.set_openings(&found).await.expect("stored");
    }
    let after = played(&store, 10).await;
    let [k, p] = ["K", "P1"].map(|text| Some(text.to_owned()));
    assert_eq!(openings(&after), [k, p, None]);
    let unknown = store.matches_without_openings(10).await.expect("read");
    assert_eq!(unknown, missing[1..]);
    let long = [(match_id(0), vec![Some("P".repeat(100))])];
    assert!(store.set_openings(&long).await.is_err());
    store
        .set_openings(&[(match_id(0), Vec::new())])
        .await
        .expect("stored");
    assert_eq!(store.matches_without_openings(10).await.expect("read"), []);
    store.close().await;
}

async fn a_deleted_match_is_counted_no_more(fresh: &Fresh) {
    let store = fresh.open().await;
    let games: Vec<FinishedMatch> = (0..3).map(game).collect();
    let fence = store_games(&store, games.clone()).await;
    let left = [left_of(&games[1])];
    let deleted = store.delete_matches(fence, &left).await;
    assert_eq!(deleted.expect("deleted"), 1);
    let [newest, oldest] = ["P2", "P0"].map(|text| Some(text.to_owned()));
    assert_eq!(openings(&played(&store, 10).await), [newest, oldest]);
    store.close().await;
}

async fn found(store: &Archive, name: &str, number: u128) -> Vec<PlayerId> {
    let tag = PlayerTag::of(player(number));
    let found = store.find_people(name, tag.as_str()).await;
    let found = found.expect("an answer").into_iter();
    found.map(|named| named.player).collect()
}

async fn people_are_found_by_their_exact_name_and_tag_unless_they_opted_out(fresh: &Fresh) {
    let store = fresh.open().await;
    for (number, name) in [(1_u8, "Lin"), (2, "Lin"), (3, "Wu")] {
        let made = store.create_guest(player(number.into()), name, device(number), at(0));
        made.await.expect("made");
    }
    assert_eq!(found(&store, "Lin", 1).await, [player(1)]);
    assert_eq!(found(&store, "Lin", 2).await, [player(2)]);
    for (name, number) in [("lin", 1), ("Li", 1), ("Lin%", 1), ("", 1), ("Lin", 3)] {
        assert_eq!(found(&store, name, number).await, [], "{name} {number}");
    }
    let findable = |findable| Choice {
        findable: Some(findable),
        ..Choice::default()
    };
    let is_findable = async || store.choices(player(1)).await.expect("read").findable;
    assert!(is_findable().await);
    store
        .choose([1; 32], findable(false))
        .await
        .expect("stored");
    assert!(!is_findable().await);
    assert_eq!(found(&store, "Lin", 1).await, []);
    let own = store.personal(player(1), 1).await.expect("read");
    assert!(!own.expect("known").choices.findable);
    assert_eq!(found(&store, "Lin", 2).await, [player(2)]);
    store.choose([1; 32], findable(true)).await.expect("stored");
    store.rename_guest([1; 32], "Mei").await.expect("renamed");
    assert_eq!(found(&store, "Lin", 1).await, []);
    assert_eq!(found(&store, "Mei", 1).await, [player(1)]);
    assert!(
        store.choose([9; 32], findable(false)).await.is_err(),
        "an unknown token"
    );
    let forgotten = store.forget_guest(player(1), None, at(1)).await;
    forgotten.expect("forgotten");
    assert_eq!(found(&store, "Mei", 1).await, []);
    store.close().await;
}

async fn tags_that_were_not_stored_are_computed(fresh: &Fresh) {
    let store = fresh.open().await;
    for number in 1..=3_u8 {
        let made = store.create_guest(player(number.into()), "Lin", device(number), at(0));
        made.await.expect("made");
    }
    assert_eq!(store.store_tags().await.expect("read"), 0);
    let sql = "UPDATE guests SET tag = '' WHERE name = 'Lin'";
    fresh.execute(sql).await.expect("forgotten");
    assert_eq!(found(&store, "Lin", 2).await, []);
    assert_eq!(store.store_tags().await.expect("stored"), 3);
    assert_eq!(found(&store, "Lin", 2).await, [player(2)]);
    assert_eq!(store.store_tags().await.expect("read"), 0);
    store.close().await;
}
