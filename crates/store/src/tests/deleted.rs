//! Old matches: found by class and age, deleted completely, and what is kept of them.

use giog_rules::Timestamp;

use super::backup::{KEY_TEXT, PUBLIC_KEY};
use super::fresh::Fresh;
use super::on_both;
use super::reviews::{keep, key, read};
use super::samples::{at, finished, lease, match_id, player, room, row_with, started, store_facts};
use crate::{
    AgedMatch, Append, Archive, DeletedMatch, Fact, FinishedMatch, LeaseError, Log as _,
    MatchClass, MatchFilter, MatchStatus, StoredRecord, back_up,
};

on_both!(
    old_matches_are_found_by_class_and_age_oldest_first,
    old_matches_are_found_without_opening_their_records,
    an_open_room_keeps_its_newest_matches,
    a_deleted_match_leaves_nothing_but_what_is_to_be_left,
    nothing_is_deleted_without_the_lease,
);

/// The remains of a match.
pub(super) fn left_of(game: &FinishedMatch) -> DeletedMatch {
    DeletedMatch {
        match_id: game.match_id,
        ended_at: game.ended_at,
        deleted_at: at(1_000_000),
        record_sha256: [5; 32],
        signer: [6; 32],
    }
}

/// All pages, one after another.
async fn aged(store: &Archive, class: MatchClass, before: Timestamp) -> Vec<AgedMatch> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = store.aged_matches(class, before, after).await;
        let page = page.expect("a page");
        all.extend(page.items);
        after = page.next;
        if after.is_none() {
            return all;
        }
    }
}

/// 200 matches of closed rooms that differ in everything that determines the class, in the order in which they ended; many in the same millisecond.
fn many() -> Vec<FinishedMatch> {
    let game = |number: u128| {
        let mut game = finished(number);
        game.variant = format!("variant {}", number % 3);
        if number.is_multiple_of(7) {
            game.status = MatchStatus::Abandoned;
        }
        game.listed = !number.is_multiple_of(4);
        game.ended_at = at(i64::try_from(number / 6 * 1000 % 7000).expect("small"));
        if number.is_multiple_of(5) {
            // A person with two seats counts once.
            game.players[1].player = game.players[0].player;
        }
        game.record = StoredRecord::new(format!("record {number}").into_bytes());
        game
    };
    let mut games: Vec<FinishedMatch> = (0..200).map(game).collect();
    games.sort_by_key(|game| (game.ended_at, game.match_id));
    games
}

async fn old_matches_are_found_by_class_and_age_oldest_first(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let games = many();
    let row = |(index, game): (usize, &FinishedMatch)| {
        let fact = Fact::MatchFinished(game.clone());
        row_with(room(99), index as u64, vec![fact])
    };
    let batch: Vec<Append> = games.iter().enumerate().map(row).collect();
    store.append(fence, &batch).await.expect("stored");
    for (class, is_of_it) in [
        (
            MatchClass::Listed,
            (|game| game.listed) as fn(&FinishedMatch) -> bool,
        ),
        (MatchClass::Unlisted, |game| !game.listed),
        (MatchClass::WithBots, |game| {
            game.players[0].player == game.players[1].player
        }),
    ] {
        let before = at(4000);
        let old = games.iter().filter(|game| game.ended_at < before);
        let mut expected: Vec<AgedMatch> = old
            .filter(|game| is_of_it(game))
            .map(|game| AgedMatch {
                match_id: game.match_id,
                ended_at: game.ended_at,
                record: game.record.clone(),
            })
            .collect();
        expected.sort_by_key(|game| (game.ended_at, game.match_id));
        assert!(!expected.is_empty());
        assert_eq!(aged(&store, class, before).await, expected, "{class:?}");
        assert_eq!(aged(&store, class, at(0)).await, []);
    }
}

async fn old_matches_are_found_without_opening_their_records(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let facts = [1, 2].map(|number| Fact::MatchFinished(finished(number)));
    store_facts(&store, fence, 0, facts.to_vec()).await;
    // Opening one returns that it cannot be read; the others are still found.
    let on = if fresh.is_sqlite() {
        ""
    } else {
        " ON match_records"
    };
    let sql =
        format!("DROP TRIGGER match_records_are_final{on}; UPDATE match_records SET coding = 9");
    fresh.execute(&sql).await.expect("no record can be read");
    let aged = aged(&store, MatchClass::Listed, at(100_000)).await;
    let found: Vec<_> = aged.iter().map(|aged| aged.match_id).collect();
    assert_eq!(found, [match_id(1), match_id(2)]);
    for aged in aged {
        assert!(aged.record.open().is_err());
    }
}

async fn an_open_room_keeps_its_newest_matches(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let game = |number: u128, variant: &str, listed| {
        let mut game = finished(number);
        (game.variant, game.listed) = (variant.to_owned(), listed);
        game.ended_at = at(i64::try_from(number).expect("small"));
        Fact::MatchFinished(game)
    };
    let opened = Fact::RoomOpened {
        room: room(1),
        at: at(0),
    };
    let facts = vec![
        opened,
        game(1, "giog", true),
        game(2, "giog", true),
        game(3, "zhi-hu", true),
        game(4, "giog", true),
        // The room has become unlisted, and is the same room.
        game(5, "giog", false),
    ];
    store_facts(&store, fence, 0, facts).await;
    let ids = async |class| {
        let aged = aged(&store, class, at(100)).await;
        aged.iter().map(|aged| aged.match_id).collect::<Vec<_>>()
    };
    assert_eq!(ids(MatchClass::Listed).await, [match_id(1), match_id(2)]);
    assert_eq!(ids(MatchClass::Unlisted).await, []);
    // It has moved on.
    store_facts(&store, fence, 1, vec![game(6, "giog", false)]).await;
    assert_eq!(ids(MatchClass::Listed).await, [1, 2, 4].map(match_id));
    let closed = Fact::RoomClosed {
        room: room(1),
        at: at(50),
    };
    store_facts(&store, fence, 2, vec![closed]).await;
    assert_eq!(ids(MatchClass::Listed).await, [1, 2, 3, 4].map(match_id));
    assert_eq!(ids(MatchClass::Unlisted).await, [5, 6].map(match_id));
}

async fn a_deleted_match_leaves_nothing_but_what_is_to_be_left(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store.remember_key(PUBLIC_KEY, at(1)).await.expect("stored");
    let mut other = finished(2);
    other.players[0].won = false;
    let facts = vec![
        Fact::MatchStarted(started(1)),
        Fact::MatchFinished(finished(1)),
        Fact::MatchStarted(started(2)),
        Fact::MatchFinished(other.clone()),
    ];
    store_facts(&store, fence, 0, facts).await;
    assert_eq!(store.deleted_match(match_id(1)).await.expect("ok"), None);
    for number in [1, 2] {
        keep(&store, key(number, 0), b"review", at(1), u64::MAX).await;
    }
    let space = store.review_bytes().await.expect("a number");
    let left = left_of(&finished(1));
    for expected in [1, 0] {
        let deleted = store.delete_matches(fence, &[left]).await;
        assert_eq!(deleted.expect("deleted"), expected);
    }
    let kept = store.deleted_match(match_id(1)).await.expect("an answer");
    assert_eq!(kept, Some(left));
    assert_eq!(read(&store, key(1, 0), at(1)).await, None);
    assert!(read(&store, key(2, 0), at(1)).await.is_some());
    let left_space = store.review_bytes().await.expect("a number");
    assert_eq!(left_space * 2, space);
    // One that was made while its match was deleted is not stored.
    keep(&store, key(1, 0), b"review", at(1), u64::MAX).await;
    assert_eq!(read(&store, key(1, 0), at(1)).await, None);
    assert_eq!(store.review_bytes().await.expect("a number"), left_space);
    let rows = back_up(&fresh.url(), KEY_TEXT, PUBLIC_KEY, std::io::sink()).await;
    let rows = rows.expect("a backup");
    for (table, left) in [
        ("matches", 1),
        ("match_records", 1),
        ("match_starts", 1),
        ("player_matches", 2),
        ("deleted_matches", 1),
    ] {
        assert_eq!(rows.rows(table), left, "{table}");
    }
    for filter in [
        MatchFilter::default(),
        MatchFilter {
            player: Some(player(1)),
            ..MatchFilter::default()
        },
    ] {
        let page = store.matches(&filter, None, 10).await.expect("a page");
        assert_eq!(page.items, [other.summary()]);
    }
}

async fn nothing_is_deleted_without_the_lease(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store_facts(&store, fence, 0, vec![Fact::MatchFinished(finished(1))]).await;
    store.release(fence).await.expect("held");
    let deleted = store.delete_matches(fence, &[left_of(&finished(1))]).await;
    assert!(matches!(deleted, Err(LeaseError::Lost)), "{deleted:?}");
    assert_eq!(store.deleted_match(match_id(1)).await.expect("ok"), None);
    let summary = store.match_summary(match_id(1)).await.expect("an answer");
    assert_eq!(summary, Some(finished(1).summary()));
}
