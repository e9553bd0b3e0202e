//! Guests and keys.

use std::collections::HashSet;

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, player};
use crate::{Guest, Rejection, Store, StoreError};

on_both!(
    a_guest_is_found_by_id_and_by_token,
    the_same_guest_again_is_success_and_a_different_one_is_not,
    a_guest_can_be_renamed,
    names_come_back_for_those_who_are_known,
    being_seen_never_moves_back,
    idle_guests_are_forgotten_except_those_to_keep,
    keys_are_remembered_with_their_first_use,
    a_closed_store_is_unavailable,
);

fn guest(number: u128, name: &str, seen_ms: i64) -> Guest {
    Guest {
        player: player(number),
        name: name.to_owned(),
        created_at: at(0),
        seen_at: at(seen_ms),
    }
}

async fn create(store: &dyn Store, number: u8) {
    let name = format!("guest {number}");
    store
        .create_guest(player(number.into()), &name, [number; 32], at(0))
        .await
        .expect("created");
}

async fn a_guest_is_found_by_id_and_by_token(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&*store, 1).await;
    create(&*store, 2).await;
    let expected = Some(guest(1, "guest 1", 0));
    assert_eq!(store.guest(player(1)).await.expect("an answer"), expected);
    assert_eq!(
        store.guest_by_token([1; 32]).await.expect("an answer"),
        expected
    );
    assert_eq!(store.guest(player(3)).await.expect("an answer"), None);
    assert_eq!(
        store.guest_by_token([3; 32]).await.expect("an answer"),
        None
    );
}

async fn the_same_guest_again_is_success_and_a_different_one_is_not(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&*store, 1).await;
    create(&*store, 1).await;
    let same_id = store
        .create_guest(player(1), "guest 1", [2; 32], at(0))
        .await;
    assert!(
        matches!(same_id, Err(StoreError::Conflict(_))),
        "{same_id:?}"
    );
    let same_token = store
        .create_guest(player(2), "guest 2", [1; 32], at(0))
        .await;
    assert!(
        matches!(same_token, Err(StoreError::Conflict(_))),
        "{same_token:?}"
    );
    assert_eq!(store.guest(player(2)).await.expect("an answer"), None);
}

async fn a_guest_can_be_renamed(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&*store, 1).await;
    assert!(
        store
            .rename_guest(player(1), "爵 \u{202e}x'\"")
            .await
            .expect("an answer")
    );
    assert_eq!(
        store.guest(player(1)).await.expect("an answer"),
        Some(guest(1, "爵 \u{202e}x'\"", 0))
    );
    assert!(
        !store
            .rename_guest(player(2), "nobody")
            .await
            .expect("an answer")
    );
    let nul = store.rename_guest(player(1), "a\0b").await;
    assert!(
        matches!(nul, Err(StoreError::Rejected(Rejection::Nul { .. }))),
        "{nul:?}"
    );
}

async fn names_come_back_for_those_who_are_known(fresh: &Fresh) {
    let store = fresh.open().await;
    for number in 1..=40 {
        create(&*store, number).await;
    }
    let asked: Vec<_> = (1..=45).chain(1..=3).map(player).collect();
    let mut names = store.names(&asked).await.expect("names");
    names.sort();
    let expected = (1..=40).map(|number| (player(number), format!("guest {number}")));
    assert!(names.iter().cloned().eq(expected), "{names:?}");
    assert_eq!(store.names(&[]).await.expect("names"), []);
}

async fn being_seen_never_moves_back(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&*store, 1).await;
    store.touch_guest(player(1), at(10)).await.expect("touched");
    store.touch_guest(player(1), at(5)).await.expect("touched");
    store
        .touch_guest(player(2), at(5))
        .await
        .expect("nobody there is no mistake");
    assert_eq!(
        store.guest(player(1)).await.expect("an answer"),
        Some(guest(1, "guest 1", 10))
    );
}

async fn idle_guests_are_forgotten_except_those_to_keep(fresh: &Fresh) {
    let store = fresh.open().await;
    for number in 1..=6 {
        create(&*store, number).await;
    }
    store
        .touch_guest(player(2), at(100))
        .await
        .expect("touched");
    store.touch_guest(player(4), at(99)).await.expect("touched");
    let keep = HashSet::from([player(3), player(9)]);
    assert_eq!(
        store
            .delete_guests_idle_since(at(100), &keep)
            .await
            .expect("an answer"),
        4
    );
    let all: Vec<_> = (1..=6).map(player).collect();
    let mut left: Vec<_> = store
        .names(&all)
        .await
        .expect("names")
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    left.sort();
    assert_eq!(left, [player(2), player(3)]);
    assert_eq!(
        store.guest_by_token([1; 32]).await.expect("an answer"),
        None
    );
    assert_eq!(
        store
            .delete_guests_idle_since(at(100), &keep)
            .await
            .expect("an answer"),
        0
    );
}

async fn keys_are_remembered_with_their_first_use(fresh: &Fresh) {
    let store = fresh.open().await;
    assert_eq!(store.keys().await.expect("keys"), []);
    store
        .remember_key([2; 32], at(20))
        .await
        .expect("remembered");
    store
        .remember_key([1; 32], at(30))
        .await
        .expect("remembered");
    store
        .remember_key([2; 32], at(40))
        .await
        .expect("remembered already");
    assert_eq!(
        store.keys().await.expect("keys"),
        [([2; 32], at(20)), ([1; 32], at(30))]
    );
}

async fn a_closed_store_is_unavailable(fresh: &Fresh) {
    let store = fresh.open().await;
    store.ping().await.expect("it answers");
    store.close().await;
    assert!(matches!(
        store.ping().await,
        Err(StoreError::Unavailable(_))
    ));
    let created = store.create_guest(player(1), "late", [1; 32], at(0)).await;
    assert!(
        matches!(created, Err(StoreError::Unavailable(_))),
        "{created:?}"
    );
}
