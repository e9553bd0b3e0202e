//! What statistics of pairs need of rated matches: filled in once, read in pages, deleted with match and person.

use giog_ratings::Rating;
use giog_rules::MatchId;

use super::deleted::left_of;
use super::fresh::Fresh;
use super::on_both;
use super::ratings::{ending, pool, rated, with_guests};
use super::samples::{at, finished, lease, match_id, player, store_facts};
use crate::{Archive, Fact, MAX_OCCASIONS_BYTES, RankedAnchor, RatedMatch, RatedPlay, Unrated};

on_both!(
    rated_matches_are_read_in_pages_when_their_occasions_are_known,
    a_deleted_match_or_person_is_not_read,
);

/// A rated match of three people, and of two computer players in the fourth one; that ended so many milliseconds after 1970.
fn ended(number: u8) -> Vec<Fact> {
    let mut game = finished(number.into());
    game.ended_at = at(number.into());
    let mut rated = rated(number.into(), &[1, 2, 3]);
    if number == 4 {
        let rating = Rating::NEW;
        rated.anchors = [1, 4].map(|rank| RankedAnchor { rank, rating }).into();
    }
    vec![Fact::MatchFinished(game), Fact::Rated(rated)]
}

async fn unknown(store: &Archive) -> Vec<MatchId> {
    let found = store.matches_without_occasions(10).await;
    found.expect("an answer")
}

async fn plays(store: &Archive, since: i64) -> Vec<RatedPlay> {
    let (mut plays, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.rated_plays(at(since), cursor, 2).await;
        let page = page.expect("an answer");
        assert!(page.items.len() <= 2);
        plays.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            return plays;
        }
    }
}

fn numbers(plays: &[RatedPlay]) -> Vec<MatchId> {
    plays.iter().map(|play| play.match_id).collect()
}

async fn rated_matches_are_read_in_pages_when_their_occasions_are_known(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=3).await;
    for (seq, number) in (0..).zip(1..=5) {
        store_facts(&store, fence, seq, ended(number)).await;
    }
    let unrated = RatedMatch {
        unrated: Some(Unrated::Outage),
        ..rated(6, &[1, 2, 3])
    };
    store_facts(&store, fence, 5, ending(unrated)).await;
    let mut ids: Vec<MatchId> = (1..=5).map(match_id).collect();
    ids.sort();
    assert_eq!(unknown(&store).await, ids);
    assert_eq!(plays(&store, 0).await, []);
    let found: Vec<(MatchId, String)> = [1, 2, 3, 4, 77]
        .map(|number| (match_id(number), format!("[{number}]")))
        .into();
    store.set_occasions(&found).await.expect("stored");
    // What is known stays.
    let other = [(match_id(1), "[9]".to_owned())];
    store.set_occasions(&other).await.expect("nothing changed");
    assert_eq!(unknown(&store).await, [match_id(5)]);
    let third = at(3).unix_ms();
    let sql = format!("UPDATE rated_matches SET anchor_ranks = NULL WHERE ended_at = {third}");
    fresh.execute(&sql).await.expect("as in an earlier version");
    let all = plays(&store, 0).await;
    assert_eq!(
        numbers(&all),
        [4, 3, 2, 1].map(match_id),
        "the latest first"
    );
    assert_eq!(numbers(&plays(&store, 3).await), [4, 3].map(match_id));
    let first = all.last().expect("the first match");
    assert_eq!((&*first.occasions, &first.pool), ("[1]", &pool()));
    assert_eq!(first.ended_at, at(1));
    let anchors: Vec<_> = all.iter().map(|play| play.anchors.clone()).collect();
    assert_eq!(
        anchors,
        [Some(vec![1, 4]), None, Some(vec![]), Some(vec![])]
    );
    let people: Vec<_> = first
        .people
        .iter()
        .map(|one| (one.player, one.seat, one.rank, one.before))
        .collect();
    let new = Rating::NEW;
    let expected = [(1, 0, 1), (2, 1, 2), (3, 2, 2)];
    assert_eq!(
        people,
        expected.map(|(number, seat, rank)| (player(number), seat, rank, new))
    );
    let long = [(match_id(5), "1".repeat(MAX_OCCASIONS_BYTES + 1))];
    assert!(store.set_occasions(&long).await.is_err());
    store.close().await;
}

async fn a_deleted_match_or_person_is_not_read(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    with_guests(&store, 1..=3).await;
    for (seq, number) in (0..).zip(1..=2) {
        store_facts(&store, fence, seq, ended(number)).await;
    }
    let found = [1, 2].map(|number| (match_id(number), "[]".to_owned()));
    store.set_occasions(&found).await.expect("stored");
    let left = left_of(&finished(1));
    let deleted = store.delete_matches(fence, &[left]).await;
    assert_eq!(deleted.expect("deleted"), 1);
    for number in [1, 2, 3] {
        let people = plays(&store, 0).await;
        assert_eq!(numbers(&people), [match_id(2)]);
        let left: Vec<_> = people[0].people.iter().map(|one| one.player).collect();
        let others: Vec<_> = (number..=3).map(player).collect();
        assert_eq!(left, others);
        let forgotten = store.forget_guest(player(number), None, at(9)).await;
        forgotten.expect("deleted");
    }
    let last = plays(&store, 0).await;
    assert_eq!((last.len(), last[0].people.len()), (1, 0));
    store.close().await;
}
