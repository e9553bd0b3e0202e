//! Single finished matches, and data about them.

use super::fresh::Fresh;
use super::on_both;
use super::samples::{
    at, cancelled, device, finished, lease, match_id, player, record_bytes, record_of, room,
    row_with, started, store_facts,
};
use crate::backup::columns;
use crate::{
    AppendError, Fact, FinishedMatch, Log as _, MatchStatus, Rejection, StoredRecord, migrations,
};

on_both!(
    a_finished_match_comes_back_as_it_was,
    a_record_is_kept_byte_for_byte,
    a_record_is_stored_in_the_bytes_that_it_was_given_in,
    the_same_finished_match_again_is_success_and_a_different_one_is_refused,
    the_database_itself_refuses_to_change_a_finished_match,
    a_match_is_known_from_its_start,
    cancelled_starts_are_listed_newest_first,
    the_latest_stored_time_is_that_of_a_match_or_a_person,
    public_matches_among_people_are_counted_by_the_hour_in_which_they_began,
);

async fn the_latest_stored_time_is_that_of_a_match_or_a_person(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let latest = async || store.latest_at().await.expect("read");
    assert_eq!(latest().await, None);
    let made = store.create_guest(player(1), "Lin", device(1), at(7));
    made.await.expect("made");
    assert_eq!(latest().await, Some(at(7)));
    for (index, listed) in [(0_u32, true), (1, false)] {
        let ended_at = at(1_000_000 + i64::from(index));
        let game = FinishedMatch {
            listed,
            ended_at,
            ..finished(u128::from(index))
        };
        let facts = vec![Fact::MatchFinished(game)];
        store_facts(&store, fence, u64::from(index), facts).await;
        assert_eq!(latest().await, Some(ended_at));
    }
    store.close().await;
}

async fn public_matches_among_people_are_counted_by_the_hour_in_which_they_began(fresh: &Fresh) {
    const HOUR_MS: i64 = 3_600_000;
    // The samples' time is 8:00.
    let day = |hour: i64, minute: i64| at((hour - 8) * HOUR_MS + minute * 60_000);
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let game = |number: u128, started_at| FinishedMatch {
        started_at,
        ended_at: at(30 * HOUR_MS + i64::try_from(number).expect("a small number")),
        ..finished(number)
    };
    let mut with_bots = game(4, day(21, 0));
    with_bots.players.truncate(1);
    let matches = [
        // It ended too long ago.
        FinishedMatch {
            ended_at: at(0),
            ..game(6, day(7, 0))
        },
        game(0, day(20, 0)),
        game(1, day(20, 59)),
        // After midnight, and before the time of the samples.
        game(2, day(24, 0)),
        game(3, day(-1, 59)),
        with_bots,
        FinishedMatch {
            listed: false,
            ..game(5, day(21, 0))
        },
    ];
    for (index, game) in (0..).zip(matches) {
        store_facts(&store, fence, index, vec![Fact::MatchFinished(game)]).await;
    }
    let hours = store.hours(at(1)).await.expect("read");
    let some = (0..24).zip(hours).filter(|&(_, count)| count > 0);
    assert_eq!(some.collect::<Vec<_>>(), [(0, 1), (20, 2), (23, 1)]);
    let later = store.hours(at(40 * HOUR_MS)).await.expect("read");
    assert_eq!(later, [0; 24]);
    store.close().await;
}

async fn a_finished_match_comes_back_as_it_was(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut abandoned = finished(2);
    abandoned.status = MatchStatus::Abandoned;
    abandoned.listed = false;
    abandoned
        .players
        .iter_mut()
        .for_each(|player| (player.won, player.score) = (false, None));
    let facts = vec![
        Fact::MatchFinished(finished(1)),
        Fact::MatchFinished(abandoned.clone()),
    ];
    store_facts(&store, fence, 0, facts).await;
    for expected in [finished(1), abandoned] {
        let stored = store
            .match_summary(expected.match_id)
            .await
            .expect("an answer");
        assert_eq!(stored, Some(expected.summary()));
    }
    assert_eq!(
        store.match_summary(match_id(3)).await.expect("an answer"),
        None
    );
    assert_eq!(record_of(&store, match_id(3)).await, None);
}

async fn a_record_is_kept_byte_for_byte(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut odd = finished(1);
    // Not even text, because this crate does not parse it.
    let record: Vec<u8> = (0..=255).chain([0, 0, 255, 0]).collect();
    odd.record = StoredRecord::new(record.clone());
    store_facts(&store, fence, 0, vec![Fact::MatchFinished(odd.clone())]).await;
    assert_eq!(record_of(&store, odd.match_id).await, Some(record));
}

async fn a_record_is_stored_in_the_bytes_that_it_was_given_in(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    // It could be compressed to a few bytes, but storing must not take time for that.
    let mut long = finished(1);
    long.record = StoredRecord::kept(0, vec![b' '; 100_000]);
    let mut shorter = finished(2);
    shorter.record = StoredRecord::new(vec![b' '; 100_000]);
    for (index, game) in (0..).zip([long, shorter]) {
        let (id, record) = (game.match_id, game.record.clone());
        store_facts(&store, fence, index, vec![Fact::MatchFinished(game)]).await;
        assert_eq!(store.record(id).await.expect("an answer"), Some(record));
    }
}

async fn the_same_finished_match_again_is_success_and_a_different_one_is_refused(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store_facts(&store, fence, 0, vec![Fact::MatchFinished(finished(1))]).await;
    store_facts(&store, fence, 1, vec![Fact::MatchFinished(finished(1))]).await;
    let (mut record, mut winner) = (finished(1), finished(1));
    record.record = StoredRecord::new(b"{}".to_vec());
    winner
        .players
        .iter_mut()
        .for_each(|player| player.won = !player.won);
    for different in [record, winner] {
        let rows = [
            row_with(room(1), 2, vec![Fact::MatchFinished(different)]),
            row_with(room(2), 0, Vec::new()),
        ];
        let appended = store.append(fence, &rows).await;
        let Err(AppendError::Rejected {
            room: whose,
            reason: Rejection::Different { .. },
        }) = appended
        else {
            panic!("{appended:?}")
        };
        assert_eq!(whose, room(1));
        assert_eq!(store.log(room(2)).await.expect("a log").rows, []);
    }
    assert_eq!(
        record_of(&store, match_id(1)).await,
        Some(record_bytes(finished(1).record))
    );
    assert_eq!(
        store.match_summary(match_id(1)).await.expect("an answer"),
        Some(finished(1).summary())
    );
}

async fn the_database_itself_refuses_to_change_a_finished_match(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store_facts(&store, fence, 0, vec![Fact::MatchFinished(finished(1))]).await;
    for column in columns(migrations::latest()) {
        let column = column.trim_end_matches('?');
        let (table, column) = column.split_once('.').expect("a table and a column");
        // The places of a match in lists and in the feed are not part of it.
        let is_place = ["place", "published"].contains(&column);
        if !["matches", "match_records", "player_matches"].contains(&table) || is_place {
            continue;
        }
        let sql = format!("UPDATE {table} SET {column} = {column}");
        let changed = fresh
            .execute(&sql)
            .await
            .expect_err("finished matches are immutable");
        assert!(
            changed
                .to_string()
                .contains("finished matches are immutable"),
            "{changed}"
        );
    }
    assert_eq!(
        store.match_summary(match_id(1)).await.expect("an answer"),
        Some(finished(1).summary())
    );
}

async fn a_match_is_known_from_its_start(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store_facts(&store, fence, 0, vec![Fact::MatchStarted(started(1))]).await;
    assert_eq!(
        store.started_match(match_id(1)).await.expect("an answer"),
        Some(started(1))
    );
    assert_eq!(
        store.match_summary(match_id(1)).await.expect("an answer"),
        None
    );
    store_facts(&store, fence, 1, vec![Fact::MatchFinished(finished(1))]).await;
    assert_eq!(
        store.started_match(match_id(1)).await.expect("an answer"),
        Some(started(1))
    );
    assert_eq!(
        store.started_match(match_id(2)).await.expect("an answer"),
        None
    );
}

async fn cancelled_starts_are_listed_newest_first(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut elsewhere = cancelled(3);
    (elsewhere.room, elsewhere.seat) = (room(2), None);
    let all =
        [cancelled(1), elsewhere.clone(), cancelled(2), cancelled(2)].map(Fact::StartCancelled);
    store_facts(&store, fence, 0, all.into()).await;
    assert_eq!(
        store.cancelled_starts(room(1)).await.expect("starts"),
        [cancelled(2), cancelled(1)]
    );
    assert_eq!(
        store.cancelled_starts(room(2)).await.expect("starts"),
        [elsewhere]
    );
}
