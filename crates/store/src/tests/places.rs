//! The order of lists when the clock jumps.

use giog_rules::Timestamp;

use super::backup::{backed_up, check, restore};
use super::deleted::left_of;
use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, finished, lease, match_id, player, room, row_with, store_facts};
use crate::{Append, Archive, Cursor, Fact, Fence, FinishedMatch, Log as _, MatchFilter};

on_both!(
    whoever_polls_misses_nothing_when_the_clock_is_set_back,
    a_group_of_matches_is_listed_in_its_order_whenever_they_ended,
    a_match_stored_ahead_of_time_pins_nothing_once_the_date_is_trusted,
    more_matches_than_a_page_are_brought_back_in_their_order,
    a_cursor_of_before_lists_had_places_goes_on_where_it_was,
    a_backup_keeps_the_order_of_lists,
);

/// A match of two people that ended at a time.
fn game(number: u128, ended_at: Timestamp, listed: bool) -> FinishedMatch {
    FinishedMatch {
        listed,
        ended_at,
        ..finished(number)
    }
}

async fn store_one(store: &Archive, fence: Fence, game: &FinishedMatch) {
    let index = game.match_id.0.as_u128().cast_signed();
    let index = u64::try_from(index).expect("small");
    store_facts(store, fence, index, vec![Fact::MatchFinished(game.clone())]).await;
}

/// Lists of every kind that contain all matches of these tests.
fn filters(from: Option<Timestamp>) -> [MatchFilter; 4] {
    let all = MatchFilter {
        include_unlisted_of: Some(player(1)),
        from,
        ..MatchFilter::default()
    };
    [
        MatchFilter {
            room: Some(room(1)),
            ..all.clone()
        },
        MatchFilter {
            player: Some(player(1)),
            ..all.clone()
        },
        MatchFilter {
            player: Some(player(2)),
            won_by: Some(player(1)),
            variant: Some("giog".to_owned()),
            ..all.clone()
        },
        all,
    ]
}

/// The numbers of the matches in all of these lists from a time on.
async fn listed(store: &Archive, from: Option<Timestamp>) -> Vec<u128> {
    let first = match_id(0).0.as_u128();
    let mut lists = Vec::new();
    for filter in filters(from) {
        let page = store.matches(&filter, None, 100).await.expect("a page");
        let ids = page.items.iter().map(|item| item.match_id.0.as_u128());
        lists.push(ids.map(|id| id - first).collect::<Vec<_>>());
    }
    let last = lists.pop().expect("a list");
    for list in lists {
        assert_eq!(list, last, "every list has the same order");
    }
    last
}

async fn whoever_polls_misses_nothing_when_the_clock_is_set_back(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let hour_ms = 3_600_000;
    // The fourth match ends an hour before the third one.
    let times = [0, 5, 1_000, 1_500 - hour_ms, 1_500 - hour_ms, hour_ms];
    let mut expected = Vec::new();
    let mut newest = None;
    for (number, ms) in (0..).zip(times) {
        let game = game(number, at(ms), number % 2 == 0);
        store_one(&store, fence, &game).await;
        expected.insert(0, number);
        assert_eq!(listed(&store, None).await, expected, "latest first");
        if let Some(newest) = newest {
            let new = listed(&store, Some(newest)).await;
            assert!(new.contains(&number), "{number} is new, not only {new:?}");
        }
        newest = Some(game.ended_at);
    }
    // When the date has caught up, a time is exact again.
    assert_eq!(listed(&store, Some(at(hour_ms))).await, [5]);
}

async fn a_group_of_matches_is_listed_in_its_order_whenever_they_ended(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let times = [7, 7, 3, 900, 2, 2_000, 1_999, 1_000];
    let rows: Vec<Append> = (0..)
        .zip(times)
        .map(|(number, ms)| {
            let game = game(number, at(ms), number % 3 > 0);
            let index = u64::try_from(number).expect("small");
            row_with(room(1), index, vec![Fact::MatchFinished(game)])
        })
        .collect();
    store.append(fence, &rows[..5]).await.expect("stored");
    assert_eq!(listed(&store, None).await, [4, 3, 2, 1, 0]);
    store.append(fence, &rows[5..]).await.expect("stored");
    assert_eq!(listed(&store, None).await, [7, 6, 5, 4, 3, 2, 1, 0]);
    // While the clock went forward, the times are the places.
    assert_eq!(listed(&store, Some(at(900))).await, [7, 6, 5, 4, 3]);
    assert_eq!(listed(&store, Some(at(2_000))).await, [7, 6, 5]);
    assert_eq!(listed(&store, Some(at(2_003))).await, []);
}

async fn a_match_stored_ahead_of_time_pins_nothing_once_the_date_is_trusted(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let year_ms = 365 * 24 * 3_600_000;
    let ahead = game(2, at(year_ms), true);
    for game in [
        game(1, at(1_000), true),
        ahead.clone(),
        game(3, at(2_000), false),
        game(4, at(3_000), true),
    ] {
        store_one(&store, fence, &game).await;
    }
    assert_eq!(listed(&store, None).await, [4, 3, 2, 1], "latest first");
    store.trust_date(at(4_000)).await.expect("trusted");
    store_one(&store, fence, &game(5, at(5_000), true)).await;
    assert_eq!(listed(&store, None).await, [5, 4, 3, 2, 1]);
    assert_eq!(listed(&store, Some(at(4_000))).await, [5]);
    // They are new to a client whose last request was before the others were stored.
    assert_eq!(listed(&store, Some(at(3_500))).await, [5, 4, 3, 2]);
    assert_eq!(store.latest_at().await.expect("read"), Some(at(5_000)));
    let summary = store.match_summary(ahead.match_id).await.expect("read");
    assert_eq!(summary, Some(ahead.summary()), "it is what it was");
    // Nothing moves a second time.
    store.trust_date(at(4_500)).await.expect("trusted");
    assert_eq!(listed(&store, Some(at(4_000))).await, [5]);
    let deleted = store.delete_matches(fence, &[left_of(&ahead)]).await;
    assert_eq!(deleted.expect("deleted"), 1);
    assert_eq!(listed(&store, None).await, [5, 4, 3, 1], "in no list");
}

async fn more_matches_than_a_page_are_brought_back_in_their_order(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let day_ms = 24 * 3_600_000;
    let number_of_matches = 300;
    let mut rows = vec![row_with(
        room(1),
        0,
        vec![Fact::MatchFinished(game(0, at(-1), true))],
    )];
    rows.extend((1..=number_of_matches).map(|number| {
        let game = game(number, at(day_ms), number % 3 > 0);
        let index = u64::try_from(number).expect("small");
        row_with(room(1), index, vec![Fact::MatchFinished(game)])
    }));
    for group in rows.chunks(100) {
        store.append(fence, group).await.expect("stored");
    }
    // There are fewer milliseconds between than matches: their places reach beyond the present time, as little as possible.
    store.trust_date(at(50)).await.expect("trusted");
    let all = MatchFilter {
        player: Some(player(1)),
        include_unlisted_of: Some(player(1)),
        ..MatchFilter::default()
    };
    let (mut ids, mut cursor) = (Vec::new(), None);
    loop {
        let page = store.matches(&all, cursor, 100).await.expect("a page");
        ids.extend(page.items.into_iter().map(|item| item.match_id));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    let expected: Vec<_> = (0..=number_of_matches).rev().map(match_id).collect();
    assert_eq!(ids, expected);
    let last_ms = i64::try_from(number_of_matches).expect("small") - 1;
    let last = listed(&store, Some(at(last_ms))).await;
    assert_eq!(last, [number_of_matches]);
}

async fn a_cursor_of_before_lists_had_places_goes_on_where_it_was(fresh: &Fresh) {
    let games = [1, 2, 3, 4].map(|number| {
        let ms = i64::try_from(number / 2).expect("small");
        game(number, at(1_000 * ms), true)
    });
    fresh.first_schema(&games).await;
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store_one(&store, fence, &game(5, at(0), true)).await;
    assert_eq!(listed(&store, None).await, [5, 4, 3, 2, 1]);
    // The time when the third match ended, and its id.
    let cursor = format!(
        "{}{}",
        hex::encode(games[2].ended_at.unix_ms().to_be_bytes()),
        games[2].match_id.0.simple()
    );
    let cursor: Cursor = cursor.parse().expect("a cursor");
    for filter in filters(None) {
        // The winners of old matches are unknown.
        if filter.won_by.is_none() {
            let page = store.matches(&filter, Some(cursor), 10).await;
            let ids = page
                .expect("a page")
                .items
                .into_iter()
                .map(|item| item.match_id);
            assert_eq!(ids.collect::<Vec<_>>(), [2, 1].map(match_id), "{filter:?}");
        }
    }
}

async fn a_backup_keeps_the_order_of_lists(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store.remember_key([7; 32], at(1)).await.expect("stored");
    for (number, ms) in [(1, 9_000), (2, 50), (3, 70)] {
        store_one(&store, fence, &game(number, at(ms), true)).await;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = backed_up(fresh, &folder).await;
    for target in [Fresh::sqlite(), Fresh::postgres().await] {
        restore(&check(&path), &target).await.expect("restored");
        let restored = target.open().await;
        assert_eq!(listed(&restored, None).await, [3, 2, 1]);
        restored.close().await;
        target.remove().await;
    }
}
