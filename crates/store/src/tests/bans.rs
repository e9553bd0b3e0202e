//! Bans: made, lifted, ended.

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, ban};
use crate::{Archive, Ban, BanTarget, MAX_BANS, MAX_TEXT_BYTES, Rejection, StoreError};

on_both!(
    bans_come_back_oldest_first,
    the_same_ban_again_is_success_and_a_different_one_is_not,
    a_lifted_ban_is_gone,
    a_ban_counts_until_it_ends,
    ended_bans_are_deleted,
    a_text_that_a_database_cannot_keep_is_refused,
    there_may_be_so_many_bans_and_no_more,
);

async fn add(store: &Archive, bans: &[Ban]) {
    for ban in bans {
        store.add_ban(ban).await.expect("added");
    }
}

fn until(number: u128, ends_ms: i64) -> Ban {
    Ban {
        ends_at: Some(at(ends_ms)),
        ..ban(number)
    }
}

async fn bans_come_back_oldest_first(fresh: &Fresh) {
    let store = fresh.open().await;
    let of = |number, text: &str| Ban {
        target: BanTarget::Addresses(text.parse().expect("a range")),
        ..ban(number)
    };
    let bans = [
        ban(1),
        of(2, "203.0.113.7"),
        of(3, "203.0.113.0/24"),
        of(4, "2001:db8::/64"),
        until(5, 1000),
    ];
    let mut shuffled = bans.clone();
    shuffled.rotate_left(2);
    add(&store, &shuffled).await;
    assert_eq!(store.bans(at(0)).await.expect("bans"), bans);
}

async fn the_same_ban_again_is_success_and_a_different_one_is_not(fresh: &Fresh) {
    let store = fresh.open().await;
    add(&store, &[ban(1), ban(1)]).await;
    let different = store.add_ban(&until(1, 5)).await;
    assert!(
        matches!(different, Err(StoreError::Conflict("ban"))),
        "{different:?}"
    );
    assert_eq!(store.bans(at(0)).await.expect("bans"), [ban(1)]);
}

async fn a_lifted_ban_is_gone(fresh: &Fresh) {
    let store = fresh.open().await;
    add(&store, &[ban(1), ban(2)]).await;
    for known in [true, false] {
        let lifted = store.lift_ban(ban(1).ban_id).await;
        assert_eq!(lifted.expect("an answer"), known);
        assert_eq!(store.bans(at(0)).await.expect("bans"), [ban(2)]);
    }
}

async fn a_ban_counts_until_it_ends(fresh: &Fresh) {
    let store = fresh.open().await;
    add(&store, &[until(1, 100), until(2, 101), ban(3)]).await;
    for (now_ms, expected) in [
        (99, &[until(1, 100), until(2, 101), ban(3)] as &[_]),
        (100, &[until(2, 101), ban(3)]),
        (101, &[ban(3)]),
    ] {
        assert_eq!(store.bans(at(now_ms)).await.expect("bans"), expected);
    }
}

async fn ended_bans_are_deleted(fresh: &Fresh) {
    let store = fresh.open().await;
    add(&store, &[until(1, 100), until(2, 101), ban(3)]).await;
    for (now_ms, deleted) in [(99, 0), (100, 1), (100, 0)] {
        let answer = store.delete_bans_ended(at(now_ms)).await;
        assert_eq!(answer.expect("an answer"), deleted, "at {now_ms}");
    }
    let left = store.bans(at(0)).await.expect("bans");
    assert_eq!(left, [until(2, 101), ban(3)]);
}

async fn a_text_that_a_database_cannot_keep_is_refused(fresh: &Fresh) {
    let store = fresh.open().await;
    for reason in ["a\0b".to_owned(), "x".repeat(MAX_TEXT_BYTES + 1)] {
        let added = store.add_ban(&Ban { reason, ..ban(1) }).await;
        assert!(matches!(added, Err(StoreError::Rejected(_))), "{added:?}");
    }
    assert_eq!(store.bans(at(0)).await.expect("bans"), []);
}

async fn there_may_be_so_many_bans_and_no_more(fresh: &Fresh) {
    let store = fresh.open().await;
    add(&store, &[ban(0)]).await;
    // The others are inserted directly, which is faster.
    let id = if fresh.is_sqlite() {
        "randomblob(16)"
    } else {
        "gen_random_uuid()"
    };
    let sql = format!(
        "WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < {MAX_BANS})
         INSERT INTO bans (ban_id, player_id, reason, made_at) SELECT {id}, {id}, '', n FROM n"
    );
    fresh.execute(&sql).await.expect("filled");
    let bans = store.bans(at(0)).await.expect("bans");
    assert_eq!(bans.len(), MAX_BANS as usize);
    let added = store.add_ban(&ban(1)).await;
    let Err(StoreError::Rejected(Rejection::TooMany { limit, .. })) = added else {
        panic!("{added:?}")
    };
    assert_eq!(limit, MAX_BANS);
    assert_eq!(store.bans(at(0)).await.expect("bans"), bans);
    add(&store, &[ban(0)]).await;
    assert!(store.lift_ban(ban(0).ban_id).await.expect("an answer"));
    add(&store, &[ban(1)]).await;
}
