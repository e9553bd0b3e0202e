//! People at slow tables are notified on their devices, by a push service of the test.

use giog_rooms::Times;
use giog_server::{PushSettings, Settings};
use giog_tests::{
    Browser, Database, PushService, Seated, Server, Table, get, get_as, patiently, quick, request,
    seed, send,
};
use serde_json::{Value, json};

pub const PATH: &str = "/api/v1/guests/me/push";
/// The length of every message in bytes: header, padded content, delimiter, and authentication tag.
const MESSAGE_BYTES: usize = 86 + 512 + 1 + 16;

fn settings(service: &PushService) -> Settings {
    Settings {
        push: PushSettings {
            enabled: true,
            contact: "mailto:admin@example.org".to_owned(),
            test_port: service.address.port(),
            ..PushSettings::default()
        },
        times: Times {
            wanted_ms: 0,
            ..quick().times
        },
        ..quick()
    }
}

fn table(decision_ms: u32) -> Value {
    json!({
        "seats": 2, "reveal_pause_ms": 0, "ceremony": "server", "take_backs": false,
        "clock": {"kind": "timed", "decision_ms": decision_ms, "bank_ms": 0},
    })
}

async fn set(server: &Server, decision_ms: u32) -> Table {
    let entropy = [false, false];
    let mut set = Table::set(server.address, &table(decision_ms), &entropy, 0, seed()).await;
    set.play_a_little().await;
    set
}

async fn subscribe(server: &Server, token: &str, subscription: &Value) -> u16 {
    let answer = send(server.address, "PUT", PATH, Some(token), subscription).await;
    answer.expect("an answer").status
}

/// The second player disconnects, and the first one continues; returns the token of the second one.
async fn goes(table: &mut Table) -> String {
    let Seated { player, socket } = table.people.pop().expect("two people");
    socket.close().await;
    player.token
}

/// A player continues for as long as possible.
async fn plays_on(seated: &mut Seated) {
    loop {
        if let Err(gone) = seated.step().await {
            panic!("{} lost the connection: {gone:?}", seated.player.name);
        }
    }
}

#[tokio::test]
async fn whoever_is_away_from_a_slow_table_is_notified_of_their_decision() {
    let mut service = PushService::start().await;
    let server = Server::start(settings(&service)).await;
    let browser = Browser::new(7);
    // At a table that is not slow, nobody is notified.
    let mut fast = set(&server, 599_999).await;
    let subscription = browser.subscription(&service, "/fast");
    let token = &fast.people[1].player.token;
    assert_eq!(subscribe(&server, token, &subscription).await, 204);
    goes(&mut fast).await;
    // A connected player is not notified, either.
    let mut slow = set(&server, 600_000).await;
    for (number, path) in ["/first", "/second"].into_iter().enumerate() {
        let token = &slow.people[number].player.token;
        let subscription = browser.subscription(&service, path);
        assert_eq!(subscribe(&server, token, &subscription).await, 204);
    }
    goes(&mut slow).await;
    let pushed = tokio::select! {
        pushed = service.next() => pushed,
        () = plays_on(&mut slow.people[0]) => unreachable!("they play on for ever"),
    };
    assert_eq!(pushed.path, "/second");
    let message = browser.read(&pushed.body);
    assert_eq!(pushed.body.len(), MESSAGE_BYTES);
    let told = json!({"room": slow.room, "variant": "giog", "wanted": "turn", "by": message["by"]});
    assert_eq!(message, told);
    let header = |name: &str| pushed.headers[name].to_str().expect("a text");
    let ttl: u32 = header("ttl").parse().expect("a number");
    assert!((1..=600).contains(&ttl), "{ttl}");
    assert_eq!(header("urgency"), "high");
    assert_eq!(header("topic").len(), 32);
    assert!(!header("topic").contains(&slow.room));
    assert_eq!(header("content-encoding"), "aes128gcm");
    let info = get(server.address, "/api/v1/server").await.json();
    let key = info["push_key"].as_str().expect("a key");
    let authorization = header("authorization");
    assert!(authorization.starts_with("vapid t=") && authorization.ends_with(key));
    // A second notification of the same decision would come before that of another table.
    let mut another = set(&server, 600_000).await;
    let subscription = browser.subscription(&service, "/third");
    let token = &another.people[1].player.token;
    assert_eq!(subscribe(&server, token, &subscription).await, 204);
    goes(&mut another).await;
    let pushed = tokio::select! {
        pushed = service.next() => pushed,
        () = plays_on(&mut slow.people[0]) => unreachable!("they play on for ever"),
        () = plays_on(&mut another.people[0]) => unreachable!("they play on for ever"),
    };
    assert_eq!(pushed.path, "/third", "once for a decision");
    server.stop().await;
}

async fn subscriptions(server: &Server) -> usize {
    let sql = "SELECT COUNT(*) + $1 FROM push_subscriptions";
    server.database().count(sql, 0).await
}

#[tokio::test]
async fn a_subscription_ends_with_its_token_and_when_the_push_service_says_so() {
    let mut service = PushService::start().await;
    let server = Server::start_on(Database::postgres().await, settings(&service)).await;
    let browser = Browser::new(7);
    let mut slow = set(&server, 600_000).await;
    let gone = browser.subscription(&service, "/gone");
    let token = slow.people[1].player.token.clone();
    assert_eq!(subscribe(&server, &token, &gone).await, 204);
    assert_eq!(subscriptions(&server).await, 1);
    goes(&mut slow).await;
    let pushed = tokio::select! {
        pushed = service.next() => pushed,
        () = plays_on(&mut slow.people[0]) => unreachable!("they play on for ever"),
    };
    assert_eq!(pushed.path, "/gone");
    let ended = async {
        while subscriptions(&server).await > 0 {
            tokio::task::yield_now().await;
        }
    };
    patiently("the end of the subscription", ended).await;
    // Subscriptions end by request, with the device, and with the person.
    let again = browser.subscription(&service, "/again");
    assert_eq!(subscribe(&server, &token, &again).await, 204);
    let off = request(server.address, "DELETE", PATH, Some(&token)).await;
    assert_eq!(off.status, 204);
    assert_eq!(subscriptions(&server).await, 0);
    assert_eq!(subscribe(&server, &token, &again).await, 204);
    let devices = get_as(server.address, "/api/v1/guests/me/devices", Some(&token)).await;
    let device = devices.json()["devices"][0]["device"].clone();
    let device = device.as_str().expect("an id");
    let device = format!("/api/v1/guests/me/devices/{device}");
    let ended = request(server.address, "DELETE", &device, Some(&token)).await;
    assert_eq!(ended.status, 204);
    assert_eq!(subscriptions(&server).await, 0);
    let token = slow.people[0].player.token.clone();
    assert_eq!(subscribe(&server, &token, &again).await, 204);
    let forgotten = request(server.address, "DELETE", "/api/v1/guests/me", Some(&token)).await;
    assert_eq!(forgotten.status, 204);
    assert_eq!(subscriptions(&server).await, 0);
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_notified_is_refused() {
    let service = PushService::start().await;
    let server = Server::start(settings(&service)).await;
    let seated = set(&server, 600_000).await;
    let token = &seated.people[0].player.token;
    let good = Browser::new(7).subscription(&service, "/a");
    let mut elsewhere = good.clone();
    elsewhere["endpoint"] = "http://127.0.0.1:1/a".into();
    let mut bad_key = good.clone();
    bad_key["keys"]["p256dh"] = "BAAA".into();
    let mut bad_secret = good.clone();
    bad_secret["keys"]["auth"] = "AAAA".into();
    for bad in [&elsewhere, &bad_key, &bad_secret, &json!({})] {
        assert_eq!(subscribe(&server, token, bad).await, 400, "{bad}");
    }
    assert_eq!(subscribe(&server, "nobody's token", &good).await, 401);
    server.stop().await;
    // A server without notifications says so, and refuses subscriptions.
    let server = Server::start(quick()).await;
    let seated = set(&server, 600_000).await;
    let token = &seated.people[0].player.token;
    assert_eq!(subscribe(&server, token, &good).await, 404);
    let info = get(server.address, "/api/v1/server").await.json();
    assert_eq!(info.get("push_key"), None);
    server.stop().await;
}
