//! Guests and keys.

use std::collections::HashSet;

use giog_protocol::DeclaredBot;

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, device, finished, lease, player, store_facts};
use crate::{
    Archive, Device, Fact, Guest, Log as _, MAX_DEVICES, Named, NewDevice, Rejection, StoreError,
};

on_both!(
    a_guest_is_found_by_id_and_by_token,
    the_same_guest_again_is_success_and_a_different_one_is_not,
    a_guest_can_be_renamed,
    a_guest_is_a_declared_bot_before_its_first_match_or_never,
    every_device_has_a_token_and_a_name_of_its_own,
    a_token_that_is_ended_is_nobodys,
    nothing_is_done_with_a_token_that_has_ended,
    a_person_has_so_many_devices,
    a_recovery_code_is_replaced_with_the_former_one_alone,
    a_recovery_code_brings_one_back_once_and_ends_all_tokens,
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
        is_recoverable: false,
        declared_bot: None,
    }
}

/// The stored device with this number.
fn kept(number: u8, created_ms: i64, seen_ms: i64) -> Device {
    let NewDevice { device, name, .. } = device(number);
    Device {
        device,
        name: name.to_owned(),
        created_at: at(created_ms),
        seen_at: at(seen_ms),
    }
}

async fn create(store: &Archive, number: u8) {
    let name = format!("guest {number}");
    store
        .create_guest(player(number.into()), &name, device(number), at(0))
        .await
        .expect("created");
}

async fn a_guest_is_found_by_id_and_by_token(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    create(&store, 2).await;
    let expected = Some(guest(1, "guest 1", 0));
    assert_eq!(
        store.guest(player(1)).await.expect("an answer"),
        expected.clone()
    );
    assert_eq!(
        store.guest_by_token([1; 32]).await.expect("an answer"),
        expected.map(|guest| (guest, kept(1, 0, 0)))
    );
    assert_eq!(store.guest(player(3)).await.expect("an answer"), None);
    assert_eq!(
        store.guest_by_token([3; 32]).await.expect("an answer"),
        None
    );
}

async fn the_same_guest_again_is_success_and_a_different_one_is_not(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    create(&store, 1).await;
    let same_id = store
        .create_guest(player(1), "guest 1", device(2), at(0))
        .await;
    assert!(
        matches!(same_id, Err(StoreError::Conflict(_))),
        "{same_id:?}"
    );
    let same_token = store
        .create_guest(player(2), "guest 2", device(1), at(0))
        .await;
    assert!(
        matches!(same_token, Err(StoreError::Conflict(_))),
        "{same_token:?}"
    );
    assert_eq!(store.guest(player(2)).await.expect("an answer"), None);
}

async fn a_guest_can_be_renamed(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    store
        .rename_guest([1; 32], "爵 \u{202e}x'\"")
        .await
        .expect("renamed");
    assert_eq!(
        store.guest(player(1)).await.expect("an answer"),
        Some(guest(1, "爵 \u{202e}x'\"", 0))
    );
    let nul = store.rename_guest([1; 32], "a\0b").await;
    assert!(
        matches!(nul, Err(StoreError::Rejected(Rejection::Nul { .. }))),
        "{nul:?}"
    );
}

async fn a_guest_is_a_declared_bot_before_its_first_match_or_never(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    for number in [1, 2, 3] {
        create(&store, number).await;
    }
    let of = |version| DeclaredBot::restored("rocket", version);
    for version in ["1.2", "1.2", "1.3"] {
        let declared = store.declare_bot([1; 32], &of(version)).await;
        assert!(declared.expect("an answer"), "{version}");
    }
    // People 1 and 2 play.
    store_facts(&store, fence, 0, vec![Fact::MatchFinished(finished(1))]).await;
    for (token, may) in [(1, true), (2, false), (3, true)] {
        let declared = store.declare_bot([token; 32], &of("1.4")).await;
        assert_eq!(declared.expect("an answer"), may, "{token}");
    }
    let unknown = store.declare_bot([9; 32], &of("1.4")).await;
    assert!(
        matches!(unknown, Err(StoreError::TokenEnded)),
        "{unknown:?}"
    );
    store.close().await;
    let store = fresh.open().await;
    for (number, declared) in [(1, true), (2, false), (3, true)] {
        let declared = declared.then(|| Box::new(of("1.4")));
        let guest = store.guest(player(number)).await.expect("an answer");
        let guest = guest.expect("a guest");
        assert_eq!(guest.declared_bot, declared);
        let token = u8::try_from(number).expect("few");
        let by_token = store.guest_by_token([token; 32]).await.expect("an answer");
        assert_eq!(by_token.map(|(guest, _)| guest), Some(guest));
        let named = store.names(&[player(number)]).await.expect("names");
        assert_eq!(named[0].declared_bot, declared);
    }
}

async fn names_come_back_for_those_who_are_known(fresh: &Fresh) {
    let store = fresh.open().await;
    for number in 1..=40 {
        create(&store, number).await;
    }
    let asked: Vec<_> = (1..=45).chain(1..=3).map(player).collect();
    let mut names = store.names(&asked).await.expect("names");
    names.sort_by_key(|named| named.player);
    let expected = (1..=40).map(|number| Named {
        player: player(number),
        name: format!("guest {number}"),
        declared_bot: None,
    });
    assert!(names.iter().cloned().eq(expected), "{names:?}");
    assert_eq!(store.names(&[]).await.expect("names"), []);
}

async fn every_device_has_a_token_and_a_name_of_its_own(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    create(&store, 2).await;
    for _ in 0..2 {
        let added = store.add_device([1; 32], device(7), at(5)).await;
        added.expect("the same again is success");
    }
    let both = [kept(1, 0, 0), kept(7, 5, 5)];
    assert_eq!(store.devices(player(1)).await.expect("devices"), both);
    let found = store.guest_by_token([7; 32]).await.expect("an answer");
    assert_eq!(found, Some((guest(1, "guest 1", 0), kept(7, 5, 5))));
    assert_eq!(
        store.devices(player(2)).await.expect("devices"),
        [kept(2, 0, 0)]
    );
    let taken = store.add_device([2; 32], device(7), at(5)).await;
    assert!(matches!(taken, Err(StoreError::Conflict(_))), "{taken:?}");
}

async fn nothing_is_done_with_a_token_that_has_ended(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    for number in [7, 8] {
        let added = store.add_device([1; 32], device(number), at(5)).await;
        added.expect("added");
    }
    let set = store.set_recovery([1; 32], None, [50; 32]).await;
    assert!(set.expect("an answer"));
    let known = async || {
        let guest = store.guest(player(1)).await.expect("an answer");
        (guest, store.devices(player(1)).await.expect("devices"))
    };
    let ended = store.end_device([1; 32], device(7).device).await;
    assert!(ended.expect("an answer").is_some());
    let before = known().await;
    let gone = [7; 32];
    let (former, code) = (Some([50; 32]), [51; 32]);
    let refused = [
        store.add_device(gone, device(9), at(5)).await,
        store.rename_guest(gone, "somebody").await,
        store.set_recovery(gone, former, code).await.map(drop),
        store.end_device(gone, device(8).device).await.map(drop),
        store.end_other_devices(gone).await.map(drop),
        store
            .forget_guest(player(1), Some(gone), at(6))
            .await
            .map(drop),
    ];
    for refused in refused {
        assert!(
            matches!(refused, Err(StoreError::TokenEnded)),
            "{refused:?}"
        );
    }
    assert_eq!(known().await, before);
    assert_eq!(store.forgotten().await.expect("people"), []);
}

async fn a_token_that_is_ended_is_nobodys(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    create(&store, 2).await;
    for number in [7, 8] {
        let added = store.add_device([1; 32], device(number), at(5)).await;
        added.expect("added");
    }
    let seven = device(7).device;
    let of_another = store.end_device([2; 32], seven).await;
    assert_eq!(of_another.expect("an answer"), None);
    for expected in [Some([7; 32]), None] {
        let ended = store.end_device([1; 32], seven).await;
        assert_eq!(ended.expect("an answer"), expected);
    }
    assert_eq!(
        store.guest_by_token([7; 32]).await.expect("an answer"),
        None
    );
    let ended = store.end_other_devices([8; 32]).await;
    assert_eq!(ended.expect("an answer"), [[1; 32]]);
    assert_eq!(
        store.devices(player(1)).await.expect("devices"),
        [kept(8, 5, 5)]
    );
    assert_eq!(
        store.devices(player(2)).await.expect("devices"),
        [kept(2, 0, 0)]
    );
}

async fn a_person_has_so_many_devices(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    let last = u8::try_from(MAX_DEVICES).expect("few");
    for number in 2..=last {
        let added = store.add_device([1; 32], device(number), at(5)).await;
        added.expect("added");
    }
    let more = store.add_device([1; 32], device(last + 1), at(5)).await;
    let too_many = matches!(more, Err(StoreError::Rejected(Rejection::TooMany { .. })));
    assert!(too_many, "{more:?}");
    let again = store.add_device([1; 32], device(last), at(5)).await;
    again.expect("the same again is success");
}

async fn a_recovery_code_is_replaced_with_the_former_one_alone(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    let set = async |former, code| {
        let set = store.set_recovery([1; 32], former, code).await;
        set.expect("an answer")
    };
    assert!(!set(Some([50; 32]), [51; 32]).await, "there is none yet");
    assert!(set(None, [50; 32]).await);
    assert!(set(None, [50; 32]).await, "the same again");
    assert!(!set(None, [51; 32]).await);
    assert!(!set(Some([52; 32]), [51; 32]).await);
    assert!(set(Some([50; 32]), [51; 32]).await);
    assert!(!set(Some([50; 32]), [53; 32]).await, "it was replaced");
    let guest = store.guest(player(1)).await.expect("an answer");
    assert!(guest.is_some_and(|guest| guest.is_recoverable));
}

async fn a_recovery_code_brings_one_back_once_and_ends_all_tokens(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    create(&store, 2).await;
    let added = store.add_device([1; 32], device(7), at(5)).await;
    added.expect("added");
    assert!(
        store
            .set_recovery([1; 32], None, [50; 32])
            .await
            .expect("an answer")
    );
    let recover = async |code, number| {
        let recovered = store.recover(code, [51; 32], device(number), at(9)).await;
        recovered.expect("an answer")
    };
    assert_eq!(recover([49; 32], 8).await, None);
    let (found, mut ended) = recover([50; 32], 8).await.expect("it is a code");
    ended.sort_unstable();
    assert_eq!((found.player, ended), (player(1), vec![[1; 32], [7; 32]]));
    let devices = store.devices(player(1)).await.expect("devices");
    assert_eq!(devices, [kept(8, 9, 8)]);
    assert!(devices[0].is_unused());
    // A request whose answer was lost is repeated.
    let (found, ended) = recover([50; 32], 9).await.expect("nobody got a token");
    assert_eq!((found.player, ended), (player(1), vec![[8; 32]]));
    let unused = kept(9, 9, 8);
    store
        .touch_guest(player(1), unused.device, at(9))
        .await
        .expect("seen");
    assert_eq!(recover([50; 32], 10).await, None, "it was used");
    assert_eq!(
        store.devices(player(1)).await.expect("devices"),
        [kept(9, 9, 9)]
    );
    assert_eq!(
        store.devices(player(2)).await.expect("devices"),
        [kept(2, 0, 0)]
    );
    let recovered = store.recover([51; 32], [52; 32], device(11), at(9)).await;
    let (found, _) = recovered.expect("an answer").expect("it is the next code");
    assert_eq!(found.player, player(1));
    let ended = store.end_device([11; 32], kept(11, 9, 9).device).await;
    assert!(ended.expect("an answer").is_some());
    let again = store.recover([51; 32], [52; 32], device(12), at(9)).await;
    assert_eq!(again.expect("an answer"), None, "that device ended");
}

async fn being_seen_never_moves_back(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    let added = store.add_device([1; 32], device(7), at(0)).await;
    added.expect("added");
    let touch = async |number: u128, seen_ms| {
        let touched = store.touch_guest(player(number), device(7).device, at(seen_ms));
        touched.await.expect("touched");
    };
    touch(1, 10).await;
    touch(1, 5).await;
    // An unknown person is not an error.
    touch(2, 5).await;
    assert_eq!(
        store.guest(player(1)).await.expect("an answer"),
        Some(guest(1, "guest 1", 10))
    );
    let both = [kept(1, 0, 0), kept(7, 0, 10)];
    assert_eq!(store.devices(player(1)).await.expect("devices"), both);
}

async fn idle_guests_are_forgotten_except_those_to_keep(fresh: &Fresh) {
    let store = fresh.open().await;
    for number in 1..=6 {
        create(&store, number).await;
    }
    let added = store.add_device([2; 32], device(7), at(0)).await;
    added.expect("added");
    for (number, seen_ms) in [(2, 100), (4, 99)] {
        let touched = store.touch_guest(player(number.into()), device(number).device, at(seen_ms));
        touched.await.expect("touched");
    }
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
        .map(|named| named.player)
        .collect();
    left.sort();
    assert_eq!(left, [player(2), player(3)]);
    let of_those = [
        store.devices(player(2)).await.expect("devices"),
        store.devices(player(3)).await.expect("devices"),
    ];
    assert_eq!(of_those, [vec![kept(2, 0, 100)], vec![kept(3, 0, 0)]]);
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
    store.keys().await.expect("it answers");
    store.close().await;
    assert!(matches!(
        store.keys().await,
        Err(StoreError::Unavailable(_))
    ));
    let created = store
        .create_guest(player(1), "late", device(1), at(0))
        .await;
    assert!(
        matches!(created, Err(StoreError::Unavailable(_))),
        "{created:?}"
    );
}
