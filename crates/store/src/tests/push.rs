//! Push subscriptions of devices.

use std::sync::Arc;

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, device, player};
use crate::{Archive, DevicePush, MAX_ENDPOINT_BYTES, PushSubscription, Rejection, StoreError};

on_both!(
    a_subscription_is_its_devices_until_another_one_takes_its_place,
    a_subscription_is_gone_with_its_device,
    an_address_is_one_devices_whoever_gives_it,
    a_subscription_is_ended_by_its_device_or_by_its_address,
    an_address_has_so_many_bytes,
);

fn subscription(number: u8) -> PushSubscription {
    PushSubscription {
        endpoint: format!("https://push.example.org/{number}"),
        p256dh: [number; 65],
        auth: [number; 16],
    }
}

/// The subscription of the device with this number, with this address.
fn of(number: u8, address: u8) -> DevicePush {
    DevicePush {
        device: device(number).device,
        subscription: subscription(address),
    }
}

async fn create(store: &Archive, number: u8) {
    let created = store.create_guest(player(number.into()), "guest", device(number), at(0));
    created.await.expect("created");
}

async fn set(store: &Archive, person: u8, number: u8, address: u8) -> bool {
    let (player, device) = (player(person.into()), device(number).device);
    let subscription = subscription(address);
    let set = store.set_push(player, device, &subscription, at(3));
    set.await.expect("an answer")
}

async fn pushes(store: &Archive, number: u8) -> Vec<DevicePush> {
    let pushes = store.pushes(player(number.into()));
    pushes.await.expect("an answer")
}

/// Person 1 with devices 1 and 7, which are notified, and person 2 with device 2.
async fn three_devices(fresh: &Fresh) -> Arc<Archive> {
    let store = fresh.open().await;
    create(&store, 1).await;
    create(&store, 2).await;
    let added = store.add_device([1; 32], device(7), at(5)).await;
    added.expect("added");
    assert!(set(&store, 1, 1, 1).await);
    assert!(set(&store, 1, 7, 7).await);
    store
}

async fn a_subscription_is_its_devices_until_another_one_takes_its_place(fresh: &Fresh) {
    let store = three_devices(fresh).await;
    assert!(set(&store, 1, 7, 7).await, "the same again is success");
    assert_eq!(pushes(&store, 1).await, [of(1, 1), of(7, 7)]);
    assert!(set(&store, 1, 1, 9).await);
    assert_eq!(pushes(&store, 1).await, [of(1, 9), of(7, 7)]);
    assert!(!set(&store, 2, 1, 3).await, "it is no device of theirs");
    assert!(!set(&store, 2, 8, 3).await, "there is no such device");
    assert_eq!(pushes(&store, 2).await, []);
}

async fn a_subscription_is_gone_with_its_device(fresh: &Fresh) {
    let store = three_devices(fresh).await;
    assert!(set(&store, 2, 2, 2).await);
    let ended = store.end_device([1; 32], device(7).device).await;
    assert!(ended.expect("an answer").is_some());
    assert_eq!(pushes(&store, 1).await, [of(1, 1)]);
    let kept = store.end_push_at(&subscription(7).endpoint).await;
    assert!(!kept.expect("an answer"), "its address is still stored");
    store
        .forget_guest(player(1), None, at(9))
        .await
        .expect("done");
    assert_eq!(pushes(&store, 1).await, []);
    assert_eq!(pushes(&store, 2).await, [of(2, 2)]);
    // Its address is free.
    assert!(set(&store, 2, 2, 1).await);
}

async fn an_address_is_one_devices_whoever_gives_it(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    create(&store, 2).await;
    assert!(set(&store, 1, 1, 1).await);
    assert!(set(&store, 2, 2, 1).await);
    assert_eq!(pushes(&store, 1).await, []);
    assert_eq!(pushes(&store, 2).await, [of(2, 1)]);
}

async fn a_subscription_is_ended_by_its_device_or_by_its_address(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    assert!(set(&store, 1, 1, 1).await);
    let end = async || store.end_push(device(1).device).await.expect("an answer");
    assert!(end().await);
    assert!(!end().await);
    assert!(set(&store, 1, 1, 2).await);
    let gone = async |number: u8| {
        let endpoint = subscription(number).endpoint;
        store.end_push_at(&endpoint).await.expect("an answer")
    };
    assert!(!gone(1).await, "another one has taken its place");
    assert!(gone(2).await);
    assert_eq!(pushes(&store, 1).await, []);
}

async fn an_address_has_so_many_bytes(fresh: &Fresh) {
    let store = fresh.open().await;
    create(&store, 1).await;
    let mut longest = subscription(1);
    longest.endpoint = format!("https://{}", "x".repeat(MAX_ENDPOINT_BYTES - 8));
    let set = store.set_push(player(1), device(1).device, &longest, at(3));
    assert!(set.await.expect("an answer"));
    longest.endpoint.push('x');
    let longer = store.set_push(player(1), device(1).device, &longest, at(3));
    let refused = longer.await;
    assert!(
        matches!(
            refused,
            Err(StoreError::Rejected(Rejection::TooLarge { .. }))
        ),
        "{refused:?}"
    );
}
