//! What happens in public is sent to addresses of the operator.

use std::net::SocketAddr;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use giog_server::{Settings, Webhooks};
use giog_tests::{Database, PushService, Pushed, Server, ServerProcess, Table, quick, seed};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const KEY: [u8; 32] = [7; 32];
/// Words that nobody but the operator may read.
const CHAT: &str = "words between people";

fn settings(service: &PushService) -> Settings {
    let at = |path: &str| format!("http://{}{path}", service.address);
    Settings {
        webhooks: Webhooks {
            urls: vec![at("/hook"), at("/busy")],
            secret: Some(secret()),
            discord: vec![at("/discord")],
            private_addresses: vec!["127.0.0.1".parse().expect("an address")],
            ..Webhooks::default()
        },
        ..quick()
    }
}

fn secret() -> String {
    format!("whsec_{}", BASE64_STANDARD.encode(KEY))
}

/// Lines of a settings file, with which this is sent to one path for programs, and to one for people.
pub fn lines(service: &PushService, events: &str, [program, people]: [&str; 2]) -> String {
    let (at, secret) = (service.address, secret());
    format!(
        "webhooks.urls = [\"http://{at}{program}\"]\nwebhooks.discord = [\"http://{at}{people}\"]\n\
         webhooks.secret = \"{secret}\"\nwebhooks.private_addresses = [\"127.0.0.1\"]\n\
         webhooks.events = [{events}]\n"
    )
}

/// HMAC-SHA256 with [`KEY`].
fn mac(text: &str) -> String {
    let pad = |with: u8| {
        let mut key = [with; 64];
        key.iter_mut().zip(KEY).for_each(|(byte, key)| *byte ^= key);
        key
    };
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(text);
    let outer = Sha256::new()
        .chain_update(pad(0x5c))
        .chain_update(inner.finalize());
    BASE64_STANDARD.encode(outer.finalize())
}

/// The next request at each address: two for a program, of which one was refused once, and one for people.
async fn next_of_all(service: &mut PushService, busy: bool) -> [Pushed; 3] {
    let (mut hook, mut retried, mut discord) = (None, None, None);
    let mut refused = busy.then(|| None::<Pushed>);
    while hook.is_none() || retried.is_none() || discord.is_none() {
        let pushed = service.next().await;
        match (&*pushed.path, &mut refused) {
            ("/busy", Some(refused @ None)) => *refused = Some(pushed),
            ("/busy", _) => retried = Some(pushed),
            ("/hook", _) => hook = Some(pushed),
            ("/discord", _) => discord = Some(pushed),
            (path, _) => unreachable!("{path}"),
        }
    }
    let all = [hook, retried, discord].map(|one| one.expect("it came"));
    if let Some(Some(refused)) = refused {
        assert_eq!(refused.headers["webhook-id"], all[1].headers["webhook-id"]);
        assert_eq!(refused.body, all[1].body);
    }
    all
}

/// The content of a signed request.
pub fn checked(pushed: &Pushed) -> Value {
    let header = |name: &str| pushed.headers[name].to_str().expect("text").to_owned();
    let body = str::from_utf8(&pushed.body).expect("text");
    let (id, at) = (header("webhook-id"), header("webhook-timestamp"));
    let expected = format!("v1,{}", mac(&format!("{id}.{at}.{body}")));
    assert_eq!(header("webhook-signature"), expected);
    serde_json::from_str(body).expect("JSON")
}

fn of_people(pushed: &Pushed) -> String {
    let body: Value = serde_json::from_slice(&pushed.body).expect("JSON");
    assert_eq!(body["allowed_mentions"], json!({"parse": []}));
    body["content"].as_str().expect("a text").to_owned()
}

async fn set(address: SocketAddr, access: &str) -> Table {
    let settings =
        json!({"seats": 2, "access": access, "clock": {"kind": "none"}, "reveal_pause_ms": 0});
    Table::set(address, &settings, &[true, true], 0, seed()).await
}

#[tokio::test]
async fn tables_matches_and_reports_are_sent_signed_and_again_if_they_are_refused_for_the_moment() {
    let mut service = PushService::start().await;
    let server = Server::start(settings(&service)).await;
    let mut unlisted = set(server.address, "unlisted").await;
    unlisted.play_match().await;
    let mut table = set(server.address, "public").await;
    let [hook, retried, discord] = next_of_all(&mut service, true).await;
    let opened = checked(&hook);
    assert_eq!(checked(&retried), opened);
    assert_eq!(opened["type"], "table_opened");
    assert_eq!(opened["data"]["room"], json!(table.room));
    assert!(of_people(&discord).starts_with("Giog: a table for 2 is open"));
    let id = table.play_match().await;
    let [hook, retried, discord] = next_of_all(&mut service, false).await;
    let over = checked(&hook);
    assert_eq!(checked(&retried), over);
    assert_eq!(over["type"], "match_over");
    assert_eq!(over["data"]["match_id"], json!(id));
    assert_eq!(hook.headers["webhook-id"], format!("match_over_{id}"));
    assert!(of_people(&discord).starts_with("Giog: "));
    let [lin, mei] = &mut table.people[..] else {
        unreachable!("two people");
    };
    let chat = json!({"type": "chat", "room": table.room, "key": "c", "text": CHAT});
    mei.socket.ask_ok(chat).await;
    let reported = mei.player.id().clone();
    let report = json!({"type": "report", "room": table.room, "player": reported, "text": CHAT});
    lin.socket.ask_ok(report).await;
    let [hook, _, discord] = next_of_all(&mut service, false).await;
    let waits = checked(&hook);
    assert_eq!(waits["type"], "report_waits");
    assert_eq!(waits["data"]["waiting"], 1);
    assert_eq!(
        of_people(&discord),
        "A report waits. Reports that are open: 1."
    );
    for pushed in [&hook, &discord] {
        let text = String::from_utf8_lossy(&pushed.body);
        assert!(!text.contains(CHAT) && !text.contains("Mei"), "{text}");
    }
    server.stop().await;
}

async fn a_match_is_sent_again_after_a_crash(database: Database) {
    let mut service = PushService::start().await;
    let top = lines(&service, "\"match_over\"", ["/busy", "/discord"]);
    let server = ServerProcess::start(&database, &top, "").await;
    set(server.address(), "unlisted").await.play_match().await;
    let id = set(server.address(), "public").await.play_match().await;
    // It is refused for the moment, and would be sent again after a pause.
    let mut refused = None;
    while refused.is_none() {
        let pushed = service.next().await;
        refused = Some(pushed).filter(|pushed| pushed.path == "/busy");
    }
    server.kill().await;
    let server = ServerProcess::start(&database, &top, "").await;
    let refused = refused.expect("it came");
    let mut again = service.next().await;
    while again.path != "/busy" {
        again = service.next().await;
    }
    assert_eq!(again.headers["webhook-id"], format!("match_over_{id}"));
    assert_eq!(again.headers["webhook-id"], refused.headers["webhook-id"]);
    assert_eq!(checked(&again), checked(&refused));
    // What was taken is not sent twice by the same server, and unlisted matches never.
    let next = set(server.address(), "public").await.play_match().await;
    let pushed = service.next().await;
    let expected = format!("match_over_{next}");
    match &*pushed.path {
        "/busy" => assert_eq!(pushed.headers["webhook-id"], expected),
        _ => assert!(of_people(&pushed).starts_with("Giog: ")),
    }
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_is_killed_sends_programs_the_last_matches_again_when_it_is_back() {
    a_match_is_sent_again_after_a_crash(Database::sqlite()).await;
}

#[tokio::test]
async fn the_same_on_postgres() {
    a_match_is_sent_again_after_a_crash(Database::postgres().await).await;
}
